"""OPERA by native formulas: all games are rated twice, first with the entry ratings."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalogue.expression import formula_of, symbol
from ...functions.go.opera import PASSES, Formula, cut
from ..parts.table import Column, ColumnKind
from .rounds import (
    GIVEN,
    IN_AN_EXTRACT,
    IS_PLAYED,
    OPPONENT,
    PLAYED,
    POINTS,
    row_of_rounds,
    sum_of_rounds,
)

_for_scored = ColumnKind(
    '=IF({row[nbw]}="","",', look={"only": "native", "may_be_na": IN_AN_EXTRACT}
)
ROUNDS_A_CELL = 10
"""How many rounds one formula rates: more would be longer than programs allow."""


class _NamedCells(Formula):
    """The formula with the named cells of the workbook."""

    a_at_zero = symbol("AZero")
    opponents_slope = symbol("AShare")


FORMULA = Formula(
    symbol("OperaVariant"),
    *map(symbol, ("AMin", "AMax", "AFrom", "ASlope")),
    *map(symbol, ("ConMinimum", "ConFrom", "ConStep", "StonePoints")),
)
"""The formula by which the named cells follow from one another."""
_FORMULA = _NamedCells(*FORMULA)


def _gain(ratings: str) -> str:
    """The points of a round less the points that the ratings let expect."""
    own, opponent = f"{{row[{ratings}]}}", f"N(INDEX({{score[{ratings}]}},{OPPONENT}))"
    advantage = formula_of(lambda stones: _FORMULA.stone * stones, GIVEN)
    return f"IF({IS_PLAYED},{POINTS}-{formula_of(_FORMULA.expectancy, own, opponent, advantage)},0)"


def rating_columns(count: int) -> Iterator[Column]:
    """The ratings after each of the two passes, the last cut to an integer; then OPERA."""

    def gain(ratings: str, first: int) -> str:
        numbers = range(first, min(count, first + ROUNDS_A_CELL - 1) + 1)
        return sum_of_rounds(numbers, _gain(ratings))

    before = "entry"
    for number in range(1, PASSES + 1):
        gains = [gain(before, 1)]
        for first in range(1 + ROUNDS_A_CELL, count + 1, ROUNDS_A_CELL):
            key, heading = (
                f"gain_{number}_{first}",
                f"Pass {number}, more than expected from R{first}",
            )
            yield _for_scored(key, heading, gain(before, first), width=12)
            gains.append(f"{{row[{key}]}}")
        after = formula_of(_FORMULA.rate, f"{{row[{before}]}}", f"({'+'.join(gains)})")
        rated = after if number < PASSES else formula_of(cut, after)
        before = f"rating_{number}"
        yield Column(
            before,
            f"Rating after pass {number}",
            f'=IF({{row[nbw]}}="",{{row[outsider]}},{rated})',
            only="native",
            may_be_na=IN_AN_EXTRACT,
        )
    opponents = sum_of_rounds(
        range(1, count + 1), f"IF({IS_PLAYED},N(INDEX({{score[{before}]}},{OPPONENT})),0)"
    )
    games = f"COUNTIF({row_of_rounds('kind', count)},{PLAYED})"
    mean = f'IF({games}=0,"",{formula_of(cut, f"({opponents})/{games}")}+0)'
    yield _for_scored("opera_", "OPERA", mean)
