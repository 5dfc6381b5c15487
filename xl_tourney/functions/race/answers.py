"""The answers about a race, each with its proof: arithmetic first, a solver last.

A question is a contest: can this team reach (miss) the first k places?  :meth:`Answers.settle` asks
the cheapest judge that can decide it, in this order: arithmetic on points and games left, a maximum
flow that shifts points between teams, a count or a good choice of the teams that must stay ahead, a
search through all results, a solver.  A yes comes with results that are played through once more, a
no with a cut: teams that get too many points from each other, whatever happens.

A place is found by halving: the best place is the least k that can be reached.  Of places 1 to 8
the first asked is 1 (no), then 5 (yes, with results that give place 4), then 3 (no): so it is 4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from time import monotonic
from typing import NamedTuple

from .certificates.checker import Cut
from .methods import solver
from .methods.branching import Branching
from .methods.contest import Contest, Own, Wish
from .methods.flow import MaximumFlow, TooManyCasesError, counted_out
from .methods.program import programs
from .methods.solver import UnsettledError
from .race import Completion, Race, Target

FEW_SPLITS, MANY_SPLITS = 40, 1_000
"""How many choices of lost teams are tried where a solver is installed, and where there is none."""
FEW_WAYS, MANY_STEPS = 3_000, 20_000
"""The search through all results: where a solver is installed it is used only if they can end in
fewer ways than the first number; where there is none it is given up after the second number of
steps."""


class ScoredResult(NamedTuple):
    """A game left with its result and score, as the first team sees it."""

    result: int
    own: int
    other: int


class Answer(NamedTuple):
    """Whether a wish can come true, and what proves it."""

    possible: bool
    completion: Completion | None = None
    """Where it can, one in which it does."""
    cut: Cut | None = None
    """Where it cannot, why; None where that was found by search."""
    scores: tuple[ScoredResult, ...] | None = None
    """Where criteria decide, a score for each game left with which it does."""
    why: str = ""
    """Where criteria decide that it cannot, why."""


class BoundsOnlyError(UnsettledError):
    """A number was not found in time; only bounds of it are known."""

    def __init__(self, low: int, high: int | None, why: UnsettledError) -> None:
        super().__init__(str(why))
        self.low = low
        self.high = high
        """None if the number may not exist."""


class Clock:
    """The time that the rows of a column share."""

    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds
        self.row_end = self._end

    @property
    def left(self) -> float:
        """The seconds that are left for the row."""
        return min(self._end, self.row_end) - monotonic()

    def is_late(self) -> bool:
        """Whether the row's time is up."""
        return self.left <= 0

    def share(self, part: float) -> None:
        """Give the next row this part of the time that is left for the column."""
        self.row_end = monotonic() + part * (self._end - monotonic())


