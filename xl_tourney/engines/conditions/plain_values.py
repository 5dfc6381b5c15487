"""What Python calculates as the engine does, of plain values.

The table of functions says how: the line ``each  text,count  a[: int(b)]`` is LEFT where its values
are texts and whole numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from typing import Any, NamedTuple

from ...catalogue.cells import MAX_TEXT, ErrorValue
from ...grammar.spreadsheet_functions import lines_of
from ..base import NotCalculated
from .columns import Column

_LARGEST_WHOLE = 1e9
_LEAP_DAY, _LAST_DAY = 60, 2_958_465
"""The day of 1900 that never was, and the last of the calendar."""
_FIRST_DAY = date(1899, 12, 30)


def _has_types(*types: type) -> Callable[[Column], bool]:
    allowed = frozenset((*types, type(None)))
    return lambda column: column.types <= allowed


_is_numbers, _is_texts = _has_types(float), _has_types(str)


def _in_whole_numbers(low: float, high: float) -> Callable[[Column], bool]:
    def is_whole(column: Column) -> bool:
        if not column.is_of(_is_numbers):
            return False
        cells = column.values
        if type(None) in column.types:
            cells = [0.0 if cell is None else cell for cell in cells]
        return low <= min(cells) and max(cells) <= high and all(map(float.is_integer, cells))

    return is_whole


def _has_one_place_each(text: str) -> bool:
    """Whether each letter of a text is one to all programs, also as a small one: İ is two then."""
    return len(text.lower()) == len(text) and max(text, default="") <= "\uffff"


def _is_of_letters(column: Column) -> bool:
    return _is_texts(column) and "".join(column.texts).isascii()


_is_whole = _in_whole_numbers(-_LARGEST_WHOLE, _LARGEST_WHOLE)

KINDS: Mapping[str, Callable[[Column], bool]] = {
    "number": _is_numbers,
    "whole": _is_whole,
    "count": _in_whole_numbers(0, MAX_TEXT),
    "place": _in_whole_numbers(1, MAX_TEXT),
    "places": _in_whole_numbers(-9, 9),
    "week": _in_whole_numbers(1, 2),
    "divisor": lambda column: column.is_of(_is_whole) and not {0.0, None} & {*column.values},
    "day": _in_whole_numbers(_LEAP_DAY + 1, _LAST_DAY),
    "text": lambda column: _is_texts(column) and _has_one_place_each("".join(column.texts)),
    "letters": _is_of_letters,
    "words": lambda column: (
        column.is_of(_is_of_letters) and not {*"*?~"} & {*"".join(column.texts)}
    ),
    "value": lambda column: NotCalculated not in column.types,
}
"""Kinds of values for which Python calculates some functions as the engine does."""
TEXTS = frozenset(("text", "letters", "words"))
"""Those that are texts."""


def rounded(number: float, places: float) -> float:
    """A number as ROUND gives it: half of the last place is rounded up, in decimal digits.

    >>> rounded(2.675, 2.0), rounded(-0.5, 0.0), rounded(1234.0, -2.0)
    (2.68, -1.0, 1200.0)
    """
    digits = int(places)
    if abs(abs(number) * 10.0**digits % 1 - 0.5) > 1e-6:
        return round(number, digits) + 0.0  # no -0
    from decimal import ROUND_HALF_UP, Decimal

    unit = Decimal(1).scaleb(-digits)
    return float(Decimal(repr(number)).quantize(unit, rounding=ROUND_HALF_UP))


def _day(number: float) -> date:
    return _FIRST_DAY + timedelta(days=number)


_ENVIRONMENT = {
    "ErrorValue": ErrorValue,
    "NUM": ErrorValue("#NUM!"),
    "VALUE": ErrorValue("#VALUE!"),
    "day": cache(_day),
    "floor": math.floor,
    "rounded": rounded,
    "sqrt": math.sqrt,
}
"""What the expressions of the table refer to."""


class Expression(NamedTuple):
    """How Python calculates a function of plain values."""

    kinds: Sequence[str]
    blanks: Sequence[Any]
    """What stands for a blank cell in each argument."""
    call: Callable[..., list[Any]]
    takes_dates: bool


@cache
def _texts() -> Mapping[tuple[str, int], tuple[Sequence[str], str]]:
    """The kinds and expressions of the table, by function and number of arguments."""
    rows = ((name, words.split(","), text) for name, (words, text) in lines_of("each"))
    return {(name, len(kinds)): (kinds, text) for name, kinds, text in rows}


@cache
def expression_of(function: str, arguments: int) -> Expression | None:
    """How Python calculates a function of so many arguments; None if it does not."""
    if (found := _texts().get((function, arguments))) is None:
        return None
    kinds, text = found
    blanks = [None if kind == "value" else "" if kind in TEXTS else 0.0 for kind in kinds]
    return Expression(kinds, blanks, eval(_each(text, len(kinds)), _ENVIRONMENT), "day" in kinds)


def _each(expression: str, count: int) -> str:
    """A function of lists that has the value of an expression for each of their values.

    >>> _each("abs(a)", 1), _each("a % b", 2)
    ('lambda x: [abs(a) for a in x]', 'lambda *x: [a % b for a, b in zip(*x)]')
    """
    if count == 1:
        return f"lambda x: [{expression} for a in x]"
    return f"lambda *x: [{expression} for {', '.join('abcd'[:count])} in zip(*x)]"
