"""What an engine gets wrong is data; a case that a newer engine has mended leaves the list."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import formualizer
import openpyxl
import pytest
import xlsxwriter

from docs import differences
from tests.same import same
from xl_tourney.calculation.receipt import CellMessage
from xl_tourney.engines.base import NotCalculated, values_agree
from xl_tourney.engines.cellrune import FormulaCell, Input, calculate_formulas
from xl_tourney.engines.formualizer import ENGINE
from xl_tourney.engines.mistakes import FORMUALIZER, WITHIN, Mistake, mistakes_of
from xl_tourney.grammar.calls import find_calls
from xl_tourney.grammar.references import CellAddress, Range, parse_cell_reference
from xl_tourney.grammar.spreadsheet_functions import SCALAR_PARAMETERS
from xl_tourney.recalculation.recalculate import recalc


def by_engine(formula: str, cells: Mapping[str, object] | None = None) -> object:
    """A formula's value by the engine itself, an error as its kind."""
    workbook = formualizer.Workbook()
    workbook.set_temporal_egress("serial")
    sheet = workbook.sheet("Case")
    for address, value in (cells or {}).items():
        if isinstance(value, str) and value.startswith("="):
            sheet.set_formula(*parse_cell_reference(address), value)
        else:
            sheet.set_value(*parse_cell_reference(address), value)
    sheet.set_formula(1, 20, f"={formula}")
    value = workbook.evaluate_cell("Case", 1, 20)
    return f"#{value['kind']}".upper() if isinstance(value, dict) else value


def by_cellrune(formula: str, cells: Mapping[str, Any]) -> Any:
    """The same by CellRune; None where it cannot say."""
    question = FormulaCell(CellAddress("Case", 1, 20), formula, Range(1, 20, 1, 20), False, [[0]])
    inputs, others = [], []
    for address, value in cells.items():
        place = CellAddress("Case", *parse_cell_reference(address))
        one = Range(place.row, place.column, place.row, place.column)
        if isinstance(value, str) and value.startswith("="):
            others.append(FormulaCell(place, value[1:], one, False, [[0]]))
        else:
            inputs.append(Input("Case", one, [[value]]))
    *_, answer = calculate_formulas(["Case"], inputs, [*others, question], 20.0, are_in_place=True)
    return None if isinstance(answer, NotCalculated) else answer[0][0]


@pytest.mark.parametrize("mistake", FORMUALIZER, ids=lambda mistake: mistake.formula)
def test_formualizer_has_not_mended_the_mistake(mistake: Mistake) -> None:
    error = {"#DIV": "#DIV/0!", "#NA": "#N/A", "#NUM": "#NUM!", "#VALUE": "#VALUE!"}
    first = by_engine(mistake.formula, mistake.cells)
    first = error.get(str(first), first)
    assert not values_agree(first, mistake.excel_value), "mended: take it off the list"
    second = by_cellrune(mistake.formula, mistake.cells)
    if mistake.is_of_one_engine:
        assert same(second, mistake.excel_value), "CellRune is wrong: it is none of one engine"


@pytest.mark.parametrize("mistake", mistakes_of("cellrune"), ids=lambda mistake: mistake.formula)
def test_cellrune_has_not_mended_the_mistake(mistake: Mistake) -> None:
    assert not same(by_cellrune(mistake.formula, mistake.cells), mistake.excel_value)


def test_a_function_is_right_about_numbers_of_some_sizes() -> None:
    """POISSON with a mean of 2,000 has other digits; an inverse may with a probability near 1."""
    (poisson,) = find_calls("POISSON(A1,99,TRUE)")
    ((test, *_),) = WITHIN["POISSON"](poisson)
    assert [test(mean) for mean in (0.0, 0.00001, 366.0, 2000.0)] == [True, True, True, False]
    (inverse,) = find_calls("F.INV(A1,100,1)")
    assert [one.operands for one in WITHIN["F.INV"](inverse)][-1] == (inverse,)


@pytest.mark.parametrize("mistake", ENGINE.mistakes, ids=lambda mistake: mistake.formula)
def test_a_call_with_any_arguments_is_judged(mistake: Mistake) -> None:
    for argument in ("1", "", '"x"', "A1:B2", "{1,2}"):
        for many in range(9):
            formula = f"{mistake.function}({','.join([argument] * many)})"
            for call in find_calls(formula):
                assert isinstance(mistake.correctness(call), (bool, Sequence))


GROUPS = json.loads((Path(__file__).parents[1] / "data" / "excel_cases.json").read_text("utf-8"))
"""Formulas that formualizer gets wrong, with Excel's values, by the cells that they read."""

CASES = {
    f"{formula} #{number}": (number, row)
    for number, group in enumerate(GROUPS)
    for row, (formula, _) in enumerate(group["cases"], 1)
}


@pytest.fixture(scope="module")
def recalculated(tmp_path_factory: pytest.TempPathFactory) -> Mapping[tuple[int, int], object]:
    """What recalculation makes of Excel's values, by group of cases and row."""
    path = tmp_path_factory.mktemp("cases") / "cases.xlsx"
    with xlsxwriter.Workbook(path, {"use_future_functions": True}) as book:
        for number, group in enumerate(GROUPS):
            sheet = book.add_worksheet(f"Case{number}")
            write_cells(sheet, group["cells"])
            for row, (formula, value) in enumerate(group["cases"], 1):
                sheet.write_formula(row - 1, 19, f"={formula}", None, value)
    recalc(path)
    sheets = openpyxl.load_workbook(path, data_only=True)
    return {
        (number, row): sheets[f"Case{number}"].cell(row, 20).value
        for number, group in enumerate(GROUPS)
        for row in range(1, len(group["cases"]) + 1)
    }


