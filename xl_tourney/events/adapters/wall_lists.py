"""The games of wall lists, which stand in the rows of both players, and those of the page Games.

Of a game that Ann, No. 1, won against Bob, No. 2, the rows have ``2w1`` and ``1b0``; the page Games
has ``1-0`` once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...grammar.references import CellAddress
from ...readers.entrants import is_bye
from ..cells import Row
from ..event import Event
from .results import Alternative, TypedResult, both_ways, normalize, sides

WIN, DRAW, LOSS = 1.0, 0.5, 0.0
Write = Callable[[float], str]
"""Gives the text of a cell by the points of the player whose cell it is."""
_SHOWN = {WIN: "1\N{EN DASH}0", DRAW: "½\N{EN DASH}½", LOSS: "0\N{EN DASH}1"}


class Seat(NamedTuple):
    """A game in a cell of a wall list."""

    opponent: int
    """The opponent's number."""
    colour: str
    """w or b; blank where nobody says it."""
    sign: str
    """The result, as it is written there; blank without one."""
    write: Callable[[str], str]
    """Gives the text of the cell by the sign of a result."""


class Notation(NamedTuple):
    """How the games of a wall list are written."""

    parse: Callable[[str], Seat | None]
    """Reads a cell of the wall list; None for no game."""
    signs: Mapping[float, str]
    """How a game that was played is written there, by the points of the player whose cell it is."""
    players: tuple[str, str]
    """The columns of both players of the page Games."""
    parse_result: Callable[[str], float | None]
    """Reads a result there as the points of the first; None for no game that was played."""
    written: Mapping[float, str]
    """How it is written."""


class ListedGame(Row):
    """A game of a wall list as a row of the page Games."""

    def __init__(
        self,
        row: Row,
        values: Mapping[str, Any],
        typed: Mapping[str, Mapping[CellAddress, str]],
        contents: Mapping[CellAddress, Any],
    ) -> None:
        super().__init__(row.table, row.number_on_sheet, values)
        self.typed = typed
        """What the cells of both players hold for each result, also for a blank one."""
        self._contents = contents

    def read(self, value: Callable[[CellAddress], Any]) -> None:
        """Take what they hold now."""
        self._contents = {cell: value(cell) for cell in self._contents}
        held = (one for one, cells in self.typed.items() if cells == self._contents)
        self["result"] = next(held, "?")

    def cell(self, key: str) -> CellAddress:
        """The cell of the first player."""
        return next(iter(self._contents))

    def heading(self, key: str) -> str:
        """What a column is called on the page Games."""
        return key.capitalize()


def list_games(
    event: Event, notation: Notation, others: Mapping[str, tuple[str, str]]
) -> Iterator[Row]:
    """The games of a wall list where it is known who has White, and those of the page Games.

    ``others`` has what both cells have for results without a game, and before there is one.
    """
    signs = {
        written: (notation.signs[points], notation.signs[1 - points])
        for points, written in notation.written.items()
    } | {**others}
    rows, colour = event.rows("r_1"), notation.players[0][0]
    for key in rounds_of(rows[0]) if rows else ():
        for number, row in enumerate(rows, 1):
            seat = notation.parse(row.text(key))
            if not seat or seat.colour != colour or seat.opponent > len(rows):
                continue
            other = rows[seat.opponent - 1]
            mirrored = notation.parse(other.text(key))
            if mirrored and mirrored.opponent == number:
                both = seat.sign, mirrored.sign
                result = next((one for one, written in signs.items() if written == both), "?")
                players = dict(zip(notation.players, (number, seat.opponent)))
                values = {**players, "round": key[2:], "result": result}
                cells = {row.cell(key): row[key], other.cell(key): other[key]}
                typed = {
                    one: dict(zip(cells, (seat.write(own), mirrored.write(its))))
                    for one, (own, its) in signs.items()
                }
                yield ListedGame(row, values, typed, cells)
    yield from event.rows(*notation.players, "result")


def read_games(
    event: Event, notation: Notation, listed: Sequence[Row], possible: Collection[float]
) -> list[TypedResult]:
    """The games of the wall list and of the page Games, of players who are listed by number."""
    names = {number: row.text("name") for number, row in enumerate(listed, 1) if row.text("name")}
    in_list = _games_in_list(event, notation, names, possible)
    return [*in_list, *_games_on_page(event, notation, names, possible)]


def rounds_of(row: Row) -> list[str]:
    """The columns of the rounds in a wall list."""
    return [key for key in row if re.fullmatch(r"r_\d+", key)]


def _games_in_list(
    event: Event, notation: Notation, names: Mapping[int, str], possible: Collection[float]
) -> Iterator[TypedResult]:
    """The games of a wall list; a game whose other row is missing stands in one row alone."""
    rows, points_of = event.rows("r_1"), {sign: points for points, sign in notation.signs.items()}

    def write(seat: Seat, is_opponent: bool = False) -> Write:
        return lambda points: seat.write(notation.signs[1 - points if is_opponent else points])

    for number, row in enumerate(rows, 1):
        for key in rounds_of(row):
            seat = notation.parse(row.text(key))
            if seat is None or seat.sign not in points_of:
                continue
            points = points_of[seat.sign]
            other = rows[seat.opponent - 1] if seat.opponent <= len(rows) else None
            mirrored = notation.parse(other.text(key)) if other else None
            cells = {row.cell(key): write(seat)}
            if other and mirrored and mirrored.opponent == number and mirrored.sign in points_of:
                if seat.opponent < number or points_of[mirrored.sign] != 1 - points:
                    continue  # the game was seen already, or both have lost it
                cells[other.cell(key)] = write(mirrored, is_opponent=True)
            if event.can_change(*cells):
                opponent = names.get(seat.opponent) or f"No. {seat.opponent}"
                players = names.get(number, ""), opponent
                yield _game(players, f"round {key[2:]}", points, possible, cells)


def _games_on_page(
    event: Event, notation: Notation, names: Mapping[int, str], possible: Collection[float]
) -> Iterator[TypedResult]:
    """The games that are typed on the page Games, each once."""
    by_number = {str(number): name for number, name in names.items()}
    for row in event.rows(*notation.players, "result"):
        points, cell = notation.parse_result(row.text("result")), row.cell("result")
        one, other = (by_number.get(row.text(key), row.text(key)) for key in notation.players)
        if points is not None and event.can_change(cell) and not (is_bye(one) or is_bye(other)):
            cells = {cell: notation.written.__getitem__}
            yield _game((one, other), f"round {row.text('round')}", points, possible, cells)


def _game(
    players: tuple[str, str],
    round_: str,
    old: float,
    possible: Collection[float],
    cells: Mapping[CellAddress, Write],
) -> TypedResult:
    one, other = players

    def text(points: float) -> str:
        return f"{one} {_SHOWN[points]} {other}"

    def alternative(points: float) -> Alternative:
        winner, loser = players if points else players[::-1]
        had = f"{winner} had won against {loser}"
        if points == DRAW:
            had = f"{one} and {other} had drawn"
        gains = dict(zip(map(normalize, players), (points - old, old - points)))
        return Alternative.by(
            abs(points - old),
            "point",
            {cell: write(points) for cell, write in cells.items()},
            text(points),
            gains,
            f"if {had} in {round_}",
        )

    ladders = both_ways(old, possible, alternative)
    return TypedResult(sides(*players), f"{text(old)} ({round_})", ladders)
