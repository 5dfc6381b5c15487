"""Whether any scores at all, with given results, put a team where it is asked for: by cases.

Where a search finds no scores, each way in which the criteria can separate those who are level is a
small integer program: its variables are goals.  The ways are gone through criterion by criterion.

An example: A, B and C are level on points, Head-to-head difference decides, and only C against B
is left, which C wins.  A's difference is 0, B's is 2 - m and C's is m - 2, for any m from 1.  A is
first if neither is ahead: 2 - m <= 0 and m - 2 <= 0, so m = 2, and the next criterion decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

from ..methods import solver
from ..methods.program import IntegerProgram
from .comparison import Comparison, Game
from .rules import Step
from .scores import Score

Sum = tuple[dict[int, int], float]
"""Variables with their factors, and a number."""


class _State(NamedTuple):
    """Who is ahead, behind and still level after some criteria, and what that asks of the goals."""

    ahead: int
    behind: int
    level: frozenset[int]
    rows: tuple[tuple[Sum, float, float], ...]


class ExactScores:
    """The scores of some games, as variables."""

    def __init__(
        self,
        comparison: Comparison,
        team: int,
        played: Sequence[Game],
        left: Sequence[Game],
        most_goals: int,
        seconds: float,
    ) -> None:
        self.comparison, self.team = comparison, team
        self.games = [*played, *left]
        self.first_left = len(played)
        self.most_goals = most_goals
        self.seconds = seconds

    def find(self, level: frozenset[int], most_ahead: int, most_behind: int) -> list[Score] | None:
        """Scores with at most so many ahead, and at most so many behind; None if there are none."""
        start = _State(0, 0, level, ())
        for state in self._separate(start, list(self.comparison.criteria.steps)):
            if state.ahead <= most_ahead and state.behind <= most_behind:
                scores = self._solve(state)
                if scores is not None:
                    return scores
        return None

    def _separate(self, state: _State, steps: list[Step]) -> Iterator[_State]:
        """All ways in which the steps can separate those who are level."""
        if not steps or not state.level:
            yield self._by_lot(state)
            return
        step, *later = steps
        group = state.level | {self.team} if step.is_run else None
        after = [state]
        for figure in step.figures:
            after = [further for one in after for further in self._by_figure(one, figure, group)]
        for one in after:
            again = step.is_repeated and one.level and one.level != state.level
            yield from self._separate(one, steps if again else later)

    def _by_figure(
        self, state: _State, figure: str, group: frozenset[int] | None
    ) -> Iterator[_State]:
        states = [state]
        for j in sorted(state.level):
            lead = self._lead(j, figure, group)
            states = [further for one in states for further in self._by_lead(one, j, lead)]
        yield from states

    @staticmethod
    def _by_lead(state: _State, j: int, lead: Sum) -> Iterator[_State]:
        variables, number = lead
        rest = state.level - {j}
        rows = state.rows
        is_open = bool(variables)
        if is_open or number > 0:
            more = (*rows, (lead, 1, inf)) if is_open else rows
            yield _State(state.ahead + 1, state.behind, rest, more)
        if is_open or number < 0:
            more = (*rows, (lead, -inf, -1)) if is_open else rows
            yield _State(state.ahead, state.behind + 1, rest, more)
        if is_open or number == 0:
            yield state._replace(rows=(*rows, (lead, 0, 0)) if is_open else rows)

    def _by_lot(self, state: _State) -> _State:
        keys = self.comparison.keys
        if not keys or self.comparison.criteria.open_from:
            return state
        for j in state.level:
            own, its = keys[self.team], keys[j]
            if own is not None and its is not None and own != its:
                is_ahead = its > own  # type: ignore[operator]
                state = state._replace(
                    ahead=state.ahead + is_ahead,
                    behind=state.behind + (not is_ahead),
                    level=state.level - {j},
                )
        return state

    def _lead(self, j: int, figure: str, group: frozenset[int] | None) -> Sum:
        """By how much a team leads ours by a figure."""
        variables: dict[int, int] = {}
        number = 0.0
        for at, game in enumerate(self.games):
            if group is not None and not (game.first in group and game.second in group):
                continue
            for team, at_home in ((game.first, True), (game.second, False)):
                if team not in (j, self.team):
                    continue
                sign = 1 if team == j else -1
                if at < self.first_left or figure not in _GOALS:
                    number += sign * self.comparison.value(figure, game, at_home)[0]
                    continue
                own, other = _GOALS[figure]
                place = 2 * (at - self.first_left)
                for which, factor in ((place + (not at_home), own), (place + at_home, other)):
                    if factor and not (figure == "away for" and at_home):
                        variables[which] = variables.get(which, 0) + sign * factor
        return {which: factor for which, factor in variables.items() if factor}, number

    def _solve(self, state: _State) -> list[Score] | None:
        program = IntegerProgram()
        left = self.games[self.first_left :]
        for game in left:
            first, second = (program.new_variable(self.most_goals) for _ in range(2))
            low, high = game.margin
            program.add([(first, 1), (second, -1)], low, high)
        for (variables, number), low, high in state.rows:
            program.add(list(variables.items()), low - number, high - number)
        values = solver.solve(program, self.seconds)
        if values is None:
            return None
        return [(values[2 * at], values[2 * at + 1]) for at in range(len(left))]


_GOALS = {"difference": (1, -1), "for": (1, 0), "against": (0, -1), "away for": (1, 0)}
"""What an own goal and one of the opponent count."""
