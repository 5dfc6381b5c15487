"""Every function through xlwings, as a cell of Excel calls it on Windows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.hosts.fake_pywin32 import ERRORS, OMITTED, FakeRange, call, classic_xlwings, com
from tests.same import same
from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts.vba import argument_name

EXAMPLES = [(f, example) for f in CATALOGUE for example in f.help.examples]


@pytest.fixture(scope="module")
def excel() -> Iterator[Any]:
    with classic_xlwings() as served:
        yield served


def as_ranges(value: Any, optional: bool) -> Any:
    """Every argument a reference; what is left out refers to an empty cell."""
    return FakeRange(com(value))


def as_values(value: Any, optional: bool) -> Any:
    """Numbers, texts and array constants in the formula; what is left out is not there."""
    if value is None and optional:
        return OMITTED
    cells = com(value)
    return cells[0] if isinstance(cells, tuple) and len(cells) == 1 else cells


def as_currency(value: Any, optional: bool) -> Any:
    """Cells in a currency format; COM hands them over as decimal numbers."""
    return FakeRange(com(value, currency=True))


def rows(value: Any) -> list[list[Any]]:
    """A result as rows of cells, from any of the forms in which one arrives."""
    if not isinstance(value, (list, tuple)):
        return [["" if value is None else value]]
    return [list(row) for row in (value if isinstance(value[0], (list, tuple)) else [value])]


@pytest.mark.parametrize("written", [as_ranges, as_values, as_currency])
@pytest.mark.parametrize(
    ("function", "example"), EXAMPLES, ids=[f"{f.name}{e.arguments}" for f, e in EXAMPLES]
)
def test_example(excel: Any, function: Any, example: Any, written: Any) -> None:
    arguments = [
        written(value, p.optional) for p, value in zip(function.parameters, example.arguments)
    ]
    left_out = [OMITTED] * (len(function.parameters) - len(arguments))
    assert same(rows(call(excel, function.name, *arguments, *left_out)), rows(example.value))


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("function", CATALOGUE, ids=lambda f: f.name)
def test_an_error_cell_comes_out_as_it_went_in(excel: Any, function: Any, error: str) -> None:
    others = [OMITTED if p.optional else FakeRange(1.0) for p in function.parameters[1:]]
    direct = function([[error]], *[None if other is OMITTED else 1.0 for other in others])
    served = call(excel, function.name, FakeRange(ERRORS[error]), *others)
    assert same(rows(served), rows(direct))


def test_an_error_inside_a_range_stays_in_its_row(excel: Any) -> None:
    finishes = com([[7, 6, 5, 4, 4, 4, 5], [7, 6, "#N/A", 4, 4, 4, 5], [None] * 7])
    found = call(excel, "TAPL", FakeRange(finishes), OMITTED, OMITTED)
    assert same(found, [[270.44936151312544], ["#N/A"], [""]])


def test_several_cells_where_one_belongs_are_an_error(excel: Any) -> None:
    for cells in ([[1, 2]], [[1], [2]], [[1, 2], [3, 4]]):
        points, games = FakeRange(com([[55], [5]])), FakeRange(com([[3], [3]]))
        assert call(excel, "GBQ", points, games, FakeRange(com(cells)), *[OMITTED] * 4) == "#VALUE!"


def test_a_row_of_results_arrives_as_a_row(excel: Any) -> None:
    found = call(excel, "MATCHPOINT", FakeRange(com([[420, -50, 450]])), *[OMITTED] * 4)
    assert found == [2.0, 0.0, 4.0]


def test_the_function_wizard_has_every_function_and_argument(excel: Any) -> None:
    import xl_tourney.hosts.excel as served

    for function in CATALOGUE:
        declared = getattr(served, function.name).__xlfunc__
        assert declared["category"] == "XL Tourney"
        assert declared["ret"]["doc"] == function.help.summary
        assert [(a["name"], a["doc"], "optional" in a) for a in declared["args"]] == [
            (argument_name(p.name), p.help, p.optional) for p in function.parameters
        ]


def test_outside_excel_the_module_is_plain_python() -> None:
    import xl_tourney.hosts.excel as served

    assert served.GBQ([[55], [5]], [[3], [3]], 1) == [[0.0], [5.0]]
    assert set(served.__all__) == {function.name for function in CATALOGUE}
