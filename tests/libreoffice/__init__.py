"""Workbooks for LibreOffice, and a look at what it makes of them."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from xl_tourney.address import Area
from xl_tourney.engines.libreoffice import LibreOffice
from xl_tourney.functions.cells import block

FIRST_ARGUMENT = 20
"""The column of the first argument, where arguments stand in cells."""


def calculated(engine: LibreOffice, fill: Callable[[Workbook], object]) -> dict[str, Any]:
    """The values of a workbook as LibreOffice calculates it, by sheet and then by cell."""
    book, file = Workbook(), io.BytesIO()
    fill(book)
    book.save(file)
    return dict(engine._calculated(file.getvalue()))


def formulas(engine: LibreOffice, texts: Sequence[str], cells: dict[str, Any]) -> list[Any]:
    """The values of some formulas in a sheet with these cells."""

    def fill(book: Workbook) -> None:
        sheet = book.worksheets[0]
        for address, value in cells.items():
            sheet[address] = value
        for row, text in enumerate(texts, 1):
            sheet.cell(row, FIRST_ARGUMENT, text)

    values = calculated(engine, fill)["Sheet"]
    return [values.get((row, FIRST_ARGUMENT)) for row in range(1, len(texts) + 1)]


def array(sheet: Worksheet, top: int, text: str, value: Any) -> Area:
    """Write a formula over the cells that its value takes."""
    rows = block(value)
    area = Area(top, 1, top + len(rows) - 1, len(rows[0]))
    sheet.cell(top, 1).value = ArrayFormula(str(area), text)
    return area


def in_cells(sheet: Worksheet, top: int, arguments: Sequence[Any]) -> list[str]:
    """Write arguments into cells; the references to them."""
    references, left = [], FIRST_ARGUMENT
    for argument in arguments:
        rows = block(argument)
        for down, row in enumerate(rows):
            for right, value in enumerate(row):
                sheet.cell(top + down, left + right, value)
        area = Area(top, left, top + len(rows) - 1, left + len(rows[0]) - 1)
        references.append(str(area))
        left = area.right + 2
    return references


def rows_of(values: Any, area: Area) -> list[list[Any]]:
    """The values of an area."""
    return [
        [values.get((row, column)) for column in range(area.left, area.right + 1)]
        for row in range(area.top, area.bottom + 1)
    ]
