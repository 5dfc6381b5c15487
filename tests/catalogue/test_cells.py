"""Cells become what a rule takes, and values become cells."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from xl_tourney.catalogue import cells
from xl_tourney.catalogue.cells import CellError, ErrorValue


def outcome(call: Callable[..., Any], *arguments: Any) -> Any:
    """What a call gives, with its type; the text of its error."""
    try:
        value = call(*arguments)
    except CellError as error:
        return str(error)
    return type(value), value


@pytest.mark.parametrize(
    ("cell", "number", "whole", "truth", "text"),
    [
        (2.0, 2.0, 2, True, "2"),
        (2, 2.0, 2, True, "2"),
        (Decimal("0.5"), 0.5, "#NUM! x must be a whole number, not 0.5", True, "0.5"),
        (-0.5, -0.5, "#NUM! x must be a whole number, not -0.5", True, "-0.5"),
        (0, 0.0, 0, False, "0"),
        (None, 0.0, 0, False, ""),
        ("", 0.0, 0, "#VALUE! x must be TRUE or FALSE, not “”", ""),
        (" true ", *["#VALUE! x must be a number, not “ true ”"] * 2, True, " true "),
        ("False", *["#VALUE! x must be a number, not “False”"] * 2, False, "False"),
        (True, *["#VALUE! x must be a number, not TRUE"] * 2, True, "TRUE"),
        (False, *["#VALUE! x must be a number, not FALSE"] * 2, False, "FALSE"),
        ("#N/A", "#N/A", "#N/A", "#N/A", "#N/A"),
        (ErrorValue("#REF!", "lost"), *["#REF! lost"] * 4),
        (math.inf, *["#NUM! x is not a finite number"] * 4),
        (math.nan, *["#NUM! x is not a finite number"] * 4),
        (Decimal("NaN"), *["#NUM! x is not a finite number"] * 4),
        (Decimal("sNaN"), *["#NUM! x is too large a number"] * 4),
        (10**400, *["#NUM! x is too large a number"] * 4),
        (
            b"1",
            *["#VALUE! x must be a number, not a bytes"] * 3,
            "#VALUE! x must be text, not a bytes",
        ),
    ],
)
def test_a_cell_as_number_truth_and_text(
    cell: object, number: object, whole: object, truth: object, text: object
) -> None:
    coercions = (cells.to_number, cells.to_integer, cells.to_boolean, cells.to_text)
    for coerce, wanted in zip(coercions, (number, whole, truth, text)):
        found = outcome(coerce, cell, "x")
        is_refused = isinstance(found, str)
        assert found == (wanted if is_refused else (type(wanted), wanted)), coerce
        assert is_refused or type(found[1]) in (float, int, bool, str)


def test_a_choice_is_in_any_letter_case_and_an_error_goes_on() -> None:
    choices = ("Swiss", "round-robin")
    assert cells.to_choice(" SWISS ", choices, "x") == "Swiss"
    assert cells.to_choice("Round-Robin", choices, "x") == "round-robin"
    assert outcome(cells.to_choice, 2, choices, "x") == (
        "#VALUE! x must be one of Swiss, round-robin; 2 is not"
    )
    assert outcome(cells.to_choice, "#N/A", choices, "x") == "#N/A"


@pytest.mark.parametrize(
    ("value", "block"),
    [
        (None, [[None]]),
        ([], [[None]]),
        ((), [[None]]),
        ([[]], [[None]]),
        ([1, 2], [[1, 2]]),
        (((1, 2), (3, 4)), [[1, 2], [3, 4]]),
        ([(1, 2), [3, 4]], [[1, 2], [3, 4]]),
        ([[1], [2]], [[1], [2]]),
        ([[1, 2], [3]], "#VALUE! the rows of a block must all have the same number of cells"),
        (([1, 2], [3]), "#VALUE! the rows of a block must all have the same number of cells"),
        ([[1], 2], "#VALUE! the rows of a block must all have the same number of cells"),
        ([1, [2]], "#VALUE! a block must be rows of cells"),
    ],
)
def test_an_argument_as_rows_of_cells(value: object, block: object) -> None:
    found = outcome(cells.to_block, value)
    assert found == (block if isinstance(block, str) else (list, block))


def test_a_block_of_lists_is_not_copied() -> None:
    block = [[1, 2], [3, 4]]
    assert cells.to_block(block) is block
    assert cells.to_block(tuple(block)) == block


def test_one_cell_of_an_argument() -> None:
    assert cells.to_single_cell("a", "x") == "a"
    assert cells.to_single_cell([[5]], "x") == cells.to_single_cell((5,), "x") == 5
    assert outcome(cells.to_single_cell, [1, 2], "x") == "#VALUE! x must be one cell, not 1 × 2"
    assert outcome(cells.to_single_cell, [[1], [2]], "x") == "#VALUE! x must be one cell, not 2 × 1"


def test_blanks_and_errors() -> None:
    assert [*map(cells.is_blank, (None, "", " ", 0, False, []))] == [True] * 2 + [False] * 4
    assert all(map(cells.is_error, cells.ERRORS)) and len({*cells.ERRORS}) == 15
    assert not any(map(cells.is_error, ("#N/a", "N/A", "", None, 0)))
    cells.raise_if_error("#n/a")
    makers = cells.value_error, cells.num_error, cells.div0_error, cells.na_error
    assert [make("why").value for make in makers] == ["#VALUE!", "#NUM!", "#DIV/0!", "#N/A"]
    assert {make("why").value.message for make in makers} == {"why"}
    copied = pickle.loads(pickle.dumps(ErrorValue("#NUM!", "why")))
    assert (copied, copied.message) == ("#NUM!", "why")


def test_finite_numbers_need_no_coercion() -> None:
    assert cells.are_finite_floats([]) and cells.are_finite_floats([1.0, -2.5])
    for other in (1, True, None, "1", math.inf, math.nan):
        assert not cells.are_finite_floats([1.0, other])


@pytest.mark.parametrize(
    ("value", "step", "rounded"),
    [
        (2.25, 0.5, 2.5),
        (-2.25, 0.5, -2.5),
        (2.2, 0.5, 2.0),
        (2.2, 0, 2.2),
        (0.24999999999, 0.5, 0.5),
        (0.249999, 0.5, 0.0),
        (math.inf, 0.5, math.inf),
        (7, 2, 8),
    ],
)
def test_the_nearest_multiple(value: float, step: float, rounded: float) -> None:
    assert cells.round_to_multiple(value, step) == rounded


def test_values_as_cells_of_a_result() -> None:
    found = cells.to_result([[1, -0.0], [True, "a"], [math.inf, None]])
    assert found == [[1.0, 0.0], [True, "a"], ["#NUM!", None]]
    assert isinstance(found, list) and type(found[0][0]) is float and found[1][0] is True
    assert math.copysign(1, found[0][1]) == 1
    assert found[2][0].message == "the result is too large for a cell"
    assert cells.to_result([[7]]) == 7.0 and cells.to_result([[7], [8]]) == [[7.0], [8.0]]
    assert cells.to_result([[7, 8]]) == [[7.0, 8.0]]
    assert cells.to_result_cell(math.nan) == "#NUM!"


def test_cells_in_messages() -> None:
    shown = [*map(cells.describe_cell, ("x" * 41, True, False, 2.5, 1, None, 10**400))]
    assert shown == [
        f"“{'x' * 40}”",
        "TRUE",
        "FALSE",
        "2.5",
        "1",
        "a NoneType",
        "a number out of range",
    ]
