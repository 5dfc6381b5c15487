"""Values of the engine as ours, and ours as the engine's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import formualizer

from ...catalogue.cells import ErrorValue
from ...grammar.references import MAX_ROW, Range
from ..base import NotCalculated

_ERROR_KINDS = {
    "Null": "#NULL!",
    "Div": "#DIV/0!",
    "Value": "#VALUE!",
    "Ref": "#REF!",
    "Name": "#NAME?",
    "Num": "#NUM!",
    "Na": "#N/A",
    "Spill": "#SPILL!",
    "Calc": "#CALC!",
}
_KIND_OF_ERROR = {error: kind for kind, error in _ERROR_KINDS.items()}
_FAILURES = {
    "NImpl": "the engine lacks something in it",
    "Error": "the engine cannot read its formula",
    "Cancelled": "the calculation was cut short",
}
NOT_IMPLEMENTED = {"type": "Error", "kind": "NImpl"}
"""The engine's error for a value that is not known; its cell is left as saved."""
_WHOLE_COLUMN_ROWS = MAX_ROW - 1000
"""An argument with more rows is taken for a whole column."""


def value_from_engine(value: Any) -> Any:
    """A value of the engine as ours; its numbers may be infinite."""
    if type(value) is float:
        return value if value - value == 0.0 else ErrorValue("#NUM!")
    return _error_from_engine(value) if type(value) is dict else value


def value_to_engine(value: Any) -> Any:
    """A value, or a block of values, as the engine takes it."""
    if type(value) is float:
        return value
    if isinstance(value, list):
        return [[value_to_engine(cell) for cell in row] for row in value]
    if isinstance(value, ErrorValue):
        kind = _KIND_OF_ERROR.get(value, "Value")
        return {"type": "Error", "kind": kind, "message": value.message}
    return NOT_IMPLEMENTED if isinstance(value, NotCalculated) else value


def arguments_from_engine(arguments: Iterable[Any]) -> list[Any]:
    """The engine's arguments as ours; whole columns end at the last row that is not blank.

    A million blank rows would be calculated one by one, and return a million blanks.
    """
    blocks = [argument_from_engine(argument) for argument in arguments]
    whole_columns = [
        rows for rows in blocks if type(rows) is list and len(rows) > _WHOLE_COLUMN_ROWS
    ]
    if not whole_columns:
        return blocks
    used = max(map(_used_rows, whole_columns))
    return [
        rows[:used] if type(rows) is list and len(rows) > _WHOLE_COLUMN_ROWS else rows
        for rows in blocks
    ]


def are_calculated_whole_columns(arguments: Iterable[Any]) -> bool:
    """Whether an array fills whole columns: a function of ours would take minutes for it."""
    for rows in arguments:
        if (
            type(rows) is list
            and len(rows) > _WHOLE_COLUMN_ROWS
            and any(cell is not None for row in rows[_WHOLE_COLUMN_ROWS:] for cell in row)
        ):
            return True
    return False


def _used_rows(rows: list[list[Any]]) -> int:
    """The number of rows down to the last that is not blank; 1 at least."""
    for count in range(len(rows), 1, -1):
        if any(cell is not None for cell in rows[count - 1]):
            return count
    return 1


def argument_from_engine(argument: Any) -> Any:
    """An argument that the engine passes: a value, or a block of rows."""
    if type(argument) is list:
        for row in argument:
            for cell in row:
                if type(cell) is dict:
                    return [
                        [_error_from_engine(c) if type(c) is dict else c for c in row]
                        for row in argument
                    ]
        return argument
    return _error_from_engine(argument) if type(argument) is dict else argument


def _error_from_engine(error: dict[str, Any]) -> ErrorValue | NotCalculated:
    """An error value; what is none was not calculated."""
    kind = error.get("kind", "")
    if kind in _ERROR_KINDS:
        return ErrorValue(_ERROR_KINDS[kind], error.get("message") or "")
    message = error.get("message") or kind
    if kind == "Circ":
        return NotCalculated("it refers to itself", is_circular=True)
    return NotCalculated(_FAILURES.get(kind, f"the engine failed ({message})"))


def read_range(workbook: formualizer.Workbook, sheet: str, range_: Range) -> list[list[Any]]:
    """The values of a range, by rows."""
    rows = workbook[sheet].get_values(formualizer.RangeAddress(sheet, *range_))
    # nearly all are finite numbers, which need no call
    return [
        [c if type(c) is float and c - c == 0.0 else value_from_engine(c) for c in row]
        for row in rows
    ]
