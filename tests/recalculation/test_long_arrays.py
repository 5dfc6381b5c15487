"""Arrays on both sides of what the engine spills, and of what we fill."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
import xlsxwriter

from tests.recalculation.books import raw, sheet_xml
from xl_tourney.calculation.receipt import CellMessage
from xl_tourney.engines.formualizer import ENGINE
from xl_tourney.grammar.references import CellAddress, Range
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.recalculation.recalculation import Recalculation
from xl_tourney.recalculation.trust.policy import MAX_ARRAY_CELLS

LIMIT = 10_000
"""The cells of the largest array that formualizer spills."""


def doubled(file: Path, rows: int, *, saved: int = 2, in_the_way: int = 0) -> Path:
    """A dynamic array of so many rows, and what depends on it."""
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        other = workbook.add_worksheet("It's other")
        sheet.write_column("A1", range(1, rows + 1))
        sheet.write_dynamic_array_formula(f"C1:C{saved}", f"=A1:A{rows}*2", None, 9)
        for row in range(1, saved):
            sheet.write(row, 2, 99)
        sheet.write_dynamic_array_formula("E1", "=TAKE(C1#,-2)", None, 9)
        sheet.write_formula("G1", "=SUM(_xlfn.ANCHORARRAY(C1))")
        sheet.write_formula("G2", f"=C{rows}")
        other.write_dynamic_array_formula("A1", "=SUM(Sheet1!C1#+1)", None, 9)
        if in_the_way:
            sheet.write(f"C{in_the_way}", "in the way")
    return file


def values(file: Path, sheet: int = 1) -> dict[str, str]:
    """The text of every value in a sheet, much faster than by openpyxl."""
    return dict(
        re.findall(r'<c r="(\w+)"[^>]*>(?:<f.*?</f>)?<v>([^<]*)</v>', sheet_xml(file, sheet))
    )


@pytest.mark.slow
@pytest.mark.parametrize("rows", [LIMIT, LIMIT + 1])
def test_a_dynamic_array_is_filled_whatever_its_length(file: Path, rows: int) -> None:
    receipt = recalc(doubled(file, rows))
    got = values(file)
    assert (receipt.kept, receipt.errors) == ([], [])
    assert [got[f"C{row}"] for row in (1, 2, rows)] == ["2", "4", str(2 * rows)]
    assert f"C{rows + 1}" not in got
    assert [got["E1"], got["E2"]] == [str(2 * rows - 2), str(2 * rows)]
    total = rows * (rows + 1)
    assert (got["G1"], got["G2"]) == (str(total), str(2 * rows))
    assert values(file, 2) == {"A1": str(total + rows)}
    assert f'ref="C1:C{rows}"' in sheet_xml(file)


@pytest.mark.slow
def test_a_long_array_shrinks(file: Path) -> None:
    recalc(doubled(file, LIMIT + 7, saved=LIMIT + 9))
    got = values(file)
    assert got[f"C{LIMIT + 7}"] == str(2 * (LIMIT + 7))
    assert f"C{LIMIT + 8}" not in got
    assert recalc(file, check=True).changed == 0


@pytest.mark.slow
def test_a_long_array_of_a_long_array(file: Path) -> None:
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        sheet.write_formula("A1", "=COUNT(C1#)")
        sheet.write_dynamic_array_formula("B1", "=C1#+1")
        sheet.write_dynamic_array_formula("C1", f"=Z1:Z{LIMIT + 1}+1")
    recalc(file)
    got = values(file)
    assert (got["A1"], got["B1"], got[f"B{LIMIT + 1}"]) == (str(LIMIT + 1), "2", "2")


def test_a_long_array_that_is_blocked_is_spill(file: Path) -> None:
    receipt = recalc(doubled(file, LIMIT + 1, in_the_way=LIMIT + 1))
    assert CellMessage("Sheet1!C1", "#SPILL!") in receipt.errors
    assert values(file)["C1"] == "#VALUE!"  # how Excel saves it


def test_a_long_array_of_several_columns(file: Path) -> None:
    rows, columns = LIMIT // 100 + 1, 100
    end = f"CV{rows}"
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        sheet.write_dynamic_array_formula("B1", f"=Other!A1:{end}+1", None, 9)
        other = workbook.add_worksheet("Other")
        other.write(end, 41)
    recalc(file)
    got = values(file)
    assert len(got) == rows * columns
    corners = [got["B1"], got["C1"], got["B2"], got[f"CW{rows}"]]
    assert corners == ["1", "1", "1", "42"]


@pytest.mark.slow
@pytest.mark.parametrize("rows", [1_000, 1_001, LIMIT + 1])
def test_an_array_formula_fills_its_range_whatever_its_length(file: Path, rows: int) -> None:
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        sheet.write_array_formula(0, 0, rows - 1, 0, f"{{=Z1:Z{rows - 1}+3}}")
        sheet.write_array_formula(0, 1, rows - 1, 1, f'{{=A1:A{rows}&"x"}}')
        sheet.write_formula("D1", f"=SUM(A1:A{rows - 1})")
    assert recalc(file).kept == []
    got = values(file)
    assert (got["A1"], got[f"A{rows - 1}"], got[f"A{rows}"]) == ("3", "3", "#N/A")
    assert (got[f"B{rows - 1}"], got["D1"]) == ("3x", str(3 * (rows - 1)))


@pytest.mark.parametrize("cells", [1, LIMIT, LIMIT + 1, 100_000, 100_001, MAX_ARRAY_CELLS])
def test_no_piece_of_an_array_is_longer_than_the_engine_spills(cells: int) -> None:
    formulas = ENGINE.expand_array_formula("A1", CellAddress("Sheet1", 1, 1), Range(1, 1, cells, 1))
    rows = [row for row, _ in sorted(formulas)] + [cells + 1]
    assert max(below - row for row, below in pairwise(rows)) <= LIMIT


@pytest.mark.parametrize(
    ("rows", "is_kept"), [(MAX_ARRAY_CELLS // 10, False), (MAX_ARRAY_CELLS // 10 + 1, True)]
)
def test_the_largest_array_is_a_limit_of_ours(file: Path, rows: int, is_kept: bool) -> None:
    raw(
        file,
        f'<row r="1"><c r="A1"><f t="array" ref="A1:J{rows}">ROW(A1:J{rows})</f><v>1</v></c></row>',
    )
    recalculation = Recalculation(Workbook.open(Package.from_path(file)), ENGINE)
    reasons = [found.reason for task in recalculation._tasks for _, found in task.states]
    assert reasons == ["it fills more than 1,000,000 cells"] * is_kept


def test_a_dynamic_array_of_whole_rows_is_kept(file: Path) -> None:
    """The engine would take a minute and a half for its 16,384 columns."""
    raw(file, '<row r="1"><c r="A1" cm="1"><f t="array" ref="A1:H9">(2:2)</f><v>7</v></c></row>')
    receipt = recalc(file)
    assert [(note.cell, note.message) for note in receipt.kept] == [
        ("Sheet1!A1", "it fills whole rows")
    ]
    assert values(file) == {"A1": "7"}


@pytest.mark.slow
def test_a_dynamic_array_beyond_the_limit_is_kept(file: Path) -> None:
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        sheet.write_dynamic_array_formula("C1", "=Other!A1:J100001*2", None, 9)
        workbook.add_worksheet("Other")
    receipt = recalc(file)
    assert [note.message for note in receipt.kept] == ["it fills more than 1,000,000 cells"]
    assert values(file) == {"C1": "9"}


def test_a_calculated_array_of_whole_columns_is_kept_for_functions_of_ours(file: Path) -> None:
    """Such a call took a minute; whole columns themselves end at their last cell."""
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        sheet.write_column("A1", [3, 1, 2])
        sheet.write_array_formula("C1:C1", "{=SUM(PLACE(--(1<>(A:A))))}", None, 7)
        sheet.write_array_formula("D1:D1", "{=SUM(PLACE(A:A))}", None, 7)
        sheet.write_array_formula("E1:E1", "{=SUM(PLACE(-A1:A2000))}", None, 7)
    assert [note.cell for note in recalc(file).kept] == ["Sheet1!C1"]
