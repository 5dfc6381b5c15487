"""Random small races: every way of settling a question agrees with all completions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xl_tourney.functions import BEST_PLACE, RACE_STATUS, WORST_PLACE
from xl_tourney.functions.race.answers import Answers, Clock, replays
from xl_tourney.functions.race.methods.branching import Branching
from xl_tourney.functions.race.methods.contest import Contest, Own
from xl_tourney.functions.race.methods.flow import MaximumFlow, counted_out
from xl_tourney.functions.race.methods.program import programs
from xl_tourney.functions.race.methods.solver import solve
from xl_tourney.functions.race.race import Race, Scoring, Target

from .enumeration import Small, reached_in_groups

SCORINGS = ([1, 0], [2, 1, 0], [3, 1, 0], [3, 2, 1, 0], [5, 3, 2, 1], [20, 12, 10, 8, 0])
MOST_COMPLETIONS = 260


@st.composite
def races(draw: Any) -> Small:
    """A few teams close together, and a few games."""
    scoring = draw(st.sampled_from(SCORINGS))
    count = draw(st.integers(2, 5))
    most_games = 0
    while len(scoring) ** (most_games + 1) <= MOST_COMPLETIONS:
        most_games += 1
    points = draw(st.lists(st.integers(0, 2 * scoring[0]), min_size=count, max_size=count))
    team = st.integers(0, count - 1)
    game = st.tuples(team, st.none() | team).filter(lambda g: g[0] != g[1])
    games = draw(st.lists(game, max_size=most_games))
    keys = draw(st.lists(st.none() | st.integers(1, 3), min_size=count, max_size=count))
    return Small(points, games, scoring, keys)


def race_of(small: Small) -> Race:
    count = len(small.points)
    games = [[0] * count for _ in range(count)]
    for first, second in small.games:
        other = first if second is None else second
        games[first][other] += 1
        games[other][first] += first != other
    keys = [None if key is None else Fraction(key) for key in small.keys]
    points = [Fraction(own) for own in small.points]
    return Race(points, games, Scoring.of(list(map(float, small.scoring))), keys)


@st.composite
def targets(draw: Any, count: int) -> Target:
    groups = draw(st.lists(st.integers(0, 1), min_size=count, max_size=count))
    if draw(st.booleans()) or len(set(groups)) == 1:
        return Target.top(draw(st.integers(1, count)), count)
    smallest = min(map(groups.count, set(groups)))
    numbers = tuple(map(sorted(set(groups)).index, groups))
    return Target(
        numbers,
        draw(st.integers(1, smallest)),
        draw(st.integers(0, 2)),
        draw(st.booleans()),
    )


@pytest.mark.slow
@given(st.data())
@settings(max_examples=120, deadline=None)
def test_places_status_and_amounts(data: Any) -> None:
    small = data.draw(races())
    target = data.draw(targets(len(small.points)))
    race = race_of(small)
    answers, clock = Answers(race), Clock(60.0)
    for team in race.teams:
        reached = reached_in_groups(target.group, team, target.direct, target.extra, target.thirds)
        assert answers.best_place(team, clock) == min(small.places(team, hopeful=True))
        assert answers.worst_place(team, clock) == max(small.places(team, hopeful=False))
        for unit in ("wins", "points"):
            clinch = answers.to_clinch(team, target, unit, clock)
            alive = answers.to_stay_alive(team, target, unit, clock)
            if unit == "points":
                clinch = None if clinch is None else race.gained(team, clinch)
                alive = None if alive is None else race.gained(team, alive)
            assert clinch == small.to_clinch(team, reached, unit)
            assert alive == small.to_stay_alive(team, reached, unit)
        can = {reached(small.ahead(team, end, hopeful=True)) for end, _ in small.completions()}
        sure = {reached(small.ahead(team, end, hopeful=False)) for end, _ in small.completions()}
        status = "out" if True not in can else "open" if False in sure else "clinched"
        assert answers.status(team, target, clock) == status


@pytest.mark.slow
@given(st.data())
@settings(max_examples=150, deadline=None)
def test_every_method_gives_the_same_answer(data: Any) -> None:
    small = data.draw(races())
    race = race_of(small)
    team = data.draw(st.sampled_from(list(race.teams)))
    target = data.draw(targets(len(small.points)))
    own = data.draw(
        st.none()
        | st.builds(Own, st.just("wins"), st.integers(0, race.left[team]))
        | st.builds(Own, st.just("points"), st.sampled_from(race.gains(team)))
    )
    wish = data.draw(st.sampled_from(["reach", "miss"]))
    contest = Contest(race, team, wish, target, own)
    by_branching = Branching(contest, 10**6).settle()
    if contest.verdict is not None:
        assert contest.verdict == (by_branching is not None)
        return
    solutions = [(way, solve(way.program, 60.0)) for way in programs(contest)]
    completions = [way.completion(values) for way, values in solutions if values is not None]
    assert (by_branching is not None) == bool(completions)
    if counted_out(contest):
        assert by_branching is None
    flow = MaximumFlow(contest, 1000)
    cut = flow.settle()
    if cut is not None:
        assert by_branching is None
    elif flow.exact:
        games, own_units = flow.read_results()
        completions.append(contest.complete(games, own_units, {}))
        assert by_branching is not None
    for completion in (*completions, *([by_branching] if by_branching else [])):
        assert replays(contest, completion)


@pytest.mark.slow
@given(races(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_the_order_of_rows_and_games_makes_no_difference(small: Small, chance: Any) -> None:
    order = chance.sample(range(len(small.points)), len(small.points))
    new_row = {team: row for row, team in enumerate(order, 1)}
    games = [[new_row[a], "" if b is None else new_row[b]] for a, b in small.games]
    turned = [[b, a] if b and chance.random() < 0.5 else [a, b] for a, b in games]
    chance.shuffle(turned)
    own = [[a + 1, "" if b is None else b + 1] for a, b in small.games]
    for function in (BEST_PLACE, WORST_PLACE, lambda p, g, s: RACE_STATUS(p, g, 1, "", "", "", s)):
        first = function([[p] for p in small.points], own or [[""]], [small.scoring])
        other = function([[small.points[t]] for t in order], turned or [[""]], [small.scoring])
        assert [other[row] for row in range(len(order))] == [first[team] for team in order]
