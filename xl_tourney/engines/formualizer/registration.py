"""Our functions, registered on the engine's workbook."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import formualizer

from ...catalogue.cells import ErrorValue, to_block
from ...functions import CATALOGUE
from ...grammar.structured_references import Tables
from ..base import (
    ADDRESS,
    BROADCAST,
    KEEP,
    NUMBERS,
    PLACE,
    SHARE,
    TO_A1,
)
from .reference_helpers import consecutive_numbers, place_of_text, to_a1, write_address
from .values import (
    NOT_IMPLEMENTED,
    are_calculated_whole_columns,
    argument_from_engine,
    arguments_from_engine,
    value_to_engine,
)

if TYPE_CHECKING:
    from .broadcasting import Broadcasting

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
        workbook.register_function(name, _when_called(partial(_engine_function, name, log)))
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
    workbook.register_function(PLACE, _helper_function(place_of_text))
    workbook.register_function(NUMBERS, _helper_function(consecutive_numbers))
    workbook.register_function(TO_A1, _limit_references(partial(to_a1, tables)))
    workbook.register_function(ELEMENT, element)

    @cache
    def broadcasting() -> Broadcasting:
        from .broadcasting import Broadcasting

        return Broadcasting(config, date1904)

    workbook.register_function(SHARE, _when_called(lambda: broadcasting().shared.share))
    workbook.register_function(BROADCAST, _when_called(lambda: broadcasting().call))
    workbook.register_function(KEEP, _when_called(lambda: broadcasting().keep))


def _when_called(load: Callable[[], Callable[..., Any]]) -> Callable[..., Any]:
    """A function that is loaded by its first call: most workbooks call one or two of all."""
    loaded = cache(load)
    return lambda *arguments: loaded()(*arguments)


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
    call_from_host = CATALOGUE[name].call_from_host

    def call(*arguments: Any) -> Any:
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
