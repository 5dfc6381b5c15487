"""The results of kdice: games of a player that end in another place."""

from __future__ import annotations

from collections.abc import Iterator

from ...readers.kdice import FINISHES, SEATS
from .changes import Alternative, Ladder, SavedResult, format_size, normalize
from .inputs import Inputs, TypedRow

_PERCENT = 100


def read_results(inputs: Inputs, above: str, below: str) -> list[SavedResult]:
    """The finishes of two players; those of others do not matter to them."""
    names = {normalize(above), normalize(below)}
    return [
        SavedResult(frozenset({normalize(row.text("name"))}), "", list(_ladders(row)))
        for row in inputs.rows("name", *FINISHES)
        if normalize(row.text("name")) in names
        and inputs.can_change(*(row.cell(key) for key in FINISHES))
    ]


def _ladders(row: TypedRow) -> Iterator[Ladder]:
    """One game and more that end in one place instead of another."""
    games = row.number("games")
    worth = _PERCENT / games if games else 1.0
    finishes = [row.number(key) or 0.0 for key in FINISHES]
    for old in range(len(FINISHES)):
        for new in range(len(FINISHES)):
            if new != old:
                most = int(round(finishes[old] / worth, 6))
                yield [_move(row, finishes, old, new, count, worth) for count in range(1, most + 1)]


def _move(
    row: TypedRow, finishes: list[float], old: int, new: int, count: int, worth: float
) -> Alternative:
    moved = count * worth
    cells = row.cell(FINISHES[old]), row.cell(FINISHES[new])
    values = round(finishes[old] - moved, 12), round(finishes[new] + moved, 12)
    games = format_size(count, "game")
    return Alternative(
        (float(count), float(count * abs(new - old))),
        dict(zip(cells, values)),
        f"{games} of {row.text('name')} in {SEATS[new]} place instead of {SEATS[old]}",
        games,
    )
