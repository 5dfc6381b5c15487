"""The same workbook gives the same file, whenever it is written."""

from __future__ import annotations

import io
import time
from datetime import date, datetime, timedelta
from zipfile import ZipFile

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.styles import Font
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula

from xl_tourney.templates import TEMPLATES, package


@pytest.mark.slow
def test_the_same_results_give_the_same_bytes(monkeypatch) -> None:
    template = TEMPLATES["tantrix"]
    results = template.read(template.sample)
    first = package(template.build(results))
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 86_400)
    assert package(template.build(results)) == first


def test_a_file_bears_no_date() -> None:
    data = package(TEMPLATES["tantrix"].build())
    with ZipFile(io.BytesIO(data)) as archive:
        assert {part.date_time for part in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert b"2026" not in archive.read("docProps/core.xml")
        assert b"1980-01-01" in archive.read("docProps/core.xml")


def test_the_file_opens() -> None:
    workbook = openpyxl.load_workbook(io.BytesIO(package(TEMPLATES["tantrix"].build())))
    assert workbook.sheetnames[0] == "Read me"


CELLS = {
    "numbers": [0, -1.5, 1e300, 0.1 + 0.2, float("nan"), float("inf"), True, False],
    "texts": [" ", " led", "trailed\n", 'a<b>&"c"', "Ærøskøbing 囲碁", "#N/A", "1"],
    "formulas": ['=A1&"<"', "=", "==", "='A & B'!A1", "=SUM(numbers)"],
    "arrays": [ArrayFormula("A1:A3", "=B1:B3*2"), ArrayFormula("B1", "=1<2")],
    "tables": [DataTableFormula("A1:B2", r1="C1", dt2D=True), None],
    "dates": [date(2026, 2, 3), datetime(2026, 2, 3, 4, 5), timedelta(hours=30)],
    "rich": [CellRichText("plain ", TextBlock(InlineFont(b=True), "bold"))],
}


@pytest.mark.parametrize("kind", CELLS)
def test_cells_are_written_as_openpyxl_does_it(kind) -> None:
    """Cells of every kind, plain, with a style, a link or a comment, and rows with heights."""

    def workbook() -> openpyxl.Workbook:
        book = openpyxl.Workbook()
        sheet = book.active
        for row, value in enumerate(CELLS[kind], 1):
            for column, change in enumerate((nothing, styled, linked, commented), 1):
                change(sheet.cell(row, 26 * column, value))
        sheet.row_dimensions[2].height = 30
        sheet.row_dimensions[40].hidden = True
        sheet.row_dimensions[41].font = Font(italic=True)
        sheet.merge_cells("A50:C51")
        sheet["A50"] = "merged"
        sheet["E60"].font = Font(bold=True)
        return book

    theirs = io.BytesIO()
    workbook().save(theirs)
    with ZipFile(theirs) as expected, ZipFile(io.BytesIO(package(workbook()))) as got:
        assert got.namelist() == expected.namelist()
        for part in {*got.namelist()} - {"docProps/core.xml"}:
            assert got.read(part) == expected.read(part), part


def test_columns_that_are_printed_again_are_named_before_rows() -> None:
    """As Excel names them; of the other order LibreOffice saves both, and Excel repairs that."""
    book = openpyxl.Workbook()
    book.active.print_title_rows, book.active.print_title_cols = "4:5", "A:D"
    with ZipFile(io.BytesIO(package(book))) as archive:
        xml = archive.read("xl/workbook.xml").decode()
    assert ">'Sheet'!$A:$D,'Sheet'!$4:$5</definedName>" in xml


def test_an_empty_text_is_no_text() -> None:
    """Programs count ``t="inlineStr"`` without text as one."""
    book = openpyxl.Workbook()
    styled(book.active["A1"])
    book.active["A1"] = book.active["B1"] = ""
    with ZipFile(io.BytesIO(package(book))) as archive:
        xml = archive.read("xl/worksheets/sheet1.xml").decode()
    assert '<row r="1"><c r="A1" s="1" t="n" /></row>' in xml


def nothing(_) -> None:
    pass


def styled(cell) -> None:
    cell.font = Font(bold=True)


def linked(cell) -> None:
    value = cell.value
    cell.hyperlink = "https://example.org/?a=1&b=2"
    cell.value = value


def commented(cell) -> None:
    cell.comment = Comment("a < b", "somebody")
