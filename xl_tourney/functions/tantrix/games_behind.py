"""Tantrix: the “games behind” figures of the group tables.

A lead is how many games a player is above even.  Games behind is the lead of whoever is in the
place that is measured from, less one's own: a search for that row, and one subtraction a row.  With
one place and leads of 3, 1.5 and −2 these are 0, 1.5 and 5; with two places −1.5, 0 and 3.5: who is
ahead of the place is below 0.  GBQ takes wins as leads, that are worth so many tournament points;
WBQ takes shares of the mean number of games, for players who have played different numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from ...catalogue.cells import num_error, round_to_15_digits
from ...catalogue.declaration import function
from ...catalogue.derivation import Step, Subject, sentence, step
from ...catalogue.docstrings import SharedHelp
from ...catalogue.expression import Term, refuse_negative, to_term, total
from ...catalogue.kinds import Column, Number, Whole
from .leads import (
    EVEN_SHARE,
    LOSS,
    STEP,
    WIN,
    checked_wins,
    draw_of,
    games_behind,
    games_over_even,
    mean_wins,
    standard_wins,
    tp_share,
    win_share,
)
from .points import CATEGORY

Points = Annotated[
    Column, SharedHelp("Tournament points so far, one player a row; blank rows stay blank.")
]
Games = Annotated[
    Column, SharedHelp("Games played, one player a row.", {"#NUM!": "Games are negative."})
]
Places = Annotated[
    Whole,
    SharedHelp(
        "How many places qualify for certain; the player in the last of them is the reference. "
        "1 measures from the leader.",
        {"#NUM!": "`places` is below 1 or above the number of players."},
    ),
]
Multiple = Annotated[
    Number,
    SharedHelp(
        "To what the result is rounded, halves away from zero; 0 leaves it unrounded.",
        {"#NUM!": "The step is negative."},
    ),
]


def _games_behind(
    leads: Sequence[float], keys: Sequence[float], place: int, step: float
) -> list[float]:
    """The difference of each lead to that of the player who is in a place by the keys."""
    refuse_negative(step, "step")
    reference = leads[_row_in_place(leads, keys, place)]
    return [games_behind(reference, own, step) for own in leads]


def _row_in_place(leads: Sequence[float], ranking_keys: Sequence[float], place: int) -> int:
    """The row of who is in a place by the ranking key, then by lead, then by row."""
    keys = list(zip(map(round_to_15_digits, ranking_keys), map(round_to_15_digits, leads)))
    order = sorted(range(len(keys)), key=keys.__getitem__, reverse=True)
    if not 1 <= place <= len(order):
        raise num_error(f"place {place} is not among the {len(order)} players")
    return order[place - 1]


def _derivation_of_games_behind(
    leads: Sequence[Term], row: int, of: Subject, zero: Term, place: Term, by: str, nearest: Term
) -> Iterator[Step]:
    """The steps that name the reference player, and the games behind.

    ``zero`` is what the reference is behind: no sentence says it, and it fails for anybody else.
    """
    reference, own, lead = of.name(row), of.own, leads[of.row]
    exact, behind = leads[row] - lead, games_behind(leads[row], lead, nearest)
    if row == of.row:
        yield step(
            f"All are measured from place {{place}} by {by}, which is that of {{own}}: {{behind}}.",
            place=place,
            own=own,
            zero=zero,
            behind=behind,
        )
        return
    yield step(
        f"All are measured from {{reference}}, in place {{place}} by {by}, with {{lead}}.",
        reference=reference,
        place=place,
        zero=zero,
        lead=leads[row],
    )
    amount = sentence("{behind} behind")
    if behind.value <= 0:
        ahead, level = sentence("{ahead} ahead: {behind}"), sentence("level with it: {behind}")
        amount = ahead if behind.value else level
    is_rounded = round_to_15_digits(exact.value) != behind.value
    yield step(
        f"The difference is {{exact}}; to the nearest {{nearest}}, {{own}} is {amount}."
        if is_rounded
        else f"So {{own}} is {amount}.",
        exact=exact,
        nearest=nearest,
        own=own,
        ahead=abs(behind),
        behind=behind,
    )


@function(CATEGORY)
def GBQ(
    tps: Points,
    games: Games,
    places: Places,
    basis: Literal["tp%", "gbq"] = "tp%",
    step: Multiple = STEP,
    win: Number = WIN,
    loss: Number = LOSS,
) -> list[float]:
    """Games behind the last definite qualifying place; above 0 is behind, below 0 ahead.

    About how many games, won by five tiles against the player in the last qualifying place, would
    make up the difference.  D = (TPs − draw·games) / (win − loss), where a draw is worth the mean
    of a standard win and a standard loss; GBQ is the reference player's D less one's own, rounded
    to the nearest `step`.

    Parameters
    ----------
    basis
        How the reference place is counted: by tp% (ties by D, then by row; no games count as
        50%), or by gbq, that is by D.
    win
        The points of a standard win, by five tiles.
    loss
        The points of a standard loss.

    Errors
    ------
    #NUM!
        A win is worth less than a loss.
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
    refuse_negative(games, "games")
    leads = [checked_wins(own, played, win, loss) for own, played in zip(tps, games)]
    keys = leads if basis == "gbq" else list(map(tp_share, tps, games))
    return _games_behind(leads, keys, places, step)


