"""How a rule for one cell, one row, one board or one table is applied to whole ranges.

Each ``call_…`` function takes the rule, its parameters and the arguments as cells, and returns
cells.  A blank unit (cell, row) gives a blank, so that a table can be longer than its field.  An
error that concerns one unit is the result of that unit alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Any

from . import cells
from .cells import CellError
from .parameter import Parameter

Rule = Callable[..., Any]
_UnitArgument = tuple[int, Parameter, list[Any]]
"""An argument that is read unit by unit beside the first one: its position in the call, its
parameter, and its units (cells or rows; before alignment the rows of its block)."""


def with_overflow_as_num_error(rule: Rule) -> Rule:
    """Wrap a rule so that an arithmetic overflow is ``#NUM!``."""

    def guarded_rule(*arguments: Any) -> Any:
        try:
            return rule(*arguments)
        except OverflowError as error:
            raise cells.num_error("the numbers are too large") from error

    return guarded_rule


def call_once(rule: Rule, parameters: Sequence[Parameter], arguments: Sequence[object]) -> Any:
    """Call the rule once, with whole arguments."""
    result = rule(*(p.coerce(argument) for p, argument in zip(parameters, arguments)))
    if not isinstance(result, list):
        return cells.to_result_cell(result)
    if not result or not isinstance(result[0], list):
        return _to_column(result)
    return cells.to_result(result)


def call_per_cell(rule: Rule, parameters: Sequence[Parameter], arguments: Sequence[object]) -> Any:
    """Call the rule for each cell of the first argument; the result has its shape."""
    coerced, unit_arguments = _split(parameters, arguments)
    _, first, block = unit_arguments[0]
    height, width = len(block), len(block[0])
    required_units = []
    for index, (position, p, block) in enumerate(unit_arguments):
        flat = [cell for row in block for cell in row]
        if len(block) == height and len(block[0]) == width:
            if p.required:
                required_units.append(flat)
        elif len(flat) == 1:
            flat *= height * width
        else:
            raise cells.value_error(
                f"{p.name} is {len(block)} × {len(block[0])}, "
                f"but {first.name} is {height} × {width}"
            )
        unit_arguments[index] = (position, p, flat)

    def locate(p: Parameter, index: int) -> str:
        return f"{p.name}, row {index // width + 1}, column {index % width + 1},"

    results = _call_per_unit(
        rule, coerced, unit_arguments, height * width, required_units, cells.is_blank, locate
    )
    return cells.to_result(
        [results[start : start + width] for start in range(0, len(results), width)]
    )


def call_per_row(rule: Rule, parameters: Sequence[Parameter], arguments: Sequence[object]) -> Any:
    """Call the rule for each row of the first argument; the result is a column."""
    coerced, unit_arguments = _split(parameters, arguments)
    count = _align_rows(unit_arguments)
    required_units = _required_units(unit_arguments)
    return _to_column(
        _call_per_unit(
            rule, coerced, unit_arguments, count, required_units, _is_blank_row, _locate_row
        )
    )


def _call_per_unit(
    rule: Rule,
    coerced: list[Any],
    unit_arguments: list[_UnitArgument],
    count: int,
    required_units: Sequence[list[Any]],
    is_blank: Callable[[Any], bool],
    locate: Callable[[Parameter, int], str],
) -> list[object]:
    """The rule's result for each unit; an error is the result of its unit."""
    numeric = _coerce_numeric(unit_arguments) if count > 1 else None
    if numeric is not None:
        columns: list[Iterable[Any]] = [repeat(option) for option in coerced]
        for (position, _, _), column in zip(unit_arguments, numeric):
            columns[position] = column

        def call_rule(*arguments: Any) -> object:
            try:
                return rule(*arguments)
            except CellError as error:
                return error.value

        return list(map(call_rule, *columns))
    results: list[object] = []
    for index in range(count):
        for units in required_units:
            if not is_blank(units[index]):
                break
        else:
            results.append(cells.BLANK)
            continue
        try:
            for position, p, units in unit_arguments:
                coerced[position] = p.kind.coerce(units[index], locate(p, index))
            results.append(rule(*coerced))
        except CellError as error:
            results.append(error.value)
    return results


