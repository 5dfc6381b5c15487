"""Tantrix and leagues: how far somebody is ahead of even play, and what is compared for places.

These are the quantities that games behind are differences of: numbers, or terms of a formula.
"""

from __future__ import annotations

from typing import Any

from ...catalogue.cells import div0_error, num_error
from ...catalogue.expression import mean_of, refuse, rounded_to_multiple, where
from .points import FULL_PERCENT, percentage

WIN, LOSS = 15.0, 5.0
"""The TPs of a standard win, by five tiles, and of a standard loss."""
HALF = 0.5
"""A tie is half a win; a game behind is half a win and half a loss."""
STEP = 0.5
"""To what games behind are rounded."""
EVEN_SHARE = FULL_PERCENT / 2
"""The percentage at which who has not played is sorted in."""


def games_behind(reference: Any, own: Any, step: Any = STEP) -> Any:
    """How far one's lead is below that of the reference, to the nearest step."""
    return rounded_to_multiple(reference - own, step)


def standard_wins(tps: Any, games: Any, win: Any = WIN, loss: Any = LOSS) -> Any:
    """How many standard wins the TPs are over even."""
    return (tps - draw_of(win, loss) * games) / (win - loss)


def draw_of(win: Any, loss: Any) -> Any:
    """What a draw is worth where a standard win and a standard loss are worth so much."""
    return mean_of(win, loss)


def checked_wins(tps: Any, games: Any, win: Any, loss: Any) -> Any:
    """The standard wins over even; an error where a win is not worth more than a loss."""
    refuse(
        win == loss, lambda: div0_error("a standard win must be worth more than a standard loss")
    )
    refuse(
        win < loss, lambda: num_error("a standard win must not be worth less than a standard loss")
    )
    return standard_wins(tps, games, win, loss)


def share_to_sort_by(games: Any, percent: Any, even: Any = EVEN_SHARE) -> Any:
    """A percentage that can be calculated; that of even play for who has not played."""
    return where(games == 0, even, percent)


def tp_share(tps: Any, games: Any) -> Any:
    """The TP% to sort by."""
    return share_to_sort_by(games, lambda: percentage(tps, games))


def mean_wins(percent: Any, mean: Any, even: Any = EVEN_SHARE) -> Any:
    """A TP% as games over no TPs at all, in the mean number of games."""
    return mean * percent / even


def games_over_even(won: Any, lost: Any, half: Any = HALF) -> Any:
    """Half of what the wins are more than the losses."""
    return half * (won - lost)


def per_game(points: Any, games: Any, none: Any = "") -> Any:
    """Points over games; without games blank, or something else."""
    return where(games == 0, none, lambda: points / games)


def wins_and_ties(won: Any, tied: Any, half: Any = HALF) -> Any:
    """Wins, a tie half."""
    return won + half * tied


def win_share(won: Any, tied: Any, games: Any, half: Any = HALF) -> Any:
    """The winning percentage to sort by."""
    return per_game(wins_and_ties(won, tied, half), games, half)
