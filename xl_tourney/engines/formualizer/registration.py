"""Our functions, and what replaces some of its own, registered on the engine's workbook."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import formualizer

from ...catalogue.cells import ErrorValue, to_block
from ...functions import CATALOGUE
from ...grammar.structured_references import Tables
from ..base import (
    ADDRESS,
    AGGREGATE,
    BROADCAST,
    KEEP,
    LOOKUP,
    NUMBERS,
    PLACE,
    SHARE,
    TO_A1,
    NotCalculated,
)
from ..conditions.columns import key_of
from ..shared_ranges import functions_with_handles
from ..supplied import SUPPLIED
from .arrays import Array, SharedArrays, is_handle
from .broadcasting import Broadcasting
from .reference_helpers import consecutive_numbers, place_of_text, to_a1, write_address
from .values import (
    NOT_IMPLEMENTED,
    are_calculated_whole_columns,
    argument_from_engine,
    arguments_from_engine,
    value_to_engine,
)

# LOOKUP in few cells, or in an array that is calculated: ``LOOKUP(2,1/(A1:A9<>""),A1:A9)``.
#
# Excel passes over errors, and over values of another type than the one it looks for.

_NOT_FOUND = ErrorValue("#N/A")


def look_up(value: Any, vector: Array, results: Array | None = None) -> Any:
    """The value that LOOKUP finds.

    Where the values to search have no order the program's way of searching decides; that is known
    only if none of them is larger than the value looked for: then the last one is found.

    >>> error = ErrorValue("#DIV/0!")
    >>> results = Array([["a"], ["b"], ["c"], ["d"]])
    >>> look_up(2.0, Array([[error], [1.0], [1.0], [error]]), results)
    'c'
    >>> table = Array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    >>> look_up(2.5, table), look_up(0.0, table)
    (5.0, '#N/A')
    >>> look_up(2.0, Array([[3.0, 1.0, 4.0]])) is NOT_IMPLEMENTED
    True
    """
    if isinstance(value, ErrorValue):
        return value
    found = results.first_line if results else vector.last_line
    kind = type(value)
    if (
        NotCalculated in vector.types
        or kind not in (float, str, bool)
        or len(found) < max(vector.height, vector.width)
    ):
        return NOT_IMPLEMENTED
    key, (places, keys, is_ordered) = key_of(value), vector.searched(kind)
    if not is_ordered and (max(keys) > key or key in keys[:-1]):
        return NOT_IMPLEMENTED
    below = bisect_right(keys, key)  # where they have no order all of them
    is_between = kind is str and is_ordered and keys[below - 1 : below] != [key]
    if is_between and not all(map(_has_one_order, (key, *keys))):
        return NOT_IMPLEMENTED  # texts are ordered by the country of the user
    return found[places[below - 1]] if below else _NOT_FOUND


def _has_one_order(text: str) -> bool:
    """Whether a text has its place among others in every country: it has letters from A to Z only.

    >>> [_has_one_order(text) for text in ("andy", "o'neil", "äpfel", "a1")]
    [True, False, False, False]
    """
    return text.isascii() and text.isalpha()


# AGGREGATE of an array: the functions from 12 on, which formualizer lacks.
#
# Errors are passed over with option 6; cells hidden, or with a SUBTOTAL of their own, nobody sees
# here, so other options stay with the engine.

_NUM = ErrorValue("#NUM!")


def aggregate(number: Any, option: Any, *arguments: Any) -> Any:
    """The value of a call.

    >>> error = ErrorValue("#DIV/0!")
    >>> aggregate(14.0, 6.0, [[error], [3.0], [8.0]], 1.0), aggregate(12.0, 6.0, [[5.0, 1.0, 2.0]])
    (8.0, 2.0)
    >>> aggregate(15.0, 6.0, [[error]], 1.0), aggregate(15.0, 4.0, [[error]], 1.0)
    ('#NUM!', '#DIV/0!')
    """
    blocks, parts = (arguments[:1], arguments[1:]) if number >= 14 else (arguments, ())
    numbers: list[float] = []
    for cell in (cell for block in blocks for row in to_block(block) for cell in row):
        if isinstance(cell, NotCalculated):
            return NOT_IMPLEMENTED
        if isinstance(cell, ErrorValue):
            if option != 6:
                return cell
        elif type(cell) is float:
            numbers.append(cell)
    if number == 12:
        import statistics

        return statistics.median(numbers) if numbers else _NUM
    if len(parts) != 1:
        return ErrorValue("#VALUE!")
    numbers.sort()
    places = to_block(parts[0])
    found = [[_quantile(int(number), numbers, place) for place in row] for row in places]
    return found if type(parts[0]) is list else found[0][0]


def _quantile(function: int, numbers: Sequence[float], place: Any) -> Any:
    if isinstance(place, (ErrorValue, NotCalculated)):
        return place
    if isinstance(place, str):
        return ErrorValue("#VALUE!")
    return _QUANTILES[function](numbers, float(place or 0)) if numbers else _NUM


def _smallest(numbers: Sequence[float], k: float) -> Any:
    place = math.ceil(k)
    return numbers[place - 1] if 1 <= place <= len(numbers) else _NUM


def _largest(numbers: Sequence[float], k: float) -> Any:
    return _smallest(numbers, len(numbers) + 1 - math.ceil(k))


def _percentile(numbers: Sequence[float], part: float) -> Any:
    if not 0 <= part <= 1:
        return _NUM
    return _between(numbers, part * (len(numbers) - 1))


def _exclusive_percentile(numbers: Sequence[float], part: float) -> Any:
    place = part * (len(numbers) + 1) - 1
    return _between(numbers, place) if 0 <= place <= len(numbers) - 1 else _NUM


def _between(numbers: Sequence[float], place: float) -> float:
    below = math.floor(place)
    above = min(below + 1, len(numbers) - 1)
    return numbers[below] + (place - below) * (numbers[above] - numbers[below])


_QUANTILES: Mapping[int, Callable[[Sequence[float], float], Any]] = {
    14: _largest,
    15: _smallest,
    16: _percentile,
    17: lambda numbers, quart: _percentile(numbers, math.trunc(quart) / 4),
    18: _exclusive_percentile,
    19: lambda numbers, quart: _exclusive_percentile(numbers, math.trunc(quart) / 4),
}


ANCHOR, ELEMENT = "XL_TOURNEY_ANCHOR", "XL_TOURNEY_ELEMENT"
"""Helper functions for the anchor of an array formula, and for other cells of its range."""

_MAX_REFERENCES = 10_000
"""The most rows of references that are written as texts."""


class CallLog:
    """A log of what the catalogue's functions returned; asking the engine takes longer."""

    returned_array = False
    """Whether one returned an array."""
    last_message = ""
    """The message of the last error."""


