"""The new XML of a sheet: calculated values in place of cached ones."""

from __future__ import annotations

from types import NoneType

from ...calculation.receipt import CellMessage, Receipt
from ...catalogue.cells import ErrorValue
from ...grammar.references import CellAddress
from ...ooxml.package import NewPart
from ...ooxml.sheet.cell_patches import array_range_patch, formula_removal_patch, update_patches
from ...ooxml.sheet.value_updates import apply_updates, compare_values
from ...ooxml.workbook import Workbook
from .cell_states import State
from .sheet_result import SheetResult


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
