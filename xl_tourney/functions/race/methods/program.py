"""A contest as a mixed-integer program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..race import Completion, Pair, Tally
from .contest import Contest, spread

INFINITE = float("inf")
LARGEST = 10**6
"""Larger factors than this are too much for a solver's tolerances."""


class Constraint(NamedTuple):
    """A sum of factor times variable that lies within bounds."""

    lower: float
    upper: float
    variables: list[int]
    factors: list[int]


@dataclass
class IntegerProgram:
    """Whole numbers from 0 to an upper bound, and rows; sought is any solution."""

    upper: list[int] = field(default_factory=list)
    rows: list[Constraint] = field(default_factory=list)

    def variable(self, upper: int) -> int:
        """Add a variable; gives its number."""
        self.upper.append(upper)
        return len(self.upper) - 1

    def row(self, terms: Sequence[tuple[int, int]], lower: float, upper: float) -> None:
        """Add a row."""
        sums: dict[int, int] = {}
        for variable, factor in terms:
            sums[variable] = sums.get(variable, 0) + factor
        self.rows.append(Constraint(lower, upper, list(sums), list(sums.values())))

    @property
    def fits(self) -> bool:
        """Whether its numbers are small enough for a solver that rounds."""
        factors = (abs(factor) for row in self.rows for factor in row.factors)
        return max((*factors, *self.upper), default=0) <= LARGEST


