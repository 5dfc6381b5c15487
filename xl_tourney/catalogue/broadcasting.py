"""How a rule for one cell, one row, one board or one table is called for a whole range.

Each way takes the function's parameters and the arguments as cells, and gives cells.  A row (or
cell) with nothing in it gives a blank, so that a template can be longer than its field; an error
that concerns one row, or one board, stays there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Any

from . import cells
from .cells import CellError
from .parameter import Parameter

Rule = Callable[..., Any]
_Beside = list[tuple[int, Parameter, list[Any]]]


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
    read, beside = _split(parameters, values)
    _, first, block = beside[0]
    height, width = len(block), len(block[0])
    identity = []
    for place, (at, p, block) in enumerate(beside):
        cell_of = [cell for row in block for cell in row]
        if len(block) == height and len(block[0]) == width:
            if p.required:
                identity.append(cell_of)
        elif len(cell_of) == 1:
            cell_of *= height * width
        else:
            raise cells.wrong(
                f"{p.name} is {len(block)} × {len(block[0])}, "
                f"but {first.name} is {height} × {width}"
            )
        beside[place] = (at, p, cell_of)

    def where(p: Parameter, number: int) -> str:
        return f"{p.name}, row {number // width + 1}, column {number % width + 1},"

    found = _for_each(rule, read, beside, height * width, identity, cells.is_blank, where)
    return cells.out_block([found[at : at + width] for at in range(0, len(found), width)])


def each_row(rule: Rule, parameters: Sequence[Parameter], values: Sequence[object]) -> Any:
    """Call the rule for each row of the first argument; the result is a column."""
    read, beside = _split(parameters, values)
    count = _same_rows(beside)
    return _column(_for_each(rule, read, beside, count, _identity(beside), _is_blank_row, _row_of))


def _for_each(
    rule: Rule,
    read: list[Any],
    beside: _Beside,
    count: int,
    identity: Sequence[list[Any]],
    is_blank: Callable[[Any], bool],
    where: Callable[[Parameter, int], str],
) -> list[object]:
    """What the rule gives for each piece; an error stays with its piece."""
    plain = _plain(beside) if count > 1 else None
    if plain is not None:
        arguments: list[Iterable[Any]] = [repeat(option) for option in read]
        for (at, _, _), column in zip(beside, plain):
            arguments[at] = column

        def answer(*given: Any) -> object:
            try:
                return rule(*given)
            except CellError as error:
                return error.value

        return list(map(answer, *arguments))
    found: list[object] = []
    for number in range(count):
        for pieces in identity:
            if not is_blank(pieces[number]):
                break
        else:
            found.append(cells.BLANK)
            continue
        try:
            for at, p, pieces in beside:
                read[at] = p.kind.read(pieces[number], where(p, number))
            found.append(rule(*read))
        except CellError as error:
            found.append(error.value)
    return found


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
    plain = _plain(beside)
    there: Sequence[int] = range(count)
    if plain is None:
        identity = _identity(beside)
        there = [row for row in there if not all(_is_blank_row(block[row]) for block in identity)]
        plain = [
            [p.kind.read(pieces[row], _row_of(p, row)) for row in there] for _, p, pieces in beside
        ]
    for (at, _, _), column in zip(beside, plain):
        read[at] = column
    found: list[object] = [cells.BLANK] * count
    if there:
        for row, value in zip(there, rule(*read)):
            found[row] = value
    return _column(found)


def _column(values: Sequence[object]) -> Any:
    if len(values) == 1:
        return cells.out(values[0])
    return [[value] for value in map(cells.out, values)]


def _row_of(p: Parameter, row: int) -> str:
    return f"{p.name}, row {row + 1}"


def _plain(beside: _Beside) -> list[list[Any]] | None:
    """What the rule takes where all cells are plain numbers; None if each must be looked at."""
    plain = []
    for _, p, pieces in beside:
        column = p.kind.plain(pieces)
        if column is None:
            return None
        plain.append(column)
    return plain


def _identity(beside: _Beside) -> list[cells.Block]:
    """The arguments that make a row blank when they are."""
    return [block for _, p, block in beside if p.required and not p.kind.spreads]


def _is_blank_row(row: Sequence[object]) -> bool:
    return all(map(cells.is_blank, row))


def _split(parameters: Sequence[Parameter], values: Sequence[object]) -> tuple[list[Any], _Beside]:
    """The options, read; and the arguments that are read piece by piece, as blocks."""
    read: list[Any] = []
    beside: _Beside = []
    for p, value in zip(parameters, values):
        if type(value) is not float and not p.required and (value is None or p.left_blank(value)):
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
