"""How the arguments of a call become what a derivation takes: the rule's arguments as terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from . import cells
from .derivation import Argument, Subject
from .expression import Term, to_term
from .parameter import Parameter


class CallInCell(NamedTuple):
    """A call of a function in a formula, and which of its values is explained."""

    formula: str
    """The call, as the formula writes it."""
    arguments: Sequence[Argument | None]
    """None for one that is left out."""
    row: int = 0
    column: int = 0
    """Which value of the result, from 0."""
    name_of: Callable[[int], Term] = lambda row: to_term(f"row {row + 1}")
    """The name of who stands in a row of the arguments, from 0."""
    heading_of: Callable[[str, int], Term] = lambda name, column: to_term(
        f"column {column + 1} of {name}"
    )
    """The heading of a column of an argument, by the argument's name."""


def prepare(
    parameters: Sequence[Parameter], call: CallInCell
) -> tuple[Subject, Sequence[object]] | None:
    """The arguments of a derivation; None if the value is blank or an error."""
    complete = [*call.arguments, *[None] * (len(parameters) - len(call.arguments))]
    arguments = {p.name: argument for p, argument in zip(parameters, complete)}
    unit = parameters[0].kind.unit
    try:
        rows = _filled_rows(parameters, arguments, unit, call)
        own = call.column if unit == "board" and not _is_single_row(complete[0]) else call.row
        at = call.column if unit == "board" and _is_single_row(complete[0]) else call.row
        if at not in rows:
            return None
        prepared = [_prepare(p, arguments[p.name], rows, call, own) for p in parameters]
    except cells.CellError:
        return None
    subject = Subject(
        rows.index(at),
        call.column,
        arguments,
        call.formula,
        rows,
        call.name_of,
        call.heading_of,
    )
    return subject, prepared


def _is_single_row(argument: Argument | None) -> bool:
    return argument is not None and len(argument.block) == 1


def _filled_rows(
    parameters: Sequence[Parameter],
    arguments: Mapping[str, Argument | None],
    unit: str | None,
    call: CallInCell,
) -> list[int]:
    """The rows (of a board: its lines) that the rule takes."""
    first = arguments[parameters[0].name]
    assert first is not None
    if unit == "board":
        line = first.block[0] if _is_single_row(first) else [r[call.column] for r in first.block]
        return [at for at, cell in enumerate(line) if not cells.is_blank(cell)]
    rows = range(len(first.block))
    if unit != "table":
        return list(rows) if unit else list(range(max(len(first.block), call.row + 1)))
    required = [
        argument.block
        for p in parameters
        if p.kind.unit and p.required and not p.kind.broadcasts
        if (argument := arguments[p.name])
    ]
    return [row for row in rows if not all(all(map(cells.is_blank, b[row])) for b in required)]


def _prepare(
    p: Parameter, argument: Argument | None, rows: Sequence[int], call: CallInCell, board: int
) -> object:
    """An argument as the derivation takes it."""
    if argument is None or (not p.required and p.is_omitted(argument.block)):
        return None if p.default is None else to_term(p.default)
    if p.kind.unit is None:
        return _prepare_whole(p, argument)
    block = argument.block
    is_single = len(block) == len(block[0]) == 1 and p.kind.broadcasts
    if p.kind.unit == "cell":
        at = (0, 0) if is_single else (call.row, call.column)
        return _term(p, argument, *at)
    if p.kind.unit == "board":
        if p.kind.broadcasts:
            return _term(p, argument, 0, 0 if is_single else board)
        single = _is_single_row(argument)
        return [_term(p, argument, *((0, row) if single else (row, board))) for row in rows]
    if p.kind.unit == "row":
        return _prepare_row(p, argument, 0 if len(block) == 1 and p.kind.broadcasts else call.row)
    broadcast = len(block) == 1 and p.kind.broadcasts
    return [_prepare_row(p, argument, 0 if broadcast else row) for row in rows]


def _prepare_whole(p: Parameter, argument: Argument) -> object:
    if p.name not in argument.kept:
        argument.kept[p.name] = _read_whole(p, argument)
    return argument.kept[p.name]


def _read_whole(p: Parameter, argument: Argument) -> object:
    block = argument.block
    parsed = p.coerce(block if len(block) * len(block[0]) > 1 else block[0][0])
    if isinstance(parsed, (int, float, str)):
        return Term(parsed, argument.formula)
    places = [(r, c) for r, row in enumerate(block) for c in range(len(row))]
    is_row = isinstance(parsed, list) and len(parsed) == len(places)
    if is_row and all(isinstance(value, (int, float, str)) for value in parsed):
        return [Term(v, argument.element(*at)) for v, at in zip(parsed, places)]
    return replace(argument, parsed=parsed)


def _prepare_row(p: Parameter, argument: Argument, row: int) -> Term | list[Term]:
    cells_of_row = argument.block[row]
    parsed = p.kind.coerce(cells_of_row, f"{p.name}, row {row + 1}")
    if not isinstance(parsed, list):
        return Term(parsed, argument.element(row, 0))
    return [Term(value, argument.element(row, column)) for column, value in enumerate(parsed)]


def _term(p: Parameter, argument: Argument, row: int, column: int) -> Term:
    cell = argument.block[row][column]
    parsed = p.kind.coerce(cell, p.name)
    is_plain = isinstance(parsed, (int, float, str))
    return Term(parsed if is_plain else cell, argument.element(row, column), parsed=parsed)
