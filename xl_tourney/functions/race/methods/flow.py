"""Whether the demand of a contest can be shared out within the capacities: a maximum flow.

The demand of a game is a number of units, which its two teams share in any way.  Starting from any
assignment, a team with more units than its capacity passes units on along games, to a team with
residual capacity: an augmenting path.  When no path leads to residual capacity, the teams that can
be reached hold every unit of the games between them, and those are more units than they have
capacity for.  That is a minimum cut, and a proof.

An example with a capacity of 1 each: Blues play Greens twice, and Greens play Golds once.  Assigned
are both units of the first pair to Greens, and the third to Golds.  Greens have one too many.
They pass one on to Blues, along a game of the two, and nobody has too many.  Had Blues a capacity
of 0, no path would be left, for the unit of the game with Golds is with Golds already: Greens and
Blues are blocked, with 2 units between them and a capacity of 1.

With equal steps between the results this is exact.  With other scoring (3-1-0) a game's demand is
at least its least sum, so that a cut is a proof all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate, takewhile

from ..certificates.checker import Cut
from ..race import Pair, Tally
from .contest import Contest, spread

MOST_EXCHANGES = 60
"""How many choices of lost teams are tried in the search for a good one."""


class TooManyCasesError(Exception):
    """There are more cases than are worth trying here."""


class MaximumFlow:
    """The units of demand of a contest, and the teams that they are assigned to."""

    def __init__(
        self,
        contest: Contest,
        most_splits: int,
        is_late: Callable[[], bool] = lambda: False,
    ) -> None:
        self.contest = contest
        race, own_demand = contest.race, contest.own_demand
        demands = contest.demands()
        least = min(a + b for a, b in zip(demands, reversed(demands)))
        step = race.step or 1
        self.exact = race.step > 0 and own_demand.unit in (0, step)
        """Whether every split of units is a list of results."""
        self.units = least // step
        """The units of one game."""
        self.residual = {
            j: (contest.capacity[j] + contest.widest_slack) // step for j in contest.teams
        }
        """The residual capacity of each team in units; below 0, it has too many."""
        self.assigned: dict[int, dict[int, int]] = {j: {} for j in contest.teams}
        """How many units are assigned to each team from its games with another."""
        for (a, b), count in contest.pairs.items():
            self._assign(a, b, count * self.units)
        if own_demand.least and not contest.varies:
            own_unit = own_demand.unit // step
            self.assigned[contest.team] = {}
            self.residual[contest.team] = (
                sum(own_demand.most.values()) - own_demand.least
            ) * own_unit
            for j, most in own_demand.most.items():
                self._assign(j, contest.team, most * own_unit)
        self.lost: set[int] = set()
        """The teams that are allowed any number of units."""
        self.excluded: set[int] = set()
        """The teams that are not to be lost, for the case that they are has been tried."""
        self._splits = 0
        self._most_splits = most_splits
        self._is_late = is_late

    def _assign(self, a: int, b: int, units: int) -> None:
        """Assign the units of a pair, first to the team with more residual capacity."""
        # Afterwards both have about as much left: of 5 and 2, three units leave 2 and 2.
        total = self.residual[a] + self.residual[b]
        first = max(0, min(units, self.residual[a] - max(0, total - units) // 2))
        self.assigned[a][b], self.assigned[b][a] = first, units - first
        self.residual[a] -= first
        self.residual[b] -= units - first

    def settle(self) -> Cut | None:
        """Share all units out, with lost teams as the wish allows; the proof if that cannot be.

        The teams that are blocked together cannot all stay within their capacities, so one of them
        must be lost: each is tried in turn, and with it the rest is settled in the same way.
        """
        self._splits += 1
        if self._splits > self._most_splits or (self._splits > 1 and self._is_late()):
            raise TooManyCasesError
        blocked = self.find_blocked()
        if blocked is None:
            return None
        blocked.discard(self.contest.team)
        excluded = set(self.excluded)
        cases = []
        for j in sorted(blocked - excluded, key=self._assigned_to_opponents, reverse=True):
            if self.contest.allows({*self.lost, j}):
                assigned = {team: dict(units) for team, units in self.assigned.items()}
                residual = dict(self.residual)
                self.lost.add(j)
                cut = self.settle()
                if cut is None:
                    return None
                cases.append((j, cut))
                self.lost.discard(j)
                self.assigned, self.residual = assigned, residual
                # The case that j is lost is settled, so the cases that follow may take it for not
                # lost.  With it two lost teams are tried in one order, not in both.
                self.excluded.add(j)
        self.excluded = excluded
        return Cut(tuple(sorted(blocked)), tuple(cases))

    def choose_lost(self) -> bool:
        """Look for a choice of lost teams with which all units are shared out.

        It starts from a greedy choice and exchanges one team at a time.  It finds most choices that
        there are, and proves nothing when it finds none.
        """
        self.lost = set(self._greedy_choice())
        tried: set[frozenset[int]] = set()
        while len(tried) < MOST_EXCHANGES and not self._is_late():
            tried.add(frozenset(self.lost))
            blocked = self.find_blocked()
            if blocked is None:
                return True
            blocked.discard(self.contest.team)
            entering = sorted(blocked, key=self._assigned_to_opponents, reverse=True)
            leaving = sorted(self.lost, key=self.residual.__getitem__, reverse=True)
            exchanges = (
                {*self.lost, one} - {other} for other in leaving[:4] for one in entering[:4]
            )
            chosen = next((lost for lost in exchanges if lost not in tried), None)
            if chosen is None:
                return False
            self.lost = set(chosen)
        return False

    def _greedy_choice(self) -> list[int]:
        """As many teams as may be lost, first those whose games exceed their capacity most."""
        order = sorted(
            (j for j in self.residual if j != self.contest.team),
            key=lambda j: self._assigned_to_opponents(j) - self.residual[j],
            reverse=True,
        )
        lost: list[int] = []
        for j in order:
            if self.contest.allows([*lost, j]):
                lost.append(j)
        return lost

    def _assigned_to_opponents(self, team: int) -> int:
        """How many units of a team's games are assigned to its opponents."""
        return sum(self.assigned[other][team] for other in self.assigned[team])

    def find_blocked(self) -> set[int] | None:
        """Pass units on until no team has too many; or the teams that together have too many."""
        for start in self.residual:
            while self.residual[start] < 0 and start not in self.lost:
                previous = {start: start}
                end = self._find_path(start, previous)
                if end is None:
                    return set(previous)
                self._augment(start, end, previous)
        return None

    def _find_path(self, start: int, previous: dict[int, int]) -> int | None:
        # Breadth first, so that the path is short.  A unit can go from a team to an opponent only
        # if one of their games is assigned to the team.
        queue = [start]
        for team in queue:
            for other, units in self.assigned[team].items():
                if units and other not in previous:
                    previous[other] = team
                    if other in self.lost or self.residual[other] > 0:
                        return other
                    queue.append(other)
        return None

    def _augment(self, start: int, end: int, previous: dict[int, int]) -> None:
        path = list(_backwards(start, end, previous))
        # As many as the start has too many, the path can carry and the end can take.
        amount = min(-self.residual[start], *(self.assigned[a][b] for a, b in path))
        if end not in self.lost:
            amount = min(amount, self.residual[end])
        for a, b in path:
            self.assigned[a][b] -= amount
            self.assigned[b][a] += amount
        self.residual[start] += amount
        self.residual[end] -= amount

    def read_results(self) -> tuple[dict[Pair, Tally], dict[int, int]]:
        """The results of the contested games, and the units of our own games, as assigned."""
        contest = self.contest
        games = {}
        for (a, b), count in contest.pairs.items():
            steps = self.assigned[a][b]
            if contest.wish == "miss":
                steps = count * self.units - steps
            games[a, b] = spread(steps, count, len(contest.race.worth) - 1)
        on_us = self.assigned.get(contest.team, {})
        return games, {j: self.assigned[j][contest.team] for j in on_us}


