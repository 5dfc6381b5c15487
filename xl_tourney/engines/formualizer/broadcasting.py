"""Scalar functions, called for every value of an array: formualizer calls most for one value only.

``SUMPRODUCT(LEN(A1:A9))`` becomes ``SUMPRODUCT(XL_TOURNEY_BROADCAST("LEN",A1:A9))``.  The helper
writes the values into cells of another workbook, and lets the engine calculate ``LEN`` of each.
Ranges that a function takes as a whole, as COUNTIF its first, stand in that workbook once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import product, repeat
from typing import Any

import formualizer

from ...catalogue.cells import ErrorValue, element_of, to_block
from ...grammar.calls import find_calls
from ...grammar.references import CellAddress, absolute_reference, cell_reference
from ...grammar.spreadsheet_functions import (
    SCALAR_PARAMETERS,
    functions_with,
)
from ...patterns import regex
from ..base import NotCalculated
from ..conditions.columns import SheetValues, Used
from ..conditions.evaluation import Evaluation, Places, Unknown
from ..conditions.predicates import NEVER, CallCondition, CorrectWhere, Predicate
from ..mistakes import CONDITIONS, FORMUALIZER
from .values import (
    NOT_IMPLEMENTED,
    argument_from_engine,
    read_range,
    value_from_engine,
    value_to_engine,
)

_MAX_VALUES = 50_000
"""The largest array for whose values a function is called; whole columns would take seconds."""

_MAX_COMPARISONS = 5_000_000
"""The largest product of the values and the cells of the ranges in which they are looked for."""

_DIGIT = regex("[0-9]")
_OF_A_TEXT = functions_with("of-a-text")
"""Functions of which the first argument is a text, whatever digits are in it."""
_READS_NO_TEXT = functions_with("reads-no-text")
"""Functions that take any text as it is."""

_SHEET = "Broadcast"


class Broadcasting:
    """The helper function; what it has calculated it knows."""

    def __init__(self, config: formualizer.WorkbookConfig) -> None:
        self._config = config
        self._known: dict[tuple[Any, ...], Any] = {}
        self._ranges: dict[tuple[Any, ...], int] = {}
        """The numbers of the ranges that calls have."""

    def call(self, function: str, *arguments: Any) -> Any:
        """The array of a function's values; a single row or column repeats beside a longer one."""
        if any(type(argument) is list and len(argument) > _MAX_VALUES for argument in arguments):
            return NOT_IMPLEMENTED
        blocks = [to_block(argument_from_engine(argument)) for argument in arguments]
        positions = SCALAR_PARAMETERS[function]
        ranges = {
            place: block
            for place, block in enumerate(blocks)
            if positions is not None and place not in positions
        }
        scalars = [block for place, block in enumerate(blocks) if place not in ranges]
        height, width = max(map(len, scalars)), max(len(block[0]) for block in scalars)
        shapes = {(len(block), len(block[0])) for block in ranges.values()}
        cells = max((rows * columns for rows, columns in shapes), default=1)
        if height * width > _MAX_VALUES or height * width * cells > _MAX_COMPARISONS:
            return NOT_IMPLEMENTED
        if function.endswith(("IF", "IFS")) and len(shapes) > 1:
            return NOT_IMPLEMENTED  # SUMIF takes cells beside the range that it is given
        for place, block in enumerate(scalars):
            is_plain = _plainness(function, place)
            if not all(is_plain(value) for row in block for value in row):
                return NOT_IMPLEMENTED
        numbers = {place: self._number(block) for place, block in ranges.items()}
        calls = [
            (
                function,
                *(
                    (int, numbers[place])
                    if place in numbers
                    else _typed(element_of(block, row, column))
                    for place, block in enumerate(blocks)
                ),
            )
            for row, column in product(range(height), range(width))
        ]
        unknown = list({call for call in calls if call not in self._known})
        if unknown:
            self._calculate(function, blocks, unknown, ranges)
        values = [self._known[call] for call in calls]
        if NOT_IMPLEMENTED in values:
            return NOT_IMPLEMENTED  # among others COUNT would pass over it
        return [values[start : start + width] for start in range(0, len(values), width)]

    def _number(self, block: list[list[Any]]) -> int:
        """The number of a range, by its values."""
        key = tuple(tuple(map(_typed, row)) for row in block)
        return self._ranges.setdefault(key, len(self._ranges))

    def _calculate(
        self,
        function: str,
        blocks: Sequence[list[list[Any]]],
        calls: list[tuple[Any, ...]],
        ranges: Collection[int],
    ) -> None:
        """Let the engine calculate some calls; some of their arguments are ranges."""
        count = len(blocks)
        workbook = formualizer.Workbook(config=self._config)
        workbook.set_temporal_egress("serial")
        sheet = workbook.sheet(_SHEET)
        rows = [[value_to_engine(value) for _, value in arguments] for _, *arguments in calls]
        sheet.set_values_batch(1, 1, len(rows), count, rows)
        left = count + 2
        fixed: dict[int, str] = {}
        for place, block in enumerate(blocks):
            height, width = len(block), len(block[0])
            if place in ranges:
                sheet.set_values_batch(1, left, height, width, value_to_engine(block))
                last = absolute_reference(height, left + width - 1)
                fixed[place] = f"{absolute_reference(1, left)}:{last}"
                left += width
            elif height == width == 1 and type(block[0][0]) is float:
                fixed[place] = f"{block[0][0]:.17g}"
        used = Used(_SHEET, max(len(rows), *map(len, blocks)), lambda: left)
        numbers = range(1, len(rows) + 1)
        formulas = [_formula(function, row, count, fixed) for row in numbers]
        sheet.set_formulas_batch(1, count + 1, len(rows), 1, [[f"={one}"] for one in formulas])
        workbook.evaluate_all()
        cells = formualizer.RangeAddress(_SHEET, 1, count + 1, len(rows), count + 1)
        found = [value_from_engine(value) for (value,) in sheet.get_values(cells)]
        values = SheetValues(partial(read_range, workbook), lambda name: used)
        origin = CellAddress(_SHEET, 1, count + 1)
        places = Places(origin, numbers, [origin.column] * len(rows))
        evaluation = Evaluation(values, places, {formulas[0]: found})
        are_correct = _are_correct(function, formulas[0], evaluation)
        for call, value, is_correct in zip(calls, found, are_correct or repeat(False)):
            is_known = is_correct and not isinstance(value, NotCalculated)
            self._known[call] = value_to_engine(value) if is_known else NOT_IMPLEMENTED