class Answers:
    """The answers about a race; each is remembered."""

    def __init__(self, race: Race) -> None:
        self.race = race
        self._verdicts: dict[tuple[int, Wish, Target, Own | None], Answer] = {}

    # One yes or no -------------------------------------------------------------------------------

    def verdict(
        self, team: int, wish: Wish, target: Target, own: Own | None, clock: Clock
    ) -> Answer:
        """Whether a team can reach (miss) a target; :class:`UnsettledError` if it is not known."""
        question = (team, wish, target, own)
        known = self._verdicts.get(question)
        if known is None:
            known = self.settle(Contest(self.race, team, wish, target, own), clock)
            # There are many questions about amounts: of those only yes or no is remembered.
            self._verdicts[question] = Answer(known.possible) if own else known
        return known

    def settle(self, contest: Contest, clock: Clock) -> Answer:
        """The answer with its proof, without a look at what is remembered."""
        by_arithmetic = contest.verdict
        if by_arithmetic:
            return self._replay(contest, contest.any_completion())
        if by_arithmetic is False:
            return Answer(False, cut=_prepend_lost(contest, Cut(())))
        splits = FEW_SPLITS if solver.is_installed() else MANY_SPLITS
        flow = MaximumFlow(contest, splits, clock.is_late)
        try:
            cut = flow.settle()
        except TooManyCasesError:
            return self._settle_by_choice(contest, clock)
        if cut is not None:
            return Answer(False, cut=_prepend_lost(contest, cut))
        if not flow.exact:
            return self._settle_by_search(contest, clock)
        games, own_units = flow.read_results()
        return self._replay(contest, contest.complete(games, own_units, {}))

    def _settle_by_choice(self, contest: Contest, clock: Clock) -> Answer:
        """The answer where there are too many choices of lost teams to try them all.

        A count may prove that it is no; a good choice of lost teams may show that it is yes.
        """
        cut = counted_out(contest)
        if cut is not None:
            return Answer(False, cut=_prepend_lost(contest, cut))
        flow = MaximumFlow(contest, MANY_SPLITS, clock.is_late)
        if flow.exact and flow.choose_lost():
            games, own_units = flow.read_results()
            return self._replay(contest, contest.complete(games, own_units, {}))
        return self._settle_by_search(contest, clock)

    def _settle_by_search(self, contest: Contest, clock: Clock) -> Answer:
        ways = FEW_WAYS if solver.is_installed() else inf
        try:
            completion = Branching(contest, MANY_STEPS, ways, clock.is_late).settle()
        except TooManyCasesError:
            return self._settle_by_program(contest, clock)
        return self._replay(contest, completion) if completion else Answer(False)

    def _settle_by_program(self, contest: Contest, clock: Clock) -> Answer:
        for way in programs(contest):
            values = solver.solve(way.program, clock.left)
            if values is not None:
                return self._replay(contest, way.completion(values))
        return Answer(False)

    def _replay(self, contest: Contest, completion: Completion) -> Answer:
        """A yes with its completion, which is played through first; one that fails is no answer."""
        if not replays(contest, completion):
            raise UnsettledError("the solver's results do not stand up")
        return Answer(True, completion)

    # Numbers -------------------------------------------------------------------------------------

    def best_place(self, team: int, clock: Clock) -> int:
        """The best place that a team can end in, if it wins all open ties."""
        contest = Contest(self.race, team, "reach", self._top(1), None)
        low = 1 + len(contest.lost)
        return self._least(
            low,
            low + len(contest.teams),
            lambda places: self.verdict(team, "reach", self._top(places), None, clock),
            lambda verdict: self.place(team, verdict, ties_won=True),
        )

    def worst_place(self, team: int, clock: Clock) -> int:
        """The worst place that a team can end in, if it loses all open ties."""
        contest = Contest(self.race, team, "miss", self._top(1), None)
        high = len(self.race.teams) - len(contest.lost)
        low = high - len(contest.teams)
        found = self._least(
            -high,
            -low,
            lambda place: self.verdict(team, "miss", self._top(-place - 1), None, clock),
            lambda verdict: -self.place(team, verdict, ties_won=False),
        )
        return -found

    def _top(self, places: int) -> Target:
        return Target.top(places, len(self.race.teams))

    def place(self, team: int, verdict: Answer, ties_won: bool) -> int:
        """A team's place in a completion."""
        assert verdict.completion is not None
        return 1 + len(self.race.ahead(team, self.race.totals(verdict.completion), ties_won))

    def _least(
        self,
        low: int,
        high: int,
        verdict: Callable[[int], Answer],
        value: Callable[[Answer], int],
    ) -> int:
        """The least number that is possible: ``high`` is possible, and none below ``low``."""
        try:
            at = low
            while low < high:
                found = verdict(at)
                if found.possible:
                    high = min(at, value(found))
                else:
                    low = at + 1
                at = (low + high) // 2
        except UnsettledError as why:
            raise BoundsOnlyError(min(abs(low), abs(high)), max(abs(low), abs(high)), why) from why
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

    def _first(self, team: int, wish: Wish, target: Target, unit: str, clock: Clock) -> int | None:
        """The least amount with which the wish can (to miss: can no longer) come true."""
        amounts = self.amounts(team, unit)

        def by_arithmetic(at: int) -> bool | None:
            """Whether the wish can come true with an amount, where arithmetic says so."""
            return Contest(self.race, team, wish, target, _own(unit, amounts[at])).verdict

        can = wish == "reach"
        # Arithmetic says of all amounts below ``low`` that they are too small, and of ``high`` and
        # all above that they are enough; those between are asked one by one.
        low = first_enough(0, len(amounts), lambda at: by_arithmetic(at) is not (not can))
        high = first_enough(low, len(amounts), lambda at: by_arithmetic(at) is can)
        return self.first_between(team, wish, target, unit, low, high, clock)

    def first_between(
        self, team: int, wish: Wish, target: Target, unit: str, low: int, high: int, clock: Clock
    ) -> int | None:
        """The same, if it is known to be from one place to another among the amounts."""
        amounts = self.amounts(team, unit)

        def is_enough(at: int) -> bool:
            own = _own(unit, amounts[at])
            return self.verdict(team, wish, target, own, clock).possible == (wish == "reach")

        try:
            at = first_enough(low, high, is_enough)
        except BoundsOnlyError as why:
            most = amounts[why.high] if why.high is not None and why.high < len(amounts) else None
            raise BoundsOnlyError(amounts[why.low], most, why) from why
        return amounts[at] if at < len(amounts) else None


def _own(unit: str, amount: int) -> Own:
    return Own("wins" if unit == "wins" else "points", amount)


def _prepend_lost(contest: Contest, cut: Cut) -> Cut:
    """A cut, preceded by the cuts which show that some teams are lost in any case."""
    for j in sorted(contest.lost):
        cut = Cut((j,), ((j, cut),))
    return cut


def first_enough(low: int, high: int, is_enough: Callable[[int], bool]) -> int:
    """The first number that is enough: ``high`` is, and none below ``low``."""
    try:
        while low < high:
            middle = (low + high) // 2
            if is_enough(middle):
                high = middle
            else:
                low = middle + 1
    except UnsettledError as why:
        raise BoundsOnlyError(low, high, why) from why
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
    ties_won = contest.wish == "reach"
    ahead = race.ahead(team, race.totals(completion), ties_won)
    return contest.target.reached(team, contest.target.counts(ahead)) == ties_won
