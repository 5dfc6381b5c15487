"""The answers about a race, each with its proof: arithmetic first, a solver last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import NamedTuple

from . import solver
from .branching import Branching
from .certificate import Cut
from .contest import Contest, Own, Wish
from .program import programs
from .race import Completion, Race, Target
from .shifting import Shifting, TooMany
from .solver import TimeUp, Unsettled

FEW_SPLITS, MANY_SPLITS = 40, 1_000
"""How many choices of lost teams are tried where a solver is installed, and where there is none."""


class Verdict(NamedTuple):
    """Whether a wish can come true, and what proves it."""

    completion: Completion | None
    """One in which it does; None where there is none."""
    cut: Cut | None = None
    """Why there is none; None where that was found by search."""

    @property
    def possible(self) -> bool:
        """Whether the wish can come true."""
        return self.completion is not None


class Between(Exception):
    """No answer: all that is known is the bounds."""

    def __init__(self, low: float | None, high: float | None, why: Unsettled) -> None:
        super().__init__(str(why))
        self.low, self.high, self.why = low, high, why


class Clock:
    """The time that the rows of a column share."""

    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds
        self.row_end = self._end

    @property
    def left(self) -> float:
        """The seconds that are left for the row."""
        return min(self._end, self.row_end) - monotonic()

    def share(self, part: float) -> None:
        """Give a row this part of the time that is left."""
        self.row_end = monotonic() + part * (self._end - monotonic())


class Answers:
    """What is known about a race; an answer once found is kept."""

    def __init__(self, race: Race) -> None:
        self.race = race
        self._verdicts: dict[tuple[int, Wish, Target, Own | None], Verdict] = {}

    # One yes or no -------------------------------------------------------------------------------

    def verdict(
        self, team: int, wish: Wish, target: Target, own: Own | None, clock: Clock
    ) -> Verdict:
        """Whether a team can reach (miss) a target; :class:`Unsettled` where nobody knows."""
        question = (team, wish, target, own)
        known = self._verdicts.get(question)
        if known is None:
            contest = Contest(self.race, team, wish, target, own)
            known = self._verdicts[question] = self._settle(contest, clock)
        return known

    def _settle(self, contest: Contest, clock: Clock) -> Verdict:
        by_arithmetic = contest.verdict
        if by_arithmetic:
            return self._replayed(contest, contest.any_completion())
        sure = self._sure(contest)
        if by_arithmetic is False:
            return Verdict(None, sure(None))
        return self._by_shifting(contest, sure, clock)

    def _by_shifting(
        self, contest: Contest, sure: Callable[[Cut | None], Cut], clock: Clock
    ) -> Verdict:
        here = solver.is_installed()
        shifting = Shifting(contest, FEW_SPLITS if here else MANY_SPLITS)
        try:
            cut = shifting.settle()
        except TooMany:
            pass
        else:
            if cut is not None:
                return Verdict(None, sure(cut))
            if shifting.exact:
                games, hits = shifting.decided()
                return self._replayed(contest, contest.complete(games, hits, {}))
        try:
            completion = Branching(contest).settle()
        except TooMany:
            return self._by_program(contest, clock)
        return self._replayed(contest, completion) if completion else Verdict(None)

    def _by_program(self, contest: Contest, clock: Clock) -> Verdict:
        for way in programs(contest):
            values = solver.solve(way.program, clock.left)
            if values is not None:
                return self._replayed(contest, way.completion(values))
        return Verdict(None)

    @staticmethod
    def _sure(contest: Contest) -> Callable[[Cut | None], Cut]:
        """Puts before a cut what shows that those lost anyway are lost."""

        def prefixed(cut: Cut | None) -> Cut:
            lost: list[int] = []
            for j in contest.lost:
                lost.append(j)
            *others, last = lost if cut is None else [*lost, None]
            chain = cut if last is None else Cut((last,))
            assert chain
            for j in reversed(others):
                chain = Cut((j,), ((j, chain),))
            return chain

        return prefixed

    def _replayed(self, contest: Contest, completion: Completion) -> Verdict:
        """A completion, once it was played through; one that fails is no answer."""
        if not replays(contest, completion):
            raise Unsettled("the solver's results do not stand up")
        return Verdict(completion)

    # Numbers -------------------------------------------------------------------------------------

    def best_place(self, team: int, clock: Clock) -> int:
        """The least place that a team can end in, open ties seen hopefully."""
        contest = Contest(self.race, team, "reach", self._top(1), None)
        low = 1 + len(contest.lost)
        high = low + len(contest.teams)
        return self._least(
            low,
            high,
            lambda places: self.verdict(team, "reach", self._top(places), None, clock),
            lambda verdict: self.place(team, verdict, hopeful=True),
        )

    def worst_place(self, team: int, clock: Clock) -> int:
        """The greatest place that a team can end in, open ties seen fearfully."""
        contest = Contest(self.race, team, "miss", self._top(1), None)
        high = len(self.race.teams) - len(contest.lost)
        low = high - len(contest.teams)
        found = self._least(
            -high,
            -low,
            lambda place: self.verdict(team, "miss", self._top(-place - 1), None, clock),
            lambda verdict: -self.place(team, verdict, hopeful=False),
        )
        return -found

    def _top(self, places: int) -> Target:
        return Target.top(places, len(self.race.teams))

    def place(self, team: int, verdict: Verdict, hopeful: bool) -> int:
        """A team's place in a completion."""
        assert verdict.completion is not None
        return 1 + len(self.race.ahead(team, self.race.totals(verdict.completion), hopeful))

    def _least(
        self,
        low: int,
        high: int,
        verdict: Callable[[int], Verdict],
        value: Callable[[Verdict], int],
    ) -> int:
        """The least number that is possible; ``high`` is, below ``low`` none."""
        try:
            at = low
            while low < high:
                found = verdict(at)
                if found.possible:
                    high = min(at, value(found))
                else:
                    low = at + 1
                at = (low + high) // 2
        except Unsettled as why:
            raise Between(min(abs(low), abs(high)), max(abs(low), abs(high)), why) from why
        return low

    def status(self, team: int, target: Target, clock: Clock) -> str:
        """Whether a team has reached a target for certain, cannot reach it, or neither."""
        if not self.verdict(team, "reach", target, None, clock).possible:
            return "out"
        return "open" if self.verdict(team, "miss", target, None, clock).possible else "clinched"

    def amounts(self, team: int, unit: str) -> Sequence[int]:
        """All wins that a team can still get, or all that its games can sum to."""
        return range(self.race.left[team] + 1) if unit == "wins" else self.race.gains(team)

    def to_clinch(self, team: int, target: Target, unit: str, clock: Clock) -> int | None:
        """The least amount with which a team reaches a target for certain; None if not even all."""
        return self._first(team, "miss", target, unit, clock)

    def to_stay_alive(self, team: int, target: Target, unit: str, clock: Clock) -> int | None:
        """The least amount with which a team can reach a target; None if not even with all."""
        return self._first(team, "reach", target, unit, clock)

    def _first(
        self, team: int, wish: Wish, target: Target, unit: str, clock: Clock
    ) -> int | None:
        """The least amount from which on the wish can (to miss: can no longer) come true."""
        amounts = self.amounts(team, unit)
        kind = "wins" if unit == "wins" else "points"

        def own(at: int) -> Own:
            return Own(kind, amounts[at])  # type: ignore[arg-type]

        def by_arithmetic(at: int) -> bool | None:
            """Whether the wish can come true with an amount, where arithmetic says so."""
            return Contest(self.race, team, wish, target, own(at)).verdict

        can = wish == "reach"
        # Below ``low`` it is settled that the amount is too little, from ``high`` on that it is
        # enough.
        low, high = _bisect(0, len(amounts), lambda at: by_arithmetic(at) is (not can)), 0
        high = low + _bisect(0, len(amounts) - low, lambda at: by_arithmetic(low + at) is not can)
        try:
            while low < high:
                at = (low + high) // 2
                if self.verdict(team, wish, target, own(at), clock).possible == can:
                    high = at
                else:
                    low = at + 1
        except Unsettled as why:
            most = amounts[high] if high < len(amounts) else None
            raise Between(amounts[low], most, why) from why
        return amounts[low] if low < len(amounts) else None


def _bisect(low: int, high: int, is_below: Callable[[int], bool]) -> int:
    """The first number from ``low`` to ``high`` that is not below."""
    while low < high:
        middle = (low + high) // 2
        if is_below(middle):
            low = middle + 1
        else:
            high = middle
    return low


def replays(contest: Contest, completion: Completion) -> bool:
    """Whether a completion has just the games that are left, and the wish comes true in it."""
    race, team, own = contest.race, contest.team, contest.own
    if not race.is_complete(completion):
        return False
    if own:
        wins, gain = race.own_gain(team, completion)
        if own.unit == "wins" and wins != own.amount:
            return False
        enough = gain <= own.amount if contest.wish == "reach" else gain >= own.amount
        if own.unit == "points" and not enough:
            return False
    hopeful = contest.wish == "reach"
    ahead = race.ahead(team, race.totals(completion), hopeful)
    return contest.target.reached(team, contest.target.counts(ahead)) == hopeful


__all__ = ["Answers", "Between", "Clock", "TimeUp", "Unsettled", "Verdict", "replays"]
