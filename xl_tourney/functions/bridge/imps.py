"""Bridge: international match-points, cross-IMPs and Butler scoring."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from ...catalogue.cells import div0_error, num_error
from ...catalogue.declaration import function
from ...catalogue.derivation import Step, Subject, counted, step
from ...catalogue.docstrings import SharedHelp
from ...catalogue.expression import Term, apply, look_up, nearest_multiple, total, total_of
from ...catalogue.kinds import Board, Each, Whole
from .contracts import SCORE_STEP
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
    won: float = imps(difference)
    return won


def imps(difference: Any, scale: Any = IMP_SCALE) -> Any:
    """The IMPs for a difference: one is won, or lost, for each step of the scale."""
    return _steps_reached(difference, scale) - _steps_reached(0 - difference, scale)


def _steps_reached(difference: Any, scale: Any) -> Any:
    """How many steps a difference reaches; of a range of differences, which steps each reaches."""
    if isinstance(difference, Term) and difference.is_array:
        return (difference >= scale) * 1
    formula = "SUMPRODUCT(({0}>={1})*1)"
    return apply(lambda own, steps: float(bisect_right(steps, own)), formula, difference, scale)


@IMPS.derivation
def _derivation_of_imps(of: Subject, difference: Term) -> Iterator[Step]:
    yield from _convert(difference)


def _convert(difference: Term) -> Iterator[Step]:
    figure = imps(difference)
    yield step(
        counted(
            abs(figure),
            "A difference of {difference} is at least {least} on the scale: {imps} IMP.",
            "A difference of {difference} is at least {least} on the scale: {imps} IMPs.",
        ),
        difference=difference,
        least=look_up(abs(difference), IMP_SCALE, IMP_SCALE),
        imps=figure,
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
    times = Counter(scores)
    imps_of = {own: cross_imps(own, times, times.values(), len(scores)) for own in times}
    return _for_side([imps_of[score] for score in scores], side)


def cross_imps(own: Any, scores: Any, times: Any, results: Any, scale: Any = IMP_SCALE) -> Any:
    """The mean of the IMPs against the other results; each score counts so many times."""
    won = total_of(lambda score, count: count * imps(own - score, scale), scores, times)
    return won / (results - 1)


@CROSS_IMPS.derivation
def _derivation_of_cross_imps(of: Subject, scores: Sequence[Term], side: Term) -> Iterator[Step]:
    own = scores[of.row]
    others = [score for row, score in enumerate(scores) if row != of.row]
    won = [imps(own - other if side.value == "NS" else other - own) for other in others]
    shown = list(zip(others, won))[:_MOST_SHOWN]
    terms: dict[str, object] = {}
    for at, (other, gained) in enumerate(shown):
        terms |= {f"score_{at}": other, f"imps_{at}": gained}
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
    datum = round_datum(sum(score / len(counted) for score in counted))
    return _for_side([imps(score - datum) for score in scores], side)


def round_datum(mean: Any, step: Any = SCORE_STEP) -> Any:
    """The datum: the mean of the scores that count, to the nearest score that there can be."""
    return nearest_multiple(mean, step)


@BUTLER.derivation
def _derivation_of_butler(
    of: Subject, scores: Sequence[Term], side: Term, drop: Term
) -> Iterator[Step]:
    ordered = sorted(scores, key=lambda score: float(score.value))
    counted = ordered[drop.value : len(ordered) - drop.value]
    mean = total(counted) / len(counted)
    datum = round_datum(mean)
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
