"""The results of a Tantrix workbook, as a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..events.cells import TypedRow
from ..events.event import Event
from ..readers import tantrix
from ..readers.entrants import is_bye
from ..readers.tantrix import Match, Results, TantrixGame


def read_results(book: Event) -> Results:
    """The rows of results, each with the group of its players, and a row for who is in none.

    A row without a score stays a fixture.
    """
    listed = [row for row in book.rows("name") if row.text("name")]
    groups = {row.text("name").casefold(): row.text("group") for row in listed}
    rows = [row for row in book.rows("player_a", "event") if row.text("player_a")]
    if book.has_inputs("margin"):
        games = [
            TantrixGame(
                *_players(row),
                row.whole("margin"),
                row.number("minutes_a"),
                row.number("minutes_b"),
                *_annotations(row, groups),
            )
            for row in rows
        ]
        return games + [TantrixGame(*player) for player in _others(listed, rows)]
    matches = [
        Match(
            *_players(row),
            row.whole("games"),
            row.number("tps_a"),
            row.number("tps_b"),
            *_annotations(row, groups),
        )
        for row in rows
    ]
    return matches + [Match(*player) for player in _others(listed, rows)]


def _players(row: TypedRow) -> tuple[str, str]:
    return row.text("player_a"), row.text("player_b")


def _others(
    listed: Sequence[TypedRow], rows: Sequence[TypedRow]
) -> Iterator[tuple[str, str, None, None, None, str, str]]:
    """The players who are in no row, as rows that list them."""
    there = {name.casefold() for row in rows for name in _players(row)}
    for row in listed:
        name = row.text("name")
        if name.casefold() not in there and not is_bye(name):
            yield name, "", None, None, None, "", row.text("group")


def _annotations(row: TypedRow, groups: Mapping[str, str]) -> tuple[str, str]:
    """The event, and the group: of either player, since one may be a bye."""
    found = (groups.get(name.casefold(), "") for name in _players(row))
    return row.text("event"), next(filter(None, found), "")


FORMATS = {"csv": lambda book: tantrix.format_csv(read_results(book))}
