"""Cells in, cells out: what a spreadsheet hands to a function and what it takes back.

A cell holds a number, text, a boolean, nothing, or an error.  Hosts spell these differently
(an empty cell is ``None`` or ``""``, a number may be a ``Decimal``); the functions of this module
are the only place that knows it.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, TypeAlias

Value: TypeAlias = "float | str | bool | None"
"""One cell: a number, text, a boolean, or nothing."""

Block = list[list[Any]]
"""A range, an array or one cell, seen as rows of cells."""

BLANK = ""
"""What a function gives where there is nothing to say; a spreadsheet shows an empty cell."""

ERRORS = (
    "#NULL!",
    "#DIV/0!",
    "#VALUE!",
    "#REF!",
    "#NAME?",
    "#NUM!",
    "#N/A",
    "#GETTING_DATA",
    "#SPILL!",
    "#CONNECT!",
    "#BLOCKED!",
    "#UNKNOWN!",
    "#FIELD!",
    "#CALC!",
    "#BUSY!",
)
"""Every error that a cell can hold, as a spreadsheet writes it."""

_ERRORS = frozenset(ERRORS)


class ErrorValue(str):
    """A spreadsheet error in a cell: the text that the cell shows, and a sentence that says why.

    >>> error = ErrorValue("#NUM!", "places is 9, but there are 4 players")
    >>> error == "#NUM!", error.message
    (True, 'places is 9, but there are 4 players')
    """

    __slots__ = ("message",)
    message: str

    def __new__(cls, text: str, message: str = "") -> ErrorValue:
        """An error as the cell shows it, with the sentence that explains it."""
        value = super().__new__(cls, text)
        value.message = message
        return value

    def __reduce__(self) -> tuple[type[ErrorValue], tuple[str, str]]:
        return ErrorValue, (str(self), self.message)


class CellError(Exception):
    """A function has no value for its cells; ``value`` is the error that the cell shall show."""

    def __init__(self, text: str, message: str = "") -> None:
        super().__init__(f"{text} {message}".rstrip())
        self.value = ErrorValue(text, message)


def wrong(message: str) -> CellError:
    """The wrong type or shape: ``#VALUE!``."""
    return CellError("#VALUE!", message)


def outside(message: str) -> CellError:
    """Outside the domain: ``#NUM!``."""
    return CellError("#NUM!", message)


def no_divisor(message: str) -> CellError:
    """Nothing to divide by: ``#DIV/0!``."""
    return CellError("#DIV/0!", message)


def not_available(message: str) -> CellError:
    """The rules give no value: ``#N/A``."""
    return CellError("#N/A", message)


def is_blank(cell: object) -> bool:
    """Whether a cell holds nothing: ``None``, or the empty text that a formula leaves."""
    return cell is None or (isinstance(cell, str) and cell == "")


def is_error(cell: object) -> bool:
    """Whether a cell holds a spreadsheet error."""
    return isinstance(cell, str) and cell in _ERRORS


def raise_error(cell: object) -> None:
    """Let an error cell through as it is: an error that goes in comes out."""
    if is_error(cell):
        raise CellError(str(cell), getattr(cell, "message", ""))


def block(value: object) -> Block:
    """Any argument as rows of cells: one cell is one row of one, a flat sequence is one row.

    >>> block(3), block([1, 2]), block(((1, 2), (3, 4)))
    ([[3]], [[1, 2]], [[1, 2], [3, 4]])
    """
    if not isinstance(value, (list, tuple)):
        return [[value]]
    if not value:
        return [[None]]
    if isinstance(value[0], (list, tuple)):
        width = len(value[0])
        if (
            type(value) is list
            and width
            and {*map(type, value)} == {list}
            and {*map(len, value)} == {width}
        ):
            return value  # as engines and hosts hand them
        rows = []
        for row in value:
            if not isinstance(row, (list, tuple)) or len(row) != width:
                raise wrong("the rows of a block must all have the same number of cells")
            rows.append(list(row))
        return rows if width else [[None]]
    if any(isinstance(row, (list, tuple)) for row in value):
        raise wrong("a block must be rows of cells")
    return [list(value)]


def single(value: object, name: str) -> object:
    """The one cell of an argument that takes one cell."""
    if not isinstance(value, (list, tuple)):
        return value
    rows = block(value)
    if len(rows) != 1 or len(rows[0]) != 1:
        raise wrong(f"{name} must be one cell, not {len(rows)} × {len(rows[0])}")
    return rows[0][0]


