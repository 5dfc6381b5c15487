"""The players of a kdice workbook, as a file."""

from __future__ import annotations

from collections.abc import Sequence

from ..events.cells import Row
from ..events.event import Event
from ..readers import kdice
from ..readers.kdice import FINISHES, LAST_ZERO, LEVELS, WORST, PlayerProfile, Shares


def read_profiles(book: Event) -> list[PlayerProfile]:
    """The players with their profiles, the earlier ones among them."""
    rows = zip(book.inputs("name", *FINISHES), book.inputs(*WORST))
    return [
        PlayerProfile(
            row.text("name"),
            row.integer("games"),
            _shares(row, FINISHES),
            row.integer("points"),
            _shares(row, LEVELS),
            _shares(earlier, WORST),
            _shares(earlier, LAST_ZERO),
            row.text("note"),
        )
        for row, earlier in rows
        if not row.is_blank("name")
    ]


def _shares(row: Row, columns: Sequence[str]) -> Shares:
    """The numbers of several columns; none if all are blank."""
    if row.is_blank(*columns):
        return ()
    return tuple(float(row[column] or 0) for column in columns)


FORMATS = {"csv": lambda book: kdice.format_csv(read_profiles(book))}
