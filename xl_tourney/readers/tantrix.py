"""Tantrix results: one row a match, or one row a game, as CSV.

A row with two names and no score is a fixture, one with player A alone lists a player.  With teams
a row counts for them, and the players are kept with the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from .entrants import EntrantNames, is_bye
from .files import Document
from .results_csv import CsvRow, CsvTable, format_rows
from .tables.headings import Columns
from .tables.source import Given

COLUMNS: Columns = {
    "player_a": ("player", "name", "player name", "player 1", "name a", "name 1", "a", "home"),
    "player_b": ("player 2", "name b", "name 2", "b", "away", "opponent"),
    "games": ("games played", "played", "g"),
    "tps_a": ("tp a", "tps 1", "tp 1", "points a", "score a"),
    "tps_b": ("tp b", "tps 2", "tp 2", "points b", "score b"),
    "margin": ("tiles", "tile margin", "difference"),
    "minutes_a": ("min a", "time a", "minutes 1", "time 1"),
    "minutes_b": ("min b", "time b", "minutes 2", "time 2"),
    "event": ("round", "note"),
    "group": ("pool", "section"),
    "team_a": ("team", "team 1"),
    "team_b": ("team 2",),
    "club_a": ("club", "club 1", "country", "country a", "country 1", "id", "id a", "id 1"),
    "club_b": ("club 2", "country b", "country 2", "id b", "id 2"),
}
PLAYERS = ("player_a", "player_b")
TEAMS = ("team_a", "team_b")
CLUBS = ("club_a", "club_b")
SCORE_OF_MATCH = ("tps_a", "tps_b")
SCORE_OF_GAME = ("margin", "minutes_a", "minutes_b")
MATCH_COLUMNS = ("games", *SCORE_OF_MATCH)
GAME_COLUMNS = ("margin",)
_TELL_APART = "two players of one name need the columns club_a and club_b"


@dataclass(frozen=True)
class Match:
    """The games that two players played against each other, and the TPs of each.

    Without TPs it is a fixture; without player B the row only lists player A.
    """

    player_a: str
    player_b: str = ""
    games: int | None = None
    tps_a: float | None = None
    tps_b: float | None = None
    event: str = ""
    group: str = ""
    by: str = ""
    """The players, where A and B are teams."""

    @property
    def is_played(self) -> bool:
        """Whether there is a result."""
        return self.tps_a is not None


@dataclass(frozen=True)
class TantrixGame:
    """One game: the margin in tiles, above 0 when A won, and the minutes of each player.

    Without a margin it is a fixture; without player B the row only lists player A.
    """

    player_a: str
    player_b: str = ""
    margin: int | None = None
    minutes_a: float | None = None
    minutes_b: float | None = None
    event: str = ""
    group: str = ""
    by: str = ""
    """The players, where A and B are teams."""

    @property
    def is_played(self) -> bool:
        """Whether there is a result."""
        return self.margin is not None


Results: TypeAlias = list[Match] | list[TantrixGame]
Played = TypeVar("Played", list[Match], list[TantrixGame])


def read(given: Given) -> Results:
    """Read a file of matches or of games, told apart by the headings."""
    table = CsvTable(given, COLUMNS)
    sides = TEAMS if "team_a" in table or "team_b" in table else PLAYERS
    if not _has_no_results(table, sides) and "margin" not in table:
        table.require_columns(sides + MATCH_COLUMNS, sides + GAME_COLUMNS)
    elif "margin" in table:
        table.require_columns(sides + GAME_COLUMNS)
    match_columns = [column for column in MATCH_COLUMNS if column in table]
    if "margin" in table and match_columns:
        raise table.error(
            f"margin says that a row is a game, {', '.join(match_columns)} that it is a match; "
            "leave one of them out"
        )
    rows = [_Sides(row, sides) for row in table]
    names = EntrantNames(table, (entrant for row in rows for entrant in row.entrants()))
    names.ask((row.a, row.b) for row in rows if row.b)
    if "margin" in table:
        return _check_groups(table, [_parse_game(row, names) for row in rows])
    return _check_groups(table, [_parse_match(row, names) for row in rows])


def _has_no_results(table: CsvTable, sides: Sequence[str]) -> bool:
    """Whether a file holds nothing but fixtures or players, and all its headings are known."""
    has_results = any(column in table for column in (*MATCH_COLUMNS, *SCORE_OF_GAME))
    return sides[0] in table and not has_results and not table.unknown_headings


def _check_groups(table: CsvTable, results: Played) -> Played:
    """Return the results if every player is listed once and in one group; else raise an error."""
    groups: dict[str, str] = {}
    listed: dict[str, int] = {}
    for row, result in zip(table, results):
        names = [name for name in (result.player_a, result.player_b) if name]
        if len(names) == 1:
            first_row = listed.setdefault(names[0].casefold(), row.number)
            if first_row != row.number:
                raise row.error(
                    f"{names[0]} is listed in row {first_row} already; remove one of them: "
                    f"{_TELL_APART}"
                )
        if "group" not in table:
            continue
        group = row.required_text("group")
        for name in names:
            first = groups.setdefault(name.casefold(), group)
            if first.casefold() != group.casefold() and not is_bye(name):
                raise row.error(
                    f"{name} is in group {group} here and in {first} above; correct it: "
                    f"{_TELL_APART}"
                )
    return results


def players(results: Sequence[Match | TantrixGame]) -> list[str]:
    """Everybody in the results, in the order in which they first appear; a bye is nobody.

    >>> players([Match("Ann", "Bob", 2, 21.5, 18.5), Match("Cleo", "ann"), Match("Bye", "Di")])
    ['Ann', 'Bob', 'Cleo', 'Di']
    """
    names: dict[str, str] = {}
    for row in results:
        for name in (row.player_a, row.player_b):
            if name and not is_bye(name):
                names.setdefault(name.casefold(), name)
    return list(names.values())


def groups(results: Sequence[Match | TantrixGame]) -> dict[str, list[str]]:
    """The players of each group, in the order in which they first appear.

    >>> groups([Match("Ann", "Bob", 2, 21.5, 18.5, group="A"), Match("Cy", "Di", 2, 20, 20)])
    {'A': ['Ann', 'Bob'], '': ['Cy', 'Di']}
    """
    names = {row.group.casefold(): row.group for row in reversed(results)}
    rows = {key: [row for row in results if row.group.casefold() == key] for key in names}
    keys = dict.fromkeys(row.group.casefold() for row in results)
    return {names[key]: players(rows[key]) for key in keys}


class _Sides:
    """The two sides of a row; the second is blank where it only lists a player."""

    def __init__(self, row: CsvRow, columns: Sequence[str]) -> None:
        self.row = row
        self.columns = columns
        self.a = row.required_text(columns[0])
        is_listing = row.is_blank((columns[1], *MATCH_COLUMNS, *SCORE_OF_GAME))
        self.b = "" if is_listing else row.required_text(columns[1])
        self.is_bye = is_bye(self.a) or is_bye(self.b)

    def entrants(self) -> Iterator[tuple[str, str]]:
        """The name of each side, with its club."""
        yield self.a, self.row.text(CLUBS[0])
        if self.b:
            yield self.b, self.row.text(CLUBS[1])

    def find_names(self, names: EntrantNames) -> tuple[str, str]:
        """The names of both sides."""
        a = names.find(self.row, self.a, CLUBS[0])
        b = names.find(self.row, self.b, CLUBS[1]) if self.b else ""
        if a.casefold() == b.casefold():
            raise self.row.error(
                f"{a} stands on both sides; correct {' or '.join(self.columns)}: {_TELL_APART}"
            )
        return a, b

    def has_no_score(self, columns: Sequence[str]) -> bool:
        """Whether the row is a fixture, lists a player or is a bye, whose score may be 0."""
        if not self.is_bye:
            return self.row.is_blank(columns)
        scores = [self.row.optional_number(column) for column in columns]
        if any(scores):
            raise self.row.error("a bye has no score, since nobody plays; clear it")
        return True

    def annotations(self) -> tuple[str, str, str]:
        """The event, the group, and who played for the teams."""
        by = [self.row.text(column) for column in PLAYERS] if self.columns is TEAMS else []
        return self.row.text("event"), self.row.text("group"), " – ".join(filter(None, by))


def _parse_match(sides: _Sides, names: EntrantNames) -> Match:
    a, b = sides.find_names(names)
    row = sides.row
    is_unplayed = sides.has_no_score(SCORE_OF_MATCH)
    games = None
    if not sides.is_bye and not (is_unplayed and row.is_blank(["games"])):
        games = row.required_integer("games")
        if games < 1:
            raise row.error(f"games must be 1 or more, not {games}; leave out what was not played")
    if is_unplayed:
        return Match(a, b, games, None, None, *sides.annotations())
    tps_a, tps_b = row.required_number("tps_a"), row.required_number("tps_b")
    return Match(a, b, games, tps_a, tps_b, *sides.annotations())


def _parse_game(sides: _Sides, names: EntrantNames) -> TantrixGame:
    a, b = sides.find_names(names)
    row = sides.row
    if sides.has_no_score(SCORE_OF_GAME):
        return TantrixGame(a, b, None, None, None, *sides.annotations())
    minutes_a, minutes_b = _parse_minutes(row, "minutes_a"), _parse_minutes(row, "minutes_b")
    margin = row.required_integer("margin")
    return TantrixGame(a, b, margin, minutes_a, minutes_b, *sides.annotations())


def _parse_minutes(row: CsvRow, column: str) -> float | None:
    minutes = row.optional_number(column)
    if minutes is not None and minutes < 0:
        raise row.error(f"{column} must not be negative, and is {minutes:g}; correct it")
    return minutes


def format_csv(results: Results) -> Document:
    """Matches or games as :func:`read` takes them."""
    by_game = any(isinstance(row, TantrixGame) for row in results)
    return format_rows(
        COLUMNS, map(vars, results), PLAYERS + (GAME_COLUMNS if by_game else MATCH_COLUMNS)
    )
