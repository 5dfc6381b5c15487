"""Which saved values of a sheet change, and by how much.

A number that differs after its ninth digit is the saved one, and so is a rounding residue.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property
from typing import Any

from ...grammar.function_names import called_without_parsing
from ...grammar.spreadsheet_functions import values_of
from ...grammar.syntax_tree import FormulaError
from ...ooxml.sheet.cached_values import SharedStrings, matches_saved, read_cached_value, to_python
from ...ooxml.sheet.cell_patches import differs
from ...ooxml.sheet.formula_cells import CellXml
from ...ooxml.sheet.value_updates import is_cached_text
from ..sheets.sheet_result import MAX_ROUNDING_RESIDUE, SheetResult
from .formula_risks import FormulaRisks
from .opinion_inputs import MAX_SEARCHED_CELLS, values_read

_ROUNDING_RESIDUE = 1e-12
"""A number below this part of one that it is calculated from may be a rounding residue.

In ``=0.1+0.2-0.3`` one engine leaves 5.6E-17 and another one 0: beside 0.3 neither is anything.
"""


_IMAGINARY = ("i", "j")
"""The end of a complex number."""


def _number(value: Any) -> complex | None:
    """A number, or the complex number that a text is; None for any other value.

    >>> [_number(value) for value in (2.0, "3E-22-j", "-i", "7", "Fiji", True)]
    [2.0, (3e-22-1j), -1j, None, None, None]
    """
    if type(value) is float:
        return value
    if type(value) is not str or value[-1:] not in _IMAGINARY:
        return None
    try:
        return complex(f"{value[:-1]}j")
    except ValueError:
        return None


class Change(Enum):
    """How much a saved value changes."""

    NONE = 0
    LAST_DIGITS = 1
    VALUE = 2


class ChangedValues:
    """The values of a sheet that are not the saved ones."""

    def __init__(
        self,
        result: SheetResult,
        risks: FormulaRisks,
        strings: SharedStrings,
        *,
        trusts_new_values: bool,
    ) -> None:
        self._result = result
        self._sheet = result.task.sheet
        self._risks = risks
        self._strings = strings
        self._trusts_new_values = trusts_new_values
        """Whether any value is trusted in a cell without a cached value."""

    def compare(self, index: int) -> Change:
        """How much the value of a cell changes, or of a cell that its array fills."""
        cells, value = self._sheet.formula_cells, self._result.values[index]
        tolerances = self._tolerances[self._sheet.shapes.of_cells[index]]
        if value is not None and self._result.fills_one_cell(index):
            if cells.types[index] == "n" and not cells.values[index]:
                return Change.NONE if self._trusts_new_values else Change.VALUE
            if matches_saved(cells, index, value):
                return Change.NONE  # nearly every cell
            if type(value) is str and value[-1:] not in _IMAGINARY:
                saved_text = cells.values[index] if cells.types[index] == "str" else b""
                if saved_text and is_cached_text(saved_text, value):
                    return Change.NONE
                if saved_text or cells.types[index] == "n":
                    return Change.VALUE
            saved = self._result.saved_number(index)
            if type(value) is float and saved is not None:
                if math.isclose(saved, value, rel_tol=tolerances[0], abs_tol=tolerances[1]):
                    return Change.LAST_DIGITS
                if not max(abs(saved), abs(value)) < MAX_ROUNDING_RESIDUE:
                    return Change.VALUE
            elif saved is not None and type(value) in (bool, str):
                return Change.VALUE
        changed = [*self._changed_cells(self._sheet.formula_cells.cell(index), index)]
        if not changed:
            return Change.NONE
        if all(self._is_close(cell, new, *tolerances) for cell, new in changed) or (
            self._is_next_to_nothing(index, changed)
        ):
            return Change.LAST_DIGITS
        return Change.VALUE

    def cached_value(self, index: int) -> Any:
        """The saved value of a formula cell."""
        cells = self._sheet.formula_cells
        if cells.types[index] == "n" and not cells.values[index]:
            return None
        return self._cached_value(self._sheet.formula_cells.cell(index))

    def is_trusted(self, cached: Any) -> bool:
        """Whether a new value is trusted in place of this one."""
        return cached is None and self._trusts_new_values

    def _changed_cells(self, cell: CellXml, index: int) -> Iterator[tuple[CellXml, Any]]:
        """The cell, and the cells that its array fills, if their cached values would change."""
        values = [(cell, self._result.values[index])]
        if range_ := cell.array_range:
            if self._result.spill_range(index, cell) != range_:
                if not self.is_trusted(self._cached_value(cell)):
                    yield cell, None
                return
            values += [
                (spill_cell, spill_value)
                for spill_cell, spill_value in self._spill_cell_values
                if range_.contains(spill_cell.row, spill_cell.column)
            ]
        for cell, value in values:
            if differs(self._sheet, cell, value, self._strings) and not self.is_trusted(
                self._cached_value(cell)
            ):
                yield cell, value

    @cached_property
    def _spill_cell_values(self) -> list[tuple[CellXml, Any]]:
        return list(self._result.spill_cell_values())

    def _is_close(self, cell: CellXml, value: Any, relative: float, absolute: float) -> bool:
        one, other = map(_number, (self._cached_value(cell), value))
        return (
            one is not None
            and other is not None
            and cmath.isclose(one, other, rel_tol=relative, abs_tol=absolute)
        )

    @cached_property
    def _tolerances(self) -> Mapping[str, tuple[float, float]]:
        """By shape the relative and the absolute difference that is none.

        Some functions have few digits.
        """
        digits = values_of("excel-error")
        found = {}
        for shape, formula in self._sheet.shapes.formulas.items():
            names = digits.keys() & called_without_parsing(formula)
            largest = max((float(digits[name]) for name in names), default=0)
            found[shape] = (1e-7 if names else 1e-9, max(1e-12, largest))
        return found

    def _is_next_to_nothing(self, index: int, changed: Sequence[tuple[CellXml, Any]]) -> bool:
        """Whether old and new values are rounding residues beside the largest number read."""
        numbers = [n for cell, value in changed for n in (self._cached_value(cell), value)]
        if not all(type(number) is float for number in numbers):
            return False
        largest = max(map(abs, numbers))
        return largest < MAX_ROUNDING_RESIDUE and any(
            type(value) is float and largest < _ROUNDING_RESIDUE * abs(value)
            for value in self._read(index)
        )

    def _read(self, index: int) -> list[Any]:
        """The values of the cells that a formula names; none if they are too many."""
        try:
            formula = self._risks.translated_formula(index)
        except FormulaError:
            return []
        found = [*values_read(self._result.calculation, formula, self._result.task.sheet_name)]
        values = [value for block in found for value in block or ()]
        return [] if None in found or len(values) > MAX_SEARCHED_CELLS else values

    def _cached_value(self, cell: CellXml) -> Any:
        return to_python(read_cached_value(self._sheet, cell, self._strings))