def register_functions(
    workbook: formualizer.Workbook,
    log: CallLog,
    tables: Tables,
    config: formualizer.WorkbookConfig,
    date1904: bool = False,
) -> None:
    """Register the catalogue, and the helper functions of arrays and of references.

    ``config`` is for workbooks in which a helper calculates.
    """
    for name in CATALOGUE.names:
        workbook.register_function(name, _engine_function(name, log))
    arrays: dict[str, list[list[Any]]] = {}

    def anchor(
        key: str, array: Any, rows: float, columns: float, height: float = 1, width: float = 1
    ) -> Any:
        arrays[key] = _fit(array, rows, columns)
        return element(key, None, 0, 0, height, width)

    def element(
        key: str, first: Any, row: float, column: float, height: float = 1, width: float = 1
    ) -> Any:
        if key not in arrays:
            return first
        top, left = int(row), int(column)
        if height == width == 1:
            return arrays[key][top][left]
        piece = arrays[key][top : top + int(height)]
        return [cells[left : left + int(width)] for cells in piece]

    workbook.register_function(ANCHOR, anchor)
    workbook.register_function(ADDRESS, _limit_references(write_address))
    workbook.register_function(AGGREGATE, _helper_function(aggregate))
    workbook.register_function(PLACE, _helper_function(place_of_text))
    workbook.register_function(NUMBERS, _helper_function(consecutive_numbers))
    workbook.register_function(TO_A1, _limit_references(partial(to_a1, tables)))
    workbook.register_function(ELEMENT, element)
    shared = SharedArrays()
    workbook.register_function(
        LOOKUP,
        lambda value, *blocks: value_to_engine(
            look_up(argument_from_engine(value), *map(shared.array, blocks))
        ),
    )
    broadcasting = Broadcasting(config, shared, date1904)
    for name, supplied in SUPPLIED.items():
        function = _helper_function(supplied.call)
        if name in functions_with_handles():
            function = _plain_first(broadcasting, name, function)
        if date1904 and supplied.takes_dates:
            function = _not_implemented
        for written in (name, f"_xlfn.{name}"):
            workbook.register_function(written, function, allow_override_builtin=True)
    workbook.register_function(SHARE, shared.share)
    workbook.register_function(BROADCAST, broadcasting.call)
    workbook.register_function(KEEP, broadcasting.keep)


