"""Where a page is published, and what is written beside it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Address:
    """The addresses of a page and of the files beside it; blank for what there is not."""

    page: str = ""
    """The whole address of the page."""
    code: str = ""
    """The same as a QR code, in SVG."""
    picture: str = ""
    feed: str = ""
    data: str = ""
    proofs: str = ""
