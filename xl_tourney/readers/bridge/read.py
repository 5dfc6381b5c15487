"""The reader of bridge sessions, which detects the file format."""

from __future__ import annotations

from ..tables.source import Given, source_of
from . import travellers_csv, usebio
from .session import Session, TravellerLine

__all__ = ["Session", "TravellerLine", "read"]


def read(given: Given) -> Session:
    """Read USEBIO XML or travellers as a table, told apart by how the file begins."""
    source = source_of(given)
    if source.is_table or not source.start.startswith(b"<"):
        return travellers_csv.read(source)
    session = usebio.read(source.file)
    source.note_rows(len(session.lines))
    return session
