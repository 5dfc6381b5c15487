"""Uncertain cells: those that depend on a cell which keeps its value although its inputs changed.

A cell that is left as saved while its inputs are what they were has the right value.  An example:
A1 is 2, B1 ``=A1*10`` and C1 ``=B1+1``, and the engine cannot calculate B1.  As long as A1 is what
it was, B1 and C1 are right.  When A1 becomes 3 B1 stays 20: it is outdated, and C1 is uncertain.
If an engine gives it another value all the same, that is not certain: its dependents are uncertain,
too, where they change.  And a new value that no other engine can confirm is uncertain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ...grammar.references import CellAddress, Range
from ...ooxml.sheet.cached_values import has_value, matches_value_bytes
from ...ooxml.sheet.cell_patches import update_patches
from ...ooxml.workbook import Workbook
from ..engine_input.formula_translation import FormulaTranslator
from ..sheet_result import SheetResult
from ..sheet_task import SheetTask
from .formula_precedents import FormulaPrecedents, filled_cells
from .graph import CellSet, SheetRange, find_dependents
from .volatile_cells import is_volatile_formula

_MAX_ROOTS = 2_000
"""Among more changed cells of a sheet no edited constant is searched."""

_DEPENDS_ON = "it depends on {}, which is not calculated"


class Uncertain(NamedTuple):
    """A calculated cell whose value is not certain."""

    reason: str
    is_of_empty_cells: bool = False
    """Whether neither it nor the outdated cell that it depends on has a cached value."""


def leave_uncertain(tasks: Iterable[SheetTask], uncertain: Mapping[CellAddress, Uncertain]) -> None:
    """Let uncertain cells keep their cached values."""
    for task in tasks:
        for index in range(len(task.sheet.formula_cells)):
            if found := uncertain.get(task.address(index)):
                task.left_as_saved[index] = found.reason


class UncertainCells:
    """Finds the uncertain cells of a calculated workbook."""

    def __init__(
        self, results: Sequence[SheetResult], workbook: Workbook, translator: FormulaTranslator
    ) -> None:
        self._results = results
        self._workbook = workbook
        sheet_names = [worksheet.name for worksheet in workbook.worksheets]
        evaluate = results[0].calculation.evaluate_formulas if results else None
        self._precedents = FormulaPrecedents(translator, sheet_names, evaluate)

    def find(self) -> Mapping[CellAddress, Uncertain]:
        """The uncertain cells, and why they are."""
        tasks = [result.task for result in self._results]
        uncertain = {
            task.address(index): Uncertain(reason)
            for task in tasks
            for index, reason in (task.unconfirmed | task.only_by_another).items()
            if index not in task.left_as_saved
        }
        dependents = self._find_dependents_of_outdated()
        empty = set(self._without_value(dependents)) if dependents else set()
        return uncertain | {
            cell: Uncertain(_DEPENDS_ON.format(outdated), cell in empty and outdated in empty)
            for cell, outdated in dependents.items()
        }

    def _without_value(
        self, dependents: Mapping[CellAddress, CellAddress]
    ) -> Iterator[CellAddress]:
        """The cells without a cached value, among some and those that they depend on."""
        cells = {*dependents, *dependents.values()}
        for task in (result.task for result in self._results):
            for index in range(len(task.sheet.formula_cells)):
                address = task.address(index)
                if address in cells and not has_value(task.sheet.formula_cells.cell(index)):
                    yield address

    def _find_dependents_of_outdated(self) -> Mapping[CellAddress, CellAddress]:
        """The cells that depend on an outdated one, each with that cell."""
        tasks = [result.task for result in self._results]
        may_be_outdated = any(map(_named_in_receipt, tasks))
        changed = self._find_changed() if may_be_outdated else CellSet()
        outdated = self._find_outdated(changed) if may_be_outdated else set()
        uncertain = {}
        if outdated:
            cells = [(task, i) for task in tasks for i in range(len(task.sheet.formula_cells))]
            uncertain = self._find_dependents(outdated, cells)
        doubted = {task.address(i) for task in tasks for i in task.doubted & {*task.left_as_saved}}
        if changed and doubted:
            cells = [
                (task, index)
                for task in tasks
                for index, cell in enumerate(_places(task))
                if index in task.doubted
                or changed.first_in([(task.sheet_name.casefold(), Range(*cell, *cell))])
            ]
            uncertain = self._find_dependents(doubted, cells) | uncertain
        return uncertain

    def _find_changed(self) -> CellSet[bool]:
        changed: CellSet[bool] = CellSet()
        for result in self._results:
            for row, column in _changed_cells(result, self._workbook):
                changed.add(result.task.sheet_name.casefold(), row, column, True)
        return changed

    def _find_outdated(self, changed: CellSet[bool]) -> set[CellAddress]:
        """The cells left as saved without a cached value, or with an input that has changed."""
        left_as_saved = {
            result.task.sheet_name: indexes
            for result in self._results
            if (indexes := _named_in_receipt(result.task))
        }
        edited = self._find_edited(changed) if left_as_saved and changed else []
        outdated = set()
        for task in (result.task for result in self._results):
            indexes = left_as_saved.get(task.sheet_name, [])
            precedents = self._precedents.find(task, indexes) if changed else {}
            for index in indexes:
                ranges = precedents.get(index, ())
                cell = task.sheet.formula_cells.cell(index)
                if (
                    not has_value(cell)
                    or (ranges is None and changed)
                    or changed.first_in(ranges or ())
                    or any(_overlap(one, other) for one in ranges or () for other in edited)
                ):
                    outdated.add(task.address(index))
        return outdated

    def _find_edited(self, changed: CellSet[bool]) -> list[SheetRange]:
        """The constants that were edited: a value has changed, and nothing else that it reads.

        An example: A1 is edited, and B1 ``=A1*2`` changes.  C1, which reads A1 and cannot be
        calculated, is outdated.
        """
        edited: dict[SheetRange, None] = {}
        cells = CellSet[bool]()
        for task in (result.task for result in self._results):
            for row, column in _places(task):
                cells.add(task.sheet_name.casefold(), row, column, True)
        for task in (result.task for result in self._results):
            sheet = task.sheet_name.casefold()
            indexes = [
                index
                for index, place in enumerate(_places(task))
                if changed.first_in([(sheet, Range(*place, *place))])
                and has_value(cell := task.sheet.formula_cells.cell(index))
                and not is_volatile_formula(task.sheet.resolved_formula(cell))
            ]
            for ranges in self._precedents.find(task, indexes[:_MAX_ROOTS]).values():
                if ranges and not changed.first_in(ranges):
                    edited |= dict.fromkeys(one for one in ranges if not cells.first_in([one]))
        return list(edited)

    def _find_dependents(
        self, outdated: set[CellAddress], cells: Sequence[tuple[SheetTask, int]]
    ) -> dict[CellAddress, CellAddress]:
        """The cells, among some, that depend on some others, by way of these cells alone."""
        addresses = [task.address(index) for task, index in cells]
        positions = [filled_cells(task, index) for task, index in cells]
        precedents: list[Sequence[SheetRange] | None] = []
        for task in (result.task for result in self._results):
            indexes = [index for other, index in cells if other is task]
            precedents += self._precedents.find(task, indexes).values()
        left_as_saved = {
            number for number, (task, index) in enumerate(cells) if index in task.left_as_saved
        }
        origins = [number for number, address in enumerate(addresses) if address in outdated]
        doubtful = find_dependents(positions, precedents.__getitem__, origins, left_as_saved)
        return {
            addresses[number]: addresses[origin]
            for number, origin in doubtful.items()
            if number not in left_as_saved
        }


def _overlap(one: SheetRange, other: SheetRange) -> bool:
    """Whether two ranges have a cell in common."""
    (sheet, (top, left, bottom, right)), (other_sheet, (first, begin, last, end)) = one, other
    return sheet == other_sheet and (
        top <= last and first <= bottom and left <= end and begin <= right
    )


def _places(task: SheetTask) -> Iterator[tuple[int, int]]:
    """The row and the column of each formula cell."""
    return zip(task.sheet.formula_cells.rows, task.sheet.formula_cells.columns)


def _named_in_receipt(task: SheetTask) -> list[int]:
    """The cells left as saved that the receipt names; others would change in last digits only."""
    return [index for index, reason in task.left_as_saved.items() if reason]


def _changed_cells(result: SheetResult, workbook: Workbook) -> Iterator[tuple[int, int]]:
    """The cells of a sheet whose values change."""
    task, sheet = result.task, result.task.sheet
    formula_cells = sheet.formula_cells
    for index, value in enumerate(result.values):
        cached = formula_cells.types[index], formula_cells.values[index]
        if index in task.left_as_saved or matches_value_bytes(*cached, value):
            continue
        if value is None:
            value = result.blank_value(index)
        if update_patches(sheet, formula_cells.cell(index), value, workbook):
            yield formula_cells.rows[index], formula_cells.columns[index]
    for cell, value in result.spill_cell_values():
        if update_patches(sheet, cell, value, workbook):
            yield cell.row, cell.column
    yield from result.new_cell_values()
