"""kdice: skrumgaer's tests of a player's finishes against luck.

`finishes` holds how often a player came 1st … 7th, one player a row: counts, or shares when the
number of games stands beside them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from operator import sub
from typing import Annotated, NamedTuple

from ...catalogue.cells import no_divisor, not_negative, wrong
from ...catalogue.declaration import function
from ...catalogue.docstrings import Shared
from ...catalogue.kinds import Line, Row, RowNumber

CATEGORY = "kdice"
SEATS = 7
EVEN = (1 / SEATS,) * SEATS
LEVEL_RARITY = (371, 142, 54, 21, 8, 3)

Finishes = Annotated[
    Row,
    Shared(
        "How often the player came 1st … 7th, one player a row: counts, or with `games` shares "
        "(percent when they sum to more than 1.5, else fractions).",
        {
            "#VALUE!": "Finishes are not seven numbers.",
            "#NUM!": "A finish is negative.",
            "#DIV/0!": "The finishes add up to 0.",
        },
    ),
]
Games = Annotated[
    RowNumber,
    Shared(
        "Games played, a column or one number, when finishes are shares; blank for counts.",
        {"#NUM!": "Games are negative.", "#DIV/0!": "There are no games."},
    ),
]
Expected = Annotated[
    Line,
    Shared(
        "The share expected of each place, one number or seven, in percent or fractions; "
        "1/7 when left out.",
        {
            "#VALUE!": "The expected shares are neither one number nor seven.",
            "#NUM!": "An expected share is negative.",
            "#DIV/0!": "A place that is never expected was taken.",
        },
    ),
]
Levels = Annotated[
    Row,
    Shared(
        "The share of games at each table level, lowest first, one to six columns: percent when "
        "they sum to more than 1.5, else fractions.",
        {
            "#VALUE!": "There are more than six levels.",
            "#NUM!": "A level's share is negative.",
            "#DIV/0!": "The levels add up to 0.",
        },
    ),
]


class Record(NamedTuple):
    """A player's record: the games played and the share of each place."""

    games: float
    shares: Sequence[float]


def record(finishes: Sequence[float], games: float | None) -> Record:
    """A player's record from counts, or from shares when the games are given."""
    seven(finishes, "finishes")
    if not any(finishes):
        raise no_divisor("the finishes add up to 0")
    if games is None:
        total = math.fsum(finishes)
        return Record(total, [count / total for count in finishes])
    not_negative([games], "games")
    if games == 0:
        raise no_divisor("there are no games")
    return Record(games, _fractions(finishes))


def seven(row: Sequence[float], what: str) -> None:
    """Hold a row to one number for each place, none of them negative."""
    if len(row) != SEATS:
        raise wrong(f"{what} must have {SEATS} columns, not {len(row)}")
    not_negative(row, what)


def as_profile(shares: Sequence[float], what: str) -> Sequence[float]:
    """The expected share of each place, as fractions."""
    seven(shares, what)
    return _fractions(shares)


def _expected(given: Sequence[float] | None) -> Sequence[float]:
    """The expected shares of a test against luck: one number for all places, or seven."""
    if given is None:
        return EVEN
    return as_profile(list(given) * SEATS if len(given) == 1 else given, "expected")


def _fractions(shares: Sequence[float]) -> Sequence[float]:
    """A row of shares as fractions; it is in percent when it sums to more than 1.5."""
    return [value / 100 for value in shares] if sum(shares) > 1.5 else shares


def chi_square(
    played: Record,
    expected: Sequence[float],
    distance: Callable[[float, float], float] = sub,
) -> float:
    """Pearson's χ²: games·Σ distance²/expected, over the shares of the places."""
    total = 0.0
    for share, due in zip(played.shares, expected):
        if due:
            difference = distance(share, due)
            total += difference * difference / due
        elif share:
            raise no_divisor("a place that is never expected was taken")
    return played.games * total


def tapl(
    played: Record,
    expected: Sequence[float],
    distance: Callable[[float, float], float] = sub,
) -> float:
    """A test of a record against any profile: χ² in thousandths of a standard deviation."""
    return 1000 * chi_square(played, expected, distance) / math.sqrt(played.games)


def _quality(levels: Sequence[float]) -> float:
    """How much rarer than by luck a player's tables are."""
    if len(levels) > len(LEVEL_RARITY):
        raise wrong(f"levels must have at most {len(LEVEL_RARITY)} columns, not {len(levels)}")
    not_negative(levels, "levels")
    if not any(levels):
        raise no_divisor("the levels add up to 0")
    return 100 * sum(share / rarity for share, rarity in zip(_fractions(levels), LEVEL_RARITY))


