"""Addresses as QR codes."""

from __future__ import annotations

import io

import segno

LONGEST = 300
"""The most letters of a code that phones read from a slip."""


def qr_code(text: str) -> bytes:
    """The code of a text as SVG, with the quiet zone that readers want around it."""
    drawing = io.BytesIO()
    segno.make(text, micro=False).save(drawing, kind="svg", xmldecl=False, border=3, light="#fff")
    return drawing.getvalue()
