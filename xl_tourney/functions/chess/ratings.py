"""Chess: tie-breaks of ratings (Article 10 of C.07), and FIDE's two rating tables.

Only games over the board count, a draw as half, whatever the scoring is.  Where a player is
unrated, and nobody says what that counts as, all of Article 10 is #N/A.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from ...catalogue.cells import num_error, to_number, to_single_column, value_error
from ...catalogue.declaration import function
from ...catalogue.derivation import Argument, Step, Subject
from ...catalogue.docstrings import SharedHelp
from ...catalogue.expression import Term, any_of, named, refuse
from ...catalogue.kinds import Each, Kind, Number
from .codes import Code
from .criteria.accounts import explain
from .criteria.arithmetic import expected_percent, half_up, rating_difference
from .criteria.values import Field
from .event import CATEGORY, Event, System
from .rule_sets import NEWEST, Rules
from .unplayed_rounds import CutHigh, CutLow, check_cuts
from .wall_list import Games

RatingCode = Literal["ARO", "TPR", "PTP", "APRO", "APPO"]


def _ratings(value: object, where: str) -> list[float]:
    ratings = []
    for r, cell in enumerate(to_single_column(value, where), 1):
        rating = to_number(cell, f"{where}, row {r},")
        if rating < 0:
            raise num_error(f"{where}, row {r}, must not be negative; {rating:g} is")
        ratings.append(rating)
    return ratings


Ratings = Annotated[
    list[float],
    Kind("a column of ratings", _ratings, takes_range=True),
    SharedHelp(
        "The players' ratings in the tournament's first list, one for each row; blank or 0 where "
        "a player is unrated.",
        {
            "#VALUE!": "A rating is no number, or there is not one for each row.",
            "#NUM!": "A rating is negative.",
        },
    ),
]
Unrated = Annotated[
    Number,
    SharedHelp("The rating that unrated players count with; without it all of Article 10 is #N/A."),
]


@function(CATEGORY)
def RATING_TIEBREAK(
    wall_list: Games,
    ratings: Ratings,
    what: RatingCode,
    cut_low: CutLow = 0,
    cut_high: CutHigh = 0,
    unrated: Unrated | None = None,
    rules: Rules = NEWEST,
    system: System = "swiss",
) -> list[float | str]:
    """A tie-break of the opponents' ratings: their average, performances, perfect performances.

    Parameters
    ----------
    what
        ARO: the average rating of the opponents, rounded.  TPR: ARO and the rating difference of
        the score in per cent.  PTP: the lowest rating whose expected score is the points made.
        APRO, APPO: the average of the opponents' TPR, PTP, rounded.

    Errors
    ------
    #N/A
        A player is unrated and `unrated` is blank, or the row has no game left.
    #VALUE!
        Cuts are for ARO only.

    Notes
    -----
    Only games over the board count, also in a round robin.  Halves are rounded up.  PTP of a
    player without points is the lowest opponent less 800.

    Source
    ------
    FIDE Handbook, C.07, Articles 10.1 to 10.5, 14.1.1 and 15.2.

    Examples
    --------
    >>> RATING_TIEBREAK([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...                  ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]],
    ...                 [[2000], [1900], [1805], [1750]], "ARO")
    [[1853.0], [1852.0], [1883.0], [1853.0]]
    >>> RATING_TIEBREAK([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...                  ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]],
    ...                 [[2000], [1900], [1805], [1750]], "TPR")
    [[2046.0], [1852.0], [2008.0], [1053.0]]
    >>> RATING_TIEBREAK([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...                  ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]],
    ...                 [[2000], [1900], [1805], [1750]], "PTP")
    [[2046.0], [1849.0], [2014.0], [1005.0]]
    """
    check_cuts(cut_low, cut_high)
    if (cut_low or cut_high) and what != "ARO":
        raise value_error(f"{what} takes no cuts; cut_low and cut_high must be 0")
    field = Field(Event(wall_list, system, rules), ratings, unrated)
    return wall_list.to_column(field.values(Code(what, what, None, cut_low, cut_high)))


@RATING_TIEBREAK.derivation
def _derivation_of_rating_tie_break(
    of: Subject,
    wall_list: Argument,
    ratings: Argument | Sequence[Term],
    what: Term,
    cut_low: Term,
    cut_high: Term,
    unrated: Term | None,
    rules: Term,
    system: Term,
) -> Iterator[Step]:
    block = of.arguments["ratings"]
    assert block is not None
    listed = [float(row[0] or 0) for row in block.block]
    event = Event(wall_list.parsed, system.value, rules.value)
    field = Field(event, listed, unrated.value if unrated else None)
    code = Code(what.value, what.value, None, int(cut_low.value), int(cut_high.value))
    value = field.values(code)[of.row]
    if isinstance(value, float):
        yield from explain(of, field, code, Term(value, of.element(of.call)))


@function(CATEGORY)
def RATING_DP(p: Each) -> float:
    """The rating difference dp of a fractional score p, by FIDE's table.

    Parameters
    ----------
    p
        The score as a fraction of the games, from 0 to 1; rounded to hundredths, halves up.

    Errors
    ------
    #NUM!
        `p` is below 0 or above 1.

    Source
    ------
    FIDE Handbook, B.02, Article 8.1.1 (8.1a in older numbering).

    Examples
    --------
    >>> RATING_DP(0.75)
    193.0
    >>> RATING_DP([[0], [0.5], [0.625], [1]])
    [[-800.0], [0.0], [95.0], [800.0]]
    """
    refuse(any_of(p < 0, p > 1), lambda: num_error(f"p must be from 0 to 1, not {p:g}"))
    return rating_difference(named("percent", half_up(100 * p)))  # type: ignore[no-any-return]


@function(CATEGORY)
def EXPECTED_SCORE(difference: Each) -> float:
    """The expected score of one game, by FIDE's table.

    Parameters
    ----------
    difference
        The own rating less the opponent's; not cut off at 400.

    Source
    ------
    FIDE Handbook, B.02, Article 8.1.2 (8.1b in older numbering).

    Examples
    --------
    >>> EXPECTED_SCORE(100)
    0.64
    >>> EXPECTED_SCORE([[3], [4], [-4], [736]])
    [[0.5], [0.51], [0.49], [1.0]]
    """
    return expected_percent(difference) / 100  # type: ignore[no-any-return]
