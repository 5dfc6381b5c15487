"""What Python calculates as the engine does, of plain values.

The table of functions says how: the line ``each  text,count  a[: int(b)]`` is LEFT where its values
are texts and whole numbers.  What meets a criterion is found in an index of its range.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import cache, cached_property
from operator import ge, gt, le, lt
from typing import Any, NamedTuple

from ..catalogue.cells import MAX_TEXT, ErrorValue
from ..grammar.spreadsheet_functions import lines_of
from ..patterns import regex
from .base import NotCalculated

DIGIT = regex("[0-9]")
_MONTH = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_NAME = regex(rf"(?i)(?!{_MONTH}|true|false)[a-z][a-z ]*[0-9]*")
"""A text that is itself to a criterion: it is no number, date, truth value, error or pattern."""
_COMPARISON = regex(r"([<>]=?)(-?[0-9]{1,15}(?:\.[0-9]+)?)")
_COMPARE: Mapping[str, Callable[[float, float], bool]] = {"<": lt, ">": gt, "<=": le, ">=": ge}
_NEARLY = 1e-9
"""Numbers nearer to each other may be the same to some program."""
_LARGEST_WHOLE = 1e9
_LEAP_DAY, _LAST_DAY = 60, 2_958_465
"""The day of 1900 that never was, and the last of the calendar."""
_FIRST_DAY = date(1899, 12, 30)


class Values:
    """Some values, with what is found out about them."""

    def __init__(self, cells: Sequence[Any]) -> None:
        self.cells = cells
        self._is_of: dict[str, bool] = {}

    @cached_property
    def types(self) -> frozenset[type]:
        """Their types."""
        return frozenset(map(type, self.cells))

    @property
    def texts(self) -> Iterable[str]:
        """The texts among them."""
        return (cell for cell in self.cells if type(cell) is str)

    @cached_property
    def index(self) -> Index:
        """Where they are."""
        return Index(self.cells)

    def is_of(self, kind: str) -> bool:
        """Whether all are of a kind, one of ``KINDS``, or nothing."""
        if kind not in self._is_of:
            self._is_of[kind] = KINDS[kind](self)
        return self._is_of[kind]


def _has_types(*types: type) -> Callable[[Values], bool]:
    allowed = frozenset((*types, type(None)))
    return lambda values: values.types <= allowed


_is_numbers, _is_texts = _has_types(float), _has_types(str)


def _in_whole_numbers(low: float, high: float) -> Callable[[Values], bool]:
    def is_whole(values: Values) -> bool:
        if not values.is_of("number"):
            return False
        cells = values.cells
        if type(None) in values.types:
            cells = [0.0 if cell is None else cell for cell in cells]
        return low <= min(cells) and max(cells) <= high and all(map(float.is_integer, cells))

    return is_whole


def _has_one_place_each(text: str) -> bool:
    """Whether each letter of a text is one to all programs, also as a small one: İ is two then."""
    return len(text.lower()) == len(text) and max(text, default="") <= "\uffff"


KINDS: Mapping[str, Callable[[Values], bool]] = {
    "number": _is_numbers,
    "whole": _in_whole_numbers(-_LARGEST_WHOLE, _LARGEST_WHOLE),
    "count": _in_whole_numbers(0, MAX_TEXT),
    "place": _in_whole_numbers(1, MAX_TEXT),
    "places": _in_whole_numbers(-9, 9),
    "week": _in_whole_numbers(1, 2),
    "divisor": lambda values: values.is_of("whole") and not {0.0, None} & {*values.cells},
    "day": _in_whole_numbers(_LEAP_DAY + 1, _LAST_DAY),
    "text": lambda values: _is_texts(values) and _has_one_place_each("".join(values.texts)),
    "letters": lambda values: _is_texts(values) and "".join(values.texts).isascii(),
    "words": lambda values: values.is_of("letters") and not {*"*?~"} & {*"".join(values.texts)},
    "value": lambda values: NotCalculated not in values.types,
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


class Index:
    """Where the values of a range are, for criteria that ask for one."""

    def __init__(self, cells: Sequence[Any]) -> None:
        self._cells = cells
        self._places: dict[Any, list[int]] = {}
        self._is_plain = self._is_whole = True
        for place, cell in enumerate(cells):
            kind = type(cell)
            if kind is float:
                self._places.setdefault(cell, []).append(place)
                self._is_whole = self._is_whole and cell.is_integer()
            elif kind is str and (not DIGIT.search(cell) or _NAME.fullmatch(cell)):
                self._places.setdefault(cell.lower(), []).append(place)
                self._is_plain = self._is_plain and cell.isascii()
            elif cell is not None:
                self._is_plain = False

    @cached_property
    def _in_order(self) -> list[tuple[int, float]]:
        return [(place, cell) for place, cell in enumerate(self._cells) if type(cell) is float]

    @cached_property
    def _numbers(self) -> list[float]:
        return sorted(number for number in self._places if type(number) is float)

    def equal(self, value: Any) -> Sequence[int] | None:
        """The places of the cells that a look-up finds; None if only the engine can say."""
        if not self._is_plain:
            return None
        if type(value) is float:
            if not (self._is_whole and value.is_integer()) and self._is_near(value):
                return None
            return self._places.get(value, ())
        if type(value) is str and _NAME.fullmatch(value):
            return self._places.get(value.lower(), ())
        return None

    def meeting(self, criterion: Any) -> Sequence[int] | None:
        """The places of the cells that meet a criterion; None if only the engine can say."""
        found = _COMPARISON.fullmatch(criterion) if type(criterion) is str else None
        if found is None or not self._is_plain:
            return self.equal(criterion)
        if self._is_near(number := float(found[2])):
            return None
        compare = _COMPARE[found[1]]
        return [place for place, other in self._in_order if compare(other, number)]

    def _is_near(self, number: float) -> bool:
        """Whether a number nearly equals another one."""
        distance = _NEARLY * max(1.0, abs(number))
        start = bisect_left(self._numbers, number - distance)
        end = bisect_right(self._numbers, number + distance)
        return any(other != number for other in self._numbers[start:end])
