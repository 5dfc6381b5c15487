"""The values that formulas read, as columns: what is asked of a value is asked once a column.

``A1:A9`` is a :class:`Block`, a part of such columns.  Whether it has a text with digits is looked
up among the rows of the column that have one, and not among its cells::

    column A    1, "12 kg", 3      rows with a digit in a text: [1]
    A1:A3                          has one, for 0 <= 1 < 3
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache, cached_property
from itertools import chain
from operator import ge, gt, le, lt
from typing import Any, NamedTuple, TypeAlias

from ...catalogue.cells import MAX_TEXT, ErrorValue
from ...grammar.references import MAX_COLUMN, MAX_ROW, Range
from ...grammar.spreadsheet_functions import lines_of
from ...patterns import regex
from ..base import NotCalculated, RangeReader

Feature: TypeAlias = "Callable[[Any], bool]"
"""What may be true of a value."""


DIGIT = regex("[0-9]")
_MONTH = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_NAME = regex(rf"(?i)(?!{_MONTH}|true|false)[a-z][a-z ]*[0-9]*")
"""A text that is itself to a criterion: it is no number, date, truth value, error or pattern."""
_COMPARISON = regex(r"([<>]=?)(-?[0-9]{1,15}(?:\.[0-9]+)?)")
_COMPARE: Mapping[str, Callable[[float, float], bool]] = {"<": lt, ">": gt, "<=": le, ">=": ge}
_NEARLY = 1e-9
"""Numbers nearer to each other may be the same to some program."""
_NOT_FOUND = ErrorValue("#N/A")
_PLAIN_TYPES = frozenset((float, str, type(None)))


def _is_a(*types: type) -> Feature:
    return lambda value: type(value) in types


is_number = _is_a(float)
"""Whether a value is a number; dates are."""
is_text = _is_a(str)
"""Whether a value is a text, and no error."""


def is_foreign_text(value: Any) -> bool:
    """Whether a value is a text with letters beyond A to Z."""
    return type(value) is str and not value.isascii()


is_blank = _is_a(type(None))
"""Whether a cell has no value."""
is_truth_value = _is_a(bool)
"""Whether a value is TRUE or FALSE."""
is_error = _is_a(ErrorValue, NotCalculated)
"""Whether a value is an error, or none that the engine can calculate."""
is_not_calculated = _is_a(NotCalculated)
"""Whether the engine has no value."""


def key_of(value: Any) -> Any:
    """What a look-up compares: of texts capitals are the same."""
    return value.casefold() if type(value) is str else value


class Column:
    """Values one below the other, with what was asked of them; below the last one it is blank."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = values
        self._rows_having: dict[Feature, list[int]] = {}
        self._is_of: dict[Callable[[Column], bool], bool] = {}

    def rows_having(self, feature: Feature) -> list[int]:
        """The rows, counted from 0, of the values of which something is true."""
        if feature not in self._rows_having:
            rows = [row for row, value in enumerate(self.values) if feature(value)]
            self._rows_having[feature] = rows
        return self._rows_having[feature]

    @cached_property
    def types(self) -> frozenset[type]:
        """The types of its values."""
        return frozenset(map(type, self.values))

    @property
    def texts(self) -> Iterator[str]:
        """Its texts."""
        return filter(is_text, self.values)

    def is_of(self, kind: Callable[[Column], bool]) -> bool:
        """Whether it is of a kind, which is asked once."""
        if kind not in self._is_of:
            self._is_of[kind] = kind(self)
        return self._is_of[kind]

    def near(self, number: float, distance: float) -> Sequence[float]:
        """The different numbers that are so near to one, in order."""
        first = bisect_left(self.numbers, number - distance)
        return self.numbers[first : bisect_right(self.numbers, number + distance)]

    @cached_property
    def rows_of(self) -> dict[float, list[int]]:
        """The rows of each number."""
        rows: dict[float, list[int]] = defaultdict(list)
        for row in self.rows_having(is_number):
            rows[self.values[row]].append(row)
        return rows

    @cached_property
    def numbers(self) -> list[float]:
        """Its different numbers in order."""
        return sorted(self.rows_of)

    @cached_property
    def breaks(self) -> list[int]:
        """The rows with a value that does not follow, in order, on the one above.

        >>> Column([1.0, 2.0, "a", "B", "a"]).breaks
        [0, 2, 4]
        """
        above: list[Any] = [None, *self.values]
        pairs = enumerate(zip(above, self.values))
        return [row for row, (one, other) in pairs if not _are_in_order(one, other)]

    @cached_property
    def _is_whole(self) -> bool:
        return all(map(float.is_integer, self.numbers))

    @cached_property
    def _is_plain(self) -> bool:
        return self.types <= _PLAIN_TYPES and all(
            text.isascii() and (not DIGIT.search(text) or _NAME.fullmatch(text))
            for text in self.texts
        )

    @cached_property
    def _rows_of_texts(self) -> Mapping[str, Sequence[int]]:
        """The rows of each text; capitals are the same."""
        rows: dict[str, list[int]] = defaultdict(list)
        for row in self.rows_having(is_text):
            rows[self.values[row].lower()].append(row)
        return rows

    def equal(self, value: Any) -> Sequence[int] | None:
        """The rows that a look-up finds; None if only the engine can say."""
        if not self._is_plain:
            return None
        if type(value) is float:
            if not (self._is_whole and value.is_integer()) and self._is_near(value):
                return None
            return self.rows_of.get(value, ())
        if type(value) is str and _NAME.fullmatch(value):
            return self._rows_of_texts.get(value.lower(), ())
        return None

    def place(self, value: Any) -> Any:
        """What MATCH with 0 gives for a value; None if only the engine can say."""
        if (places := self.equal(value)) is None:
            return None
        return places[0] + 1.0 if places else _NOT_FOUND

    def meeting(self, criterion: Any) -> Sequence[int] | None:
        """The rows that meet a criterion; None if only the engine can say."""
        found = _COMPARISON.fullmatch(criterion) if type(criterion) is str else None
        if found is None or not self._is_plain:
            return self.equal(criterion)
        if self._is_near(number := float(found[2])):
            return None
        compare = _COMPARE[found[1]]
        return [row for row in self.rows_having(is_number) if compare(self.values[row], number)]

    def _is_near(self, number: float) -> bool:
        """Whether a number nearly equals another one."""
        distance = _NEARLY * max(1.0, abs(number))
        return any(other != number for other in self.near(number, distance))


