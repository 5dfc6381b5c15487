"""A race: what everybody has, which games are left, and what a result is worth.

All numbers are integers.  They are scaled once, when a race is made; and what a game gives even to
its loser is added to the points beforehand, so that the last result is worth 0.  An example: with
points 7½ and 6, scoring 1 - ½ - 0 and two games left, everything is counted in halves: 15 and 12
points, and results worth 2, 1 and 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from itertools import pairwise
from typing import Literal, NamedTuple

from ...catalogue.cells import num_error

Ties = Literal["open", "for", "against"]
Pair = tuple[int, int]
Tally = tuple[int, ...]
"""How many of a pair's games end with each result, as the first of the two sees them."""
Completion = dict[Pair, Tally]
"""A result for every remaining game: a tally for each pair (a, b) with a < b, (a, a) for a's games
with outsiders."""

MOST_GAMES = 10_000
MOST_SUMS = 100_000
"""How many different sums of points may be listed."""


def exact(number: float) -> Fraction:
    """A number as a cell shows it: 15 significant digits, so that 0.1 + 0.2 is 3/10."""
    return Fraction(f"{number:.15g}")


class Scoring(NamedTuple):
    """The points of each result of a game, best first."""

    values: tuple[Fraction, ...]

    @classmethod
    def of(cls, numbers: Sequence[float], step: float = 0.0) -> Scoring:
        """The scoring with these results; with a step, all results from the first to the last.

        >>> [float(value) for value in Scoring.of([20, 0], 5).values]
        [20.0, 15.0, 10.0, 5.0, 0.0]
        """
        values = [exact(number) for number in numbers]
        if len(values) < 2:
            raise num_error("scoring must hold at least two numbers: the best and the worst result")
        if any(one <= other for one, other in pairwise(values)):
            raise num_error("scoring must fall strictly from the best to the worst result")
        if step < 0:
            raise num_error(f"step must not be negative; {step:g} is")
        if step:
            width, span = exact(step), values[0] - values[-1]
            if (span / width).denominator != 1:
                raise num_error(f"step {step:g} does not divide {float(span):g} (first − last)")
            if span / width > MOST_GAMES:
                raise num_error(f"step {step:g} makes more than {MOST_GAMES} results of a game")
            values = [values[0] - width * at for at in range(int(span / width) + 1)]
        return cls(tuple(values))


