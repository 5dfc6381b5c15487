"""What is translated once a shape is, for each cell, what its own formula would become."""

from __future__ import annotations

from pathlib import Path

import pytest
import xlsxwriter
from openpyxl import Workbook as NewWorkbook
from openpyxl.worksheet.table import Table
from xlsxwriter.utility import xl_rowcol_to_cell

from xl_tourney.engines import load_engine
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.recalculation import Recalculation

ROWS = range(1, 41)
FORMULAS = (
    "A{row}*2",
    "SUM(A$20:A{row})",
    "SUM(A{row}:A$20)*ROWS(A$1:A{row})",
    "SUMIFS(A$1:A$20,B$1:B{row},1)",
    "INDEX(A$20:B{row},1)",
    "ROW(A{row})+COLUMN(A$1)",
    'INDIRECT("A"&ROW())+OFFSET(A$20,1,0)',
    "OFFSET(C$10:C$12,{row},0)",
    "AVERAGE(A{row}:OFFSET(A{row},-7,0))",
    "A$10:A$12*2",
    "SUBTOTAL(109,A{row}:A{below})",
    "Behind+Fixed",
    "SUMPRODUCT(LEN(A$1:A{row}))",
    "1E+{row}+A{row}",
    'ISFORMULA(C{row})&"A{row}"',
)


def book(path: Path, formulas: dict[tuple[int, int], str]) -> Path:
    """Some formulas, beside hidden rows and names."""
    with xlsxwriter.Workbook(path) as workbook:
        sheet = workbook.add_worksheet("S")
        workbook.define_name("S!Behind", "=S!A1+1")
        workbook.define_name("Fixed", "=ROWS(OFFSET(S!$A$5,0,0,3))")
        for row, column in formulas:
            sheet.write(row - 1, 0, row)
            sheet.write_formula(row - 1, column - 1, "=" + formulas[row, column])
        for row in (7, 8, 23):
            sheet.set_row(row, None, None, {"hidden": True})
    return path


def differing(path: Path) -> list[tuple[str, str]]:
    """The formulas of a book that are not as each of them is translated alone."""
    recalculation = Recalculation(Workbook.open(Package.from_path(path)), load_engine())
    translator, found = recalculation._translator, []
    for task in recalculation._tasks:
        written = translator.written_otherwise(task)
        for index, text in enumerate(task.sheet.texts):
            is_intersected = index in task.intersected
            alone = translator.translate(text, task.sheet_name, task.cell(index), is_intersected)
            by_shape = translator.translated(task, index)
            if not by_shape == alone == written.get(index, text):
                found.append((alone, by_shape))
    return found


@pytest.mark.parametrize("formula", FORMULAS)
def test_down_a_column(tmp_path: Path, formula: str) -> None:
    cells = {(row, 3): formula.format(row=row, below=row + 2) for row in ROWS}
    assert differing(book(tmp_path / "book.xlsx", cells)) == []


@pytest.mark.parametrize(
    "formula", ["SUM($K1:{0})", "COLUMN({0})*2", "SUM({0}:$K1)+OFFSET($K$1,0,1)", "$J1:$L1*2"]
)
def test_along_a_row(tmp_path: Path, formula: str) -> None:
    cells = {(2, column): formula.format(xl_rowcol_to_cell(0, column)) for column in range(2, 40)}
    assert differing(book(tmp_path / "book.xlsx", cells)) == []


def test_in_tables_and_beside_them(tmp_path: Path) -> None:
    workbook = NewWorkbook()
    sheet = workbook.active
    for row in ROWS:
        sheet.append(["a", "b"] if row in (1, 20) else [row, row % 3])
        sheet.cell(row, 4, "=SUM(T[[#This Row],[a]:[b]])+ROW(U[a])+U[[#This Row],[b]]")
    sheet.add_table(Table(displayName="T", ref="A1:B15"))
    sheet.add_table(Table(displayName="U", ref="A20:B40"))
    workbook.save(tmp_path / "book.xlsx")
    assert differing(tmp_path / "book.xlsx") == []
