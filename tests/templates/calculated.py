"""A workbook as an engine calculates it, with cells that can be changed."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import groupby
from operator import itemgetter
from typing import Any
from zipfile import ZipFile

import formualizer
from openpyxl import Workbook
from openpyxl.packaging.relationship import RelationshipList
from openpyxl.utils.cell import column_index_from_string, coordinate_from_string
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.xml.constants import SHEET_MAIN_NS

from tests.templates.tables import Row, Tables
from xl_tourney.catalogue.cells import is_error
from xl_tourney.engines.formualizer.workbook import configuration
from xl_tourney.functions import CATALOGUE
from xl_tourney.templates.parts.output import PackageWriter, sheet_data


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


class CellsWriter(PackageWriter):
    """Writes cells and names: an engine asks for no looks, which take half of the time."""

    def write_worksheet(self, ws: Any) -> None:
        """Write the rows of a sheet, and how far they go: without it an engine is slower."""
        size = f'<dimension ref="{ws.calculate_dimension()}"/>'
        xml = f'<worksheet xmlns="{SHEET_MAIN_NS}">{size}{sheet_data(ws)}</worksheet>'
        self._archive.writestr(ws.path[1:], xml)
        ws._drawing, ws._comments, ws._rels = None, [], RelationshipList()
        self.manifest.append(ws)


class Calculated:
    results: Any = None
    """What the workbook was built from, where that is known."""

    def __init__(self, workbook: Workbook, folder: Any, name: str = "built") -> None:
        self._path = folder / f"{name}.xlsx"
        with ZipFile(self._path, "w") as archive:
            CellsWriter(workbook, archive).write_data()
        self.names = {
            name: place.attr_text.replace("$", "").replace("'", "").split("!")
            for name, place in workbook.defined_names.items()
        }
        self.inputs = _unlocked_cells(workbook)
        self.tables = Tables(getattr(workbook, "tables", ()))
        self._load()

    def _load(self) -> None:
        self.book = formualizer.Workbook.load_path(str(self._path), config=configuration())
        for function in CATALOGUE:
            self.book.register_function(function.name, _for_engine(function))
        self._is_stale = True

    def reloaded(self) -> Calculated:
        """Another one from the same file, which must be there still."""
        other = copy(self)
        other._load()
        return other

    def is_input(self, place: str) -> bool:
        """Whether a cell or a named cell is there to be typed into."""
        return tuple(self._find(place)) in self.inputs

    def _find(self, place: str) -> list[str]:
        """The sheet, and the cell or the cells."""
        return self.names.get(place) or self.tables.place(place).split("!")

    def __getitem__(self, place: str) -> Any:
        """A cell of a table (``results[0].games``), another cell (``Standings!A3``), a named one.

        Or the rows of a range (``Checks!A6:C7``).
        """
        if self._is_stale:
            self._evaluate()
        sheet, cells = self._find(place)
        first, _, last = cells.partition(":")
        rows = self.book[sheet].get_values(
            formualizer.RangeAddress(sheet, *_at(first), *_at(last or first))
        )
        rows = [[_blank(cell) for cell in row] for row in rows]
        return rows if last else rows[0][0]

    def table(self, name: str) -> list[Row]:
        """The rows of a table: of each the value of every column by its key."""
        keys = self.tables.columns(name, "")
        return [dict(zip(keys, row)) for row in self.rows(name, "")]

    def rows(
        self, name: str, keys: str, count: int | None = None, start: int = 0
    ) -> list[list[Any]]:
        """The values of some columns, ``place name r_1:r_9``, in some rows of a table.

        They are all rows, or so many from the one to start with.
        """
        table = self.tables[name]
        count = table.rows - start if count is None else count
        return self._lines(name, keys, table.first + start, count)

    def column(self, name: str, key: str, count: int | None = None) -> list[Any]:
        """The values of one column in the first rows of a table."""
        return [value for (value,) in self.rows(name, key, count)]

    def headings(self, name: str, keys: str, above: int = 0) -> list[Any]:
        """The headings of some columns of a table, or what stands in a row above them."""
        return self._lines(name, keys, self.tables[name].top - above, 1)[0]

    def _lines(self, name: str, keys: str, top: int, count: int) -> list[list[Any]]:
        table = self.tables[name]
        first, last = (table.letter(column.key) for column in (table.columns[0], table.columns[-1]))
        lines = self[f"{table.sheet.title}!{first}{top}:{last}{top + count - 1}"]
        at = {column.key: place for place, column in enumerate(table.columns)}
        return [[line[at[key]] for key in self.tables.columns(name, keys)] for line in lines]

    def change(self, changes: dict[str, Any]) -> Calculated:
        """Type into cells, and calculate."""
        self.type(changes)
        if self._is_stale:
            self._evaluate()
        return self

    def type(self, changes: dict[str, Any]) -> None:
        """Type into cells; values of neighbours are set by one call, which is much faster."""
        self._is_stale |= bool(changes)
        values: dict[str, dict[tuple[int, int], Any]] = {}
        for place, value in changes.items():
            sheet, cell = self._find(place)
            if isinstance(value, str) and value[:1] == "=" != value:
                self.book[sheet].set_formula(*_at(cell), value)
            else:
                values.setdefault(sheet, {})[_at(cell)] = value
        for sheet, cells in values.items():
            for (row, column), block in _blocks(cells):
                size = len(block), len(block[0])
                self.book[sheet].set_values_batch(row, column, *size, block)

    def typed(self, place: str) -> Any:
        """What stands in a cell that is typed into; nothing is calculated for it."""
        sheet, cell = self._find(place)
        return self.book.get_value(sheet, *_at(cell))

    def _evaluate(self) -> None:
        self.book.evaluate_all()
        self._is_stale = False


def _blocks(cells: dict[tuple[int, int], Any]) -> Iterator[tuple[tuple[int, int], list[list[Any]]]]:
    """Cells in blocks without gaps: the first cell of each, and its rows.

    Neighbours in a row belong together, and rows below each other that have the same columns.
    """
    blocks: dict[tuple[int, int], list[list[Any]]] = {}
    for row, in_row in groupby(sorted(cells), key=itemgetter(0)):
        runs: list[list[int]] = []
        for _, column in in_row:
            if runs and column == runs[-1][-1] + 1:
                runs[-1].append(column)
            else:
                runs.append([column])
        above = {
            (top[1], len(block[0])): top
            for top, block in blocks.items()
            if top[0] + len(block) == row
        }
        for run in runs:
            top = above.get((run[0], len(run)), (row, run[0]))
            blocks.setdefault(top, []).append([cells[row, column] for column in run])
    yield from blocks.items()


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
