"""Dynamic arrays that are longer than what an engine spills.

Such an array is ``#SPILL!`` to the engine.  It is measured, and calculated once more as an array
formula over the range that it fills.  An example: of ``=SEQUENCE(20000)`` in A1 ROWS is 20000 and
COLUMNS 1, and ``COUNTA(A1:A20000)`` is 1, for only the anchor has a value; so in the next round it
stands over A1:A20000, which the engine fills in pieces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...engines.base import Condition
from ...grammar.formula_references import qualify_references
from ...grammar.references import MAX_COLUMN, MAX_ROW, Range, quote_sheet_name
from ...grammar.syntax_tree import FormulaError
from ..sheets.cell_states import State
from ..sheets.sheet_result import SheetResult
from ..trust.classification import reason_of_range
from .fixed_arrays import FixedArrays
from .formula_translation import FormulaTranslator

_NOT_MEASURED = "its array is longer than the engine spills, and takes too long to measure"


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
        and task.sheet.formula_cells.cell(index).is_dynamic
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
