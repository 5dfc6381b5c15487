"""A yes-or-no question about one team, reduced by arithmetic to what is really contested.

*Can it reach the target?* and *can it miss it?* are one problem of demand and capacity.  Each
remaining game puts a demand on its two teams: to reach, the points that they gain; to miss, the
points that they fail to gain.  A team's capacity is how much of that it can take before it ends
ahead of ours (reach) or no longer ends ahead (miss); a team with more demand than capacity is
**lost**.  Sought is a completion in which not too many are lost.  A team whose games cannot exceed
its capacity can take the whole demand of its games, and so can a team that is lost anyway; only the
games between the other teams, the contested ones, are left to decide.

An example with a point for a win: Reds have 10 and two games with outsiders, Blues, Greens and
Golds have 11 each and play each other once.  Can Reds come first, ties open?  They can end with
12, so each of the three may win once more: their capacity is 1.  Their three games put a demand of
3 on them, and 3 is not more than 1 + 1 + 1: each wins once, and all four end with 12.  With a
second game of Blues and Greens the demand is 4: one of them is lost, and Reds cannot come first.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations
from typing import Literal, NamedTuple

from ..race import Completion, Pair, Race, Tally, Target

Wish = Literal["reach", "miss"]


class Own(NamedTuple):
    """A condition on our own games, which otherwise go as well (to miss: as badly) as can be."""

    unit: Literal["wins", "points"]
    amount: int
    """The number of wins; or the most (to miss: the least) that is gained above the least."""


class OwnDemand(NamedTuple):
    """The demand that our own games put on the opponents, where our team's total is given.

    With exactly 2 wins in 3 games, say, one game is not won: it is one unit of demand, and the
    question is only which opponent takes it.
    """

    unit: int
    """The demand of one unit, in points."""
    most: dict[int, int]
    """How many units each contested team can take."""
    least: int
    """How many units the contested teams take together at least."""

    def without_idle(self, unit: int) -> OwnDemand:
        """The same with this unit, of those who can take some; nobody can where it is 0 so far."""
        most = {j: games for j, games in self.most.items() if games} if self.unit else {}
        return OwnDemand(unit, most, self.least)


class Contest:
    """What arithmetic leaves open of a question: contested teams, and the games between them."""

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
        """How many units of demand a game of our own can hold."""
        total = race.base[team]
        needed = 0
        if self.varies:
            self.own_unit = race.win
        elif own is None:
            total += race.win * left * (wish == "reach")
            self.own_unit = 0
        elif own.unit == "points":
            total += own.amount
            self.own_unit, self.per_game = race.step, len(race.worth) - 1
            won = own.amount // race.step
            needed = left * self.per_game - won if wish == "reach" else won
        elif wish == "reach":
            other = race.best_without_win
            total += own.amount * race.win + (left - own.amount) * race.worth[other]
            self.own_unit = race.worth[race.mirrored(other)]
            needed = left - own.amount
        else:
            total += own.amount * race.worth[race.least_win]
            self.own_unit = race.win - race.worth[race.mirrored(race.least_win)]
            needed = own.amount
        self.total = total
        """The points of our team at the end; where it varies, the least."""
        self._set_capacities()
        self._reduce(needed)

    # Capacity --------------------------------------------------------------------------------

    def _set_capacities(self) -> None:
        race, reach = self.race, self.wish == "reach"
        self.capacity: dict[int, int] = {}
        """How much demand each other team can take, if our team ends with :attr:`total`."""
        for j in race.teams:
            if j != self.team:
                # To reach, with a total of 12 and ties open: 13 points are ahead, so a team with
                # 11 can gain 13 - 1 - 11 = 1 and stay behind.  To miss, with a total of 12: a team
                # that can end with 14 can fail to gain 14 - 12 = 2 and still be level.
                at = race.threshold(self.team, j, self.total, reach)
                self.capacity[j] = at - 1 - race.base[j] if reach else race.most(j) - at

    # Where our total varies, only totals near the amount need be looked at.  An example: to reach
    # with a gain of at most 7, where results are worth 3, 1 and 0.  A gain of 4 can be left out: a
    # better result in one of our games adds 2 at most, so it would still be allowed, and help.

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

    def _slack(self) -> tuple[int, int]:
        """What our own gain adds to all capacities at most, and at least, where our total varies.

        A team is called lost or safe only if it is so for every total that our team may end with:
        lost by the widest capacity, safe by the narrowest.
        """
        if not self.varies:
            return 0, 0
        low, high = self.least_gain, self.most_gain
        return (high, low) if self.wish == "reach" else (-low, -high)

    def _reduce(self, needed: int) -> None:
        race = self.race
        widest, narrowest = self._slack()
        self.widest_slack = widest
        """The most that our own gain adds to all capacities, where our total varies."""
        self.lost = {j for j, capacity in self.capacity.items() if capacity + widest < 0}
        """The teams that are lost whatever happens."""
        contested = set(self.capacity) - self.lost
        self.rank = dict.fromkeys(self.lost, 0)
        """The teams that are not contested; of two in a game, the lower rank takes the demand.

        Lost teams have rank 0.  A safe team has the round in which it was found safe: by then its
        games with teams of lower rank were counted as theirs.
        """
        open_games = {j: sum(race.games[j][o] for o in contested if o != j) for j in contested}
        while True:
            own = self._own_demand(contested, needed)
            safe = [
                j
                for j in contested
                if open_games[j] * race.win + own.most[j] * own.unit <= self.capacity[j] + narrowest
            ]
            if not safe:
                break
            contested.difference_update(safe)
            # The demand of a game between a safe team and a contested one can go to the safe team,
            # so it no longer counts for the other, which may be safe now, too.
            self.rank.update(dict.fromkeys(safe, 1 + max(self.rank.values(), default=0)))
            for j in contested:
                open_games[j] -= sum(race.games[j][o] for o in safe)
        self.needed = needed
        self.teams = sorted(contested)
        """The contested teams."""
        met = {pair: race.games[pair[0]][pair[1]] for pair in combinations(self.teams, 2)}
        self.pairs: dict[Pair, int] = {pair: games for pair, games in met.items() if games}
        """The games between contested teams."""
        self.own_demand = own.without_idle(self.own_unit)

    def _own_demand(self, contested: Iterable[int], needed: int) -> OwnDemand:
        """What our own games are to each of the contested teams."""
        race, team = self.race, self.team
        most = {j: race.games[team][j] * self.per_game for j in contested}
        elsewhere = race.left[team] * self.per_game - sum(most.values())
        least = 0 if self.varies else max(0, needed - elsewhere)
        return OwnDemand(self.own_unit if least or self.varies else 0, most, least)

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

    def demands(self) -> list[int]:
        """The demand of each result on the team that gets it."""
        worth = self.race.worth
        return list(worth) if self.wish == "reach" else [worth[0] - value for value in worth]

    # A completion ----------------------------------------------------------------------------

    def any_completion(self) -> Completion:
        """A completion in which our own games go as asked, and the contested ones anyhow."""
        own_units, open_units = {}, self.own_demand.least
        for j, most in self.own_demand.most.items():
            own_units[j] = min(most, open_units)
            open_units -= own_units[j]
        return self.complete({}, own_units, self._nearest_gains() if self.varies else None)

    def _nearest_gains(self) -> dict[int, Tally]:
        """Results of our own games whose sum is as near to the amount as is allowed."""
        race, amount = self.race, self.own.amount if self.own else 0
        reach = self.wish == "reach"
        # What may still be gained (to miss: given up) without going past the amount.
        spare = amount if reach else self._all_wins - amount
        demands = list(race.worth) if reach else [race.win - worth for worth in race.worth]
        order = range(len(demands)) if reach else range(len(demands) - 1, -1, -1)
        gains = {}
        for j in self.opponents():
            tally = [0] * len(demands)
            for _ in range(race.games[self.team][j]):
                result = next(at for at in order if demands[at] <= spare)
                tally[result] += 1
                spare -= demands[result]
            gains[j] = tuple(tally)
        return gains

    def complete(
        self, decided: dict[Pair, Tally], own_units: dict[int, int], gains: dict[int, Tally] | None
    ) -> Completion:
        """Results for all games, from those of the contested games and of our own.

        ``own_units`` holds how many units of our own demand each contested team takes; ``gains``,
        where our total varies, the tally of our games with each contested team.
        """
        completion: Completion = {}
        demand_by_winning = self.wish == "reach"
        for (a, b), count in self.race.pairs.items():
            if self.team in (a, b):
                continue
            if (a, b) in decided:
                completion[a, b] = decided[a, b]
            elif a == b:
                completion[a, b] = self._all(count, not demand_by_winning)
            else:
                first_takes_it = self._rank(a) < self._rank(b)
                completion[a, b] = self._all(count, first_takes_it == demand_by_winning)
        if self.varies:
            completion.update(self._as_pair(other, own) for other, own in (gains or {}).items())
        else:
            completion.update(self._own_games_with(own_units))
        return completion

    def _rank(self, team: int) -> float:
        return self.rank.get(team, math.inf)

    def _all(self, count: int, first_wins: bool) -> Tally:
        others = (0,) * (len(self.race.worth) - 1)
        return (count, *others) if first_wins else (*others, count)

    def opponents(self) -> list[int]:
        """The opponents of our team, contested ones last; the team itself stands for outsiders."""
        there = [j for j in self.race.teams if self.race.games[self.team][j]]
        return sorted(there, key=lambda j: -1 if j == self.team else self._rank(j))

    def _as_pair(self, other: int, tally: Tally) -> tuple[Pair, Tally]:
        if self.team <= other:
            return (self.team, other), tally
        return (other, self.team), tally[::-1]

    def _own_games_with(self, own_units: dict[int, int]) -> Completion:
        """Our own games: their demand on contested teams as decided, the rest on the others."""
        own_units = dict(own_units)
        surplus = sum(own_units.values()) - self.own_demand.least
        for other in own_units:
            fewer = min(surplus, own_units[other])
            own_units[other] -= fewer
            surplus -= fewer
        open_units = self.needed - sum(own_units.values())
        completion = {}
        for other in self.opponents():
            count = self.race.games[self.team][other]
            got = own_units.get(other, 0)
            more = min(count * self.per_game - got, open_units)
            open_units -= more
            pair, tally = self._as_pair(other, self._tally(count, got + more))
            completion[pair] = tally
        return completion

    def _tally(self, count: int, own_units: int) -> Tally:
        """The results of our games with one opponent who takes so many units of demand."""
        race, tally = self.race, [0] * len(self.race.worth)
        reach = self.wish == "reach"
        if self.own is None:
            return self._all(count, reach)
        if self.own.unit == "wins":
            base = 0 if reach else len(tally) - 1
            tally[base] += count - own_units
            tally[race.best_without_win if reach else race.least_win] += own_units
            return tuple(tally)
        steps = count * self.per_game - own_units if reach else own_units
        return spread(steps, count, self.per_game)


def spread(steps: int, count: int, per_game: int) -> Tally:
    """The results of some games with equal steps in which the first team gains so many steps.

    >>> spread(5, 3, 2)  # 5 half points in 3 games: two wins, a draw, no loss
    (2, 1, 0)
    """
    tally = [0] * (per_game + 1)
    for _ in range(count):
        own = min(per_game, steps)
        tally[per_game - own] += 1
        steps -= own
    return tuple(tally)
