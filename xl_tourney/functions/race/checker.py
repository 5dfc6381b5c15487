"""Checks what proves an answer about a race, with nothing of what found it.

It counts in fractions, straight from the points and the list of games.  It imports nothing of the
other modules; they take from here only the form that a proof has.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple


class Cut(NamedTuple):
    """Teams whose games among themselves put more load on them than they can bear together.

    So at least one of them is lost.  Each case says why that does not help either: with this team
    lost the next cut shows the same of others, until more are lost than the wish allows.
    """

    teams: tuple[int, ...]
    cases: tuple[tuple[int, Cut], ...] = ()
    """A team that may be lost, and the cut that follows; in a later case the teams of earlier ones
    are taken not to be lost."""
    together: bool = False
    """Whether they bear too much even with as many of them lost as the wish allows."""

    @property
    def everybody(self) -> set[int]:
        """All teams of it and of the cuts that follow."""
        return set(self.teams).union(*(cut.everybody for _, cut in self.cases))


@dataclass(frozen=True)
class Claim:
    """What an answer says of one team: that a wish can, or cannot, come true."""

    points: Sequence[Fraction]
    games: Sequence[tuple[int, int | None]]
    """The two teams of each game; None is an outsider."""
    scoring: Sequence[Fraction]
    """What the results are worth, best first."""
    team: int
    wish: Literal["reach", "miss"]
    places: int
    """How many are in; with groups, of each."""
    groups: Sequence[int] | None = None
    extra: int = 0
    thirds: bool = False
    keys: Sequence[Fraction | None] | None = None
    ties: Literal["open", "for", "against"] = "open"
    wins: int | None = None
    """Just so many wins of its own."""
    gain: Fraction | None = None
    """A gain of at most (to miss: at least) so much from its own games."""

    def wins_tie(self, other: int) -> bool:
        """Whether the team is seen before another with as many points."""
        if self.ties != "open":
            return self.ties == "for"
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
    allowed = set(zip(claim.scoring, reversed(claim.scoring)))
    total = list(claim.points)
    wins, gain = 0, Fraction(0)
    for (first, second), (own, other) in zip(claim.games, results):
        if second is None:
            if other is not None or own not in claim.scoring:
                return False
            other = claim.scoring[len(claim.scoring) - 1 - list(claim.scoring).index(own)]
        elif other is None or (own, other) not in allowed:
            return False
        total[first] += own
        if second is not None:
            total[second] += other
        if claim.team in (first, second):
            mine, theirs = (own, other) if claim.team == first else (other, own)
            wins += mine > theirs
            gain += mine
    if claim.wins is not None and wins != claim.wins:
        return False
    if claim.gain is not None and (
        gain > claim.gain if claim.wish == "reach" else gain < claim.gain
    ):
        return False
    own = total[claim.team]
    ahead = [
        other
        for other in range(len(total))
        if other != claim.team
        and (total[other] > own or (total[other] == own and not claim.wins_tie(other)))
    ]
    return claim.comes_true(ahead)


class _Loads:
    """What teams must bear, and can: to reach, what others gain; to miss, what they fail to."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.reach = claim.wish == "reach"
        values = list(claim.scoring)
        self.best, self.last = values[0], values[-1]
        mirrored = values[::-1]
        self.least_sum = min(
            self._load(own) + self._load(other) for own, other in zip(values, mirrored)
        )
        """What a game puts on its two teams at least."""
        self.left = [sum(team in game for game in claim.games) for team in range(len(claim.points))]
        loads = [self._load(value) for value in values]
        self.grain = _common(load for load in loads if load)
        """Every load is a multiple of this."""
        self.finest = _common((*loads, *claim.points, self.best, self.last))
        """Every number of points is a multiple of this."""
        steps = {one - other for one, other in pairwise(values)}
        own_games = self.left[claim.team]
        self.hit = Fraction(0)
        """What one of our own games, or of their steps, puts on the opponent."""
        self.hits = 0
        """How many of them there are."""
        self.room = 1
        """How many a game of ours can hold."""
        own = claim.points[claim.team]
        if claim.gain is not None:
            # How much we gain is known only where every sum can be met; else the kindest is taken.
            kindest = (
                claim.gain
                if self.reach or len(steps) == 1
                else max(claim.gain, own_games * self.last)
            )
            own += kindest
            if len(steps) == 1:
                (self.hit,) = steps
                self.room = len(values) - 1
                gained = int((claim.gain - own_games * self.last) / self.hit)
                self.hits = own_games * self.room - gained if self.reach else gained
        elif claim.wins is not None:
            pairs = list(zip(values, mirrored))
            if self.reach:
                best = max(value for value, other in pairs if value <= other)
                own += claim.wins * self.best + (own_games - claim.wins) * best
                self.hits = own_games - claim.wins
                self.hit = self._load(mirrored[values.index(best)])
            else:
                least = min(value for value, other in pairs if value > other)
                own += claim.wins * least + (own_games - claim.wins) * self.last
                self.hits = claim.wins
                self.hit = self._load(mirrored[values.index(least)])
        else:
            own += own_games * (self.best if self.reach else self.last)
        self.own = own

    def _load(self, value: Fraction) -> Fraction:
        return value - self.last if self.reach else self.best - value

    def limit(self, team: int) -> Fraction:
        """What a team can bear without being lost."""
        claim = self.claim
        most_behind = self.own if claim.wins_tie(team) else self.own - self.finest
        if self.reach:
            limit = most_behind - (claim.points[team] + self.left[team] * self.last)
        else:
            limit = claim.points[team] + self.left[team] * self.best - (most_behind + self.finest)
        return math.floor(limit / self.grain) * self.grain

    def must_bear(self, teams: Collection[int]) -> Fraction:
        """What some teams bear together, whatever the results."""
        claim = self.claim
        inside = sum(first in teams and second in teams for first, second in claim.games)
        ours = [game for game in claim.games if claim.team in game]
        elsewhere = sum(not any(team in teams for team in game) for game in ours)
        hits = max(0, self.hits - elsewhere * self.room)
        return inside * self.least_sum + hits * self.hit

    def too_much_together(
        self, teams: Collection[int], lost: Collection[int], kept: Collection[int]
    ) -> bool:
        """Whether some teams bear too much, whoever of them is lost beside those lost already.

        Only where there are no groups: there it matters but how many are lost.
        """
        claim = self.claim
        if len(set(claim.groups or [0])) > 1:
            return False
        everybody = set(range(len(claim.points))) - {claim.team}
        others = [team for team in teams if team not in kept]
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
            * self.room
            * self.hit
            for team in teams
        }
        limit = {team: self.limit(team) for team in teams}
        return self.must_bear(teams) > _most_borne(met, ours, limit, others, more)


