"""The arguments of broadcast calls: arrays, of which each is looked at once.

A range that stands in many formulas is passed by a handle.  A cell of a sheet of its own calls
``XL_TOURNEY_SHARE(1,Games!$B$1:$B$300)``, which keeps the array and gives the handle.  The engine
calculates that cell again whenever the range changes, and then the calls that refer to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import chain, repeat
from typing import Any

from ...catalogue.cells import element_of
from ..base import NotCalculated
from ..conditions.columns import Column
from .values import argument_from_engine

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
