"""Scores for games whose results are given, so that a team gets ahead of those level with it.

The margins are free: a team that wins may win by any number of goals.  Good scores are looked for
from some that are good as a rule (the team wins by many and loses by one; who is level with it wins
by one and loses by many), game by game, with few others.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import NamedTuple

from ..methods import solver
from ..methods.program import IntegerProgram
from .comparison import Comparison, Game
from .rules import Step

Score = tuple[int, int]

ROUNDS = 12
"""How often the search begins anew with scores that are drawn."""


def options(result: int, results: int, many: int) -> list[Score]:
    """Scores with a result, as the first team sees it.

    >>> options(1, 3, 100)
    [(0, 0), (100, 100)]
    """
    by_points = 2 * result + 1 - results
    if not by_points:
        return [(0, 0), (many, many)]
    won = [(1, 0), (many + 1, many)]
    if not (results == 4 and result in (1, 2)):  # overtime ends with the first goal
        won += [(many, 0), (2 * many, many), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]
    return won if by_points < 0 else [(other, own) for own, other in won]


def find_scores(
    choices: Sequence[Sequence[Score]],
    preferred: Sequence[int],
    badness: Callable[[Sequence[Score]], int],
) -> list[Score] | None:
    """Scores with badness 0; None if none are found.

    Parameters
    ----------
    choices
        The scores that each game may have.
    preferred
        The number of the one to begin with, of each game.
    badness
        How many teams stand on the wrong side.
    """
    draw = random.Random(1)
    start = list(preferred)
    for _ in range(ROUNDS):
        at = start
        scores = [choice[k] for choice, k in zip(choices, at)]
        least = badness(scores)
        improved = True
        while least and improved:
            improved = False
            for game, choice in enumerate(choices):
                for score in choice if least else ():
                    before, scores[game] = scores[game], score
                    found = badness(scores)
                    if found < least:
                        least, improved = found, True
                    else:
                        scores[game] = before
        if not least:
            return scores
        start = [draw.randrange(len(choice)) for choice in choices]
    return None


MARGINS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500)


def with_small_margins(
    scores: Sequence[Score], badness: Callable[[Sequence[Score]], int]
) -> list[Score]:
    """Scores that are as good, with margins that are no larger than it takes, one by one.

    >>> with_small_margins([(90, 0), (7, 8)], lambda some: some[0][0] - some[0][1] < 3)
    [(3, 0), (0, 1)]
    """
    found = list(scores)
    for game, (own, other) in enumerate(scores):
        margin = abs(own - other)
        smaller = [one for one in MARGINS if one < margin] + [margin] if margin else [0]
        for one in smaller:
            found[game] = (one, 0) if own > other else (0, one)
            if not badness(found):
                break
        else:
            found[game] = (own, other)
    return found


# Where none are found so: all scores as variables of a program, for each way to be separated.

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
            if group is not None and not {game.first, game.second} <= group:
                continue
            for team, at_home in ((game.first, True), (game.second, False)):
                if team not in (j, self.team):
                    continue
                sign = 1 if team == j else -1
                if at < self.first_left or figure not in _GOALS:
                    number += sign * self.comparison.value(figure, game, at_home)[0]
                    continue
                if figure == "away for" and at_home:
                    continue
                own, other = _GOALS[figure]
                place = 2 * (at - self.first_left)
                for which, factor in ((place + (not at_home), own), (place + at_home, other)):
                    if factor:
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
