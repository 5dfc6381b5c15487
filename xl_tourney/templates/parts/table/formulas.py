"""The formulas that a workbook has as its template makes it, also of rows that are not written.

An outline has the first row of each table: what stands in another row is asked for cell by cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.worksheet.worksheet import Worksheet

from ..workbook import StandingsWorkbook
from .table import Table

Formulas = Mapping[str, Mapping[str, str]]
"""Formulas without their equals signs, by the title of the sheet and the cell."""


def formulas_of(workbook: StandingsWorkbook) -> Formulas:
    """The formulas of all sheets of a workbook or of an outline."""
    return {
        sheet.title: _FormulasOfSheet(sheet, [t for t in workbook.tables if t.sheet is sheet])
        for sheet in workbook.worksheets
    }


class _Rows(NamedTuple):
    """The rows of a column that hold a formula."""

    rows: range
    formulas: Callable[[], Callable[[int], str]]
    """Gives the formula of so many rows below the first."""


class _FormulasOfSheet(Mapping[str, str]):
    """The formulas of a sheet by cell; one that is not written is made when it is asked for."""

    def __init__(self, sheet: Worksheet, tables: Sequence[Table]) -> None:
        self._cells: dict[tuple[int, int], Any] = sheet._cells  # only those that are there
        self._columns: dict[int, list[_Rows]] = {}
        for table in tables:
            for column in table.columns:
                if column.formula and table.related:
                    at = column_index_from_string(table.letter(column.key))
                    rows = range(table.first, table.last + 1, table.block if column.array else 1)
                    formulas = cache(partial(table.formulas, column, table.related))
                    self._columns.setdefault(at, []).append(_Rows(rows, formulas))

    def __getitem__(self, cell: str) -> str:
        found = self._find(*coordinate_to_tuple(cell))
        if found is None:
            raise KeyError(cell)
        return found.removeprefix("=")

    def _find(self, row: int, column: int) -> str | None:
        written = self._cells.get((row, column))
        if written is not None and written.value is not None:
            return _formula_in(written.value)
        for rows, formulas in self._columns.get(column, ()):
            if row in rows:
                return formulas()(row - rows.start)
        return None

    def __iter__(self) -> Iterator[str]:
        places = [place for place, cell in self._cells.items() if _formula_in(cell.value)]
        for column, found in self._columns.items():
            places += [(row, column) for rows, _ in found for row in rows]
        return (f"{get_column_letter(column)}{row}" for row, column in dict.fromkeys(places))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _formula_in(value: object) -> str | None:
    """The formula of a cell; that of an array stands in it."""
    text = getattr(value, "text", value)
    return text if isinstance(text, str) and text.startswith("=") else None
