"""Duplicate bridge: match-points by the standard and Wignall's modified formula, Neuberg, IMPs.

Scores are from North-South's side.  Each column is a board, with a line for each table that
played it; a single row counts as one board.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from ..catalogue.cells import nearest, no_divisor, number, outside, raise_error, shown, wrong
from ..catalogue.declaration import function
from ..catalogue.kinds import Board, BoardWhole, Each, EachWhole, Kind, Whole

CATEGORY = "Bridge"
ARTIFICIAL = {"A+": "A6040", "A": "A5050", "A-": "A4060"}
IMP_SCALE = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The least difference that gives 1, 2 … 24 IMPs (Law 78B)."""

Side = Literal["NS", "EW"]
Method = Literal["standard", "acbl", "modified", "wignall", "ascherman"]


class Artificial(NamedTuple):
    """An artificial adjusted score: what each side gets, in percent of the full top."""

    ns: float
    ew: float


class Scale(NamedTuple):
    """How a score is compared with the others of its board."""

    tie: float
    """Points for an equal score; a lower one is worth twice as much."""
    itself: bool = False
    """Whether a score is also compared with itself, as an equal one."""

    @property
    def missing(self) -> float:
        """What the comparison with itself would add to a score."""
        return 0.0 if self.itself else self.tie

    def top(self, results: float) -> float:
        """What both sides' points of a line add up to."""
        return 2 * (self.tie * results - self.missing)

    def expand(self, points: float, actual: float, expected: float) -> float:
        """Points among the actual results, as they would be among the expected (Neuberg)."""
        return (points + self.missing) * expected / actual - self.missing


MODIFIED = Scale(1.0, itself=True)
SCALES = {
    "standard": Scale(1.0),
    "acbl": Scale(0.5),
    "modified": MODIFIED,
    "wignall": MODIFIED,
    "ascherman": MODIFIED,
}


def _line(cell: object, where: str) -> float | Artificial:
    """A cell of a traveller: a score, or an artificial one."""
    if not isinstance(cell, str):
        return number(cell, where)
    raise_error(cell)
    code = cell.strip().upper()
    shares = re.fullmatch(r"A([0-9]{2})([0-9]{2})", ARTIFICIAL.get(code, code))
    if not shares:
        raise wrong(
            f"{where} must be a score, or an artificial one such as A+ or A6040; "
            f"{shown(cell)} is not"
        )
    return Artificial(float(shares[1]), float(shares[2]))


Traveller = Annotated[
    list[float | Artificial],
    Kind("scores or artificial scores, one board a column", _line, True, over="board"),
]


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
        raise outside(f"results must not be negative; {results} is")
    scale = SCALES[method]
    compared = sorted(line for line in scores if not isinstance(line, Artificial))
    actual, expected = len(compared), max(results, len(scores))
    among = float(actual if scale.itself and actual else expected)
    top = scale.top(among)

    def share(line: float | Artificial) -> float:
        if isinstance(line, Artificial):
            percent = line.ns if side == "NS" else line.ew
            return percent if show == "percent" else percent * top / 100
        lower, not_higher = bisect_left(compared, line), bisect_right(compared, line)
        alone = scale.tie * (lower + not_higher) - scale.missing
        north_south = scale.expand(alone, actual, among)
        points = north_south if side == "NS" else top - north_south
        if show == "points":
            return points
        if top == 0:
            raise no_divisor("the only result of a board has no percentage")
        return 100 * points / top

    return [share(line) for line in scores]


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
        raise outside(f"actual must be 0 to expected, but it is {actual} of {expected}")
    if actual == 0:
        raise no_divisor("there is no actual result")
    scale = SCALES[method]
    if not 0 <= matchpoints <= scale.top(actual):
        raise outside(
            f"matchpoints is {matchpoints:g}; among {actual} results it must be "
            f"0 to {scale.top(actual):g}"
        )
    return scale.expand(matchpoints, actual, expected)


