"""Cells, blocks and error values, and the coercion of cells to what a rule takes.

A cell holds a number, text, a boolean, nothing, or an error.  Hosts represent these differently
(an empty cell is ``None`` or ``""``, a number may be a ``Decimal``); only this module knows how.
"""

from __future__ import annotations

import decimal
import math
import sys
from collections.abc import Sequence
from typing import Any, TypeAlias

Value: TypeAlias = "float | str | bool | None"
"""One cell: a number, text, a boolean, or nothing."""

Block = list[list[Any]]
"""A range, an array or one cell, seen as rows of cells."""

MAX_TEXT = 32_767
"""A cell holds a text of so many characters, and no more."""

BLANK = ""
"""A blank result; a spreadsheet shows it as an empty cell."""

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
    """A function has no value for its arguments; ``value`` is the error that the cell shows."""

    def __init__(self, text: str, message: str = "") -> None:
        super().__init__(f"{text} {message}".rstrip())
        self.value = ErrorValue(text, message)


def value_error(message: str) -> CellError:
    """The wrong type or shape: ``#VALUE!``."""
    return CellError("#VALUE!", message)


def num_error(message: str) -> CellError:
    """Outside the domain: ``#NUM!``."""
    return CellError("#NUM!", message)


def div0_error(message: str) -> CellError:
    """Nothing to divide by: ``#DIV/0!``."""
    return CellError("#DIV/0!", message)


def na_error(message: str) -> CellError:
    """The rules give no value: ``#N/A``."""
    return CellError("#N/A", message)


def is_blank(cell: object) -> bool:
    """Whether a cell holds nothing: ``None``, or the empty text that a formula leaves."""
    return cell is None or (isinstance(cell, str) and cell == "")


def is_error(cell: object) -> bool:
    """Whether a cell holds a spreadsheet error."""
    return isinstance(cell, str) and cell in _ERRORS


def raise_if_error(cell: object) -> None:
    """Propagate the error of an error cell to the result."""
    if is_error(cell):
        raise CellError(str(cell), getattr(cell, "message", ""))


def to_block(value: object) -> Block:
    """An argument as rows of cells: one cell is one row of one, a flat sequence is one row.

    >>> to_block(3), to_block([1, 2]), to_block(((1, 2), (3, 4)))
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
            return value  # the usual form of engines and hosts, not copied
        rows = []
        for row in value:
            if not isinstance(row, (list, tuple)) or len(row) != width:
                raise value_error("the rows of a block must all have the same number of cells")
            rows.append(list(row))
        return rows if width else [[None]]
    if any(isinstance(row, (list, tuple)) for row in value):
        raise value_error("a block must be rows of cells")
    return [list(value)]


def element_of(block: Block, row: int, column: int) -> Any:
    """The cell of a block for a place: one row or column repeats, and what is missing is #N/A."""
    row, column = row if len(block) > 1 else 0, column if len(block[0]) > 1 else 0
    is_there = row < len(block) and column < len(block[0])
    return block[row][column] if is_there else ErrorValue("#N/A")


def to_single_cell(value: object, name: str) -> object:
    """The one cell of an argument that takes one cell."""
    if not isinstance(value, (list, tuple)):
        return value
    rows = to_block(value)
    if len(rows) != 1 or len(rows[0]) != 1:
        raise value_error(f"{name} must be one cell, not {len(rows)} × {len(rows[0])}")
    return rows[0][0]


def to_single_column(value: object, name: str) -> list[Any]:
    """The cells of an argument that takes one column."""
    rows = to_block(value)
    if len(rows[0]) != 1:
        raise value_error(f"{name} must be one column, not {len(rows[0])}")
    return [cell for (cell,) in rows]


def to_single_line(value: object, name: str, what: str = "row of numbers") -> list[Any]:
    """The cells of an argument that takes one row, or one column, of something."""
    rows = to_block(value)
    if len(rows) > 1 and len(rows[0]) > 1:
        raise value_error(f"{name} must be one {what}, not {len(rows)} × {len(rows[0])}")
    return [cell for row in rows for cell in row]


def to_number(cell: object, where: str) -> float:
    """Coerce a cell to a number; a blank cell is 0, as in any formula."""
    if type(cell) is float:
        if cell - cell == 0.0:
            return cell
        raise num_error(f"{where} is not a finite number")
    if is_blank(cell):
        return 0.0
    raise_if_error(cell)
    if isinstance(cell, (int, float, decimal.Decimal)) and not isinstance(cell, bool):
        try:
            result = float(cell)
        except (OverflowError, ValueError) as error:
            raise num_error(f"{where} is too large a number") from error
        if math.isfinite(result):
            return result
        raise num_error(f"{where} is not a finite number")
    raise value_error(f"{where} must be a number, not {describe_cell(cell)}")


