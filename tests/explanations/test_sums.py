"""A sum over results in words: which results add to it, and how many are listed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from xl_tourney.catalogue.expression import Term
from xl_tourney.explanations.book import area_of
from xl_tourney.explanations.figure.expressions import (
    _added_cells,
    _describe_sum,
    describe_expression,
)
from xl_tourney.grammar.parser import parse


def book(values: list[Any], keys: list[Any], criterion: Any) -> Any:
    """A workbook with values in column B and keys in column A; all criteria are one."""
    columns = {
        at: [[_as_float(value)] for value in column] for at, column in enumerate((keys, values), 1)
    }

    def block_of(text: str) -> Any:
        area = area_of(text)
        assert area
        return columns[area.range.left]

    return SimpleNamespace(
        block=lambda sheet, area: columns[area.left],
        block_of=block_of,
        evaluate_one=lambda text: _as_float(criterion),
        term=lambda cell: Term(columns[cell.column][cell.row - 1][0], str(cell)),
        table_cell=lambda cell: None,
        known_heading=lambda cell: Term("Goals", str(cell)) if cell.sheet == "S" else None,
    )


def _as_float(value: Any) -> Any:
    return float(value) if isinstance(value, int) else value


def sentence(values: list[Any], total: float, *, rounding: str = "") -> str:
    rows = max(1, len(values))
    calls = parse(f"SUMIFS(S!B1:B{rows},S!A1:A{rows},1)").calls
    whole = book(values, [1] * rows, 1)
    return str(_describe_sum(whole, calls, Term(total, "X"), rounding, {}))


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ([None], "No result adds to it: 0."),
        ([2], "One result adds to it: 2."),
        ([2, None, 0, "", 3], "The sum of the results is 2 + 3 = 5."),
        ([1] * 12, f"The sum of the results is {' + '.join('1' * 12)} = 12."),
        ([1] * 13, "The sum over all results is 13."),
    ],
)
def test_up_to_twelve_results_are_listed(values: list[Any], said: str) -> None:
    total = sum(value or 0 for value in values)
    assert sentence(values, total) == said
    assert sentence(values, total, rounding="Rounded: ") == f"Rounded: {said[0].lower()}{said[1:]}"


def test_results_that_do_not_make_the_sum_are_not_listed() -> None:
    assert sentence([2, 3], 5.0000001) == "The sum of the results is 2 + 3 = 5."
    assert sentence([2, 3], 5.1) == "The sum over all results is 5.1."


@pytest.mark.parametrize(
    ("criterion", "rows"),
    [(1, [1, 3]), (">1", [2]), ("<>1", [2, 4]), ("ann", [4]), ("<=1", [1, 3]), ("=2", [2])],
)
def test_which_cells_a_sumifs_adds(criterion: Any, rows: list[int]) -> None:
    whole = book([5, 6, 7, 8, 0], [1, 2, 1, "Ann", 1], criterion)
    (call,) = parse("SUMIFS(S!B1:B5,S!A1:A5,C1)").calls
    assert [cell.formula for cell in _added_cells(whole, call)] == [f"S!B{row}" for row in rows]


def test_a_call_that_is_no_sum_by_criteria_lists_nothing() -> None:
    whole = book([5], [1], 2)
    for text in ("SUMIFS(S!B1:B1,S!A1:A1,C1)", "SUMIFS(S!B1:B1,S!A1:A1)", "SUMIFS(B1+1,S!A1:A1,1)"):
        (call,) = parse(text).calls
        assert _added_cells(whole, call) == []


def test_what_readers_do_not_see_is_not_said() -> None:
    whole = book([5, 6], [1, 1], 1)
    whole.table_cell = lambda cell: True
    assert describe_expression(whole, "S!B1/2", 2.5)
    assert describe_expression(whole, "H!B1/2", 2.5) is None
    assert describe_expression(whole, "SUMIFS(S!B1:B2,S!A1:A2,1)/2", 5.5) is None