def _are_in_order(one: Any, other: Any) -> bool:
    if type(one) is not type(other) or type(one) not in (float, str):
        return one is other is None
    if type(one) is float:
        return bool(one <= other)
    return one.isascii() and other.isascii() and bool(one.casefold() <= other.casefold())


class Block:
    """A rectangle of values: a range, or an array."""

    def __init__(self, columns: Sequence[Column], top: int, bottom: int) -> None:
        self.columns = columns
        self.top = top
        """Its first row, counted from 0."""
        self.bottom = bottom
        """The row behind its last."""

    @classmethod
    def of(cls, rows: Sequence[Sequence[Any]]) -> Block:
        """An array."""
        return cls([*map(Column, zip(*rows))], 0, len(rows))

    @property
    def height(self) -> int:
        """The number of its rows."""
        return self.bottom - self.top

    @property
    def width(self) -> int:
        """The number of its columns."""
        return len(self.columns)

    @property
    def size(self) -> int:
        """The number of its cells."""
        return self.height * self.width

    def count(self, feature: Feature) -> int:
        """Of how many values something is true.

        >>> Block([Column([1.0, 2.0])], 1, 4).count(is_number), Block.of([[1.0], [None]]).size
        (1, 2)
        """
        found = 0
        for column in self.columns:
            rows = column.rows_having(feature)
            found += bisect_left(rows, self.bottom) - bisect_left(rows, self.top)
            if feature(None):
                found += self.bottom - max(self.top, min(self.bottom, len(column.values)))
        return found

    def has(self, feature: Feature) -> bool:
        """Whether something is true of one of its values."""
        return self.count(feature) > 0

    def near(self, number: float, distance: float) -> list[float]:
        """The different numbers that are so near to one, in the order of their first places."""
        found = []
        for place, column in enumerate(self.columns):
            for near in column.near(number, distance):
                rows = column.rows_of[near]
                at = bisect_left(rows, self.top)
                if at < len(rows) and rows[at] < self.bottom:
                    found.append((rows[at], place, near))
        return [near for _, _, near in sorted(found)]

    @cached_property
    def ordered(self) -> Sequence[Any] | None:
        """Its values but for blanks behind them, if they are of one kind and in ascending order.

        >>> Block.of([[1.0], [2.0], [None]]).ordered, Block.of([["b"], ["a"]]).ordered
        ((1.0, 2.0), None)
        """
        if self.width > 1 and self.height > 1:
            return None
        if self.height == 1:
            line, top, bottom = Column(self.row(0)), 0, self.width
        else:
            (line,), top, bottom = self.columns, self.top, self.bottom
        breaks = line.breaks
        within = breaks[bisect_right(breaks, top) : bisect_left(breaks, bottom)][:2]
        blank = within[0] if within else min(bottom, len(line.values))
        if len(within) > 1:
            return None
        values = line.values[top:blank]
        if values and (values[0] is None or type(values[0]) not in (float, str)):
            return None
        rest = line.values[blank:bottom]
        return None if any(value is not None for value in rest) else values

    @cached_property
    def keys(self) -> Mapping[type, frozenset[Any]]:
        """What a look-up compares of its values, by their type."""
        found = defaultdict(set)
        for value in self:
            found[type(value)].add(key_of(value))
        return {type_: frozenset(keys) for type_, keys in found.items()}

    @cached_property
    def line(self) -> Column:
        """Its values by rows as one column, perhaps without the blank ones at the end."""
        only = self.columns[0]
        if self.width == 1 and not self.top and self.bottom >= len(only.values):
            return only
        return Column(only.values[self.top : self.bottom] if self.width == 1 else [*self])

    def row(self, number: int) -> list[Any]:
        """The values of a row."""
        row = self.top + number
        return [c.values[row] if row < len(c.values) else None for c in self.columns]

    def rows(self) -> Iterator[list[Any]]:
        """Its values by rows."""
        return map(self.row, range(self.height))

    def __iter__(self) -> Iterator[Any]:
        if self.width == 1:
            values = self.columns[0].values
            missing = self.height - max(0, min(self.bottom, len(values)) - self.top)
            return chain(values[self.top : self.bottom], [None] * missing)
        return chain.from_iterable(self.rows())


