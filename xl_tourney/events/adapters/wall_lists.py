"""The games of wall lists, which stand in the rows of both players, and those of the page Games.

Of a game that Ann, No. 1, won against Bob, No. 2, the rows have ``2w1`` and ``1b0``; the page Games
has ``1-0`` once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...grammar.references import CellAddress
from ...readers.entrants import is_bye
from ..cells import Row, format_text
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


Signs = Mapping[str, tuple[str, str]]
"""By a result of the page Games, also a blank one, what White's cell has for it, and Black's."""


class ListedGame(Row):
    """A game of a wall list as a row of the page Games."""

    def __init__(
        self,
        row: Row,
        values: Mapping[str, Any],
        seats: Mapping[CellAddress, Seat],
        contents: Iterable[Any],
        result: Callable[[Iterable[Any]], str],
    ) -> None:
        super().__init__(row.table, row.number_on_sheet, values)
        self._seats, self._result_in = seats, result
        self._contents = dict(zip(seats, contents))
        self["result"] = result(self._contents.values())

    def cell(self, key: str) -> CellAddress:
        """White's cell."""
        return next(iter(self._seats))

    @property
    def contents(self) -> dict[CellAddress, Any]:
        """What White's cell and Black's hold."""
        return self._contents

    def read(self, value: Callable[[CellAddress], Any]) -> None:
        """Take what they hold now."""
        self._contents = {cell: value(cell) for cell in self._seats}
        self["result"] = self._result_in(self._contents.values())

    def heading(self, key: str) -> str:
        """What a column is called on the page Games."""
        return key.capitalize()

    def typed(self, written: Sequence[str]) -> dict[CellAddress, str]:
        """What White's cell and Black's hold for a result."""
        return {cell: seat.write(sign) for (cell, seat), sign in zip(self._seats.items(), written)}


def list_games(event: Event, seat_in: Callable[[str], Seat | None], signs: Signs) -> Iterator[Row]:
    """The games of a wall list where it is known who has White, and those of the page Games."""

    def result_in(contents: Iterable[Any]) -> str:
        seats = map(seat_in, map(format_text, contents))
        written = tuple(seat.sign if seat else None for seat in seats)
        return next((one for one, both in signs.items() if both == written), "?")

    rows = event.rows("r_1")
    for key in rounds_of(rows[0]) if rows else ():
        for number, row in enumerate(rows, 1):
            white = seat_in(row.text(key))
            if not white or white.colour != "w" or white.opponent > len(rows):
                continue
            other = rows[white.opponent - 1]
            black = seat_in(other.text(key))
            if not black or black.opponent != number:
                continue
            values = {"round": key[2:], "white": number, "black": white.opponent}
            seats = {row.cell(key): white, other.cell(key): black}
            yield ListedGame(row, values, seats, (row[key], other[key]), result_in)
    yield from event.rows("white", "black", "result")


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
