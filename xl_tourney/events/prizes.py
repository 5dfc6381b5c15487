"""What a workbook says of prizes and of boards: cells that have hidden names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from openpyxl import Workbook

from ..defined_names import (
    BOARD_NUMBERS,
    BOARD_PLAYERS,
    BOARD_ROUNDS,
    PRIZE_CATEGORIES,
    PRIZE_ROWS,
    PRIZE_WINNERS,
)
from ..ooxml.workbook import read_named_rows
from .games import ROUND


@dataclass(frozen=True)
class Prize:
    """A category of prizes."""

    name: str
    winners: Sequence[str]
    """As ``3. Name``, the first prize first."""
    rows: frozenset[int]
    """The rows of the standings, from 1, of the players whom it is for."""


def read_prizes(workbook: Workbook) -> list[Prize]:
    """The categories of a workbook that have a name."""
    names, winners, rows = (
        list(zip(*_read(workbook, name))) for name in (PRIZE_CATEGORIES, PRIZE_WINNERS, PRIZE_ROWS)
    )
    return [
        Prize(
            str(name),
            [str(winner) for winner in of_category if winner],
            frozenset(int(row) for row in of_rows if isinstance(row, (int, float))),
        )
        for (name,), of_category, of_rows in zip(names, winners, rows)
        if name
    ]


def read_boards(workbook: Workbook) -> Mapping[tuple[str, str], int]:
    """The typed boards, by round and the number of a player on the list."""
    rounds, numbers, players = (
        _read(workbook, name) for name in (BOARD_ROUNDS, BOARD_NUMBERS, BOARD_PLAYERS)
    )
    return {
        (f"{ROUND} {number:.0f}", f"{player:.0f}"): int(board)
        for (number,), (board,), sides in zip(rounds, numbers, players)
        for player in sides
        if isinstance(number, (int, float))
        and isinstance(board, (int, float))
        and isinstance(player, (int, float))
    }


def _read(workbook: Workbook, name: str) -> list[list[object]]:
    """The values of named cells, row by row; none without such a name."""
    return [[cell.value for cell in row] for row in read_named_rows(workbook, name)]
