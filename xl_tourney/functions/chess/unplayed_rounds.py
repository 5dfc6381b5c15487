"""Chess: what opponents count for a tie-break (Articles 14 to 16 of C.07).

Each round adds a term: an opponent's adjusted score, or in a Swiss the score of a dummy opponent
where the round was not played.  Cuts take terms away.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

from ...catalogue import expression
from ...catalogue.cells import num_error
from ...catalogue.derivation import Step, Subject, sentence, step
from ...catalogue.docstrings import SharedHelp
from ...catalogue.expression import total
from ...catalogue.kinds import Whole
from .event import Event, PointsFormula, Reference, Scores, drawn_rounds, dummy_score
from .wall_list import ABSENCES, VOLUNTARY, Round

HALF = 0.5
"""The points of a draw, where a win is 1."""


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


def explain_opposition(
    of: Subject,
    opposition: Opposition,
    cuts: tuple[int, int],
    figure: expression.Term,
    title: str,
    times: list[float] | None = None,
) -> Iterator[Step]:
    """What each round adds to a sum of opponents' scores, which ones are cut, and the sum."""
    event = opposition.event
    points = PointsFormula(of, event)
    terms = opposition.terms(of.row, times)
    left = after_cuts(terms, *cuts)
    parts = {term.column: _part(of, opposition, points, term, times) for term in terms}
    is_plain = opposition.scores is event.scores()
    for term in terms:
        one = event.players[of.row][term.column]
        if times is not None and not times[term.column]:
            continue
        full = _part(of, opposition, points, term, None) if is_plain else term.score
        terms_named: dict[str, object] = {"round": term.column + 1, "full": full}
        explanation = sentence(
            "without a game, it counts like an opponent with {full} (Article 16.4)"
        )
        if opposition.has_opponent(one):
            terms_named["opponent"] = of.name(one.opponent)
            explanation = sentence("{opponent} has {full}")
            own_score = opposition.scores.final[one.opponent]
            if is_plain and own_score != term.score:
                terms_named["before"] = points.of(one.opponent)
                explanation = sentence(
                    "{opponent} counts with {full}, not {before}: rounds left out at the end "
                    "count as draws (Article 16.3)"
                )
        if times is not None and times[term.column] != 1:
            terms_named["value"] = parts[term.column] if is_plain else term.value
            half, times_it = (
                sentence("half of it counts: {value}"),
                sentence("it is multiplied: {value}"),
            )
            explanation = f"{explanation}; {half if times[term.column] == HALF else times_it}"
        if term not in left:
            explanation = f"{explanation}; {_why_cut(term, left, cuts)}"
        yield step(f"Round {{round}}: {explanation}.", **terms_named)
    sums = {"sum": total([parts[term.column] for term in left])} if is_plain else {}
    yield step(f"Together that is {{figure}} by {title}.", **sums, figure=figure)


def _why_cut(
    term: RoundContribution, left: Sequence[RoundContribution], cuts: tuple[int, int]
) -> str:
    """Why a round is left out of a sum."""
    if term.voluntary:
        return sentence("it is left out, as a round not played by choice (Article 16.5)")
    if cuts[1] and (not cuts[0] or all(term.score >= other.score for other in left)):
        return sentence("it is left out, as the highest (Article 14)")
    return sentence("it is left out, as the lowest (Article 14)")


def _part(
    of: Subject,
    opposition: Opposition,
    points: PointsFormula,
    term: RoundContribution,
    times: list[float] | None,
) -> expression.Term:
    """What a round adds: the points of the opponent, adjusted, times what the round was worth."""
    one = opposition.event.players[of.row][term.column]
    source = points.of(one.opponent if opposition.has_opponent(one) else of.row)
    change = term.score - source.value
    score = source + change if change > 0 else source - -change if change else source
    return score if times is None or times[term.column] == 1 else score * times[term.column]
