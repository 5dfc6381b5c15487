"""Why a function gives an error: the sentence for a position of its result."""

from __future__ import annotations

from typing import Any

from ..catalogue.cells import ErrorValue
from ..functions import Function


def explain(function: Function, position: tuple[int, int], *arguments: Any) -> str:
    """The sentence of the error at a position of the result, or of its first error; else empty.

    >>> from ..functions import CATALOGUE
    >>> explain(CATALOGUE["GBQ"], (0, 0), 55, 3, 9)
    'place 9 is not among the 1 players'
    """
    result = function.call_from_host(*arguments)
    rows = result if isinstance(result, list) else [[result]]
    row, column = position
    if row < len(rows) and column < len(rows[row]) and isinstance(rows[row][column], ErrorValue):
        return format_error(function, rows[row][column])
    error = next((cell for cells in rows for cell in cells if isinstance(cell, ErrorValue)), None)
    return "" if error is None else format_error(function, error)


def format_error(function: Function, error: ErrorValue) -> str:
    """The sentence of an error; one that came in with an argument has none of its own."""
    return error.message or f"{function.name} has an argument that is {error}."
