"""The values that an engine has calculated for a sheet, and the sheet with them in it."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from types import NoneType
from typing import Any

from ...calculation.receipt import CellMessage, Receipt
from ...catalogue.cells import ErrorValue
from ...engines.base import CalculationResult, NotCalculated, Rows
from ...grammar.references import CellAddress, Range, RangeSet
from ...ooxml.package import NewPart
from ...ooxml.sheet.cached_values import TEXT_DIGITS
from ...ooxml.sheet.cell_patches import array_range_patch, formula_removal_patch, update_patches
from ...ooxml.sheet.formula_cells import OF_ONE_CELL, CellXml
from ...ooxml.sheet.value_updates import apply_updates, compare_values
from ...ooxml.workbook import Workbook
from ...patterns import regex
from .cell_states import State
from .sheet_task import SheetTask

_LONG_DIGITS = regex(rf"[0-9.]{{{TEXT_DIGITS + 2}}}")
_ONE_VALUE = "it gives an array where the file has room for one value"
_EMPTY_ARRAY = ErrorValue("#CALC!", "an array without cells")

MAX_ROUNDING_RESIDUE = 1e-5
"""A larger number is no rounding residue: its operands would have to be above 5,000,000,000."""


class SheetResult:
    """The values of a sheet's formula cells by index, and of the cells that its arrays fill."""

    def __init__(self, task: SheetTask, calculation: CalculationResult) -> None:
        self.task = task
        self.calculation = calculation
        self._ranges = task.ranges
        self.values = self._formula_values()
        """The value of each formula cell."""

    def _formula_values(self) -> list[Any]:
        task, formula_cells = self.task, self.task.sheet.formula_cells
        range_values = self.calculation.values[task.sheet_name]
        if len(self._ranges) == 1:
            (top, left, _, _), rows = self._ranges[0], range_values[0]
            return [
                rows[row - top][column - left]
                for row, column in zip(formula_cells.rows, formula_cells.columns)
            ]
        values = _RangeValues(self._ranges, range_values)
        return [values[cell] for cell in zip(formula_cells.rows, formula_cells.columns)]

    def correct(self, index: int, value: Any) -> None:
        """Let a formula cell have another value of the same type, which no formula reads."""
        self.values[index] = value
        for name in ("differing", "may_change", "has_long_digits"):
            self.__dict__.pop(name, None)

    def indexes_of_type(self, type_: type) -> list[int]:
        """The formula cells with a value of this type, without those that keep their own."""
        left_as_saved = self.task.states.left_as_saved
        return [index for index in self._others.get(type_, ()) if index not in left_as_saved]

    @cached_property
    def _others(self) -> Mapping[type, list[int]]:
        """The formula cells whose value is no number, by its type."""
        found = defaultdict(list)
        for index in [i for i, value in enumerate(self.values) if type(value) is not float]:
            found[type(self.values[index])].append(index)
        return found

    @cached_property
    def differing(self) -> Sequence[int]:
        """The formula cells whose value is not just the saved one, down to the last digit."""
        saved = self.task.sheet.formula_cells.plain_values
        if saved == self.values and [*map(type, saved)] == [*map(type, self.values)]:
            return []
        return [
            index
            for index, (old, new) in enumerate(zip(saved, self.values))
            if old != new or type(old) is not type(new)
        ]

    @cached_property
    def may_change(self) -> frozenset[int]:
        """The formula cells that differ, or whose arrays may; of known formulas no first one."""
        task = self.task
        arrays = [
            index
            for index in task.sheet.formula_cells.array_kinds
            if self.values[index] is None or not self.fills_one_cell(index)
        ]
        found = frozenset((*self.differing, *arrays))
        if task.known_formulas is None:
            return found
        return frozenset(i for i in found if task.has_value(i) or not task.is_known(i))

    @cached_property
    def near_zero(self) -> Sequence[int]:
        """The formula cells, but for arrays, whose value may be what rounding leaves."""
        arrays = self.task.sheet.formula_cells.array_kinds
        return [
            index
            for index, value in enumerate(self.values)
            if type(value) is float
            and -MAX_ROUNDING_RESIDUE < value < MAX_ROUNDING_RESIDUE
            and value != 0.0
            and index not in arrays
        ]

    @cached_property
    def has_long_digits(self) -> bool:
        """Whether a text has a number of more than 15 digits, or what may be one."""
        texts = (self.values[index] for index in self._others.get(str, ()))
        return _LONG_DIGITS.search("\n".join(texts)) is not None

    @property
    def has_errors(self) -> bool:
        """Whether a formula cell has an error, or had one."""
        return ErrorValue in self._others or "e" in self.task.sheet.formula_cells.types

    @property
    def is_empty(self) -> bool:
        """Whether no formula cell has a value."""
        return len(self._others.get(type(None), ())) == len(self.values)

    def blank_value(self, index: int) -> Any:
        """The value of a formula cell for which the engine gives none."""
        formula_cells = self.task.sheet.formula_cells
        cell = formula_cells.rows[index], formula_cells.columns[index]
        return 0.0 if cell in self._spill_ranges else _EMPTY_ARRAY

    def saved_number(self, index: int) -> float | None:
        """The cached value of a formula cell that is a number."""
        formula_cells = self.task.sheet.formula_cells
        try:
            return float(formula_cells.values[index]) if formula_cells.types[index] == "n" else None
        except ValueError:
            return None

    def spill_range(self, index: int, cell: CellXml) -> Range:
        """The range that an array formula fills now."""
        if not cell.is_dynamic and (fixed := cell.array_range):
            return fixed
        if measured := self.task.measured_ranges.get(index):
            return measured
        single_cell = Range(cell.row, cell.column, cell.row, cell.column)
        return self.calculation.spills.get(self.task.address(index), (single_cell, ()))[0]

    def fills_one_cell(self, index: int) -> bool:
        """Whether a formula is a plain one, or an array of one cell that stays one."""
        arrays = self.task.sheet.formula_cells.array_kinds
        return index not in arrays or (
            arrays[index] in OF_ONE_CELL
            and index not in self.task.measured_ranges
            and index not in self._spilling
        )

    def filled_by(self, index: int) -> Iterator[CellAddress]:
        """The address of a formula cell, and those of the other cells that its array fills."""
        cell = self.task.cell(index)
        if not cell.array_range:
            yield self.task.address(index)
            return
        for row, column in self.spill_range(index, cell).cells():
            yield CellAddress(self.task.sheet_name, row, column)

    def range_rows(self, index: int, cell: CellXml) -> Rows:
        """The values in the range that a formula fills, by rows."""
        if not cell.array_range:
            value = self.values[index]
            return [[self.blank_value(index) if value is None else value]]
        spill = self.calculation.spills.get(self.task.address(index))
        if spill and index not in self.task.measured_ranges:
            return spill[1]
        range_, values = self.spill_range(index, cell), self._range_values
        if range_.cell_count == 1 and self.values[index] is None:
            return [[self.blank_value(index)]]
        return [
            [values[row, column] for column in range(range_.left, range_.right + 1)]
            for row in range(range_.top, range_.bottom + 1)
        ]

    def leave_failures(self, failures: Mapping[CellAddress, str]) -> int:
        """Keep cells that cannot be calculated; intersect those that spill, and return how many."""
        task = self.task
        states = task.states
        if failures:
            for index in range(len(self.values)):
                reason = failures.get(task.address(index))
                if reason and index not in states.left_as_saved:
                    state = State.LEFT if self._is_circular(index) else State.WAITING
                    states.change(index, state, reason)
        spilling = {
            index
            for index in (*task.spill_candidates, *task.catalogue_spill_candidates)
            if (index in self._spilling or self.values[index] == "#SPILL!")
            and index not in states.left_as_saved
            and index not in task.sheet.formula_cells.dynamic
        }
        for index in spilling & task.intersected:
            states.change(index, State.LEFT, _ONE_VALUE)
        spilling -= task.intersected
        task.intersected |= spilling
        return len(spilling)

    def _is_circular(self, index: int) -> bool:
        value = self.values[index]
        return isinstance(value, NotCalculated) and value.is_circular

    def spill_cell_values(self) -> Iterator[tuple[CellXml, Any]]:
        """The cells of the file in the ranges of arrays, except anchors, with their values."""
        sheet = self.task.sheet
        if sheet.spill_cells:
            kept_ranges = self.task.saved_array_ranges()
            values, spill_ranges = self._range_values, self._spill_ranges
            for cell in sheet.spill_cells:
                position = cell.row, cell.column
                if position not in kept_ranges:
                    value = values[position]
                    if value is None and position in spill_ranges:
                        value = 0.0
                    yield cell, value

    def new_cell_values(self) -> dict[tuple[int, int], Any]:
        """The values of cells in the ranges of arrays that the file does not have."""
        arrays = self._calculated_arrays()
        if not arrays:
            return {}
        sheet = self.task.sheet
        existing = set(zip(sheet.formula_cells.rows, sheet.formula_cells.columns))
        existing |= {(cell.row, cell.column) for cell in sheet.spill_cells}
        new_values: dict[tuple[int, int], Any] = {}
        for index, cell in arrays.items():
            values = chain.from_iterable(self.range_rows(index, cell))
            for position, value in zip(self.spill_range(index, cell).cells(), values):
                if position not in existing:
                    new_values[position] = 0.0 if value is None else value
        return new_values

    def changed_array_ranges(self) -> Mapping[int, Range]:
        """The new ranges of arrays whose range changes."""
        return {
            index: range_
            for index, cell in self._calculated_arrays().items()
            if (range_ := self.spill_range(index, cell)) != cell.array_range
        }

    def _calculated_arrays(self) -> dict[int, CellXml]:
        """The anchors of array formulas that are calculated, and fill several cells or did."""
        formula_cells = self.task.sheet.formula_cells
        return {
            index: formula_cells.cell(index)
            for index in formula_cells.kinds.arrays
            if index not in self.task.states.left_as_saved and not self.fills_one_cell(index)
        }

    @cached_property
    def _spilling(self) -> frozenset[int]:
        """The formula cells whose arrays the engine spills."""
        sheet, cells = self.task.sheet_name, self.task.sheet.formula_cells
        spills = self.calculation.spills
        return frozenset(cells.indexes[cell[1:]] for cell in spills if cell.sheet == sheet)

    @cached_property
    def _spill_ranges(self) -> RangeSet:
        """The ranges of the engine's arrays on the sheet."""
        spills = self.calculation.spills.items()
        return RangeSet(
            range_ for cell, (range_, _) in spills if cell.sheet == self.task.sheet_name
        )

    @cached_property
    def _range_values(self) -> _RangeValues:
        return _RangeValues(self._ranges, self.calculation.values[self.task.sheet_name])


