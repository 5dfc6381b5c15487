"""Values that a spreadsheet gives otherwise than engines do.

A text longer than a cell may hold is ``#VALUE!``.  Where the last operation of a formula is an
addition or subtraction that leaves next to nothing of its operands, the rest is taken for an error
of rounding, and the value is 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ...catalogue.cells import ErrorValue
from ...grammar.formula_references import qualify_references
from ...grammar.references import CellAddress
from ...grammar.summands import last_summand
from ...grammar.tokens import FormulaError
from ...ooxml.xml import decode_text
from ..engine_input.formula_translation import FormulaTranslator
from ..precedents.circles import first_cells
from ..sheet_result import SheetResult
from ..sheet_task import TOO_LONG, is_too_long

_BITS = 50
"""A difference is 0 below 2^-50 of the next power of two above its operands.

In a workbook that Excel saved, 647 differences of cells near 2^24 are 0 up to 1.3039E-8, and 5,376
others are not from 2^-26 = 1.4901E-8 on.
"""

_OTHER_ROUNDING = 2e-13
"""A saved rest, or 0, stays up to this part of the operand: not every function rounds alike."""

MAX_REST = 1e-5
"""A larger number is no rest of rounding: its operands would have to be above 5,000,000,000."""

_Cell = tuple[SheetResult, int]


def overrule(results: Sequence[SheetResult], translator: FormulaTranslator) -> bool:
    """Let cells have the values that a spreadsheet gives them; whether there are new ones.

    Of cells that depend on each other only the first get theirs; the rest is calculated anew.
    """
    found = {**_too_long(results), **_rounded_to_zero(results, translator)}
    if not found:
        return False
    first = first_cells(
        {
            result.task.address(index): result.task.sheet.resolved_formula(
                result.task.sheet.formula_cells.cell(index)
            )
            for result, index in found
        }
    )
    for (result, index), value in found.items():
        if result.task.address(index) in first:
            result.task.overruled[index] = value
    return True


def _too_long(results: Sequence[SheetResult]) -> dict[_Cell, Any]:
    return {
        (result, index): ErrorValue("#VALUE!", TOO_LONG)
        for result in results
        for index in result.indexes_of_type(str)
        if is_too_long(result.values[index])
    }


def _rounded_to_zero(
    results: Sequence[SheetResult], translator: FormulaTranslator
) -> dict[_Cell, Any]:
    """The cells whose last operation leaves next to nothing."""
    cells: list[_Cell] = []
    summands: list[tuple[CellAddress, str]] = []
    for result in results:
        for index in _rests(result):
            if summand := _last_summand(result, index, translator):
                cells.append((result, index))
                summands.append((result.task.address(index), summand))
    if not summands:
        return {}
    evaluate = results[0].calculation.evaluate_formulas
    values = evaluate(summands) if evaluate else []
    rounded = {
        cell: _rounded(*cell, value)
        for cell, value in zip(cells, values)
        if isinstance(value, float)
    }
    return {cell: value for cell, value in rounded.items() if value is not None}


def _rounded(result: SheetResult, index: int, operand: float) -> float | None:
    """What a rest next to nothing is: the saved one, or 0; None if it is more."""
    rest, saved = abs(result.values[index]), _saved_number(result, index)
    if saved is not None and max(rest, abs(saved)) < _OTHER_ROUNDING * abs(operand):
        return None if math.isclose(saved, result.values[index], rel_tol=1e-14) else saved
    _, exponent = math.frexp(operand)
    return 0.0 if rest < math.ldexp(1.0, exponent - _BITS) else None


def _saved_number(result: SheetResult, index: int) -> float | None:
    formula_cells = result.task.sheet.formula_cells
    try:
        return float(formula_cells.values[index]) if formula_cells.types[index] == "n" else None
    except ValueError:
        return None


def _rests(result: SheetResult) -> list[int]:
    """The indexes of the small numbers among the values."""
    kept = result.task.kept_reasons
    arrays = frozenset(result.task.sheet.formula_cells.kinds.arrays)
    return [
        index
        for index, value in enumerate(result.values)
        if type(value) is float
        and -MAX_REST < value < MAX_REST
        and value != 0.0
        and index not in kept
        and index not in arrays
    ]


def _last_summand(result: SheetResult, index: int, translator: FormulaTranslator) -> str | None:
    """What the last operation of a formula cell adds or subtracts, as written on any sheet."""
    task, sheet = result.task, result.task.sheet
    written = sheet.formulas[index]  # of a shared formula that of its first cell: as good here
    try:
        if (b"-" in written or b"+" in written) and last_summand(decode_text(written)):
            cell = sheet.formula_cells.cell(index)
            formula = translator.translate(
                sheet.resolved_formula(cell), task.sheet_name, cell, index in task.intersected
            )
            return last_summand(qualify_references(formula, task.sheet_name))
    except FormulaError:
        pass
    return None
