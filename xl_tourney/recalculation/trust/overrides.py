"""Value overrides: cells to which a spreadsheet gives another value than engines do.

A text longer than a cell may hold is ``#VALUE!``.  Where the last operation of a formula is an
addition or subtraction that leaves next to nothing of its operands, what is left is a rounding
residue, and the value is 0: with ``=0.1+0.2`` in A1, ``=A1-0.3`` is 5.6E-17 to an engine, and 0 in
a spreadsheet.  A saved number that agrees to 15 digits stays in the file, so what depends on it is
calculated from that one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...catalogue.cells import MAX_TEXT, ErrorValue
from ...engines.base import TOO_LONG, values_agree
from ...grammar.formula_references import qualify_references
from ...grammar.parser import parse, rewrite
from ...grammar.references import CellAddress
from ...grammar.syntax_tree import FormulaError, Node, Operation, Reference
from ...ooxml.sheet.cached_values import from_python, same_number
from ...ooxml.xml import encode_xstring
from ..engine_input.formula_translation import FormulaTranslator
from ..sheets.sheet_result import SheetResult

_BITS = 50
"""A difference is 0 below 2^-50 of the next power of two above its operands.

In a workbook that Excel saved, 647 differences of cells near 2^24 are 0 up to 1.3039E-8, and 5,376
others are not from 2^-26 = 1.4901E-8 on.
"""

_OTHER_ROUNDING = 2e-13
"""A saved residue, or 0, stays up to this part of the operand: not every function rounds alike."""

_MAX_CHANGED = 1_000
"""If more values than these change, their last digits are not the cause."""

_Cell = tuple[SheetResult, int]


def override_values(results: Sequence[SheetResult], translator: FormulaTranslator) -> bool:
    """Override values as a spreadsheet calculates them; returns whether there are new overrides.

    Of cells that depend on each other only the first are overridden; others are calculated anew.
    """
    found = {**_too_long(results), **_rounded_to_zero(results, translator)}
    if not found:
        return False
    from ..precedents.circles import first_cells

    first = first_cells(
        {result.task.address(index): result.task.formula(index) for result, index in found}
    )
    for (result, index), value in found.items():
        if result.task.address(index) in first:
            result.task.states.correct(index, value)
    return True


def _too_long(results: Sequence[SheetResult]) -> dict[_Cell, Any]:
    return {
        (result, index): ErrorValue("#VALUE!", TOO_LONG)
        for result in results
        for index in result.indexes_of_type(str)
        if len(result.values[index]) > MAX_TEXT
    }


def _rounded_to_zero(
    results: Sequence[SheetResult], translator: FormulaTranslator
) -> dict[_Cell, Any]:
    """The cells whose last operation leaves a rounding residue, with the value in its place."""
    cells: list[_Cell] = []
    summands: list[tuple[CellAddress, str]] = []
    for result in results:
        for index in small_numbers(result):
            if summand := summand_of_cell(result, index, translator):
                cells.append((result, index))
                summands.append((result.task.address(index), summand))
    if not summands:
        return {}
    values = results[0].calculation.evaluate_formulas(summands)
    rounded = {
        cell: _round_residue(*cell, value)
        for cell, value in zip(cells, values)
        if isinstance(value, float)
    }
    return {cell: value for cell, value in rounded.items() if value is not None}


def _round_residue(result: SheetResult, index: int, operand: float) -> float | None:
    """The value in place of a rounding residue: the saved one, or 0; None if it is no residue.

    For ``=A1-0.3`` the operand is 0.3, below 2^-1: a residue is below 2^(-1-50) = 4.4E-16.
    """
    residue, saved = abs(result.values[index]), result.saved_number(index)
    if saved is not None and max(residue, abs(saved)) < _OTHER_ROUNDING * abs(operand):
        return None if math.isclose(saved, result.values[index], rel_tol=1e-14) else saved
    _, exponent = math.frexp(operand)
    return 0.0 if residue < math.ldexp(1.0, exponent - _BITS) else None


def small_numbers(result: SheetResult) -> list[int]:
    """The indexes of the small numbers among the values."""
    left_as_saved = result.task.states.left_as_saved
    return [index for index in result.near_zero if index not in left_as_saved]


def summand_of_cell(result: SheetResult, index: int, translator: FormulaTranslator) -> str | None:
    """The operand that the last operation of a formula adds or subtracts, for use on any sheet."""
    written = result.task.formula(index)
    try:
        if ("-" in written or "+" in written) and _last_summand(written):
            return _last_summand(translator.for_any_sheet(result.task, index))
    except FormulaError:
        pass
    return None


def _last_summand(formula: str) -> str | None:
    """What the last operation of a formula adds or subtracts; None if that is another operation.

    >>> _last_summand("A1-B1*2"), _last_summand("SUM(A1-1,2)+'My sheet'!B1%")
    ('B1*2', "'My sheet'!B1%")
    >>> [_last_summand(formula) for formula in ("(A1-B1)", "A1-B1=0", "-A1", "A1*2")]
    [None, None, None, None]
    """
    root = parse(formula).root
    is_sum = isinstance(root, Operation) and root.name in ("+", "-") and len(root.arguments) == 2
    return root.children[1].text if is_sum else None


def settle_last_digits(results: Sequence[SheetResult], translator: FormulaTranslator) -> bool:
    """Keep the saved numbers that agree to 15 digits, if their last digits matter to a formula.

    They do if the formula has another value than the saved one, but its saved value if it is
    calculated from the saved numbers.  That is tried once; returns whether they matter.
    """
    if not results or any(result.task.is_settled for result in results):
        return False
    nearly: dict[CellAddress, float] = {}
    changed: list[_Cell] = []
    for result in results:
        for index in _find_changed(result):
            saved = result.saved_number(index)
            value = result.values[index]
            if saved is not None and type(value) is float and values_agree(saved, value):
                nearly[result.task.address(index)] = saved
            else:
                changed.append((result, index))
                if len(changed) > _MAX_CHANGED:
                    return False
    if not nearly or not _depend_on_digits(changed, nearly, translator):
        return False
    for result in results:
        result.task.is_settled = True
        for index in _find_changed(result):
            saved = result.saved_number(index)
            if saved is not None and same_number(saved, result.values[index]):
                result.task.states.correct(index, saved)
    return True


def _find_changed(result: SheetResult) -> Iterator[int]:
    """The formula cells whose value is not the saved one, down to the last digit."""
    task, formula_cells = result.task, result.task.sheet.formula_cells
    for index in result.differing:
        if (
            formula_cells.values[index]
            and not _is_saved(result, index, result.values[index])
            and index not in task.states.left_as_saved
            and index not in task.states.own_values
            and index not in formula_cells.array_kinds
        ):
            yield index


def _is_saved(result: SheetResult, index: int, value: Any) -> bool:
    """Whether a value is the one that is saved, down to the last digit."""
    cells = result.task.sheet.formula_cells
    if type(value) is float and cells.types[index] == "n":
        return bool(value == cells.plain_values[index])
    if value is None or cells.types[index] == "s":
        return True  # whatever it is, no digits are the cause
    new, saved = from_python(value), cells.values[index]
    return new.type == cells.types[index] and saved in (new.text.encode(), encode_xstring(new.text))


def _depend_on_digits(
    cells: Sequence[_Cell], saved: Mapping[CellAddress, float], translator: FormulaTranslator
) -> bool:
    """Whether a cell has its saved value when it is calculated from saved values."""
    asked: list[_Cell] = []
    formulas: list[tuple[CellAddress, str]] = []
    for result, index in cells:
        task = result.task
        try:
            formula = translator.translated(task, index)
            with_saved = _with_numbers(formula, task.sheet_name, saved)
        except FormulaError:
            continue
        if with_saved != formula:
            asked.append((result, index))
            formulas.append((task.address(index), qualify_references(with_saved, task.sheet_name)))
    values = cells[0][0].calculation.evaluate_formulas(formulas) if asked else ()
    return any(_is_saved(*cell, value) for cell, value in zip(asked, values))


def _with_numbers(formula: str, sheet: str, numbers: Mapping[CellAddress, float]) -> str:
    """A formula with numbers in place of references to their cells."""

    def number(node: Node) -> str | None:
        if not isinstance(node, Reference) or ":" in node.local_text or not node.area:
            return None
        row, column, *_ = node.area
        value = numbers.get(CellAddress(node.sheet or sheet, row, column))
        return None if value is None else f"({value!r})".upper()

    return rewrite(formula, number)
