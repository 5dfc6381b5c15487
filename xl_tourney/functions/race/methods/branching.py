"""A small contest settled result by result, where no solver is needed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache

from ..race import Completion, Pair, Tally
from .contest import Contest
from .flow import TooManyCasesError

MOST_TALLIES = 400
"""A pair whose games can end in more ways than these is left to the solver."""


@lru_cache(maxsize=256)
def tallies(count: int, results: int) -> tuple[Tally, ...]:
    """All ways in which some games can end.

    >>> tallies(2, 3)  # wins, draws and losses in two games
    ((2, 0, 0), (1, 1, 0), (1, 0, 1), (0, 2, 0), (0, 1, 1), (0, 0, 2))
    """
    if results == 1:
        return ((count,),)
    return tuple(
        (first, *others)
        for first in range(count, -1, -1)
        for others in tallies(count - first, results - 1)
    )


def _ways(count: int, results: int) -> int:
    ways = 1
    for at in range(1, results):
        ways = ways * (count + at) // at
    return ways


class Branching:
    """A search through the results of a contest, pair by pair.

    As soon as the results so far make more teams lost than the wish allows, the pairs that follow
    are not looked at.
    """

    def __init__(
        self,
        contest: Contest,
        most_steps: int,
        most_ways: float = math.inf,
        is_late: Callable[[], bool] = lambda: False,
    ) -> None:
        """Too many steps, or ways in which all can end, are a :class:`TooManyCasesError`."""
        self.contest = contest
        self._most_steps = most_steps
        self._is_late = is_late
        race = contest.race
        self._demands = contest.demands()
        counts = [*contest.pairs.values()]
        self._own = contest.opponents() if contest.varies else []
        counts += [race.games[contest.team][j] for j in self._own]
        ways = [_ways(count, len(race.worth)) for count in counts]
        if max(ways, default=0) > MOST_TALLIES or math.prod(ways) > most_ways:
            raise TooManyCasesError
        self._capacity = {j: contest.capacity[j] for j in contest.teams}
        self._demand = dict.fromkeys(contest.teams, 0)
        self._games: dict[Pair, Tally] = {}
        self._steps = 0

    def settle(self) -> Completion | None:
        """A completion that makes the wish come true, or None if there is none."""
        # Pairs with little capacity first: they are decided in few ways, and soonest in none.
        pairs = sorted(
            self.contest.pairs.items(),
            key=lambda item: sum(map(self._capacity.__getitem__, item[0])),
        )
        for limit, own_units, gains in self._own_games():
            self._capacity = limit
            if self._decide(pairs, 0):
                return self.contest.complete(self._games, own_units, gains)
        return None

    def _step(self) -> None:
        self._steps += 1
        late = self._steps % 256 == 0 and self._is_late()
        if late or self._steps > self._most_steps:
            raise TooManyCasesError

    def _own_games(
        self,
    ) -> Iterator[tuple[dict[int, int], dict[int, int], dict[int, Tally] | None]]:
        """The capacities left after our own games, for each way in which they can go."""
        contest = self.contest
        limits = {j: contest.capacity[j] for j in contest.teams}
        if not contest.varies:
            for own_units in self._split_own_demand(
                list(contest.own_demand.most.items()), contest.own_demand.least
            ):
                self._step()
                unit = contest.own_demand.unit
                yield {j: limits[j] - unit * own_units.get(j, 0) for j in limits}, own_units, None
            return
        for gain, gains in self._gains(self._own):
            if contest.least_gain <= gain <= contest.most_gain:
                turned = gain if contest.wish == "reach" else -gain
                yield (
                    {j: limits[j] + turned - self._demand_on(j, gains.get(j)) for j in limits},
                    {},
                    gains,
                )

    def _demand_on(self, team: int, tally: Tally | None) -> int:
        """The demand of our games on an opponent."""
        return sum(map(int.__mul__, reversed(self._demands), tally)) if tally else 0

    def _split_own_demand(
        self, limits: list[tuple[int, int]], least: int
    ) -> Iterator[dict[int, int]]:
        if not limits:
            if not least:
                yield {}
            return
        (team, most), *others = limits
        rest = sum(more for _, more in others)
        for count in range(max(0, least - rest), min(most, least) + 1):
            for own_units in self._split_own_demand(others, least - count):
                yield {team: count, **own_units}

    def _gains(self, opponents: list[int]) -> Iterator[tuple[int, dict[int, Tally]]]:
        self._step()
        if not opponents:
            yield 0, {}
            return
        race = self.contest.race
        other, *others = opponents
        for tally in tallies(race.games[self.contest.team][other], len(race.worth)):
            own = sum(map(int.__mul__, tally, race.worth))
            for gain, gains in self._gains(others):
                yield own + gain, {other: tally, **gains}

    def _decide(self, pairs: list[tuple[Pair, int]], at: int) -> bool:
        self._step()
        if not self.contest.allows(
            j for j, demand in self._demand.items() if demand > self._capacity[j]
        ):
            return False
        if at == len(pairs):
            return True
        (a, b), count = pairs[at]
        demands = self._demands
        for tally in tallies(count, len(demands)):
            first = sum(map(int.__mul__, tally, demands))
            second = sum(map(int.__mul__, tally, reversed(demands)))
            self._demand[a] += first
            self._demand[b] += second
            self._games[a, b] = tally
            if self._decide(pairs, at + 1):
                return True
            self._demand[a] -= first
            self._demand[b] -= second
        return False