def _backwards(start: int, end: int, previous: dict[int, int]) -> Iterator[tuple[int, int]]:
    while end != start:
        yield previous[end], end
        end = previous[end]


# A proof by counting: the demand on some teams exceeds their capacity, whichever of them are lost.
#
# An example with a point for a win: six teams with a capacity of 1 each play each other once, which
# is a demand of 15, and the wish allows one of them to be lost.  The lost one can win all its 5
# games; the others take 5 × 1.  That is 10 of 15: the wish cannot come true, and no case had to be
# looked at by itself.


def counted_out(contest: Contest) -> Cut | None:
    """Teams whose demand exceeds their capacity with as many of them lost as the wish allows.

    It looks at all contested teams, then at fewer and fewer: each time without the team that has
    the most capacity to spare.  None if no such teams are found.
    """
    if len(contest.target.groups) > 1 or contest.varies or not contest.teams:
        return None
    demands = contest.demands()
    unit = min(one + other for one, other in zip(demands, reversed(demands)))
    counts = range(1, len(contest.teams) + 1)
    allowed = takewhile(lambda count: contest.allows(contest.teams[:count]), counts)
    may_be_lost = max(allowed, default=0)
    grain = contest.race.step or 1
    most_own, own_unit = contest.own_demand.most, contest.own_demand.unit
    capacity = {j: contest.capacity[j] // grain * grain for j in contest.teams}
    met = {j: {o: contest.race.games[j][o] * unit for o in capacity if o != j} for j in capacity}
    ours = {j: most_own.get(j, 0) * own_unit for j in capacity}
    elsewhere = 0
    while len(met) > may_be_lost:
        own_units = max(0, contest.own_demand.least - elsewhere)
        total = sum(sum(units.values()) for units in met.values()) // 2 + own_units * own_unit
        if 2 * total > _twice_capacity(met, ours, capacity, may_be_lost):
            return Cut(tuple(sorted(met)), together=True)
        # Without the team that has most capacity to spare the proof may succeed: it takes less
        # demand with it than capacity.
        easy = max(met, key=lambda j: capacity[j] - sum(met[j].values()) - ours[j])
        elsewhere += most_own.get(easy, 0)
        del met[easy]
        for units in met.values():
            del units[easy]
    return None


def _twice_capacity(
    met: Mapping[int, Mapping[int, int]],
    ours: Mapping[int, int],
    capacity: Mapping[int, int],
    may_be_lost: int,
) -> int:
    """Twice the greatest demand that the teams can take, with so many of them lost.

    A lost team takes all the demand of its games.  But the demand of a game between two lost teams
    counts once, so for each of ``n`` lost teams half of its ``n`` − 1 smallest games come off.
    Everything is doubled, so that the halves are whole numbers.
    """
    carried_sum, more_of = 0, []
    for j, units in met.items():
        most = sum(units.values()) + ours[j]
        carried = min(most, capacity[j])
        carried_sum += 2 * carried
        shared = accumulate(sorted(units.values()), initial=0)
        more_of.append([2 * (most - carried) - share for share in shared])
    best = 0
    for count in range(1, may_be_lost + 1):
        more = sorted((of[count - 1] for of in more_of), reverse=True)
        best = max(best, sum(more[:count]))
    return carried_sum + best
