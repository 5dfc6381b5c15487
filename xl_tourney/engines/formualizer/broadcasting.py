"""Scalar functions, called for every value of an array: formualizer calls most for one value only.

``SUMPRODUCT(LEN(A1:A9))`` becomes ``SUMPRODUCT(XL_TOURNEY_BROADCAST("LEN",A1:A9))``.  Of plain
values Python calculates what the table of functions says it may, and finds those that meet a
criterion in an index of their range.  All else the engine calculates, in a workbook of its own: the
helper writes the values into cells beside formulas ``LEN(A1)``.

A range that stands in many formulas is passed by a handle.  A cell of a sheet of its own calls
``XL_TOURNEY_SHARE(1,Games!$B$1:$B$300)``, which keeps the array and gives the handle.  The engine
calculates that cell again whenever the range changes, and then the calls that refer to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial, reduce
from itertools import chain, repeat
from operator import add
from typing import Any

import formualizer

from ...catalogue.cells import ErrorValue, element_of
from ...grammar.calls import find_calls
from ...grammar.references import CellAddress, Range, absolute_reference, cell_reference
from ...grammar.spreadsheet_functions import (
    SCALAR_PARAMETERS,
    functions_with,
    values_of,
)
from ..base import NotCalculated
from ..conditions.columns import DIGIT, KINDS, Column, SheetValues, Used, expression_of
from ..mistakes import CONDITIONS, FORMUALIZER
from .values import (
    NOT_IMPLEMENTED,
    argument_from_engine,
    error_to_engine,
    read_range,
    value_to_engine,
)

_HANDLE = "\ue000"
"""The beginning of a handle: a letter for private use."""
_KEPT = f"{_HANDLE}="
_MOST_KEPT = 64
_LOST = NotCalculated("its array is lost")


class Array(Column):
    """A block of values."""

    def __init__(self, value: Any) -> None:
        self.rows: list[list[Any]] = value if type(value) is list else [[value]]
        self.height, self.width = len(self.rows), len(self.rows[0])
        super().__init__([*chain.from_iterable(self.rows)])
        if dict in self.types:
            self.rows = argument_from_engine(self.rows)
            super().__init__([*chain.from_iterable(self.rows)])
            del self.types

    @cached_property
    def key(self) -> object:
        """The same for arrays of the same values."""
        return self.height, tuple((type(cell), cell) for cell in self.values)

    def each(self, height: int, width: int, blank: Any = None) -> Iterable[Any]:
        """The values for the places of a larger array: one, or one row or column, repeats."""
        if (self.height, self.width) == (height, width):
            cells: Iterable[Any] = self.values
        elif self.height == self.width == 1:
            cells = repeat(self.rows[0][0], height * width)
        else:
            places = ((row, column) for row in range(height) for column in range(width))
            cells = [element_of(self.rows, *place) for place in places]
        if blank is None or type(None) not in self.types:
            return cells
        return [blank if cell is None else cell for cell in cells]


def is_handle(argument: Any) -> bool:
    """Whether an argument is a handle."""
    return type(argument) is str and argument.startswith(_HANDLE)


def is_kept(argument: Any) -> bool:
    """Whether an argument is the handle of what another call has given."""
    return type(argument) is str and argument.startswith(_KEPT)


class SharedArrays:
    """The arrays that have handles."""

    def __init__(self) -> None:
        self._arrays: dict[str, Array] = {}
        self._kept: list[Array | None] = [None] * _MOST_KEPT
        self._count = 0
        self._versions: dict[float, int] = {}

    def share(self, number: float, value: Any) -> str:
        """Keep the array of a number, in place of the one that it had before; its handle."""
        version = self._versions.get(number, 0)
        self._arrays.pop(f"{_HANDLE}{number:g}.{version}", None)
        self._versions[number] = version + 1
        handle = f"{_HANDLE}{number:g}.{version + 1}"
        self._arrays[handle] = Array(value)
        return handle

    def keep(self, array: Array) -> str:
        """Keep an array for the next call; its handle."""
        self._count += 1
        self._kept[self._count % _MOST_KEPT] = array
        return f"{_KEPT}{self._count}"

    def array(self, argument: Any) -> Array:
        """The array of an argument, which may be a handle."""
        if not is_handle(argument):
            return Array(argument)
        found = self._arrays.get(argument)
        if is_kept(argument):
            number = int(argument[len(_KEPT) :])
            found = self._kept[number % _MOST_KEPT] if self._count - number < _MOST_KEPT else None
        return found or Array(_LOST)


_MAX_VALUES = 50_000
"""The largest array for whose values a function is called; whole columns would take seconds."""
_MAX_COMPARISONS = 5_000_000
"""The largest product of the values and the cells of the ranges in which the engine searches."""
_ROWS_AT_ONCE = 1_000
_MAX_WORKBOOKS = 8
"""The most workbooks that are kept for further calls."""
_MAX_RESULTS = 100
"""The most arrays that are kept."""
_MAX_KNOWN = 200_000
"""Of more values those that were calculated are forgotten."""
_OF_A_TEXT = functions_with("of-a-text")
"""Functions of which the first argument is a text, whatever digits are in it."""
_READS_NO_TEXT = functions_with("reads-no-text")
"""Functions that take any text as it is."""
_GATHERED = values_of("gathers")
"""What functions of criteria make of the values beside those that meet them."""

_ERRORS = (ErrorValue, NotCalculated)
_SUMMED = frozenset((float, str, type(None)))
"""The types of values that are summed up, or passed over."""
_FIRST_COLUMN_OF_RANGES = 257
"""To the right of the arguments, of which there may be 255."""
_SHEET = "Broadcast"
_Values = tuple[list[Any], int]
_NOT_KNOWN = NotCalculated("it is not known to be correct")
_DIVISION_BY_ZERO = ErrorValue("#DIV/0!")


def _mean(numbers: Sequence[float]) -> Any:
    return reduce(add, numbers, 0.0) / len(numbers) if numbers else _DIVISION_BY_ZERO


_GATHERERS: Mapping[str, Callable[[Sequence[float]], Any]] = {
    "sum": lambda numbers: reduce(add, numbers, 0.0),
    "mean": _mean,
    "max": lambda numbers: max(numbers, default=0.0),
    "min": lambda numbers: min(numbers, default=0.0),
}


class Broadcasting:
    """The helper function; what it has calculated it knows."""

    def __init__(self, config: formualizer.WorkbookConfig, date1904: bool = False) -> None:
        self.shared = SharedArrays()
        self._config = config
        self._date1904 = date1904
        self._calls: dict[tuple[Any, ...], _Calls] = {}
        self._results: dict[tuple[Any, ...], Any] = {}

    def call(self, function: str, *arguments: Any) -> Any:
        """The array of a function's values; a single row or column repeats beside a longer one."""
        types = (*map(type, arguments),)
        if list in types or dict in types or any(map(is_kept, arguments)):
            return _to_rows(self._values(function, arguments))
        key = function, *arguments, *types  # of ranges by their handles, beside single values
        if key not in self._results:
            if len(self._results) > _MAX_RESULTS:
                self._results.clear()
            self._results[key] = _to_rows(self._values(function, arguments))
        return self._results[key]

    def keep(self, function: str, *arguments: Any) -> Any:
        """The handle of that array, for the call in which this one stands."""
        found = self._values(function, arguments)
        return NOT_IMPLEMENTED if found is None else self.shared.keep(Array(_in_rows(*found)))

    def _values(self, function: str, arguments: Sequence[Any]) -> _Values | None:
        """The values of an array by rows, and its width; None where one is not known."""
        if any(type(argument) is list and len(argument) > _MAX_VALUES for argument in arguments):
            return None
        arrays = [*map(self.shared.array, arguments)]
        positions = SCALAR_PARAMETERS[function]
        is_scalar = [positions is None or place in positions for place in range(len(arrays))]
        scalars = [array for array, scalar in zip(arrays, is_scalar) if scalar]
        ranges = {place: array for place, array in enumerate(arrays) if not is_scalar[place]}
        height = max(array.height for array in scalars)
        width = max(array.width for array in scalars)
        shapes = {(array.height, array.width) for array in ranges.values()}
        if height * width > _MAX_VALUES or any(rows > _MAX_VALUES for rows, _ in shapes):
            return None
        if function.endswith(("IF", "IFS")) and len(shapes) > 1:
            return None  # SUMIF takes cells beside the range that it is given
        if any(type(array.rows[0][0]) in _ERRORS for array in ranges.values() if _is_one(array)):
            return None
        values = (
            self._by_index(function, arrays, is_scalar, height, width)
            if ranges
            else self._by_expression(function, arrays, height, width)
        )
        if values is None:
            cells = max((rows * columns for rows, columns in shapes), default=1)
            if height * width * cells > _MAX_COMPARISONS:
                return None
            values = self._by_engine(function, arrays, ranges, height, width)
            if values is None or any(type(value) is NotCalculated for value in values):
                return None  # among others COUNT would pass over it
        return values, width

    def _by_expression(
        self, function: str, arrays: Sequence[Array], height: int, width: int
    ) -> list[Any] | None:
        """The values as Python calculates them; None if only the engine can."""
        found = expression_of(function, len(arrays))
        if found is None or (found.takes_dates and self._date1904):
            return None
        if not all(array.is_of(KINDS[kind]) for array, kind in zip(arrays, found.kinds)):
            return None
        if any(
            array.height not in (1, height) or array.width not in (1, width) for array in arrays
        ):
            return None
        return found.call(
            *(array.each(height, width, blank) for array, blank in zip(arrays, found.blanks))
        )

    def _by_index(
        self,
        function: str,
        arrays: Sequence[Array],
        is_scalar: Sequence[bool],
        height: int,
        width: int,
    ) -> list[Any] | None:
        """The values for criteria that ask for a number or a text; None if only the engine can."""
        if (gathered := _GATHERED.get(function)) is None:
            return None
        criteria = [place for place, scalar in enumerate(is_scalar) if scalar]
        first = criteria[0]
        if gathered == "place":
            return self._places(arrays, height, width)
        gather = _GATHERERS.get(gathered)
        summed = arrays[0 if first == 2 or len(arrays) == 2 else 2]
        if gather and not summed.types <= _SUMMED:
            return None
        searched = [arrays[place - 1] for place in criteria]
        lists = [arrays[place].each(height, width) for place in criteria]
        if any(bool in arrays[place].types for place in criteria):
            return None  # TRUE is 1 to Python
        known: dict[Any, Any] = {}
        values = []
        for asked in zip(*lists):
            if asked not in known:
                found = []
                for one, criterion in zip(searched, asked):
                    if (places := one.meeting(criterion)) is None:
                        return None
                    found.append(places)
                places = _in_all(found)
                known[asked] = (
                    gather([cell for i in places if type(cell := summed.values[i]) is float])
                    if gather
                    else float(len(places))
                )
            values.append(known[asked])
        return values

    def _places(self, arrays: Sequence[Array], height: int, width: int) -> list[Any] | None:
        """The first place of each value in a row or column, by MATCH with 0."""
        searched = arrays[1]
        if (
            len(arrays) != 3
            or arrays[2].rows != [[0.0]]
            or min(searched.height, searched.width) > 1
        ):
            return None
        values = [*map(searched.place, arrays[0].each(height, width))]
        return None if None in values else values

    def _by_engine(
        self,
        function: str,
        arrays: Sequence[Array],
        ranges: Mapping[int, Array],
        height: int,
        width: int,
    ) -> list[Any] | None:
        """The values as the engine calculates them one by one; None where it may be wrong."""
        for place, array in enumerate(arrays):
            if place not in ranges and not all(map(_plainness(function, place), array.values)):
                return None
        constants = {
            place: f"{array.rows[0][0]:.17g}"
            for place, array in enumerate(arrays)
            if place not in ranges and _is_one(array) and type(array.rows[0][0]) is float
        }
        in_each = (*constants.items(), *((place, ranges[place].key) for place in ranges))
        key = function, len(arrays), *in_each
        calls = self._calls.pop(key, None) or _Calls(self._config, function, ranges, constants)
        self._calls[key] = calls  # the last that was used is the last one
        if len(self._calls) > _MAX_WORKBOOKS:
            del self._calls[next(iter(self._calls))]
        columns = [
            [None] * (height * width) if place in ranges else array.each(height, width)
            for place, array in enumerate(arrays)
        ]
        return calls.values([*zip(*columns)])


