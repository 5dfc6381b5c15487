"""Go: the scores of the players, number of wins, McMahon score and their cumulative sum."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from ...catalogue.declaration import function
from ...catalogue.derivation import Argument, Step, Subject, counted, sentence, step
from ...catalogue.docstrings import SharedHelp
from ...catalogue.expression import Term, to_term, total, where, whole_part
from ..wall_lists import PerPlayerOrOne
from .wall_list import CATEGORY, Games, GamesOrCrossTable, Round, Unpaired, WallList, WallListGame

NotPlayed = Annotated[
    Literal["written", "down", "wins", "half"],
    SharedHelp("What rounds without a game count: written, down, wins or half, as in NBW."),
]
Start = Annotated[
    PerPlayerOrOne,
    SharedHelp(
        "The score before the first round, a column or one number.",
        {"#VALUE!": "A start score is no number, or there is not one for each row."},
    ),
]


MOST_NAMED = 20
"""Of more games than these a derivation does not name the opponents."""
_STILL_TO_PLAY = sentence("Round {round}: {own} has still to play {opponent}.")
_ROUNDS_IN_WORDS = {
    1.0: sentence("Round {round}: {own} beat {opponent}."),
    0.5: sentence("Round {round}: {own} drew with {opponent}."),
    0.0: sentence("Round {round}: {own} lost to {opponent}."),
}
_FORFEITS_IN_WORDS = {
    1.0: sentence("Round {round}: {own} beat {opponent} by forfeit."),
    0.5: sentence("Round {round}: {own} drew with {opponent} by forfeit."),
    0.0: sentence("Round {round}: {own} lost to {opponent} by forfeit."),
}
"""What is said of a game, by the points that it gave."""


PlayersArgument: TypeAlias = "Argument | Sequence[Term] | Term | None"
"""An argument with a value for each player, or one for all, as a derivation takes it."""


def value_of_player(of: Subject, name: str, argument: PlayersArgument, row: int) -> Term:
    """The value of a player in an argument with one for each row, or one for all; 0 if left out."""
    if argument is None:
        return to_term(0)
    if isinstance(argument, Term):
        return argument
    block = of.arguments[name]
    assert block is not None
    term = block.at(row if len(block.block) > 1 else 0)
    return term if isinstance(term.value, (int, float)) else Term(0.0, f"N({term.formula})")


def _counts_half(entry: Round, not_played: NotPlayed) -> bool:
    """Whether a round is one of the half points, which are counted together."""
    if not_played == "half":
        return not entry.played
    return isinstance(entry, Unpaired) and not entry.points.is_integer()


def points_of_halves(halves: Any, not_played: Any) -> Any:
    """What so many half points for rounds without a game count."""
    counted = where(not_played == "wins", 0, halves / 2)
    return where(not_played == "down", whole_part(halves / 2), counted)


def mcmahon_score(start: Any, points: Any) -> Any:
    """The score before the first round, and the points since."""
    return start + points


def _cumulative_points(rounds: Sequence[Round], not_played: NotPlayed) -> Iterator[float]:
    """A player's points after each round."""
    points, halves = 0.0, 0
    for entry in rounds:
        if _counts_half(entry, not_played):
            halves += 1
        else:
            points += entry.points
        yield points + points_of_halves(halves, not_played)


def _final_points(wall_list: WallList, not_played: NotPlayed) -> list[float]:
    """The points of all players after the last round."""
    points = []
    for rounds in wall_list.players:
        *_, last = 0.0, *_cumulative_points(rounds, not_played)
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
    return wall_list.to_column(_final_points(wall_list, not_played))


@NBW.derivation
def _derivation_of_wins(of: Subject, wall_list: Argument, not_played: Term) -> Iterator[Step]:
    rounds: WallList = wall_list.parsed
    points = _final_points(rounds, not_played.value)[of.row]
    games = [
        (number, game)
        for number, game in enumerate(rounds.players[of.row], 1)
        if isinstance(game, WallListGame)
    ]
    for number, game in games if len(games) <= MOST_NAMED else ():
        in_words = _FORFEITS_IN_WORDS if game.forfeit else _ROUNDS_IN_WORDS
        if said := in_words.get(game.points) if game.has_result else _STILL_TO_PLAY:
            yield step(said, round=number, own=of.own, opponent=of.name(game.opponent))
    wins = Term(points, of.element(of.call))
    yield step(
        counted(wins, "Together {own} has {wins} win.", "Together {own} has {wins} wins."),
        own=of.own,
        wins=wins,
    )


@function(CATEGORY)
def MMS(wall_list: Games, start: Start, not_played: NotPlayed = "written") -> list[float | str]:
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
    start_scores = wall_list.align_or_broadcast(start, "start")
    points = _final_points(wall_list, not_played)
    return wall_list.to_column([mcmahon_score(*both) for both in zip(start_scores, points)])


@MMS.derivation
def _derivation_of_score(
    of: Subject, wall_list: Argument, start: PlayersArgument, not_played: Term
) -> Iterator[Step]:
    rounds: WallList = wall_list.parsed
    first = value_of_player(of, "start", start, of.row)
    points = _final_points(rounds, not_played.value)[of.row]
    wins = Term(points, of.element(f"NBW({wall_list.formula},{not_played.formula})"))
    yield step(
        counted(
            wins,
            "{own} begins with {start} and has {wins} win: {score}.",
            "{own} begins with {start} and has {wins} wins: {score}.",
        ),
        own=of.own,
        start=first,
        wins=wins,
        score=mcmahon_score(first, wins),
    )


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
    start_scores = wall_list.align_or_broadcast(start, "start")
    sums = [
        math.fsum(mcmahon_score(first, points) for points in _cumulative_points(own, not_played))
        for first, own in zip(start_scores, wall_list.players)
    ]
    return wall_list.to_column(sums)


@CUSS.derivation
def _derivation_of_sum_of_scores(
    of: Subject, wall_list: Argument, start: PlayersArgument, not_played: Term
) -> Iterator[Step]:
    rounds: WallList = wall_list.parsed
    first = value_of_player(of, "start", start, of.row)
    assert wall_list.first_columns is not None
    scores_by_round = iter(_cumulative_points(rounds.players[of.row], not_played.value))
    scores: list[Term] = []
    for column, points in zip(rounds.held_rounds, scores_by_round):
        wins = f"NBW({wall_list.first_columns(column + 1)},{not_played.formula})"
        scores.append(mcmahon_score(first, Term(points, of.element(wins))))
        yield step(
            "After round {round} {own} has {score}.", round=column + 1, own=of.own, score=scores[-1]
        )
    yield step("Together these are {sum}.", sum=total(scores))
