"""What holds for every kdice and league workbook, whatever is in it."""

from __future__ import annotations

import re

import pytest
from openpyxl.formula.tokenizer import Token, Tokenizer
from openpyxl.formula.translate import Translator
from openpyxl.worksheet.formula import ArrayFormula

from xl_tourney.functions import CATALOGUE
from xl_tourney.templates import TEMPLATES

# What Excel 2010, LibreOffice 7.4, formualizer 0.13 and formulas 1.3.4 all calculate alike.
NATIVE = {
    "ABS", "AND", "COLUMNS", "COUNT", "COUNTA", "COUNTIF", "IF", "INDEX", "INT", "ISNUMBER",
    "LARGE", "MATCH", "MAX", "MEDIAN", "MIN", "OR", "RANK", "ROWS", "SQRT", "SUM", "SUMIFS",
    "SUMPRODUCT",
}  # fmt: skip

BUILT = {
    "kdice": lambda: TEMPLATES["kdice"].build(),
    "league table": lambda: TEMPLATES["league"].build(layout="table"),
    "league games": lambda: TEMPLATES["league"].build(layout="game"),
}


@pytest.fixture(params=list(BUILT))
def workbook(request):
    return BUILT[request.param]()


def formulas(workbook):
    for sheet in workbook:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    array = isinstance(cell.value, ArrayFormula)
                    yield sheet, cell, cell.value.text if array else cell.value


def test_one_formula_per_column_all_the_way_down(workbook) -> None:
    """The page of one player lists statistics: there a line reads a column of its own."""
    tables = [sheet for sheet in workbook if sheet.title not in ("Read me", "Setup", "Checks")]
    compared = 0
    for sheet in tables:
        lines = sheet.iter_cols(min_row=8 if sheet.title == "Player" else 6, max_col=60)
        for column in lines:
            written = [cell for cell in column if cell.data_type == "f"]
            if not written or isinstance(written[0].value, ArrayFormula):
                continue
            if sheet.title == "Player" and written[0].column_letter >= "K":
                continue
            top = written[0]
            for cell in written:
                moved = Translator(top.value, top.coordinate).translate_formula(cell.coordinate)
                assert cell.value == moved, (sheet.title, cell.coordinate)
                compared += 1
    assert compared > 300


def test_formulas_hold_no_figures_of_the_rules(workbook) -> None:
    for sheet, cell, text in formulas(workbook):
        numbers = {token.value for token in Tokenizer(text).items if token.subtype == Token.NUMBER}
        assert numbers <= {"0", "1"}, (sheet.title, cell.coordinate, text)


def test_formulas_use_only_what_every_program_knows(workbook) -> None:
    used = {
        token.value.rstrip("(")
        for _, _, text in formulas(workbook)
        for token in Tokenizer(text).items
        if token.type == Token.FUNC and token.subtype == Token.OPEN
    }
    assert used <= NATIVE | {function.name for function in CATALOGUE}


def test_formulas_name_no_whole_columns(workbook) -> None:
    for sheet, cell, text in formulas(workbook):
        assert not re.search(r"\$?[A-Z]:\$?[A-Z]", text), (sheet.title, cell.coordinate)


def test_inputs_are_open_and_everything_else_is_protected(workbook) -> None:
    for sheet in workbook:
        assert sheet.protection.sheet and not sheet.protection.password
        for row in sheet.iter_rows():
            for cell in row:
                tinted = cell.fill.fgColor.rgb == "00FFF4CC"
                assert cell.protection.locked is not tinted
                assert not (tinted and cell.data_type == "f")


def test_inputs_are_checked_when_typed(workbook) -> None:
    """Only names, notes and rounds are free texts."""
    free = {"Player", "Team", "Note", "Date or round"}
    for sheet in workbook:
        rules = sheet.data_validations.dataValidation
        assert all(rule.error and rule.prompt and rule.showErrorMessage for rule in rules)
        checked = {cell for rule in rules for area in rule.sqref.ranges for cell in area.cells}
        for row in sheet.iter_rows(min_row=6, min_col=1):
            for cell in row:
                if cell.protection.locked or (cell.row, cell.column) in checked:
                    continue
                title = sheet.title == "Setup" and sheet.cell(cell.row, cell.column - 1).value
                assert title == "Title" or sheet.cell(5, cell.column).value in free, cell


def test_pages_print_and_stay_in_sight(workbook) -> None:
    for sheet in workbook:
        wide = sheet.title == "Calculation"
        assert (sheet.page_setup.fitToWidth > 1) is wide
        assert not wide or sheet.print_title_cols == "$A:$B"
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.oddFooter.right.text == "Page &P of &N" and sheet.oddHeader.right.text == "&A"
        if sheet.title not in ("Read me", "Setup"):
            assert sheet.freeze_panes, sheet.title


def test_every_sheet_with_results_shows_what_the_checks_say(workbook) -> None:
    for sheet in workbook:
        if sheet.title not in ("Checks", "Calculation"):
            assert sheet["A3"].value == "=Status"


def test_the_first_sheet_leads_to_the_others(workbook) -> None:
    others = workbook.sheetnames[1:]
    links = [workbook["Read me"][f"A{row}"].hyperlink for row in range(5, 5 + len(others))]
    assert [link.location for link in links] == [f"'{name}'!A1" for name in others]
