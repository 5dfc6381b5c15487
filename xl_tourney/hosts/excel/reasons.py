"""The module that answers why a function gives an error: a second set of UDFs of the same names.

Each takes the position of the cell in the result, and then the arguments of the function.
``VERSION`` takes nothing and gives the version of xl-tourney.
"""

from __future__ import annotations

from typing import Any

import xlwings as xw

from ... import __version__
from ...catalogue.cells import ErrorValue
from ...functions import CATALOGUE, Function
from .udfs import make_udf

POSITION = ("row_offset", "column_offset")


def explain(function: Function, position: tuple[int, int], *arguments: Any) -> str:
    """The sentence of the error at a position of the result, or of its first error; else empty.

    >>> explain(CATALOGUE["GBQ"], (0, 0), 55, 3, 9)
    'place 9 is not among the 1 players'
    """
    result = function.call_from_host(*arguments)
    rows = result if isinstance(result, list) else [[result]]
    row, column = position
    if row < len(rows) and column < len(rows[row]) and isinstance(rows[row][column], ErrorValue):
        return format_error(function, rows[row][column])
    errors = (cell for cells in rows for cell in cells if isinstance(cell, ErrorValue))
    error = next(errors, None)
    return "" if error is None else format_error(function, error)


def format_error(function: Function, error: ErrorValue) -> str:
    """The sentence of an error; one that came in with an argument has none of its own."""
    return error.message or f"{function.name} has an argument that is {error}."


def _make_reason(function: Function) -> Any:
    def explain_call(row_offset: float, column_offset: float, *arguments: Any) -> str:
        return explain(function, (int(row_offset), int(column_offset)), *arguments)

    return make_udf(function, explain_call, POSITION)


@xw.func
def VERSION() -> str:
    """The version of xl-tourney."""
    return __version__


globals().update({function.name: _make_reason(function) for function in CATALOGUE})
