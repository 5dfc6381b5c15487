"""Circular references in a workbook that allows them, calculated as a spreadsheet does.

A spreadsheet calculates cells in reading order, each from the values that others have by then, and
starts again until nothing changes any more.  So a cell that is read before it is calculated is
*cut*: it is a constant to the engine, at first with its saved value.  One sweep calculates all
else, and then the formulas of the cells that are cut, which gives the constants of the next.

An example: U24 is ``=U23*U44`` and U44 ``=U24/U23``.  U44 is cut.  With its saved 0.25 and 1000 in
U23, U24 is 250 and U44 0.25 again: that is a fixed point, and everything stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...catalogue.cells import ErrorValue
from ...engines import NotCalculated
from ...engines.base import Condition
from ...grammar.references import CellAddress
from ...grammar.syntax_tree import FormulaError
from ...ooxml.workbook import Workbook
from ..engine_input.formula_translation import FormulaTranslator
from ..sheets.cell_states import State
from ..sheets.sheet_result import SheetResult
from .circles import Circles, cells_in_circles

_ENDLESS = "it refers to itself"
_ENDS_ELSEWHERE = "it refers to itself and had no value: from another one it may end elsewhere"
_MAX_RELATIVE_CHANGE = 1e-3
"""A fixed point is none where a sweep changes a number by more than this part of it."""

_Cell = tuple[SheetResult, int]


class Iteration:
    """The iterative calculation of a workbook's circular references."""

    def __init__(self, workbook: Workbook, translator: FormulaTranslator) -> None:
        self._workbook = workbook
        self._translator = translator
        self._sheets = [worksheet.name for worksheet in workbook.worksheets]
        self._cut: dict[CellAddress, Any] = {}
        """The cells that are cut, with their saved values."""
        self._formulas: dict[CellAddress, str] = {}
        """The formulas of the cells in circles."""
        self._is_done = not workbook.iterates

    def advance(self, results: Sequence[SheetResult]) -> int:
        """Cut circles, or sweep once all are cut; returns for how many cells that is new."""
        if self._is_done:
            return self._keep_converged(results)
        circular = {
            result.task.address(index): (result, index)
            for result in results
            for index in result.indexes_of_type(NotCalculated)
            if result.values[index].is_circular
        }
        if circular:
            return self._cut_circles(circular)
        self._is_done = True
        return (self._sweep(results) if self._cut else 0) or self._keep_converged(results)

    def _cut_circles(self, circular: Mapping[CellAddress, _Cell]) -> int:
        formulas = {
            address: result.task.formula(index) for address, (result, index) in circular.items()
        }
        found = {cell: formulas[cell] for cell in cells_in_circles(formulas)}
        self._formulas |= found
        # a name, or a reference that is made at run time, may close a circle
        early = set() if self._cut else Circles(found).read_too_early(self._sheets)
        cut = early or set(found)
        for address in cut:
            result, index = circular[address]
            saved = result.task.saved_value(index, self._workbook)
            state, reason = State.ITERATED, ""
            if saved is None or isinstance(saved, ErrorValue):
                saved = 0.0  # an error would never leave the circle
                state, reason = State.STARTED, _ENDS_ELSEWHERE
            self._cut[address] = saved
            result.task.states.change(index, state, reason, saved)
        return len(cut)

    def _sweep(self, results: Sequence[SheetResult]) -> int:
        """Give the cells that are cut the values at which the calculation ends."""
        cells = [
            (result, index)
            for result in results
            for index in result.task.states.having(State.ITERATED, State.STARTED)
        ]
        saved = [self._cut[result.task.address(index)] for result, index in cells]
        formulas = [self._formula(*cell) for cell in cells]
        iterate = results[0].calculation.iterate
        sweeps = iterate(formulas, saved, self._workbook.iterations) if iterate else []
        if sweeps and all(map(self._has_ended, saved, sweeps[0])):
            return 0
        before, values = [saved, saved, *sweeps][-2:]
        endless: set[CellAddress] = set()
        circles = Circles(self._formulas)
        for (result, index), one, value in zip(cells, before, values):
            if sweeps and self._has_ended(one, value):
                result.task.states.correct(index, value)
            else:
                endless |= circles.around(result.task.address(index))
        for task in (result.task for result in results):
            for index in range(len(task.sheet.formula_cells)) if endless else ():
                if task.address(index) in endless:
                    task.states.change(index, State.LEFT, _ENDLESS)
        return len(cells)

    def _formula(self, result: SheetResult, index: int) -> Condition:
        """The formula of a cell, for use on any sheet."""
        task = result.task
        try:
            formula = self._translator.for_any_sheet(task, index)
        except FormulaError:
            formula = "#VALUE!"
        return task.address(index), formula

    def _has_ended(self, before: Any, value: Any) -> bool:
        """Whether a sweep changes a value by so little that it is the last one."""
        if type(before) is type(value) is float:
            change = abs(value - before)
            return change < self._workbook.max_change and (
                change <= _MAX_RELATIVE_CHANGE * abs(value)
            )
        return type(before) is type(value) and before == value and type(value) is not ErrorValue

    def _keep_converged(self, results: Sequence[SheetResult]) -> int:
        """Leave values of circular references as saved that had ended there; returns how many.

        A spreadsheet stops when no value changes by ``max_change``, 0.001 if nobody chose another:
        a saved 1.2500 stays where 1.2503 would be next.
        """
        count = 0
        for result in results if self._formulas else ():
            task = result.task
            for index, value in enumerate(result.values):
                if task.address(index) not in self._formulas or index in task.states.left_as_saved:
                    continue
                saved = result.task.saved_value(index, self._workbook)
                if value != saved and self._has_ended(saved, value):
                    task.states.change(index, State.SAME)
                    count += 1
        return count
