"""Arrays that do not spill in the engine's copy: constants, those over a fixed range, long ones.

A spill range ``A1#`` of one is written out.  A dynamic array that is longer than what an engine
spills is ``#SPILL!`` to it: it is measured, and calculated once more as an array formula over the
range that it fills.  An example: of ``=SEQUENCE(20000)`` in A1 ROWS is 20000 and COLUMNS 1, and
``COUNTA(A1:A20000)`` is 1, for only the anchor has a value; so in the next round it stands over
A1:A20000, which the engine fills in pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...engines.base import Condition
from ...grammar.calls import is_single_cell
from ...grammar.formula_references import qualify_references
from ...grammar.function_names import plain_name
from ...grammar.parser import rewrite
from ...grammar.references import MAX_COLUMN, MAX_ROW, CellAddress, Range, quote_sheet_name
from ...grammar.syntax_tree import Call, FormulaError, Node, Operation, Reference
from ...patterns import regex
from ..sheets.cell_states import State
from ..sheets.sheet_result import SheetResult
from ..sheets.sheet_task import SheetTask
from ..trust.policy import reason_of_range
from .formula_translation import FormulaTranslator

_NOT_MEASURED = "its array is longer than the engine spills, and takes too long to measure"
_SPILL_RANGE = regex(rb"ANCHORARRAY|[A-Z]\$?[0-9]+#")


class FixedArrays:
    """The arrays that are constants in the copy, or calculated over a fixed range."""

    def __init__(self, ranges: Mapping[CellAddress, Range]) -> None:
        self._ranges = {
            (anchor.sheet.casefold(), anchor.row, anchor.column): range_
            for anchor, range_ in ranges.items()
        }

    @classmethod
    def from_tasks(cls, tasks: Iterable[SheetTask]) -> FixedArrays:
        """The arrays of a workbook; none if no formula refers to a spill range."""
        tasks = list(tasks)
        ranges: dict[CellAddress, Range] = {}
        if any(map(refers_to_spill_range, tasks)):
            for task in tasks:
                cells = task.sheet.formula_cells
                for index, range_ in cells.array_ranges.items():
                    if index in task.measured_ranges:
                        ranges[task.address(index)] = task.measured_ranges[index]
                    elif index in task.states.left_as_saved or index not in cells.dynamic:
                        ranges[task.address(index)] = range_
        return cls(ranges)

    def __bool__(self) -> bool:
        return bool(self._ranges)

    def resolve_spill_ranges(self, formula: str, sheet: str) -> str:
        """A formula of a sheet with the ranges of these arrays instead of ``A1#``.

        >>> arrays = FixedArrays({CellAddress("Data", 3, 10): Range(3, 10, 5, 10)})
        >>> arrays.resolve_spill_ranges("SUM(_xlfn.ANCHORARRAY($J$3))", "Data")
        'SUM(J3:J5)'
        >>> arrays.resolve_spill_ranges("SUM(_xlfn.ANCHORARRAY('data'!J3))", "Results")
        "SUM('data'!J3:J5)"
        >>> arrays.resolve_spill_ranges('SUM(J3#,J4#)&"J3#"', "Data")
        'SUM(J3:J5,J4#)&"J3#"'
        """

        if not self._ranges:
            return formula

        def resolved(node: Node) -> str | None:
            is_spill_range = isinstance(node, Operation) and node.name == "#"
            if isinstance(node, Call):  # as Excel saves it
                is_spill_range = plain_name(node.name) == "ANCHORARRAY" and len(node.arguments) == 1
            return self._resolve(node.children[0], sheet) if is_spill_range else None

        try:
            return rewrite(formula, resolved)
        except FormulaError:  # it is refused elsewhere
            return formula

    def _resolve(self, anchor: Node, sheet: str) -> str | None:
        """The range of an array, by the reference to its anchor."""
        if not (isinstance(anchor, Reference) and is_single_cell(anchor) and anchor.area):
            return None
        row, column, *_ = anchor.area
        name = (anchor.sheet or sheet).strip().casefold()
        range_ = self._ranges.get((name, row, column))
        prefix, mark, _ = anchor.text.rpartition("!")
        return f"{prefix}{mark}{range_}" if range_ else None


def refers_to_spill_range(task: SheetTask) -> bool:
    """Whether a formula of a sheet may have ``A1#``."""
    return _SPILL_RANGE.search(task.sheet.distinct_formulas.upper()) is not None


