"""Teams that are level on points, compared by criteria, where scores may still be open.

Each game gives both teams a figure that lies between bounds: the goals of a game that is won by an
unknown margin are from 1 to infinity for the winner, and its difference is at least 1.  A team is
certainly ahead of another one when no scores within the bounds turn them round.

An example: A and B have 9 points, and Difference decides.  A has +4 and no game left; B has +3 and
wins its last game.  B's difference is from +4 to infinity: A cannot be ahead, at best level.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import NamedTuple

from .rules import Criteria, name_of

Bounds = tuple[float, float]


class Game(NamedTuple):
    """A game with what is known of its result; the first team is at home."""

    first: int | None
    second: int | None
    """None, also for the first, is a team that is not in the table."""
    results: tuple[int, int]
    """The first and the last result that it may have, as the first team sees it."""
    goals: tuple[Bounds, Bounds]
    margin: Bounds
    """Goals of the first team, less those of the second."""


class Order(NamedTuple):
    """How other teams stand to one that is level with them on points."""

    ahead: frozenset[int]
    """Those certainly ahead of it."""
    behind: frozenset[int]
    """Those certainly behind it."""
    decided_by: dict[int, str]
    """The criterion that decides, of each of these."""


class _Tie:
    """Those that are level on points with a team, as criteria separate them from it."""

    def __init__(self, team: int, tied: Iterable[int]) -> None:
        self.team = team
        self.open = {*tied} - {team}
        """Those that are not separated from the team yet."""
        self.ahead: dict[int, str] = {}
        self.behind: dict[int, str] = {}
        self.may_lead: set[int] = set()
        self.may_trail: set[int] = set()
        self.is_exact = True
        """Whether it is known who is level with the team so far."""

    @property
    def group(self) -> frozenset[int]:
        """The team, and those that are level with it so far."""
        return frozenset({self.team, *self.open})

    @property
    def order(self) -> Order:
        """How they stand."""
        return Order(frozenset(self.ahead), frozenset(self.behind), self.ahead | self.behind)

    def compare(self, values: dict[int, Bounds], name: str) -> None:
        """Separate those whose figures a criterion tells apart."""
        for j in list(self.open):
            is_over = self._is_over(j, values[self.team], values[j])
            if is_over is not None:
                self._separate(j, is_over, name)
            if is_over is not None or {j} <= self.may_lead & self.may_trail:
                self.open.discard(j)

    def _is_over(self, j: int, own: Bounds, its: Bounds) -> bool | None:
        """Whether its figure is the higher one; None if they are level, or may be."""
        if its[0] > own[1] or its[1] < own[0]:
            return its[0] > own[1]
        if not its[0] == its[1] == own[0] == own[1]:
            self.is_exact = False
            self.may_lead.update({j} if its[1] > own[0] else ())
            self.may_trail.update({j} if its[0] < own[1] else ())
        return None

    def _separate(self, j: int, is_ahead: bool, name: str) -> None:
        """A team is ahead or behind, if nothing before this criterion may have said otherwise."""
        if is_ahead and j not in self.may_trail:
            self.ahead[j] = name
        if not is_ahead and j not in self.may_lead:
            self.behind[j] = name

    def draw(self, keys: Sequence[object]) -> None:
        """Separate those of whom what decides after all criteria is known."""
        own = keys[self.team]
        for j in self.open:
            if own is not None and keys[j] is not None and own != keys[j]:
                self._separate(j, keys[j] > own, "lot")  # type: ignore[operator]


class Comparison:
    """Criteria over games."""

    def __init__(
        self, criteria: Criteria, worth: Sequence[int], keys: Sequence[object] | None = None
    ) -> None:
        self.criteria = criteria
        self.worth = worth
        """The points of each result, best first."""
        self.least_win = (len(worth) - 2) // 2
        self.keys = keys
        """What decides after all criteria, such as lots, where it is known."""

    def order(self, team: int, tied: Iterable[int], games: Sequence[Game]) -> Order:
        """How the teams stand that are level on points with a team."""
        tie = _Tie(team, tied)
        for step in self.criteria.steps:
            if not step.is_run:
                values = self._figures(step.figures[0], tie.group, games, None)
                tie.compare(values, step.figures[0])
                continue
            while tie.open:
                if not tie.is_exact:  # who is in the group is not known
                    return tie.order
                group = tie.group
                for figure in step.figures:
                    # All of the group have figures; those that are separated no longer matter.
                    tie.compare(self._figures(figure, group, games, group), name_of(figure, step))
                if not step.is_repeated or (tie.is_exact and tie.group == group):
                    break
        if self.keys and not self.criteria.open_from:
            tie.draw(self.keys)
        return tie.order

    def _figures(
        self,
        figure: str,
        teams: Iterable[int],
        games: Sequence[Game],
        group: frozenset[int] | None,
    ) -> dict[int, Bounds]:
        """The figure of each team, from its games in a group, or all its games."""
        low = dict.fromkeys(teams, 0.0)
        high = dict(low)
        for game in games:
            if group is not None and not (game.first in group and game.second in group):
                continue
            for team, at_home in ((game.first, True), (game.second, False)):
                if team in low:
                    least, most = self.value(figure, game, at_home)
                    low[team] += least
                    high[team] += most
        return {team: (low[team], high[team]) for team in low}

    def value(self, figure: str, game: Game, at_home: bool) -> Bounds:
        """What a game gives its first or its second team."""
        if figure == "difference":
            low, high = game.margin
            return (low, high) if at_home else (-high, -low)
        if figure in ("for", "away for"):
            return game.goals[not at_home] if figure == "for" or not at_home else (0, 0)
        if figure == "against":
            low, high = game.goals[at_home]
            return -high, -low
        best, worst = game.results
        if not at_home:
            last = len(self.worth) - 1
            best, worst = last - worst, last - best
        if figure == "points":
            return self.worth[worst], self.worth[best]
        if figure == "away wins" and at_home:
            return 0, 0
        return worst <= self.least_win, best <= self.least_win


def open_game(first: int, second: int | None, results: int) -> Game:
    """A game of which nothing is known, with so many possible results."""
    return Game(first, second, (0, results - 1), ((0, inf), (0, inf)), (-inf, inf))


def decided_game(first: int, second: int | None, result: int, results: int) -> Game:
    """A game of which the result is known and the score is not.

    >>> decided_game(0, 1, 2, 3)
    Game(first=0, second=1, results=(2, 2), goals=((0, inf), (1, inf)), margin=(-inf, -1))
    """
    by_points = 2 * result + 1 - results
    is_overtime = results == 4 and result in (1, 2)
    if not by_points:
        return Game(first, second, (result, result), ((0, inf), (0, inf)), (0, 0))
    most = 1 if is_overtime else inf
    won, lost = (1, inf), (0, inf)
    if by_points < 0:
        return Game(first, second, (result, result), (won, lost), (1, most))
    return Game(first, second, (result, result), (lost, won), (-most, -1))


def scored_game(
    first: int | None, second: int | None, result: int, score: tuple[float, float]
) -> Game:
    """A game with its score."""
    own, other = score
    goals = ((own, own), (other, other))
    return Game(first, second, (result, result), goals, (own - other, own - other))
