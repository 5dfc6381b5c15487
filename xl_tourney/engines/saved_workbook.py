"""The values in a workbook that LibreOffice has saved: numbers as they are, dates as serials."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from ..ooxml import xml
from ..ooxml.package import Package
from ..ooxml.sheet.cached_values import to_python
from ..ooxml.sheet.outline import read_cell_values
from ..ooxml.workbook import Workbook

CellValues = Mapping[tuple[int, int], Any]
"""The values of a sheet by row and column, without empty cells."""

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


def read_values(path: Path) -> dict[str, CellValues]:
    """The values of every sheet, by the sheet's name."""
    package = Package.from_path(path)
    workbook = Workbook.open(package)
    values: dict[str, CellValues] = {}
    for name, part in workbook.worksheets:
        cells = read_cell_values(xml.read_part(package, part), None, workbook, package.name)
        values[name] = {place: to_python(value) for place, value in cells.items()}
    return values


def libreoffice_errors(path: Path) -> dict[tuple[str, int, int], str]:
    """The errors such as ``Err:522`` in a flat OpenDocument file, by sheet, row and column.

    Excel has none of them; a saved Excel workbook has ``#VALUE!`` in their place.
    """
    errors: dict[tuple[str, int, int], str] = {}
    sheet, row, column = "", 0, 0
    for event, element in ElementTree.iterparse(path, ("start", "end")):
        if event == "start":
            if element.tag == f"{_TABLE}table":
                sheet, row = element.get(f"{_TABLE}name", ""), 1
            elif element.tag == f"{_TABLE}table-row":
                column = 1
        elif element.tag in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            text = element.findtext(f"{_TEXT}p", "")
            if text.startswith("Err:") and element.get(f"{_TABLE}formula"):
                errors[sheet, row, column] = text
            column += int(element.get(f"{_TABLE}number-columns-repeated", "1"))
            element.clear()
        elif element.tag == f"{_TABLE}table-row":
            row += int(element.get(f"{_TABLE}number-rows-repeated", "1"))
            element.clear()
    return errors
