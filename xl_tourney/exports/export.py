"""Who writes the results of a workbook in use as a file that other programs take."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..readers.files import Document
from . import bridge, chess, go, kdice, league, tantrix

Writer = Callable[..., Document]
"""Writes an event; that of h9 also takes what the header of the file is to say about it."""

FORMATS: Mapping[str, Mapping[str, Writer]] = {
    "tantrix": tantrix.FORMATS,
    "kdice": kdice.FORMATS,
    "bridge": bridge.FORMATS,
    "go": go.FORMATS,
    "chess": chess.FORMATS,
    "league": league.FORMATS,
}
"""The writers of each template, by format."""
