"""The wall list of a go tournament: each row a player, each column a round.

A cell says whom the player met and how it went, so that every game stands there twice, once from
either side.  The two must agree; what one side leaves out, the other may say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypeVar

from ...catalogue.cells import (
    BLANK,
    Block,
    block,
    is_blank,
    number,
    outside,
    raise_error,
    shown,
    wrong,
)
from ...catalogue.docstrings import Shared
from ...catalogue.kinds import Kind

T = TypeVar("T")

MOST_WINS = 10**6
"""More wins against one opponent than anybody has."""

_POINTS = {"+": 1.0, "=": 0.5, "-": 0.0, "?": 0.0}
_OTHER_COLOUR = {"b": "w", "w": "b", "": ""}
_WRITTEN = (
    r"(?i)(?P<opponent>[0-9]{1,6})(?P<result>[-+=?])(?P<forfeit>!)?/?"
    r"(?:(?P<colour>[bw?])(?P<handicap>[0-9]{1,2})?)?"
)
_TYPED_MINUS = str.maketrans("−–", "--")
"""Spreadsheets turn a typed minus into a longer one."""


class Game(NamedTuple):
    """A round with an opponent, as one of its two players sees it."""

    opponent: int
    """The opponent's row, from 0."""
    points: float
    """1, ½ or 0; also 0 without a result."""
    decided: bool = True
    """Whether there is a result."""
    forfeit: bool = False
    colour: str = ""
    """b or w, where it is known."""
    handicap: int | None = None
    """The handicap stones of the game, where they are known."""
    games: float = 1.0
    """How many games this stands for; in a cross table it can be several."""

    @property
    def played(self) -> bool:
        """Whether there was a game, played to a result."""
        return self.decided and not self.forfeit

    @property
    def stones(self) -> int:
        """The handicap stones given to the opponent; below 0, taken."""
        stones = self.handicap or 0
        return -stones if self.colour == "b" else stones


class Free(NamedTuple):
    """A round without an opponent: a bye or an absence, and the points it counts."""

    points: float = 0.0
    played: Literal[False] = False


Round: TypeAlias = "Game | Free"

NOTHING = Free()
"""A round of which a cell says nothing; known by identity."""


class WallList(NamedTuple):
    """All rounds of all players, checked against each other."""

    players: list[list[Round]]
    """Each row's rounds; all have as many, but a blank row has none."""
    there: list[bool]
    """Which rows hold a player; the others are blank."""
    rounds: int = 0
    """How many rounds have been held."""

    def column(self, values: Sequence[T]) -> list[T | str]:
        """One value for each row as a result: blank for a blank row."""
        return [value if there else BLANK for value, there in zip(values, self.there)]

    def beside(self, values: Sequence[T], name: str) -> Sequence[T]:
        """Another argument's values, which must be one for each row."""
        if len(values) != len(self.players):
            raise wrong(f"{name} has {len(values)} rows, but wall_list has {len(self.players)}")
        return values

    def beside_or_one(self, values: Sequence[float] | None, name: str) -> Sequence[float]:
        """An argument with one value for each row, or one for all; 0 when it is left out."""
        given = [0.0] if values is None else list(values)
        return self.beside(given * len(self.players) if len(given) == 1 else given, name)


class _Reader:
    """Reads a block of cells as a wall list, and names the cells in its errors."""

    def __init__(self, rows: Sequence[Sequence[Any]], where: str) -> None:
        self.rows = rows
        self.where = where
        self._known: dict[str, Round] = {}

    def wall_list(self) -> WallList:
        """The rounds as written, once both sides of every game agree."""
        lists = [[self._round(r, c) for c in range(len(row))] for r, row in enumerate(self.rows)]
        for r, rounds in enumerate(lists):
            for c, own in enumerate(rounds):
                if isinstance(own, Game):
                    rounds[c] = self._checked(own, lists[own.opponent][c], r, c)
        there = [not all(map(is_blank, row)) for row in self.rows]
        held = [c for c, column in enumerate(zip(*lists)) if any(x is not NOTHING for x in column)]
        players = [[rounds[c] for c in held] if t else [] for rounds, t in zip(lists, there)]
        return WallList(players, there, len(held))

    def _named(self, r: int, c: int) -> str:
        cell = self.rows[r][c]
        holds = "which is blank" if is_blank(cell) else shown(cell)
        return f"{self.where}, row {r + 1}, round {c + 1} ({holds})"

    def _round(self, r: int, c: int) -> Round:
        cell = self.rows[r][c]
        if isinstance(cell, str):
            known = self._known.get(cell)
            if known is None:
                known = self._known[cell] = self._written(cell, r, c)
            return known
        if cell is None:
            return NOTHING
        raise self._unreadable(r, c)

    def _unreadable(self, r: int, c: int) -> Exception:
        return wrong(
            f"{self._named(r, c)} must be text: a row with its result such as 14+, 10- or 5=, "
            "0+, 0- or 0= without an opponent, or ? for no result"
        )

    def _written(self, cell: str, r: int, c: int) -> Round:
        """What a cell says; ``14+!/b3`` is a win by forfeit as Black with three stones."""
        raise_error(cell)
        text = cell.strip().translate(_TYPED_MINUS)
        if text in ("", "?"):
            return NOTHING
        found = re.fullmatch(_WRITTEN, text)
        if not found:
            raise self._unreadable(r, c)
        place, result, forfeit, colour, handicap = found.groups()
        if int(place) > len(self.rows):
            raise wrong(
                f"{self._named(r, c)} names row {int(place)}, "
                f"but the wall list has {len(self.rows)} rows"
            )
        if int(place) == 0:
            return NOTHING if result == "?" else Free(_POINTS[result])
        colour = (colour or "").lower().strip("?")
        stones = None if handicap is None else int(handicap)
        decided = result != "?"
        return Game(int(place) - 1, _POINTS[result], decided, forfeit is not None, colour, stones)

    def _checked(self, own: Game, other: Round, r: int, c: int) -> Game:
        """A game's side, held to the opponent's and completed from it."""
        if own.opponent == r:
            raise wrong(f"{self._named(r, c)} names its own row")
        if not (isinstance(other, Game) and other.opponent == r and _agree(own, other)):
            raise wrong(
                f"{self._named(r, c)} and {self._named(own.opponent, c)} must tell the same game; "
                "correct one of them"
            )
        handicap = own.handicap if own.handicap is not None else other.handicap
        if not handicap:
            return own
        colour = own.colour or _OTHER_COLOUR[other.colour]
        if not colour:
            raise wrong(f"{self._named(r, c)} must say who took the stones: b or w")
        return own._replace(colour=colour, handicap=handicap)


