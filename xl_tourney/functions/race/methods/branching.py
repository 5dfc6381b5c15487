"""A small contest settled result by result, where no solver is needed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache

from ..race import Completion, Pair, Tally
from .contest import Contest
from .flow import TooManyCasesError

MOST_TALLIES = 400
"""How many ways the games of one pair can end before this is not for us."""


@lru_cache(maxsize=256)
def tallies(count: int, results: int) -> tuple[Tally, ...]:
    """All ways in which some games can end."""
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
    """Goes through the results of a contest, pair by pair, and leaves what cannot succeed."""

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
        self._loads = contest.loads()
        counts = [*contest.pairs.values()]
        self._own = contest.opponents() if contest.varies else []
        counts += [race.games[contest.team][j] for j in self._own]
        ways = [_ways(count, len(race.worth)) for count in counts]
        if max(ways, default=0) > MOST_TALLIES or math.prod(ways) > most_ways:
            raise TooManyCasesError
        self._limit = {j: contest.limit[j] for j in contest.teams}
        self._load = dict.fromkeys(contest.teams, 0)
        self._games: dict[Pair, Tally] = {}
        self._steps = 0

    def settle(self) -> Completion | None:
        """A completion that makes the wish come true, or None if there is none."""
        pairs = sorted(
            self.contest.pairs.items(), key=lambda item: sum(map(self._limit.__getitem__, item[0]))
        )
        for limit, hits, gains in self._own_games():
            self._limit = limit
            if self._decide(pairs, 0):
                return self.contest.complete(self._games, hits, gains)
        return None

    def _step(self) -> None:
        self._steps += 1
        late = self._steps % 256 == 0 and self._is_late()
        if late or self._steps > self._most_steps:
            raise TooManyCasesError

    def _own_games(
        self,
    ) -> Iterator[tuple[dict[int, int], dict[int, int], dict[int, Tally] | None]]:
        """What is left to bear after our own games, in all ways that they can go."""
        contest = self.contest
        limits = {j: contest.limit[j] for j in contest.teams}
        if not contest.varies:
            for hits in self._hits(list(contest.hits.room.items()), contest.hits.least):
                self._step()
                load = contest.hits.load
                yield {j: limits[j] - load * hits.get(j, 0) for j in limits}, hits, None
            return
        for gain, gains in self._gains(self._own):
            if contest.least_gain <= gain <= contest.most_gain:
                turned = gain if contest.wish == "reach" else -gain
                yield (
                    {j: limits[j] + turned - self._on(j, gains.get(j)) for j in limits},
                    {},
                    gains,
                )

    def _on(self, team: int, tally: Tally | None) -> int:
        """The load on an opponent of ours."""
        return sum(map(int.__mul__, reversed(self._loads), tally)) if tally else 0

    def _hits(self, rooms: list[tuple[int, int]], least: int) -> Iterator[dict[int, int]]:
        if not rooms:
            if not least:
                yield {}
            return
        (team, room), *others = rooms
        rest = sum(more for _, more in others)
        for count in range(max(0, least - rest), min(room, least) + 1):
            for hits in self._hits(others, least - count):
                yield {team: count, **hits}

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
        if not self.contest.allows(j for j, load in self._load.items() if load > self._limit[j]):
            return False
        if at == len(pairs):
            return True
        (a, b), count = pairs[at]
        loads = self._loads
        for tally in tallies(count, len(loads)):
            first = sum(map(int.__mul__, tally, loads))
            second = sum(map(int.__mul__, tally, reversed(loads)))
            self._load[a] += first
            self._load[b] += second
            self._games[a, b] = tally
            if self._decide(pairs, at + 1):
                return True
            self._load[a] -= first
            self._load[b] -= second
        return False
