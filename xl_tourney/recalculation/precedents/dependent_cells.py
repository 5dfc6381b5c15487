"""The cells that are not certain, for they depend on others that are not.

A cell that is left as saved while its inputs are what they were has the right value.  An example:
A1 is 2, B1 ``=A1*10`` and C1 ``=B1+1``, and the engine cannot calculate B1.  As long as A1 is what
it was, B1 and C1 are right.  When A1 becomes 3 B1 stays 20: it is outdated, and C1 is uncertain.
If C1 changes and reads a constant besides, that was edited or B1 is outdated: C1 is uncertain, too.
If an engine gives it another value all the same, that is not certain: its dependents are uncertain,
too, where they change.  And so is all that depends on a new value which is uncertain itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ...grammar.references import CellSet, Range, SheetRange
from ...ooxml.sheet.cached_values import matches_saved
from ...ooxml.sheet.cell_patches import update_patches
from ...ooxml.workbook import Workbook
from ..engine_input.formula_translation import FormulaTranslator
from ..sheets.cell_states import KEPT, UNCERTAIN, State
from ..sheets.sheet_result import SheetResult
from ..sheets.sheet_task import SheetTask
from .formula_precedents import FormulaPrecedents, filled_cells, filled_range
from .graph import find_dependents
from .volatile_cells import is_volatile_formula

_MAX_ROOTS = 2_000
"""Among more changed cells of a sheet no edited constant is searched."""

_Cell = tuple[int, int]
"""The numbers of a sheet and of a formula cell."""


class Dependent(NamedTuple):
    """A calculated cell that depends on a cell which is not certain."""

    task: SheetTask
    cell_index: int
    reason: str
    is_of_empty_cells: bool
    """Whether it has no cached value, and depends on a cell without one that is left so."""


class DependentCells:
    """Finds the dependents of cells that are not certain in a calculated workbook."""

    def __init__(
        self, results: Sequence[SheetResult], workbook: Workbook, translator: FormulaTranslator
    ) -> None:
        self._results = results
        self._tasks = [result.task for result in results]
        self._workbook = workbook
        sheet_names = [worksheet.name for worksheet in workbook.worksheets]
        self._precedents = FormulaPrecedents(
            translator, sheet_names, lambda asked: results[0].calculation.evaluate_formulas(asked)
        )
        self._ranges: list[dict[int, Sequence[SheetRange] | None]] = [{} for _ in results]
        """What cells refer to, as far as it is found, by sheet."""

    def find(self) -> list[Dependent]:
        """The calculated cells that depend on one which is outdated, doubted or uncertain."""
        uncertain = {*self._having(UNCERTAIN)}
        origins = self._dependents(uncertain) | self._dependents_of_kept()
        return [
            found
            for cell, origin in sorted(origins.items())
            if (found := self._dependent(cell, origin)).is_of_empty_cells or cell not in uncertain
        ]

    def _dependent(self, cell: _Cell, origin: _Cell) -> Dependent:
        (number, index), (origin_number, origin_index) = cell, origin
        task, other = self._tasks[number], self._tasks[origin_number]
        is_kept = origin_index in other.states.left_as_saved
        what = "not calculated" if is_kept else "uncertain"
        return Dependent(
            task,
            index,
            f"it depends on {other.address(origin_index)}, which is {what}",
            is_kept and self._is_empty(cell) and self._is_empty(origin),
        )

    def _is_empty(self, cell: _Cell) -> bool:
        number, index = cell
        return not self._tasks[number].has_value(index)

    def _having(self, states: Collection[State]) -> Iterator[_Cell]:
        for number, task in enumerate(self._tasks):
            for index in task.states.having(*states):
                yield number, index

    def _dependents_of_kept(self) -> dict[_Cell, _Cell]:
        """The cells that depend on one left as saved, if that is outdated or they change."""
        kept = [*self._having(KEPT)]
        if not kept:
            return {}
        changed = self._find_changed()
        causes = [*self._find_causes(changed)] if changed else []
        suspects, doubted = self._suspects(kept, causes)
        dependents = self._dependents(self._find_outdated(kept, changed, causes) | suspects)
        doubted |= {*self._having({State.DENIED})}
        if changed and doubted:
            cells = [
                (number, index)
                for number, task in enumerate(self._tasks)
                for index, place in enumerate(_places(task))
                if (number, index) in doubted
                or changed.first_in([(task.sheet_name.casefold(), Range(*place, *place))])
            ]
            dependents = self._dependents(doubted, cells) | dependents
        return dependents

    def _find_changed(self) -> CellSet[bool]:
        changed: CellSet[bool] = CellSet()
        for result in self._results:
            for row, column in _changed_cells(result, self._workbook):
                changed.add(result.task.sheet_name.casefold(), row, column, True)
        return changed

    def _find_outdated(
        self, kept: Sequence[_Cell], changed: CellSet[bool], causes: Sequence[Sequence[SheetRange]]
    ) -> set[_Cell]:
        """The cells left as saved without a cached value, or with an input that has changed."""
        edited = self._edited_constants(causes)
        outdated: set[_Cell] = set()
        precedents = self._precedents_of(kept) if changed else [()] * len(kept)
        for cell, ranges in zip(kept, precedents):
            if (
                self._is_empty(cell)
                or (ranges is None and changed)
                or changed.first_in(ranges or ())
                or any(_overlap(one, other) for one in ranges or () for other in edited)
            ):
                outdated.add(cell)
        return outdated

    def _find_causes(self, changed: CellSet[bool]) -> Iterator[Sequence[SheetRange]]:
        """What a cell reads whose value changes, although no calculated cell that it reads does."""
        for number, task in enumerate(self._tasks):
            sheet = task.sheet_name.casefold()
            roots = [
                (number, index)
                for index, place in enumerate(_places(task))
                if changed.first_in([(sheet, Range(*place, *place))])
                and task.has_value(index)
                and not is_volatile_formula(task.formula(index))
            ]
            for ranges in self._precedents_of(roots[:_MAX_ROOTS]):
                if ranges and not changed.first_in(ranges):
                    yield ranges

    def _edited_constants(self, causes: Sequence[Sequence[SheetRange]]) -> list[SheetRange]:
        """The constants that were edited: nothing else can be why a value changes.

        An example: A1 is edited, and B1 ``=A1*2`` changes.  C1, which reads A1 and cannot be
        calculated, is outdated.
        """
        cells = CellSet[bool]()
        for task in self._tasks if causes else ():
            for row, column in _places(task):
                cells.add(task.sheet_name.casefold(), row, column, True)
        return [
            *dict.fromkeys(one for ranges in causes for one in ranges if not cells.first_in([one]))
        ]

    def _suspects(
        self, kept: Sequence[_Cell], causes: Sequence[Sequence[SheetRange]]
    ) -> tuple[set[_Cell], set[_Cell]]:
        """The cells left as saved of which one must have another value than it had, or may have.

        An example: B1 and B2 cannot be calculated, and C1 ``=B1/B2`` changes.  Where D1
        ``=A1*B1`` changes, it may be that the constant A1 was edited, or that B1 is outdated.
        """
        cells = CellSet[_Cell]()
        read = dict.fromkeys(one for ranges in causes for one in ranges)
        for number, index in kept if causes else ():
            filled = filled_range(self._tasks[number], index)
            is_array = filled[1].cell_count > 1
            if is_array and not any(_overlap(filled, one) for one in read):
                continue  # it may fill ten thousand cells that no cause reads
            for place in filled_cells(self._tasks[number], index):
                cells.add(*place, (number, index))
        suspects: set[_Cell] = set()
        possible: set[_Cell] = set()
        for ranges in causes:
            found = [*cells.all_in(ranges)]
            has_others = len(found) < sum(range_.cell_count for _, range_ in ranges)
            (possible if has_others else suspects).update(found)
        return suspects, possible

    def _precedents_of(self, cells: Sequence[_Cell]) -> list[Sequence[SheetRange] | None]:
        """The ranges that cells refer to."""
        missing: dict[int, list[int]] = defaultdict(list)
        for number, index in cells:
            if index not in self._ranges[number]:
                missing[number].append(index)
        for number, indexes in missing.items():
            self._ranges[number] |= self._precedents.find(self._tasks[number], indexes)
        return [self._ranges[number][index] for number, index in cells]

    def _dependents(
        self, origins: Collection[_Cell], among: Sequence[_Cell] | None = None
    ) -> dict[_Cell, _Cell]:
        """The calculated cells that depend on some others, by way of certain cells or of any."""
        if not origins:
            return {}
        cells = among or [
            (number, index)
            for number, task in enumerate(self._tasks)
            for index in range(len(task.sheet.formula_cells))
        ]
        positions = [filled_cells(self._tasks[number], index) for number, index in cells]
        left_as_saved = {
            place
            for place, (number, index) in enumerate(cells)
            if index in self._tasks[number].states.left_as_saved
        }
        found = find_dependents(
            positions,
            self._precedents_of(cells).__getitem__,
            [place for place, cell in enumerate(cells) if cell in origins],
            left_as_saved,
        )
        return {
            cells[place]: cells[origin]
            for place, origin in found.items()
            if place not in left_as_saved and cells[place] not in origins
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


def _changed_cells(result: SheetResult, workbook: Workbook) -> Iterator[tuple[int, int]]:
    """The cells of a sheet whose values change."""
    task, sheet = result.task, result.task.sheet
    formula_cells = sheet.formula_cells
    for index, value in enumerate(result.values):
        if index in task.states.left_as_saved or matches_saved(formula_cells, index, value):
            continue
        if value is None:
            value = result.blank_value(index)
        had_none = formula_cells.types[index] == "n" and not formula_cells.values[index]
        if had_none or update_patches(sheet, formula_cells.cell(index), value, workbook):
            yield formula_cells.rows[index], formula_cells.columns[index]
    for cell, value in result.spill_cell_values():
        if update_patches(sheet, cell, value, workbook):
            yield cell.row, cell.column
    yield from result.new_cell_values()