@pytest.mark.parametrize("case", CASES)
def test_a_case_keeps_its_value(case: str, recalculated: Mapping[tuple[int, int], object]) -> None:
    number, row = CASES[case]
    _, value = GROUPS[number]["cases"][row - 1]
    assert same(recalculated[number, row], value)


def write_cells(sheet: Any, cells: Mapping[str, Any]) -> None:
    for address, content in cells.items():
        if str(content).startswith("="):
            error = "#VALUE!" if content == '="x"+1' else "#DIV/0!"
            sheet.write_formula(address, content, None, error)
        else:
            sheet.write(address, content)


Case = tuple[str, Any, Mapping[str, Any]]
"""A formula, its cached value, and the cells that it refers to."""


def recalculate(path: Path, cases: Sequence[Case]) -> list[tuple[Any, list[CellMessage]]]:
    """The new value of each formula, and what is said of why it is kept: a sheet each."""
    with xlsxwriter.Workbook(path, {"use_future_functions": True}) as book:
        for number, (formula, value, cells) in enumerate(cases):
            sheet = book.add_worksheet(f"Case{number}")
            write_cells(sheet, cells)
            sheet.write_formula("T1", f"={formula}", None, value)
    kept = recalc(path).kept
    sheets = openpyxl.load_workbook(path, data_only=True)
    return [
        (sheet["T1"].value, [note for note in kept if note.cell.startswith(f"{sheet.title}!")])
        for sheet in sheets
    ]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    """What a recalculation says of every mistake."""
    cases = [(one.formula, one.excel_value, one.cells) for one in ENGINE.mistakes]
    found = recalculate(tmp_path_factory.mktemp("mistakes") / "book.xlsx", cases)
    return {one.formula: told for one, told in zip(ENGINE.mistakes, found, strict=True)}


@pytest.mark.parametrize("mistake", ENGINE.mistakes, ids=lambda mistake: mistake.formula)
def test_a_shared_mistake_keeps_its_value(mistake: Mistake, kept: Mapping[str, Any]) -> None:
    value, (note,) = kept[mistake.formula]
    assert same(value, mistake.excel_value)
    assert note.cell.endswith("!T1")
    assert mistake.function in (*note.message.split(), "LOOKUP")  # a helper of ours declines it


USUAL = {
    "CEILING(A1,0.5)": 12.5,
    "FLOOR(A1,5)": 10,
    "ROMAN(9)": "IX",
    "GCD(12,A2)": 4,
    "DATE(2024,A2,29)": 45533,
    "IF(A1>A2,1,2)": 1,
    "0.1*3=A1": False,
    'COUNTIF(A1:A3,">5")': 2,
    "COUNTIF(A1:A3,A1)": 1,
    'SUMIFS(A1:A3,A1:A3,"<13",A1:A3,">1")': 20.3,
    "SUMIF(A1:A3,A2,A1:A3)": 8,
    'AVERAGEIF(A1:A3,">1")': 10.15,
    "INDEX(A1:A3,2)": 8,
    "VLOOKUP(A2,A1:B3,1,FALSE)": 8,
    'TEXT(A1,"0.00")': "12.30",
    'LEFT("abc",2)': "ab",
    "LOG(A2,2)": 3,
    "AND(A1>1,A2<9)": True,
    "SUMPRODUCT(A1:A3,A1:A3)": 216.29,
    "COUNT(A1:A3)": 3,
    "AVERAGE(A1:A3)": 7.1,
    'CHOOSE(2,"a","b")': "b",
    "T.DIST(1,10,TRUE)": 0.829553433848971,
    'XLOOKUP(8,A1:A3,A1:A3,"none",0)': 8,
}


def test_the_usual_calls_are_calculated(tmp_path: Path) -> None:
    cells = {"A1": 12.3, "A2": 8, "A3": 1}
    found = recalculate(tmp_path / "book.xlsx", [(formula, 99, cells) for formula in USUAL])
    for (formula, expected), (value, kept) in zip(USUAL.items(), found, strict=True):
        assert kept == [] and same(value, expected), formula


def test_an_error_that_a_call_is_given_is_its_value(tmp_path: Path) -> None:
    ((value, _),) = recalculate(tmp_path / "book.xlsx", [("FLOOR(A1,5)", 10, {"A1": "=1/0"})])
    assert value == "#DIV/0!"


@pytest.mark.parametrize(
    ("call", "calls_over"),
    [("ATAN2(1,2)", True), ("COS(1)", True), ("IF(TRUE,1,2)", True), ("IFERROR(3,2)", True)]
    + [(call, False) for call in ("ABS(1)", "ROUND(2.55,1)", 'CODE("abc")', "YEAR(45000)")]
    + [(call, False) for call in ("MOD(5,3)", 'TEXT(5,"00")', "ISNUMBER(1)", "DATE(2024,1,2)")],
)
def test_which_functions_it_calls_for_every_value(call: str, calls_over: bool) -> None:
    name, _, arguments = call.partition("(")
    first, *rest = arguments[:-1].split(",")
    over = by_engine(f"INDEX({name}({','.join([f'{{{first},{first}}}', *rest])}),1,2)")
    assert same(over, by_engine(call)) is calls_over
    assert (name in ENGINE.broadcast_functions) is calls_over
    assert name in SCALAR_PARAMETERS


def test_the_page_of_differences_has_todays_facts() -> None:
    """Else: python docs/differences.py."""
    page = differences.PAGE.read_text("utf-8")
    assert differences.current(page) == page