def are_finite_floats(values: Sequence[Any]) -> bool:
    """Whether cells hold finite floats only, which need no coercion.

    >>> are_finite_floats([1.5, 2.0]), are_finite_floats([1.5, None])
    (True, False)
    """
    return {*map(type, values)} <= {float} and math.isfinite(sum(values))


def to_integer(cell: object, where: str) -> int:
    """Coerce a cell to a whole number."""
    value = to_number(cell, where)
    if value != math.floor(value):
        raise num_error(f"{where} must be a whole number, not {value:g}")
    return int(value)


def to_boolean(cell: object, where: str) -> bool:
    """Coerce a cell to TRUE or FALSE; a number is true unless it is 0."""
    if isinstance(cell, bool):
        return cell
    raise_if_error(cell)
    if isinstance(cell, str):
        literal = cell.strip().upper()
        if literal in ("TRUE", "FALSE"):
            return literal == "TRUE"
        raise value_error(f"{where} must be TRUE or FALSE, not {describe_cell(cell)}")
    return to_number(cell, where) != 0


def to_text(cell: object, where: str) -> str:
    """Coerce a cell to text; a number becomes the text that a spreadsheet shows."""
    if is_blank(cell):
        return ""
    raise_if_error(cell)
    if isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, (int, float, decimal.Decimal)):
        return f"{to_number(cell, where):.15g}"
    raise value_error(f"{where} must be text, not {describe_cell(cell)}")


def to_choice(cell: object, choices: Sequence[str], where: str) -> str:
    """Coerce a cell to one of some texts, in any letter case."""
    text = to_text(cell, where).strip().lower()
    for choice in choices:
        if choice.lower() == text:
            return choice
    raise value_error(f"{where} must be one of {', '.join(choices)}; {describe_cell(cell)} is not")


def round_to_15_digits(value: float) -> float:
    """A number to 15 significant digits, as spreadsheets compare numbers.

    Sums that differ by the order of their terms are then equal.

    >>> 0.1 + 0.2 == 0.3, round_to_15_digits(0.1 + 0.2) == 0.3
    (False, True)
    """
    return float(f"{value:.15g}")


_ROOM = decimal.Context(prec=400, rounding=decimal.ROUND_HALF_UP)


def round_as_shown(value: float, decimals: int) -> decimal.Decimal:
    """A number as spreadsheets show it: they take 15 digits of it, and round a half up.

    >>> [str(round_as_shown(one, 1)) for one in (2.5, 0.25, 0.24999999999999997)]
    ['2.5', '0.3', '0.3']
    """
    step = decimal.Decimal(1).scaleb(-decimals)
    return decimal.Decimal(f"{value:.15g}").quantize(step, context=_ROOM)


COMPARED_DECIMALS = 9
"""To how many decimals formulas compare numbers that they calculated; what is below is noise."""


def round_to_multiple(value: float, step: float) -> float:
    """The nearest multiple of ``step``, halves away from zero; step 0 leaves the value unrounded.

    >>> round_to_multiple(2.25, 0.5), round_to_multiple(-2.25, 0.5), round_to_multiple(2.2, 0)
    (2.5, -2.5, 2.2)
    """
    if step == 0 or not math.isfinite(value):
        return value
    steps = math.floor(round(abs(value) / step, COMPARED_DECIMALS) + 0.5)
    return math.copysign(steps * step, value)


def to_result_cell(value: object) -> object:
    """A value as a cell of a result: finite, never −0; a number is a float."""
    if isinstance(value, float):
        if value - value == 0.0:
            return value + 0.0
        return ErrorValue("#NUM!", "the result is too large for a cell")
    if isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value


def to_result(rows: Sequence[Sequence[object]]) -> object:
    """Rows of values as a result; a block of one cell is a single value."""
    if len(rows) == 1 and len(rows[0]) == 1:
        return to_result_cell(rows[0][0])
    return [[to_result_cell(cell) for cell in row] for row in rows]


def describe_cell(cell: object) -> str:
    """A cell as an error message shows it."""
    if isinstance(cell, str):
        return f"“{cell[:40]}”"
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, (int, float)):
        return f"{cell:g}" if abs(cell) <= sys.float_info.max else "a number out of range"
    return f"a {type(cell).__name__}"
