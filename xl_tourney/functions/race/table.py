"""A race as people write it: a table, and a list of games."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from .certificates.checker import Claim
from .criteria.rules import Criteria
from .methods.contest import Own, Wish
from .race import Completion, Race, Scoring, Target, Ties


class PlayedGame(NamedTuple):
    """A game with its score; the first team is at home.  None is one that is not in the table."""

    first: int | None
    second: int | None
    own: float
    other: float
    overtime: bool = False

    def result(self, results: int) -> int:
        """The number of the result, of so many, as the first team sees it.

        >>> PlayedGame(0, 1, 2, 3, overtime=True).result(4)
        2
        """
        if self.own == self.other:
            return 1
        if results == 4 and self.overtime:
            return 1 if self.own > self.other else 2
        return 0 if self.own > self.other else results - 1


class Grouping(NamedTuple):
    """Which teams of a table are placed among themselves, and who goes on from their groups."""

    group: Sequence[str]
    """The group, division or part of each team."""
    pool: Sequence[str]
    """Of each team, within what more than the first of its group go on: its conference."""
    order: Sequence[str]
    """The groups in their order."""
    direct: int
    """So many of each group go on."""
    of_pool: int | None = None
    """So many of each pool go on, these among them; None where it is the groups alone."""
    best: int = 0
    """So many of those in one place of all groups go on, too, such as the best thirds."""
    next_place: int = 0
    """The place that they are in."""
    best_by_points: bool = True
    """Whether they are ranked by the points of all their games."""
    is_counted_through: bool = False
    """Whether places are counted on from one group to the next, as in a table that has divided."""

    def of_first(self, places: int) -> Grouping:
        """The same groups, where so many of each go on, and nobody besides."""
        return self._replace(direct=places, of_pool=None, best=0)

    def members(self, name: str) -> list[int]:
        """The teams of a group."""
        return [team for team, group in enumerate(self.group) if group == name]

    def above(self, name: str) -> int:
        """How many teams of other groups are ahead in any case."""
        if not self.is_counted_through:
            return 0
        before = set(self.order[: list(self.order).index(name)])
        return sum(group in before for group in self.group)

    def of_others(self, team: int) -> tuple[list[int], Target] | None:
        """Whom a team competes with for a place that is not one of its group's first."""
        pool = [other for other, name in enumerate(self.pool) if name == self.pool[team]]
        numbers = {name: at for at, name in enumerate(dict.fromkeys(self.group[j] for j in pool))}
        extra = self.best
        if self.of_pool is not None:
            extra = self.of_pool - self.direct * len(numbers)
        if extra < 1:
            return None
        return pool, Target(
            tuple(numbers[self.group[j]] for j in pool), self.direct, extra, self.of_pool is None
        )


class LateWords(NamedTuple):
    """How people say that a game ended with the second or third of four results, or did not."""

    after: str = "after overtime"
    within: str = "in overtime"
    without: str = "without overtime"


class RaceTable(NamedTuple):
    """A race as a table: the points of each team, and a list of the games that are left."""

    names: Sequence[str]
    points: Sequence[Fraction]
    games: Sequence[tuple[int, int | None]]
    scoring: Scoring
    keys: Sequence[Fraction | None]
    noun: str = "points"
    """The word for the points: points, or wins."""
    criteria: Sequence[str] = ()
    """What places those who are level on points, in its order; without any their ties are open."""
    played: Sequence[PlayedGame] = ()
    """The games that the criteria look at beside those left."""
    late: LateWords = LateWords()
    """What the second and third of four results are called."""

    def within(self, teams: Sequence[int]) -> RaceTable:
        """The table of some of the teams, to whom all others are outsiders."""
        at = {team: place for place, team in enumerate(teams)}

        def of(one: int | None, other: int | None) -> tuple[int | None, int | None]:
            return (None if one is None else at.get(one)), (
                None if other is None else at.get(other)
            )

        games: list[tuple[int, int | None]] = []
        for first, second in (of(*game) for game in self.games):
            if first is not None:
                games.append((first, second))
            elif second is not None:
                games.append((second, None))
        played = [(of(game.first, game.second), game) for game in self.played]
        return self._replace(
            names=[self.names[team] for team in teams],
            points=[self.points[team] for team in teams],
            keys=[self.keys[team] for team in teams],
            games=games,
            played=[
                game._replace(first=first, second=second)
                for (first, second), game in played
                if (first, second) != (None, None)
            ],
        )

    def race(self, ties: Ties = "open") -> Race:
        """The race, with the games counted by pair."""
        games = [[0] * len(self.points) for _ in self.points]
        for first, second in self.games:
            other = first if second is None else second
            games[first][other] += 1
            games[other][first] += first != other
        keys = None if self.criteria else self.keys
        return Race(self.points, games, self.scoring, keys, ties)

    def results_of(self, completion: Completion) -> list[int]:
        """The number of the result of each game of a completion, as the first team sees it."""
        remaining = {pair: list(tally) for pair, tally in completion.items()}
        results = []
        for first, second in self.games:
            other = first if second is None else second
            tally = remaining[min(first, other), max(first, other)]
            result = next(at for at, count in enumerate(tally) if count)
            tally[result] -= 1
            results.append(result if first <= other else len(tally) - 1 - result)
        return results

    def claim(self, team: int, wish: Wish, target: Target, own: Own | None, race: Race) -> Claim:
        """The statement of an answer, for the checker."""
        wins = gain = None
        if own and own.unit == "wins":
            wins = own.amount
        elif own:
            gain = Fraction(own.amount, race.scale) + race.last * race.left[team]
        criteria = Criteria.of(self.criteria)
        results = len(self.scoring.values)
        return Claim(
            self.points,
            self.games,
            self.scoring.values,
            team,
            wish,
            target.direct,
            target.group,
            target.extra,
            target.thirds,
            None if criteria.open_from else self.keys,
            race.ties,
            wins,
            gain,
            criteria.steps,
            [
                (game.first, game.second, game.result(results), (game.own, game.other))
                for game in self.played
            ],
        )
