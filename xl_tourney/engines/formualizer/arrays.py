"""The arguments of broadcast calls: arrays, of which each is looked at once.

A range that stands in many formulas is passed by a handle.  A cell of a sheet of its own calls
``XL_TOURNEY_SHARE(1,Games!$B$1:$B$300)``, which keeps the array and gives the handle.  The engine
calculates that cell again whenever the range changes, and then the calls that refer to it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain, repeat
from operator import ge, gt, le, lt
from typing import Any

from ...catalogue.cells import MAX_TEXT, element_of
from ...patterns import regex
from ..base import NotCalculated
from .values import argument_from_engine

_HANDLE = "\ue000"
"""The beginning of a handle: a letter for private use."""
_KEPT = f"{_HANDLE}="
_MOST_KEPT = 64
_LOST = NotCalculated("its array is lost")
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


class Array:
    """A block of values, with what is found out about them."""

    def __init__(self, value: Any) -> None:
        self.rows: list[list[Any]] = value if type(value) is list else [[value]]
        self.height, self.width = len(self.rows), len(self.rows[0])
        self._is_of: dict[str, bool] = {}
        if dict in self.types:
            self.rows = argument_from_engine(self.rows)
            del self.cells, self.types

    @cached_property
    def cells(self) -> list[Any]:
        """Its values, row by row."""
        return [*chain.from_iterable(self.rows)]

    @cached_property
    def types(self) -> frozenset[type]:
        """The types of its values."""
        return frozenset(map(type, self.cells))

    @cached_property
    def index(self) -> Index:
        """Where its values are."""
        return Index(self.cells)

    @cached_property
    def key(self) -> object:
        """The same for arrays of the same values."""
        return self.height, tuple((type(cell), cell) for cell in self.cells)

    @property
    def texts(self) -> Iterable[str]:
        """Its texts."""
        return (cell for cell in self.cells if type(cell) is str)

    def is_of(self, kind: str) -> bool:
        """Whether all values are of a kind, one of ``KINDS``, or nothing."""
        if kind not in self._is_of:
            self._is_of[kind] = KINDS[kind](self)
        return self._is_of[kind]

    def each(self, height: int, width: int, blank: Any = None) -> Iterable[Any]:
        """The values for the places of a larger array: one, or one row or column, repeats."""
        if (self.height, self.width) == (height, width):
            cells: Iterable[Any] = self.cells
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


def _has_types(*types: type) -> Callable[[Array], bool]:
    allowed = frozenset((*types, type(None)))
    return lambda array: array.types <= allowed


_is_numbers, _is_texts = _has_types(float), _has_types(str)


def _in_whole_numbers(low: float, high: float) -> Callable[[Array], bool]:
    def is_whole(array: Array) -> bool:
        if not array.is_of("number"):
            return False
        cells = array.cells
        if type(None) in array.types:
            cells = [0.0 if cell is None else cell for cell in cells]
        return low <= min(cells) and max(cells) <= high and all(map(float.is_integer, cells))

    return is_whole


KINDS: Mapping[str, Callable[[Array], bool]] = {
    "number": _is_numbers,
    "whole": _in_whole_numbers(-_LARGEST_WHOLE, _LARGEST_WHOLE),
    "count": _in_whole_numbers(0, MAX_TEXT),
    "place": _in_whole_numbers(1, MAX_TEXT),
    "places": _in_whole_numbers(-9, 9),
    "week": _in_whole_numbers(1, 2),
    "divisor": lambda array: array.is_of("whole") and not {0.0, None} & {*array.cells},
    "day": _in_whole_numbers(_LEAP_DAY + 1, _LAST_DAY),
    "text": lambda array: (
        _is_texts(array) and all(cell.isascii() for cell in array.cells if cell is not None)
    ),
    "words": lambda array: array.is_of("text") and not {*"*?~"} & {*"".join(array.texts)},
    "value": lambda array: NotCalculated not in array.types,
}
"""Kinds of values for which Python calculates some functions as the engine does."""


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
