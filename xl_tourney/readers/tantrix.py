"""Tantrix results: one row a match, or one row a game, as CSV.

A match has ``player_a``, ``player_b``, ``games``, ``tps_a`` and ``tps_b``; a game has ``player_a``,
``player_b`` and ``margin`` (the tiles of A less those of B), and may have ``minutes_a`` and
``minutes_b``.  Both may have ``event``, a text that is kept with the result, and ``group``, in
which case everybody is in one group.  With ``team_a`` and ``team_b`` a row counts for the teams,
and the players are kept with the result.  Other columns are ignored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypeVar

from ..errors import InputError
from .files import Document
from .results_csv import Columns, Row, Table, format_rows

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
"""The accepted headings, in any letter case, with or without spaces and punctuation."""

PLAYERS = ("player_a", "player_b")
TEAMS = ("team_a", "team_b")
MATCH_COLUMNS = ("games", "tps_a", "tps_b")
GAME_COLUMNS = ("margin",)


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
    """Read a file of matches or of games, told apart by the headings."""
    table = Table(path, COLUMNS)
    sides = TEAMS if "team_a" in table or "team_b" in table else PLAYERS
    if "margin" not in table:
        table.require_columns(sides + MATCH_COLUMNS, sides + GAME_COLUMNS)
        return _check_groups(table, [_parse_match(row, sides) for row in table])
    table.require_columns(sides + GAME_COLUMNS)
    match_columns = [column for column in MATCH_COLUMNS if column in table]
    if match_columns:
        raise InputError(
            f"{table.file}: margin says that a row is a game, {', '.join(match_columns)} "
            "that it is a match; leave one of them out."
        )
    return _check_groups(table, [_parse_game(row, sides) for row in table])


def _check_groups(table: Table, results: Played) -> Played:
    """Return the results if every player is in one group; else raise an error."""
    if "group" not in table:
        return results
    groups: dict[str, str] = {}
    for row, result in zip(table, results):
        group = row.required_text("group")
        for name in (result.player_a, result.player_b):
            first = groups.setdefault(name.casefold(), group)
            if first.casefold() != group.casefold():
                raise row.error(f"{name} is in group {group} here and in {first} above; correct it")
    return results


def players(results: Sequence[Match | Game]) -> list[str]:
    """Everybody in the results, in the order in which they first appear.

    >>> players([Match("Ann", "Bob", 2, 21.5, 18.5), Match("Cleo", "ann", 2, 20, 20)])
    ['Ann', 'Bob', 'Cleo']
    """
    names: dict[str, str] = {}
    for row in results:
        for name in (row.player_a, row.player_b):
            names.setdefault(name.casefold(), name)
    return list(names.values())


def groups(results: Sequence[Match | Game]) -> dict[str, list[str]]:
    """The players of each group, in the order in which they first appear.

    >>> groups([Match("Ann", "Bob", 2, 21.5, 18.5, group="A"), Match("Cy", "Di", 2, 20, 20)])
    {'A': ['Ann', 'Bob'], '': ['Cy', 'Di']}
    """
    names = {row.group.casefold(): row.group for row in reversed(results)}
    rows = {key: [row for row in results if row.group.casefold() == key] for key in names}
    keys = dict.fromkeys(row.group.casefold() for row in results)
    return {names[key]: players(rows[key]) for key in keys}


def _parse_sides(row: Row, sides: Sequence[str]) -> tuple[str, str]:
    a, b = (row.required_text(column) for column in sides)
    if a.casefold() == b.casefold():
        raise row.error(f"{a} plays against himself; correct {sides[0]} or {sides[1]}")
    return a, b


def _annotations(row: Row, sides: Sequence[str]) -> tuple[str, str, str]:
    """The event, the group, and who played for the teams."""
    names = [row.text(column) for column in PLAYERS] if sides is TEAMS else []
    return row.text("event"), row.text("group"), " – ".join(filter(None, names))


def _parse_match(row: Row, sides: Sequence[str]) -> Match:
    a, b = _parse_sides(row, sides)
    games = row.required_integer("games")
    if games < 1:
        raise row.error(f"games must be 1 or more, not {games}; leave out what was not played")
    tps_a, tps_b = row.required_number("tps_a"), row.required_number("tps_b")
    return Match(a, b, games, tps_a, tps_b, *_annotations(row, sides))


def _parse_game(row: Row, sides: Sequence[str]) -> Game:
    a, b = _parse_sides(row, sides)
    minutes_a, minutes_b = _parse_minutes(row, "minutes_a"), _parse_minutes(row, "minutes_b")
    margin = row.required_integer("margin")
    return Game(a, b, margin, minutes_a, minutes_b, *_annotations(row, sides))


def _parse_minutes(row: Row, column: str) -> float | None:
    minutes = row.optional_number(column)
    if minutes is not None and minutes < 0:
        raise row.error(f"{column} must not be negative, and is {minutes:g}; correct it")
    return minutes


def format_csv(results: Results) -> Document:
    """Matches or games as :func:`read` takes them."""
    by_game = any(isinstance(row, Game) for row in results)
    return format_rows(
        COLUMNS, map(vars, results), PLAYERS + (GAME_COLUMNS if by_game else MATCH_COLUMNS)
    )
