"""kdice: skrumgaer's tests of a player's finishes against luck.

`finishes` holds how often a player came 1st … 7th, one player a row: counts, or shares when the
number of games stands beside them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .catalogue import function
from .cells import no_divisor, outside, wrong
from .kinds import Line, Row, RowNumber

CATEGORY = "kdice"
SEATS = 7
EVEN = (1 / SEATS,) * SEATS
LEVEL_RARITY = (371, 142, 54, 21, 8, 3)


class Record(NamedTuple):
    """A player's record: the games played and the share of each place."""

    games: float
    shares: Sequence[float]


def as_shares(row: Sequence[float]) -> Sequence[float]:
    """A row of shares as fractions; it is in percent when it sums to more than 1.5."""
    return [value / 100 for value in row] if sum(row) > 1.5 else row


def _record(finishes: Sequence[float], games: float | None) -> Record:
    if len(finishes) != SEATS:
        raise wrong(f"finishes must have {SEATS} columns, not {len(finishes)}")
    if min(finishes) < 0:
        raise outside("finishes must not be negative")
    total = sum(finishes)
    if total == 0:
        raise no_divisor("the finishes add up to 0")
    if games is None:
        return Record(total, [count / total for count in finishes])
    if games < 0:
        raise outside("games must not be negative")
    if games == 0:
        raise no_divisor("there are no games")
    return Record(games, as_shares(finishes))


def _profile(expected: Sequence[float] | None) -> Sequence[float]:
    """The expected share of each place: one number for all, or seven; 1/7 when left out."""
    if expected is None:
        return EVEN
    if len(expected) not in (1, SEATS):
        raise wrong(f"expected must be one number or {SEATS}, not {len(expected)}")
    if min(expected) < 0:
        raise outside("expected shares must not be negative")
    shares = expected if len(expected) == SEATS else list(expected) * SEATS
    return as_shares(shares)


def _deviation(
    record: Record,
    expected: Sequence[float],
    distance: Callable[[float, float], float] = lambda share, due: abs(share - due),
) -> float:
    """Σ distance²/e: what Pearson's χ² is for one game."""
    total = 0.0
    for share, due in zip(record.shares, expected):
        if due:
            total += distance(share, due) ** 2 / due
        elif share:
            raise no_divisor("a place that is never expected was taken")
    return total


@function(CATEGORY)
def TAPL(finishes: Row, games: RowNumber | None = None, expected: Line | None = None) -> float:
    """The test against pure luck: 1000·√games·Σ(share − expected)²/expected.

    Pearson's χ² against equal chances, divided by the root of the games to be expressed in
    standard deviations, in thousandths.

    Parameters
    ----------
    finishes
        How often the player came 1st … 7th: counts, or with `games` shares (percent when they sum
        to more than 1.5, else fractions).
    games
        Games played, a column or one number, when finishes are shares; blank for counts.
    expected
        The share expected of each place, one number or seven; 1/7 when left out.

    Errors
    ------
    #VALUE!
        Finishes are not seven numbers.
    #NUM!
        A finish or the games are negative.
    #DIV/0!
        There are no games, or a place that is never expected was taken.

    Notes
    -----
    With fewer than 35 games the figure is overstated: use YATES_TAPL.  It cannot tell always first
    from always last.  Percentages are taken as they are, never made to sum to 100: whole percents
    can change the figure by a tenth.

    Source
    ------
    The collected works of skrumgaer, section i.

    Examples
    --------
    >>> TAPL([7, 6, 5, 4, 4, 4, 5])
    270.44936151312544
    >>> TAPL([[20, 17, 14, 11, 11, 11, 14]], 35)
    300.5368529814606
    >>> TAPL([[0, 0, 0, 0, 0, 0, 0]])
    '#DIV/0!'
    """
    record = _record(finishes, games)
    return 1000 * math.sqrt(record.games) * _deviation(record, _profile(expected))


@function(CATEGORY)
def YATES_TAPL(
    finishes: Row, games: RowNumber | None = None, expected: Line | None = None
) -> float:
    """TAPL with Yates' correction, for a player with fewer than 35 games.

    Half a game is taken off each difference before it is squared, but never more than the
    difference: 1000/√games · Σ max(|count − due| − ½, 0)²/due, where due is games·expected.

    Parameters
    ----------
    finishes
        How often the player came 1st … 7th: counts, or with `games` shares.
    games
        Games played, a column or one number, when finishes are shares; blank for counts.
    expected
        The share expected of each place, one number or seven; 1/7 when left out.

    Errors
    ------
    #VALUE!
        Finishes are not seven numbers.
    #NUM!
        A finish or the games are negative.
    #DIV/0!
        There are no games, or a place that is never expected was taken.

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
    record = _record(finishes, games)
    half = 0.5 / record.games
    corrected = _deviation(
        record, _profile(expected), lambda share, due: max(abs(share - due) - half, 0.0)
    )
    return 1000 * math.sqrt(record.games) * corrected


@function(CATEGORY)
def QOOA(levels: Row) -> float:
    """The quality-of-opponent adjustment, from the share of games at each table level.

    How much rarer than by pure luck the player's tables are: p0/371 + p1/142 + p2/54 + p3/21 +
    p4/8 + p5/3, each p in percent.

    Parameters
    ----------
    levels
        The share of games at each table level, lowest first, one to six columns: percent when
        they sum to more than 1.5, else fractions.

    Errors
    ------
    #VALUE!
        There are more than six levels.
    #NUM!
        A share is negative.
    #DIV/0!
        The shares sum to 0.

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
    if len(levels) > len(LEVEL_RARITY):
        raise wrong(f"levels must have at most {len(LEVEL_RARITY)} columns, not {len(levels)}")
    if min(levels) < 0:
        raise outside("levels must not be negative")
    if sum(levels) == 0:
        raise no_divisor("the levels add up to 0")
    return 100 * sum(share / rarity for share, rarity in zip(as_shares(levels), LEVEL_RARITY))
