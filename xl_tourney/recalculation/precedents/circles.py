"""Circular references in a workbook that allows them, calculated as a spreadsheet does.

A spreadsheet calculates cells in reading order, each from the values that others have by then, and
starts again until no cell changes by 0.001 any more, or by what the file says
(`Microsoft's Q214344 <https://mskb.pkisolutions.com/kb/214344>`_).  So a cell that is read before
it is calculated is *cut*: it is a constant to the engine, at first with its saved value.  One sweep
calculates all else, and then the formulas of the cells that are cut, which gives the constants of
the next.

An example: U24 is ``=U23*U44`` and U44 ``=U24/U23``.  U44 is cut.  With its saved 0.25 and 1000 in
U23, U24 is 250 and U44 0.25 again: that is a fixed point, and everything stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from typing import Any

from ...catalogue.cells import ErrorValue
from ...engines.base import Condition, NotCalculated
from ...grammar.formula_references import precedent_ranges
from ...grammar.references import CellAddress, CellSet, SheetRange
from ...grammar.syntax_tree import FormulaError
from ...ooxml.workbook import Workbook
from ..engine_input.formula_translation import FormulaTranslator
from ..sheets.cell_states import State
from ..sheets.sheet_result import SheetResult

_ENDLESS = "it refers to itself"
_HAD_NO_VALUE = "it refers to itself and had no value: from another one it may end elsewhere"
_WAS_STALE = "it refers to itself, and something in the circle was stale: it may end elsewhere"
_PART = 1e-3
"""A circle goes on where a sweep changes a number by more than this part of it, ..."""
_PART_OF_DEPENDENT = 1e-6
"""... and what depends on it is calculated where it changes by more than this part, ..."""
_NEARLY_ZERO = 1e-9
"""... unless it is less than this part of the largest number in circles: a balance near 0."""

_Cell = tuple[SheetResult, int]
_Change = tuple[Any, Any]
"""A saved value, and a calculated one."""
_MAX_CELLS = 5_000
"""With more cells than these all of them count as part of a circular reference."""

Graph = Mapping[CellAddress, Sequence[CellAddress]]


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
        self._moved: set[CellAddress] = set()
        """The cells of circles that are no fixed point, or depend on one that is none."""
        self._largest = 0.0
        """The largest number in circles."""
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
            state, reason = State.CUT, ""
            if saved is None or isinstance(saved, ErrorValue):
                saved = 0.0  # an error would never leave the circle
                state, reason = State.ITERATED, _HAD_NO_VALUE
            self._cut[address] = saved
            result.task.states.change(index, state, reason, saved)
        return len(cut)

    def _sweep(self, results: Sequence[SheetResult]) -> int:
        """Give the cells that are cut the values at which the calculation ends.

        Circles whose values are a fixed point, and do not depend on another, keep them.
        """
        cells = {
            result.task.address(index): (result, index)
            for result in results
            for index in result.task.states.having(State.CUT, State.ITERATED)
        }
        saved = [self._cut[address] for address in cells]
        formulas = [self._formula(*cell) for cell in cells.values()]
        iterate = results[0].calculation.iterate
        sweeps = iterate(formulas, saved, self._workbook.iterations) if iterate else []
        circles = Circles(self._formulas)
        swept = dict(zip(cells, sweeps[0])) if sweeps else {}
        self._moved = self._find_moved(circles, self._circular_values(results), swept)
        before, values = [saved, saved, *sweeps][-2:]
        endless: set[CellAddress] = set()
        for (address, (result, index)), one, value in zip(cells.items(), before, values):
            if address not in self._moved:
                continue
            if sweeps and self._has_ended(one, value):
                reason = result.task.states[index].reason or _WAS_STALE
                result.task.states.change(index, State.ITERATED, reason, value)
            elif address not in endless:
                endless |= circles.around(address)
        for task in (result.task for result in results):
            for index in range(len(task.sheet.formula_cells)) if endless else ():
                if task.address(index) in endless:
                    task.states.change(index, State.LEFT, _ENDLESS)
        return len(self._moved)

    def _circular_values(self, results: Sequence[SheetResult]) -> Mapping[CellAddress, _Change]:
        """What the cells in circles hold, and what they are calculated as."""
        return {
            address: (result.task.saved_value(index, self._workbook), value)
            for result in results
            for index, value in enumerate(result.values)
            if (address := result.task.address(index)) in self._formulas
        }

    def _find_moved(
        self,
        circles: Circles,
        changes: Mapping[CellAddress, _Change],
        swept: Mapping[CellAddress, Any],
    ) -> set[CellAddress]:
        """The cells of circles that are no fixed point, or depend on one that is none.

        A circle is a fixed point if one sweep changes no cell of it by as much as a spreadsheet
        goes on for.
        """
        moved: set[CellAddress] = set()
        found: set[CellAddress] = set()
        after = {cell: (saved, swept.get(cell, value)) for cell, (saved, value) in changes.items()}
        numbers = [abs(value) for _, value in after.values() if type(value) is float]
        self._largest = max(numbers, default=0.0)
        for cell in self._cut:
            if cell not in found:
                circle = circles.around(cell)
                found |= circle
                if not (swept and all(self._has_ended(*after[one]) for one in circle)):
                    moved |= circle
        return circles.after(moved)

    def _formula(self, result: SheetResult, index: int) -> Condition:
        """The formula of a cell, for use on any sheet."""
        task = result.task
        try:
            formula = self._translator.for_any_sheet(task, index)
        except FormulaError:
            formula = "#VALUE!"
        return task.address(index), formula

    def _has_ended(self, before: Any, value: Any, part: float = _PART) -> bool:
        """Whether a sweep changes a value by so little that it is the last one."""
        if type(before) is type(value) is float:
            change = abs(value - before)
            return change < self._workbook.max_change and (
                change <= part * abs(value)
                or max(abs(before), abs(value)) <= _NEARLY_ZERO * self._largest
            )
        return type(before) is type(value) and before == value and type(value) is not ErrorValue

    def _keep_converged(self, results: Sequence[SheetResult]) -> int:
        """Leave numbers as saved that a circle which is a fixed point leaves so; returns how many.

        A saved 1.2500 stays where 1.2503 would be next.  What depends on a circle may have been
        calculated a sweep before its end: a balance of 1E-6 stays, too, where it would be 1E-7.
        """
        count = 0
        for result in results if self._formulas else ():
            task = result.task
            for index, value in enumerate(result.values):
                if type(value) is not float or index in task.states.left_as_saved:
                    continue
                saved = result.saved_number(index)
                if saved is None or saved == value:
                    continue
                address = task.address(index)
                part = _PART if address in self._formulas else _PART_OF_DEPENDENT
                if address not in self._moved and self._has_ended(saved, value, part):
                    task.states.change(index, State.SAME)
                    count += 1
        return count


# Which cells are in circles -----------------------------------------------------------------------


def first_cells(formulas: Mapping[CellAddress, str]) -> set[CellAddress]:
    """The cells without precedents among all of them; all cells if none is found."""
    if len(formulas) > _MAX_CELLS:
        return set(formulas)
    cells = _cell_set(formulas)
    return {
        cell
        for cell, formula in formulas.items()
        if cells.first_in(_ranges(formula, cell.sheet)) is None
    } or set(formulas)


def cells_in_circles(formulas: Mapping[CellAddress, str]) -> set[CellAddress]:
    """The cells in circular references, among those that an engine cannot calculate for one.

    An engine fails for the cells of a circular reference and for their dependents.  Only the former
    keep their cached values; their dependents are calculated from these.  If none is found it is
    all cells.

    An example: A1 is ``=B1``, B1 ``=A1+1`` and C1 ``=B1``.  A1 and B1 are in a circle: each has a
    precedent and a dependent that are left when those without are taken away, again and again.  C1
    has no dependent, so it goes first; it is calculated when A1 and B1 are constants.
    """
    if len(formulas) > _MAX_CELLS:
        return set(formulas)
    precedents = _precedents(formulas)
    remaining = _without_end(precedents, set(formulas))
    return _without_end(_dependents(precedents), remaining) or set(formulas)


def _without_end(neighbours: Graph, cells: set[CellAddress]) -> set[CellAddress]:
    """Those of some cells from which neighbours lead round in a circle."""
    sorter = TopologicalSorter({cell: cells.intersection(neighbours[cell]) for cell in cells})
    with suppress(CycleError):  # it sorts the others all the same
        sorter.prepare()
    found = set(cells)
    while ended := sorter.get_ready():
        found.difference_update(ended)
        sorter.done(*ended)
    return found


class Circles:
    """The circles that some cells are in, by their formulas."""

    def __init__(self, formulas: Mapping[CellAddress, str]) -> None:
        self._precedents = _precedents(formulas)
        self._dependents = _dependents(self._precedents)

    def read_too_early(self, sheets: Sequence[str]) -> set[CellAddress]:
        """The cells that read themselves, or that one reads which comes first in reading order."""
        numbers = {name: number for number, name in enumerate(sheets)}

        def place(cell: CellAddress) -> tuple[int, int, int]:
            return numbers.get(cell.sheet, 0), cell.row, cell.column

        return {
            precedent
            for cell, cells in self._precedents.items()
            for precedent in cells
            if place(cell) <= place(precedent)
        }

    def around(self, cell: CellAddress) -> set[CellAddress]:
        """The cells that a cell depends on, and that depend on it; it is among them."""
        return {cell} | (_reached(cell, self._precedents) & _reached(cell, self._dependents))

    def after(self, cells: Iterable[CellAddress]) -> set[CellAddress]:
        """Some cells, and those that depend on one of them."""
        found = set(cells)
        return found.union(*(_reached(cell, self._dependents) for cell in found))


def _reached(cell: CellAddress, neighbours: Graph) -> set[CellAddress]:
    reached: set[CellAddress] = set()
    waiting = [*neighbours.get(cell, ())]
    while waiting:
        found = waiting.pop()
        if found not in reached:
            reached.add(found)
            waiting += neighbours[found]
    return reached


def _cell_set(formulas: Mapping[CellAddress, str]) -> CellSet[CellAddress]:
    cells: CellSet[CellAddress] = CellSet()
    for cell in formulas:
        cells.add(cell.sheet.casefold(), cell.row, cell.column, cell)
    return cells


@lru_cache(maxsize=2 * _MAX_CELLS)
def _ranges(formula: str, sheet: str) -> Sequence[SheetRange]:
    """What a formula refers to; asked for the same cells again as their circles are cut."""
    return [(name.casefold(), range_) for name, range_ in precedent_ranges(formula, sheet)]


def _precedents(formulas: Mapping[CellAddress, str]) -> dict[CellAddress, list[CellAddress]]:
    """For each cell its precedents among the cells."""
    cells = _cell_set(formulas)
    return {
        cell: [*cells.all_in(_ranges(formula, cell.sheet))] for cell, formula in formulas.items()
    }


def _dependents(precedents: Graph) -> dict[CellAddress, list[CellAddress]]:
    dependents: dict[CellAddress, list[CellAddress]] = {cell: [] for cell in precedents}
    for cell, cells in precedents.items():
        for precedent in cells:
            dependents[precedent].append(cell)
    return dependents
