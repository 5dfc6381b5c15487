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