class _Calls:
    """Calls of a function that differ in values alone, each in a row of a workbook.

    Its ranges and constants are the same in each call.  Other values take the place of those that
    are known: to write a formula takes much longer than to calculate it once more.
    """

    def __init__(
        self,
        config: formualizer.WorkbookConfig,
        function: str,
        ranges: Mapping[int, Array],
        constants: Mapping[int, str],
    ) -> None:
        self._function = function
        self._known: dict[tuple[Any, ...], Any] = {}
        self._formula_rows = 0
        self._workbook = formualizer.Workbook(config=config)
        self._workbook.set_temporal_egress("serial")
        self._sheet = self._workbook.sheet(_SHEET)
        self._fixed = dict(constants)
        left = _FIRST_COLUMN_OF_RANGES
        for place, array in ranges.items():
            height, width = array.height, array.width
            self._sheet.set_values_batch(1, left, height, width, value_to_engine(array.rows))
            last = absolute_reference(height, left + width - 1)
            self._fixed[place] = f"{absolute_reference(1, left)}:{last}"
            left += width
        self._last_row = max((array.height for array in ranges.values()), default=1)
        self._last_column = left

    def values(self, rows: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The values of calls; of some the engine's is not known to be correct."""
        keys: Sequence[tuple[Any, ...]] = rows
        if any(bool in map(type, row) for row in rows):  # TRUE is 1 to Python
            keys = [(*row, *map(type, row)) for row in rows]
        if len(self._known) > _MAX_KNOWN:
            self._known.clear()
        unknown = {key: row for key, row in zip(keys, rows) if key not in self._known}
        for start in range(0, len(unknown), _ROWS_AT_ONCE):
            some = [*unknown.items()][start : start + _ROWS_AT_ONCE]
            found = self._calculate([row for _, row in some])
            self._known |= zip((key for key, _ in some), found)
        return [self._known[key] for key in keys]

    def _calculate(self, rows: Sequence[tuple[Any, ...]]) -> list[Any]:
        height, width = len(rows), len(rows[0])
        values = [[value_to_engine(value) for value in row] for row in rows]
        self._sheet.set_values_batch(1, 1, height, width, values)
        if height > self._formula_rows:
            first = self._formula_rows + 1
            formulas = [[f"={self._formula(row, width)}"] for row in range(first, height + 1)]
            self._sheet.set_formulas_batch(first, width + 1, len(formulas), 1, formulas)
            self._formula_rows = height
        self._workbook.evaluate_all()
        area = Range(1, width + 1, height, width + 1)
        found = [value for (value,) in read_range(self._workbook, _SHEET, area)]
        are_correct = self._are_correct(found, width)
        return [value if right else _NOT_KNOWN for value, right in zip(found, are_correct)]

    def _formula(self, row: int, count: int) -> str:
        """A call of the cells of a row."""
        cells = (self._fixed.get(place) or cell_reference(row, place + 1) for place in range(count))
        return f"{self._function}({','.join(cells)})"

    def _are_correct(self, found: list[Any], count: int) -> Iterable[bool]:
        """Which values are known to be correct."""
        name = self._function
        conditions = [CONDITIONS[name]] if name in CONDITIONS else []
        conditions += [one.correctness for one in FORMUALIZER if one.function == name]
        if not conditions:
            return repeat(True, len(found))
        from ..conditions.evaluation import Evaluation, Places, UnknownError
        from ..conditions.predicates import NEVER, CorrectWhere, Predicate

        formula = self._formula(1, count)
        (call,) = find_calls(formula)
        predicates: list[Predicate] = []
        for correctness in (condition(call) for condition in conditions):
            if isinstance(correctness, bool):
                predicates += [] if correctness else [NEVER]
            else:
                predicates += correctness
        used = Used(_SHEET, max(len(found), self._last_row), lambda: self._last_column)
        values = SheetValues(partial(read_range, self._workbook), lambda _: used)
        place = CellAddress(_SHEET, 1, count + 1)
        places = Places(place, range(1, len(found) + 1), [place.column] * len(found))
        try:
            return Evaluation(values, places, {formula: found}).decide(CorrectWhere(predicates))
        except UnknownError:
            return repeat(False, len(found))


def _in_rows(values: Sequence[Any], width: int) -> list[list[Any]]:
    if width == 1:
        return [[value] for value in values]
    return [[*values[start : start + width]] for start in range(0, len(values), width)]


def _to_rows(found: _Values | None) -> Any:
    """An array as the engine takes it; only errors are other values there."""
    if found is None:
        return NOT_IMPLEMENTED
    values, width = found
    if ErrorValue in {*map(type, values)}:
        values = [error_to_engine(cell) if type(cell) is ErrorValue else cell for cell in values]
    return _in_rows(values, width)


def _is_one(array: Array) -> bool:
    return array.height == array.width == 1


def _in_all(found: Sequence[Sequence[int]]) -> Sequence[int]:
    """The places that stand in all of some lists, which are in order."""
    first, *others = sorted(found, key=len)
    if not others:
        return first
    allowed = {*first}.intersection(*others)
    return [place for place in first if place in allowed]


def _is_plain(value: Any) -> bool:
    """Whether functions take a value as Excel does: numbers, blanks, texts that are no numbers.

    What a function makes of truth values, errors, and texts with digits is known of single calls.
    """
    if type(value) is str:
        return not DIGIT.search(value)
    return value is None or type(value) in (float, int)


def _is_no_error(value: Any) -> bool:
    return not isinstance(value, _ERRORS)


def _is_text_or_plain(value: Any) -> bool:
    """Whether functions that read no text as a number take a value as Excel does."""
    return type(value) is str or _is_plain(value)


def _plainness(function: str, place: int) -> Callable[[Any], bool]:
    """Which values a function takes as Excel does, as the argument at a place."""
    if function.startswith("IS"):
        return _is_no_error
    reads_texts = function in _READS_NO_TEXT or (function in _OF_A_TEXT and not place)
    return _is_text_or_plain if reads_texts else _is_plain
