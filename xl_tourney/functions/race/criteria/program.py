"""The results of the games left as an integer program, with ties that are forbidden one by one.

The program knows points only: who ends ahead of a team, level with it, or behind.  Each time that
its solution does not stand up to the criteria, what was wrong is added as a constraint: *with just
these teams level, and with these results among them, at least so many of them are ahead.*
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import inf

from ..methods.contest import Own, Wish
from ..methods.program import IntegerProgram
from ..race import Race

Fixture = tuple[int, int | None]


class TieProgram:
    """Which results make at most (to miss: at least) so many teams end ahead of a team."""

    def __init__(
        self, race: Race, fixtures: Sequence[Fixture], team: int, wish: Wish, own: Own | None
    ) -> None:
        self.race, self.team, self.wish = race, team, wish
        self.program = IntegerProgram()
        self.results = [[self.program.new_variable(1) for _ in race.worth] for _ in fixtures]
        self._gain: dict[int, list[tuple[int, int]]] = {j: [] for j in race.teams}
        for (first, second), chosen in zip(fixtures, self.results):
            self.program.add([(y, 1) for y in chosen], 1, 1)
            self._gain[first] += zip(chosen, race.worth)
            if second is not None:
                self._gain[second] += zip(chosen, reversed(race.worth))
        self._constrain_own(fixtures, own)
        others = [j for j in race.teams if j != team]
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

    def allow(self, ahead: int, level_counts: bool) -> None:
        """At most (to miss: at least) so many are ahead, for which level teams count or not."""
        terms = [(z, 1) for z in self.ahead.values()]
        if level_counts:
            terms += [(z, 1) for z in self.level.values()]
        low, high = (-inf, ahead) if self.wish == "reach" else (ahead, inf)
        self.program.add(terms, low, high)

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
