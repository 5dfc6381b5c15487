"""The results of a Tantrix workbook, as a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import starmap

from ..events.cells import Row
from ..events.event import Event
from ..readers import tantrix
from ..readers.entrants import is_bye
from ..readers.tantrix import Match, Results, TantrixGame


def read_results(book: Event) -> Results:
    """The rows of results, each with the group of its players, and a row for who is in none.

    A row without a score stays a fixture.
    """
    listed = book.listed("name")
    groups = {row.text("name").casefold(): row.text("group") for row in listed}
    rows = book.listed("player_a", "event")
    is_of_games = book.has_inputs("margin")
    count, *of_both = (
        ("margin", "minutes_a", "minutes_b") if is_of_games else ("games", "tps_a", "tps_b")
    )
    found = [
        (*_players(row), row.integer(count), *map(row.number, of_both), *_annotations(row, groups))
        for row in rows
    ]
    everybody = [*found, *_others(listed, rows)]
    if is_of_games:
        return [*starmap(TantrixGame, everybody)]
    return [*starmap(Match, everybody)]


def _players(row: Row) -> tuple[str, str]:
    return row.text("player_a"), row.text("player_b")


def _others(
    listed: Sequence[Row], rows: Sequence[Row]
) -> Iterator[tuple[str, str, None, None, None, str, str]]:
    """The players who are in no row, as rows that list them."""
    there = {name.casefold() for row in rows for name in _players(row)}
    for row in listed:
        name = row.text("name")
        if name.casefold() not in there and not is_bye(name):
            yield name, "", None, None, None, "", row.text("group")


def _annotations(row: Row, groups: Mapping[str, str]) -> tuple[str, str]:
    """The event, and the group: of either player, since one may be a bye."""
    found = (groups.get(name.casefold(), "") for name in _players(row))
    return row.text("event"), next(filter(None, found), "")


FORMATS = {"csv": lambda book: tantrix.format_csv(read_results(book))}
