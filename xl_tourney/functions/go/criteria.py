"""Go: the scores and tie-breakers that a wall list gives."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Literal

from ...catalogue.cells import outside
from ...catalogue.declaration import function
from ...catalogue.docstrings import Shared
from ...catalogue.kinds import Flag, Whole
from .wall_list import Free, Games, GamesOrCrossTable, PerPlayer, PerPlayerOrOne, Round, WallList

CATEGORY = "Go"

NotPlayed = Literal["written", "down", "wins", "half"]
Start = Annotated[
    PerPlayerOrOne,
    Shared(
        "The score before the first round, a column or one number.",
        {"#VALUE!": "A start score is no number, or there is not one for each row."},
    ),
]
Scores = Annotated[
    PerPlayer,
    Shared(
        "The players' scores, one for each row: NBW, MMS or any other.",
        {"#VALUE!": "A score is no number, or there is not one for each row."},
    ),
]
Drop = Annotated[
    Whole,
    Shared(
        "How many of the smallest rounds are left out: 1 for SOS-1, 2 for SOS-2.",
        {"#NUM!": "`drop` is negative or no whole number."},
    ),
]
Stones = Annotated[
    Flag,
    Shared(
        "TRUE adds the handicap stones given to an opponent to its score, and takes off those "
        "taken."
    ),
]


def _worth(one: Round, not_played: NotPlayed) -> float:
    """The points that a round counts."""
    if not_played == "half" and not one.played:
        return 0.5
    if not_played == "wins" and isinstance(one, Free):
        return math.floor(one.points)
    return one.points


def _after_each_round(rounds: Sequence[Round], not_played: NotPlayed) -> Iterator[float]:
    """The points that a player has after each round."""
    from_games = without_opponent = 0.0
    for one in rounds:
        if isinstance(one, Free):
            without_opponent += _worth(one, not_played)
        else:
            from_games += _worth(one, not_played)
        down = not_played == "down"
        yield from_games + (math.floor(without_opponent) if down else without_opponent)


def _points(wall_list: WallList, not_played: NotPlayed) -> list[float]:
    """Each player's points after the last round."""
    points = []
    for rounds in wall_list.players:
        *_, last = 0.0, *_after_each_round(rounds, not_played)
        points.append(last)
    return points


@function(CATEGORY)
def NBW(wall_list: GamesOrCrossTable, not_played: NotPlayed = "written") -> list[float | str]:
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
    return wall_list.column(_points(wall_list, not_played))


@function(CATEGORY)
def MMS(wall_list: Games, start: Start, not_played: NotPlayed = "written") -> list[float | str]:
    """McMahon score: the start score and the number of wins.

    Parameters
    ----------
    start
        The McMahon score before the first round, a column or one number.
    not_played
        What rounds without a game count: written, down, wins or half, as in NBW.

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
    begin = wall_list.beside_or_one(start, "start")
    points = _points(wall_list, not_played)
    return wall_list.column([first + more for first, more in zip(begin, points)])


@function(CATEGORY)
def CUSS(
    wall_list: Games, start: Start | None = None, not_played: NotPlayed = "written"
) -> list[float | str]:
    """Cumulative sum of scores: the score after the first round, after the second, and so on.

    Parameters
    ----------
    start
        The score before the first round, a column or one number: with the McMahon start scores it
        is the sum of McMahon scores (CUSSM), without them the sum of wins (CUSSW).
    not_played
        What rounds without a game count: written, down, wins or half, as in NBW.

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
    begin = wall_list.beside_or_one(start, "start")
    return wall_list.column(
        [
            math.fsum(first + points for points in _after_each_round(rounds, not_played))
            for first, rounds in zip(begin, wall_list.players)
        ]
    )


Term = Callable[[int, Round], float]
"""What a round adds to a player's sum; the player by its row."""


def _opponent_score(
    wall_list: WallList,
    scores: Sequence[float],
    unplayed: Sequence[float] | None,
    handicap: bool,
) -> Term:
    """The score of a round's opponent, or what stands for it in a round without one."""
    wall_list.beside(scores, "scores")
    instead = wall_list.beside_or_one(unplayed, "unplayed")

    def term(player: int, one: Round) -> float:
        if isinstance(one, Free):
            return instead[player]
        return scores[one.opponent] + (one.stones if handicap else 0)

    return term


def _sums(wall_list: WallList, term: Term, drop: int) -> list[float]:
    """Each player's sum over the rounds, without the smallest ones."""
    if drop < 0:
        raise outside(f"drop must not be negative; {drop} is")
    return [
        math.fsum(sorted(term(player, one) for one in rounds)[drop:])
        for player, rounds in enumerate(wall_list.players)
    ]


@function(CATEGORY)
def SOS(
    wall_list: Games,
    scores: Scores,
    drop: Drop = 0,
    unplayed: PerPlayerOrOne | None = None,
    handicap: Stones = False,
) -> list[float | str]:
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
    term = _opponent_score(wall_list, scores, unplayed, handicap)
    return wall_list.column(_sums(wall_list, term, drop))


@function(CATEGORY)
def SODOS(
    wall_list: Games,
    scores: Scores,
    drop: Drop = 0,
    unplayed: PerPlayerOrOne | None = None,
    handicap: Stones = False,
) -> list[float | str]:
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
    score = _opponent_score(wall_list, scores, unplayed, handicap)
    terms = _sums(wall_list, lambda player, one: score(player, one) * one.points, drop)
    return wall_list.column(terms)


@function(CATEGORY)
def SOSOS(
    wall_list: Games,
    scores: Scores,
    drop: Drop = 0,
    unplayed: PerPlayerOrOne | None = None,
    handicap: Stones = False,
) -> list[float | str]:
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
    sos = _sums(wall_list, _opponent_score(wall_list, scores, unplayed, handicap), 0)
    instead = wall_list.beside_or_one(unplayed, "unplayed")
    every_round = [math.fsum([score] * wall_list.rounds) for score in instead]
    term = _opponent_score(wall_list, sos, every_round, handicap=False)
    return wall_list.column(_sums(wall_list, term, drop))
