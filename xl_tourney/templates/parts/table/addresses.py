"""Where the cells of a table stand, and how a formula names them.

========================  ===================================================
``{row[games]}``          the cell in this row
``{upto[games]}``         the cells from the first row to this one
``{before[games]}``       the cells from the heading to the row above
``{above[games]}``        the cell in the row above; ``{following[games]}``: the next
``{group[games]}``        all cells of that column in the table ``group``
``{group[share:lead]}``   all cells of several columns that stand side by side
``{group.block[games]}``  the cells of that column in the same block of rows
``{group.heads[games]}``  the heading of that column
``{group.top[games]}``    the first cell of that column
``{group.row[games]}``    the cell in the same row of the table ``group``; of a
                          table further down (``below``), counted from the
                          headings
``{said.own_hands}``      the named cell with the text that says so to readers,
                          in the language of the workbook
========================  ===================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.worksheet.worksheet import Worksheet

from .words import SETTLED, word_cell

COLUMN_NAMED = re.compile(r"\{(?P<table>\w+)\[(?P<key>\w+)(?::(?P<last>\w+))?\]\}")
"""A reference by column, without another part of the table such as ``.row``."""


class Placement:
    """Where the columns of a table stand on a sheet."""

    def __init__(
        self,
        sheet: Worksheet,
        top: int,
        keys: Iterable[str],
        rows: int,
        left: int = 1,
        block: int = 0,
        below: int = 0,
    ) -> None:
        self.sheet = sheet
        self.top = top
        """The row of the headings."""
        self.rows = rows
        self.block = block or rows
        """How many rows belong together: all, or those of one board, one round."""
        self.below = below
        """How many rows of another table stand between the headings and this one."""
        self._letters = {key: get_column_letter(place) for place, key in enumerate(keys, left)}

    @property
    def first(self) -> int:
        """The first row of the sheet that the table has."""
        return self.top + self.below + 1

    @property
    def last(self) -> int:
        """The last row of the sheet that the table has."""
        return self.top + self.below + self.rows

    def is_part_of(self, other: Placement) -> bool:
        """Whether these are rows of another table."""
        same_columns = self.sheet is other.sheet and self._letters == other._letters
        return same_columns and other.first <= self.first and self.last <= other.last

    def letter(self, key: str) -> str:
        """The column of the sheet in which a column of the table stands."""
        return self._letters[key]

    def span(self, key: str, first: int, last: int | None = None, fixed: str = "") -> str:
        """The address of cells in a column, or in neighbouring ones (``from:to``)."""
        left, _, right = key.partition(":")
        start = f"${self._letters[left]}{fixed}{first}"
        if last is None and not right:
            return start
        return f"{start}:${self._letters[right or left]}{fixed}{last or first}"

    def area(self, *keys: str) -> str:
        """The cells of a column, or from one column to another, without their sheet."""
        return f"{self._letters[keys[0]]}{self.first}:{self._letters[keys[-1]]}{self.last}"


def _sheet_in_formula(title: str) -> str:
    """A sheet's name as formulas write it; one plain word longer than a column needs no quotes."""
    return title if re.fullmatch("[A-Za-z]{4,}", title) else quote_sheetname(title)


def with_sheet(text: str, tables: Mapping[str, Placement]) -> str:
    """A text in which the cells of tables are named with their sheets, wherever it stands."""

    def address(found: re.Match[str]) -> str:
        table = tables[found["table"]]
        key = found["key"] + (f":{found['last']}" if found["last"] else "")
        cells = table.span(key, table.first, table.last, "$")
        return f"{_sheet_in_formula(table.sheet.title)}!{cells}"

    return COLUMN_NAMED.sub(address, text)


class _References:
    """The addresses of a table's cells, by column."""

    def __init__(self, address: Callable[[str], str]) -> None:
        self._address = address

    def __getitem__(self, key: str) -> str:
        return self._address(key)


class _Said:
    """What a table says of a row: the cells that hold it."""

    def __getattr__(self, key: str) -> str:
        return word_cell(SETTLED[0], key)


SAID = _Said()


class TableReferences(_References):
    """A table as a formula in one row of some sheet refers to it."""

    def __init__(self, table: Placement, sheet: Worksheet, at: int) -> None:
        there = "" if sheet is table.sheet else f"{_sheet_in_formula(table.sheet.title)}!"
        top, row = table.first, table.first + at
        super().__init__(lambda key: there + table.span(key, top, table.last, "$"))
        start = row - at % table.block
        self.block = _References(
            lambda key: there + table.span(key, start, start + table.block - 1)
        )
        self.heads = _References(lambda key: there + table.span(key, table.top, table.top, "$"))
        self.row = _References(lambda key: there + table.span(key, row))
        self.top = _References(lambda key: f"{there}${table.letter(key)}${top}")
        self.above = _References(lambda key: there + table.span(key, row - 1))
        self.following = _References(lambda key: there + table.span(key, row + 1))
        self.upto = _References(
            lambda key: f"{there}${table.letter(key)}${top}:{table.span(key, row)}"
        )
        self.before = _References(
            lambda key: f"{there}${table.letter(key)}${top - 1}:${table.letter(key)}{row - 1}"
        )