class Race:
    """A table of teams and the games that they have left."""

    def __init__(
        self,
        points: Sequence[Fraction],
        games: Sequence[Sequence[int]],
        scoring: Scoring,
        keys: Sequence[Fraction | None] | None = None,
        ties: Ties = "open",
    ) -> None:
        """``games`` is square: how many are left of each pair, on the diagonal with outsiders."""
        self.games = games
        self.left = [sum(row) for row in games]
        last = scoring.values[-1]
        worth = [value - last for value in scoring.values]
        ends = [own + last * left for own, left in zip(points, self.left)]
        self.scale = math.lcm(*(number.denominator for number in (*ends, *worth)))
        self.base = [int(number * self.scale) for number in ends]
        """The points of each team if it loses everything."""
        self.worth = [int(value * self.scale) for value in worth]
        """The points of each result above the last one, which is worth 0."""
        self.last = last
        self.keys = list(keys) if keys else [None] * len(points)
        self.ties = ties

    @property
    def teams(self) -> range:
        """The teams by number."""
        return range(len(self.base))

    @cached_property
    def pairs(self) -> dict[Pair, int]:
        """How many games are left of each pair that has some."""
        return {
            (a, b): count
            for a, row in enumerate(self.games)
            for b, count in enumerate(row)
            if a <= b and count
        }

    @cached_property
    def step(self) -> int:
        """The difference between neighbouring results, where it is the same for all; else 0."""
        steps = {one - other for one, other in pairwise(self.worth)}
        return steps.pop() if len(steps) == 1 else 0

    @cached_property
    def widest_step(self) -> int:
        """The largest difference between neighbouring results."""
        return max(one - other for one, other in pairwise(self.worth))

    @property
    def win(self) -> int:
        """The points of the best result."""
        return self.worth[0]

    @cached_property
    def least_win(self) -> int:
        """The index of the least result that is a win: better for one team than for the other."""
        return (len(self.worth) - 2) // 2

    @property
    def best_without_win(self) -> int:
        """The index of the best result that is no win: a draw, where there is one."""
        return self.least_win + 1

    def mirrored(self, result: int) -> int:
        """The result as the other team sees it."""
        return len(self.worth) - 1 - result

    def most(self, team: int) -> int:
        """The points of a team if it wins everything."""
        return self.base[team] + self.win * self.left[team]

    def threshold(self, team: int, other: int, points: int, ties_won: bool) -> int:
        """The least points with which another team is ahead of one that ends with ``points``."""
        own, others = self.keys[team], self.keys[other]
        if self.ties != "open":
            return points + (self.ties == "for")
        if own is None or others is None or own == others:
            return points + ties_won
        return points + (own > others)

    def totals(self, completion: Completion) -> list[int]:
        """The points of each team when all games are played."""
        totals = list(self.base)
        for (a, b), tally in completion.items():
            totals[a] += sum(map(int.__mul__, tally, self.worth))
            if a != b:
                totals[b] += sum(map(int.__mul__, tally, reversed(self.worth)))
        return totals

    def is_complete(self, completion: Completion) -> bool:
        """Whether a completion has just the games that are left."""
        return {pair: sum(tally) for pair, tally in completion.items()} == self.pairs and all(
            len(tally) == len(self.worth) and min(tally) >= 0 for tally in completion.values()
        )

    def ahead(self, team: int, totals: Sequence[int], ties_won: bool) -> list[int]:
        """The teams ahead of a team when all games are played."""
        own = totals[team]
        return [
            other
            for other in self.teams
            if other != team and totals[other] >= self.threshold(team, other, own, ties_won)
        ]

    def own_gain(self, team: int, completion: Completion) -> tuple[int, int]:
        """A team's wins in a completion, and its gain above what it has if it loses everything."""
        wins = gain = 0
        for (a, b), tally in completion.items():
            if team in (a, b):
                own = tally if team == a else tally[::-1]
                wins += sum(own[: self.least_win + 1])
                gain += sum(map(int.__mul__, own, self.worth))
        return wins, gain

    def gains(self, team: int) -> Sequence[int]:
        """All gains that are possible for a team, from 0 to the most."""
        left = self.left[team]
        if self.step:
            return range(0, self.win * left + 1, self.step)
        unit = math.gcd(*self.worth)
        sums = _sums([worth // unit for worth in self.worth], left)
        return [unit * gain for gain in sums]

    def gained(self, team: int, units: int) -> float:
        """A gain above the least in the table's points."""
        return float(Fraction(units, self.scale) + self.last * self.left[team])


def _sums(worth: Sequence[int], games: int) -> list[int]:
    """All sums that are possible in some games.

    >>> _sums([3, 1, 0], 2)
    [0, 1, 2, 3, 4, 6]
    """
    largest = worth[0] * games
    if largest <= MOST_SUMS:
        bits = 1
        for _ in range(games):
            bits = reduce(int.__or__, (bits << one for one in worth))
        return [at for at in range(largest + 1) if bits >> at & 1]
    # Results with many decimals, as 2/3 and 1/3: few sums, but far apart.
    sums = {0}
    for _ in range(games):
        sums = {some + one for some in sums for one in worth}
        if len(sums) > MOST_SUMS:
            raise num_error(
                f"{games} games with these results can sum to more than {MOST_SUMS} different "
                "numbers of points; ask for wins, or give the results fewer decimals"
            )
    return sorted(sums)


class Target(NamedTuple):
    """The places that a team is to reach: direct ones of its group, or extra ones.

    An example: the first two of each of six groups are in, and the four best thirds.
    """

    group: tuple[int, ...]
    """Each team's group, numbered from 0."""
    direct: int
    """How many teams of each group are in directly."""
    extra: int = 0
    """How many more teams are in."""
    thirds: bool = False
    """Whether only the team right below the direct places of a group competes for extra ones."""

    @classmethod
    def top(cls, places: int, teams: int) -> Target:
        """To be among the first of all."""
        return cls((0,) * teams, places)

    @property
    def groups(self) -> range:
        """The groups by number."""
        return range(max(self.group) + 1)

    def counts(self, teams: Iterable[int]) -> list[int]:
        """How many of some teams are in each group."""
        counts = [0] * len(self.groups)
        for team in teams:
            counts[self.group[team]] += 1
        return counts

    def reached(self, team: int, ahead: Sequence[int]) -> bool:
        """Whether a team is in, when so many of each group are ahead of it."""
        own = ahead[self.group[team]]
        if own < self.direct:
            return True
        if self.thirds:
            others = sum(count > self.direct for count in ahead) - (own > self.direct)
            return own == self.direct and others < self.extra
        return sum(max(0, count - self.direct) for count in ahead) < self.extra
