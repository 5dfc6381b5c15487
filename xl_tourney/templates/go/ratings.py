"""OPERA by native formulas: everything is rated from the entry ratings, and once more."""

from __future__ import annotations

from collections.abc import Iterator

from ..parts.table import Column
from .rounds import (
    ADVANTAGE,
    IN_AN_EXTRACT,
    IS_PLAYED,
    OPPONENT,
    PLAYED_ROUNDS,
    POINTS,
    sum_of_rounds,
)

ROUNDS_A_CELL = 10
"""How many rounds one formula rates: more would be longer than programs allow."""


def _expectancy(ratings: str) -> str:
    """The share of the points that a player can expect in a round.

    A falls with the lower of the two ratings; whoever receives stones has the raised one.
    """
    own, advantage = f"{{row[{ratings}]}}", f"StonePoints*{ADVANTAGE}"
    difference = f"N(INDEX({{score[{ratings}]}},{OPPONENT}))+{advantage}-{own}"
    below = f"MIN(0,{difference})+MAX(0,-{advantage})"
    a = f"MEDIAN(AMin,AMax,AZero-ASlope*{own}-AShare*({below}))"
    return f"1/(1+EXP(({difference})/{a}))"


def _con(ratings: str) -> str:
    """How far a game can move a rating."""
    v = f"((ConFrom-{{row[{ratings}]}})/ConStep)"
    text = f"SQRT(MAX(0,{v})^2+MAX(0,{v}))"
    program = f"IF({v}^2<{v},0,MAX(0,{v}+SQRT({v}^2-{v})))"
    return f'(ConMinimum+IF(OperaVariant="program",{program},{text}))'


def rating_columns(count: int) -> Iterator[Column]:
    """The ratings after each of the two passes, the last cut to an integer; then OPERA."""

    def if_player(formula: str, blank: str = '""') -> str:
        return f'=IF({{row[nbw]}}="",{blank},{formula})'

    def gain(ratings: str, first: int) -> str:
        term = f"IF({IS_PLAYED},{POINTS}-{_expectancy(ratings)},0)"
        return sum_of_rounds(range(first, min(count, first + ROUNDS_A_CELL - 1) + 1), term)

    before = "entry"
    for number in (1, 2):
        gains = [gain(before, 1)]
        for first in range(1 + ROUNDS_A_CELL, count + 1, ROUNDS_A_CELL):
            key, heading = (
                f"gain_{number}_{first}",
                f"Pass {number}, more than expected from R{first}",
            )
            yield Column(
                key,
                heading,
                if_player(gain(before, first)),
                width=12,
                only="native",
                may_be_na=IN_AN_EXTRACT,
            )
            gains.append(f"{{row[{key}]}}")
        after = f"{{row[{before}]}}+{_con(before)}*({'+'.join(gains)})"
        rated = after if number == 1 else f"TRUNC({after})"
        before = f"rating_{number}"
        yield Column(
            before,
            f"Rating after pass {number}",
            if_player(rated, "{row[outsider]}"),
            only="native",
            may_be_na=IN_AN_EXTRACT,
        )
    opponents = sum_of_rounds(
        range(1, count + 1), f"IF({IS_PLAYED},N(INDEX({{score[{before}]}},{OPPONENT})),0)"
    )
    games = PLAYED_ROUNDS.replace("#", str(count))
    mean = f'IF({games}=0,"",TRUNC(({opponents})/{games})+0)'
    yield Column("opera_", "OPERA", if_player(mean), only="native", may_be_na=IN_AN_EXTRACT)
