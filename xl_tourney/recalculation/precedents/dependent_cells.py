"""The cells that are not certain, for they depend on others that are not.

A cell that is left as saved while its inputs are what they were has the right value.  An example:
A1 is 2, B1 ``=A1*10`` and C1 ``=B1+1``, and the engine cannot calculate B1.  As long as A1 is what
it was, B1 and C1 are right.  When A1 becomes 3 B1 stays 20: it is outdated, and C1 is uncertain.
If C1 changes and reads a constant besides, that was edited or B1 is outdated: C1 is uncertain, too.
If an engine gives it another value all the same, that is not certain: its dependents are uncertain,
too, where they change.  And so is all that depends on a new value which is uncertain itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from ...grammar.references import CellSet, Range, SheetRange
from ...ooxml.sheet.cached_values import matches_saved
from ...ooxml.sheet.cell_patches import differs
from ...ooxml.workbook import Workbook
from ..sheets.cell_states import KEPT, UNCERTAIN, State
from ..sheets.sheet_result import SheetResult
from ..sheets.sheet_task import SheetTask
from .formula_precedents import filled_range
from .readers import Cell, Readers
from .volatile_cells import is_volatile_formula

_MAX_ROOTS = 2_000
"""Among more changed cells of a sheet no edited constant is searched."""


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
        self, results: Sequence[SheetResult], workbook: Workbook, readers: Readers
    ) -> None:
        self._results = results
        self._tasks = [result.task for result in results]
        self._workbook = workbook
        self._readers = readers
        for result in results[:1]:
            readers.calculated_anew(result.calculation.evaluate_formulas)

    def find(self) -> list[Dependent]:
        """The calculated cells that depend on one which is outdated, doubted or uncertain."""
        uncertain = {*self._having(UNCERTAIN)}
        origins = self._dependents(uncertain) | self._dependents_of_kept()
        return [
            found
            for cell, origin in sorted(origins.items())
            if (found := self._dependent(cell, origin)).is_of_empty_cells or cell not in uncertain
        ]

    def _dependent(self, cell: Cell, origin: Cell) -> Dependent:
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

    def _is_empty(self, cell: Cell) -> bool:
        number, index = cell
        task = self._tasks[number]
        cells = task.sheet.formula_cells
        return not cells.values[index] and not task.has_value(index)

    def _having(self, states: Collection[State]) -> Iterator[Cell]:
        for number, task in enumerate(self._tasks):
            for index in task.states.having(*states):
                yield number, index

    def _dependents_of_kept(self) -> dict[Cell, Cell]:
        """The cells that depend on one left as saved, if that is outdated or they change."""
        kept = [*self._having(KEPT)]
        if not kept:
            return {}
        causes = [*self._find_causes()]
        suspects, doubted = self._suspects(kept, causes)
        dependents = self._dependents(self._find_outdated(kept, causes) | suspects)
        doubted |= {*self._having({State.DENIED})}
        if doubted and self._changed:
            among = doubted.union(
                (number, index)
                for number, cells in enumerate(self._changed_cells)
                for index in cells
            )
            dependents = self._dependents(doubted, among) | dependents
        return dependents

    @cached_property
    def _changed_cells(self) -> list[list[int]]:
        """The formula cells whose values change, by sheet."""
        return [[*_changed_cells(result, self._workbook)] for result in self._results]

    @cached_property
    def _changed(self) -> CellSet[bool]:
        """All cells whose values change."""
        changed = CellSet[bool]()
        for result, cells in zip(self._results, self._changed_cells):
            task, of_sheet = result.task, result.task.sheet.formula_cells
            sheet = task.sheet_name.casefold()
            for row, column in _changed_others(result, self._workbook):
                changed.add(sheet, row, column, True)
            for index in cells:
                changed.add(sheet, of_sheet.rows[index], of_sheet.columns[index], True)
        return changed

    def _find_outdated(
        self, kept: Sequence[Cell], causes: Sequence[Sequence[SheetRange]]
    ) -> set[Cell]:
        """The cells left as saved without a cached value, or with an input that has changed."""
        outdated = {cell for cell in kept if self._is_empty(cell)}
        others = [cell for cell in kept if cell not in outdated]
        if not (others and self._changed):
            return outdated
        edited = self._edited_constants(causes)
        for cell, ranges in zip(others, self._readers.read_by(others)):
            if (
                ranges is None
                or self._changed.first_in(ranges)
                or any(_overlaps(edited, *one) for one in ranges)
            ):
                outdated.add(cell)
        return outdated

    def _find_causes(self) -> Iterator[Sequence[SheetRange]]:
        """What a cell reads whose value changes, although no calculated cell that it reads does."""
        for number, task in enumerate(self._tasks):
            cells = task.sheet.formula_cells
            roots = (
                (number, index)
                for index in self._changed_cells[number]
                if (cells.values[index] or cells.types[index] != "n")
                and not self._is_empty((number, index))
                and not is_volatile_formula(task.formula(index))
            )
            for ranges in self._readers.read_by([*islice(roots, _MAX_ROOTS)]):
                if ranges and not self._changed.first_in(ranges):
                    yield ranges

    def _edited_constants(self, causes: Sequence[Sequence[SheetRange]]) -> list[SheetRange]:
        """The constants that were edited: nothing else can be why a value changes.

        An example: A1 is edited, and B1 ``=A1*2`` changes.  C1, which reads A1 and cannot be
        calculated, is outdated.
        """
        cells = CellSet[bool]()
        for task in self._tasks if causes else ():
            sheet, of_sheet = task.sheet_name.casefold(), task.sheet.formula_cells
            for row, column in zip(of_sheet.rows, of_sheet.columns):
                cells.add(sheet, row, column, True)
        return [
            *dict.fromkeys(one for ranges in causes for one in ranges if not cells.first_in([one]))
        ]

    def _suspects(
        self, kept: Sequence[Cell], causes: Sequence[Sequence[SheetRange]]
    ) -> tuple[set[Cell], set[Cell]]:
        """The cells left as saved of which one must have another value than it had, or may have.

        An example: B1 and B2 cannot be calculated, and C1 ``=B1/B2`` changes.  Where D1
        ``=A1*B1`` changes, it may be that the constant A1 was edited, or that B1 is outdated.
        """
        cells = CellSet[Cell]()
        read = dict.fromkeys(one for ranges in causes for one in ranges)
        for number, index in kept if causes else ():
            sheet, range_ = filled_range(self._tasks[number], index)
            if range_.cell_count > 1 and not _overlaps(read, sheet, range_):
                continue  # it may fill ten thousand cells that no cause reads
            for place in range_.cells():
                cells.add(sheet, *place, (number, index))
        suspects: set[Cell] = set()
        possible: set[Cell] = set()
        for ranges in causes:
            found = [*cells.all_in(ranges)]
            has_others = len(found) < sum(range_.cell_count for _, range_ in ranges)
            (possible if has_others else suspects).update(found)
        return suspects, possible

    def _dependents(
        self, origins: Collection[Cell], among: Collection[Cell] | None = None
    ) -> dict[Cell, Cell]:
        """The calculated cells that depend on some others, by way of certain cells or of any."""
        return {
            (number, index): origin
            for (number, index), origin in self._readers.dependents(origins, among).items()
            if index not in self._tasks[number].states.left_as_saved
            and (number, index) not in origins
        }


def _overlaps(ranges: Iterable[SheetRange], sheet: str, range_: Range) -> bool:
    return any(other == sheet and one.overlaps(range_) for other, one in ranges)


def _changed_cells(result: SheetResult, workbook: Workbook) -> Iterator[int]:
    """The formula cells of a sheet whose values change."""
    task, cells = result.task, result.task.sheet.formula_cells
    left_as_saved = task.states.left_as_saved
    for index in result.differing:
        if index in left_as_saved:
            continue
        value = result.values[index]
        had_none = not cells.values[index] and cells.types[index] == "n"
        if not had_none and matches_saved(cells, index, value):
            continue
        if value is None:
            value = result.blank_value(index)
        if (
            had_none
            or (type(value) is str and cells.types[index] == "n")
            or differs(task.sheet, cells.cell(index), value, workbook)
        ):
            yield index


def _changed_others(result: SheetResult, workbook: Workbook) -> Iterator[tuple[int, int]]:
    """The places of other cells that arrays fill, and whose values change."""
    for cell, value in result.spill_cell_values():
        if differs(result.task.sheet, cell, value, workbook):
            yield cell.row, cell.column
    yield from result.new_cell_values()
