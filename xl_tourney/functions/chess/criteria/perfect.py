"""The perfect performance, a search: the lowest rating that is expected to make the score."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from ....catalogue.cells import na_error
from ....catalogue.derivation import Step, Subject, step
from ....catalogue.expression import Term, formula_of, sum_of_rounds
from ..wall_list import PLAYED
from . import Code, Criterion, Helper, Search, register
from .arithmetic import ALL_POINTS, expected_percent_again, percent_made, without_points
from .values import Field, Value

_HALVES = {"1": 2, "=": 1, "0": 0}
"""Twice the points of a game: a draw is half a game in every rating, whatever the scoring."""


def _values(field: Field, code: Code, before: Sequence[Any]) -> list[Value]:
    ratings = field.ratings(code)
    found: list[Value] = []
    for number, rounds in enumerate(field.event.players, 1):
        games = [one for one in rounds if one.result in PLAYED]
        opponents = [ratings[game.opponent] for game in games]
        halves = sum(_HALVES[game.result] for game in games)
        none = na_error(f"row {number} has played no game").value
        found.append(_perfect(opponents, percent_made(halves)) if games else none)
    return found


def _perfect(opponents: Sequence[float], made: float) -> float:
    if not made:
        return float(without_points(min(opponents)))
    low = without_points(math.floor(min(opponents)))
    high = math.ceil(max(opponents)) + ALL_POINTS
    while low < high:
        middle = (low + high) // 2
        if sum(expected_percent_again(middle - rating) for rating in opponents) >= made:
            high = middle
        else:
            low = middle + 1
    return float(low)


def _explain(
    of: Subject, field: Field, code: Code, figure: Term, title: str, tied: Sequence[int]
) -> Iterator[Step]:
    """The opponents' ratings, and the rating that is expected to make the points."""
    ratings, block = field.ratings(code), of.arguments.get("ratings")
    for one in field.event.players[of.row]:
        if one.result in PLAYED:
            listed = block.at(one.opponent) if block else None
            rating = listed if listed and listed.value else ratings[one.opponent]
            yield step(
                "{opponent} is rated {rating}.", opponent=of.name(one.opponent), rating=rating
            )
    yield step(
        f"From these and the results of {{own}} follows {{figure}}: {title}.",
        own=of.own,
        figure=figure,
    )


# By native formulas -------------------------------------------------------------------------------

_KIND = "{row[kind_#]}"
_PLAYED = f"IF({_KIND}>=100,MOD({_KIND},10)<4,FALSE)"
_RATED = "{rounds.row[rated_#]}"


def _columns(rounds: int, code: Code, before: str) -> Iterator[Helper]:
    """Each step goes up where the expected score stays below the points made."""
    theirs = f"N(INDEX({{score[rating]}},INT({_KIND}/100)))"
    formula = f'=IF(N({_KIND})<100,"",IF({_PLAYED},{theirs},""))'
    yield Helper("rated", "R# opponent's rating", formula, of_rounds=True)
    rated = f"{{rounds.row[rated_1:rated_{rounds}]}}"
    made, games = "{row[made]}", "{row[games]}"

    def expected(rating: str) -> str:
        found = f'IF({_RATED}="",0,MATCH({rating}-{_RATED},{{per_cent[from]}})-1)'
        return sum_of_rounds(range(1, rounds + 1), found)

    def column(key: str, heading: str, formula: str) -> Helper:
        return Helper(key, heading, f'IF(OR(RatingsMissing>0,{games}=0),"",{formula})')

    last = "perfect_0"
    lowest = f"MIN({rated})"
    yield column(last, "PTP from", formula_of(without_points, f"INT({lowest})"))
    for number, size in enumerate((2**n for n in range(12, -1, -1)), 1):
        higher = f"{{row[{last}]}}+{size}"
        rises = f"{expected(higher)}<{formula_of(percent_made, made)}"
        key = f"perfect_{number}"
        yield column(key, f"PTP step {size}", f"{{row[{last}]}}+IF({rises},{size},0)")
        last = key
    none = formula_of(without_points, lowest)
    yield column("perfect", "PTP", f"IF({made}=0,{none},{{row[{last}]}}+1)")


# By LAMBDA ----------------------------------------------------------------------------------------

_LAMBDAS = {
    "XLT_PERFECT": f"""
        LAMBDA(rated, halves, IF(halves=0, {formula_of(without_points, "MIN(rated)")},
            1 + REDUCE({formula_of(without_points, "INT(MIN(rated))")} - 1, 2^(16-SEQUENCE(16)),
                LAMBDA(under, step, IF(SUM(MAP(rated, LAMBDA(rating,
                    IF(rating="", 0, XLT_EXPECTED(under+step-rating)))))
                    <{formula_of(percent_made, "halves")}, under+step, under)))))
    """,
    "XLT_PTP": """
        LAMBDA(games, ratings, LET(
            played, XLT_IS_GAME(games, FALSE),
            result, XLT_MOD(games, 100),
            halves, XLT_TOTAL(played*(2*(result=1) + (result=2))),
            facing, IF(played>0, XLT_FACING(games, ratings), ""),
            MAKEARRAY(ROWS(games), 1, LAMBDA(line, one, LET(
                rated, INDEX(facing, line, 0),
                IF(AND(rated=""), #N/A, XLT_PERFECT(rated, INDEX(halves, line, 1))))))))
    """,
}

register(
    Criterion(
        "PTP",
        "perfect performance",
        "the rating for which the score is expected.",
        "10.3",
        modifiers="U",
        rated=True,
        search=Search(
            _values, _explain, _columns, "{row[perfect]}", _LAMBDAS, "XLT_PTP(games, ratings)"
        ),
    )
)
