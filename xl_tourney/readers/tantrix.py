"""Tantrix results: one row a match, or one row a game, as CSV.

A match has ``player_a``, ``player_b``, ``games``, ``tps_a`` and ``tps_b``; a game has ``player_a``,
``player_b`` and ``margin`` (the tiles of A less those of B), and may have ``minutes_a`` and
``minutes_b``.  Both may have ``event``, a text that is kept beside the result, and ``group``, in
which case everybody is in one group.  With ``team_a`` and ``team_b`` a row counts for the teams,
and the players are kept beside the result.  Other columns are left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypeVar

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
    "event": ("round", "note"),
    "group": ("pool", "section"),
    "team_a": ("team 1",),
    "team_b": ("team 2",),
}
"""The headings that are understood, in any letter case, with or without spaces and signs."""

PLAYERS = ("player_a", "player_b")
TEAMS = ("team_a", "team_b")
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
    group: str = ""
    by: str = ""
    """Who played, where A and B are teams."""


@dataclass(frozen=True)
class Game:
    """One game: the margin in tiles, above 0 when A won, and the minutes of each player."""

    player_a: str
    player_b: str
    margin: int
    minutes_a: float | None = None
    minutes_b: float | None = None
    event: str = ""
    group: str = ""
    by: str = ""
    """Who played, where A and B are teams."""


Results: TypeAlias = list[Match] | list[Game]
Played = TypeVar("Played", list[Match], list[Game])


def read(path: Path | str) -> Results:
    """Read a file of matches or of games; the headings say which it is."""
    table = Table(path, COLUMNS)
    who = TEAMS if "team_a" in table or "team_b" in table else PLAYERS
    if "margin" not in table:
        table.need(who + OF_A_MATCH, who + OF_A_GAME)
        return _grouped(table, [_match(row, who) for row in table])
    table.need(who + OF_A_GAME)
    both = [column for column in OF_A_MATCH if column in table]
    if both:
        raise InputError(
            f"{table.file}: margin says that a row is a game, {', '.join(both)} that it is a "
            "match; leave one of them out."
        )
    return _grouped(table, [_game(row, who) for row in table])


def _grouped(table: Table, results: Played) -> Played:
    """The results, once everybody in them is found to be in one group."""
    if "group" not in table:
        return results
    groups: dict[str, str] = {}
    for row, result in zip(table, results):
        own = row.filled("group")
        for name in (result.player_a, result.player_b):
            first = groups.setdefault(name.casefold(), own)
            if first.casefold() != own.casefold():
                raise row.wrong(f"{name} is in group {own} here and in {first} above; correct it")
    return results


def players(results: Sequence[Match | Game]) -> list[str]:
    """Everybody in the results, in the order in which they first appear.

    >>> players([Match("Ann", "Bob", 2, 21.5, 18.5), Match("Cleo", "ann", 2, 20, 20)])
    ['Ann', 'Bob', 'Cleo']
    """
    first: dict[str, str] = {}
    for row in results:
        for name in (row.player_a, row.player_b):
            first.setdefault(name.casefold(), name)
    return list(first.values())


def groups(results: Sequence[Match | Game]) -> dict[str, list[str]]:
    """The players of each group, in the order in which they first appear.

    >>> groups([Match("Ann", "Bob", 2, 21.5, 18.5, group="A"), Match("Cy", "Di", 2, 20, 20)])
    {'A': ['Ann', 'Bob'], '': ['Cy', 'Di']}
    """
    first = {row.group.casefold(): row.group for row in reversed(results)}
    rows = {key: [row for row in results if row.group.casefold() == key] for key in first}
    found = dict.fromkeys(row.group.casefold() for row in results)
    return {first[key]: players(rows[key]) for key in found}


def _opponents(row: Row, who: Sequence[str]) -> tuple[str, str]:
    a, b = (row.filled(column) for column in who)
    if a.casefold() == b.casefold():
        raise row.wrong(f"{a} plays against himself; correct {who[0]} or {who[1]}")
    return a, b


def _beside(row: Row, who: Sequence[str]) -> tuple[str, str, str]:
    """The event, the group, and who played for the teams."""
    names = [row.text(column) for column in PLAYERS] if who is TEAMS else []
    return row.text("event"), row.text("group"), " – ".join(filter(None, names))


def _match(row: Row, who: Sequence[str]) -> Match:
    a, b = _opponents(row, who)
    games = row.whole("games")
    if games < 1:
        raise row.wrong(f"games must be 1 or more, not {games}; leave out what was not played")
    tps_a, tps_b = row.number_in("tps_a"), row.number_in("tps_b")
    return Match(a, b, games, tps_a, tps_b, *_beside(row, who))


def _game(row: Row, who: Sequence[str]) -> Game:
    a, b = _opponents(row, who)
    minutes_a, minutes_b = _minutes(row, "minutes_a"), _minutes(row, "minutes_b")
    margin = row.whole("margin")
    return Game(a, b, margin, minutes_a, minutes_b, *_beside(row, who))


def _minutes(row: Row, column: str) -> float | None:
    minutes = row.number_or_none(column)
    if minutes is not None and minutes < 0:
        raise row.wrong(f"{column} must not be negative, and is {minutes:g}; correct it")
    return minutes
