"""A session of duplicate bridge: its travellers, whatever kind of file they come in."""

from __future__ import annotations

from pathlib import Path

from ..files import content
from . import travellers_csv, usebio
from .session import Line, Session

__all__ = ["Line", "Session", "read"]


def read(path: Path | str) -> Session:
    """Read USEBIO XML or travellers as CSV; the first sign of the file says which it is."""
    start = content(Path(path))[:64].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    return usebio.read(path) if start.startswith(b"<") else travellers_csv.read(path)
