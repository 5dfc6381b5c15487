"""A workbook as an engine calculates it, with cells that can be changed."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

import formualizer
from openpyxl import Workbook
from openpyxl.utils.cell import column_index_from_string, coordinate_from_string
from openpyxl.worksheet.formula import ArrayFormula

from xl_tourney.catalogue.cells import is_error
from xl_tourney.functions import CATALOGUE
from xl_tourney.templates import package


def formulas(workbook: Workbook) -> Iterator[tuple[Any, Any, str]]:
    """The sheet, the cell and the text of every formula."""
    for sheet in workbook:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    array = isinstance(cell.value, ArrayFormula)
                    yield sheet, cell, cell.value.text if array else cell.value


KINDS = {
    "#N/A": "Na",
    "#VALUE!": "Value",
    "#NUM!": "Num",
    "#DIV/0!": "Div",
    "#NAME?": "Name",
    "#REF!": "Ref",
}


class Calculated:
    results: Any = None
    """What the workbook was built from, where that is known."""

    def __init__(self, workbook: Workbook, folder: Any, name: str = "built") -> None:
        self._path = folder / f"{name}.xlsx"
        self._path.write_bytes(package(workbook))
        self.names = {
            name: place.attr_text.replace("$", "").replace("'", "").split("!")
            for name, place in workbook.defined_names.items()
        }
        self.inputs = _unlocked_cells(workbook)
        self._load()

    def _load(self) -> None:
        self.book = formualizer.load_workbook(str(self._path))
        for function in CATALOGUE:
            self.book.register_function(function.name, _for_engine(function))
        self._evaluate()

    def reloaded(self) -> Calculated:
        """Another one from the same file, which must be there still."""
        other = copy(self)
        other._load()
        return other

    def is_input(self, place: str) -> bool:
        """Whether a cell or a named cell is there to be typed into."""
        return tuple(self.names.get(place) or place.split("!")) in self.inputs

    def __getitem__(self, place: str) -> Any:
        """A cell (``Standings!A3``), a named cell, or the rows of a range (``Checks!A6:C7``)."""
        sheet, cells = self.names[place] if place in self.names else place.split("!")
        first, _, last = cells.partition(":")
        rows = self.book[sheet].get_values(
            formualizer.RangeAddress(sheet, *_at(first), *_at(last or first))
        )
        rows = [[_blank(cell) for cell in row] for row in rows]
        return rows if last else rows[0][0]

    def change(self, changes: dict[str, Any]) -> Calculated:
        """Type into cells, and calculate."""
        self.type(changes)
        if self._is_stale:
            self._evaluate()
        return self

    def type(self, changes: dict[str, Any]) -> None:
        """Type into cells; those that stand side by side are set by one call, which is faster."""
        self._is_stale |= bool(changes)
        runs: list[tuple[str, int, int, list[Any]]] = []
        for place, value in changes.items():
            sheet, cell = self.names[place] if place in self.names else place.split("!")
            row, column = _at(cell)
            if runs:
                last_sheet, last_row, first, values = runs[-1]
                if (sheet, row, column) == (last_sheet, last_row, first + len(values)):
                    values.append(value)
                    continue
            runs.append((sheet, row, column, [value]))
        for sheet, row, column, values in runs:
            self.book[sheet].set_values_batch(row, column, 1, len(values), [values])

    def _evaluate(self) -> None:
        self.book.evaluate_all()
        self._is_stale = False


def _unlocked_cells(workbook: Workbook) -> set[tuple[str, str]]:
    """The sheets and cells that are there to be typed into; cells of one style are asked once."""
    is_locked: dict[bytes, bool] = {}
    unlocked = set()
    for sheet in workbook:
        for cell in sheet._cells.values():
            style = b"" if cell._style is None else cell._style.tobytes()
            if style not in is_locked:
                is_locked[style] = cell.protection.locked
            if not is_locked[style]:
                unlocked.add((sheet.title, cell.coordinate))
    return unlocked


def _at(cell: str) -> tuple[int, int]:
    column, row = coordinate_from_string(cell)
    return row, column_index_from_string(column)


def _blank(value: Any) -> Any:
    return "" if value is None else value


def _for_engine(function: Any) -> Any:
    def cell(value: Any) -> Any:
        return {"type": "Error", "kind": KINDS[value]} if is_error(value) else value

    def call(*arguments: Any) -> Any:
        value = function.call_from_host(*arguments)
        if isinstance(value, list):
            return [[cell(one) for one in row] for row in value]
        return cell(value)

    return call