def number(cell: object, where: str) -> float:
    """A cell where a number belongs; a blank cell counts as 0, as in any formula."""
    if type(cell) is float:
        if cell - cell == 0.0:
            return cell
        raise outside(f"{where} is not a finite number")
    if is_blank(cell):
        return 0.0
    raise_error(cell)
    if isinstance(cell, (int, float, Decimal)) and not isinstance(cell, bool):
        try:
            result = float(cell)
        except (OverflowError, ValueError) as error:
            raise outside(f"{where} is too large a number") from error
        if math.isfinite(result):
            return result
        raise outside(f"{where} is not a finite number")
    raise wrong(f"{where} must be a number, not {shown(cell)}")


def plain(values: Sequence[Any]) -> bool:
    """Whether cells hold numbers with which there is nothing to do; finite, for their sum is.

    >>> plain([1.5, 2.0]), plain([1.5, None]), plain([1.5, math.inf])
    (True, False, False)
    """
    return {*map(type, values)} <= _FLOAT and math.isfinite(sum(values))


_FLOAT = {float}


def not_negative(values: Sequence[float], what: str) -> None:
    """Hold numbers to 0 and above."""
    least = min(values)
    if least < 0:
        raise outside(f"{what} must not be negative; {least:g} is")


def whole(cell: object, where: str) -> int:
    """A cell where a whole number belongs."""
    value = number(cell, where)
    if value != math.floor(value):
        raise outside(f"{where} must be a whole number, not {value:g}")
    return int(value)


def flag(cell: object, where: str) -> bool:
    """A cell where TRUE or FALSE belongs; a number is true unless it is 0."""
    if isinstance(cell, bool):
        return cell
    raise_error(cell)
    if isinstance(cell, str):
        word = cell.strip().upper()
        if word in ("TRUE", "FALSE"):
            return word == "TRUE"
        raise wrong(f"{where} must be TRUE or FALSE, not {shown(cell)}")
    return number(cell, where) != 0


def text(cell: object, where: str) -> str:
    """A cell as text; a number reads as a spreadsheet shows it."""
    if is_blank(cell):
        return ""
    raise_error(cell)
    if isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, (int, float, Decimal)):
        return f"{number(cell, where):.15g}"
    raise wrong(f"{where} must be text, not {shown(cell)}")


def word(cell: object, choices: Sequence[str], where: str) -> str:
    """A cell that holds one of a few words, in any letter case."""
    given = text(cell, where).strip().lower()
    for choice in choices:
        if choice.lower() == given:
            return choice
    raise wrong(f"{where} must be one of {', '.join(choices)}; {shown(cell)} is not")


def comparable(value: float) -> float:
    """A number as spreadsheets compare it: to 15 significant digits.

    Points that were added in another order are still the same points.

    >>> 0.1 + 0.2 == 0.3, comparable(0.1 + 0.2) == comparable(0.3)
    (False, True)
    """
    return float(f"{value:.15g}")


def nearest(value: float, step: float) -> float:
    """The multiple of ``step`` next to ``value``, halves away from zero; step 0 leaves it as it is.

    >>> nearest(2.25, 0.5), nearest(-2.25, 0.5), nearest(2.2, 0)
    (2.5, -2.5, 2.2)
    """
    if step == 0 or not math.isfinite(value):
        return value
    steps = math.floor(round(abs(value) / step, 9) + 0.5)
    return math.copysign(steps * step, value)


def out(value: object) -> object:
    """A function's value as a cell takes it: finite, never −0; a number is a float."""
    if isinstance(value, float):
        if value - value == 0.0:
            return value + 0.0
        return ErrorValue("#NUM!", "the result is too large for a cell")
    if isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value


def out_block(rows: Sequence[Sequence[object]]) -> object:
    """Rows of values as a host takes them; one row of one is one value."""
    if len(rows) == 1 and len(rows[0]) == 1:
        return out(rows[0][0])
    return [[out(cell) for cell in row] for row in rows]


def shown(cell: object) -> str:
    """A cell as an error message shows it."""
    if isinstance(cell, str):
        return f"“{cell[:40]}”"
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, (int, float)):
        return f"{cell:g}" if abs(cell) <= sys.float_info.max else "a number out of range"
    return f"a {type(cell).__name__}"