@function(CATEGORY)
def TAPL(finishes: Finishes, games: Games | None = None, expected: Expected | None = None) -> float:
    """The test against pure luck: 1000·√games·Σ(share − expected)²/expected.

    Pearson's χ² against equal chances, divided by the root of the games to be expressed in
    standard deviations, in thousandths.

    Notes
    -----
    With fewer than 35 games the figure is overstated: use YATES_TAPL.  It cannot tell always first
    from always last.  Percentages are taken as they are, never made to sum to 100: whole percents
    can change the figure by a tenth.

    Source
    ------
    The collected works of skrumgaer, section i; its “160” is a slip for 1.60.

    Examples
    --------
    >>> TAPL([7, 6, 5, 4, 4, 4, 5])
    270.44936151312544
    >>> TAPL([[20, 17, 14, 11, 11, 11, 14]], 35)
    300.5368529814606
    >>> TAPL([[0, 0, 0, 0, 0, 0, 0]])
    '#DIV/0!'
    """
    return tapl(record(finishes, games), _expected(expected))


@function(CATEGORY)
def YATES_TAPL(
    finishes: Finishes, games: Games | None = None, expected: Expected | None = None
) -> float:
    """TAPL with Yates' correction, for a player with fewer than 35 games.

    Half a game is taken off each difference before it is squared, but never more than the
    difference: 1000/√games · Σ max(|count − due| − ½, 0)²/due, where due is games·expected.

    Notes
    -----
    Meant for fewer than 35 games, when fewer than five finishes are due in each place.

    Source
    ------
    The collected works of skrumgaer, section i, third note.

    Examples
    --------
    >>> YATES_TAPL([4, 2, 1, 1, 1, 1, 0])
    1141.8081122965116
    >>> YATES_TAPL([[5, 5, 5, 5, 5, 5, 5]])
    0.0
    """
    played = record(finishes, games)
    half = 0.5 / played.games
    return tapl(played, _expected(expected), lambda share, due: max(abs(share - due) - half, 0.0))


@function(CATEGORY)
def TAPL_ORIGINAL(
    finishes: Finishes, games: Games | None = None, expected: Expected | None = None
) -> float:
    """The first version of TAPL, χ² itself: games·Σ(share − expected)²/expected.

    Notes
    -----
    It grows with the games, and so compares only players who have played about as many.  The
    first version's own scale is not known; 1.60 is the χ² of the example.

    Source
    ------
    The collected works of skrumgaer, sections i and ii.

    Examples
    --------
    >>> TAPL_ORIGINAL([7, 6, 5, 4, 4, 4, 5])
    1.6
    >>> TAPL_ORIGINAL([[1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 35]])
    [[6.0], [210.0]]
    """
    return chi_square(record(finishes, games), _expected(expected))


@function(CATEGORY)
def TAPL_PVALUE(
    finishes: Finishes, games: Games | None = None, expected: Expected | None = None
) -> float:
    """The chance that luck alone does at least this: χ² upper tail, 6 degrees of freedom.

    Notes
    -----
    Below 35 games, when fewer than five finishes are due in each place, it is only a rough guide.
    The expected shares should sum to 1, and whole percents need many games to be near enough.

    Source
    ------
    Pearson's goodness-of-fit test, which section i of the collected works of skrumgaer names; for
    6 degrees of freedom the tail is exp(−h)·(1 + h + h²/2), where h is half of χ².

    Examples
    --------
    >>> TAPL_PVALUE([7, 6, 5, 4, 4, 4, 5])
    0.9525774039285098
    >>> TAPL_PVALUE([[0, 0, 0, 0, 0, 0, 1], [0, 0, 1, 3, 5, 8, 4]])
    [[0.4231900811268434], [0.008133189864816026]]
    """
    half = chi_square(record(finishes, games), _expected(expected)) / 2
    fading = math.exp(-half)
    return fading * (1 + half + half * half / 2) if fading else 0.0


@function(CATEGORY)
def QOOA(levels: Levels) -> float:
    """The quality-of-opponent adjustment, from the share of games at each table level.

    How much rarer than by pure luck the player's tables are: p0/371 + p1/142 + p2/54 + p3/21 +
    p4/8 + p5/3, each p in percent.

    Source
    ------
    The collected works of skrumgaer, section iii.

    Examples
    --------
    >>> QOOA([50, 50])
    0.48688356554420864
    >>> QOOA([[0.2, 0.8]])
    0.6172886374852892
    """
    return _quality(levels)


@function(CATEGORY)
def ADJUSTED_TAPL(finishes: Finishes, levels: Levels, games: Games | None = None) -> float:
    """TAPL adjusted for the quality of the opponents: QOOA·TAPL.

    Source
    ------
    The collected works of skrumgaer, section iii.

    Examples
    --------
    >>> ADJUSTED_TAPL([7, 6, 5, 4, 4, 4, 5], [20, 80])
    166.9453178772035
    >>> ADJUSTED_TAPL([[20, 17, 14, 11, 11, 11, 14]], [[0.5, 0.5]], 35)
    146.32645455704915
    """
    return _quality(levels) * tapl(record(finishes, games), EVEN)
