"""Bridge: match-points on the standard, ACBL and modified scales, and Neuberg's formula."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from operator import eq, gt, lt
from typing import Any, Literal, NamedTuple

from ...catalogue.cells import div0_error, num_error
from ...catalogue.declaration import function
from ...catalogue.derivation import Step, Subject, counted, sentence, step
from ...catalogue.expression import Term, any_of, refuse, to_term, where
from ...catalogue.kinds import BoardWhole, Each, EachWhole
from .travellers import CATEGORY, ArtificialScore, Side, Traveller

Method = Literal["standard", "acbl", "modified", "wignall", "ascherman"]


class Scale(NamedTuple):
    """How a score is compared with the other scores of its board."""

    win: Any
    """The points for a lower score; an equal one is worth half as much."""
    counts_itself: Any = False
    """Whether a score is also compared with itself, as an equal one."""

    @property
    def itself(self) -> Any:
        """The points that the comparison with itself would add where it is left out."""
        return where(self.counts_itself, 0, self.win / 2)

    def top(self, expected: Any, actual: Any = None) -> Any:
        """Both sides' points for a score among so many results.

        Where a score counts itself, the top is that of the actual results, if there are any.
        """
        results = expected if actual is None else where(actual == 0, expected, actual)
        return self.win * where(self.counts_itself, results, expected - 1)

    def compare(self, lower: Any, equal: Any) -> Any:
        """The points of a score that beats and equals so many scores; it equals itself, too."""
        return self.win * (lower + equal / 2)

    def factor(self, compared: Any, actual: Any, expected: Any) -> Any:
        """Neuberg's formula: a comparison among the actual results, factored to the expected."""
        return compared * expected / actual - self.itself

    def neuberg(self, points: Any, actual: Any, expected: Any) -> Any:
        """The same of points, which have the comparison with itself only if it counts."""
        return self.factor(points + self.itself, actual, expected)

    def points(self, compared: Any, actual: Any, expected: Any) -> Any:
        """The points of a comparison; the modified ones stay out of the actual results."""
        plain = Scale(self.win)
        return where(self.counts_itself, compared, lambda: plain.factor(compared, actual, expected))


FULL_PERCENT = 100


def percent_of_top(points: Any, top: Any, full: Any = FULL_PERCENT) -> Any:
    """Points in percent of the full top."""
    return full * points / top


def share_of_top(percent: Any, top: Any, full: Any = FULL_PERCENT) -> Any:
    """The points of an artificial score, which is given in percent of the full top."""
    return percent * top / full


WIN, ACBL_WIN = 2, 1
"""The points for a lower score on the usual scale, and on the ACBL's."""


def win_of(method: Any, win: Any = WIN) -> Any:
    """The points for a lower score by a method, ``win`` by the usual ones."""
    return where(method == "acbl", ACBL_WIN, win)


def scale_of(method: Any, win: Any = WIN) -> Scale:
    """The scale of a method; the modified one is the usual one, but for the comparison."""
    counts_itself = any_of(*(method == name for name in ("modified", "wignall", "ascherman")))
    return Scale(win_of(method, win), counts_itself)


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
    scale = scale_of(method)
    compared = sorted(score for score in scores if not isinstance(score, ArtificialScore))
    actual, expected = len(compared), max(results, len(scores))
    top = scale.top(expected, actual)

    def award(score: float | ArtificialScore) -> float:
        if isinstance(score, ArtificialScore):
            percentage = score.of(side)
            return percentage if show == "percent" else float(share_of_top(percentage, top))
        lower, not_higher = bisect_left(compared, score), bisect_right(compared, score)
        beaten = lower if side == "NS" else actual - not_higher
        points = float(scale.points(scale.compare(beaten, not_higher - lower), actual, expected))
        if show == "points":
            return points
        if top == 0:
            raise div0_error("the only result of a board has no percentage")
        return float(percent_of_top(points, top))

    return [award(score) for score in scores]


@MATCHPOINT.derivation
def _derivation_of_matchpoints(
    of: Subject, scores: Sequence[Term], method: Term, show: Term, side: Term, results: Term
) -> Iterator[Step]:
    scale, own, board = scale_of(method.value), scores[of.row], of.board("scores")
    real = [score for score in scores if not isinstance(score.parsed, ArtificialScore)]
    actual = Term(float(len(real)), f"COUNT({board})")
    due = f"MAX({results.formula},COUNTA({board})-COUNTBLANK({board}))"
    expected = Term(float(max(results.value, len(scores))), due)
    top = scale.top(expected, actual)
    if isinstance(own.parsed, ArtificialScore):
        percentage = to_term(own.parsed.of(side.value))
        yield step("{score} is worth {percent}% of the full top.", score=own, percent=percentage)
        if show.value == "points":
            points = share_of_top(percentage, top)
            yield step("Of a top of {top} these are {points}.", top=top, points=points)
        return

    def count(sign: str, is_counted: Callable[[Any, Any], Any]) -> Term:
        found = sum(bool(is_counted(score.value, own.value)) for score in real)
        return Term(float(found), f'COUNTIF({board},"{sign}"&{own.formula})')

    beaten = count("<", lt) if side.value == "NS" else count(">", gt)
    equal = count("=", eq)
    comparison = scale.compare(beaten, equal)
    points = comparison - scale.itself
    others = actual - 1
    compared = counted(
        others,
        "Of the {others} other score, {own} beats {beaten} and equals {equal}",
        "Of the {others} other scores, {own} beats {beaten} and equals {equal}",
    )
    gives = counted(
        points,
        "at {win} and {tie} that is {points} match-point",
        "at {win} and {tie} that is {points} match-points",
    )
    itself = sentence("with {tie} for itself")
    yield step(
        f"{compared}; {gives}, {itself}." if scale.counts_itself else f"{compared}; {gives}.",
        others=others,
        own=own,
        beaten=beaten,
        equal=equal - 1,
        win=scale.win,
        tie=scale.win / 2,
        points=points,
    )
    if not scale.counts_itself and expected.value != actual.value:
        factored = scale.points(comparison, actual, expected)
        yield step(
            "{expected} results are due: by Neuberg ({points} + {tie})·{expected}/{actual} − {tie} "
            "= {factored}.",
            expected=expected,
            points=points,
            actual=actual,
            tie=scale.itself,
            factored=factored,
        )
        points = factored
    if show.value == "percent":
        percent = percent_of_top(points, top)
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
    scale = scale_of(method)
    refuse(
        any_of(actual < 0, expected < actual),
        lambda: num_error(f"actual must be 0 to expected, but it is {actual} of {expected}"),
    )
    refuse(actual == 0, lambda: div0_error("there is no actual result"))
    top = scale.top(actual)
    refuse(
        any_of(matchpoints < 0, matchpoints > top),
        lambda: num_error(
            f"matchpoints is {matchpoints:g}; among {actual} results it must be 0 to {top:g}"
        ),
    )
    factored: float = scale.neuberg(matchpoints, actual, expected)
    return factored


@NEUBERG.derivation
def _derivation_of_neuberg(
    of: Subject, matchpoints: Term, actual: Term, expected: Term, method: Term
) -> Iterator[Step]:
    scale = scale_of(method.value)
    yield step(
        "{points} match-points among {actual} results, with {itself} for the comparison with "
        "itself, stand for ({points} + {itself})·{expected}/{actual} − {itself} among {expected}: "
        "{factored}.",
        points=matchpoints,
        actual=actual,
        itself=scale.itself,
        expected=expected,
        factored=scale.neuberg(matchpoints, actual, expected),
    )