def _most_borne(
    met: Mapping[int, Mapping[int, Fraction]],
    ours: Mapping[int, Fraction],
    limit: Mapping[int, Fraction],
    may_be_lost: Collection[int],
    at_most: int,
) -> Fraction:
    """What some teams can bear at most with so many of them lost.

    A game puts its least sum on its two teams, split anyhow.  Who is lost can bear all that its
    games put on it; but what a game of two lost teams puts on them, they bear but once.
    """
    most = {team: sum(units.values()) + ours[team] for team, units in met.items()}
    kept = {team: min(most[team], limit[team]) for team in met}
    among = {team: sorted(units.values()) for team, units in met.items()}
    best = Fraction(0)
    for count in range(1, at_most + 1):
        more = [most[j] - sum(among[j][: count - 1]) / 2 - kept[j] for j in may_be_lost]
        best = max(best, Fraction(sum(sorted(more, reverse=True)[:count])))
    return sum(kept.values()) + best


def proves_impossible(claim: Claim, cut: Cut) -> bool:
    """Whether a cut shows that the wish cannot come true."""
    loads = _Loads(claim)
    everybody = set(range(len(claim.points))) - {claim.team}

    def fails(lost: frozenset[int], kept: frozenset[int], cut: Cut) -> bool:
        ahead = lost if claim.wish == "reach" else everybody - lost
        if not claim.comes_true(ahead):
            return True
        teams = set(cut.teams)
        if len(teams) != len(cut.teams) or not teams <= everybody - lost:
            return False
        if cut.together:
            return loads.too_much_together(teams, lost, kept)
        if not teams or loads.must_bear(teams) <= sum(map(loads.limit, teams)):
            return False
        follows: dict[int, tuple[frozenset[int], Cut]] = {}
        earlier = kept
        for team, next_cut in cut.cases:
            follows[team] = (earlier, next_cut)
            earlier |= {team}
        for team in teams - kept:
            still_kept, next_cut = follows.get(team, (earlier, Cut(())))
            if not fails(lost | {team}, still_kept, next_cut):
                return False
        return True

    return fails(frozenset(), frozenset(), cut)


def _common(numbers: Iterable[Fraction]) -> Fraction:
    """The largest number of which all are multiples."""
    some = [number for number in numbers if number]
    below = math.lcm(*(number.denominator for number in some))
    return Fraction(math.gcd(*(int(number * below) for number in some)) or 1, below)
