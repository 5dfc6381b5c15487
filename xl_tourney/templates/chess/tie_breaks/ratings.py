"""Tie-breaks of ratings by native formulas (Article 10), and FIDE's two rating tables."""

from __future__ import annotations

from collections.abc import Iterator

from ....catalogue.expression import formula_of
from ....functions.chess import ratings as rules
from ...parts import theme
from ...parts.columns import for_rounds
from ...parts.table import Column
from ..rounds import IS_OVER_THE_BOARD, OPPONENT, RESULT, sum_of_rounds
from .families import native_column

PER_CENT = [
    Column("percent", "Score in %", width=9, style=theme.VALUE),
    Column("dp", "Rating difference (B.02, 8.1.1)", width=12, style=theme.VALUE),
    Column("from", "Expected from a difference of (8.1.2)", width=13, style=theme.VALUE),
]
"""FIDE's tables: the rating difference of a score, and the expected score of a difference."""


_HALVES = ",".join(map(str, rules.HALVES.values()))
"""What a game is worth by its result: won, drawn, lost."""
_JUST_ABOVE = 0.000001
_NO_DIFFERENCE = -(10**9)


def per_cent() -> list[dict[str, object]]:
    """The rows of :data:`PER_CENT`: each per cent, and from which difference it is expected.

    A difference that is itself a limit belongs to the side of 50 per cent.
    """
    lower = [-limit for limit in reversed(rules.LARGEST_DIFFERENCE)]
    higher = [limit + _JUST_ABOVE for limit in rules.LARGEST_DIFFERENCE]
    return [
        {"percent": percent, "dp": int(rules.rating_difference(percent)), "from": least}
        for percent, least in enumerate([_NO_DIFFERENCE, *lower, *higher])
    ]


def _mean(total: str) -> str:
    return formula_of(rules.half_up, f"({total})/{{row[games]}}")


def _over_the_board(rounds: int, value: str) -> str:
    return sum_of_rounds(range(1, rounds + 1), f"IF({IS_OVER_THE_BOARD},{value},0)")


def sum_over_opponents(rounds: int, column: str) -> str:
    """The sum of a column over the opponents of games over the board."""
    return _over_the_board(rounds, f"N(INDEX({{score[{column}]}},{OPPONENT}))")


def performance_columns(rounds: int) -> Iterator[Column]:
    """The average rating of the opponents, and the tournament performance rating."""

    yield native_column("games", "Games over the board", _over_the_board(rounds, "1"))
    yield native_column(
        "made", "Half points made", _over_the_board(rounds, f"CHOOSE({RESULT},{_HALVES})")
    )
    total = sum_over_opponents(rounds, "rating")
    yield native_column(
        "average",
        "Average opponent",
        f'IF(OR(RatingsMissing>0,{{row[games]}}=0),"",{_mean(total)})',
    )
    percent = formula_of(rules.score_in_percent, "{row[made]}", "{row[games]}")
    rated = formula_of(rules.performance, "{row[average]}", f"INDEX({{per_cent[dp]}},{percent}+1)")
    yield native_column(
        "performance",
        "TPR",
        f'IF({{row[average]}}="","",{rated})',
    )


def rating_rounds(rounds: int) -> Iterator[Column]:
    """The opponent's rating of each round over the board."""
    over_the_board, opponent = (
        text.replace("rounds.row", "row") for text in (IS_OVER_THE_BOARD, OPPONENT)
    )
    formula = (
        f'=IF(N({{row[kind_#]}})<100,"",IF({over_the_board},'
        f'N(INDEX({{score[rating]}},{opponent})),""))'
    )
    yield from for_rounds(rounds, "rated", "R# opponent's rating", formula, only="native")


def average_after_cuts(rounds: int, low: int, high: int) -> str:
    """The average rating of the opponents that cuts leave (10.1)."""
    rated = f"{{rounds.row[rated_1:rated_{rounds}]}}"
    low, high = min(low, rounds), min(high, rounds)
    cuts = "".join(f"-SMALL({rated},{n})" for n in range(1, low + 1))
    cuts += "".join(f"-LARGE({rated},{n})" for n in range(1, high + 1))
    left = f"({{row[games]}}-{low + high})"
    mean = formula_of(rules.half_up, f"(SUM({rated}){cuts})/{left}")
    return f'IF(OR(RatingsMissing>0,{left}<1),"",{mean})'


def perfect_columns(rounds: int) -> Iterator[Column]:
    """The perfect performance: the lowest rating whose expected score is the points made (10.3).

    Each step goes up where the expected score stays below the points made.
    """
    rated = f"{{rounds.row[rated_1:rated_{rounds}]}}"

    def expected(rating: str) -> str:
        difference = f"{rating}-{{rounds.row[rated_#]}}"
        found = f'IF({{rounds.row[rated_#]}}="",0,MATCH({difference},{{per_cent[from]}})-1)'
        return sum_of_rounds(range(1, rounds + 1), found)

    def column(key: str, heading: str, formula: str) -> Column:
        formula = f'IF(OR(RatingsMissing>0,{{row[games]}}=0),"",{formula})'
        return native_column(key, heading, formula)

    before = "perfect_0"
    lowest = f"MIN({rated})"
    yield column(before, "PTP from", formula_of(rules.without_points, f"INT({lowest})"))
    for number, step in enumerate((2**n for n in range(12, -1, -1)), 1):
        higher = f"{{row[{before}]}}+{step}"
        rises = f"{expected(higher)}<{formula_of(rules.percent_made, '{row[made]}')}"
        key = f"perfect_{number}"
        yield column(key, f"PTP step {step}", f"{{row[{before}]}}+IF({rises},{step},0)")
        before = key
    yield column(
        "perfect",
        "PTP",
        f"IF({{row[made]}}=0,{formula_of(rules.without_points, lowest)},{{row[{before}]}}+1)",
    )


def average_of_opponents(rounds: int, column: str) -> str:
    """The mean of the opponents' performances, rounded (10.4, 10.5)."""
    mean = _mean(sum_over_opponents(rounds, column))
    return f'IF(OR(RatingsMissing>0,{{row[games]}}=0),"",{mean})'
