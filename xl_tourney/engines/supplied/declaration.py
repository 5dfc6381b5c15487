"""How a function is declared that engines lack or get wrong: ``@supplied`` on typed Python.

The types of its parameters say how the values of cells become its arguments, as Excel takes them:
an error is the value of the call, a blank cell is 0, a text is read as a number only where it is
one in every country.  What the function itself raises is an error of the cell (``num_error`` and
its like), or :class:`NotKnownError`: then the cell is left as saved.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from typing import Annotated, Any, NamedTuple, get_type_hints

from ...catalogue.cells import (
    Block,
    CellError,
    ErrorValue,
    element_of,
    to_block,
    value_error,
)
from ...patterns import regex
from ..base import NotCalculated

_DIGITS = regex(r" *[+-]?[0-9]+ *")
_DIGIT = regex("[0-9]")


class NotKnownError(Exception):
    """What Excel gives here is not known, or depends on the country of its user."""


class Kind(NamedTuple):
    """How a cell's value, or a block of values, becomes an argument."""

    coerce: Callable[[Any], Any]
    takes_range: bool = False
    is_repeated_for_arrays: bool = True
    """Whether the function is called for each value of an array."""


def refuse_error(value: Any) -> None:
    """An error is the value of the call; what was not calculated is not known."""
    if isinstance(value, ErrorValue):
        raise CellError(str(value), value.message)
    if isinstance(value, NotCalculated):
        raise NotKnownError


def to_number(value: Any) -> float:
    """A number as functions take it: a blank cell is 0, TRUE is 1.

    >>> to_number(None), to_number(True), to_number("12")
    (0.0, 1.0, 12.0)
    """
    if type(value) is float:
        return value
    refuse_error(value)
    if isinstance(value, str):
        if _DIGITS.fullmatch(value):
            return float(value)
        if _DIGIT.search(value):
            raise NotKnownError
        raise value_error(f"{value!r} is no number")
    return float(value or 0.0)


def to_text(value: Any) -> str:
    """A value as functions of texts take it.

    >>> [to_text(value) for value in ("a", 3.0, -0.0, 1 / 3, True, None)]
    ['a', '3', '0', '0.333333333333333', 'TRUE', '']
    """
    if type(value) is str:
        return value
    refuse_error(value)
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).upper()
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    if not 1e-4 <= abs(value) < 1e15:
        raise NotKnownError  # with an exponent or without
    return f"{value:.15g}"


def cells_of(block: Block) -> list[Any]:
    """The cells of a block; an error among them is the value of the call."""
    cells = [*chain.from_iterable(block)]
    if not {ErrorValue, NotCalculated}.isdisjoint(map(type, cells)):
        for cell in cells:
            refuse_error(cell)
    return cells


def halved(low: float, high: float, is_below: Callable[[float], bool]) -> tuple[float, float]:
    """The two numbers next to each other between which a condition ends to be true.

    >>> halved(0.0, 2.0, lambda x: x * x < 2)[0]
    1.414213562373095
    """
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return low, high


def _to_strict_number(value: Any) -> float:
    if isinstance(value, bool):
        raise value_error("a truth value is no number here")
    return to_number(value)


def _to_plain_block(value: Any) -> Block:
    """A block of which every value is known."""
    block = to_block(value)
    if NotCalculated in map(type, chain.from_iterable(block)):
        raise NotKnownError
    return block


Number = Annotated[float, Kind(to_number)]
Text = Annotated[str, Kind(to_text)]

StrictNumber = Annotated[float, Kind(_to_strict_number, is_repeated_for_arrays=False)]
"""A number of a function that was an add-in once: a truth value is an error there."""
Cells = Annotated[Block, Kind(_to_plain_block, takes_range=True)]


@dataclass(eq=False, repr=False)
class Supplied:
    """A declared function.  What its signature says is read when it is first called."""

    name: str
    function: Callable[..., Any]
    source: str
    """Who says what it gives."""

    @cached_property
    def _parameters(self) -> list[inspect.Parameter]:
        parameters = inspect.signature(self.function).parameters.values()
        return [parameter for parameter in parameters if not parameter.name.startswith("_")]

    @cached_property
    def kinds(self) -> Sequence[Kind]:
        """The kinds of its parameters; the last one repeats if there may be any number."""
        hints = get_type_hints(self.function, include_extras=True)
        return [hints[parameter.name].__metadata__[0] for parameter in self._parameters]

    @cached_property
    def repeats(self) -> bool:
        """Whether there may be any number of the last argument."""
        return any(one.kind is one.VAR_POSITIONAL for one in self._parameters)

    @property
    def required(self) -> int:
        """The number of arguments that a call must have."""
        return sum(
            one.default is one.empty and one.kind is not one.VAR_POSITIONAL
            for one in self._parameters
        )

    def _takes(self, count: int) -> bool:
        """Whether a call may have so many arguments."""
        at_most = math.inf if self.repeats else len(self.kinds)
        return max(1, self.required) <= count <= at_most

    @cached_property
    def _kinds_of(self) -> Callable[[int], Sequence[Kind]]:
        """The kinds of so many arguments; none where a call takes another number of them."""

        @cache
        def kinds_of(count: int) -> Sequence[Kind]:
            last = len(self.kinds) - 1
            return [self.kinds[min(i, last)] for i in range(count)] if self._takes(count) else ()

        return kinds_of

    def call(self, *arguments: Any) -> Any:
        """The value of a call; :class:`~..base.NotCalculated` where it is not known."""
        kinds = self._kinds_of(len(arguments))
        if not kinds:
            return NotCalculated(f"{self.name} takes another number of arguments")
        try:
            if list not in map(type, arguments):
                return self._call_once(kinds, arguments)
            return self._call_for_blocks(kinds, arguments)
        except NotKnownError:
            return NotCalculated(f"what {self.name} gives here is not known")

    def _call_for_blocks(self, kinds: Sequence[Kind], arguments: Sequence[Any]) -> Any:
        """The value of a call, or those of a call for each place of its arrays."""
        blocks = [
            None if kind.takes_range else to_block(argument)
            for kind, argument in zip(kinds, arguments)
        ]
        height = max((len(block) for block in blocks if block), default=1)
        width = max((len(block[0]) for block in blocks if block), default=1)
        if height * width > 1 and not all(kind.is_repeated_for_arrays for kind in kinds):
            raise NotKnownError
        values = [
            [
                self._call_once(
                    kinds,
                    [
                        element_of(block, row, column) if block else argument
                        for block, argument in zip(blocks, arguments)
                    ],
                )
                for column in range(width)
            ]
            for row in range(height)
        ]
        return values if height * width > 1 else values[0][0]

    def _call_once(self, kinds: Sequence[Kind], arguments: Sequence[Any]) -> Any:
        try:
            value = self.function(
                *[kind.coerce(argument) for kind, argument in zip(kinds, arguments)]
            )
        except CellError as error:
            return error.value
        except (ArithmeticError, ValueError):
            return ErrorValue("#NUM!")
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value) if math.isfinite(value) else ErrorValue("#NUM!")
        return value


SUPPLIED: dict[str, Supplied] = {}
"""The functions by their names."""


def supplied(name: str, *, source: str) -> Callable[[Callable[..., Any]], Any]:
    """Declare a function by its name: ``@supplied("XIRR", source=…)``."""

    def decorate(function: Callable[..., Any]) -> Any:
        SUPPLIED[name] = Supplied(name, function, source)
        return function

    return decorate
