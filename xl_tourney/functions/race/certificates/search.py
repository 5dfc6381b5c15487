"""The search for a proof that a wish cannot come true: a cut, or cases that are each closed."""

from __future__ import annotations

from ..answers import Answers, Clock
from ..methods.contest import Contest
from ..methods.solver import UnsettledError
from ..race import Completion, Race, Scoring, Target
from .cases import Cases, Situation
from .checker import Claim, Cut, proves_impossible

MOST_CASES = 400
"""After so many cases it is given up: a proof is to be small."""


class NoProofError(Exception):
    """No proof of this kind was found; the message says why."""


def find_proof(claim: Claim, scoring: Scoring, clock: Clock) -> Cases | Cut:
    """A proof that the wish of a claim cannot come true.

    Raises
    ------
    NoProofError
        It can come true, or it takes too many cases or too much time, or the scores of more games
        decide together.
    """
    return close(Situation.of(claim), scoring, clock)


def close(situation: Situation, scoring: Scoring, clock: Clock) -> Cases | Cut:
    """A proof that the wish of a claim cannot come true in a situation; errors as above."""
    if situation.claim.extra:
        raise NoProofError("places across groups have no proof by criteria")
    return _Search(situation.claim, scoring, clock).close(situation)


class _Search:
    def __init__(self, claim: Claim, scoring: Scoring, clock: Clock) -> None:
        self.claim, self.scoring, self.clock = claim, scoring, clock
        self.count = 0

    def close(self, situation: Situation) -> Cases | Cut:
        """A proof that the wish cannot come true in a situation."""
        self.count += 1
        if self.count > MOST_CASES:
            raise NoProofError(f"it takes more than {MOST_CASES} cases")
        if self.clock.is_late():
            raise NoProofError("time is up")
        if situation.is_vacuous:
            return Cut(())
        if proves_impossible(situation.reduced, Cut(())):
            return Cut(())
        completion = None
        try:
            race = self._race(situation)
            contest = Contest(race, self.claim.team, self.claim.wish, self._target(situation), None)
            answer = Answers(race).settle(contest, self.clock)
            if answer.cut and proves_impossible(situation.reduced, answer.cut):
                return answer.cut
            completion = answer.completion
        except UnsettledError:
            pass  # the cases are easier
        of, number = self._split(situation, self._level(race, completion))
        cases = situation.cases(of, number)
        return Cases(of, number, tuple(self.close(case) for case in cases))

    def _race(self, situation: Situation) -> Race:
        reduced = situation.reduced
        square = [[0] * len(reduced.points) for _ in reduced.points]
        for first, second in reduced.games:
            other = first if second is None else second
            square[first][other] += 1
            square[other][first] += first != other
        return Race(reduced.points, square, self.scoring, reduced.keys, reduced.ties)

    def _target(self, situation: Situation) -> Target:
        groups = self.claim.groups or [0] * len(self.claim.points)
        return Target(tuple(groups), situation.reduced.places)

    def _level(self, race: Race, completion: Completion | None) -> set[int]:
        """Who is level with our team in the results that still have to be excluded."""
        if completion is None:
            return set()
        totals = race.totals(completion)
        return {j for j in race.teams if totals[j] == totals[self.claim.team]}

    def _split(self, situation: Situation, level: set[int]) -> tuple[str, int]:
        """What to distinguish next: who is level, then the games that decide between those."""
        undecided = situation.can_be_level - situation.level
        for j in sorted(undecided & level) or sorted(undecided):
            return "level", j
        tied = situation.level | {self.claim.team}
        open_games = [at for at, result in enumerate(situation.results) if result is None]

        def nearness(at: int) -> int:
            return -sum(team in tied for team in self.claim.games[at])

        for at in sorted(open_games, key=nearness):
            return "game", at
        raise NoProofError("the scores of several games decide together")