def call_per_board(rule: Rule, parameters: Sequence[Parameter], arguments: Sequence[object]) -> Any:
    """Call the rule for each board of the first argument; the result has its shape.

    A column is a board; a single row is one board.  The rule takes the cells of a board that are
    not blank and returns a value for each of them.
    """
    coerced, ((first, scores, block), *others) = _split(parameters, arguments)
    is_single_row = len(block) == 1
    boards = block if is_single_row else [list(column) for column in zip(*block)]
    per_board = [(position, p, _align_boards(p, rows, len(boards))) for position, p, rows in others]

    def score_board(index: int) -> list[object]:
        board, name = boards[index], f"board {index + 1}"
        lines = [line for line, cell in enumerate(board, 1) if not cells.is_blank(cell)]
        try:
            coerced[first] = [
                scores.kind.coerce(board[line - 1], f"{scores.name}, {name}, line {line},")
                for line in lines
            ]
            for position, p, row in per_board:
                coerced[position] = p.kind.coerce(row[index], f"{p.name}, {name},")
            values = iter(rule(*coerced) if lines else ())
        except CellError as error:
            values = repeat(error.value)
        return [cells.BLANK if cells.is_blank(cell) else next(values) for cell in board]

    results = [score_board(index) for index in range(len(boards))]
    return cells.to_result(results if is_single_row else list(zip(*results)))


def call_on_table(rule: Rule, parameters: Sequence[Parameter], arguments: Sequence[object]) -> Any:
    """Call the rule once, with the rows that are not blank; the result is a column."""
    coerced, unit_arguments = _split(parameters, arguments)
    count = _align_rows(unit_arguments)
    columns = _coerce_numeric(unit_arguments)
    filled_rows: Sequence[int] = range(count)
    if columns is None:
        required_units = _required_units(unit_arguments)
        filled_rows = [
            row
            for row in filled_rows
            if not all(_is_blank_row(units[row]) for units in required_units)
        ]
        columns = [
            [p.kind.coerce(units[row], _locate_row(p, row)) for row in filled_rows]
            for _, p, units in unit_arguments
        ]
    for (position, _, _), column in zip(unit_arguments, columns):
        coerced[position] = column
    results: list[object] = [cells.BLANK] * count
    if filled_rows:
        for row, value in zip(filled_rows, rule(*coerced)):
            results[row] = value
    return _to_column(results)


def _to_column(values: Sequence[object]) -> Any:
    if len(values) == 1:
        return cells.to_result_cell(values[0])
    return [[value] for value in map(cells.to_result_cell, values)]


def _locate_row(p: Parameter, row: int) -> str:
    return f"{p.name}, row {row + 1}"


def _coerce_numeric(unit_arguments: list[_UnitArgument]) -> list[list[Any]] | None:
    """The coerced units of each argument if all cells are finite numbers, else None."""
    columns = []
    for _, p, units in unit_arguments:
        column = p.kind.coerce_numeric_units(units)
        if column is None:
            return None
        columns.append(column)
    return columns


def _required_units(unit_arguments: list[_UnitArgument]) -> list[cells.Block]:
    """The arguments that are required: a row in which all of them are blank is blank."""
    return [units for _, p, units in unit_arguments if p.required and not p.kind.broadcasts]


def _is_blank_row(row: Sequence[object]) -> bool:
    return all(map(cells.is_blank, row))


def _split(
    parameters: Sequence[Parameter], arguments: Sequence[object]
) -> tuple[list[Any], list[_UnitArgument]]:
    """The coerced options (None at the place of the others), and the arguments read by unit."""
    coerced: list[Any] = []
    unit_arguments: list[_UnitArgument] = []
    for p, argument in zip(parameters, arguments):
        if (
            type(argument) is not float
            and not p.required
            and (argument is None or p.is_omitted(argument))
        ):
            coerced.append(p.default)
        elif p.kind.unit:
            unit_arguments.append((len(coerced), p, cells.to_block(argument)))
            coerced.append(None)
        else:
            coerced.append(p.kind.coerce(argument, p.name))
    return coerced, unit_arguments


def _align_boards(p: Parameter, block: cells.Block, boards: int) -> list[Any]:
    """An argument's cell for each board: one for all, or a row with one for each."""
    row = block[0]
    if len(block) == len(row) == 1:
        return row * boards
    if len(block) != 1 or len(row) != boards:
        raise cells.value_error(f"{p.name} must be one cell, or one row with a cell for each board")
    return row


def _align_rows(unit_arguments: list[_UnitArgument]) -> int:
    """Broadcast the arguments to the rows of the first one, and return their count."""
    _, first, block = unit_arguments[0]
    count = len(block)
    for index, (position, p, block) in enumerate(unit_arguments):
        if len(block) == 1 and p.kind.broadcasts:
            unit_arguments[index] = (position, p, block * count)
        elif len(block) != count:
            raise cells.value_error(f"{p.name} has {len(block)} rows, but {first.name} has {count}")
    return count
