"""Our functions, and the helper functions that :mod:`..reference_calls` writes into formulas."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import formualizer

from ...catalogue.cells import ErrorValue, to_block
from ...functions import CATALOGUE
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
from ..base import (
    ADDRESS,
    BROADCAST,
    KEEP,
    NUMBERS,
    PLACE,
    SHARE,
    TO_A1,
)
from .values import (
    NOT_IMPLEMENTED,
    are_calculated_whole_columns,
    argument_from_engine,
    arguments_from_engine,
    value_to_engine,
)

if TYPE_CHECKING:
    from .broadcasting import Broadcasting


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


ANCHOR, ELEMENT = "XL_TOURNEY_ANCHOR", "XL_TOURNEY_ELEMENT"
"""Helper functions for the anchor of an array formula, and for other cells of its range."""

_MAX_REFERENCES = 10_000
"""The most rows of references that are written as texts."""


class CallLog:
    """A log of what the catalogue's functions returned; asking the engine takes longer."""

    returned_array = False
    """Whether one returned an array."""
    last_message = ""
    """The message of the last error."""


def register_functions(
    workbook: formualizer.Workbook,
    log: CallLog,
    tables: Tables,
    config: formualizer.WorkbookConfig,
    date1904: bool = False,
) -> None:
    """Register the catalogue, and the helper functions of arrays and of references.

    ``config`` is for workbooks in which a helper calculates.
    """
    for name in CATALOGUE.names:
        workbook.register_function(name, _when_called(partial(_engine_function, name, log)))
    arrays: dict[str, list[list[Any]]] = {}

    def anchor(
        key: str, array: Any, rows: float, columns: float, height: float = 1, width: float = 1
    ) -> Any:
        arrays[key] = _fit(array, rows, columns)
        return element(key, None, 0, 0, height, width)

    def element(
        key: str, first: Any, row: float, column: float, height: float = 1, width: float = 1
    ) -> Any:
        if key not in arrays:
            return first
        top, left = int(row), int(column)
        if height == width == 1:
            return arrays[key][top][left]
        piece = arrays[key][top : top + int(height)]
        return [cells[left : left + int(width)] for cells in piece]

    workbook.register_function(ANCHOR, anchor)
    workbook.register_function(ADDRESS, _limit_references(write_address))
    workbook.register_function(PLACE, _helper_function(place_of_text))
    workbook.register_function(NUMBERS, _helper_function(consecutive_numbers))
    workbook.register_function(TO_A1, _limit_references(partial(to_a1, tables)))
    workbook.register_function(ELEMENT, element)

    @cache
    def broadcasting() -> Broadcasting:
        from .broadcasting import Broadcasting

        return Broadcasting(config, date1904)

    workbook.register_function(SHARE, _when_called(lambda: broadcasting().shared.share))
    workbook.register_function(BROADCAST, _when_called(lambda: broadcasting().call))
    workbook.register_function(KEEP, _when_called(lambda: broadcasting().keep))


def _when_called(load: Callable[[], Callable[..., Any]]) -> Callable[..., Any]:
    """A function that is loaded by its first call: most workbooks call one or two of all."""
    loaded = cache(load)
    return lambda *arguments: loaded()(*arguments)


def _helper_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """A helper function that takes and returns the engine's values."""
    return lambda *arguments: value_to_engine(function(*map(argument_from_engine, arguments)))


def _limit_references(function: Callable[..., Any]) -> Callable[..., Any]:
    """A helper function of references, which may be those of a whole column."""
    call = _helper_function(function)

    def call_if_few(*arguments: Any) -> Any:
        if any(type(rows) is list and len(rows) > _MAX_REFERENCES for rows in arguments):
            return NOT_IMPLEMENTED
        return call(*arguments)

    return call_if_few


def _engine_function(name: str, log: CallLog) -> Callable[..., Any]:
    """A function of the catalogue that takes and returns the engine's values."""
    call_from_host = CATALOGUE[name].call_from_host

    def call(*arguments: Any) -> Any:
        if are_calculated_whole_columns(arguments):
            return NOT_IMPLEMENTED
        value = call_from_host(*arguments, convert=arguments_from_engine)
        if type(value) is float:
            return value
        log.returned_array = log.returned_array or type(value) is list
        log.last_message = _first_message(value) or log.last_message
        return value_to_engine(value)

    return call


def _first_message(value: Any) -> str:
    """The message of an error, or of the first one in an array."""
    if isinstance(value, list):
        messages = (_first_message(cell) for row in value for cell in row)
        return next(filter(None, messages), "")
    return value.message if isinstance(value, ErrorValue) else ""


def _fit(array: Any, rows: float, columns: float) -> Any:
    """An array as it fills a fixed range: one row or column repeats, missing cells are #N/A."""
    source = to_block(array)
    height, width = len(source), len(source[0])

    def cell(row: int, column: int) -> Any:
        row, column = row if height > 1 else 0, column if width > 1 else 0
        if row < height and column < width:
            value = source[row][column]
            return 0.0 if value is None else value
        return {"type": "Error", "kind": "Na"}

    return [[cell(r, c) for c in range(int(columns))] for r in range(int(rows))]
