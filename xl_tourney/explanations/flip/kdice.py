"""The results of kdice: games of a player that end in another place."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from ...functions import CATALOGUE
from ...readers.kdice import FINISHES, SEATS
from .changes import Alternative, Ladder, SavedResult, format_size, normalize
from .inputs import Inputs, Ranked, TypedRow

_PERCENT = 100
_PRECISION = 1e-9
Luck = Callable[[list[float]], float]
"""Gives by how much the TAPL of other finishes is more."""


def read_results(inputs: Inputs, ranked: Ranked) -> list[SavedResult]:
    """The finishes of two players; those of others do not matter to them."""
    names = {normalize(ranked.above), normalize(ranked.below)}
    return [
        SavedResult(
            frozenset({normalize(row.text("name"))}), "", list(_ladders(row, _luck(row, ranked)))
        )
        for row in inputs.rows("name", *FINISHES)
        if normalize(row.text("name")) in names
        and inputs.can_change(*(row.cell(key) for key in FINISHES))
    ]


def _luck(row: TypedRow, ranked: Ranked) -> Luck | None:
    """What other finishes do to the score; None where that is not TAPL."""
    games = row.number("games")

    def luck(finishes: list[float]) -> float:
        return float(CATALOGUE["TAPL"]([finishes], games))

    score = ranked.number("score", normalize(row.text("name")))
    if not games or score is None:
        return None
    own = luck([row.number(key) or 0.0 for key in FINISHES])
    is_score = math.isclose(own, score, rel_tol=_PRECISION)
    return (lambda finishes: luck(finishes) - own) if is_score else None


def _ladders(row: TypedRow, luck: Luck | None) -> Iterator[Ladder]:
    """One game and more that end in one place instead of another."""
    games = row.number("games")
    worth = _PERCENT / games if games else 1.0
    finishes = [row.number(key) or 0.0 for key in FINISHES]
    for old in range(len(FINISHES)):
        for new in range(len(FINISHES)):
            if new != old:
                most = int(round(finishes[old] / worth, 6))
                counts = range(1, most + 1)
                yield [_move(row, finishes, old, new, n, worth, luck) for n in counts]


def _move(
    row: TypedRow,
    finishes: list[float],
    old: int,
    new: int,
    count: int,
    worth: float,
    luck: Luck | None,
) -> Alternative:
    moved = count * worth
    cells = row.cell(FINISHES[old]), row.cell(FINISHES[new])
    values = round(finishes[old] - moved, 12), round(finishes[new] + moved, 12)
    games = format_size(count, "game")
    gains = None
    if luck:
        moved_finishes = list(finishes)
        moved_finishes[old], moved_finishes[new] = values
        gains = {normalize(row.text("name")): luck(moved_finishes)}
    return Alternative(
        (float(count), float(count * abs(new - old))),
        dict(zip(cells, values)),
        f"{games} of {row.text('name')} in {SEATS[new]} place instead of {SEATS[old]}",
        games,
        gains,
    )
