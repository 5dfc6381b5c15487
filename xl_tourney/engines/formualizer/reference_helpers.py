"""The helper functions for references that :mod:`..reference_calls` writes into formulas."""

from __future__ import annotations

import re
from typing import Any

from ...catalogue.cells import ErrorValue
from ...grammar.references import (
    MAX_COLUMN,
    MAX_ROW,
    CellAddress,
    column_letters,
    parse_reference,
    quote_sheet_name,
)
from ...grammar.structured_references import Tables
from ...grammar.syntax_tree import FormulaError


def to_a1(tables: Tables, text: Any, is_a1: Any, row: float, column: float) -> Any:
    """The text of a reference in A1 notation, of one in R1C1 notation or to a table.

    >>> to_a1(Tables(()), "Data!R[-1]C2:R5C[1]", False, 4, 3)
    'Data!$B$3:$D$5'
    >>> to_a1(Tables(()), "C", False, 4, 3), to_a1(Tables(()), "Rate", False, 4, 3)
    ('$C:$C', 'Rate')
    """
    if type(text) is not str or isinstance(text, ErrorValue):
        return text
    if isinstance(is_a1, ErrorValue):
        return is_a1
    if is_a1 is True or (isinstance(is_a1, float) and is_a1):
        return _resolve_table(tables, text)
    sheet, mark, reference = text.rpartition("!")
    corners = [re.fullmatch(_R1C1, corner.strip()) for corner in reference.split(":")]
    if not all(corners) or len(corners) > 2:
        return _resolve_table(tables, text)
    written = [_write_corner(match, int(row), int(column)) for match in corners if match]
    if None in written:
        return ErrorValue("#REF!")
    if len(written) == 1 and not ("R" in reference.upper() and "C" in reference.upper()):
        written *= 2
    return f"{sheet}{mark}{':'.join(map(str, written))}"


_R1C1 = r"(?i)(?P<r>R(?P<row>[0-9]+|\[-?[0-9]+\])?)?(?P<c>C(?P<column>[0-9]+|\[-?[0-9]+\])?)?(?<=.)"


def _write_corner(match: re.Match[str], row: int, column: int) -> str | None:
    """A cell, a whole row or a whole column in A1 notation; None if the sheet has none."""
    numbers = []
    for part, own, limit in (("column", column, MAX_COLUMN), ("row", row, MAX_ROW)):
        text = match[part] or "[0]"
        number = own + int(text[1:-1]) if text.startswith("[") else int(text)
        if not 1 <= number <= limit:
            return None
        numbers.append(number)
    letters = f"${column_letters(numbers[0])}" if match["c"] else ""
    return letters + (f"${numbers[1]}" if match["r"] else "")


def _resolve_table(tables: Tables, text: str) -> str:
    """The range of a table, or of columns of one."""
    name = text.strip()
    if not tables or not (name.endswith("]") or name.casefold() in map(str.casefold, tables.names)):
        return text
    try:
        return tables.resolve_references(
            name if name.endswith("]") else f"{name}[]", CellAddress("", 0, 0)
        )
    except FormulaError:
        return text


def consecutive_numbers(first: Any, rows: Any, columns: Any) -> Any:
    """Numbers that count rows down, or columns to the right; an error among the arguments is it.

    >>> consecutive_numbers(4.0, 1.0, 3.0)
    [[4.0, 5.0, 6.0]]
    """
    for argument in (first, rows, columns):
        if isinstance(argument, bool) or not isinstance(argument, (int, float)):
            return argument
    if columns > 1:
        return [[first + column for column in range(int(columns))]]
    return [[first + row] for row in range(int(rows))]


def place_of_text(text: Any, function: Any) -> Any:
    """What ROW, COLUMN, ROWS or COLUMNS gives for a reference in A1 notation that is a text.

    >>> [place_of_text("$2:9", function) for function in ("ROW", "ROWS", "COLUMN", "COLUMNS")]
    [2.0, 8.0, 1.0, 16384.0]
    >>> place_of_text("1:0x", "ROW")
    '#REF!'
    """
    if type(text) is not str or isinstance(text, ErrorValue):
        return text
    try:
        top, left, bottom, right = parse_reference(text.strip())
    except ValueError:
        return ErrorValue("#REF!")
    numbers = {"ROW": top, "COLUMN": left, "ROWS": bottom - top + 1, "COLUMNS": right - left + 1}
    return float(numbers[function])


def write_address(
    row: Any, column: Any, kind: Any = 1.0, is_a1: Any = True, sheet: Any = None
) -> str | ErrorValue:
    """What ADDRESS gives; an empty text stands for an omitted argument.

    >>> write_address(2.0, 3.0), write_address(2.0, 3.0, 4.0, False)
    ('$C$2', 'R[2]C[3]')
    >>> write_address(2.0, 3.0, "", "", "My sheet"), write_address(2.0, 3.0, 0.0)
    ("'My sheet'!$C$2", '#VALUE!')
    >>> write_address(2.0, 3.0, 1.0, 0.5)
    '$C$2'
    """
    numbers: list[float] = []
    for value in (row, column, 1.0 if kind == "" else kind, True if is_a1 == "" else is_a1):
        if isinstance(value, ErrorValue):
            return value
        try:
            numbers.append(float(value or 0))
        except ValueError:
            return ErrorValue("#VALUE!")
    row, column, kind = map(int, numbers[:3])
    is_a1 = numbers[3] != 0
    if not (1 <= row <= MAX_ROW and 1 <= column <= MAX_COLUMN and 1 <= kind <= 4):
        return ErrorValue("#VALUE!")
    is_row_absolute, is_column_absolute = kind in (1, 2), kind in (1, 3)
    if is_a1:
        text = f"{'$' * is_column_absolute}{column_letters(column)}{'$' * is_row_absolute}{row}"
    else:
        text = f"R{row}" if is_row_absolute else f"R[{row}]"
        text += f"C{column}" if is_column_absolute else f"C[{column}]"
    if isinstance(sheet, ErrorValue):
        return sheet
    return text if sheet is None else f"{_quote_if_needed(str(sheet), bool(is_a1))}!{text}"


_PLAIN_SHEET_NAME = r"[^\W\d][\w.]*"
_WORKBOOK = r"^\[[\w.]+\]"
_LIKE_A_REFERENCE = r"(?i)[A-Z]{1,3}[0-9]+|R[0-9]*(C[0-9]*)?|C[0-9]*"


def _quote_if_needed(sheet: str, is_a1: bool) -> str:
    """A sheet's name as a reference writes it; in R1C1 notation brackets have another meaning."""
    name = re.sub(_WORKBOOK, "", sheet) if is_a1 else sheet
    if not name or (
        re.fullmatch(_PLAIN_SHEET_NAME, name) and not re.fullmatch(_LIKE_A_REFERENCE, name)
    ):
        return sheet
    return quote_sheet_name(sheet)
