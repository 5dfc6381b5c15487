"""A round, written into a go or chess workbook: on the page Games, else into the wall list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import OptionError, typed_command
from ..events.cells import Row
from ..events.event import Event
from ..functions.wall_lists import Coming, coming
from ..grammar.references import CellAddress
from ..readers.entrants import find_entrants, is_bye
from .pairing import Pair, Pairing
from .request import Request

GAME = ("white", "black", "result", "board")
"""Columns by which the page is found."""
_KEYS = ("round", "board", "white", "black", "result", "handicap")


@dataclass(frozen=True)
class WallList:
    """How a wall list writes a round."""

    columns: tuple[str, ...]
    """The columns by which it is found."""
    bye: str
    """The bye of who is left over; in a round robin that is an absence."""
    absent: str
    codes: Callable[[Pair], tuple[str, str]]
    """The cells of both players of a game without a result."""


def cells_of_round(
    book: Event,
    wall: WallList,
    pairing: Pairing,
    request: Request,
    names: Mapping[int, str],
    stand: Iterable[Pair],
) -> dict[CellAddress, Any]:
    """The games, byes and absences of a round; ``stand`` are the pairs of an older pairing."""

    def place(row: int) -> CellAddress:
        return book.address(wall.columns, f"r_{pairing.round}", row)

    found: dict[CellAddress, Any] = {place(row): None for pair in stand for row in pair.players}
    on_page = book.has_inputs(*GAME)
    if on_page:
        found |= _games_on_page(book, pairing, names)
    for pair in pairing.pairs:
        if pair.black is None:
            is_free = pairing.system == "round-robin"
            found[place(pair.white)] = wall.absent if is_free else wall.bye
        elif not on_page:
            found |= zip(map(place, (pair.white, pair.black)), wall.codes(pair))
    for row in find_entrants(request.absent, names, "--absent"):
        found[place(row)] = wall.absent
    return found


def _was_asked_for(row: Row) -> bool:
    """Whether a row is a bye that a player asked for, or an absence."""
    alone = any(is_bye(row.text(side)) for side in ("white", "black"))
    return alone and coming(row.text("result").upper()) is Coming.AWAY


def _games_on_page(
    book: Event, pairing: Pairing, names: Mapping[int, str]
) -> dict[CellAddress, Any]:
    """The games of a round, in free rows of the page; older ones of the round are cleared.

    Byes that were asked for stay.
    """
    rows = book.inputs(*GAME)
    keys = [key for key in _KEYS if key in rows[0]]
    of_round = [row for row in rows if row["round"] == pairing.round and not _was_asked_for(row)]
    found: dict[CellAddress, Any] = {row.cell(key): None for row in of_round for key in keys}
    free = [row for row in rows if row.cell("round") in found or row.is_blank(*keys)]
    games = [pair for pair in pairing.pairs if pair.black is not None]
    if len(games) > len(free):
        more = typed_command("update", book.name, games=len(rows) + len(games) - len(free))
        raise OptionError(
            f"{book.name}: the page Games has {len(free)} free rows, and {len(games)} are needed; "
            f"{more} makes more."
        )
    shared = [name.casefold() for name in names.values()]

    def named(row: int) -> Any:
        return row if shared.count(names[row].casefold()) > 1 else names[row]

    for row, pair in zip(free, games):
        values = {
            "round": pairing.round,
            "board": pair.board,
            "white": named(pair.white),
            "black": named(pair.black or 0),
            "handicap": pair.handicap or None,
        }
        found |= {row.cell(key): values.get(key) for key in keys}
    return found
