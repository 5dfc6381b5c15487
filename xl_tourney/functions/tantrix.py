"""Tantrix: tournament points, TP% and the “games behind” figures of the group tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Literal

from .catalogue import function
from .cells import comparable, nearest, no_divisor, outside
from .kinds import Column, Each, Number, Whole

CATEGORY = "Tantrix"
DRAW = 10.0
FULL = 2 * DRAW


@function(CATEGORY)
def TANTRIX_TP(
    margin: Each,
    minutes: Each | None = None,
    opponent_minutes: Each | None = None,
    limit: Number = 15.0,
) -> float:
    """Tournament points (TPs) of one game, from the margin in tiles and the time taken.

    The winner gets 12 + 4/3·√margin, rounded to one decimal and at most 20, a draw is 10 each, and
    both players' points add up to 20.  Each player who takes `limit` minutes or more gives the
    opponent 1 TP, and 1 more for every full minute over; nothing is clamped after that.

    Parameters
    ----------
    margin
        Own tiles less the opponent's: above 0 for a win, 0 for a draw.
    minutes
        Own time in minutes; blank for no penalty.
    opponent_minutes
        The opponent's time in minutes; blank for no penalty.
    limit
        From how many minutes on time costs points.

    Errors
    ------
    #NUM!
        Minutes or the limit are negative.

    Source
    ------
    The scores published with the group tables; all of them fit this formula.

    Examples
    --------
    >>> TANTRIX_TP(5)
    15.0
    >>> TANTRIX_TP([[0, 1, 20, -20]])
    [[10.0, 13.3, 18.0, 2.0]]
    >>> TANTRIX_TP(5, 16.5, 14)
    13.0
    """
    if limit < 0:
        raise outside("limit must not be negative")
    size = abs(margin)
    winner = min(FULL, nearest(12 + 4 / 3 * math.sqrt(size), 0.1)) if size else DRAW
    own = winner if margin >= 0 else FULL - winner
    return round(own - _late(minutes, limit) + _late(opponent_minutes, limit), 9)


def _late(minutes: float | None, limit: float) -> int:
    """The TPs that a player's time gives to the opponent."""
    if minutes is None or minutes < limit:
        if minutes is not None and minutes < 0:
            raise outside("minutes must not be negative")
        return 0
    return 1 + math.floor(minutes - limit)


@function(CATEGORY)
def TP_PERCENT(tps: Each, games: Each) -> float | str:
    """Tournament points in percent of those played for: 100·TPs / (20·games).

    Parameters
    ----------
    tps
        Tournament points so far.
    games
        Games played; a player without games has no percentage, and gets a blank.

    Errors
    ------
    #NUM!
        Games are negative.

    Source
    ------
    The GBQ page, section 3 c.

    Examples
    --------
    >>> TP_PERCENT([[50], [105]], [[4], [9]])
    [[62.5], [58.333333333333336]]
    >>> TP_PERCENT(0, 0)
    ''
    """
    if games < 0:
        raise outside("games must not be negative")
    return 100 * tps / (FULL * games) if games else ""


def _share(tps: float, games: float) -> float:
    """TP%, where a player without games stands at the middle."""
    return comparable(100 * tps / (FULL * games)) if games else 50.0


def _row_in_place(place: int, order: Sequence[int]) -> int:
    """Which row is in a place of the standings."""
    if not 1 <= place <= len(order):
        raise outside(f"place {place} is not among the {len(order)} players")
    return order[place - 1]


def _sorted_rows(count: int, best_first: Callable[[int], tuple[float, ...]]) -> list[int]:
    """The rows from best to worst; equal ones stay in their order."""
    return sorted(range(count), key=best_first, reverse=True)


def _not_negative(games: Sequence[float]) -> None:
    if min(games) < 0:
        raise outside("games must not be negative")


@function(CATEGORY)
def GBQ(
    tps: Column,
    games: Column,
    places: Whole,
    basis: Literal["tp%", "gbq"] = "tp%",
    step: Number = 0.5,
    win: Number = 15.0,
    loss: Number = 5.0,
) -> list[float]:
    """Games behind the last definite qualifying place; above 0 is behind, below 0 ahead.

    About how many games, won by five tiles against the player in the last qualifying place, would
    make up the difference.  D = (TPs − draw·games) / (win − loss), where a draw is worth the mean
    of a standard win and a standard loss; GBQ is the reference player's D less one's own, rounded
    to the nearest `step`, halves away from zero.

    Parameters
    ----------
    tps
        Tournament points so far, one player a row; blank rows stay blank.
    games
        Games played, one player a row.
    places
        How many places qualify for certain; the player in the last of them is the reference.
        1 measures from the leader.
    basis
        How the reference place is counted: by tp% (ties by D, then by row; no games count as
        50%), or by gbq, that is by D.
    step
        To what the result is rounded; 0 leaves it unrounded.
    win
        The points of a standard win, by five tiles.
    loss
        The points of a standard loss.

    Errors
    ------
    #NUM!
        `places` is below 1 or above the number of players, games or the step are negative, or a
        win is worth less than a loss.
    #DIV/0!
        A win is worth as much as a loss.

    Notes
    -----
    The page calls D “wins − losses”; it is half of that, and the page's formula is right.  When
    players have played unequal numbers of games, somebody below the reference player can be ahead
    of it in games.

    Source
    ------
    The GBQ page, sections 1, 6 and 7 a; basis tp% is the 2004 WTTC's, gbq the Euros'.

    Examples
    --------
    >>> GBQ([[55], [5], [0], [0]], [[3], [3], [0], [0]], 2)
    [[-2.5], [2.5], [0.0], [0.0]]
    >>> GBQ([[40], [30], [130]], [[4], [4], [16]], 1)
    [[0.0], [1.0], [3.0]]
    >>> GBQ([[50], [105]], [[4], [9]], 1)
    [[0.0], [-0.5]]
    >>> GBQ([[50], [105]], [[4], [9]], 1, "gbq")
    [[0.5], [0.0]]
    >>> GBQ([[50], [105]], [[4], [9]], 3)
    '#NUM!'
    """
    _not_negative(games)
    if win == loss:
        raise no_divisor("a standard win must be worth more than a standard loss")
    if win < loss or step < 0:
        raise outside("win must be above loss, and step not negative")
    draw = (win + loss) / 2
    lead = [(tp - draw * g) / (win - loss) for tp, g in zip(tps, games)]
    shares = [_share(tp, g) for tp, g in zip(tps, games)]
    rank: Callable[[int], tuple[float, ...]] = (
        (lambda row: (comparable(lead[row]),))
        if basis == "gbq"
        else (lambda row: (shares[row], comparable(lead[row])))
    )
    reference = lead[_row_in_place(places, _sorted_rows(len(tps), rank))]
    return [nearest(reference - own, step) for own in lead]
