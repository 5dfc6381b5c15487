"""The reader of bridge sessions, which detects the file format."""

from __future__ import annotations

from ...errors import InputError
from ..tables.source import Given, Source, source_of
from . import pbn, travellers_csv, usebio
from .session import Session, TravellerLine

__all__ = ["Session", "TravellerLine", "read"]


def read(given: Given) -> Session:
    """Read USEBIO XML or travellers as a table, told apart by how the file begins."""
    source = source_of(given)
    if source.start.startswith((b"[", b"%")) and pbn.is_pbn(source.text):
        return travellers_csv.read(source.with_rows(_score_tables(source)))
    if source.is_table or not source.start.startswith(b"<"):
        return travellers_csv.read(source)
    session = usebio.read(source.file)
    source.note_rows(len(session.lines))
    return session


def _score_tables(source: Source) -> list[list[str]]:
    """The lines of the score tables in a PBN; deals alone are refused."""
    rows = pbn.rows(source.text)
    if len(rows) == 1:
        raise InputError(
            f"{source.file.name}: these are deals without results (no ScoreTable); export the "
            "results of the session."
        )
    return rows
