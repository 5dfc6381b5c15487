"""The results of kdice: games of a player that end in another place."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import permutations

from ...functions import CATALOGUE
from ...readers.kdice import FINISHES, SEATS
from ..cells import Row
from ..event import Event
from .results import (
    Alternative,
    DecidingFigure,
    Ladder,
    Rivals,
    TypedResult,
    format_size,
    normalize,
)

FIGURES = {"": DecidingFigure("score", rounding=0.01, is_only=True)}
LIST_SLIP = None
SLIPS = ()
_PERCENT = 100
_PRECISION = 1e-9
Luck = Callable[[Sequence[float]], float]
"""Gives by how much the TAPL of other finishes is more."""


def read_results(event: Event, rivals: Rivals) -> list[TypedResult]:
    """The finishes of two players; those of others do not matter to them."""
    return [
        TypedResult(row.sides("name"), "", _ladders(row, _luck(row, rivals)))
        for row in event.rows("name", *FINISHES)
        if row.sides("name") <= rivals.names and event.can_change(*map(row.cell, FINISHES))
    ]


def _luck(row: Row, rivals: Rivals) -> Luck | None:
    """What other finishes do to the score; None where that is not TAPL."""
    games = row.number("games")

    def luck(finishes: Sequence[float]) -> float:
        return float(CATALOGUE["TAPL"]([finishes], games))

    score = rivals.number("score", normalize(row.text("name")))
    if not games or score is None:
        return None
    current = luck(_finishes(row))
    is_score = math.isclose(current, score, rel_tol=_PRECISION)
    return (lambda finishes: luck(finishes) - current) if is_score else None


def _finishes(row: Row) -> list[float]:
    return [row.number(key) or 0.0 for key in FINISHES]


def _ladders(row: Row, luck: Luck | None) -> list[Ladder]:
    """One game and more that end in one place instead of another."""
    games, finishes, name = row.number("games"), _finishes(row), row.text("name")
    share = _PERCENT / games if games else 1.0

    def moved(old: int, new: int, count: int) -> Alternative:
        changed = [*finishes]
        changed[old] = round(finishes[old] - count * share, 12)
        changed[new] = round(finishes[new] + count * share, 12)
        moved_games = format_size(count, "game")
        return Alternative(
            (float(count), float(count * abs(new - old))),
            {row.cell(FINISHES[place]): changed[place] for place in (old, new)},
            f"{moved_games} of {name} in {SEATS[new]} place instead of {SEATS[old]}",
            moved_games,
            {normalize(name): luck(changed)} if luck else None,
        )

    return [
        [moved(old, new, count) for count in range(1, int(round(finishes[old] / share, 6)) + 1)]
        for old, new in permutations(range(len(FINISHES)), 2)
    ]
