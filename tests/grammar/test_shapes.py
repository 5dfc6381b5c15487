"""Formulas of a sheet by shape: down columns, along rows, and shared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xl_tourney.grammar.formula_references import move_formula
from xl_tourney.grammar.references import cell_reference
from xl_tourney.grammar.shapes import (
    Shapes,
    at_place,
    relative_formula,
    shared_formula,
    without_places,
)
from xl_tourney.grammar.syntax_tree import FormulaError


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A1+B1", "C7+XFD700000"),
        ("$A1&'A1'!A$2", "$B9&'A1'!B$1"),
        ('IF(A1="B1",Data!A1:B9,1)', 'IF(F5="B1",Data!F2:G10,1)'),
    ],
)
def test_places_are_no_part_of_the_shape(one: str, other: str) -> None:
    assert without_places(one) == without_places(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A1+A2", "A1+B2"),
        ("A1:A9", "A1:A1"),
        ("A1:A9", "A1:B9"),
        ("$A1", "A1"),
        ('A1="A1"', 'A1="B1"'),
        ("A1*2", "A1*3"),
        ("LOG10(A1)", "LOG2(A1)"),
        ("'A1'!A1", "'B1'!A1"),
        ("A1!A1", "B1!A1"),
        ("XFE1+1", "XFF1+1"),  # names
        ("Rate.A1", "Rate.B1"),
        ("[1]Data!A1", "[1]Data!B1"),
        ("Games[A1]", "Games[B1]"),
        ("1E5", "1E6"),
    ],
)
def test_all_else_is(one: str, other: str) -> None:
    assert without_places(one) != without_places(other)


def shapes_of(formulas: dict[tuple[int, int], str]) -> Shapes:
    rows, columns = ([place[axis] for place in formulas] for axis in (0, 1))
    return Shapes([*formulas.values()], rows, columns)


@pytest.mark.parametrize(
    "formula",
    [
        "A{row}*2",
        "LOG10(A{row})+Q1!A{row}",
        'SUM(A$1:A{row})&"A{row}0"',
        "SUM('Q{row}'!A1)&A{row}%",
        'A{row}&"\n"',
        "[@Price]*Table1[[#This Row],[Qty]]",
    ],
)
def test_a_column_is_one_shape(formula: str) -> None:
    """But for what is in quotes: a text, or the name of a sheet."""
    formulas = {(row, 4): formula.format(row=row) for row in range(2, 1200)}
    shapes = shapes_of(formulas)
    assert len(shapes.cells) == (len(formulas) if "'" in formula or '0"' in formula else 1)


def test_a_model_in_rows_has_a_shape_a_line() -> None:
    def formula(row: int, column: int) -> str:
        before = cell_reference(row, column - 1)
        return f"IF({before}>{row},{before},{cell_reference(row - 1, column)}*$A{row})"

    cells = {(row, column): formula(row, column) for row in range(2, 6) for column in range(3, 40)}
    shapes = shapes_of(cells)
    assert [{i // 37 for i in cells} for cells in shapes.cells.values()] == [{0}, {1}, {2}, {3}]


def test_a_constant_of_its_own_makes_a_shape_of_its_own() -> None:
    shapes = shapes_of({(row, 3): f"A{row}*{row % 97}" for row in range(1, 4000)})
    assert len(shapes.cells) == 97
    assert [*shapes.formulas.values()][1] == "A2*2"


PLACES = st.tuples(st.integers(1, 12), st.integers(1, 30))
PIECES = st.sampled_from(
    [
        "{}",
        "${}",
        "LOG10({})",
        "SUM({}:{})",
        "Q1!{}",
        "'It''s {}'!{}",
        '"{} 50%"',
        "B$7",
        "A:B",
        "7",
    ]
)


@st.composite
def formulas_by_cell(draw: st.DrawFn) -> dict[tuple[int, int], str]:
    kinds = draw(st.lists(st.lists(PIECES, min_size=1, max_size=3).map("+".join), min_size=1))
    formulas = {}
    for row, column in draw(st.lists(PLACES, min_size=1, max_size=80, unique=True)):
        kind = draw(st.sampled_from(kinds))
        right = draw(st.sampled_from([column, column + 1, column + 26]))
        formulas[row, column] = kind.replace("{}", cell_reference(row + 1, right))
    return formulas


@given(formulas_by_cell())
def test_a_shape_is_a_relative_formula_of_all_its_cells(
    formulas: dict[tuple[int, int], str],
) -> None:
    shapes = shapes_of(formulas)
    relative = [relative_formula(text, *place) for place, text in formulas.items()]
    assert shapes.of_cells == relative
    texts = [at_place(form, *place) for form, place in zip(relative, formulas)]
    assert texts == [*formulas.values()]
    assert sorted(index for cells in shapes.cells.values() for index in cells) == [
        *range(len(texts))
    ]


@given(st.lists(PIECES, min_size=1, max_size=3).map("+".join), PLACES, st.lists(PLACES, min_size=1))
def test_a_shared_formula_is_moved_to_each_cell(
    kind: str, origin: tuple[int, int], places: list[tuple[int, int]]
) -> None:
    formula = kind.replace("{}", cell_reference(3, 3))
    expected = []
    for place in places:
        try:
            expected.append(move_formula(formula, *(cell_reference(*at) for at in (origin, place))))
        except FormulaError:
            expected.append("#REF!")
    rows, columns = zip(*places)
    assert [*shared_formula(formula, origin, rows, columns)] == expected