def values_in(operand: Any) -> Iterable[Any]:
    """The values of a block, or a single value."""
    return operand if type(operand) is Block else (operand,)


def keys_in(operand: Any, type_: type) -> Collection[Any]:
    """What a look-up compares of the values of a type."""
    if type(operand) is Block:
        return operand.keys.get(type_, ())
    return (key_of(operand),) if type(operand) is type_ else ()


def has(operand: Any, feature: Feature) -> bool:
    """Whether something is true of a value, or of one in a block."""
    return operand.has(feature) if type(operand) is Block else feature(operand)


class Used(NamedTuple):
    """A sheet's name as the workbook writes it, and how much of it may have values."""

    name: str
    rows: int
    columns: Callable[[], int]


_EMPTY = Column(())
MANY_COLUMNS = 200
"""Of a wider range it is asked first how many columns may have values."""


class SheetValues:
    """The calculated values of a workbook; a column is read when somebody asks for it."""

    def __init__(
        self, read: RangeReader, find: Callable[[str], Used | None], *, date1904: bool = True
    ) -> None:
        self._read = read
        self.date1904 = date1904
        """Whether dates may be counted from 1904."""
        self.used = cache(find)
        """By the name of a sheet how much of it is used; None if there is no such sheet."""
        self._columns: dict[tuple[str, int], Column] = {}

    def column(self, sheet: str, number: int) -> Column:
        """A column of a sheet."""
        key = sheet, number
        if key not in self._columns:
            used = self.used(sheet)
            if not used or not used.rows or not 0 < number <= MAX_COLUMN:
                return _EMPTY
            rows = self._read(used.name, Range(1, number, min(used.rows, MAX_ROW), number))
            self._columns[key] = Column([value for (value,) in rows])
        return self._columns[key]

    def block(self, sheet: str, range_: Range) -> Block:
        """The values of a range."""
        top, left, bottom, right = range_
        used = self.used(sheet)
        last = used.columns() if used and right - left > MANY_COLUMNS else right
        columns = [self.column(sheet, at) for at in range(left, min(right, last) + 1)]
        return Block(
            columns + [_EMPTY] * (right - left + 1 - len(columns)), max(top, 1) - 1, bottom
        )


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
