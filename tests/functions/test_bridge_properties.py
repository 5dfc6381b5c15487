"""What holds for every board, and for anything at all in the cells."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.same import same
from xl_tourney.catalogue.cells import ERRORS, ErrorValue
from xl_tourney.functions import BUTLER, CROSS_IMPS, IMPS, MATCHPOINT, NEUBERG

METHODS = ("standard", "acbl", "modified")
scores = st.integers(-760, 760).map(lambda tens: 10 * tens) | st.sampled_from([0, 50, -50, 100])
boards = st.lists(scores, min_size=1, max_size=30)
methods = st.sampled_from(METHODS)
artificial = st.sampled_from(["A+", "A", "A-", "A6030", "a4060"])


def points(board: list[Any], *options: object) -> list[Any]:
    value = MATCHPOINT([[score] for score in board], *options)
    return [row[0] for row in value] if isinstance(value, list) else [value]


def top(method: str, results: int) -> float:
    return {"standard": 2 * (results - 1), "acbl": results - 1, "modified": 2 * results}[method]


@given(boards, methods, st.integers(0, 40))
def test_both_sides_add_up_to_the_top(board: list[int], method: str, results: int) -> None:
    expected = len(board) if method == "modified" else max(results, len(board))
    ns, ew = (points(board, method, "points", side, results) for side in ("NS", "EW"))
    assert same([a + b for a, b in zip(ns, ew)], [top(method, expected)] * len(board))
    assert same(sum(ns), len(board) * top(method, expected) / 2)
    assert all(-1e-9 <= value <= top(method, expected) + 1e-9 for value in ns)


@pytest.mark.slow
@given(boards, methods)
def test_points_count_the_lower_and_the_equal(board: list[int], method: str) -> None:
    tie = 0.5 if method == "acbl" else 1.0
    itself = 0 if method == "modified" else tie
    counted = [
        sum(2 * tie * (own > other) + tie * (own == other) for other in board) - itself
        for own in board
    ]
    assert same(points(board, method), counted)


@given(boards, st.lists(artificial, max_size=4), st.integers(0, 60))
def test_the_modified_percentage_is_unchanged_by_neuberg(
    board: list[int], codes: list[str], results: int
) -> None:
    alone = points(board, "modified", "percent")
    factored = points([*board, *codes], "modified", "percent", "NS", results)
    assert same(factored[: len(board)], alone)
    standard = points([*board, *codes], "standard", "points", "NS", results)
    expected = max(results, len(board) + len(codes))
    assert same([(value + 1) / (2 * expected) * 100 for value in standard[: len(board)]], alone)


@given(boards.filter(lambda board: len(board) > 1))
def test_the_standard_percentages_are_stretched_by_the_size_of_the_field(board: list[int]) -> None:
    stretch = len(board) / (len(board) - 1)
    standard, modified = (points(board, method, "percent") for method in METHODS[::2])
    assert same([s - 50 for s in standard], [(m - 50) * stretch for m in modified])


@given(boards, methods, st.data())
def test_the_order_of_the_lines_does_not_matter(board, method, data) -> None:
    order = data.draw(st.permutations(range(len(board))))
    own = points(board, method)
    assert same(points([board[at] for at in order], method), [own[at] for at in order])


@given(st.integers(2, 6), st.integers(1, 6), st.data())
def test_a_board_is_scored_as_if_alone(lines: int, count: int, data) -> None:
    cell = scores | artificial | st.none() | st.just("#N/A")
    block = [data.draw(st.lists(cell, min_size=count, max_size=count)) for _ in range(lines)]
    for board, got in zip(zip(*block), zip(*MATCHPOINT(block)), strict=True):
        assert same(points(list(board)), got)


@given(st.integers(1, 50), st.integers(0, 50), methods, st.data())
def test_neuberg_stays_between_nothing_and_the_top(actual, more, method, data) -> None:
    least, most = (1, 2 * actual - 1) if method == "modified" else (0, top(method, actual))
    given_points = data.draw(st.floats(least, most))
    factored = NEUBERG(given_points, actual, actual + more, method)
    assert -1e-9 <= factored <= top(method, actual + more) + 1e-9
    back = (factored - top(method, actual + more) / 2) * actual / (actual + more)
    assert same(back, given_points - top(method, actual) / 2)


@given(st.integers(-9000, 9000), st.integers(-9000, 9000))
def test_imps_rise_with_the_difference_and_turn_with_the_side(one: int, other: int) -> None:
    assert IMPS(-one) == -IMPS(one)
    assert IMPS(min(one, other)) <= IMPS(max(one, other))


@given(boards.filter(lambda board: len(board) > 1))
def test_cross_imps_are_the_mean_against_each_other_result(board: list[int]) -> None:
    mean = [sum(IMPS(own - other) for other in board) / (len(board) - 1) for own in board]
    [ns], [ew] = CROSS_IMPS([board]), CROSS_IMPS([board], "EW")
    assert same(ns, mean)
    assert same(ew, [-value for value in mean])
    assert same(math.fsum(ns), 0.0)


@given(boards.filter(lambda board: len(board) > 2))
def test_butler_measures_everyone_against_one_datum(board: list[int]) -> None:
    counted = sorted(board)[1:-1]
    # In whole tens: twice the sum plus the number of scores, halves away from zero.
    size = (2 * abs(sum(counted)) + 10 * len(counted)) // (20 * len(counted)) * 10
    datum = int(math.copysign(size, sum(counted)))
    assert BUTLER([board]) == [[IMPS(score - datum) for score in board]]


errors = st.sampled_from(ERRORS) | st.sampled_from(ERRORS).map(ErrorValue)
numbers = (
    st.integers()
    | st.floats()
    | st.sampled_from([10**400, -(10**4000), 1e308, -1e308, 1.7976931348623157e308, 5e-324])
    | st.decimals()
    | st.sampled_from([Decimal("sNaN"), Decimal("1e999")])
)
words = st.sampled_from([*METHODS, "EW", "percent", "A", "A6040", "420", "−", " "])
atoms = (
    st.none()
    | st.booleans()
    | numbers
    | st.text()
    | errors
    | artificial
    | scores
    | words
    | st.binary()
    | st.complex_numbers()
    | st.dates()
)
junk = st.recursive(
    atoms,
    lambda cells: (
        st.lists(cells, max_size=4)
        | st.lists(cells, max_size=4).map(tuple)
        | st.dictionaries(st.text(), cells, max_size=1)
    ),
    max_leaves=12,
)
tables = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(atoms, min_size=width, max_size=width), max_size=4)
)
finite_tables = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=width, max_size=width),
        max_size=4,
    )
)
arguments = finite_tables | tables | junk


def cells_of(value: object) -> Iterable[object]:
    if isinstance(value, list):
        for part in value:
            yield from cells_of(part)
    else:
        yield value


def is_cell(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, str) and (value == "" or value in ERRORS)


@pytest.mark.slow
@pytest.mark.parametrize(
    "function", [MATCHPOINT, NEUBERG, IMPS, CROSS_IMPS, BUTLER], ids=lambda f: f.name
)
@given(data=st.data())
def test_anything_gives_a_value_or_a_spreadsheet_error(function, data) -> None:
    given_arguments = [data.draw(arguments)]
    for p in function.parameters[1:]:
        sensible = st.sampled_from(p.choices) if p.choices else st.integers(-1, 9)
        given_arguments.append(data.draw(st.none() | sensible | atoms | arguments))
    result = function(*given_arguments)
    assert all(map(is_cell, cells_of(result)))
