"""A workbook with an example of each function, to copy from."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from ...catalogue.cells import Block, is_blank, to_block
from ...functions import CATALOGUE, Function

SHEET = "Examples"
_LABEL = Font(italic=True, color="FF595959")
_INTRODUCTION = (
    "Copy a blue cell into a sheet of this workbook, or add the functions to another one with "
    "xl-tourney lambda --into.  They need Excel 365, and nothing installed."
)


def build_examples(names: Iterable[str]) -> bytes:
    """A workbook with one sheet: an example of each function, its arguments in cells.

    The functions are not defined in it yet, and nothing is calculated.
    """
    book, file = Workbook(), io.BytesIO()
    sheet = book.worksheets[0]
    sheet.title = SHEET
    sheet["A1"], sheet["A2"] = "The functions of xl_tourney as LAMBDA", _INTRODUCTION
    sheet["A1"].font = Font(bold=True, size=14)
    top = 4
    for name in names:
        top = _write_example(sheet, top, CATALOGUE[name]) + 2
    for column in range(1, sheet.max_column + 1):
        sheet.column_dimensions[get_column_letter(column)].width = 11
    sheet.column_dimensions["A"].width = 16
    sheet.page_setup.orientation, sheet.page_setup.fitToHeight = "landscape", 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.sheet_view.showGridLines = False
    sheet.freeze_panes = "A4"
    book.save(file)
    return file.getvalue()


def _write_example(sheet: Worksheet, top: int, function: Function) -> int:
    """Write an example: its value on the left, its arguments beside it; gives the last row."""
    example = function.help.examples[0]
    value = to_block(example.value)
    sheet.cell(top, 1, function.name).font = Font(bold=True, size=12)
    sheet.cell(top, 3, function.help.summary)
    sheet.cell(top + 1, 1, "value").font = _LABEL
    left, bottom, references = len(value[0]) + 2, top + 1 + len(value), []
    for parameter, argument in zip(function.parameters, example.arguments):
        if argument is None:
            references.append("")
            continue
        rows = to_block(argument)
        sheet.cell(top + 1, left, parameter.name).font = _LABEL
        references.append(_write_block(sheet, top + 2, left, rows))
        left += len(rows[0]) + 1
        bottom = max(bottom, top + 1 + len(rows))
    _write_call(sheet, top + 2, value, f"={function.name}({','.join(references)})")
    return bottom


def _write_block(sheet: Worksheet, top: int, left: int, rows: Sequence[Sequence[Any]]) -> str:
    """Write an argument, and give the reference to it."""
    for line, row in enumerate(rows):
        for at, content in enumerate(row):
            cell = sheet.cell(top + line, left + at, None if is_blank(content) else content)
            cell.fill = PatternFill("solid", fgColor="FFFFF8E5")
            if isinstance(content, str):
                cell.data_type = "s"  # also if it begins with “=”
                cell.number_format = "@"
                cell.alignment = Alignment(horizontal="center")
    last = f"{get_column_letter(left + len(rows[0]) - 1)}{top + len(rows) - 1}"
    first = f"{get_column_letter(left)}{top}"
    return first if first == last else f"{first}:{last}"


def _write_call(sheet: Worksheet, top: int, value: Block, formula: str) -> None:
    height, width = len(value), len(value[0])
    for line in range(height):
        for at in range(width):
            sheet.cell(top + line, 1 + at, 0).fill = PatternFill("solid", fgColor="FFEAF3FB")
    first = sheet.cell(top, 1)
    area = f"A{top}:{get_column_letter(width)}{top + height - 1}"
    first.value = formula if height == width == 1 else ArrayFormula(area, formula)
