"""How a rule for one cell, one row or one table is called for a whole range.

Each way takes the function's parameters and the arguments as cells, and gives cells.  A row (or
cell) with nothing in it gives a blank, so that a template can be longer than its field; an error
that concerns one row stays in that row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from . import cells
from .cells import CellError

if TYPE_CHECKING:
    from .catalogue import Parameter

Rule = Callable[..., Any]
_Beside = list[tuple[int, "Parameter", cells.Block]]


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
    for place, (at, p, block) in enumerate(beside):
        if len(block) == len(block[0]) == 1:
            beside[place] = (at, p, [block[0] * width] * height)
        elif len(block) != height or len(block[0]) != width:
            raise cells.wrong(
                f"{p.name} is {len(block)} × {len(block[0])}, "
                f"but {parameters[0].name} is {height} × {width}"
            )

    def value(r: int, c: int) -> object:
        if all(cells.is_blank(block[r][c]) for _, p, block in beside if p.required):
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
            if not cells.is_blank(cell):
                return False
    return True


def _split(parameters: Sequence[Parameter], values: Sequence[object]) -> tuple[list[Any], _Beside]:
    """The options, read; and the arguments that are read piece by piece, as blocks."""
    read: list[Any] = []
    beside: _Beside = []
    for at, (p, value) in enumerate(zip(parameters, values)):
        if p.kind.over and (p.required or not p.left_blank(value)):
            read.append(None)
            beside.append((at, p, cells.block(value)))
        else:
            read.append(p.blank if p.kind.over else p.read(value))
    return read, beside


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
