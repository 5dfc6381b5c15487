"""What an argument holds, and how its cells become what a rule takes.

A rule declares its parameters with the types below; ``| None`` says that the argument may be left
blank.  The first parameter decides how the rule is called: once for each cell (:data:`Each`), once
for each row (:data:`Row`), once for each board (:data:`Board`), once for a whole table without its
blank rows (:data:`Column`, :data:`Table`), or just once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

from . import cells

CellType = Literal["number", "string", "boolean", "any"]
Over = Literal["cell", "row", "board", "table"]


class Kind(NamedTuple):
    """What an argument holds.

    ``read(cells, where)`` gives the rule's argument; ``where`` names the cells in an error.  With
    ``over`` the argument lies beside the first one and is read piece by piece: a cell, a row of
    cells, or the cells of a board at a time.  ``plain(pieces)`` gives what reading each piece would
    give, where all of them hold nothing but finite numbers; else None.
    """

    says: str
    """What the cells hold, in words."""
    read: Callable[[Any, str], Any]
    matrix: bool = False
    """Whether a range belongs here, and not one cell."""
    cell_type: CellType = "any"
    over: Over | None = None
    spreads: bool = False
    """Whether one cell serves every row of the first argument."""
    plain: Callable[[list[Any]], list[Any] | None] = lambda _: None
    alone: Callable[[Any], Any] = lambda _: None
    """What reading an argument would give that is one piece of plain numbers; else None."""


def _from_one_cell(read: Callable[[object, str], Any]) -> Callable[[object, str], Any]:
    return lambda value, where: read(cells.single(value, where), where)


def choice(words: tuple[str, ...]) -> Kind:
    """One of a few words; a parameter of type ``Literal["a", "b"]`` becomes this."""
    says = "one of " + ", ".join(words)
    return Kind(
        says, _from_one_cell(lambda c, where: cells.word(c, words, where)), cell_type="string"
    )


def _row(row: list[Any], where: str) -> list[float]:
    if cells.plain(row):
        return row
    return [cells.number(cell, f"{where}, cell {place}") for place, cell in enumerate(row, 1)]


def _plain_rows(rows: list[Any]) -> list[Any] | None:
    return rows if cells.plain([cell for row in rows for cell in row]) else None


def _one_of_row(row: list[Any], where: str) -> float:
    if len(row) != 1:
        raise cells.wrong(f"{where} must be one cell, not {len(row)}")
    return cells.number(row[0], where)


def _plain_column(rows: list[Any]) -> list[Any] | None:
    column = [row[0] for row in rows] if {*map(len, rows)} == {1} else [None]
    return column if cells.plain(column) else None


def _plain_cells(values: list[Any]) -> list[Any] | None:
    return values if cells.plain(values) else None


def _lone_row(value: Any) -> list[float] | None:
    if type(value) is list and len(value) == 1:
        (row,) = value
        if type(row) is list and row and cells.plain(row):
            return row
    return None


def _lone_number(value: Any) -> float | None:
    return value if type(value) is float and value - value == 0.0 else None


def _line(value: object, where: str) -> list[float]:
    rows = cells.block(value)
    if len(rows) > 1 and len(rows[0]) > 1:
        raise cells.wrong(f"{where} must be one row of numbers, not {len(rows)} × {len(rows[0])}")
    return _row([cell for row in rows for cell in row], where)


def _labels(value: object, where: str) -> list[str]:
    return [cells.text(cell, where) for row in cells.block(value) for cell in row]


Number = Annotated[float, Kind("a number", _from_one_cell(cells.number), cell_type="number")]
Whole = Annotated[int, Kind("a whole number", _from_one_cell(cells.whole), cell_type="number")]
Flag = Annotated[bool, Kind("TRUE or FALSE", _from_one_cell(cells.flag), cell_type="boolean")]

Line = Annotated[list[float], Kind("one row of numbers", _line, matrix=True)]
Labels = Annotated[list[str], Kind("one row of texts", _labels, matrix=True)]
Cells = Annotated[
    cells.Block, Kind("a range of cells", lambda value, where: cells.block(value), matrix=True)
]

Each = Annotated[
    float,
    Kind(
        "numbers",
        cells.number,
        True,
        over="cell",
        spreads=True,
        plain=_plain_cells,
        alone=_lone_number,
    ),
]
EachWhole = Annotated[int, Kind("whole numbers", cells.whole, True, over="cell", spreads=True)]
Board = Annotated[list[float], Kind("scores, one board a column", cells.number, True, over="board")]
BoardWhole = Annotated[
    int,
    Kind("a whole number, or one for each board", cells.whole, True, over="board", spreads=True),
]
Row = Annotated[
    list[float],
    Kind("rows of numbers", _row, True, over="row", plain=_plain_rows, alone=_lone_row),
]
RowOrRows = Annotated[
    list[float],
    Kind(
        "rows of numbers, or one row",
        _row,
        True,
        over="row",
        spreads=True,
        plain=_plain_rows,
        alone=_lone_row,
    ),
]
RowNumber = Annotated[
    float,
    Kind(
        "a column of numbers, or one number",
        _one_of_row,
        True,
        over="row",
        spreads=True,
        plain=_plain_column,
        alone=_lone_number,
    ),
]
Column = Annotated[
    list[float],
    Kind("a column of numbers", _one_of_row, True, over="table", plain=_plain_column),
]
ColumnOrNumber = Annotated[
    list[float],
    Kind(
        "a column of numbers, or one number",
        _one_of_row,
        True,
        over="table",
        spreads=True,
        plain=_plain_column,
    ),
]
Table = Annotated[
    list[list[float]], Kind("rows of numbers", _row, True, over="table", plain=_plain_rows)
]
