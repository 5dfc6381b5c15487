"""The integer program of ties has just the solutions that its completions say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from xl_tourney.functions.race.criteria.program import MiniTable, TieProgram
from xl_tourney.functions.race.methods.contest import Own, Wish
from xl_tourney.functions.race.race import Race, Scoring

POINTS = [4, 3, 1]
FIXTURES = [(1, 2), (0, 1), (2, None)]
GAMES = [[0, 1, 0], [1, 0, 1], [0, 1, 1]]
SCORING = [3.0, 1.0, 0.0]


def program(wish: Wish, own: Own | None = None) -> TieProgram:
    race = Race([Fraction(p) for p in POINTS], GAMES, Scoring.of(SCORING))
    return TieProgram(race, FIXTURES, 0, wish, own)


def totals(results: Sequence[int]) -> list[float]:
    found = [float(p) for p in POINTS]
    for (first, second), result in zip(FIXTURES, results):
        found[first] += SCORING[result]
        if second is not None:
            found[second] += SCORING[2 - result]
    return found


def completions() -> Iterator[tuple[tuple[int, ...], list[float]]]:
    for results in product(range(3), repeat=3):
        yield results, totals(results)


def is_solved(tie: TieProgram, results: Sequence[int], ahead: Any, level: Any) -> bool:
    """Whether these values of its variables, with some of those that count, fit."""
    values = dict.fromkeys(range(len(tie.program.upper)), 0)
    values[tie._one] = 1
    for chosen, result in zip(tie.results, results):
        values[chosen[result]] = 1
    values |= {variable: int(j in ahead) for j, variable in tie.ahead.items()}
    values |= {variable: int(j in level) for j, variable in tie.level.items()}
    known = {
        tie._one,
        *tie.ahead.values(),
        *tie.level.values(),
        *(v for c in tie.results for v in c),
    }
    for (one, other), both in tie._pairs.items():
        values[both] = values[one] * values[other]
        known.add(both)
    free = [variable for variable in values if variable not in known]
    return any(
        all(
            row.lower <= sum(f * tried[v] for v, f in zip(row.variables, row.factors)) <= row.upper
            for row in tie.program.constraints
        )
        for chosen in product((0, 1), repeat=len(free))
        for tried in [values | dict(zip(free, chosen))]
    )


def standing(points: Sequence[float]) -> tuple[set[int], set[int]]:
    """Who ends ahead of the first team, and who level."""
    ahead = {j for j in (1, 2) if points[j] > points[0]}
    return ahead, {j for j in (1, 2) if points[j] == points[0]}


@pytest.mark.parametrize(
    ("wish", "own", "ours"),
    [
        ("reach", None, {0}),
        ("miss", None, {2}),
        ("reach", Own("points", 1), {1, 2}),
        ("miss", Own("points", 1), {0, 1}),
        ("reach", Own("wins", 0), {1, 2}),
        ("miss", Own("wins", 1), {0}),
    ],
)
def test_who_is_ahead_and_level_follows_from_the_results(
    wish: Wish, own: Own | None, ours: set[int]
) -> None:
    tie = program(wish, own)
    seen = set()
    for results, points in completions():
        right = standing(points)
        for states in product(["ahead", "level", "behind"], repeat=2):
            ahead, level = ({j for j in (1, 2) if states[j - 1] == s} for s in ("ahead", "level"))
            fits = (ahead, level) == right and results[1] in ours
            assert is_solved(tie, results, ahead, level) is fits
            seen.add((fits, *map(len, right)))
    assert {len(right) for fits, *right in seen if fits} == {2} and len(seen) > 6


@pytest.mark.parametrize("wish", ["reach", "miss"])
@pytest.mark.parametrize("most", [0, 1, 2])
def test_so_many_may_be_ahead_with_those_who_may_be(wish: Wish, most: int) -> None:
    tie = program(wish, Own("points", 3 if wish == "reach" else 0))
    tie.allow(most, None)
    for results, points in completions():
        ahead, level = standing(points)
        count = len(ahead) + len(level) * (wish == "miss")
        fits = count <= most if wish == "reach" else count >= most
        assert is_solved(tie, results, ahead, level) is fits


@pytest.mark.parametrize(("wish", "most"), [("reach", 0), ("reach", 1), ("miss", 1), ("miss", 2)])
def test_a_mini_table_tells_who_of_those_level_must_be_ahead(wish: Wish, most: int) -> None:
    worth = [3, 1, 0]
    so_far = {(0, 2): 1, (2, 0): 1, (1, 2): 3}
    tie = program(wish, Own("points", 3 if wish == "reach" else 0))
    tie.allow(most, MiniTable(worth, so_far, {(1, 2): [0], (0, 1): [1]}))
    kinds = set()
    for results, points in completions():
        ahead, level = standing(points)
        tied = {0, *level}
        among = dict.fromkeys(tied, 0)
        for (one, other), won in so_far.items():
            if {one, other} <= tied:
                among[one] += won
        for (first, second), result in zip(FIXTURES[:2], results):
            if {first, second} <= tied and second is not None:
                among[first] += worth[result]
                among[second] += worth[2 - result]
        if wish == "reach":
            count = len(ahead) + sum(among[j] > among[0] for j in level)
            fits = count <= most
        else:
            count = len(ahead) + sum(among[j] >= among[0] for j in level)
            fits = count >= most
        assert is_solved(tie, results, ahead, level) is fits, results
        kinds.add((len(level), fits))
    assert len(kinds) >= 4


@pytest.mark.parametrize("wish", ["reach", "miss"])
def test_what_did_not_stand_up_to_the_criteria_is_forbidden(wish: Wish) -> None:
    tie = program(wish, Own("points", 3 if wish == "reach" else 0))
    limit = 0 if wish == "reach" else 1
    tie.forbid([1], [(0, 1), (1, 1)], limit)
    for results, points in completions():
        ahead, level = standing(points)
        is_meant = level == {1} and results[:2] == (1, 1)
        fits = len(ahead) <= limit if wish == "reach" else len(ahead) >= limit
        assert is_solved(tie, results, ahead, level) is (fits or not is_meant)


def test_a_limit_of_those_level_holds_while_it_is_asked_for() -> None:
    tie = program("reach", Own("points", 3))
    rows = list(tie.program.constraints)
    with tie.limited(0):
        for results, points in completions():
            ahead, level = standing(points)
            assert is_solved(tie, results, ahead, level) is (not level)
    assert tie.program.constraints == rows
    values = [0] * len(tie.program.upper)
    for chosen, result in zip(tie.results, (2, 0, 1)):
        values[chosen[result]] = 1
    assert tie.chosen(values) == [2, 0, 1]
