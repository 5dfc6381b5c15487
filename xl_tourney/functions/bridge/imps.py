"""Bridge: international match-points, cross-IMPs and Butler scoring."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Annotated

from ...catalogue.cells import div0_error, num_error, round_to_multiple
from ...catalogue.declaration import function
from ...catalogue.derivation import Step, Subject, Term, apply, step, total
from ...catalogue.docstrings import SharedHelp
from ...catalogue.kinds import Board, Each, Whole
from .travellers import CATEGORY, Side

IMP_SCALE = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The least difference that gives 1, 2 … 24 IMPs (Law 78B)."""

BoardScores = Annotated[
    Board,
    SharedHelp(
        "North-South's scores, a column for each board or a single row for one board; blank where "
        "the board was not played.",
        {"#VALUE!": "A score is no number; an artificial score has no difference to convert."},
    ),
]


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


_SCALE = f"{{{','.join(map(str, IMP_SCALE))}}}".replace("{", "{{").replace("}", "}}")
_IMPS = f"SIGN({{0}})*IFERROR(MATCH(ABS({{0}}),{_SCALE},1),0)"
"""What IMPS gives, by native functions."""


@IMPS.derivation
def _derivation_of_imps(of: Subject, difference: Term) -> Iterator[Step]:
    yield from _convert(difference)


def _convert(difference: Term) -> Iterator[Step]:
    imps = apply(IMPS.rule, _IMPS, difference)
    least = IMP_SCALE[int(abs(imps.value)) - 1] if imps.value else 0
    yield step(
        "A difference of {difference} is at least {least} on the scale: {imps} IMPs.",
        difference=difference,
        least=apply(lambda _: float(least), f"IFERROR(LOOKUP(ABS({{0}}),{_SCALE}),0)", difference),
        imps=imps,
    )


def _for_side(north_south: Sequence[float], side: Side) -> list[float]:
    """The IMPs of a side: one side loses what the other wins."""
    return [imps if side == "NS" else -imps for imps in north_south]


@function(CATEGORY)
def CROSS_IMPS(scores: BoardScores, side: Side = "NS") -> list[float]:
    """IMPs against each other result of the board, averaged over them.

    Parameters
    ----------
    side
        Whose IMPs: NS or EW.

    Errors
    ------
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
        raise div0_error("the only result of a board has no other to compare with")
    ordered = sorted(scores)

    def sum_imps(score: float) -> int:
        # Each step of the scale is an IMP won from every result that is lower by the step, and an
        # IMP lost to every result that is higher by it.
        lower = sum(bisect_right(ordered, score - step) for step in IMP_SCALE)
        not_higher = sum(bisect_left(ordered, score + step) for step in IMP_SCALE)
        return lower + not_higher - len(ordered) * len(IMP_SCALE)

    return _for_side([sum_imps(score) / (len(scores) - 1) for score in scores], side)


@CROSS_IMPS.derivation
def _derivation_of_cross_imps(of: Subject, scores: Sequence[Term], side: Term) -> Iterator[Step]:
    own = scores[of.row]
    sign = 1 if side.value == "NS" else -1
    others = [score for row, score in enumerate(scores) if row != of.row]
    won = [sign * apply(IMPS.rule, _IMPS, own - other) for other in others]
    shown = list(zip(others, won))[:_MOST_SHOWN]
    terms: dict[str, object] = {}
    for at, (other, imps) in enumerate(shown):
        terms |= {f"score_{at}": other, f"imps_{at}": imps}
    listed = ", ".join(f"{{imps_{at}}} against {{score_{at}}}" for at in range(len(shown)))
    more = f" and {len(others) - len(shown)} more" if len(others) > len(shown) else ""
    yield step(f"{{own}} wins {listed}{more}.", own=own, **terms)
    together = sum(won[1:], won[0])
    yield step(
        "Together {together} over {others} others: {mean}.",
        together=together,
        others=len(others),
        mean=together / len(others),
    )


_MOST_SHOWN = 20


@function(CATEGORY)
def BUTLER(scores: BoardScores, side: Side = "NS", drop: Whole = 1) -> list[float]:
    """IMPs against the board's datum: the mean score without the highest and the lowest.

    The datum is rounded to the nearest 10, halves away from zero.

    Parameters
    ----------
    side
        Whose IMPs: NS or EW.
    drop
        How many of the highest and how many of the lowest scores the datum leaves out.

    Errors
    ------
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
        raise num_error(f"drop must not be negative; {drop} is")
    counted = sorted(scores)[drop : len(scores) - drop]
    if not counted:
        raise div0_error(f"no score is left of {len(scores)} without {drop} highest and lowest")
    datum = _datum(counted)
    return _for_side([IMPS.rule(score - datum) for score in scores], side)


def _datum(counted: Sequence[float]) -> float:
    return round_to_multiple(sum(score / len(counted) for score in counted), 10)


@BUTLER.derivation
def _derivation_of_butler(
    of: Subject, scores: Sequence[Term], side: Term, drop: Term
) -> Iterator[Step]:
    ordered = sorted(scores, key=lambda score: float(score.value))
    counted = ordered[drop.value : len(ordered) - drop.value]
    mean = total(counted) / len(counted)
    datum = apply(
        lambda _: _datum([score.value for score in counted]), "ROUND(ROUND({0}/10,9),0)*10", mean
    )
    yield step(
        "Without the {drop} highest and lowest the mean of {count} scores is {mean}, and the datum "
        "{datum}.",
        drop=drop,
        count=len(counted),
        mean=mean,
        datum=datum,
    )
    own = scores[of.row]
    yield from _convert(own - datum if side.value == "NS" else datum - own)