@function(CATEGORY)
def IMPS(difference: Each) -> float:
    """International match-points (IMPs) for a difference in score; a negative one loses them.

    Parameters
    ----------
    difference
        Own score less the score to compare with.

    Notes
    -----
    A difference that the Law's table does not list, such as 15, counts as the next lower one.

    Source
    ------
    Law 78B.

    Examples
    --------
    >>> IMPS([[10, 20, 590, 600]])
    [[0.0, 1.0, 11.0, 12.0]]
    >>> IMPS(-4000)
    -24.0
    """
    imps = bisect_right(IMP_SCALE, abs(difference))
    return float(imps if difference > 0 else -imps)


def _of_side(north_south: Sequence[float], side: Side) -> list[float]:
    """IMPs from a side's point of view: what one side wins the other loses."""
    return [imps if side == "NS" else -imps for imps in north_south]


@function(CATEGORY)
def CROSS_IMPS(scores: Board, side: Side = "NS") -> list[float]:
    """IMPs against each other result of the board, averaged over them.

    Parameters
    ----------
    scores
        North-South's scores, a column for each board or a single row for one board; blank where
        the board was not played.
    side
        Whose IMPs: NS or EW.

    Errors
    ------
    #VALUE!
        A score is no number; an artificial score has no difference to convert.
    #DIV/0!
        There is only one result.

    Notes
    -----
    An error in one line is the value of its whole board; the other boards keep theirs.

    Source
    ------
    Law 78B for the scale; the mean over the other results as cross-IMP events publish it.

    Examples
    --------
    >>> CROSS_IMPS([[420], [140], [-50]])
    [[8.5], [-1.0], [-7.5]]
    >>> CROSS_IMPS([420, 140, None, -50], "EW")
    [[-8.5, 1.0, '', 7.5]]
    """
    if len(scores) == 1:
        raise no_divisor("the only result of a board has no other to compare with")
    ordered = sorted(scores)

    def total(score: float) -> int:
        # Each step of the scale gives an IMP for every result that lies so far below.
        won = sum(bisect_right(ordered, score - step) for step in IMP_SCALE)
        kept = sum(bisect_left(ordered, score + step) for step in IMP_SCALE)
        return won + kept - len(ordered) * len(IMP_SCALE)

    return _of_side([total(score) / (len(scores) - 1) for score in scores], side)


@function(CATEGORY)
def BUTLER(scores: Board, side: Side = "NS", drop: Whole = 1) -> list[float]:
    """IMPs against the board's datum: the mean score without the highest and the lowest.

    The datum is rounded to the nearest 10, halves away from zero.

    Parameters
    ----------
    scores
        North-South's scores, a column for each board or a single row for one board; blank where
        the board was not played.
    side
        Whose IMPs: NS or EW.
    drop
        How many of the highest and how many of the lowest scores the datum leaves out.

    Errors
    ------
    #VALUE!
        A score is no number; an artificial score has no difference to convert.
    #NUM!
        `drop` is negative or no whole number.
    #DIV/0!
        No score is left for the datum.

    Notes
    -----
    An error in one line is the value of its whole board; the other boards keep theirs.

    Source
    ------
    Law 78B for the scale; the datum as Butler events publish it.

    Examples
    --------
    >>> BUTLER([[420], [170], [140], [-50]])
    [[6.0], [0.0], [-1.0], [-5.0]]
    >>> BUTLER([420, 170, 140, -50], "EW", 0)
    [[-6.0, 0.0, 1.0, 6.0]]
    >>> BUTLER([[420], [170]])
    [['#DIV/0!'], ['#DIV/0!']]
    """
    if drop < 0:
        raise outside(f"drop must not be negative; {drop} is")
    counted = sorted(scores)[drop : len(scores) - drop]
    if not counted:
        raise no_divisor(f"no score is left of {len(scores)} without {drop} highest and lowest")
    datum = nearest(sum(score / len(counted) for score in counted), 10)
    return _of_side([IMPS.rule(score - datum) for score in scores], side)
