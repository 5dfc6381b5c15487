"""Bridge: match-points on the standard, ACBL and modified scales, and Neuberg's formula."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from ...catalogue.cells import div0_error, num_error
from ...catalogue.declaration import function
from ...catalogue.derivation import Quantity, Step, Subject, Term, step, to_term
from ...catalogue.kinds import BoardWhole, Each, EachWhole
from .travellers import CATEGORY, ArtificialScore, Side, Traveller

Method = Literal["standard", "acbl", "modified", "wignall", "ascherman"]


class Scale(NamedTuple):
    """How a score is compared with the other scores of its board."""

    tie: float
    """The points for an equal score; a lower score is worth twice as much."""
    counts_itself: bool = False
    """Whether a score is also compared with itself, as an equal one."""

    @property
    def self_comparison(self) -> float:
        """The points that the missing comparison with itself would add."""
        return 0.0 if self.counts_itself else self.tie

    def top(self, results: Quantity) -> Quantity:
        """The sum of both sides' points for a score among so many results."""
        return 2 * (self.tie * results - self.self_comparison)

    def factor(self, points: Quantity, actual: Quantity, expected: Quantity) -> Quantity:
        """Neuberg's formula: points among the actual results, factored to the expected ones."""
        return (points + self.self_comparison) * expected / actual - self.self_comparison


MODIFIED = Scale(1.0, counts_itself=True)
SCALES = {
    "standard": Scale(1.0),
    "acbl": Scale(0.5),
    "modified": MODIFIED,
    "wignall": MODIFIED,
    "ascherman": MODIFIED,
}


@function(CATEGORY)
def MATCHPOINT(
    scores: Traveller,
    method: Method = "standard",
    show: Literal["points", "percent"] = "points",
    side: Side = "NS",
    results: BoardWhole = 0,
) -> list[float]:
    """Match-points of each score on its board, or their percentage of the full top.

    A score gets 2 for each lower score of its board and 1 for each equal one, 1 and ½ on the ACBL
    scale.  Wignall's modified formula also compares it with itself, so that a top among n results
    is worth 2n−1 out of 2n and the size of the field no longer stretches the percentages.

    Parameters
    ----------
    scores
        North-South's scores, a column for each board or a single row for one board; blank where
        the board was not played.  Artificial scores are A+, A and A- as North-South's 60, 50 and
        40 percent with the rest for East-West, or both sides' percentages as in A6040.
    method
        standard (2 and 1), acbl (1 and ½) or modified, which wignall and ascherman also mean.
    show
        points or percent.
    side
        Whose match-points: NS or EW.
    results
        How many results the board should have, one number or a row with one for each board; 0 or
        left out for as many as it has.

    Errors
    ------
    #VALUE!
        A line of the board is neither a score nor an artificial one, or `results` is neither one
        number nor one for each board.
    #NUM!
        `results` is negative or no whole number.
    #DIV/0!
        The percentage of the only result, when no others are expected; 50 by the modified formula.

    Notes
    -----
    An error in one line is the value of its whole board; the other boards keep theirs.  Artificial
    scores count as results that the board should have, but not for the comparison.  When fewer
    results are compared than expected, standard and ACBL points are factored by Neuberg's formula,
    unrounded.  The modified percentage is the same with and without it, so modified points stay
    out of twice the results compared.

    Source
    ------
    Law 78A; Keith Wignall, The Match-Pointing Formula, section The Solution.

    Examples
    --------
    >>> MATCHPOINT([[420], [-50], [450], [430]])
    [[2.0], [0.0], [6.0], [4.0]]
    >>> MATCHPOINT([[420], [-50], [450], [430]], "acbl", "points", "EW")
    [[2.0], [3.0], [0.0], [1.0]]
    >>> MATCHPOINT([[420], [-50], [450], [430]], "modified", "percent")
    [[37.5], [12.5], [87.5], [62.5]]
    >>> MATCHPOINT([[170, 50], [140, "A6040"], [None, 100]])
    [[2.0, 0.5], [0.0, 2.4], ['', 3.5]]
    >>> MATCHPOINT([170, 140, 110], "standard", "points", "NS", 4)
    [[5.666666666666667, 3.0, 0.33333333333333326]]
    >>> MATCHPOINT(100, "standard", "percent")
    '#DIV/0!'
    """
    if results < 0:
        raise num_error(f"results must not be negative; {results} is")
    scale = SCALES[method]
    compared = sorted(score for score in scores if not isinstance(score, ArtificialScore))
    actual, expected = len(compared), max(results, len(scores))
    factored_to = float(actual if scale.counts_itself and actual else expected)
    top = scale.top(factored_to)

    def award(score: float | ArtificialScore) -> float:
        if isinstance(score, ArtificialScore):
            percentage = score.ns if side == "NS" else score.ew
            return percentage if show == "percent" else percentage * top / 100
        lower, not_higher = bisect_left(compared, score), bisect_right(compared, score)
        unfactored = scale.tie * (lower + not_higher) - scale.self_comparison
        north_south = scale.factor(unfactored, actual, factored_to)
        points = north_south if side == "NS" else top - north_south
        if show == "points":
            return points
        if top == 0:
            raise div0_error("the only result of a board has no percentage")
        return 100 * points / top

    return [award(score) for score in scores]


