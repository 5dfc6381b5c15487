"""The check of a proof, by code that shares nothing with the code that found it.

It counts in fractions, straight from the points and the list of games.  It imports none of the
other modules; they import from here only the form of a claim and of a proof.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple, Protocol


class Cut(NamedTuple):
    """Teams on which the games between them put more demand than they have capacity together.

    So at least one of them is lost.  Each case says why that does not help either: with this team
    lost the next cut shows the same of others, until more are lost than the wish allows.  What
    demand, capacity and lost mean stands in ``methods/contest.py``.
    """

    teams: tuple[int, ...]
    cases: tuple[tuple[int, Cut], ...] = ()
    """A team that may be lost, and the cut that follows; in a later case the teams of earlier ones
    are taken not to be lost."""
    together: bool = False
    """Whether the demand exceeds the capacity with as many of them lost as the wish allows."""

    @property
    def everybody(self) -> set[int]:
        """All teams of it and of the cuts that follow."""
        return set(self.teams).union(*(cut.everybody for _, cut in self.cases))


class Step(Protocol):
    """A criterion over all games; or a run of criteria over the games among the tied."""

    @property
    def figures(self) -> Sequence[str]:
        """What is counted, such as points or away wins; the next where the one before is equal."""

    @property
    def is_run(self) -> bool:
        """Whether it is about the games among the tied."""

    @property
    def is_repeated(self) -> bool:
        """Whether it begins anew among those who are still tied."""


@dataclass(frozen=True)
class Claim:
    """The statement that a proof is about: that a wish of one team can, or cannot, come true."""

    points: Sequence[Fraction]
    games: Sequence[tuple[int, int | None]]
    """The two teams of each game; None is an outsider."""
    scoring: Sequence[Fraction]
    """The points of each result, best first."""
    team: int
    wish: Literal["reach", "miss"]
    places: int
    """How many teams are in; with groups, how many of each."""
    groups: Sequence[int] | None = None
    extra: int = 0
    thirds: bool = False
    keys: Sequence[Fraction | None] | None = None
    ties: Literal["open", "for", "against"] = "open"
    wins: int | None = None
    """The team's own wins, exactly; None if they are free."""
    gain: Fraction | None = None
    """The most (to miss: the least) that the team gains from its own games; None if it is free."""
    criteria: Sequence[Step] = ()
    """What places those who are level on points, before keys."""
    played: Sequence[tuple[int | None, int | None, int, tuple[float, float]]] = ()
    """The games that the criteria look at beside those left: the teams (None is an outsider), the
    number of the result, and the score."""

    def wins_tie(self, other: int) -> bool:
        """Whether the team is placed before another with as many points."""
        if self.ties != "open":
            return self.ties == "for"
        if self.criteria:
            return self.wish == "reach"
        own, others = (self.keys[self.team], self.keys[other]) if self.keys else (None, None)
        if own is None or others is None or own == others:
            return self.wish == "reach"
        return own > others

    def comes_true(self, ahead: Collection[int]) -> bool:
        """Whether the wish comes true when just these teams are ahead."""
        groups = self.groups or [0] * len(self.points)
        count = dict.fromkeys(groups, 0)
        for other in ahead:
            count[groups[other]] += 1
        own = count.pop(groups[self.team])
        reached = own < self.places
        if self.thirds:
            fuller = [group for group in count if count[group] > self.places]
            reached = reached or (own == self.places and len(fuller) < self.extra)
        else:
            over = [max(0, ahead_in - self.places) for ahead_in in (own, *count.values())]
            reached = reached or sum(over) < self.extra
        return reached == (self.wish == "reach")


def proves_possible(claim: Claim, results: Sequence[tuple[Fraction, Fraction | None]]) -> bool:
    """Whether the points of the two teams of every game make the wish come true."""
    if len(results) != len(claim.games):
        return False
    total = list(claim.points)
    wins, gain = 0, Fraction(0)
    for (first, second), (own, told) in zip(claim.games, results):
        other = _other_points(claim, own, told, second is None)
        if other is None:
            return False
        total[first] += own
        if second is not None:
            total[second] += other
        if claim.team in (first, second):
            mine, theirs = (own, other) if claim.team == first else (other, own)
            wins += mine > theirs
            gain += mine
    if not _keeps_bounds(claim, wins, gain):
        return False
    own = total[claim.team]
    ahead = [
        other
        for other in range(len(total))
        if other != claim.team
        and (total[other] > own or (total[other] == own and not claim.wins_tie(other)))
    ]
    return claim.comes_true(ahead)


