"""A contest's program has a solution exactly where some completion makes the wish come true."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from xl_tourney.functions.race.answers import replays
from xl_tourney.functions.race.methods.contest import Contest, Wish
from xl_tourney.functions.race.methods.program import programs
from xl_tourney.functions.race.methods.solver import solve
from xl_tourney.functions.race.race import Race, Scoring, Target

from .enumeration import Small, reached_in_groups

pytestmark = pytest.mark.slow

TWO, THREE = (0, 0, 0, 1, 1, 1), (0, 0, 1, 1, 2, 2)
TARGETS = {
    "wild cards": [Target(TWO, 1, 1), Target(TWO, 1, 2), Target(TWO, 2, 1), Target(THREE, 1, 2)],
    "best thirds": [
        Target(TWO, 1, 1, True),
        Target(TWO, 2, 1, True),
        Target(THREE, 1, 1, True),
        Target(THREE, 1, 2, True),
    ],
    "direct places": [Target(TWO, 1), Target((0,) * 6, 3)],
}


ENOUGH, MOST = 30, 60
"""Of each answer so many are asked for; of one that is had more often no more than so many."""


def small_races(chance: random.Random) -> Iterator[tuple[Small, Race]]:
    """Six teams close together in two groups, and four or five games."""
    while True:
        scoring = chance.choice(([1, 0], [3, 1, 0]))
        points = [chance.randrange(3) for _ in range(6)]
        games = [tuple(chance.sample(range(6), 2)) for _ in range(chance.choice((4, 5)))]
        left = [[0] * 6 for _ in range(6)]
        for first, second in games:
            left[first][second] += 1
            left[second][first] += 1
        race = Race([Fraction(p) for p in points], left, Scoring.of([float(s) for s in scoring]))
        yield Small(points, games, scoring, [None] * 6), race


@pytest.mark.parametrize("wish", ["reach", "miss"])
@pytest.mark.parametrize("kind", TARGETS)
def test_programs_agree_with_all_completions(kind: str, wish: Wish) -> None:
    chance = random.Random(f"{kind} {wish}")
    counted: Counter[bool] = Counter()
    for small, race in small_races(chance):
        team, target = chance.randrange(6), chance.choice(TARGETS[kind])
        contest = Contest(race, team, wish, target, None)
        if contest.verdict is not None:
            continue
        reached = reached_in_groups(target.group, team, target.direct, target.extra, target.thirds)
        possible = any(
            reached(small.ahead(team, totals, wish == "reach")) == (wish == "reach")
            for totals, _ in small.completions()
        )
        if counted[possible] >= MOST:
            continue
        counted[possible] += 1
        solutions = [(way, solve(way.program, 60.0)) for way in programs(contest)]
        found = [way.completion(values) for way, values in solutions if values is not None]
        assert bool(found) == possible, (small, team, target)
        assert all(replays(contest, completion) for completion in found)
        if min(counted[True], counted[False]) >= ENOUGH:
            break
