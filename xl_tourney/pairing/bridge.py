"""A bridge workbook gets its movement: pairs are written into the lines of the travellers."""

from __future__ import annotations

from typing import Any

from ..errors import OptionError, typed_command
from ..events.event import Event
from ..functions.bridge.movements import MOVEMENTS, Movement, sets_of_boards, usual_movement
from ..grammar.references import CellAddress
from .pairing import Pair, Pairing
from .request import Paired, Request

_LINE = ("ns", "ew", "score")
_RESULT = ("contract", "by", "tricks", "score", "score_ew")
_PAIR = ("pair", "names")


def pair_bridge(book: Event, request: Request) -> Paired:
    """The movement of a session, by tables and boards, for the pairs that are listed on Setup.

    Of an odd number of pairs the one that meets the missing one sits out.
    """
    listed = [row.text("pair") for row in book.listed(*_PAIR)]
    tables = request.tables or -(-len(listed) // 2)
    if not tables:
        raise OptionError(
            f"{book.name}: no pairs are listed; list them on Setup, or say how many --tables."
        )
    movement, name = _movement(book, tables, request)
    pairs = listed[: 2 * tables]
    pairs += [str(number) for number in range(len(listed) + 1, 2 * tables + 1)]
    missing = {2 * tables} if request.tables is None and len(listed) % 2 else set()
    blocks = len(book.inputs("board"))
    sets = sets_of_boards(movement)
    if blocks < sets:
        raise OptionError(
            f"{book.name}: has {blocks} boards, and {sets} sets are played; "
            f"{typed_command('update', book.name, boards=sets)} makes more."
        )
    each = blocks // sets
    pairings = [
        Pairing(
            number,
            name,
            tuple(
                Pair(seat.ns, seat.ew, seat.table, boards=_boards(seat.boards, each))
                for seat in seats
                if not {seat.ns, seat.ew} & missing
            ),
            notes=(
                f"{tables} tables, {len(movement)} rounds of {each} board{'s' * (each > 1)}: "
                f"{sets * each} boards.",
            )
            if number == 1
            else (),
        )
        for number, seats in enumerate(movement, 1)
    ]
    names = {at: name for at, name in enumerate(pairs, 1) if at not in missing}
    cells = _cells(book, pairings, names, listed) if request.write else {}
    return Paired(pairings, names, cells, _played(book), sides=("NS", "EW"))


def _movement(book: Event, tables: int, request: Request) -> tuple[Movement, str]:
    """The movement that is wanted, else the usual one."""
    name = request.movement or usual_movement(tables, book.setting("Winners") == 2)
    make, sizes = MOVEMENTS[name]
    if tables not in sizes:
        step = " (even numbers)" if sizes.step == 2 else ""
        raise OptionError(
            f"{book.name}: {name} is for {sizes[0]} to {sizes[-1]} tables{step}, not {tables}; "
            f"choose another --movement, or make workbooks of at most {2 * sizes[-1]} pairs."
        )
    return make(tables), name


def _boards(number: int, each: int) -> tuple[int, ...]:
    """The boards of a set."""
    return tuple(range((number - 1) * each + 1, number * each + 1))


def _played(book: Event) -> list[str]:
    """Lines of travellers that have a score already."""
    return [
        f"{row.text('ns')} – {row.text('ew')}"
        for row in book.inputs(*_LINE)
        if not row.is_blank(*_RESULT)
    ]


def _cells(
    book: Event, pairings: list[Pairing], names: dict[int, str], listed: list[str]
) -> dict[CellAddress, Any]:
    """The lines of all travellers, in the order of the rounds, and pairs that are not listed."""
    boards = book.inputs("board")
    lines = book.inputs(*_LINE)
    room = len(lines) // len(boards)
    found: dict[CellAddress, Any] = {}
    for line in lines:
        found |= {line.cell(key): None for key in ("ns", "ew", *_RESULT) if key in line}
    used = dict.fromkeys(range(1, len(boards) + 1), 0)
    for pairing in pairings:
        for pair in pairing.pairs:
            for board in pair.boards:
                used[board] += 1
                at = (board - 1) * room + used[board]
                found[book.address(_LINE, "ns", at)] = _number(names[pair.white])
                found[book.address(_LINE, "ew", at)] = _number(names[pair.black or 0])
                found[book.address(("board",), "board", board)] = board
    most = max(used.values())
    if most > room:
        raise OptionError(
            f"{book.name}: a board has {room} lines, and {most} are needed; "
            f"{typed_command('update', book.name, tables=most)} makes more."
        )
    for at, name in names.items():
        if at > len(listed):
            found[book.address(_PAIR, "pair", at)] = _number(name)
    return found


def _number(pair: str) -> int | str:
    return int(pair) if pair.isdecimal() else pair
