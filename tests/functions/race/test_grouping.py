"""Places within groups and beside them: random leagues against all their results."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from xl_tourney.functions.race.answers import Clock
from xl_tourney.functions.race.criteria.answers import answers_about
from xl_tourney.functions.race.race import Scoring, Target, exact
from xl_tourney.functions.race.table import PlayedGame, RaceTable

from .grouped_cases import faults, random_case


@pytest.mark.parametrize("seed", range(6))
def test_what_is_said_is_true_of_all_results(seed: int) -> None:
    draw = Random(seed)
    for _ in range(6):
        assert list(faults(random_case(draw))) == []


@pytest.mark.parametrize("seed", range(6))
def test_the_criteria_within_a_group_are_those_of_all_games(seed: int) -> None:
    """The whole table, of which a group is asked for, and the group alone, to which others are
    outsiders: both say the same."""
    draw, group = Random(seed), (0, 1, 0, 1, 0, 1)
    pairs = [pair for pair in combinations(range(6), 2) if draw.random() < 0.8]
    draw.shuffle(pairs)
    to_come = 4
    played = [PlayedGame(*pair, draw.randrange(3), draw.randrange(3)) for pair in pairs[to_come:]]
    points = [0] * 6
    for game in played:
        for team, ahead in (
            (game.first, game.own - game.other),
            (game.second, game.other - game.own),
        ):
            points[team or 0] += 3 if ahead > 0 else 1 if ahead == 0 else 0
    table = RaceTable(
        list("ABCDEF"),
        [exact(own) for own in points],
        pairs[:to_come],
        Scoring.of([3, 1, 0]),
        [None] * 6,
        criteria=["Head-to-head points", "Difference", "For"],
        played=played,
    )
    whole, clock = answers_about(table), Clock(60)
    for number in set(group):
        members = [team for team in range(6) if group[team] == number]
        part = answers_about(table.within(members))
        for at, team in enumerate(members):
            for places in (1, 2):
                asked = whole.status(team, Target(group, places), clock)
                assert part.status(at, Target.top(places, 3), clock) == asked
