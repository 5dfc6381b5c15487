"""The results of the games left as an integer program, with ties that are forbidden one by one.

The program knows points only: who ends ahead of a team, level with it, or behind.  Each time that
its solution does not stand up to the criteria, what was wrong is added as a constraint: *with just
these teams level, and with these results among them, at least so many of them are ahead.*
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import inf
from typing import NamedTuple

from ..methods.contest import Own, Wish
from ..methods.program import IntegerProgram
from ..race import Race

Fixture = tuple[int, int | None]


class MiniTable(NamedTuple):
    """The games that a head-to-head looks at first, by pair."""

    worth: Sequence[int]
    """What each result gives."""
    points: Mapping[tuple[int, int], int]
    """What a team has from its games with another one so far."""
    left: Mapping[tuple[int, int], Sequence[int]]
    """The games left of a pair, the lower number first, by their numbers."""


class TieProgram:
    """Which results make at most (to miss: at least) so many teams end ahead of a team."""

    def __init__(
        self,
        race: Race,
        fixtures: Sequence[Fixture],
        team: int,
        wish: Wish,
        own: Own | None,
        members: Iterable[int] | None = None,
    ) -> None:
        """``members`` are those who count for the place: the team's group, or everybody."""
        self.race, self.team, self.wish, self.fixtures = race, team, wish, fixtures
        self.program = IntegerProgram()
        self._one = self.program.new_variable(1)
        self.program.add([(self._one, 1)], 1, 1)
        self._pairs: dict[tuple[int, int], int] = {}
        self.results = [[self.program.new_variable(1) for _ in race.worth] for _ in fixtures]
        self._gain: dict[int, list[tuple[int, int]]] = {j: [] for j in race.teams}
        for (first, second), chosen in zip(fixtures, self.results):
            self.program.add([(y, 1) for y in chosen], 1, 1)
            self._gain[first] += zip(chosen, race.worth)
            if second is not None:
                self._gain[second] += zip(chosen, reversed(race.worth))
        self._constrain_own(fixtures, own)
        others = [j for j in members or race.teams if j != team]
        self.ahead = {j: self.program.new_variable(1) for j in others}
        self.level = {j: self.program.new_variable(1) for j in others}
        for j in others:
            self._place(j)

    def _constrain_own(self, fixtures: Sequence[Fixture], own: Own | None) -> None:
        """Our own games go as asked, or as well (to miss: as badly) as they can."""
        race, reach = self.race, self.wish == "reach"
        if own is None:
            for (first, second), chosen in zip(fixtures, self.results):
                if self.team in (first, second):
                    first_wins = (first == self.team) == reach
                    self.program.add([(chosen[0 if first_wins else -1], 1)], 1, 1)
            return
        terms = self._gain[self.team]
        if own.unit == "wins":
            least_win = race.worth[race.least_win]
            terms = [(y, 1) for y, worth in terms if worth >= least_win]
        low, high = (-inf, own.amount) if reach else (own.amount, inf)
        self.program.add(terms, low, high)

    def _place(self, j: int) -> None:
        """Whether a team ends ahead, level or behind."""
        race, program, team = self.race, self.program, self.team
        lead = [*self._gain[j], *((y, -worth) for y, worth in self._gain[team])]
        base = race.base[j] - race.base[team]
        most = base + race.win * race.left[j]
        least = base - race.win * race.left[team]
        ahead, level = self.ahead[j], self.level[j]
        program.add([(ahead, 1), (level, 1)], -inf, 1)
        # lead >= 1 if it is ahead, 0 if it is level, and nothing is asked if it is behind; and
        # lead <= 0 if it is level, -1 if it is behind.
        program.add([*lead, (ahead, least - 1), (level, least)], least - base, inf)
        program.add([*lead, (ahead, -1 - most), (level, -1)], -inf, -1 - base)

    def allow(self, ahead: int, mini_table: MiniTable | None) -> None:
        """At most (to miss: at least) so many are ahead, with those level who may be.

        Without a mini-table any level team may be ahead, or not; with one, the points in the games
        among the level teams bound it.
        """
        terms = [(z, 1) for z in self.ahead.values()]
        if mini_table is None:
            if self.wish == "miss":
                terms += [(z, 1) for z in self.level.values()]
        else:
            terms += [(self._beside(j, mini_table), 1) for j in self.level]
        low, high = (-inf, ahead) if self.wish == "reach" else (ahead, inf)
        self.program.add(terms, low, high)

    def _beside(self, j: int, mini_table: MiniTable) -> int:
        """Whether a team is level and, by its mini-table, must be ahead (to miss: may be)."""
        lead, most = self._lead_in_mini_table(j, mini_table)
        counts, program = self.program.new_variable(1), self.program
        if self.wish == "reach":
            # lead <= 0, if it is level and does not count.
            program.add([*lead, (counts, -most), (self.level[j], most)], -inf, most)
        else:
            # It counts only if it is level, and lead >= 0.
            program.add([(counts, 1), (self.level[j], -1)], -inf, 0)
            program.add([*lead, (counts, -most)], -most, inf)
        return counts

    def _lead_in_mini_table(
        self, j: int, mini_table: MiniTable
    ) -> tuple[list[tuple[int, int]], int]:
        """By how much a level team leads ours in the games among the level teams, and at most."""
        terms: list[tuple[int, int]] = []
        most = 0
        for sign, one in ((1, j), (-1, self.team)):
            for other in (self.team, *self.level):
                # Ours is level with itself, and so is the one whose lead is asked for.
                is_level = None if other in (j, self.team) else self.level[other]
                won = mini_table.points.get((one, other), 0)
                if won:
                    most += won
                    terms.append((self._one if is_level is None else is_level, sign * won))
                for at in mini_table.left.get((min(one, other), max(one, other)), ()):
                    worth = mini_table.worth
                    is_first = self.fixtures[at][0] == one
                    for variable, points in zip(
                        self.results[at], worth if is_first else reversed(worth)
                    ):
                        if points:
                            most += points
                            both = variable if is_level is None else self._both(variable, is_level)
                            terms.append((both, sign * points))
        return terms, most

    def _both(self, one: int, other: int) -> int:
        """A variable that is 1 if two are 1, else 0."""
        if (one, other) not in self._pairs:
            both = self._pairs[one, other] = self.program.new_variable(1)
            self.program.add([(both, 2), (one, -1), (other, -1)], -1, 0)
        return self._pairs[one, other]

    @contextmanager
    def limited(self, most_level: int) -> Iterator[None]:
        """With at most so many teams level."""
        self.program.add([(z, 1) for z in self.level.values()], -inf, most_level)
        row = self.program.constraints[-1]
        yield
        self.program.constraints.remove(row)

    def forbid(
        self,
        level: Iterable[int],
        chosen: Iterable[tuple[int, int]],
        ahead: int,
    ) -> None:
        """With just these teams level, and these results, so many at most (least) are ahead.

        Parameters
        ----------
        level
            The teams that are level.
        chosen
            Games by number, each with its result.
        ahead
            How many teams may be ahead on points alone.
        """
        tied = {*level}
        same = [(self.level[j], 1 if j in tied else -1) for j in self.level]
        same += [(self.results[game][result], 1) for game, result in chosen]
        count = sum(factor > 0 for _, factor in same)
        size = len(self.level) + 1
        # Nothing is asked as soon as one of these differs: then the sum is below the count.
        terms = [(z, 1) for z in self.ahead.values()]
        if self.wish == "reach":
            terms += [(variable, factor * size) for variable, factor in same]
            self.program.add(terms, -inf, ahead + size * count)
        else:
            terms += [(variable, -factor * size) for variable, factor in same]
            self.program.add(terms, ahead - size * count, inf)

    def chosen(self, values: Sequence[int]) -> list[int]:
        """The result of each game in a solution."""
        return [
            next(at for at, variable in enumerate(chosen) if values[variable])
            for chosen in self.results
        ]