class ContestProgram:
    """The program of a contest, for one of the ways in which its wish can come true."""

    def __init__(self, contest: Contest, way: int) -> None:
        self.contest = contest
        self.program = IntegerProgram()
        self._load: dict[int, list[tuple[int, int]]] = {j: [] for j in contest.teams}
        self._most: dict[int, int] = dict.fromkeys(contest.teams, 0)
        self._offset: dict[int, int] = dict.fromkeys(contest.teams, 0)
        self._splits: dict[Pair, int] = {}
        self._tallies: dict[Pair, list[int]] = {}
        self._hits: dict[int, int] = {}
        self._own: dict[int, list[int]] = {}
        self._gain: list[tuple[int, int]] = []
        for pair, count in contest.pairs.items():
            self._add_pair(pair, count)
        if contest.varies:
            self._add_own_games()
        elif contest.hits.least:
            self._add_hits()
        self._lost = {j: self.program.variable(1) for j in contest.teams}
        for j in contest.teams:
            self._limit(j)
        self._allow(way)

    def _add_pair(self, pair: Pair, count: int) -> None:
        contest, program = self.contest, self.program
        a, b = pair
        worth = contest.race.win
        self._most[a] += count * worth
        self._most[b] += count * worth
        step = contest.race.step
        if step:
            units = count * (len(contest.race.worth) - 1)
            split = self._splits[pair] = program.variable(units)
            self._load[a].append((split, step))
            self._load[b].append((split, -step))
            self._offset[b] += units * step
            return
        loads = contest.loads()
        tally = self._tallies[pair] = [program.variable(count) for _ in loads]
        program.row([(y, 1) for y in tally], count, count)
        self._load[a] += zip(tally, loads)
        self._load[b] += zip(tally, reversed(loads))

    def _add_hits(self) -> None:
        hits = self.contest.hits
        for j, room in hits.room.items():
            self._hits[j] = self.program.variable(room)
            self._load[j].append((self._hits[j], hits.load))
            self._most[j] += room * hits.load
        self.program.row([(y, 1) for y in self._hits.values()], hits.least, INFINITE)

    def _add_own_games(self) -> None:
        contest, program = self.contest, self.program
        race, loads = contest.race, contest.loads()
        for j in contest.opponents():
            count = race.games[contest.team][j]
            tally = self._own[j] = [program.variable(count) for _ in loads]
            program.row([(y, 1) for y in tally], count, count)
            self._gain += zip(tally, race.worth)
            if j in self._load:
                self._load[j] += zip(tally, reversed(loads))
                self._most[j] += count * race.win
        program.row(self._gain, contest.least_gain, contest.most_gain)

    def _limit(self, team: int) -> None:
        """Who has more load than it can bear is lost."""
        contest = self.contest
        limit, most = contest.limit[team], self._most[team]
        terms = list(self._load[team])
        if contest.varies:
            sign = -1 if contest.wish == "reach" else 1
            terms += [(y, sign * worth) for y, worth in self._gain]
            most += -contest.least_gain if sign < 0 else contest.most_gain
        terms.append((self._lost[team], -(max(0, most - limit))))
        self.program.row(terms, -INFINITE, limit - self._offset[team])

    def _allow(self, way: int) -> None:
        """Not too many are lost: one of the ways in which the wish can come true."""
        contest, program, target = self.contest, self.program, self.contest.target
        reach = contest.wish == "reach"
        # Who is ahead in each group: a number, and variables with their factors.
        ahead: list[tuple[int, list[tuple[int, int]]]] = []
        undecided = set(contest.teams)
        for group in target.groups:
            members = [
                j for j in contest.race.teams if target.group[j] == group and j != contest.team
            ]
            variables = [self._lost[j] for j in members if j in undecided]
            if reach:
                sure = sum(j in contest.lost for j in members)
                ahead.append((sure, [(z, 1) for z in variables]))
            else:
                sure = sum(j not in contest.lost for j in members)
                ahead.append((sure, [(z, -1) for z in variables]))
        own = target.group[contest.team]
        direct, extra = target.direct, target.extra
        sizes = [sure + len(terms) if reach else sure for sure, terms in ahead]

        def at_most(group: int, bound: int, more: Sequence[tuple[int, int]] = ()) -> None:
            sure, terms = ahead[group]
            program.row([*terms, *more], -INFINITE, bound - sure)

        def at_least(group: int, bound: int, more: Sequence[tuple[int, int]] = ()) -> None:
            sure, terms = ahead[group]
            program.row([*terms, *more], bound - sure, INFINITE)

        others = [group for group in target.groups if group != own]
        if reach and way == 0:
            at_most(own, direct - 1)
        elif reach and target.thirds:
            at_most(own, direct)
            full = {group: program.variable(1) for group in others}
            for group, variable in full.items():
                at_most(group, direct, [(variable, -max(0, sizes[group] - direct))])
            program.row([(variable, 1) for variable in full.values()], -INFINITE, extra - 1)
        elif reach:
            over = {group: program.variable(max(0, sizes[group])) for group in target.groups}
            for group, variable in over.items():
                at_most(group, direct, [(variable, -1)])
            program.row([(variable, 1) for variable in over.values()], -INFINITE, extra - 1)
        elif target.thirds and extra and way == 0:
            at_least(own, direct + 1)
        elif target.thirds and extra:
            at_least(own, direct)
            full = {group: program.variable(1) for group in others}
            for group, variable in full.items():
                at_least(group, 0, [(variable, -(direct + 1))])
            program.row([(variable, 1) for variable in full.values()], extra, INFINITE)
        else:
            at_least(own, direct)
            if extra:
                over = {group: program.variable(max(0, sizes[group])) for group in target.groups}
                for group, variable in over.items():
                    some = program.variable(1)
                    program.row(
                        [(variable, 1), (some, -max(0, sizes[group] - direct))], -INFINITE, 0
                    )
                    # Only a group with more than its direct places ahead has some over.
                    at_least(group, 0, [(variable, -1), (some, -direct)])
                program.row([(variable, 1) for variable in over.values()], extra, INFINITE)

    def completion(self, values: Sequence[int]) -> Completion:
        """The results that a solution stands for."""
        contest = self.contest
        per_game = len(contest.race.worth) - 1
        games: dict[Pair, Tally] = {
            pair: tuple(values[y] for y in tally) for pair, tally in self._tallies.items()
        }
        for pair, variable in self._splits.items():
            count = contest.pairs[pair]
            load = values[variable]
            steps = load if contest.wish == "reach" else count * per_game - load
            games[pair] = spread(steps, count, per_game)
        hits = {j: values[y] for j, y in self._hits.items()}
        own = {j: tuple(values[y] for y in tally) for j, tally in self._own.items()}
        return contest.complete(games, hits, own)


def programs(contest: Contest) -> Iterator[ContestProgram]:
    """A program for each way in which the wish can come true."""
    target = contest.target
    ways = 1
    if target.extra and (contest.wish == "reach" or target.thirds):
        ways = 2
    for way in range(ways):
        yield ContestProgram(contest, way)
