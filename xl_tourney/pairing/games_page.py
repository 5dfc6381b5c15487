"""The games of a round, written on the page Games of a go or chess workbook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import OptionError
from ..export.filled_workbook import FilledWorkbook, Row, format_text, is_blank
from ..grammar.references import CellAddress
from ..readers.entrants import is_bye
from .pairing import Pairing

GAME = ("white", "black", "result", "board")
"""Columns by which the page is found."""
_KEYS = ("round", "board", "white", "black", "result", "handicap")


_ASKED_FOR = ("H", "F", "Z", "=", "½", "0", "-", "0-", "0=")
"""Results beside Bye that are no bye of the pairing."""


def _was_asked_for(row: Row) -> bool:
    """Whether a row is a bye that a player asked for, or an absence."""
    alone = any(is_bye(format_text(row[side])) for side in ("white", "black"))
    return alone and format_text(row["result"]).upper() in _ASKED_FOR


def games_on_page(
    book: FilledWorkbook, pairing: Pairing, names: Mapping[int, str]
) -> dict[CellAddress, Any]:
    """The games of a round, in free rows of the page; older ones of the round are cleared.

    Byes that were asked for stay.
    """
    rows = book.inputs(*GAME)
    keys = [key for key in _KEYS if key in rows[0]]
    of_round = [
        at
        for at, row in enumerate(rows, 1)
        if row["round"] == pairing.round and not _was_asked_for(row)
    ]
    found: dict[CellAddress, Any] = {
        book.address(GAME, key, at): None for at in of_round for key in keys
    }
    free = [at for at, row in enumerate(rows, 1) if at in of_round or is_blank(row, *keys)]
    games = [pair for pair in pairing.pairs if pair.black is not None]
    if len(games) > len(free):
        raise OptionError(
            f"{book.name}: the page Games has {len(free)} free rows, and {len(games)} are needed; "
            f"xl-tourney update --games {len(rows) + len(games) - len(free)} makes more."
        )
    shared = [name.casefold() for name in names.values()]

    def named(row: int) -> Any:
        return row if shared.count(names[row].casefold()) > 1 else names[row]

    for at, pair in zip(free, games):
        values = {
            "round": pairing.round,
            "board": pair.board,
            "white": named(pair.white),
            "black": named(pair.black or 0),
            "handicap": pair.handicap or None,
        }
        found |= {book.address(GAME, key, at): values.get(key) for key in keys}
    return found