class _RangeValues:
    """The values of the requested ranges by row and column.

    Ranges that share a column lie one below the other, in their order.
    """

    def __init__(self, ranges: Sequence[Range], values: Sequence[Rows]) -> None:
        self._tops: dict[int, list[int]] = defaultdict(list)
        self._ranges: dict[int, list[tuple[Range, Rows]]] = defaultdict(list)
        for range_, rows in zip(ranges, values):
            for column in range(range_.left, range_.right + 1):
                self._tops[column].append(range_.top)
                self._ranges[column].append((range_, rows))

    def __getitem__(self, cell: tuple[int, int]) -> Any:
        row, column = cell
        number = bisect_right(self._tops.get(column, ()), row) - 1
        if number >= 0:
            range_, rows = self._ranges[column][number]
            if row <= range_.bottom:
                return rows[row - range_.top][column - range_.left]
        return NotCalculated("it is not part of what was calculated")


def update_sheet(result: SheetResult, workbook: Workbook, receipt: Receipt) -> NewPart | None:
    """The sheet's part with new values, None if none changes; the receipt counts and names them."""
    task, sheet = result.task, result.task.sheet
    values = result.values.copy()
    blank_or_error = (*result.indexes_of_type(NoneType), *result.indexes_of_type(ErrorValue))
    for index in sorted(blank_or_error):
        value = values[index]
        if value is None:
            value = values[index] = result.blank_value(index)
        if isinstance(value, ErrorValue):
            override = task.states.own_values.get(index)
            value = override if isinstance(override, ErrorValue) else value
            message = f"{value}: {value.message}" if value.message else str(value)
            receipt.errors.append(CellMessage(str(task.address(index)), message))
    left, resized = task.states.left_as_saved, result.changed_array_ranges()
    updates = compare_values(sheet, values, left, workbook, result.differing, resized)
    patches, changed = updates.patches, updates.changed
    for cell, value in result.spill_cell_values():
        cell_patches = update_patches(sheet, cell, value, workbook)
        if cell_patches and value is None and cell.f_start >= 0:  # no array fills it any more
            cell_patches.append(formula_removal_patch(sheet, cell))
        patches += cell_patches
        changed += bool(cell_patches)
    if new_values := result.new_cell_values():
        from ...ooxml.sheet.new_cells import new_cell_patches

        new_patches = new_cell_patches(sheet, workbook.package.name, new_values)
        patches += new_patches
        changed += len(new_values) if new_patches else 0
    patches += [
        array_range_patch(sheet.data, task.cell(index), str(range_))
        for index, range_ in resized.items()
    ]
    receipt.formulas += len(sheet.formula_cells)
    receipt.changed += changed
    decided = [*task.states]
    if calculated := len(sheet.formula_cells) - len(decided):
        receipt.states[State.CALCULATED.value] += calculated
    for index, (state, reason, *_) in decided:
        receipt.states[state.value] += 1
        if state.is_kept:
            is_empty = not task.has_value(index)
            array = task.cell(index).array_range if is_empty else None
            cells = array.cells() if array else [task.address(index)[1:]]
            notes = [CellMessage(str(CellAddress(task.sheet_name, *c)), reason) for c in cells]
            receipt.kept += notes
            receipt.empty += notes if is_empty else ()
        elif state.is_uncertain:
            filled = result.filled_by(index)
            receipt.uncertain += [CellMessage(str(address), reason) for address in filled]
    if not (updates.changed or patches):
        return None
    return apply_updates(sheet, updates)