@MATCHPOINT.derivation
def _derivation_of_matchpoints(
    of: Subject, scores: Sequence[Term], method: Term, show: Term, side: Term, results: Term
) -> Iterator[Step]:
    scale, own, is_ns = SCALES[method.value], scores[of.row], side.value == "NS"
    real = [score for score in scores if not isinstance(score.parsed, ArtificialScore)]
    board = of.board("scores")
    actual = Term(float(len(real)), f"COUNT({board})")
    due = f"MAX({results.formula},COUNTA({board})-COUNTBLANK({board}))"
    expected = Term(float(max(results.value, len(scores))), due)
    factored_to = actual if scale.counts_itself and real else expected
    top = scale.top(factored_to)
    if isinstance(own.parsed, ArtificialScore):
        percentage = to_term(own.parsed.ns if is_ns else own.parsed.ew)
        yield step("{score} is worth {percent}% of the full top.", score=own, percent=percentage)
        if show.value == "points":
            yield step(
                "Of a top of {top} these are {points}.", top=top, points=percentage * top / 100
            )
        return
    beaten, equal = (
        Term(float(count), f'COUNTIF({board},"{sign}"&{own.formula}){less}')
        for count, sign, less in (
            (sum(s < own if is_ns else s > own for s in real), "<" if is_ns else ">", ""),
            (sum(s == own for s in real) - 1, "=", "-1"),
        )
    )
    if equal.binding:
        equal = Term(equal.value, f"({equal.formula})")
    points = scale.tie * (2 * beaten + equal + 1) - scale.self_comparison
    yield step(
        "Of {actual} scores, {own} beats {beaten} and equals {equal} others; at {win} and {tie} "
        "that is {points} match-points{itself}.".replace(
            "{itself}", ", with {tie} for itself" if scale.counts_itself else ""
        ),
        actual=actual,
        own=own,
        beaten=beaten,
        equal=equal,
        win=2 * scale.tie,
        tie=scale.tie,
        points=points,
    )
    if factored_to.value != actual.value:
        factored = scale.factor(points, actual, factored_to)
        yield step(
            "{expected} results are due: by Neuberg ({points} + {tie})·{expected}/{actual} − {tie} "
            "= {factored}.",
            expected=factored_to,
            points=points,
            actual=actual,
            tie=scale.self_comparison,
            factored=factored,
        )
        points = factored
    if show.value == "percent":
        percent = 100 * points / top
        yield step("Of a top of {top} that is {percent}%.", top=top, percent=percent)


@function(CATEGORY)
def NEUBERG(
    matchpoints: Each, actual: EachWhole, expected: EachWhole, method: Method = "standard"
) -> float:
    """Match-points among the results there are, factored to as many as there should be.

    (matchpoints + u)·expected/actual − u, where u is what the comparison with itself would add: 1
    on the standard scale, ½ on the ACBL's, 0 by the modified formula, which has it already.

    Parameters
    ----------
    matchpoints
        Match-points among the actual results.
    actual
        How many results were compared.
    expected
        How many results the board should have.
    method
        The scale of the match-points: standard, acbl or modified, which wignall and ascherman
        also mean.

    Errors
    ------
    #NUM!
        Fewer results are expected than there are, a number of results is negative or not whole,
        or the match-points are not from 0 to the full top of the actual results.
    #DIV/0!
        There is no actual result.

    Notes
    -----
    The result is unrounded; most programs show it to one decimal.

    Source
    ------
    Neuberg's formula, as the EBU's page on scoring fouled boards works it out.

    Examples
    --------
    >>> NEUBERG([[12], [10], [0]], 7, 10)
    [[17.571428571428573], [14.714285714285715], [0.4285714285714286]]
    >>> NEUBERG(3, 4, 6, "acbl")
    4.75
    >>> NEUBERG(12, 7, 6)
    '#NUM!'
    """
    if actual < 0 or expected < actual:
        raise num_error(f"actual must be 0 to expected, but it is {actual} of {expected}")
    if actual == 0:
        raise div0_error("there is no actual result")
    scale = SCALES[method]
    if not 0 <= matchpoints <= scale.top(actual):
        raise num_error(
            f"matchpoints is {matchpoints:g}; among {actual} results it must be "
            f"0 to {scale.top(actual):g}"
        )
    return scale.factor(matchpoints, actual, expected)


@NEUBERG.derivation
def _derivation_of_neuberg(
    of: Subject, matchpoints: Term, actual: Term, expected: Term, method: Term
) -> Iterator[Step]:
    scale = SCALES[method.value]
    yield step(
        "{points} match-points among {actual} results, with {itself} for the comparison with "
        "itself, stand for ({points} + {itself})·{expected}/{actual} − {itself} among {expected}: "
        "{factored}.",
        points=matchpoints,
        actual=actual,
        itself=scale.self_comparison,
        expected=expected,
        factored=scale.factor(matchpoints, actual, expected),
    )
