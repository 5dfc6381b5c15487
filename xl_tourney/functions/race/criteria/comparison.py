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
        open_ = {*tied} - {team}
        """Those that are not separated from the team yet."""
        ahead: dict[int, str] = {}
        behind: dict[int, str] = {}
        may_lead: set[int] = set()
        may_trail: set[int] = set()
        is_exact = True
        """Whether it is known who is level with the team so far."""

        def compare(values: dict[int, Bounds], name: str) -> None:
            nonlocal is_exact
            low, high = values[team]
            for j in list(open_):
                its_low, its_high = values[j]
                if its_low > high:
                    if j not in may_trail:
                        ahead[j] = name
                elif its_high < low:
                    if j not in may_lead:
                        behind[j] = name
                elif its_low == its_high == low == high:
                    continue
                else:
                    is_exact = False
                    may_lead.update({j} if its_high > low else ())
                    may_trail.update({j} if its_low < high else ())
                    if j not in may_lead & may_trail:
                        continue
                open_.discard(j)

        for step in self.criteria.steps:
            if not step.is_run:
                values = self._figures(step.figures[0], {team, *open_}, games, None)
                compare(values, step.figures[0])
                continue
            while open_:
                if not is_exact:  # who is in the group is not known
                    return Order(frozenset(ahead), frozenset(behind), ahead | behind)
                group = frozenset({team, *open_})
                for figure in step.figures:
                    # All of the group have figures; those that are separated no longer matter.
                    compare(self._figures(figure, group, games, group), name_of(figure, step))
                if not step.is_repeated or (is_exact and len(open_) + 1 == len(group)):
                    break
        if self.keys and not self.criteria.open_from:
            for j in list(open_):
                own, its = self.keys[team], self.keys[j]
                if own is not None and its is not None and own != its:
                    is_ahead = its > own  # type: ignore[operator]
                    if is_ahead and j not in may_trail:
                        ahead[j] = "lot"
                    if not is_ahead and j not in may_lead:
                        behind[j] = "lot"
        return Order(frozenset(ahead), frozenset(behind), ahead | behind)

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
