"""Calls of a formula written otherwise, from the inside out.

So are calls of LET, and of LAMBDA with its arguments: the bound names stand for what they name.
Engines lack LAMBDA, and calculate all that LET names, also what no branch needs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ..patterns import regex
from .calls import is_single_cell
from .function_names import called_names, plain_name
from .parser import parse, rewrite
from .spreadsheet_functions import ARRAY_RETURNING, functions_with, numbers_of_arguments
from .syntax_tree import (
    ArrayConstant,
    Call,
    Designator,
    Edit,
    Literal,
    Name,
    Node,
    Omitted,
    Operation,
    is_range,
    replacement,
    write,
)

CallWriter = Callable[[Call, Sequence[Node]], "str | None"]
"""What stands for a call with these arguments, in which calls are rewritten already.

It returns None for a call that stays as it is.
"""


def rewrite_calls(formula: str, writers: Mapping[str, CallWriter]) -> str:
    """A formula in which others stand for calls of some functions, by their plain names.

    A call with fewer arguments than its function takes stays as it is.  It raises
    :class:`FormulaError` if the formula cannot be parsed.

    >>> rewrite_calls("SUM( row(A1),B1)*ROW()", {"ROW": lambda call, arguments:
    ...     "7" if arguments else None})
    'SUM( 7,B1)*ROW()'
    """
    tree = parse(formula)
    edits: list[Edit] = []
    for call in (node for node in tree.nodes if isinstance(node, Call)):
        name = plain_name(call.name)
        least, _ = numbers_of_arguments().get(name, (0, 0))
        if (write_call := writers.get(name)) and len(call.arguments) >= least:
            written = write_call(call, [_edited(argument, edits) for argument in call.arguments])
            if written is not None:
                edits.append(replacement(call, written))
    return tree.write(edits)


def _edited(node: Node, edits: Sequence[Edit]) -> Node:
    """A node as it reads with edits, as far as they lie in it."""
    is_edited = any(node.start <= start and end <= node.end for start, end, _ in edits)
    return parse(write(node, edits)).root if is_edited else node


def in_brackets(formula: str) -> str:
    """A formula as it stands in another one: in brackets, unless it is one operand.

    >>> in_brackets("A1"), in_brackets("A1+1"), in_brackets("PI()")
    ('A1', '(A1+1)', '(PI())')
    """
    is_operand = isinstance(parse(formula).root, (Designator, Literal))
    return formula if is_operand else f"({formula})"


LAMBDA_PREFIX = "_xlfn.LAMBDA("
"""How the formula of a named function begins."""

_OPTIONAL, _PARAMETER = "(?i)_xlop[.]", "_xlpm."
"""How a file marks the parameters of a LAMBDA: optional ones where they are named first."""
_BINDING_CALL = regex(r"(?i)_xlfn\.(?:LET|LAMBDA)\(")
_MAX_ROUNDS = 20
"""How deep named functions may call each other; one that calls itself finds no end."""
_MAX_LENGTH = 8_192
"""The characters of the longest formula that Excel takes."""
_RANDOM = functions_with("random")
_INTEGER = regex("-?[0-9]+")


def may_bind_names(formula: str) -> bool:
    """Whether a formula may bind names."""
    return _BINDING_CALL.search(formula) is not None


def apply_lambdas(formula: str, functions: Mapping[str, str] | None = None) -> str:
    """A formula without bound names; it stays as it is where they cannot be replaced.

    ``functions`` are formulas of named functions, by name in capitals.

    >>> apply_lambdas("_xlfn.LET(_xlpm.x,A1+1,_xlpm.y,_xlpm.x*2,_xlpm.x+_xlpm.y)")
    '((A1+1)+((A1+1)*2))'
    >>> apply_lambdas("_xlfn.LET(_xlpm.f,_xlfn.LAMBDA(_xlpm.a,_xlpm.a+1),_xlpm.f(A1)*2)")
    '((A1+1)*2)'
    >>> apply_lambdas("_xlfn.MAP(A1,_xlfn.LAMBDA(_xlpm.a,_xlpm.a+1))+Twice(B1)",
    ...     {"TWICE": "_xlfn.LAMBDA(_xlpm.b,_xlpm.b*2)"})
    '(A1+1)+(B1*2)'
    >>> apply_lambdas("Twice(B1)", {"TWICE": "_xlfn.LAMBDA(_xlop.b,_xlpm.b*2)"})
    '(B1*2)'
    """
    writers = {
        name: _function_writer(parse(function).root) for name, function in (functions or {}).items()
    }
    writers |= {"LET": _write_let, "MAP": _write_map}
    written = formula
    for _ in range(_MAX_ROUNDS):
        before, written = written, rewrite_calls(written, writers)
        if written == before:
            return written
        if len(written) > _MAX_LENGTH:
            break
    return formula


def _write_let(_: Call, arguments: Sequence[Node]) -> str | None:
    if len(arguments) % 2 == 0:
        return None
    bound = zip(arguments[:-1:2], arguments[1::2])
    return _with_values(arguments[-1].text, [{name.text: value.text} for name, value in bound])


def _write_map(_: Call, arguments: Sequence[Node]) -> str | None:
    """The body of a LAMBDA with cells, over which MAP calls it once."""
    if not all(map(_is_single_cell, arguments[:-1])):
        return None
    body = _apply(arguments[-1], arguments[:-1]) if arguments else None
    return None if body is None or _may_be_array(body) else body


def _function_writer(function: Node) -> CallWriter:
    return lambda _, arguments: _apply(function, arguments)


def _apply(function: Node, arguments: Sequence[Node]) -> str | None:
    """The body of a LAMBDA with its arguments; None if that is not possible."""
    if not (isinstance(function, Call) and _is_function(function.text)):
        return None
    *names, body = (node.text for node in function.arguments)
    if len(names) != len(arguments) or any(isinstance(node, Omitted) for node in arguments):
        return None
    names = [re.sub(_OPTIONAL, _PARAMETER, name) for name in names]
    return _with_values(body, [dict(zip(names, (node.text for node in arguments)))])


def _is_function(value: str) -> bool:
    return value.startswith(LAMBDA_PREFIX)


def _with_values(body: str, scopes: Sequence[Mapping[str, str]]) -> str | None:
    """A formula in brackets with values for bound names, which may refer to names before theirs.

    It is None where a name would come to mean another one.
    """
    bodies = [value.removeprefix(LAMBDA_PREFIX) for names in scopes for value in names.values()]
    if any(map(may_bind_names, (body, *bodies))):
        return None
    for names in reversed(scopes):
        for name, value in names.items():
            if _is_function(value):
                writers = {name.upper(): _function_writer(parse(value).root)}
                body = rewrite_calls(body, writers)
        new = _substitute(body, {name.casefold(): value for name, value in names.items()})
        if new is None or len(new) > _MAX_LENGTH:
            return None
        body = new
    return None if may_bind_names(body) else f"({body})"


def _substitute(formula: str, values: Mapping[str, str]) -> str | None:
    """A formula with values for names; None if it calls one, or would throw dice twice."""
    tree = parse(formula)
    names = [node.text.casefold() for node in tree.nodes if isinstance(node, Name)]
    for name in values.keys() & {*names}:
        is_random = not _RANDOM.isdisjoint(map(plain_name, called_names(values[name])))
        if is_random and names.count(name) > 1:
            return None
    if any(call.name.casefold() in values for call in tree.calls):
        return None

    def value_of(node: Node) -> str | None:
        value = values.get(node.text.casefold()) if isinstance(node, Name) else None
        return None if value is None else in_brackets(value)

    return rewrite(formula, value_of)


def _is_single_cell(argument: Node) -> bool:
    """Whether an argument is a cell, also one that is moved so far: ``OFFSET(A1,2,0)``."""
    if isinstance(argument, Call) and plain_name(argument.name) == "OFFSET":
        cell, *numbers = argument.arguments or (argument,)
        are_known = all(_INTEGER.fullmatch(number.text) for number in numbers)
        return is_single_cell(cell) and len(numbers) == 2 and are_known
    return is_single_cell(argument)


def _may_be_array(formula: str) -> bool:
    names = map(plain_name, called_names(formula))
    return not ARRAY_RETURNING.isdisjoint(names) or any(
        is_range(node)
        or isinstance(node, ArrayConstant)
        or (isinstance(node, Operation) and node.name == "#")
        for node in parse(formula).nodes
    )
