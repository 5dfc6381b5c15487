"""The value of one formula, calculated as a workbook of one cell."""

from __future__ import annotations

from typing import Any

from ..catalogue.cells import ErrorValue
from ..engines import ENGINES, CalculationRequest, NotCalculated, draw_seed, load_engine
from ..engines.base import TOO_LONG, is_too_long
from ..errors import InputError
from ..grammar.defined_names import DefinedNames
from ..grammar.function_names import normalize_calls
from ..grammar.references import CellAddress, Range
from ..grammar.syntax_tree import FormulaError
from ..ooxml.minimal_package import single_cell_package
from .trust.policy import TrustPolicy

_CELL = CellAddress("Sheet1", 1, 1)


def evaluate(formula: str, *, engine: str = ENGINES[0]) -> list[list[Any]]:
    """The value of a formula, as rows of cells.

    >>> evaluate("=TAPL({5,5,5,5,5,5,5})"), evaluate("{1,2;3,4}*2")
    ([[0.0]], [[2.0, 4.0], [6.0, 8.0]])
    """
    formula = formula.strip().removeprefix("=")
    calculator = load_engine(engine)
    try:
        normalized = normalize_calls(formula)
        if calculator.rewriter:
            normalized = calculator.rewriter.rewrite(normalized, _CELL, is_array_formula=True)
    except FormulaError as error:
        raise InputError(f"The formula cannot be read ({error}); look at its brackets.") from error
    trust = TrustPolicy(calculator, DefinedNames(())).assess(formula, is_array_formula=True)
    if trust.why_left_as_saved:
        raise InputError(f"The formula cannot be calculated: {trust.why_left_as_saved}.")
    package = single_cell_package(_CELL.sheet, normalized)
    result = calculator.calculate(
        CalculationRequest(package, {_CELL.sheet: [Range(1, 1, 1, 1)]}, [_CELL], seed=draw_seed())
    )
    rows = result.spills[_CELL][1] if _CELL in result.spills else result.values[_CELL.sheet][0]
    for value in (value for row in rows for value in row):
        if isinstance(value, NotCalculated):
            raise InputError(f"The formula cannot be calculated: {value.reason}.")
    return [[_fitting(value) for value in row] for row in rows]


def _fitting(value: Any) -> Any:
    """A value, or the error for a text that no cell can hold."""
    return ErrorValue("#VALUE!", TOO_LONG) if is_too_long(value) else value
