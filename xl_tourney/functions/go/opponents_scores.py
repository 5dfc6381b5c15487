"""Go: the tie-breakers that sum up the opponents' scores: SOS, SODOS, SOSOS."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Annotated, Any

from ...catalogue.cells import num_error
from ...catalogue.declaration import function
from ...catalogue.derivation import Argument, Derivation, Step, Subject, step
from ...catalogue.docstrings import SharedHelp
from ...catalogue.expression import Term, to_term, total, where
from ...catalogue.kinds import Flag, Whole
from ..wall_lists import PerPlayer, PerPlayerOrOne
from .scores import PlayersArgument, value_of_player
from .wall_list import CATEGORY, Games, Round, Unpaired, WallList

Scores = Annotated[
    PerPlayer,
    SharedHelp(
        "The players' scores, one for each row: NBW, MMS or any other.",
        {"#VALUE!": "A score is no number, or there is not one for each row."},
    ),
]
Drop = Annotated[
    Whole,
    SharedHelp(
        "How many of the smallest rounds are left out: 1 for SOS-1, 2 for SOS-2.",
        {"#NUM!": "`drop` is negative or no whole number."},
    ),
]
Stones = Annotated[
    Flag,
    SharedHelp(
        "TRUE adds the handicap stones given to an opponent to its score, and takes off those "
        "taken."
    ),
]


def sos_term(score: Any, stones: Any, counts_stones: Any) -> Any:
    """What an opponent adds to SOS: the score, and the stones given where they count."""
    return score + where(counts_stones, stones, 0)


def sodos_term(score: Any, points: Any) -> Any:
    """What it adds to SODOS: as much of it as the own points, all for a win, half for a jigo."""
    return score * points


def sosos_unplayed(unplayed: Any, rounds: Any) -> Any:
    """What a round without an opponent adds to SOSOS: the SOS of such rounds only."""
    return rounds * unplayed


TermOf = Callable[[Any, Any], Any]
"""What a round adds, by the score of the opponent and one's own points."""


class OpponentsScores:
    """What the rounds of each player add to a sum of opponents' scores."""

    def __init__(
        self,
        wall_list: Games,
        scores: Scores,
        drop: Drop = 0,
        unplayed: PerPlayerOrOne | None = None,
        handicap: Stones = False,
    ) -> None:
        self.wall_list, self.drop, self.handicap = wall_list, drop, handicap
        self.scores = wall_list.align(scores, "scores")
        self.unplayed = wall_list.align_or_broadcast(unplayed, "unplayed")
        """What stands for the score of an opponent in a round without one."""

    def score(self, player: int, entry: Round) -> float:
        """The score of a round's opponent, or what stands for it."""
        if isinstance(entry, Unpaired):
            return self.unplayed[player]
        return float(sos_term(self.scores[entry.opponent], entry.stones, self.handicap))

    def sums(self, term_of: TermOf | None = None, drop: int = 0) -> list[float]:
        """The sum of each player's rounds, without some of the smallest."""
        if drop < 0:
            raise num_error(f"drop must not be negative; {drop} is")

        def term(player: int, entry: Round) -> float:
            score = self.score(player, entry)
            return float(term_of(score, entry.points)) if term_of else score

        return [
            math.fsum(sorted(term(player, entry) for entry in rounds)[drop:])
            for player, rounds in enumerate(self.wall_list.players)
        ]

    def column(self, term_of: TermOf | None = None) -> list[float | str]:
        """The sums as a result, without the rounds that are left out."""
        return self.wall_list.to_column(self.sums(term_of, self.drop))


def _derivation_of_sum(result: str, by_points: bool = False) -> Derivation:
    """The derivation of a sum of the opponents' scores."""

    def derive(
        of: Subject, wall_list: Argument, scores: PlayersArgument, drop: Term,
        unplayed: PlayersArgument, handicap: Term
    ) -> Iterator[Step]:  # fmt: skip
        def score_of(player: int) -> Term:
            return value_of_player(of, "scores", scores, player)

        instead = value_of_player(of, "unplayed", unplayed, of.row)
        return _derive_rounds(
            of, wall_list.parsed, score_of, drop, instead, handicap, result, by_points
        )

    return derive


def _derive_rounds(
    of: Subject, rounds: WallList, score_of: Callable[[int], Term],
    drop: Term, unplayed: Term, handicap: Term,
    result: str, by_points: bool = False
) -> Iterator[Step]:  # fmt: skip
    """What each round adds, which of them are left out, and the sum."""
    added: list[Term] = []
    for entry in rounds.players[of.row]:
        if isinstance(entry, Unpaired):
            score = unplayed
        else:
            score = sos_term(score_of(entry.opponent), entry.stones, handicap.value)
        part = sodos_term(score, entry.points) if by_points and entry.points != 1 else score
        added.append(part)
        if isinstance(entry, Unpaired):
            if score.value:
                yield step("A round without an opponent adds {score}.", score=part)
        elif not by_points or entry.points == 1:
            yield step("{opponent} has {score}.", opponent=of.name(entry.opponent), score=part)
        elif entry.points:
            yield step(
                "{opponent} has {whole}, of which half is added: {score}.",
                opponent=of.name(entry.opponent),
                whole=score,
                score=part,
            )
    left = sorted(added)
    dropped = int(drop.value)
    for part in left[:dropped]:
        yield step("The smallest is left out: {score}.", score=part)
    yield step(f"The sum is {{own}}'s {result}: {{sum}}.", own=of.own, sum=total(left[dropped:]))


@function(CATEGORY, takes=OpponentsScores)
def SOS(*arguments: Any) -> list[float | str]:
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
    return OpponentsScores(*arguments).column()


SOS.derivation(_derivation_of_sum("SOS"))


@function(CATEGORY, takes=OpponentsScores)
def SODOS(*arguments: Any) -> list[float | str]:
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
    return OpponentsScores(*arguments).column(sodos_term)


SODOS.derivation(_derivation_of_sum("SODOS", by_points=True))


@function(CATEGORY, takes=OpponentsScores)
def SOSOS(*arguments: Any) -> list[float | str]:
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
    own = OpponentsScores(*arguments)
    unplayed = [sosos_unplayed(score, own.wall_list.rounds) for score in own.unplayed]
    return OpponentsScores(own.wall_list, own.sums(), own.drop, unplayed).column()


@SOSOS.derivation
def _derivation_of_sosos(
    of: Subject, wall_list: Argument, scores: PlayersArgument, drop: Term,
    unplayed: PlayersArgument, handicap: Term
) -> Iterator[Step]:  # fmt: skip
    rounds: WallList = wall_list.parsed
    players = range(len(rounds.players))
    numbers, instead = (
        [value_of_player(of, name, argument, player).value for player in players]
        for name, argument in (("scores", scores), ("unplayed", unplayed))
    )
    sos = OpponentsScores(rounds, numbers, 0, instead, handicap.value).sums()
    call = ",".join(
        (wall_list.formula, of.formula("scores"), "0", of.formula("unplayed"), handicap.formula)
    )

    def sos_of(player: int) -> Term:
        return Term(sos[player], of.element(f"SOS({call})", player))

    free = sosos_unplayed(value_of_player(of, "unplayed", unplayed, of.row), rounds.rounds)
    return _derive_rounds(of, rounds, sos_of, drop, free, to_term(False), "SOSOS")