@GBQ.derivation
def _derivation_of_gbq(
    of: Subject,
    tps: Sequence[Term],
    games: Sequence[Term],
    places: Term,
    basis: Term,
    nearest: Term,
    win: Term,
    loss: Term,
) -> Iterator[Step]:
    leads = [standard_wins(own, played, win, loss) for own, played in zip(tps, games)]
    keys = leads if basis.value == "gbq" else list(map(tp_share, tps, games))
    row = _row_in_place(_values(leads), _values(keys), places.value)
    yield step(
        "{own} has {tps} TPs in {games} games; at {draw} TPs a game that is "
        "({tps} − {draw}·{games}) / ({win} − {loss}) = {lead} standard wins over even.",
        own=of.own,
        tps=tps[of.row],
        games=games[of.row],
        draw=draw_of(win, loss),
        win=win,
        loss=loss,
        lead=leads[of.row],
    )
    options = f'{places.formula},"{basis.value}",0,{win.formula},{loss.formula}'
    call = f"GBQ({of.formula('tps')},{of.formula('games')},{options})"
    zero = Term(0.0, of.element(call, row))
    by = "standard wins" if basis.value == "gbq" else "TP%"
    yield from _derivation_of_games_behind(leads, row, of, zero, places, by, nearest)


def _values(terms: Sequence[Any]) -> list[float]:
    return [to_term(term).value for term in terms]


@function(CATEGORY)
def WBQ(tps: Points, games: Games, places: Places) -> list[float]:
    """The 2003 WTTC's games behind: the mean of games·(TP% of the reference − TP%)/50.

    It stands in the order of the TP%, and is rounded to the nearest half game, halves away from
    zero.  The mean is over all players; one without games counts as 50%.

    Notes
    -----
    With equal games it is the same as GBQ.  With very unequal ones it “gives crazy results”.

    Source
    ------
    The GBQ page, section 4.

    Examples
    --------
    >>> WBQ([[55], [5], [0], [0]], [[3], [3], [0], [0]], 2)
    [[-1.5], [1.5], [0.0], [0.0]]
    >>> WBQ([[80], [50], [60], [50]], [[6], [6], [6], [6]], 2)
    [[-2.0], [1.0], [0.0], [1.0]]
    """
    refuse_negative(games, "games")
    shares = list(map(tp_share, tps, games))
    mean = total(games) / len(games)
    return _games_behind([mean_wins(share, mean) for share in shares], shares, places, STEP)


