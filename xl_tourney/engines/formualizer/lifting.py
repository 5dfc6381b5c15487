"""Scalar functions, called for every value of an array: formualizer calls most for one value only.

``SUMPRODUCT(LEN(A1:A9))`` becomes ``SUMPRODUCT(XL_TOURNEY_LIFT("LEN",A1:A9))``.  The helper writes
the values into cells of another workbook, and lets the engine calculate ``LEN`` of each.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import formualizer

from ...catalogue.cells import ErrorValue, to_block
from ...grammar.array_functions import ARRAY_CONTEXTS, SCALAR_PARAMETERS
from ...grammar.calls import parse_calls
from ...grammar.implicit_intersection import lift_calls
from ...grammar.references import CellAddress, cell_reference, is_multi_cell_reference
from ..base import LIFT, NotCalculated
from ..mistakes import FORMUALIZER
from ..reference_calls import ReferenceRewriter
from .values import NOT_IMPLEMENTED, argument_from_engine, value_from_engine, value_to_engine

NATIVELY_LIFTED = frozenset(("ATAN2", "COS", "IF", "IFERROR", "IFNA", "SIN", "TAN"))
"""The scalar functions that the engine itself calls for every value."""

LIFTED = (
    frozenset(name for name, parameters in SCALAR_PARAMETERS.items() if parameters is None)
    - NATIVELY_LIFTED
)
"""Those that it does not, all of whose parameters are scalar."""

_NAMES = "|".join(map(re.escape, sorted(LIFTED)))
_SCALAR_CALL = re.compile(rf"(?i)(?<![\w.])(?:_xlfn\.)?(?:{_NAMES})\(")
_ARRAY = re.compile(rf"(?i)\b(?:{'|'.join(ARRAY_CONTEXTS)})\(|\{{")

_MAX_VALUES = 50_000
"""The largest array for whose values a function is called; whole columns would take seconds."""

_DIGIT = re.compile("[0-9]")

_SHEET = "Lifted"
_MISSING = ErrorValue("#N/A")
"""What a shorter array has beside a longer one."""


class LiftingRewriter:
    """Writes calls of the helper, and rewrites references."""

    lifted_functions = LIFTED

    def __init__(self) -> None:
        self._references = ReferenceRewriter()

    def may_change(self, formula: str, has_array_formulas: bool = True) -> bool:
        """Whether a formula may read otherwise, in this cell or in another."""
        return self._references.may_change(formula) or self._may_lift(formula, has_array_formulas)

    def changes_in_cell(self, formula: str, cell: str, is_array_formula: bool) -> bool:
        """Whether a formula may read otherwise in a cell."""
        return self._references.changes_in_cell(formula, cell, is_array_formula) or self._may_lift(
            formula, is_array_formula
        )

    def rewrite(
        self,
        formula: str,
        cell: CellAddress,
        is_array_formula: bool,
        has_tables: bool = False,
        is_multi_cell: Callable[[str], bool] = is_multi_cell_reference,
    ) -> str:
        """The formula as formualizer calculates it rightly."""
        if self._may_lift(formula, is_array_formula):
            formula = lift_calls(formula, is_array_formula, is_multi_cell, LIFT, LIFTED)
        return self._references.rewrite(formula, cell, is_array_formula, has_tables)

    @staticmethod
    def _may_lift(formula: str, is_array_formula: bool) -> bool:
        return (is_array_formula or _ARRAY.search(formula) is not None) and (
            _SCALAR_CALL.search(formula) is not None
        )


class Lifting:
    """The helper function; what it has calculated it knows."""

    def __init__(self, config: formualizer.WorkbookConfig) -> None:
        self._config = config
        self._known: dict[tuple[Any, ...], Any] = {}

    def call(self, function: str, *arguments: Any) -> Any:
        """The array of a function's values; a single row or column repeats beside a longer one."""
        if any(type(argument) is list and len(argument) > _MAX_VALUES for argument in arguments):
            return NOT_IMPLEMENTED
        blocks = [to_block(argument_from_engine(argument)) for argument in arguments]
        height, width = max(map(len, blocks)), max(len(block[0]) for block in blocks)
        if height * width > _MAX_VALUES:
            return NOT_IMPLEMENTED
        calls = [
            (function, *(_typed(_element(block, row, column)) for block in blocks))
            for row, column in product(range(height), range(width))
        ]
        is_plain = _is_no_error if function.startswith("IS") else _is_plain
        if not all(is_plain(value) for block in blocks for row in block for value in row):
            return NOT_IMPLEMENTED
        unknown = list({call for call in calls if call not in self._known})
        if unknown:
            self._calculate(function, len(blocks), unknown)
        values = iter(calls)
        return [[self._known[next(values)] for _ in range(width)] for _ in range(height)]

    def _calculate(self, function: str, count: int, calls: list[tuple[Any, ...]]) -> None:
        """Let the engine calculate some calls, which have ``count`` arguments."""
        workbook = formualizer.Workbook(config=self._config)
        workbook.set_temporal_egress("serial")
        sheet = workbook.sheet(_SHEET)
        rows = [[value_to_engine(value) for _, value in arguments] for _, *arguments in calls]
        sheet.set_values_batch(1, 1, len(rows), count, rows)
        formulas = [
            [f"={formula}" for formula in _formulas(function, row, count)]
            for row in range(1, len(rows) + 1)
        ]
        sheet.set_formulas_batch(1, count + 1, len(rows), 2, formulas)
        workbook.evaluate_all()
        cells = formualizer.RangeAddress(_SHEET, 1, count + 1, len(rows), count + 2)
        for call, (value, is_correct) in zip(calls, sheet.get_values(cells)):
            is_known = is_correct is True and not isinstance(
                found := value_from_engine(value), NotCalculated
            )
            self._known[call] = value_to_engine(found) if is_known else NOT_IMPLEMENTED


def _is_plain(value: Any) -> bool:
    """Whether functions take a value as Excel does: numbers, blanks, texts that are no numbers.

    What a function makes of truth values, errors, and texts with digits is known of single calls.
    """
    if type(value) is str:
        return not _DIGIT.search(value)
    return value is None or type(value) in (float, int)


def _is_no_error(value: Any) -> bool:
    return not isinstance(value, (ErrorValue, NotCalculated))


def _formulas(function: str, row: int, count: int) -> tuple[str, str]:
    """A call of the cells of a row, and whether its value is known to be correct."""
    formula = f"{function}({','.join(cell_reference(row, n + 1) for n in range(count))})"
    conditions = [
        mistake.correctness_condition(call)
        for mistake in FORMUALIZER
        if mistake.function == function
        for call in parse_calls(formula)
    ]
    return formula, f"AND(TRUE,{','.join(conditions)})" if conditions else "TRUE"


def _element(block: list[list[Any]], row: int, column: int) -> Any:
    row, column = row if len(block) > 1 else 0, column if len(block[0]) > 1 else 0
    return block[row][column] if row < len(block) and column < len(block[0]) else _MISSING


def _typed(value: Any) -> tuple[type, Any]:
    """A value with its type: TRUE is 1 to Python."""
    return type(value), value
