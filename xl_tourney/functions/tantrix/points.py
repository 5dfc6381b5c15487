"""Tantrix: tournament points, and TP%."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...catalogue.cells import (
    require_not_negative,
    round_to_multiple,
)
from ...catalogue.declaration import function
from ...catalogue.derivation import Quantity, Step, Subject, Term, apply, step
from ...catalogue.kinds import Each, Number

CATEGORY = "Tantrix"
DRAW = 10.0
MAX_TPS = 2 * DRAW


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
    require_not_negative([limit], "limit")
    winner = _points_of_winner(abs(margin))
    own = winner if margin >= 0 else MAX_TPS - winner
    return round(own - _time_penalty(minutes, limit) + _time_penalty(opponent_minutes, limit), 9)


def _points_of_winner(tiles: float) -> float:
    """The TPs of who is ahead by some tiles; those of a draw for none."""
    return min(MAX_TPS, round_to_multiple(12 + 4 / 3 * math.sqrt(tiles), 0.1)) if tiles else DRAW


def _time_penalty(minutes: float | None, limit: float) -> int:
    """The TPs that a player loses to the opponent for time."""
    if minutes is None:
        return 0
    require_not_negative([minutes], "minutes")
    # A calculated time may be below its full minutes by a rounding error.
    overtime = round(minutes - limit, 9)
    return 1 + math.floor(overtime) if overtime >= 0 else 0


@TANTRIX_TP.derivation
def _derivation_of_tps(
    of: Subject, margin: Term, minutes: Term | None, opponent_minutes: Term | None, limit: Term
) -> Iterator[Step]:
    tiles = abs(margin)
    formula = (
        f"IF({{0}}=0,{DRAW:g},MIN({MAX_TPS:g},ROUND(ROUND((12+4/3*SQRT({{0}}))/0.1,9),0)*0.1))"
    )
    winner = apply(_points_of_winner, formula, tiles)
    own = winner if margin >= 0 else MAX_TPS - winner
    if margin.value == 0:
        yield step("A draw is worth {draw} TPs.", draw=own)
    else:
        yield step(
            "Who wins by {tiles} tiles gets 12 + 4/3·√{tiles}, to one decimal: {winner} TPs.",
            tiles=tiles,
            winner=winner,
        )
    if margin < 0:
        yield step("The other side gets what is left of 20: {own}.", own=own)
    formula = "IF(ROUND({0}-{1},9)<0,0,1+INT(ROUND({0}-{1},9)))"
    for played, sentence, sign in (
        (minutes, "{minutes} of {limit} minutes cost {penalty} TPs.", -1),
        (opponent_minutes, "The opponent's {minutes} of {limit} minutes give {penalty} TPs.", 1),
    ):
        if played is not None:
            penalty = apply(_time_penalty, formula, played, limit)
            yield step(sentence, minutes=played, limit=limit, penalty=penalty)
            own = own + penalty if sign > 0 else own - penalty
    rounded = apply(lambda tps: round(tps, 9), "ROUND({0},9)", own)
    yield step("These are {tps} TPs.", tps=rounded)


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
    require_not_negative([games], "games")
    return percentage(tps, MAX_TPS * games) if games else ""


@TP_PERCENT.derivation
def _derivation_of_percentage(of: Subject, tps: Term, games: Term) -> Iterator[Step]:
    if not games:
        yield step("Without a game there is no percentage{none}.", none=Term("", '""'))
        return
    yield step("{games} games are played for {most} TPs.", games=games, most=MAX_TPS * games)
    yield step("{tps} of them are {percent}%.", tps=tps, percent=percentage(tps, MAX_TPS * games))


def percentage(points: Quantity, maximum: Quantity) -> Quantity:
    """Points in percent of those played for."""
    return 100 * points / maximum
