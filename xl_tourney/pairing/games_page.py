"""The page Games of a workbook, where pairings arrive and results are typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..errors import OptionError
from ..export.filled_workbook import FilledWorkbook, Row, format_text, is_blank
from ..grammar.references import CellAddress
from ..readers.entrants import is_bye
from .pairing import Pair, Pairing

KEYS = ("round", "white", "black", "result")
"""Columns that a page of games has, in every game that pairs two by two."""


_ASKED_FOR = ("H", "F", "Z", "=", "½", "0", "-", "0-", "0=")


def has_page(book: FilledWorkbook) -> bool:
    """Whether a workbook has the page."""
    return book.has_inputs(*KEYS)


def _was_asked_for(row: Row) -> bool:
    """Whether a row is a bye that a player asked for, or an absence."""
    alone = any(is_bye(format_text(row[side])) for side in ("white", "black"))
    return alone and format_text(row["result"]).upper() in _ASKED_FOR


def games_cells(
    book: FilledWorkbook,
    pairing: Pairing,
    pairs: Iterable[Pair],
    names: Mapping[int, str],
    more: Callable[[Pair], Mapping[str, Any]],
) -> dict[CellAddress, Any]:
    """The games of a round, in its rows or free ones; its older games are cleared, but not byes
    that were asked for.

    ``more`` gives the other columns of a pair. Who has the name of somebody else is named by
    number.
    """
    rows = book.inputs(*KEYS)
    found: dict[CellAddress, Any] = {}
    own = {
        at
        for at, row in enumerate(rows, 1)
        if row["round"] == pairing.round and not _was_asked_for(row)
    }
    for at in own:
        for key in rows[at - 1]:
            found[book.address(KEYS, key, at)] = None
    free = [at for at, row in enumerate(rows, 1) if at in own or is_blank(row, *KEYS)]
    games = list(pairs)
    if len(games) > len(free):
        raise OptionError(
            f"{book.name}: the page Games has {len(free)} free rows, and {len(games)} are needed; "
            f"xl-tourney update --games {len(rows) + len(games) - len(free)} makes more."
        )
    shared = [name.casefold() for name in names.values()]

    def named(row: int) -> str | int:
        return row if shared.count(names[row].casefold()) > 1 else names[row]

    for at, pair in zip(free, games):
        values = {
            "round": pairing.round,
            "board": pair.board,
            "white": named(pair.white),
            "black": "Bye" if pair.black is None else named(pair.black),
            "result": None,
            **more(pair),
        }
        for key, value in values.items():
            found[book.address(KEYS, key, at)] = value
    return found
