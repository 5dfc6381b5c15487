"""The kinds of arguments: what the cells of an argument hold, and how they are coerced.

A rule declares its parameters with the types below; ``| None`` allows a blank argument.  The first
parameter decides how the rule is called: once for each cell (:data:`Each`), once for each row
(:data:`Row`), once for each board (:data:`Board`), once for a whole table without its blank rows
(:data:`Column`, :data:`Table`), or just once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

from . import cells

CellType = Literal["number", "string", "boolean", "any"]
Unit = Literal["cell", "row", "board", "table"]
"""The unit of a call of a rule: a cell, a row, a board, or the whole table."""


class Kind(NamedTuple):
    """The kind of an argument: what its cells hold, and how they become the rule's argument."""

    description: str
    """The content of the cells, as the help shows it."""
    coerce: Callable[[Any, str], Any]
    """Takes the cells (with ``unit`` those of one unit) and their location for an error message."""
    takes_range: bool = False
    """Whether the argument is a range, not one cell."""
    cell_type: CellType = "any"
    unit: Unit | None = None
    """The unit in which the argument is coerced beside the first one: a cell, a row of cells, the
    cells of a board; in a table the rows together.  None for an option, coerced as a whole."""
    broadcasts: bool = False
    """Whether a single unit serves every unit of the first argument."""
    coerce_numeric_units: Callable[[list[Any]], list[Any] | None] = lambda _: None
    """The coerced units if all cells are finite floats, else None: the fast path of ranges."""
    coerce_numeric_argument: Callable[[Any], Any] = lambda _: None
    """The coerced unit if the argument is a single unit of finite floats, else None: the fast path
    of single calls."""


def _of_one_cell(coerce: Callable[[object, str], Any]) -> Callable[[object, str], Any]:
    return lambda argument, where: coerce(cells.to_single_cell(argument, where), where)


def choice_kind(choices: tuple[str, ...]) -> Kind:
    """The kind of a parameter of type ``Literal["a", "b"]``: one of these texts."""
    return Kind(
        "one of " + ", ".join(choices),
        _of_one_cell(lambda cell, where: cells.to_choice(cell, choices, where)),
        cell_type="string",
    )


def _coerce_row(row: list[Any], where: str) -> list[float]:
    if cells.are_finite_floats(row):
        return row
    return [cells.to_number(cell, f"{where}, cell {column}") for column, cell in enumerate(row, 1)]


def _coerce_numeric_rows(rows: list[Any]) -> list[Any] | None:
    return rows if cells.are_finite_floats([cell for row in rows for cell in row]) else None


def _coerce_row_of_one(row: list[Any], where: str) -> float:
    if len(row) != 1:
        raise cells.value_error(f"{where} must be one cell, not {len(row)}")
    return cells.to_number(row[0], where)


def _coerce_numeric_column(rows: list[Any]) -> list[Any] | None:
    column = [row[0] for row in rows] if {*map(len, rows)} == {1} else [None]
    return column if cells.are_finite_floats(column) else None


def _coerce_single_numeric_row(argument: Any) -> list[float] | None:
    if type(argument) is list and len(argument) == 1:
        (row,) = argument
        if type(row) is list and row and cells.are_finite_floats(row):
            return row
    return None


def _coerce_single_float(argument: Any) -> float | None:
    return argument if type(argument) is float and argument - argument == 0.0 else None


def _coerce_line(argument: object, where: str) -> list[float]:
    return _coerce_row(cells.to_single_line(argument, where), where)


def _coerce_labels(argument: object, where: str) -> list[str]:
    return [cells.to_text(cell, where) for row in cells.to_block(argument) for cell in row]


Number = Annotated[float, Kind("a number", _of_one_cell(cells.to_number), cell_type="number")]
Whole = Annotated[int, Kind("a whole number", _of_one_cell(cells.to_integer), cell_type="number")]
Flag = Annotated[bool, Kind("TRUE or FALSE", _of_one_cell(cells.to_boolean), cell_type="boolean")]

Line = Annotated[list[float], Kind("one row of numbers", _coerce_line, takes_range=True)]
Labels = Annotated[list[str], Kind("one row of texts", _coerce_labels, takes_range=True)]
Cells = Annotated[
    cells.Block,
    Kind("a range of cells", lambda argument, where: cells.to_block(argument), takes_range=True),
]

Each = Annotated[
    float,
    Kind(
        "numbers",
        cells.to_number,
        takes_range=True,
        unit="cell",
        broadcasts=True,
        coerce_numeric_units=lambda values: values if cells.are_finite_floats(values) else None,
        coerce_numeric_argument=_coerce_single_float,
    ),
]
EachWhole = Annotated[
    int,
    Kind("whole numbers", cells.to_integer, takes_range=True, unit="cell", broadcasts=True),
]
Board = Annotated[
    list[float],
    Kind("scores, one board a column", cells.to_number, takes_range=True, unit="board"),
]
BoardWhole = Annotated[
    int,
    Kind(
        "a whole number, or one for each board",
        cells.to_integer,
        takes_range=True,
        unit="board",
        broadcasts=True,
    ),
]
_ROWS = Kind(
    "rows of numbers",
    _coerce_row,
    takes_range=True,
    unit="row",
    coerce_numeric_units=_coerce_numeric_rows,
    coerce_numeric_argument=_coerce_single_numeric_row,
)
Row = Annotated[list[float], _ROWS]
RowOrRows = Annotated[
    list[float], _ROWS._replace(description="rows of numbers, or one row", broadcasts=True)
]
RowNumber = Annotated[
    float,
    Kind(
        "a column of numbers, or one number",
        _coerce_row_of_one,
        takes_range=True,
        unit="row",
        broadcasts=True,
        coerce_numeric_units=_coerce_numeric_column,
        coerce_numeric_argument=_coerce_single_float,
    ),
]
_COLUMN = Kind(
    "a column of numbers",
    _coerce_row_of_one,
    takes_range=True,
    unit="table",
    coerce_numeric_units=_coerce_numeric_column,
)
Column = Annotated[list[float], _COLUMN]
ColumnOrNumber = Annotated[
    list[float], _COLUMN._replace(description="a column of numbers, or one number", broadcasts=True)
]
Table = Annotated[
    list[list[float]],
    Kind(
        "rows of numbers",
        _coerce_row,
        takes_range=True,
        unit="table",
        coerce_numeric_units=_coerce_numeric_rows,
    ),
]
