"""Loads shifted between the teams of a contest: a maximum flow of our own.

A game puts a number of units on its two teams, split between them in any way.  Starting from any
split, a team with more than it can bear passes units on along games, to one with room.  When no
path leads to room, the teams that can be reached hold every unit of the games between them and none
of others: together they must bear more than they can.  That is a minimum cut, and a proof.

With equal steps this is exact.  With other scoring (3-1-0) a game puts at least its least sum on
the two, so that a refusal is a proof all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..checker import Cut
from ..race import Pair, Tally
from .contest import Contest, spread

MOST_EXCHANGES = 60
"""How many choices of lost teams are tried in the search for a good one."""


class TooManyCasesError(Exception):
    """There are more cases than are worth trying here."""


class MaximumFlow:
    """The units of a contest, and who bears them."""

    def __init__(
        self,
        contest: Contest,
        most_splits: int,
        is_late: Callable[[], bool] = lambda: False,
    ) -> None:
        self.contest = contest
        race, hits = contest.race, contest.hits
        loads = contest.loads()
        least = min(a + b for a, b in zip(loads, reversed(loads)))
        step = race.step or 1
        self.exact = race.step > 0 and hits.load in (0, step)
        """Whether every split of units is a list of results."""
        self.units = least // step
        """The units of one game."""
        self.room = {j: (contest.limit[j] + contest.kind) // step for j in contest.teams}
        """How many units each team can still take; below 0, it has too many."""
        self.borne: dict[int, dict[int, int]] = {j: {} for j in contest.teams}
        """How many units each team bears from its games with another."""
        for (a, b), count in contest.pairs.items():
            self._put(a, b, count * self.units)
        if hits.least and not contest.varies:
            hit = hits.load // step
            self.borne[contest.team] = {}
            self.room[contest.team] = (sum(hits.room.values()) - hits.least) * hit
            for j, room in hits.room.items():
                self._put(j, contest.team, room * hit)
        self.lost: set[int] = set()
        """Whom we let bear without limit."""
        self.kept: set[int] = set()
        """Whom we do not, for that case has been tried."""
        self._splits = 0
        self._most_splits = most_splits
        self._is_late = is_late

    def _put(self, a: int, b: int, units: int) -> None:
        """The units of a pair, on the one with more room first."""
        total = self.room[a] + self.room[b]
        first = max(0, min(units, self.room[a] - max(0, total - units) // 2))
        self.borne[a][b], self.borne[b][a] = first, units - first
        self.room[a] -= first
        self.room[b] -= units - first

    def settle(self) -> Cut | None:
        """Let everybody bear what they can, with lost teams as the wish allows; or the proof that
        nobody can."""
        self._splits += 1
        if self._splits > self._most_splits or (self._splits > 1 and self._is_late()):
            raise TooManyCasesError
        stuck = self.stuck()
        if stuck is None:
            return None
        stuck.discard(self.contest.team)
        kept = set(self.kept)
        cases = []
        for j in sorted(stuck - kept, key=self._could_bear, reverse=True):
            if self.contest.allows({*self.lost, j}):
                borne = {team: dict(units) for team, units in self.borne.items()}
                room = dict(self.room)
                self.lost.add(j)
                cut = self.settle()
                if cut is None:
                    return None
                cases.append((j, cut))
                self.lost.discard(j)
                self.borne, self.room = borne, room
                self.kept.add(j)
        self.kept = kept
        return Cut(tuple(sorted(stuck)), tuple(cases))

    def choose_lost(self) -> bool:
        """Look for lost teams with whom the units can be borne, exchanging one at a time.

        It finds most that there are, and proves nothing when it finds none.
        """
        self.lost = set(self._greedy_choice())
        tried: set[frozenset[int]] = set()
        while len(tried) < MOST_EXCHANGES and not self._is_late():
            tried.add(frozenset(self.lost))
            stuck = self.stuck()
            if stuck is None:
                return True
            stuck.discard(self.contest.team)
            entering = sorted(stuck, key=self._could_bear, reverse=True)
            leaving = sorted(self.lost, key=self.room.__getitem__, reverse=True)
            exchanges = (
                {*self.lost, one} - {other} for other in leaving[:4] for one in entering[:4]
            )
            chosen = next((lost for lost in exchanges if lost not in tried), None)
            if chosen is None:
                return False
            self.lost = set(chosen)
        return False

    def _greedy_choice(self) -> list[int]:
        """As many as may be lost, those first who could bear most more than they can."""
        order = sorted(
            (j for j in self.room if j != self.contest.team),
            key=lambda j: self._could_bear(j) - self.room[j],
            reverse=True,
        )
        lost: list[int] = []
        for j in order:
            if self.contest.allows([*lost, j]):
                lost.append(j)
        return lost

    def _could_bear(self, team: int) -> int:
        """How many units more a team would bear if it took all of its games."""
        return sum(self.borne[other][team] for other in self.borne[team])

    def stuck(self) -> set[int] | None:
        """Shift until nobody bears too much; or the teams that together bear too much."""
        for start in self.room:
            while self.room[start] < 0 and start not in self.lost:
                came_from = {start: start}
                end = self._search(start, came_from)
                if end is None:
                    return set(came_from)
                self._shift(start, end, came_from)
        return None

    def _search(self, start: int, came_from: dict[int, int]) -> int | None:
        queue = [start]
        for team in queue:
            for other, units in self.borne[team].items():
                if units and other not in came_from:
                    came_from[other] = team
                    if other in self.lost or self.room[other] > 0:
                        return other
                    queue.append(other)
        return None

    def _shift(self, start: int, end: int, came_from: dict[int, int]) -> None:
        path = list(_backwards(start, end, came_from))
        amount = min(-self.room[start], *(self.borne[a][b] for a, b in path))
        if end not in self.lost:
            amount = min(amount, self.room[end])
        for a, b in path:
            self.borne[a][b] -= amount
            self.borne[b][a] += amount
        self.room[start] += amount
        self.room[end] -= amount

    def decided(self) -> tuple[dict[Pair, Tally], dict[int, int]]:
        """The results and the hits that come of the units."""
        contest = self.contest
        games = {}
        for (a, b), count in contest.pairs.items():
            steps = self.borne[a][b]
            if contest.wish == "miss":
                steps = count * self.units - steps
            games[a, b] = spread(steps, count, len(contest.race.worth) - 1)
        on_us = self.borne.get(contest.team, {})
        return games, {j: self.borne[j][contest.team] for j in on_us}


def _backwards(start: int, end: int, came_from: dict[int, int]) -> Iterator[tuple[int, int]]:
    while end != start:
        yield came_from[end], end
        end = came_from[end]
