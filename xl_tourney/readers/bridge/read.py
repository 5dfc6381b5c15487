"""The reader of bridge sessions, which detects the file format."""

from __future__ import annotations

from pathlib import Path

from ..files import read_bytes
from . import travellers_csv, usebio
from .session import Session, TravellerLine

__all__ = ["Session", "TravellerLine", "read"]


def read(path: Path | str) -> Session:
    """Read USEBIO XML or travellers as CSV, told apart by the first character."""
    start = read_bytes(Path(path))[:64].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    return usebio.read(path) if start.startswith(b"<") else travellers_csv.read(path)
