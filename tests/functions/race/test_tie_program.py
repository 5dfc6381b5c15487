"""The integer program of ties has just the solutions that its completions say."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from xl_tourney.functions.race.criteria.program import MiniTable, TieProgram
from xl_tourney.functions.race.methods.contest import Own, Wish
from xl_tourney.functions.race.race import Race, Scoring

POINTS = (4, 3, 1)
FIXTURES = [(1, 2), (0, 1), (2, None)]
GAMES = [[0, 1, 0], [1, 0, 1], [0, 1, 1]]
SCORING = [3.0, 1.0, 0.0]


def program(wish: Wish, own: Own | None = None, points: Sequence[int] = POINTS) -> TieProgram:
    race = Race([Fraction(p) for p in points], GAMES, Scoring.of(SCORING))
    return TieProgram(race, FIXTURES, 0, wish, own)


def totals(results: Sequence[int], so_far: Sequence[int]) -> list[float]:
    found = [float(p) for p in so_far]
    for (first, second), result in zip(FIXTURES, results):
        found[first] += SCORING[result]
        if second is not None:
            found[second] += SCORING[2 - result]
    return found


def completions(
    so_far: Sequence[int] = POINTS,
) -> Iterator[tuple[tuple[int, ...], list[float]]]:
    for results in product(range(3), repeat=3):
        yield results, totals(results, so_far)


def fits_all(tie: TieProgram, values: Mapping[int, int]) -> bool:
    return all(
        row.lower <= sum(f * values[v] for v, f in zip(row.variables, row.factors)) <= row.upper
        for row in tie.program.constraints
    )


def is_fitting(tie: TieProgram, ones: Collection[int]) -> bool:
    """Whether just these variables may be 1."""
    return fits_all(tie, {v: int(v in ones) for v in range(len(tie.program.upper))})


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
        fits_all(tie, values | dict(zip(free, chosen)))
        for chosen in product((0, 1), repeat=len(free))
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
@pytest.mark.parametrize("points", [POINTS, (3, 2, 3), (1, 1, 1)])
def test_a_mini_table_tells_who_of_those_level_must_be_ahead(
    wish: Wish, most: int, points: tuple[int, ...]
) -> None:
    worth = [3, 1, 0]
    so_far = {(0, 1): 1, (1, 0): 1, (0, 2): 3, (2, 1): 1, (1, 2): 4}
    tie = program(wish, Own("points", 3 if wish == "reach" else 0), points)
    tie.allow(most, MiniTable(worth, so_far, {(1, 2): [0], (0, 1): [1]}))
    for results, at_the_end in completions(points):
        ahead, level = standing(at_the_end)
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


@pytest.mark.parametrize("wish", ["reach", "miss"])
@pytest.mark.parametrize("limit", [-1, 0, 1, 2])
def test_what_did_not_stand_up_to_the_criteria_is_forbidden(wish: Wish, limit: int) -> None:
    for forbidden, points in completions((3, 2, 3)):
        _, then = standing(points)
        tie = program(wish, Own("points", 3 if wish == "reach" else 0), (3, 2, 3))
        tie.forbid(then, [*enumerate(forbidden[:2])], limit)
        for results, at_the_end in completions((3, 2, 3)):
            ahead, level = standing(at_the_end)
            is_meant = level == then and results[:2] == forbidden[:2]
            fits = len(ahead) <= limit if wish == "reach" else len(ahead) >= limit
            assert is_solved(tie, results, ahead, level) is (fits or not is_meant)


def test_each_game_has_one_result_and_each_team_one_state() -> None:
    tie = program("reach", Own("points", 3))
    assert {*tie.program.upper} == {1}
    solved = {tie._one, tie.results[0][2], tie.results[1][1], tie.results[2][0], tie.ahead[2]}
    assert is_fitting(tie, solved)
    for wrong in ({tie._one}, {tie.level[2]}, {tie.level[1]}, *({y} for y in tie.results[0])):
        assert not is_fitting(tie, solved ^ wrong)
    for ahead in ([], [1], [2], [1, 2]):
        own_and_last = solved - {tie.results[0][2], tie.ahead[2]} | {tie.ahead[j] for j in ahead}
        assert not is_fitting(tie, own_and_last)
        assert not is_fitting(tie, own_and_last | {*tie.results[0][:2]})


def test_both_is_one_just_where_two_variables_are() -> None:
    tie = program("reach", Own("points", 3))
    one, other = tie.results[0][0], tie.level[1]
    both = tie._both(one, other)
    assert tie._both(one, other) == both and tie.program.upper[both] == 1
    row = tie.program.constraints[-1]
    for first, second, third in product((0, 1), repeat=3):
        values = {one: first, other: second, both: third}
        total = sum(f * values[v] for v, f in zip(row.variables, row.factors))
        assert (row.lower <= total <= row.upper) is (third == first * second)


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
