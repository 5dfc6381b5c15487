"""The results of a Tantrix workbook, as a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..events.cells import Row, format_text, is_blank
from ..events.event import Event
from ..readers import tantrix
from ..readers.entrants import is_bye
from ..readers.tantrix import Match, Results, TantrixGame


def read_results(book: Event) -> Results:
    """The rows of results, each with the group of its players, and a row for who is in none.

    A row without a score stays a fixture.
    """
    listed = [row for row in book.inputs("name") if not is_blank(row, "name")]
    groups = {format_text(row["name"]).casefold(): format_text(row.get("group")) for row in listed}
    rows = [row for row in book.inputs("player_a", "event") if not is_blank(row, "player_a")]
    if book.has_inputs("margin"):
        games = [
            TantrixGame(
                *_players(row),
                _count(row["margin"]),
                _number(row["minutes_a"]),
                _number(row["minutes_b"]),
                *_annotations(row, groups),
            )
            for row in rows
        ]
        return games + [TantrixGame(*player) for player in _others(listed, rows)]
    matches = [
        Match(
            *_players(row),
            _count(row["games"]),
            _number(row["tps_a"]),
            _number(row["tps_b"]),
            *_annotations(row, groups),
        )
        for row in rows
    ]
    return matches + [Match(*player) for player in _others(listed, rows)]


def _players(row: Row) -> tuple[str, str]:
    return format_text(row["player_a"]), format_text(row["player_b"])


def _others(
    listed: Sequence[Row], rows: Sequence[Row]
) -> Iterator[tuple[str, str, None, None, None, str, str]]:
    """The players who are in no row, as rows that list them."""
    there = {name.casefold() for row in rows for name in _players(row)}
    for row in listed:
        name = format_text(row["name"])
        if name.casefold() not in there and not is_bye(name):
            yield name, "", None, None, None, "", format_text(row.get("group"))


def _annotations(row: Row, groups: Mapping[str, str]) -> tuple[str, str]:
    """The event, and the group: of either player, since one may be a bye."""
    found = (groups.get(name.casefold(), "") for name in _players(row))
    return format_text(row["event"]), next(filter(None, found), "")


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) else None


def _count(value: Any) -> int | None:
    return int(value) if isinstance(value, (int, float)) else None


FORMATS = {"csv": lambda book: tantrix.format_csv(read_results(book))}
