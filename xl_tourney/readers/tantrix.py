"""Tantrix results: one row a match, or one row a game, as CSV.

A match has ``player_a``, ``player_b``, ``games``, ``tps_a`` and ``tps_b``; a game has ``player_a``,
``player_b`` and ``margin`` (the tiles of A less those of B), and may have ``minutes_a`` and
``minutes_b``.  Both may have ``event``, a text that is kept beside the result.  Other columns are
left alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from ..errors import InputError
from .results_csv import Columns, Row, Table

COLUMNS: Columns = {
    "player_a": ("player 1", "name a", "name 1", "a", "home"),
    "player_b": ("player 2", "name b", "name 2", "b", "away", "opponent"),
    "games": ("games played", "played", "g"),
    "tps_a": ("tp a", "tps 1", "tp 1", "points a", "score a"),
    "tps_b": ("tp b", "tps 2", "tp 2", "points b", "score b"),
    "margin": ("tiles", "tile margin", "difference"),
    "minutes_a": ("min a", "time a", "minutes 1", "time 1"),
    "minutes_b": ("min b", "time b", "minutes 2", "time 2"),
    "event": ("group", "round", "note"),
}
"""The headings that are understood, in any letter case, with or without spaces and signs."""

PLAYERS = ("player_a", "player_b")
OF_A_MATCH = ("games", "tps_a", "tps_b")
OF_A_GAME = ("margin",)


@dataclass(frozen=True)
class Match:
    """The games that two players played against each other, and the TPs of each."""

    player_a: str
    player_b: str
    games: int
    tps_a: float
    tps_b: float
    event: str = ""


@dataclass(frozen=True)
class Game:
    """One game: the margin in tiles, above 0 when A won, and the minutes of each player."""

    player_a: str
    player_b: str
    margin: int
    minutes_a: float | None = None
    minutes_b: float | None = None
    event: str = ""


Results: TypeAlias = list[Match] | list[Game]


def read(path: Path | str) -> Results:
    """Read a file of matches or of games; the headings say which it is."""
    table = Table(path, COLUMNS)
    if "margin" not in table:
        table.need(PLAYERS + OF_A_MATCH)
        return [_match(row) for row in table]
    table.need(PLAYERS + OF_A_GAME)
    both = [column for column in OF_A_MATCH if column in table]
    if both:
        raise InputError(
            f"{table.file}: margin says that a row is a game, {', '.join(both)} that it is a "
            "match; leave one of them out."
        )
    return [_game(row) for row in table]


def players(results: Results) -> list[str]:
    """Everybody in the results, in the order in which they first appear.

    >>> players([Match("Ann", "Bob", 2, 21.5, 18.5), Match("Cleo", "ann", 2, 20, 20)])
    ['Ann', 'Bob', 'Cleo']
    """
    first: dict[str, str] = {}
    for row in results:
        for name in (row.player_a, row.player_b):
            first.setdefault(name.casefold(), name)
    return list(first.values())


def _opponents(row: Row) -> tuple[str, str]:
    a, b = row.filled("player_a"), row.filled("player_b")
    if a.casefold() == b.casefold():
        raise row.wrong(f"{a} plays against himself; correct player_a or player_b")
    return a, b


def _match(row: Row) -> Match:
    a, b = _opponents(row)
    games = row.whole("games")
    if games < 1:
        raise row.wrong(f"games must be 1 or more, not {games}; leave out what was not played")
    tps_a, tps_b = row.number_in("tps_a"), row.number_in("tps_b")
    return Match(a, b, games, tps_a, tps_b, row.text("event"))


def _game(row: Row) -> Game:
    a, b = _opponents(row)
    minutes_a, minutes_b = _minutes(row, "minutes_a"), _minutes(row, "minutes_b")
    return Game(a, b, row.whole("margin"), minutes_a, minutes_b, row.text("event"))


def _minutes(row: Row, column: str) -> float | None:
    minutes = row.number_or_none(column)
    if minutes is not None and minutes < 0:
        raise row.wrong(f"{column} must not be negative, and is {minutes:g}; correct it")
    return minutes
