"""The players of a kdice workbook, as a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..events.cells import Row, format_text, is_blank
from ..events.event import Event
from ..readers import kdice
from ..readers.kdice import FINISHES, LAST_ZERO, LEVELS, WORST, PlayerProfile, Shares


def read_profiles(book: Event) -> list[PlayerProfile]:
    """The players with their profiles, the earlier ones among them."""
    rows = zip(book.inputs("name", *FINISHES), book.inputs(*WORST))
    return [
        PlayerProfile(
            format_text(row["name"]),
            _whole(row["games"]),
            _shares(row, FINISHES),
            _whole(row["points"]),
            _shares(row, LEVELS),
            _shares(earlier, WORST),
            _shares(earlier, LAST_ZERO),
            format_text(row["note"]),
        )
        for row, earlier in rows
        if not is_blank(row, "name")
    ]


def _shares(row: Row, columns: Sequence[str]) -> Shares:
    """The numbers of several columns; none if all are blank."""
    if is_blank(row, *columns):
        return ()
    return tuple(float(row[column] or 0) for column in columns)


def _whole(value: Any) -> int | None:
    return int(value) if isinstance(value, (int, float)) else None


FORMATS = {"csv": lambda book: kdice.format_csv(read_profiles(book))}