def _other_points(
    claim: Claim, own: Fraction, told: Fraction | None, is_alone: bool
) -> Fraction | None:
    """The points of the second side of a game; None where the two cannot be.

    Where it is no team of the table (``is_alone``) nobody tells its points.
    """
    mirrored = claim.scoring[::-1]
    if is_alone:
        first = dict(zip(mirrored, claim.scoring))  # of equal points the first one counts
        return first.get(own) if told is None else None
    return told if (own, told) in set(zip(claim.scoring, mirrored)) else None


def _keeps_bounds(claim: Claim, wins: int, gain: Fraction) -> bool:
    """Whether the team wins so many games, and gains no more, or no less, than is claimed."""
    if claim.wins is not None and wins != claim.wins:
        return False
    if claim.gain is None:
        return True
    return gain <= claim.gain if claim.wish == "reach" else gain >= claim.gain


class _Demands:
    """Demand and capacity of teams: to reach, what others gain; to miss, what they fail to gain."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.reach = claim.wish == "reach"
        values = list(claim.scoring)
        self.best, self.last = values[0], values[-1]
        mirrored = values[::-1]
        self.least_sum = min(
            self._demand(own) + self._demand(other) for own, other in zip(values, mirrored)
        )
        """The least demand of a game on its two teams together."""
        self.left = [sum(team in game for game in claim.games) for team in range(len(claim.points))]
        demands = [self._demand(value) for value in values]
        self.grain = _common(demand for demand in demands if demand)
        """Every demand is a multiple of this."""
        self.finest = _common((*demands, *claim.points, self.best, self.last))
        """Every number of points is a multiple of this."""
        self.own_unit = Fraction(0)
        """The demand of one of our own games, or of one of its steps, on the opponent."""
        self.own_units = 0
        """How many such units there are."""
        self.per_game = 1
        """How many units a game of ours can hold."""
        self.own = claim.points[claim.team] + self._own_gain(values)

    def _own_gain(self, values: Sequence[Fraction]) -> Fraction:
        """What our team gains at best for the wish, and how its games hold that."""
        claim, own_games = self.claim, self.left[self.claim.team]
        if claim.gain is not None:
            return self._given_gain(claim.gain, values)
        if claim.wins is not None:
            return self._gain_of_wins(claim.wins, values)
        return own_games * (self.best if self.reach else self.last)

    def _given_gain(self, gain: Fraction, values: Sequence[Fraction]) -> Fraction:
        """Where not every sum can be met our gain is not known: the most favourable is taken."""
        own_games = self.left[self.claim.team]
        steps = {one - other for one, other in pairwise(values)}
        if len(steps) != 1:
            return gain if self.reach else max(gain, own_games * self.last)
        (self.own_unit,) = steps
        self.per_game = len(values) - 1
        gained = int((gain - own_games * self.last) / self.own_unit)
        self.own_units = own_games * self.per_game - gained if self.reach else gained
        return gain

    def _gain_of_wins(self, wins: int, values: Sequence[Fraction]) -> Fraction:
        """The games that are not won, or those that are, have the best or the least result."""
        own_games, mirrored = self.left[self.claim.team], values[::-1]
        pairs = list(zip(values, mirrored))
        if self.reach:
            best = max(value for value, other in pairs if value <= other)
            self.own_units = own_games - wins
            self.own_unit = self._demand(mirrored[values.index(best)])
            return wins * self.best + (own_games - wins) * best
        least = min(value for value, other in pairs if value > other)
        self.own_units = wins
        self.own_unit = self._demand(mirrored[values.index(least)])
        return wins * least + (own_games - wins) * self.last

    def _demand(self, value: Fraction) -> Fraction:
        return value - self.last if self.reach else self.best - value

    def capacity(self, team: int) -> Fraction:
        """The demand that a team can take without being lost."""
        claim = self.claim
        # Our team ends with 12, say, and the finest step of points is 1: a team behind it ends with
        # 12 at most if we win the tie, else with 11.
        most_behind = self.own if claim.wins_tie(team) else self.own - self.finest
        if self.reach:
            capacity = most_behind - (claim.points[team] + self.left[team] * self.last)
        else:
            capacity = (
                claim.points[team] + self.left[team] * self.best - (most_behind + self.finest)
            )
        return math.floor(capacity / self.grain) * self.grain

    def least_demand(self, teams: Collection[int]) -> Fraction:
        """The demand on some teams together, whatever the results."""
        claim = self.claim
        inside = sum(first in teams and second in teams for first, second in claim.games)
        ours = [game for game in claim.games if claim.team in game]
        elsewhere = sum(not any(team in teams for team in game) for game in ours)
        # Our games with other teams may hold some of our units; the rest falls on these teams.
        own_units = max(0, self.own_units - elsewhere * self.per_game)
        return inside * self.least_sum + own_units * self.own_unit

    def exceeds_capacity(
        self, teams: Collection[int], lost: Collection[int], excluded: Collection[int]
    ) -> bool:
        """Whether the demand on some teams exceeds their capacity, whichever of them are lost.

        It says no where there are groups: only without them it matters but how many are lost.
        """
        claim = self.claim
        if len(set(claim.groups or [0])) > 1:
            return False
        everybody = set(range(len(claim.points))) - {claim.team}
        others = [team for team in teams if team not in excluded]
        more = 0
        while more < len(others):
            gone = {*lost, *others[: more + 1]}
            if not claim.comes_true(gone if self.reach else everybody - gone):
                break
            more += 1
        met = {
            team: {
                other: sum({team, other} == set(game) for game in claim.games) * self.least_sum
                for other in teams
                if other != team
            }
            for team in teams
        }
        ours = {
            team: sum({team, claim.team} == set(game) for game in claim.games)
            * self.per_game
            * self.own_unit
            for team in teams
        }
        capacity = {team: self.capacity(team) for team in teams}
        return self.least_demand(teams) > _greatest_capacity(met, ours, capacity, others, more)


def _greatest_capacity(
    met: Mapping[int, Mapping[int, Fraction]],
    ours: Mapping[int, Fraction],
    capacity: Mapping[int, Fraction],
    may_be_lost: Collection[int],
    at_most: int,
) -> Fraction:
    """The greatest demand that some teams can take with so many of them lost.

    The demand of a game is its least sum, shared by its two teams in any way.  A lost team can take
    all the demand of its games; but the demand of a game between two lost teams counts once.
    """
    most = {team: sum(units.values()) + ours[team] for team, units in met.items()}
    carried = {team: min(most[team], capacity[team]) for team in met}
    among = {team: sorted(units.values()) for team, units in met.items()}
    best = Fraction(0)
    for count in range(1, at_most + 1):
        more = [most[j] - sum(among[j][: count - 1]) / 2 - carried[j] for j in may_be_lost]
        best = max(best, Fraction(sum(sorted(more, reverse=True)[:count])))
    return sum(carried.values()) + best


def proves_impossible(claim: Claim, cut: Cut) -> bool:
    """Whether a cut shows that the wish cannot come true."""
    demands = _Demands(claim)
    everybody = set(range(len(claim.points))) - {claim.team}

    def fails(lost: frozenset[int], excluded: frozenset[int], cut: Cut) -> bool:
        ahead = lost if claim.wish == "reach" else everybody - lost
        if not claim.comes_true(ahead):
            return True
        teams = set(cut.teams)
        if len(teams) != len(cut.teams) or not teams <= everybody - lost:
            return False
        if cut.together:
            return demands.exceeds_capacity(teams, lost, excluded)
        if not teams or demands.least_demand(teams) <= sum(map(demands.capacity, teams)):
            return False
        follows: dict[int, tuple[frozenset[int], Cut]] = {}
        earlier = excluded
        for team, next_cut in cut.cases:
            follows[team] = (earlier, next_cut)
            earlier |= {team}
        for team in teams - excluded:
            still_excluded, next_cut = follows.get(team, (earlier, Cut(())))
            if not fails(lost | {team}, still_excluded, next_cut):
                return False
        return True

    return fails(frozenset(), frozenset(), cut)


def _common(numbers: Iterable[Fraction]) -> Fraction:
    """The largest number of which all are multiples."""
    some = [number for number in numbers if number]
    below = math.lcm(*(number.denominator for number in some))
    return Fraction(math.gcd(*(int(number * below) for number in some)) or 1, below)
