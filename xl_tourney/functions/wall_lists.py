"""What the wall lists of all games share: a row a player, a column a round, every game twice.

A cell says whom the player met and how it went, so that every game stands there twice, once from
either side.  A game's own module says how its cells are written and when two sides agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Generic, TypeVar

from ..catalogue.cells import BLANK, describe_cell, is_blank, to_block, to_number, value_error
from ..catalogue.kinds import Kind

R = TypeVar("R")
T = TypeVar("T")

SHORT_MINUS = str.maketrans("−–—", "---")
"""Spreadsheets turn a typed minus into a longer one."""


class WallList(Generic[R]):
    """All rounds of all players, checked against each other."""

    def __init__(self, players: list[list[R]], there: list[bool], held: Sequence[int] = ()) -> None:
        self.players = players
        """Each row's rounds; all have as many, but a blank row has none."""
        self.there = there
        """Which rows hold a player; the others are blank."""
        self.held = held
        """The columns, from 0, of the rounds that have been held."""

    @property
    def rounds(self) -> int:
        """How many rounds have been held."""
        return len(self.held)

    def column(self, values: Sequence[T]) -> list[T | str]:
        """One value for each row as a result: blank for a blank row."""
        return [value if there else BLANK for value, there in zip(values, self.there)]

    def beside(self, values: Sequence[T], name: str) -> Sequence[T]:
        """Another argument's values, which must be one for each row."""
        if len(values) != len(self.players):
            raise value_error(
                f"{name} has {len(values)} rows, but wall_list has {len(self.players)}"
            )
        return values

    def beside_or_one(self, values: Sequence[float] | None, name: str) -> Sequence[float]:
        """An argument with one value for each row, or one for all; 0 when it is left out."""
        given = [0.0] if values is None else list(values)
        return self.beside(given * len(self.players) if len(given) == 1 else given, name)


class Reader(Generic[R]):
    """Reads a block of cells as a wall list, and names the cells in its errors."""

    nothing: R
    """A round of which a cell says nothing; known by identity."""
    unsaid: R
    """What it is for a player where other players' cells say that the round has been held."""

    def __init__(self, rows: Sequence[Sequence[Any]], where: str) -> None:
        self.rows = rows
        self.where = where
        self._known: dict[Any, R] = {}

    def parse(self, cell: Any, r: int, c: int) -> R:
        """What a cell that is not blank says; an error names it."""
        raise NotImplementedError

    def agreed(self, own: R, lists: Sequence[Sequence[R]], r: int, c: int) -> R:
        """A round held to the opponent's cell, and completed from it."""
        raise NotImplementedError

    def wall_list(self) -> WallList[R]:
        """The rounds as written, once both sides of every game agree."""
        nothing, unsaid = self.nothing, self.unsaid
        lists = [[self._round(r, c) for c in range(len(row))] for r, row in enumerate(self.rows)]
        for r, rounds in enumerate(lists):
            for c, own in enumerate(rounds):
                if own is not nothing:
                    rounds[c] = self.agreed(own, lists, r, c)
        there = [not all(map(is_blank, row)) for row in self.rows]
        held = [c for c, column in enumerate(zip(*lists)) if any(x is not nothing for x in column)]
        players = [
            [unsaid if rounds[c] is nothing else rounds[c] for c in held] if t else []
            for rounds, t in zip(lists, there)
        ]
        return WallList(players, there, held)

    def named(self, r: int, c: int) -> str:
        """A cell's place and what it holds, for an error."""
        cell = self.rows[r][c]
        holds = "which is blank" if is_blank(cell) else describe_cell(cell)
        return f"{self.where}, row {r + 1}, round {c + 1} ({holds})"

    def check_opponent(self, opponent: int, r: int, c: int) -> None:
        """Hold the opponent that a cell names, a row from 0, to the rows that there are."""
        if opponent >= len(self.rows):
            raise value_error(
                f"{self.named(r, c)} names row {opponent + 1}, "
                f"but the wall list has {len(self.rows)} rows"
            )
        if opponent == r:
            raise value_error(f"{self.named(r, c)} names its own row")

    def disagree(self, r: int, c: int, other: int) -> Exception:
        """The error of two cells that do not tell the same game."""
        return value_error(
            f"{self.named(r, c)} and {self.named(other, c)} must tell the same game; "
            "correct one of them"
        )

    def _round(self, r: int, c: int) -> R:
        cell = self.rows[r][c]
        if cell is None or cell == "":
            return self.nothing
        if not isinstance(cell, str):
            return self.parse(cell, r, c)
        known = self._known.get(cell)
        if known is None:
            known = self._known[cell] = self.parse(cell, r, c)
        return known


def _per_player(value: object, where: str) -> list[float]:
    rows = to_block(value)
    if len(rows[0]) != 1:
        raise value_error(f"{where} must be one column, not {len(rows[0])}")
    return [to_number(cell, f"{where}, row {r},") for r, (cell,) in enumerate(rows, 1)]


PerPlayer = Annotated[list[float], Kind("a column of numbers", _per_player, takes_range=True)]
PerPlayerOrOne = Annotated[
    list[float], Kind("a column of numbers, or one number", _per_player, takes_range=True)
]
