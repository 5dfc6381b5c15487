"""The values of a workbook of ours where no engine is installed, by the rules in plain Python.

Nearly every figure of a standings workbook is a function of ours: its column calls ``TIEBREAK`` or
``MATCHPOINT``, and the built-in formulas that stand in the cells of a native workbook give the same
by many helper columns.  So a cell is calculated as its column calls it, after all that it reads;
columns that only built-in formulas read stay as they are::

    Standings!I6    what stands there      =IF(N(Calculation!$DX6)=0,"",INDEX(Calculation!$BQ$6:…
                    what is calculated     =INDEX(TIEBREAK(…),1)

What a formula gives that the evaluator does not know is not guessed: its cell, and all that read
it, stay as they are, and are named.  In a file that is written they lose their old values, which
nothing tells from new ones, and programs that open it are asked to calculate it.
"""

from __future__ import annotations

from typing import Any

from ..calculation.evaluator import Evaluator, NotKnownError
from ..calculation.receipt import CellMessage, Receipt
from ..catalogue.cells import Block, is_error
from ..events.event import Event
from ..grammar.references import CellAddress, Range
from ..ooxml.package import Package
from ..ooxml.sheet.value_updates import apply_updates, compare_values
from ..templates.parts.table import Table
from .book import Book

_BEGUN, _NOT_KNOWN = object(), object()
"""In place of a value: of a cell that waits for others, and of one that is not known."""


def plain_values(package: Package, *, is_written: bool = False) -> tuple[bytes, Receipt]:
    """The file with the values of its formulas; the receipt names those that are not known."""
    book = Book(Event(package))
    receipt = Receipt(package.name, "plain Python")
    if book.problem:
        receipt.kept.append(CellMessage(package.name, book.problem))
        if not is_written:
            return package.data, receipt
    values, workbook = _Values(book, is_written), book.event.workbook
    parts = dict(map(values.updated, workbook.worksheets))
    if values.emptied:
        parts |= workbook.calculated_on_load()
    receipt.kept += values.kept
    return package.with_parts({part: new for part, new in parts.items() if new}), receipt


class _Values:
    """The values of the formulas of a workbook, each calculated when it is asked for."""

    def __init__(self, book: Book, is_written: bool) -> None:
        self._book, self._is_written = book, is_written
        self._found: dict[CellAddress, Any] = {}
        self._evaluator = Evaluator(self._read, book.names)
        self._last_rows = {sheet.title: sheet.max_row for sheet in book.values.worksheets}
        self._formulas: dict[tuple[CellAddress, bool], str] = {}
        self._filled_down: dict[tuple[str, str], bool] = {}
        self.kept: list[CellMessage] = []
        self.emptied = False
        """Whether some cell of a file that is written has no value."""

    def updated(self, sheet: Any) -> tuple[str, Any]:
        """The part of a sheet with values that are up to date; None where it has no formula."""
        book, scanned = self._book, self._book.event.workbook.scan(sheet.name)
        values, left = [], set()
        for at, (row, column) in enumerate(
            zip(scanned.formula_cells.rows, scanned.formula_cells.columns)
        ):
            cell = CellAddress(sheet.name, row, column)
            value = None if book.is_helper(cell) else self._try(cell)
            if value is None:
                left.add(at)
            values.append(value)
        if self._is_written and left:
            self.emptied, left = True, set()
        updates = compare_values(scanned, values, left, book.event.workbook)
        return sheet.part, apply_updates(scanned, updates) if updates.changed else None

    def _try(self, cell: CellAddress) -> Any:
        """The value of a formula; None if it is not known."""
        try:
            return self._value(cell)
        except NotKnownError as error:
            self.kept.append(CellMessage(str(cell), f"{error} is not known without an engine"))
            return None

    def _value(self, cell: CellAddress) -> Any:
        if cell not in self._found:
            self._found[cell] = _BEGUN
            try:
                self._found[cell] = self._calculated(cell)
            except NotKnownError:
                self._found[cell] = _NOT_KNOWN
                raise
        if self._found[cell] in (_BEGUN, _NOT_KNOWN):
            raise NotKnownError(str(cell))
        return self._found[cell]

    def _calculated(self, cell: CellAddress) -> Any:
        if not self._book.holds_formula(cell):
            value = self._book.value(cell)
            return float(value) if type(value) is int else value
        value = self._evaluated(cell, native=False)
        if is_error(value):
            value = self._evaluated(cell, native=True)  # what is called may be of another row
        return 0.0 if value is None else value

    def _evaluated(self, cell: CellAddress, native: bool) -> Any:
        found, down = self._book.table_cell(cell), 0
        if found and self._is_filled_down(found.table, found.key):
            down = found.at
            cell = cell._replace(row=cell.row - down)
        key = cell, native
        if key not in self._formulas:
            self._formulas[key] = self._book.formula_on_sheet(cell, native, explained=False)
        value = self._evaluator.evaluate(self._formulas[key], cell.sheet, down)
        while isinstance(value, list):
            value = value[0]
        return value

    def _is_filled_down(self, table: Table, key: str) -> bool:
        column = table.sheet.title, table.letter(key)
        if column not in self._filled_down:
            self._filled_down[column] = table.is_filled_down(key)
        return self._filled_down[column]

    def _read(self, sheet: str, area: Range) -> Block:
        bottom = min(area.bottom, self._last_rows[sheet])
        columns = range(area.left, area.right + 1)
        return [
            [self._value(CellAddress(sheet, row, column)) for column in columns]
            for row in range(area.top, bottom + 1)
        ]
