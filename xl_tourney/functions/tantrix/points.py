"""Tantrix: tournament points, and TP%."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...catalogue.cells import COMPARED_DECIMALS
from ...catalogue.declaration import function
from ...catalogue.derivation import Step, Subject, sentence, step
from ...catalogue.expression import (
    Quantity,
    Term,
    is_omitted,
    least,
    named,
    refuse_negative,
    root,
    rounded,
    to_term,
    where,
    whole_part,
)
from ...catalogue.kinds import Each, Number

CATEGORY = "Tantrix"
DRAW = 10.0
"""The TPs of each player in a drawn game."""
GAME_TPS = 20.0
"""The TPs that two players share in a game, and the most that one can win by the margin."""
WINNER = 12.0
"""What the winner has before the margin counts."""
MARGIN = 4 / 3
"""How many TPs the square root of the margin is worth."""
MARGIN_TEXT = to_term(MARGIN).formula
"""That as a sentence says it."""
GAME_DECIMALS = 1
"""To how many decimals the winner's TPs are rounded."""
TIME_LIMIT = 15.0
"""From how many minutes on time costs points."""
FULL_PERCENT = 100.0


@function(CATEGORY)
def TANTRIX_TP(
    margin: Each,
    minutes: Each | None = None,
    opponent_minutes: Each | None = None,
    limit: Number = TIME_LIMIT,
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
    refuse_negative(limit, "limit")
    late = where(is_omitted(minutes), 0, lambda: _checked_penalty(minutes, limit))
    gift = where(is_omitted(opponent_minutes), 0, lambda: _checked_penalty(opponent_minutes, limit))
    tps: float = game_tps(margin, named("winner", winner_tps(margin)), late, gift)
    return tps


def winner_tps(
    margin: Quantity,
    winner: Any = WINNER,
    per_root: Any = MARGIN,
    draw: Any = DRAW,
    most: Any = GAME_TPS,
    decimals: Any = GAME_DECIMALS,
) -> Any:
    """The TPs of who is ahead by a margin in tiles; those of a draw for none."""
    return where(
        margin == 0,
        draw,
        lambda: least(most, rounded(winner + per_root * root(abs(margin)), decimals)),
    )


def own_share(margin: Quantity, winner: Quantity, both: Any = GAME_TPS) -> Any:
    """The winner's TPs for who is ahead, what is left of both players' for who is behind."""
    return where(margin >= 0, winner, both - winner)


def game_tps(margin: Quantity, winner: Quantity, late: Any, gift: Any, both: Any = GAME_TPS) -> Any:
    """One's TPs by the margin, less one's own penalty for time, and the opponent's added."""
    return rounded(own_share(margin, winner, both) - late + gift, COMPARED_DECIMALS)


def time_penalty(minutes: Any, limit: Any) -> Any:
    """The TPs that a player loses to the opponent for time: 1, and 1 for each full minute over.

    A calculated time may be below its full minutes by a rounding error.
    """
    overtime = named("overtime", rounded(minutes - limit, COMPARED_DECIMALS))
    return where(overtime < 0, 0, lambda: 1 + whole_part(overtime))


def _checked_penalty(minutes: Any, limit: Any) -> Any:
    refuse_negative(minutes, "minutes")
    return time_penalty(minutes, limit)


@TANTRIX_TP.derivation
def _derivation_of_tps(
    of: Subject, margin: Term, minutes: Term | None, opponent_minutes: Term | None, limit: Term
) -> Iterator[Step]:
    winner = winner_tps(margin)
    own = own_share(margin, winner)
    if margin.value == 0:
        yield step("A draw is worth {draw} TPs.", draw=own)
    else:
        yield step(
            "Who wins by {tiles} tiles gets {first} + {per_root}·√{tiles}, to one decimal: "
            "{winner} TPs.",
            tiles=abs(margin),
            first=WINNER,
            per_root=MARGIN_TEXT,
            winner=winner,
        )
    if margin < 0:
        yield step("The other side gets what is left of {both}: {own}.", both=GAME_TPS, own=own)
    penalties: list[Any] = [0, 0]
    for side, (played, said) in enumerate(
        (
            (minutes, sentence("{minutes} of {limit} minutes cost {penalty} TPs.")),
            (
                opponent_minutes,
                sentence("The opponent's {minutes} of {limit} minutes give {penalty} TPs."),
            ),
        )
    ):
        if played is not None:
            penalties[side] = time_penalty(played, limit)
            yield step(said, minutes=played, limit=limit, penalty=penalties[side])
    yield step("These are {tps} TPs.", tps=game_tps(margin, winner, *penalties))


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
    refuse_negative(games, "games")
    percent: float | str = tp_percent(tps, games)
    return percent


@TP_PERCENT.derivation
def _derivation_of_percentage(of: Subject, tps: Term, games: Term) -> Iterator[Step]:
    if not games:
        yield step("Without a game there is no percentage{none}.", none=Term("", '""'))
        return
    yield step("{games} games are played for {most} TPs.", games=games, most=GAME_TPS * games)
    yield step("{tps} of them are {percent:.2f}%.", tps=tps, percent=tp_percent(tps, games))


def percentage(tps: Any, games: Any, full: Any = FULL_PERCENT, both: Any = GAME_TPS) -> Any:
    """TPs in percent of those played for."""
    return full * tps / (both * games)


def tp_percent(tps: Any, games: Any, full: Any = FULL_PERCENT, both: Any = GAME_TPS) -> Any:
    """The same; blank without games."""
    return where(games == 0, "", lambda: percentage(tps, games, full, both))