def _agree(own: Game, other: Game) -> bool:
    """Whether a game's two sides say the same; both may win or both lose by forfeit."""
    if (own.decided, own.forfeit) != (other.decided, other.forfeit):
        return False
    same = own.points == other.points
    if own.decided and own.points + other.points != 1 and not (own.forfeit and same):
        return False
    if own.colour and own.colour == other.colour:
        return False
    return own.handicap is None or other.handicap is None or own.handicap == other.handicap


def _is_cross_table(rows: Block) -> bool:
    """Whether a block is a cross table: as wide as high, and numbers beside the diagonal."""
    if len(rows) != len(rows[0]):
        return False
    beside = (cell for r, row in enumerate(rows) for c, cell in enumerate(row) if r != c)
    first = next((cell for cell in beside if not is_blank(cell)), None)
    return isinstance(first, (int, float, Decimal)) and not isinstance(first, bool)


def _cross_table(rows: Block, where: str) -> WallList:
    """A cross table as a wall list in which a player's games with another are one round."""

    def wins(r: int, c: int) -> float:
        name = f"{where}, row {r + 1}, column {c + 1},"
        value = number(rows[r][c], name)
        if not (0 <= value <= MOST_WINS and (2 * value).is_integer()):
            raise outside(f"{name} must be a number of wins, whole or with a half, not {value:g}")
        return value

    players: list[list[Round]] = [[] for _ in rows]
    for r, row in enumerate(rows):
        raise_error(row[r])
        if not (isinstance(row[r], str) or is_blank(row[r]) or wins(r, r) == 0):
            raise wrong(f"{where}, row {r + 1}, column {r + 1}, is a player against itself")
        for c in range(r):
            if is_blank(row[c]) != is_blank(rows[c][r]):
                raise wrong(
                    f"{where}, row {r + 1}, column {c + 1}, and row {c + 1}, column {r + 1}, "
                    "disagree: one is blank, the other is not"
                )
            own, other = wins(r, c), wins(c, r)
            if own + other:
                players[r].append(Game(c, own, games=own + other))
                players[c].append(Game(r, other, games=own + other))
    return WallList(players, [not all(map(is_blank, row)) for row in rows])


def read(value: object, where: str) -> WallList:
    """A block of cells as a wall list."""
    rows = tuple(map(tuple, block(value)))
    plain = all(type(cell) is str or cell is None for row in rows for cell in row)
    return _read_once(rows, where) if plain else _Reader(rows, where).wall_list()


@lru_cache(maxsize=4)
def _read_once(rows: tuple[tuple[str | None, ...], ...], where: str) -> WallList:
    """A wall list of texts; every criterion of a tournament asks for the same one."""
    return _Reader(rows, where).wall_list()


def read_either(value: object, where: str) -> WallList:
    """A block of cells as a wall list, or as a cross table when it holds one."""
    rows = block(value)
    return _cross_table(rows, where) if _is_cross_table(rows) else read(rows, where)


def _per_player(value: object, where: str) -> list[float]:
    rows = block(value)
    if len(rows[0]) != 1:
        raise wrong(f"{where} must be one column, not {len(rows[0])}")
    return [number(cell, f"{where}, row {r},") for r, (cell,) in enumerate(rows, 1)]


_CELLS = (
    "A row a player, a column a round: 14+ beat row 14, 10- lost, 5= drew, 5? no result yet; "
    "0+, 0-, 0= bye, absence, half-point absence; 14+/b3 colour and handicap, 22+! forfeit."
)
_ERRORS = {
    "#VALUE!": "A cell of the wall list cannot be read, names a row that is not there, or "
    "disagrees with its opponent's; the message names both.",
}

Games = Annotated[
    WallList,
    Kind("a wall list", read, matrix=True),
    Shared(_CELLS, _ERRORS),
]
GamesOrCrossTable = Annotated[
    WallList,
    Kind("a wall list or a cross table", read_either, matrix=True),
    Shared(
        f"{_CELLS} Or a cross table: wins of row against column, blank where they have not met.",
        _ERRORS | {"#NUM!": "A cell of the cross table is no number of wins."},
    ),
]
PerPlayer = Annotated[list[float], Kind("a column of numbers", _per_player, matrix=True)]
PerPlayerOrOne = Annotated[
    list[float], Kind("a column of numbers, or one number", _per_player, matrix=True)
]