def _is_plain(value: Any) -> bool:
    """Whether functions take a value as Excel does: numbers, blanks, texts that are no numbers.

    What a function makes of truth values, errors, and texts with digits is known of single calls.
    """
    if type(value) is str:
        return not _DIGIT.search(value)
    return value is None or type(value) in (float, int)


def _is_no_error(value: Any) -> bool:
    return not isinstance(value, (ErrorValue, NotCalculated))


def _is_text_or_plain(value: Any) -> bool:
    """Whether functions that read no text as a number take a value as Excel does."""
    return type(value) is str or _is_plain(value)


def _plainness(function: str, place: int) -> Callable[[Any], bool]:
    """Which values a function takes as Excel does, as the argument at a place."""
    if function.startswith("IS"):
        return _is_no_error
    reads_texts = function in _READS_NO_TEXT or (function in _OF_A_TEXT and not place)
    return _is_text_or_plain if reads_texts else _is_plain


def _formula(function: str, row: int, count: int, fixed: Mapping[int, str]) -> str:
    """A call of the cells of a row; some arguments are the same in each row."""
    arguments = [fixed.get(place, cell_reference(row, place + 1)) for place in range(count)]
    return f"{function}({','.join(arguments)})"


def _are_correct(function: str, formula: str, evaluation: Evaluation) -> list[bool] | None:
    """Which values of a call are known to be correct; None if that is not known."""
    conditions: list[CallCondition] = [
        one.correctness for one in FORMUALIZER if one.function == function
    ]
    conditions += [CONDITIONS[function]] if function in CONDITIONS else []
    predicates: list[Predicate] = []
    for call in find_calls(formula):
        for found in (condition(call) for condition in conditions):
            if isinstance(found, bool):
                predicates += [] if found else [NEVER]
            else:
                predicates += found
    try:
        return evaluation.decide(CorrectWhere(predicates))
    except Unknown:
        return None


def _typed(value: Any) -> tuple[type, Any]:
    """A value with its type: TRUE is 1 to Python."""
    return type(value), value