def measure_long_arrays(results: Sequence[SheetResult], translator: FormulaTranslator) -> int:
    """Let long arrays be calculated over the ranges that they fill; for how many that changes.

    An array that other cells block, or that does not fit on its sheet, stays ``#SPILL!``.
    """
    candidates = [(result, indexes) for result in results if (indexes := _candidates(result))]
    if not candidates:
        return 0
    fixed_arrays = FixedArrays.from_tasks(result.task for result in results)
    changes = 0
    for result, indexes in candidates:
        kept_before = len(result.task.states.left_as_saved)
        ranges = _measure(result, indexes, translator, fixed_arrays)
        changes += _update_measured_ranges(result, ranges)
        changes += len(result.task.states.left_as_saved) - kept_before
    return changes


def _candidates(result: SheetResult) -> list[int]:
    """The dynamic arrays that the engine did not spill, and those that are measured already."""
    task = result.task
    if result.calculation.max_spill_cells is None:
        return []
    return [
        index
        for index in task.spill_candidates
        if (result.values[index] == "#SPILL!" or index in task.measured_ranges)
        and index not in task.states.left_as_saved
        and index in task.sheet.formula_cells.dynamic
    ]


def _measure(
    result: SheetResult,
    indexes: Sequence[int],
    translator: FormulaTranslator,
    fixed_arrays: FixedArrays,
) -> dict[int, Range]:
    """The ranges that arrays fill, without those that have no size or do not fit on the sheet.

    Those that are not measured in time keep their cached values.
    """
    task, evaluate = result.task, result.calculation.evaluate_formulas
    cells = {index: task.sheet.formula_cells.cell(index) for index in indexes}
    conditions: list[Condition] = []
    for index in indexes:
        try:
            formula = translator.translated(task, index, is_intersected=False)
            formula = fixed_arrays.resolve_spill_ranges(formula, task.sheet_name)
            formula = qualify_references(formula, task.sheet_name)
        except FormulaError:
            formula = "#REF!"
        conditions += [(task.address(index), f"{name}({formula})") for name in ("ROWS", "COLUMNS")]
    sizes = evaluate(conditions)
    ranges = {}
    for (index, cell), height, width in zip(cells.items(), sizes[::2], sizes[1::2]):
        if height is None or width is None:
            task.states.change(index, State.LEFT, _NOT_MEASURED)
        elif type(height) is float and type(width) is float:
            bottom, right = cell.row + int(height) - 1, cell.column + int(width) - 1
            if bottom <= MAX_ROW and right <= MAX_COLUMN:
                ranges[index] = Range(cell.row, cell.column, bottom, right)
    return ranges


def _update_measured_ranges(result: SheetResult, ranges: Mapping[int, Range]) -> int:
    """Change which arrays of a sheet are measured; how many are new, or no longer measured."""
    task = result.task
    outdated = [
        index for index in task.measured_ranges if task.measured_ranges[index] != ranges.get(index)
    ]
    for index in outdated:
        del task.measured_ranges[index]  # the next round tells whether it spills
    limit = result.calculation.max_spill_cells or 0
    long = {
        index: range_
        for index, range_ in ranges.items()
        if index not in task.measured_ranges and index not in outdated and range_.cell_count > limit
    }
    free = _without_blocked(result, long)
    reasons = {i: reason for i, range_ in free.items() if (reason := reason_of_range(range_))}
    fitting = {i: range_ for i, range_ in free.items() if i not in reasons}
    task.measured_ranges |= fitting
    task.states.change_all(reasons, State.LEFT)
    return len(outdated) + len(fitting)


def _without_blocked(result: SheetResult, ranges: Mapping[int, Range]) -> dict[int, Range]:
    """The ranges in which only the anchor has a value."""
    task, evaluate = result.task, result.calculation.evaluate_formulas
    prefix = f"{quote_sheet_name(task.sheet_name)}!"
    conditions = [
        (task.address(index), f"COUNTA({prefix}{range_})") for index, range_ in ranges.items()
    ]
    counts = evaluate(conditions) if conditions else ()
    return {index: range_ for (index, range_), count in zip(ranges.items(), counts) if count == 1.0}
