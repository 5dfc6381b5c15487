"""A contest as an integer program.

An example with a point for a win: Blues and Greens have a capacity of 1 each and play each other
three times; one of them may be lost.  The variables are s, how many of the games Blues win, from 0
to 3, and for each team z, 1 if it is lost.  A lost team may exceed its capacity by 2, which is all
that there can be::

    Blues:   s - 2 z₁ <= 1
    Greens: -s - 2 z₂ <= 1 - 3      (3 - s is what Greens win)
    lost:    z₁ + z₂  <= 1

s = 3, z₁ = 1, z₂ = 0 is a solution: Blues win all three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..race import Completion, Pair, Tally
from .contest import Contest, spread

INFINITE = float("inf")
LARGEST = 10**6
"""Larger factors than this are too much for a solver's tolerances."""


class Constraint(NamedTuple):
    """A linear constraint: a sum of factor times variable lies within bounds."""

    lower: float
    upper: float
    variables: list[int]
    factors: list[int]


@dataclass
class IntegerProgram:
    """Variables, whole numbers from 0 to an upper bound, and constraints; any solution will do."""

    upper: list[int] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)

    def new_variable(self, upper: int) -> int:
        """Add a variable; gives its number."""
        self.upper.append(upper)
        return len(self.upper) - 1

    def add(self, terms: Sequence[tuple[int, int]], lower: float, upper: float) -> None:
        """Add a constraint; the factors of a variable that stands twice are added."""
        sums: dict[int, int] = {}
        for variable, factor in terms:
            sums[variable] = sums.get(variable, 0) + factor
        self.constraints.append(Constraint(lower, upper, list(sums), list(sums.values())))

    @property
    def fits(self) -> bool:
        """Whether its numbers are small enough for a solver that rounds."""
        factors = (abs(factor) for row in self.constraints for factor in row.factors)
        return max((*factors, *self.upper), default=0) <= LARGEST


class ContestProgram:
    """The program of a contest, for one of the ways in which its wish can come true."""

    def __init__(self, contest: Contest, way: int) -> None:
        self.contest = contest
        self.program = IntegerProgram()
        self._demand: dict[int, list[tuple[int, int]]] = {j: [] for j in contest.teams}
        self._most: dict[int, int] = dict.fromkeys(contest.teams, 0)
        self._offset: dict[int, int] = dict.fromkeys(contest.teams, 0)
        self._splits: dict[Pair, int] = {}
        self._tallies: dict[Pair, list[int]] = {}
        self._own_units: dict[int, int] = {}
        self._own: dict[int, list[int]] = {}
        self._gain: list[tuple[int, int]] = []
        for pair, count in contest.pairs.items():
            self._add_pair(pair, count)
        if contest.varies:
            self._add_own_games()
        elif contest.own_demand.least:
            self._add_own_demand()
        self._lost = {j: self.program.new_variable(1) for j in contest.teams}
        for j in contest.teams:
            self._constrain_demand(j)
        self._constrain_lost(way)

    def _add_pair(self, pair: Pair, count: int) -> None:
        contest, program = self.contest, self.program
        a, b = pair
        worth = contest.race.win
        self._most[a] += count * worth
        self._most[b] += count * worth
        step = contest.race.step
        if step:
            units = count * (len(contest.race.worth) - 1)
            split = self._splits[pair] = program.new_variable(units)
            # Of the steps of all games of the pair one team gets so many, the other the rest: one
            # variable for any number of games.
            self._demand[a].append((split, step))
            self._demand[b].append((split, -step))
            self._offset[b] += units * step
            return
        demands = contest.demands()
        tally = self._tallies[pair] = [program.new_variable(count) for _ in demands]
        program.add([(y, 1) for y in tally], count, count)
        self._demand[a] += zip(tally, demands)
        self._demand[b] += zip(tally, reversed(demands))

    def _add_own_demand(self) -> None:
        own_demand = self.contest.own_demand
        for j, most in own_demand.most.items():
            self._own_units[j] = self.program.new_variable(most)
            self._demand[j].append((self._own_units[j], own_demand.unit))
            self._most[j] += most * own_demand.unit
        self.program.add([(y, 1) for y in self._own_units.values()], own_demand.least, INFINITE)

    def _add_own_games(self) -> None:
        contest, program = self.contest, self.program
        race, demands = contest.race, contest.demands()
        for j in contest.opponents():
            count = race.games[contest.team][j]
            tally = self._own[j] = [program.new_variable(count) for _ in demands]
            program.add([(y, 1) for y in tally], count, count)
            self._gain += zip(tally, race.worth)
            if j in self._demand:
                self._demand[j] += zip(tally, reversed(demands))
                self._most[j] += count * race.win
        program.add(self._gain, contest.least_gain, contest.most_gain)

    def _constrain_demand(self, team: int) -> None:
        """A team with more demand than capacity is lost."""
        contest = self.contest
        capacity, most = contest.capacity[team], self._most[team]
        terms = list(self._demand[team])
        if contest.varies:
            sign = -1 if contest.wish == "reach" else 1
            terms += [(y, sign * worth) for y, worth in self._gain]
            most += -contest.least_gain if sign < 0 else contest.most_gain
        # demand - (most - capacity) * lost <= capacity: at most the capacity if it is not lost, and
        # all that there can be if it is.
        terms.append((self._lost[team], -(max(0, most - capacity))))
        self.program.add(terms, -INFINITE, capacity - self._offset[team])

    def _constrain_lost(self, way: int) -> None:
        """Not too many teams are lost, by one of the ways in which the wish can come true.

        In way 0 enough of the team's own group stay behind for a direct place; in way 1 it gets one
        of the extra places.
        """
        groups = _Ahead(self.program, self.contest, self._lost)
        own = self.contest.target.group[self.contest.team]
        if self.contest.wish == "reach":
            groups.reach(own, way)
        else:
            groups.miss(own, way)

    def completion(self, values: Sequence[int]) -> Completion:
        """The results that a solution stands for."""
        contest = self.contest
        per_game = len(contest.race.worth) - 1
        games: dict[Pair, Tally] = {
            pair: tuple(values[y] for y in tally) for pair, tally in self._tallies.items()
        }
        for pair, variable in self._splits.items():
            count = contest.pairs[pair]
            steps_of_demand = values[variable]
            steps = (
                steps_of_demand if contest.wish == "reach" else count * per_game - steps_of_demand
            )
            games[pair] = spread(steps, count, per_game)
        own_units = {j: values[y] for j, y in self._own_units.items()}
        own = {j: tuple(values[y] for y in tally) for j, tally in self._own.items()}
        return contest.complete(games, own_units, own)


