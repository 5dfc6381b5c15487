"""Cells by themselves: texts that stay texts, and names."""

from __future__ import annotations

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.utils import absolute_coordinate, quote_sheetname
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.worksheet import Worksheet

from ....catalogue.cells import MAX_TEXT
from ....errors import OptionError

TEXT_FORMAT = "@"
NOT_ZERO = "0;-0;"
"""Shows a number, and nothing for 0: for flags, and for numbers that blank rows do not have."""


def write(cell: Cell, value: object) -> None:
    """Write a value as it is: a text stays a text, whatever it begins with."""
    if not isinstance(value, str):
        assert value is None or isinstance(value, (int, float))
        cell.value = value
        return
    if ILLEGAL_CHARACTERS_RE.search(value):
        raise OptionError(f"{value!r} holds a control character; type it again without.")
    if len(value) > MAX_TEXT:  # openpyxl would cut it off
        raise OptionError(
            f"{cell.parent.title}!{cell.coordinate}: “{value[:20]}…” is longer than {MAX_TEXT:,} "
            "characters, which no cell holds; shorten it."
        )
    cell.value = value
    cell.data_type = "s"
    cell.quotePrefix = value[:1] in ("=", "+", "-", "@", "'")


def name_cells(workbook: Workbook, name: str, sheet: Worksheet, cells: str) -> None:
    """Give cells a name that formulas and programs call them by."""
    place = f"{quote_sheetname(sheet.title)}!{absolute_coordinate(cells)}"
    workbook.defined_names[name] = DefinedName(name, attr_text=place)
