"""The copy of a workbook that an engine reads: the same cells, with translated formulas.

The user's file is never written from it.  In the copy the cells that are left as saved are
constants, and the cells in the ranges of array formulas are empty, except the anchors.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ...catalogue.cells import ErrorValue
from ...engines.base import Rows
from ...engines.reference_calls import SharedRanges
from ...ooxml import xml
from ...ooxml.sheet.cached_values import SharedStrings, has_value, read_cached_value, to_python
from ...ooxml.sheet.cell_patches import (
    formula_removal_patch,
    plain_formula_patch,
    splice,
    value_patches,
)
from ...ooxml.sheet.formula_cells import Patch
from ...ooxml.workbook import Workbook
from ..sheets.sheet_task import SheetTask
from .fixed_arrays import FixedArrays, refers_to_spill_range
from .formula_translation import FormulaTranslator


def full_copy(
    workbook: Workbook,
    tasks: Sequence[SheetTask],
    translator: FormulaTranslator,
    shared: SharedRanges,
) -> bytes:
    """The package with all of its parts; the ranges that its formulas share are noted."""
    arrays = FixedArrays.from_tasks(tasks)
    sheets = {
        task.sheet.part.name: task.sheet.part.encode(splice(task.sheet.data, patches))
        for task in tasks
        if (patches := _sheet_patches(task, translator, arrays, shared))
    }
    package = workbook.package
    return package.with_uncompressed_parts(sheets) if sheets else package.plain_data


def reduced_copy(
    workbook: Workbook,
    tasks: Sequence[SheetTask],
    translator: FormulaTranslator,
    shared: SharedRanges,
    left_out_names: Collection[str],
) -> bytes:
    """A package with cells and defined names alone, for an engine that refuses the full one."""
    from ...ooxml.minimal_copy import minimal_copy

    sheets = {}
    arrays = FixedArrays.from_tasks(tasks)
    for task in tasks:
        patches = _sheet_patches(task, translator, arrays, shared)
        patches += _normalized_values(task, workbook)
        if patches:
            sheets[task.sheet.part.name] = splice(task.sheet.data, patches)
    return minimal_copy(workbook, sheets, left_out_names, translator.external_data.sheets())


def _sheet_patches(
    task: SheetTask, translator: FormulaTranslator, arrays: FixedArrays, shared: SharedRanges
) -> list[Patch]:
    """The changes to a sheet in the copy."""
    sheet, left_as_saved, own_values = task.sheet, task.states.left_as_saved, task.states.own_values
    formula_cells, texts = sheet.formula_cells, sheet.texts
    written = {index: texts[index] for index in sheet.with_markup}
    written |= translator.written_otherwise(task)
    if arrays and refers_to_spill_range(task):
        for index, text in enumerate(texts):
            resolved = arrays.resolve_spill_ranges(written.get(index, text), task.sheet_name)
            if resolved != text:
                written[index] = resolved
    arrays_taken = {i: value for i, value in own_values.items() if type(value) is list}
    written |= {index: array_constant(rows) for index, rows in arrays_taken.items()}
    constants = {*left_as_saved, *own_values} - arrays_taken.keys()
    added_formulas: dict[tuple[int, int], str] = {}
    for index in formula_cells.kinds.arrays:
        is_fixed = index not in formula_cells.dynamic
        fixed_range = formula_cells.array_ranges.get(index) if is_fixed else None
        range_ = task.measured_ranges.get(index, fixed_range)
        if range_ and index not in constants:
            anchor = task.address(index)
            formula = written.get(index, texts[index])
            added_formulas |= translator.engine.expand_array_formula(formula, anchor, range_)
            written[index] = added_formulas.pop((anchor.row, anchor.column))
    patches: list[Patch] = []
    for index in constants:
        cell = formula_cells.cell(index)
        patches.append(formula_removal_patch(sheet, cell))
        if index in own_values:
            patches += value_patches(sheet, cell, own_values[index])
        elif not has_value(cell):
            patches += value_patches(sheet, cell, ErrorValue("#NAME?"))
    sharing: set[int] = set()
    for first, *others in formula_cells.kinds.shared.values():
        sharing.update(others)
        if first in written or first in constants:  # their shared formula is another one now
            written |= {index: written.get(index, texts[index]) for index in others}
    for index, formula in written.items():
        if index in constants:
            continue
        formula = shared.write(formula, task.sheet_name)
        if index in sharing:
            patches.append(plain_formula_patch(sheet, formula_cells.cell(index), formula))
        else:
            patches.append((*sheet.formula_span(index), xml.escape(formula).encode()))
    patches += _spill_cell_patches(task)
    if added_formulas:
        from ...ooxml.sheet.new_cells import appended_formulas_patch

        patches.append(appended_formulas_patch(sheet, added_formulas))
    return patches


def array_constant(rows: Rows) -> str:
    """The values of an array, none of which is blank, as a formula writes them.

    >>> array_constant([[1.5, "a"], [True, 1e-05]])
    '{1.5,"a";TRUE,1E-05}'
    """
    return "{" + ";".join(",".join(map(_written, row)) for row in rows) + "}"


def _written(value: Any) -> str:
    if type(value) is str:
        return '"{}"'.format(value.replace('"', '""'))
    return (str(value) if isinstance(value, ErrorValue) else repr(value)).upper()


def _spill_cell_patches(task: SheetTask) -> list[Patch]:
    """The patches that empty the cells in ranges of array formulas that are calculated.

    In the ranges of those left as saved the cells become constants.
    """
    sheet = task.sheet
    kept_ranges = task.saved_array_ranges() if sheet.spill_cells else ()
    patches: list[Patch] = []
    for cell in sheet.spill_cells:
        if cell.f_start >= 0:
            patches.append(formula_removal_patch(sheet, cell))
        if (cell.row, cell.column) not in kept_ranges:
            patches += value_patches(sheet, cell, None)
        elif not has_value(cell):
            patches += value_patches(sheet, cell, ErrorValue("#NAME?"))
    return patches


def _normalized_values(task: SheetTask, strings: SharedStrings) -> list[Patch]:
    """The patches that write values left as saved in the usual form, and empty all other cells."""
    sheet, left_as_saved = task.sheet, task.states.left_as_saved
    patches: list[Patch] = []
    for index, cell in enumerate(sheet.formula_cells):
        if index in task.states.own_values:
            continue  # it has its value already
        if index not in left_as_saved:
            patches += value_patches(sheet, cell, None)
        elif has_value(cell):  # without a cached value it is #NAME? already
            value = to_python(read_cached_value(sheet, cell, strings))
            patches += value_patches(sheet, cell, "" if value is None else value)
    return patches
