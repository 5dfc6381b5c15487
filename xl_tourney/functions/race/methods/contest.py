"""A yes-or-no question about one team, reduced by arithmetic to what is really contested.

*Can it reach the target?* and *can it miss it?* are one problem.  Each remaining game puts a load
on its two teams: to reach, what the other teams gain; to miss, what they fail to gain.  A team
with more load than it can bear is **lost**: it ends ahead of ours (reach), or it does not (miss).
Sought is a completion with not too many lost.  A team that cannot be overloaded, and one that is
lost anyway, bears all load of its games; so only games between the others are left to decide.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal, NamedTuple

from ..race import Completion, Pair, Race, Tally, Target

Wish = Literal["reach", "miss"]


class Own(NamedTuple):
    """How our team's own games are to go: as well (to miss: as badly) as can be, but for this."""

    unit: Literal["wins", "points"]
    amount: int
    """Just so many wins; or a gain of at most (to miss: at least) so much above the least."""


class Hits(NamedTuple):
    """The games of our own team that load its opponents, while our team's total stays the same."""

    load: int
    """What one hit puts on the opponent."""
    room: dict[int, int]
    """How many hits each contested team can get."""
    least: int
    """How many hits the contested teams get in all, or more."""


class Contest:
    """What is left of a question when arithmetic has done its part."""

    def __init__(self, race: Race, team: int, wish: Wish, target: Target, own: Own | None) -> None:
        self.race = race
        self.team = team
        self.wish = wish
        self.target = target
        self.own = own
        left = race.left[team]
        self.varies = own is not None and own.unit == "points" and not race.step
        """Whether our team's total is not known beforehand."""
        self.per_game = 1
        """How many hits a game of our own can hold."""
        total = race.base[team]
        needed = 0
        if self.varies:
            self.hit = race.win
        elif own is None:
            total += race.win * left * (wish == "reach")
            self.hit = 0
        elif own.unit == "points":
            total += own.amount
            self.hit, self.per_game = race.step, len(race.worth) - 1
            won = own.amount // race.step
            needed = left * self.per_game - won if wish == "reach" else won
        elif wish == "reach":
            other = race.best_without_win
            total += own.amount * race.win + (left - own.amount) * race.worth[other]
            self.hit = race.worth[race.mirrored(other)]
            needed = left - own.amount
        else:
            total += own.amount * race.worth[race.least_win]
            self.hit = race.win - race.worth[race.mirrored(race.least_win)]
            needed = own.amount
        self.total = total
        """What our team ends with; where that is not known, what it ends with at least."""
        self._limits()
        self._reduce(needed)

    # What each can bear ----------------------------------------------------------------------

    def _limits(self) -> None:
        race, reach = self.race, self.wish == "reach"
        self.limit: dict[int, int] = {}
        """What each other team can bear, were our team's total the one we count with."""
        for j in race.teams:
            if j != self.team:
                at = race.threshold(self.team, j, self.total, reach)
                self.limit[j] = at - 1 - race.base[j] if reach else race.most(j) - at

    # Where our total varies, it need not be far from the amount: to reach with at most so much, a
    # better result in any game of ours would be too much, for else it would only help.

    @property
    def least_gain(self) -> int:
        """The least that our team may gain above the least, where its total varies."""
        assert self.own
        amount = self.own.amount
        if self.wish == "miss":
            return amount
        return max(0, min(self._all_wins, amount - self.race.widest_step + 1))

    @property
    def most_gain(self) -> int:
        """The most that our team may gain."""
        assert self.own
        amount = self.own.amount
        if self.wish == "reach":
            return amount
        return min(self._all_wins, amount + self.race.widest_step - 1)

    @property
    def _all_wins(self) -> int:
        return self.race.win * self.race.left[self.team]

    def _reduce(self, needed: int) -> None:
        race, team = self.race, self.team
        # Where our total varies, the limits are read kindly here: what is called lost or settled
        # must be so for every total that our team may end with.
        kind = grim = 0
        if self.varies:
            low, high = self.least_gain, self.most_gain
            kind, grim = (high, low) if self.wish == "reach" else (-low, -high)
        self.kind = kind
        """What our own gain adds to all limits at most, where it varies."""
        self.lost = {j for j, limit in self.limit.items() if limit + kind < 0}
        """Who is lost whatever happens."""
        contested = set(self.limit) - self.lost
        self.rank = dict.fromkeys(self.lost, 0)
        """Who is not contested, in the order in which load can be put on them."""
        open_games = {j: sum(race.games[j][o] for o in contested if o != j) for j in contested}
        while True:
            own_room = {j: race.games[team][j] * self.per_game for j in contested}
            elsewhere = race.left[team] * self.per_game - sum(own_room.values())
            least = 0 if self.varies else max(0, needed - elsewhere)
            hit = self.hit if least or self.varies else 0
            safe = [
                j
                for j in contested
                if open_games[j] * race.win + own_room[j] * hit <= self.limit[j] + grim
            ]
            if not safe:
                break
            contested.difference_update(safe)
            self.rank.update(dict.fromkeys(safe, 1 + max(self.rank.values(), default=0)))
            for j in contested:
                open_games[j] -= sum(race.games[j][o] for o in safe)
        self.needed = needed
        self.teams = sorted(contested)
        """Who is contested."""
        self.pairs: dict[Pair, int] = {
            (a, b): race.games[a][b]
            for a in self.teams
            for b in self.teams
            if a < b and race.games[a][b]
        }
        """The games between contested teams."""
        self.hits = Hits(self.hit, {j: r for j, r in own_room.items() if r and hit}, least)

    # What is allowed -------------------------------------------------------------------------

    def allows(self, lost: Iterable[int]) -> bool:
        """Whether the wish comes true when, beside those lost anyway, just these are lost."""
        if self.wish == "reach":
            return self.target.reached(self.team, self.target.counts({*self.lost, *lost}))
        gone = {*self.lost, *lost, self.team}
        ahead = self.target.counts(j for j in self.race.teams if j not in gone)
        return not self.target.reached(self.team, ahead)

    @property
    def verdict(self) -> bool | None:
        """The answer, where arithmetic alone gives it."""
        if not self.allows(()):
            return False
        return True if self.allows(self.teams) else None

    def loads(self) -> list[int]:
        """What each result puts on the one who gets it."""
        worth = self.race.worth
        return list(worth) if self.wish == "reach" else [worth[0] - value for value in worth]

    # A completion ----------------------------------------------------------------------------

    def any_completion(self) -> Completion:
        """A completion in which our own games go as asked, and the contested ones anyhow."""
        hits, open_hits = {}, self.hits.least
        for j, room in self.hits.room.items():
            hits[j] = min(room, open_hits)
            open_hits -= hits[j]
        return self.complete({}, hits, self._nearest_gains() if self.varies else None)

    def _nearest_gains(self) -> dict[int, Tally]:
        """Our own games so that their sum is next to the amount, on its right side."""
        race, amount = self.race, self.own.amount if self.own else 0
        reach = self.wish == "reach"
        # What may still be gained (to miss: given up) without going past the amount.
        spare = amount if reach else self._all_wins - amount
        loads = list(race.worth) if reach else [race.win - worth for worth in race.worth]
        order = range(len(loads)) if reach else range(len(loads) - 1, -1, -1)
        gains = {}
        for j in self.opponents():
            tally = [0] * len(loads)
            for _ in range(race.games[self.team][j]):
                result = next(at for at in order if loads[at] <= spare)
                tally[result] += 1
                spare -= loads[result]
            gains[j] = tuple(tally)
        return gains

    def complete(
        self, decided: dict[Pair, Tally], hits: dict[int, int], gains: dict[int, Tally] | None
    ) -> Completion:
        """A full list of results from what the contested games and our own are to be.

        ``hits`` holds how many hits each contested team gets; ``gains``, where our total varies,
        the tally of our games with each contested team.
        """
        completion: Completion = {}
        bears_by_winning = self.wish == "reach"
        for (a, b), count in self.race.pairs.items():
            if self.team in (a, b):
                continue
            if (a, b) in decided:
                completion[a, b] = decided[a, b]
            elif a == b:
                completion[a, b] = self._all(count, not bears_by_winning)
            else:
                first_bears = self._rank(a) < self._rank(b)
                completion[a, b] = self._all(count, first_bears == bears_by_winning)
        if self.varies:
            completion.update(self._own_gains(gains or {}))
        else:
            completion.update(self._own_hits(hits))
        return completion

    def _rank(self, team: int) -> float:
        return self.rank.get(team, math.inf)

    def _all(self, count: int, first_wins: bool) -> Tally:
        others = (0,) * (len(self.race.worth) - 1)
        return (count, *others) if first_wins else (*others, count)

    def opponents(self) -> list[int]:
        """Whom our team has games with, contested ones last; itself stands for outsiders."""
        there = [j for j in self.race.teams if self.race.games[self.team][j]]
        return sorted(there, key=lambda j: -1 if j == self.team else self._rank(j))

    def _as_pair(self, other: int, tally: Tally) -> tuple[Pair, Tally]:
        if self.team <= other:
            return (self.team, other), tally
        return (other, self.team), tally[::-1]

    def _own_hits(self, hits: dict[int, int]) -> Completion:
        """Our own games with hits where they must be, and the rest where they do not matter."""
        hits = dict(hits)
        surplus = sum(hits.values()) - self.hits.least
        for other in hits:
            fewer = min(surplus, hits[other])
            hits[other] -= fewer
            surplus -= fewer
        open_hits = self.needed - sum(hits.values())
        completion = {}
        for other in self.opponents():
            count = self.race.games[self.team][other]
            got = hits.get(other, 0)
            more = min(count * self.per_game - got, open_hits)
            open_hits -= more
            pair, tally = self._as_pair(other, self._tally(count, got + more))
            completion[pair] = tally
        return completion

    def _tally(self, count: int, hits: int) -> Tally:
        """Our games with one opponent, so many of whose parts are hits."""
        race, tally = self.race, [0] * len(self.race.worth)
        reach = self.wish == "reach"
        if self.own is None:
            return self._all(count, reach)
        if self.own.unit == "wins":
            base = 0 if reach else len(tally) - 1
            tally[base] += count - hits
            tally[race.best_without_win if reach else race.least_win] += hits
            return tuple(tally)
        steps = count * self.per_game - hits if reach else hits
        return spread(steps, count, self.per_game)

    def _own_gains(self, gains: dict[int, Tally]) -> Completion:
        """Our own games where their results are chosen one by one."""
        return dict(self._as_pair(other, tally) for other, tally in gains.items())


def spread(steps: int, count: int, per_game: int) -> Tally:
    """The results of some games with equal steps in which the first team gains so many steps."""
    tally = [0] * (per_game + 1)
    for _ in range(count):
        own = min(per_game, steps)
        tally[per_game - own] += 1
        steps -= own
    return tuple(tally)