@WBQ.derivation
def _derivation_of_wbq(
    of: Subject, tps: Sequence[Term], games: Sequence[Term], places: Term
) -> Iterator[Step]:
    shares = [to_term(tp_share(own, played)) for own, played in zip(tps, games)]
    mean = total(games) / len(games)
    leads = [mean_wins(share, mean) for share in shares]
    row = _row_in_place(_values(leads), _values(shares), places.value)
    yield step(
        "The mean is {played} games over {players} players: {mean}.",
        played=total(games),
        players=len(games),
        mean=mean,
    )
    yield step(
        "{own} has {percent}%: {mean}·{percent}/{even} = {lead}.",
        own=of.own,
        percent=shares[of.row],
        mean=mean,
        even=EVEN_SHARE,
        lead=leads[of.row],
    )
    call = f"WBQ({of.formula('tps')},{of.formula('games')},{places.formula})"
    zero = Term(0.0, of.element(call, row))
    yield from _derivation_of_games_behind(leads, row, of, zero, places, "TP%", to_term(STEP))


@function(CATEGORY)
def GAMES_BEHIND(
    wins: Column,
    losses: Column,
    ties: Column | None = None,
    place: Whole = 1,
    step: Multiple = STEP,
) -> list[float]:
    """Games behind as leagues count them: half the difference in wins less losses.

    D = (wins − losses) / 2; the result is the D of the team in a place, the first unless `place`
    says otherwise, less one's own.  Above 0 is behind, below 0 ahead.

    Parameters
    ----------
    wins
        Games won, one team a row; blank rows stay blank.
    losses
        Games lost, one team a row.
    ties
        Games tied, one team a row; they count as half a win for the place.
    place
        The place that is measured from, by winning percentage (equal ones by D, then by row; no
        games count as 50%).

    Errors
    ------
    #NUM!
        Wins, losses or ties are negative, or `place` is below 1 or above the number of teams.

    Source
    ------
    The GBQ page, section 6; its “W 16 L 15” is a slip for W 16 L 19.

    Examples
    --------
    >>> GAMES_BEHIND([[20], [16]], [[15], [19]])
    [[0.0], [4.0]]
    >>> GAMES_BEHIND([[100], [97], [90]], [[62], [65], [72]], None, 2)
    [[-3.0], [0.0], [7.0]]
    """
    ties = ties or [0.0] * len(wins)
    for numbers, name in ((wins, "wins"), (losses, "losses"), (ties, "ties")):
        refuse_negative(numbers, name)
    leads = [games_over_even(won, lost) for won, lost in zip(wins, losses)]
    return _games_behind(leads, _win_shares(wins, losses, ties), place, step)


def _win_shares(
    wins: Sequence[float], losses: Sequence[float], ties: Sequence[float]
) -> list[float]:
    return [win_share(won, tied, won + lost + tied) for won, lost, tied in zip(wins, losses, ties)]


@GAMES_BEHIND.derivation
def _derivation_of_league(
    of: Subject,
    wins: Sequence[Term],
    losses: Sequence[Term],
    ties: Sequence[Term] | None,
    place: Term,
    nearest: Term,
) -> Iterator[Step]:
    leads = [games_over_even(won, lost) for won, lost in zip(wins, losses)]
    records = (_values(column or [0.0] * len(wins)) for column in (wins, losses, ties))
    row = _row_in_place(_values(leads), _win_shares(*records), place.value)
    yield step(
        "{own} has {won} wins and {lost} losses: ({won} − {lost}) / 2 = {lead} games over even.",
        own=of.own,
        won=wins[of.row],
        lost=losses[of.row],
        lead=leads[of.row],
    )
    columns = ",".join(map(of.formula, ("wins", "losses", "ties")))
    call = f"GAMES_BEHIND({columns},{place.formula},0)"
    zero = Term(0.0, of.element(call, row))
    yield from _derivation_of_games_behind(
        leads, row, of, zero, place, "winning percentage", nearest
    )
