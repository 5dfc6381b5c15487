"""How a rule for one cell, one row, one board or one table is called for a whole range.

Each way takes the function's parameters and the arguments as cells, and gives cells.  A row (or
cell) with nothing in it gives a blank, so that a template can be longer than its field; an error
that concerns one row, or one board, stays there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any

from . import cells
from .cells import CellError

if TYPE_CHECKING:
    from .catalogue import Parameter

Rule = Callable[..., Any]
_Beside = list[tuple[int, "Parameter", cells.Block]]


def in_range(rule: Rule) -> Rule:
    """The rule, where numbers that grow too large are an error of the cells that it was given."""

    def checked(*arguments: Any) -> Any:
        try:
            return rule(*arguments)
        except OverflowError as error:
            raise cells.outside("the numbers are too large") from error

    return checked


def once(rule: Rule, parameters: Sequence[Parameter], values: Sequence[object]) -> Any:
    """Call the rule once, with the arguments as they are."""
    result = rule(*(p.read(value) for p, value in zip(parameters, values)))
    if not isinstance(result, list):
        return cells.out(result)
    if not result or not isinstance(result[0], list):
        return _column(result)
    return cells.out_block(result)


def each_cell(rule: Rule, parameters: Sequence[Parameter], values: Sequence[object]) -> Any:
    """Call the rule for each cell of the first argument; the result has its shape."""
    first = cells.block(values[0])
    height, width = len(first), len(first[0])
    read, beside = _split(parameters, values)
    identity = [
        block
        for _, p, block in beside
        if p.required and len(block) == height and len(block[0]) == width
    ]
    for place, (at, p, block) in enumerate(beside):
        if len(block) == len(block[0]) == 1:
            beside[place] = (at, p, [block[0] * width] * height)
        elif len(block) != height or len(block[0]) != width:
            raise cells.wrong(
                f"{p.name} is {len(block)} × {len(block[0])}, "
                f"but {parameters[0].name} is {height} × {width}"
            )

    def value(r: int, c: int) -> object:
        if all(cells.is_blank(block[r][c]) for block in identity):
            return cells.BLANK
        try:
            for at, p, block in beside:
                where = f"{p.name}, row {r + 1}, column {c + 1},"
                read[at] = p.kind.read(block[r][c], where)
            return cells.out(rule(*read))
        except CellError as error:
            return error.value

    return cells.out_block([[value(r, c) for c in range(width)] for r in range(height)])


def each_row(rule: Rule, parameters: Sequence[Parameter], values: Sequence[object]) -> Any:
    """Call the rule for each row of the first argument; the result is a column."""
    read, beside = _split(parameters, values)
    count = _same_rows(beside)
    identity = [block for _, p, block in beside if p.required and not p.kind.spreads]
    column: list[object] = []
    for row in range(count):
        if _blank_row(identity, row):
            column.append(cells.BLANK)
            continue
        try:
            for at, p, block in beside:
                read[at] = p.kind.read(block[row], f"{p.name}, row {row + 1}")
            column.append(cells.out(rule(*read)))
        except CellError as error:
            column.append(error.value)
    return column[0] if count == 1 else [[value] for value in column]


def each_board(rule: Rule, parameters: Sequence[Parameter], values: Sequence[object]) -> Any:
    """Call the rule for each board of the first argument; the result has its shape.

    A column is a board, and a single row is one board.  The rule takes a board's cells that are
    not blank and gives a value for each of them.
    """
    read, ((first, scores, block), *others) = _split(parameters, values)
    across = len(block) == 1
    boards = block if across else [list(column) for column in zip(*block)]
    beside = [(at, p, _per_board(p, other, len(boards))) for at, p, other in others]

    def value(number: int) -> list[object]:
        board, name = boards[number], f"board {number + 1}"
        lines = [line for line, cell in enumerate(board, 1) if not cells.is_blank(cell)]
        try:
            read[first] = [
                scores.kind.read(board[line - 1], f"{scores.name}, {name}, line {line},")
                for line in lines
            ]
            for at, p, row in beside:
                read[at] = p.kind.read(row[number], f"{p.name}, {name},")
            found = iter(rule(*read) if lines else ())
        except CellError as error:
            found = repeat(error.value)
        return [cells.BLANK if cells.is_blank(cell) else next(found) for cell in board]

    result = [value(number) for number in range(len(boards))]
    return cells.out_block(result if across else list(zip(*result)))


def over_table(rule: Rule, parameters: Sequence[Parameter], values: Sequence[object]) -> Any:
    """Call the rule once, with the rows that are not blank; the result is a column."""
    read, beside = _split(parameters, values)
    count = _same_rows(beside)
    identity = [block for _, p, block in beside if p.required and not p.kind.spreads]
    there = [row for row in range(count) if not _blank_row(identity, row)]
    for at, p, block in beside:
        read[at] = [p.kind.read(block[row], f"{p.name}, row {row + 1}") for row in there]
    column: list[object] = [cells.BLANK] * count
    if there:
        for row, value in zip(there, rule(*read)):
            column[row] = value
    return _column(column)


def _column(values: Sequence[object]) -> Any:
    return cells.out_block([[value] for value in values])


def _blank_row(blocks: Sequence[cells.Block], row: int) -> bool:
    for block in blocks:
        for cell in block[row]:
            if type(cell) is float or not cells.is_blank(cell):
                return False
    return True


def _split(parameters: Sequence[Parameter], values: Sequence[object]) -> tuple[list[Any], _Beside]:
    """The options, read; and the arguments that are read piece by piece, as blocks."""
    read: list[Any] = []
    beside: _Beside = []
    for p, value in zip(parameters, values):
        if not p.required and (value is None or p.left_blank(value)):
            read.append(p.blank)
        elif p.kind.over:
            beside.append((len(read), p, cells.block(value)))
            read.append(None)
        else:
            read.append(p.kind.read(value, p.name))
    return read, beside


def _per_board(p: Parameter, block: cells.Block, boards: int) -> list[Any]:
    """An argument's cell for each board: one for all, or a row with one for each."""
    row = block[0]
    if len(block) == len(row) == 1:
        return row * boards
    if len(block) != 1 or len(row) != boards:
        raise cells.wrong(f"{p.name} must be one cell, or one row with a cell for each board")
    return row


def _same_rows(beside: _Beside) -> int:
    """How many rows the first argument has; the others must have as many, or spread."""
    _, first, block = beside[0]
    count = len(block)
    for place, (at, p, block) in enumerate(beside):
        if len(block) == 1 and p.kind.spreads:
            beside[place] = (at, p, block * count)
        elif len(block) != count:
            raise cells.wrong(f"{p.name} has {len(block)} rows, but {first.name} has {count}")
    return count
