"""Go: the criteria that are sums, of one's own points or of the opponents' scores."""

from __future__ import annotations

from typing import Any

from ...catalogue.expression import where
from .criteria import criterion
from .rows import Row, mcmahon, standings, wins


@criterion("Number of wins, a jigo ½.", takes=wins)
def NBW(row: Row) -> Any:
    """Number of wins: 1 for a win, ½ for a jigo, and what rounds without a game count.

    Parameters
    ----------
    not_played
        What rounds without a game count.  written: 0+ counts 1, 0= ½, 0- 0, a forfeit its result.
        down: their half points are added up and rounded down.  wins: 0= counts 0.  half: whatever
        was not played counts ½, also a forfeit.

    Notes
    -----
    In a wall list a blank cell or ? is no result, and a blank row no player: it stays blank, but
    keeps its number.  A round in which no cell says anything has not been held and counts for
    nobody.  Both players' cells must tell the same game; both may lose one by forfeit.  A square of
    numbers is a cross table, with a blank in both cells of two who have not met.

    OpenGotha's own settings for a McMahon tournament are wins for NBW and down for MMS.  Where it
    counts “not played games as half point” for SOS, SOS takes scores with half.

    Source
    ------
    European Go Federation, Tournament System Rules, Game Result: accumulated values are rounded
    down in Swiss and McMahon tournaments.  OpenGotha's help, General settings, for the choices.

    Examples
    --------
    >>> NBW([["2+", "3="], ["1-", "0+"], ["0=", "1="]])
    [[1.5], [1.0], [1.0]]
    >>> NBW([["2+", "3="], ["1-", "0+"], ["0=", "1="]], "down")
    [[1.5], [1.0], [0.5]]
    >>> NBW([[None, 1, 1], [0, None, 0.5], [0, 0.5, None]])
    [[2.0], [0.5], [0.5]]
    """
    return row.points


@criterion("McMahon score: start score and wins. Without McMahon, the wins.", takes=mcmahon)
def MMS(row: Row) -> Any:
    """McMahon score: the start score and the number of wins.

    Parameters
    ----------
    start
        The McMahon score before the first round, a column or one number.

    Source
    ------
    European Go Federation, Tournament System Rules, Game Result.

    Examples
    --------
    >>> MMS([["2+", "3="], ["1-", "0+"], ["0=", "1="]], [[31], [30], [29]])
    [[32.5], [31.0], [30.0]]
    >>> MMS([["2+", "3="], ["1-", "0+"], ["0=", "1="]], 20, "down")
    [[21.5], [21.0], [20.5]]
    """
    return row.start + row.points


@criterion(drops=(1, 2))
def SOS(row: Row) -> Any:
    """Sum of the opponents' scores.

    Parameters
    ----------
    unplayed
        What a round without an opponent adds, a column or one number; 0 when left out.

    Notes
    -----
    Whoever was paired is an opponent, also where the game was forfeited or has no result yet.

    Source
    ------
    European Go Federation, Tournament System Rules, The Effect of Unplayed Games: a round without
    an opponent adds the own start score in a McMahon, 0 in a Swiss tournament.

    Examples
    --------
    >>> SOS([["2+/w2", "3="], ["1-/b2", "0+"], ["0=", "1="]], [[32.5], [31], [30]])
    [[61.0], [32.5], [32.5]]
    >>> SOS([["2+/w2", "3="], ["1-/b2", "0+"], ["0=", "1="]], [[32.5], [31], [30]], 1)
    [[31.0], [32.5], [32.5]]
    >>> SOS([["2+/w2", "3="], ["1-/b2", "0+"], ["0=", "1="]], [[32], [31], [30]], 0, 29, True)
    [[63.0], [59.0], [61.0]]
    """
    return row.total(lambda game: game.score, cuts=(row.drop, 0))


@criterion()
def SOSOS(row: Row) -> Any:
    """Sum of the opponents' SOS.

    Parameters
    ----------
    drop
        How many of the smallest rounds are left out of this sum; the opponents' SOS is whole.
    unplayed
        What a round without an opponent adds to SOS, a column or one number; here it adds that
        for every round, as an opponent would who met such scores only.  0 when left out.

    Source
    ------
    OpenGotha's help, Placement settings.

    Examples
    --------
    >>> SOSOS([["2+", "3="], ["1-", "0+"], ["0=", "1="]], [[32.5], [31], [30]])
    [[65.0], [61.0], [61.0]]
    >>> SOSOS([["2+", "3="], ["1-", "0+"], ["0=", "1="]], [[32.5], [31], [30]], 0, 29)
    [[123.0], [119.0], [119.0]]
    """
    free = row.rounds * row.unplayed
    return row.total(
        lambda game: where(game.has_opponent, lambda: game.their("SOS"), free),
        cuts=(row.drop, 0),
    )


@criterion("Sum of the defeated opponents' scores.", counts_unplayed=False)
def SODOS(row: Row) -> Any:
    """Sum of the defeated opponents' scores; a jigo adds half of the opponent's score.

    Parameters
    ----------
    drop
        How many of the smallest rounds are left out, lost ones with their 0 first.
    unplayed
        The score that stands for an opponent's in a round without one, a column or one number;
        like an opponent's it counts with the points of the round.  0 when left out.

    Source
    ------
    OpenGotha's help, Placement settings.

    Examples
    --------
    >>> SODOS([["2+", "3="], ["1-", "0+"], ["0=", "1="]], [[32.5], [31], [30]])
    [[46.0], [0.0], [16.25]]
    >>> SODOS([["2+", "3="], ["1-", "0+"], ["0=", "1="]], [[32.5], [31], [30]], 0, 28)
    [[46.0], [28.0], [30.25]]
    """
    return row.total(
        lambda game: where(game.points == 0, 0, lambda: game.score * game.points),
        cuts=(row.drop, 0),
    )


@criterion("Sum of the own scores after each round.", takes=standings)
def CUSS(row: Row) -> Any:
    """Cumulative sum of scores: the score after the first round, after the second, and so on.

    Parameters
    ----------
    start
        The score before the first round, a column or one number: with the McMahon start scores it
        is the sum of McMahon scores (CUSSM), without them the sum of wins (CUSSW).

    Source
    ------
    OpenGotha's help, Placement settings; the EGF's Tournament System Rules call it ROS.

    Examples
    --------
    >>> CUSS([["2+", "3="], ["1-", "0+"], ["0=", "1="]])
    [[2.5], [1.0], [1.5]]
    >>> CUSS([["2+", "3="], ["1-", "0+"], ["0=", "1="]], [[31], [30], [29]])
    [[64.5], [61.0], [59.5]]
    """
    return row.total(lambda game: game.standing)