def programs(contest: Contest) -> Iterator[ContestProgram]:
    """A program for each way in which the wish can come true."""
    target = contest.target
    ways = 1
    if target.extra and (contest.wish == "reach" or target.thirds):
        ways = 2
    for way in range(ways):
        yield ContestProgram(contest, way)


class _Ahead:
    """How many of each group are ahead: a number that is sure, and variables with their factors."""

    def __init__(self, program: IntegerProgram, contest: Contest, lost: Mapping[int, int]) -> None:
        self.program, self.target = program, contest.target
        self.is_reached = contest.wish == "reach"
        self.terms: list[tuple[int, list[tuple[int, int]]]] = []
        undecided, sign = set(contest.teams), 1 if self.is_reached else -1
        for group in self.target.groups:
            members = [
                j for j in contest.race.teams if self.target.group[j] == group and j != contest.team
            ]
            sure = sum((j in contest.lost) == self.is_reached for j in members)
            self.terms.append((sure, [(lost[j], sign) for j in members if j in undecided]))

    def at_most(self, group: int, bound: int, *more: tuple[int, int]) -> None:
        """So many of a group are ahead, or fewer."""
        sure, terms = self.terms[group]
        self.program.add([*terms, *more], -INFINITE, bound - sure)

    def at_least(self, group: int, bound: int, *more: tuple[int, int]) -> None:
        """So many of a group are ahead, or more."""
        sure, terms = self.terms[group]
        self.program.add([*terms, *more], bound - sure, INFINITE)

    def most(self, group: int) -> int:
        """How many of a group can be ahead."""
        sure, terms = self.terms[group]
        return sure + len(terms) if self.is_reached else sure

    def _for_each(self, groups: Iterable[int], upper: Callable[[int], int]) -> dict[int, int]:
        """A variable for each group: whether, or by how much, its direct places are over.

        To reach, all together are less than the extra places; to miss, as many at least.
        """
        found = {group: self.program.new_variable(upper(group)) for group in groups}
        extra = self.target.extra
        low, high = (-INFINITE, extra - 1) if self.is_reached else (extra, INFINITE)
        self.program.add([(variable, 1) for variable in found.values()], low, high)
        return found

    def _full(self, own: int) -> dict[int, int]:
        """Whether each of the other groups has its direct places taken by teams ahead."""
        return self._for_each([one for one in self.target.groups if one != own], lambda _: 1)

    def _over(self) -> dict[int, int]:
        """By how much more teams are ahead than there are direct places."""
        return self._for_each(self.target.groups, lambda group: max(0, self.most(group)))

    def reach(self, own: int, way: int) -> None:
        """The team gets a place."""
        direct = self.target.direct
        if way == 0:
            self.at_most(own, direct - 1)
        elif self.target.thirds:
            self.at_most(own, direct)
            for group, full in self._full(own).items():
                self.at_most(group, direct, (full, -max(0, self.most(group) - direct)))
        else:
            for group, over in self._over().items():
                self.at_most(group, direct, (over, -1))

    def miss(self, own: int, way: int) -> None:
        """The team gets none."""
        direct, extra = self.target.direct, self.target.extra
        if self.target.thirds and extra and way == 0:
            self.at_least(own, direct + 1)
            return
        self.at_least(own, direct)
        if self.target.thirds and extra:
            for group, full in self._full(own).items():
                self.at_least(group, 0, (full, -(direct + 1)))
        elif extra:
            for group, over in self._over().items():
                some = self.program.new_variable(1)
                room = max(0, self.most(group) - direct)
                self.program.add([(over, 1), (some, -room)], -INFINITE, 0)
                # Only a group with more than its direct places ahead has some over.
                self.at_least(group, 0, (over, -1), (some, -direct))
