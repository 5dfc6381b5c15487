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

What was found last is remembered with all that it was found from: after one more result, a formula
is calculated again only if something that it reads is another value than it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from ..calculation.evaluator import Evaluator, NotKnownError
from ..calculation.receipt import CellMessage, Receipt
from ..catalogue.cells import Block, is_error
from ..events.event import Event
from ..grammar.references import CellAddress, Range
from ..ooxml.package import Package
from ..ooxml.sheet.value_updates import apply_updates, compare_values
from ..templates.parts.plan.labels import GIVEN
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
    values, workbook = _Values(book, is_written, *_REMEMBERED), book.event.workbook
    parts = dict(map(values.updated, workbook.worksheets))
    _REMEMBERED[:] = [values.found]
    if values.emptied:
        parts |= workbook.calculated_on_load()
    receipt.kept += values.kept
    return package.with_parts({part: new for part, new in parts.items() if new}), receipt


class _Found(NamedTuple):
    """What was found of a workbook."""

    names: Mapping[str, str]
    last_rows: Mapping[str, int]
    values: dict[CellAddress, Any]
    formulas: dict[CellAddress, str]
    reads: dict[CellAddress, set[tuple[str, Range]]]
    """What was read for the value of a formula, where that is known."""


_NOTHING = _Found({}, {}, {}, {}, {})
_REMEMBERED = [_NOTHING]
"""Of the last workbook."""


class _Values:
    """The values of the formulas of a workbook, each calculated when it is asked for."""

    def __init__(self, book: Book, is_written: bool, before: _Found) -> None:
        self._book, self._is_written = book, is_written
        self._last_rows = {sheet.title: sheet.max_row for sheet in book.values.worksheets}
        self.found = _Found(book.names, self._last_rows, {}, {}, {})
        self._values = self.found.values
        self._before = before if before[:2] == self.found[:2] else _NOTHING
        self._changed: dict[tuple[str, Range], bool] = {}
        self._evaluator = Evaluator(self._read, book.names)
        self._said = {
            text: book.event.language.value(text)
            for text in GIVEN
            if not book.problem and book.event.functions == "native"
        }
        """What functions of ours give that formulas in their place say in another language."""
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
        if cell not in self._values:
            self._values[cell] = _BEGUN
            try:
                self._values[cell] = self._calculated(cell)
            except NotKnownError:
                self._values[cell] = _NOT_KNOWN
                raise
        if self._values[cell] in (_BEGUN, _NOT_KNOWN):
            raise NotKnownError(str(cell))
        return self._values[cell]

    def _calculated(self, cell: CellAddress) -> Any:
        if not self._book.holds_formula(cell):
            value = self._book.value(cell)
            return float(value) if type(value) is int else value
        first, down = self._first_of(cell)
        formula = self._formula(first, native=False)
        if self._is_as_before(cell, formula):
            return self._before.values[cell]
        with self._evaluator.reading() as reads:
            value = self._evaluated(formula, cell.sheet, down)
            if is_error(value):  # what is called may be of another row
                value = self._evaluated(self._formula(first, native=True), cell.sheet, down)
        self.found.formulas[cell], self.found.reads[cell] = formula, reads
        return 0.0 if value is None else self._said.get(value, value)

    def _is_as_before(self, cell: CellAddress, formula: str) -> bool:
        """Whether the value is the one that was found last, as all that it was found from is."""
        before = self._before
        if before.formulas.get(cell) != formula or any(map(self._is_changed, before.reads[cell])):
            return False
        self.found.formulas[cell], self.found.reads[cell] = formula, before.reads[cell]
        return True

    def _is_changed(self, block: tuple[str, Range]) -> bool:
        if block not in self._changed:
            sheet, area = block
            is_shorter_changed = self._changed.get((sheet, area._replace(bottom=area.bottom - 1)))
            if is_shorter_changed is not None:  # of a range that grows row by row
                area = area._replace(top=area.bottom)
            cells = chain.from_iterable(self._rows(sheet, area))
            self._changed[block] = bool(is_shorter_changed) or any(map(self._differs, cells))
        return self._changed[block]

    def _differs(self, cell: CellAddress) -> bool:
        try:
            value = self._value(cell)
        except NotKnownError:
            return True
        before = self._before.values.get(cell, _NOT_KNOWN)
        return type(value) is not type(before) or value != before

    def _first_of(self, cell: CellAddress) -> tuple[CellAddress, int]:
        """The cell whose formula is filled down to a cell, and how far."""
        found = self._book.table_cell(cell)
        if found and self._is_filled_down(found.table, found.key):
            return cell._replace(row=cell.row - found.at), found.at
        return cell, 0

    def _formula(self, cell: CellAddress, native: bool) -> str:
        key = cell, native
        if key not in self._formulas:
            self._formulas[key] = self._book.formula_on_sheet(cell, native, explained=False)
        return self._formulas[key]

    def _evaluated(self, formula: str, sheet: str, down: int) -> Any:
        value = self._evaluator.evaluate(formula, sheet, down)
        while isinstance(value, list):
            value = value[0]
        return value

    def _is_filled_down(self, table: Table, key: str) -> bool:
        column = table.sheet.title, table.letter(key)
        if column not in self._filled_down:
            self._filled_down[column] = table.is_filled_down(key)
        return self._filled_down[column]

    def _read(self, sheet: str, area: Range) -> Block:
        return [[self._value(cell) for cell in row] for row in self._rows(sheet, area)]

    def _rows(self, sheet: str, area: Range) -> Iterator[list[CellAddress]]:
        """The cells of a range by rows, down to the last row of the sheet."""
        columns = range(area.left, area.right + 1)
        for row in range(area.top, min(area.bottom, self._last_rows[sheet]) + 1):
            yield [CellAddress(sheet, row, column) for column in columns]
