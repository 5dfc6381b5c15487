"""Chess: what opponents count for a tie-break (Articles 14 to 16 of C.07).

Each round adds a term: an opponent's adjusted score, or in a Swiss the score of a dummy opponent
where the round was not played.  Cuts take terms away.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from ...catalogue.cells import num_error
from ...catalogue.docstrings import SharedHelp
from ...catalogue.kinds import Whole
from .criteria import Reference
from .criteria.arithmetic import drawn_rounds, dummy_score
from .event import Event, Scores
from .wall_list import ABSENCES, VOLUNTARY, Round


class RoundContribution(NamedTuple):
    """What a round adds to a sum."""

    score: float
    """The score of the opponent, or of the dummy."""
    value: float
    """What is added: the score, or the score times the points of the round."""
    voluntary: bool = False
    """Whether the round was voluntarily left unplayed (16.1.2)."""
    column: int = -1
    """The round, from 0 among those that were held."""


class Opposition:
    """The scores that stand for a player's opponents, by one score of the event."""

    def __init__(
        self, event: Event, reference: Reference, forfeits_played: bool = False, fore: bool = False
    ) -> None:
        self.event = event
        self.scores = event.scores(reference, fore)
        self._forfeits_played = forfeits_played
        self.adjusted = self.scores.final if event.round_robin else adjusted_scores(self.scores)

    def has_opponent(self, one: Round) -> bool:
        """Whether the opponent's score counts; one not yet played to a result has an opponent."""
        if one.opponent < 0 or one.result == "?":
            return one.opponent >= 0
        return self.event.is_game(one) or self._forfeits_played

    def _dummy(self, player: int, one: Round) -> float:
        """The score of the dummy opponent of an unplayed round (16.4)."""
        scores = self.scores
        own = scores.final[player]
        by_draws = drawn_rounds(scores.draw, scores.rounds)
        cap = self.adjusted[one.opponent] if one.opponent >= 0 else by_draws
        return float(dummy_score(own, cap, self.event.rules.dummy_capped))

    def terms(self, player: int, times: Sequence[float] | None = None) -> list[RoundContribution]:
        """A player's terms; with ``times``, each score times the number of its round."""
        terms = []
        for column, one in enumerate(self.scores.players[player]):
            voluntary = False
            if self.has_opponent(one):
                score = self.adjusted[one.opponent]
            elif self.event.round_robin:
                continue
            else:
                score = self._dummy(player, one)
                voluntary = one.result in VOLUNTARY
            value = score if times is None else score * times[column]
            terms.append(RoundContribution(score, value, voluntary, column))
        return terms

    def sums(
        self,
        cut_low: int,
        cut_high: int,
        times: Sequence[Sequence[float]] | None = None,
    ) -> list[float]:
        """Everybody's sum of terms that are left after the cuts."""
        return [
            math.fsum(
                term.value
                for term in after_cuts(
                    self.terms(player, None if times is None else times[player]), cut_low, cut_high
                )
            )
            for player in range(len(self.scores.players))
        ]


def adjusted_scores(scores: Scores) -> list[float]:
    """Everybody's score as it counts for an opponent (16.3).

    Rounds that a player asked to miss, and absences, count a draw where no round follows that is
    not voluntarily unplayed; a forfeit loss stays as it is, and does not end that run.
    """
    adjusted = []
    for player, rounds in enumerate(scores.players):
        points = scores.points[player]
        score = scores.final[player]
        for column in range(len(rounds) - 1, -1, -1):
            result = rounds[column].result
            if result in ABSENCES:
                score += scores.draw - points[column]
            elif result not in VOLUNTARY:
                break
        adjusted.append(score)
    return adjusted


def _by_score(term: RoundContribution) -> tuple[float, float]:
    return term.score, term.value


def after_cuts(
    terms: list[RoundContribution], cut_low: int, cut_high: int
) -> list[RoundContribution]:
    """The terms that cuts leave: the low ones first, one at a time, then the high ones (14, 16.5).

    A low cut takes the least significant value of the voluntarily unplayed rounds where that is
    not lower than the value of the lowest opponent (16.5.1), else the latter.
    """
    left = list(terms)
    for _ in range(min(cut_low, len(left))):
        lowest = min(left, key=_by_score)
        voluntary = [term for term in left if term.voluntary]
        first = min(voluntary, key=lambda term: (term.value, term.score)) if voluntary else lowest
        left.remove(first if first.value >= lowest.value else lowest)
    for _ in range(min(cut_high, len(left))):
        left.remove(max(left, key=_by_score))
    return left


def check_cuts(cut_low: int, cut_high: int = 0) -> None:
    """Hold the numbers of cuts to 0 and above."""
    for name, cut in (("cut_low", cut_low), ("cut_high", cut_high)):
        if cut < 0:
            raise num_error(f"{name} must not be negative; {cut} is")


CutLow = Annotated[
    Whole,
    SharedHelp(
        "How many of the least significant values are left out: 1 for Cut-1 and Median-1.",
        {"#NUM!": "A number of cuts is negative or not whole."},
    ),
]
CutHigh = Annotated[
    Whole, SharedHelp("How many of the most significant values are left out: 1 for Median-1.")
]
