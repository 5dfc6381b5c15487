"""A look at what LibreOffice makes of some formulas."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from openpyxl import Workbook

from xl_tourney.engines.libreoffice import LibreOffice

COLUMN = 20
"""Where the formulas stand, beside the cells."""


def formulas(engine: LibreOffice, texts: Sequence[str], cells: dict[str, Any]) -> list[Any]:
    """The values of some formulas in a sheet with these cells."""
    book, file = Workbook(), io.BytesIO()
    sheet = book.worksheets[0]
    for address, value in cells.items():
        sheet[address] = value
    for row, text in enumerate(texts, 1):
        sheet.cell(row, COLUMN, text)
    book.save(file)
    (values,) = engine.calculate_values(file.getvalue()).values()
    return [values.get((row, COLUMN)) for row in range(1, len(texts) + 1)]