def _not_implemented(*_: Any) -> Any:
    return NOT_IMPLEMENTED


def _plain_first(
    broadcasting: Broadcasting, name: str, function: Callable[..., Any]
) -> Callable[..., Any]:
    """A function that is called for arrays of plain values at once, and takes handles."""

    def call(*arguments: Any) -> Any:
        if list in map(type, arguments) or any(map(is_handle, arguments)):
            arrays = broadcasting.arrays(arguments)
            if (found := broadcasting.call_if_plain(name, arrays)) is not None:
                return found
            arguments = tuple(array.rows for array in arrays)
        return function(*arguments)

    return call


def _helper_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """A helper function that takes and returns the engine's values."""
    return lambda *arguments: value_to_engine(function(*map(argument_from_engine, arguments)))


def _limit_references(function: Callable[..., Any]) -> Callable[..., Any]:
    """A helper function of references, which may be those of a whole column."""
    call = _helper_function(function)

    def call_if_few(*arguments: Any) -> Any:
        if any(type(rows) is list and len(rows) > _MAX_REFERENCES for rows in arguments):
            return NOT_IMPLEMENTED
        return call(*arguments)

    return call_if_few


def _engine_function(name: str, log: CallLog) -> Callable[..., Any]:
    """A function of the catalogue that takes and returns the engine's values."""
    call_from_host: Callable[..., Any] | None = None

    def call(*arguments: Any) -> Any:
        nonlocal call_from_host
        if call_from_host is None:  # most workbooks call one or two of all the functions
            call_from_host = CATALOGUE[name].call_from_host
        if are_calculated_whole_columns(arguments):
            return NOT_IMPLEMENTED
        value = call_from_host(*arguments, convert=arguments_from_engine)
        if type(value) is float:
            return value
        log.returned_array = log.returned_array or type(value) is list
        log.last_message = _first_message(value) or log.last_message
        return value_to_engine(value)

    return call


def _first_message(value: Any) -> str:
    """The message of an error, or of the first one in an array."""
    if isinstance(value, list):
        messages = (_first_message(cell) for row in value for cell in row)
        return next(filter(None, messages), "")
    return value.message if isinstance(value, ErrorValue) else ""


def _fit(array: Any, rows: float, columns: float) -> Any:
    """An array as it fills a fixed range: one row or column repeats, missing cells are #N/A."""
    source = to_block(array)
    height, width = len(source), len(source[0])

    def cell(row: int, column: int) -> Any:
        row, column = row if height > 1 else 0, column if width > 1 else 0
        if row < height and column < width:
            value = source[row][column]
            return 0.0 if value is None else value
        return {"type": "Error", "kind": "Na"}

    return [[cell(r, c) for c in range(int(columns))] for r in range(int(rows))]
