"""Calls of a formula written otherwise, from the inside out.

So are calls of LET, and of LAMBDA with its arguments: the bound names stand for what they name.
Engines lack LAMBDA, and calculate all that LET names, also what no branch needs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from formualizer import TokenSubType, TokenType

from .array_functions import ARRAY_CONTEXTS, ARRAY_RETURNING
from .calls import parse_calls
from .function_names import called_names, plain_name
from .tokens import is_operand, opens_call, tokenize

CallWriter = Callable[[str, Sequence[str], bool, bool], "str | None"]
"""What stands for a call, by its plain name, its arguments, whether an array is evaluated, and
whether it stands in no other call.

It returns None for a call that stays as it is.
"""


@dataclass
class _OpenCall:
    """A call or bracket that is not closed yet."""

    opening: str
    arguments: list[list[str]] = field(default_factory=lambda: [[]])

    @property
    def name(self) -> str:
        return plain_name(self.opening[:-1])


def rewrite_calls(formula: str, write_call: CallWriter, is_array_formula: bool = False) -> str:
    """A formula with other calls; :class:`~.tokens.FormulaError` if it cannot be parsed.

    >>> rewrite_calls("SUM(ROW(A1),B1)*ROW()", lambda name, arguments, *_:
    ...     "7" if name == "ROW" and arguments[0] else None)
    'SUM(7,B1)*ROW()'
    """
    calls = [_OpenCall("")]
    array_depth = 0
    for token in tokenize(formula):
        text = token.value
        if token.token_type == TokenType.Array:
            array_depth += 1 if token.subtype == TokenSubType.Open else -1
        elif token.subtype == TokenSubType.Open:
            calls.append(_OpenCall(text))
            continue
        elif token.subtype == TokenSubType.Close and len(calls) > 1:
            call = calls.pop()
            arguments = ["".join(argument) for argument in call.arguments]
            evaluates_array = is_array_formula or any(
                outer.name in ARRAY_CONTEXTS for outer in calls
            )
            is_outermost = not any(outer.name for outer in calls)
            new = (
                write_call(call.name, arguments, evaluates_array, is_outermost)
                if call.name
                else None
            )
            text = f"{call.opening}{','.join(arguments)})" if new is None else new
        elif token.token_type == TokenType.Sep and not array_depth and len(calls) > 1:
            calls[-1].arguments.append([])
            continue
        calls[-1].arguments[-1].append(text)
    return "".join("".join(argument) for call in calls for argument in call.arguments)


LAMBDA_PREFIX = "_xlfn.LAMBDA("
"""How the formula of a named function begins."""

_OPTIONAL, _PARAMETER = "(?i)_xlop[.]", "_xlpm."
"""How a file marks the parameters of a LAMBDA: optional ones where they are named first."""
_BINDING_CALL = re.compile(r"(?i)_xlfn\.(?:LET|LAMBDA)\(")
_MAX_ROUNDS = 20
"""How deep named functions may call each other; one that calls itself finds no end."""
_MAX_LENGTH = 8_192
"""The characters of the longest formula that Excel takes."""
_RANDOM = frozenset(("RAND", "RANDBETWEEN", "RANDARRAY"))
_SINGLE_CELL = r"(?i)\s*(?:[^!,():]+!)?\$?[A-Z]{1,3}\$?[0-9]+\s*"
_SINGLE_CELL_MOVED = rf"(?i)\s*OFFSET\({_SINGLE_CELL[4:]}(?:,\s*-?[0-9]+\s*){{2}}\)\s*"


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
    functions = functions or {}

    def write_call(name: str, arguments: Sequence[str], *_: object) -> str | None:
        if name == "LET" and len(arguments) % 2:
            bound = zip(arguments[:-1:2], arguments[1::2])
            return _with_values(arguments[-1], [{name: value} for name, value in bound])
        if name == "MAP" and all(map(_is_single_cell, arguments[:-1])):
            body = _apply(arguments[-1], arguments[:-1])
            return None if body is None or _may_be_array(body) else body
        return _apply(functions[name], arguments) if name in functions else None

    written = formula
    for _ in range(_MAX_ROUNDS):
        before, written = written, rewrite_calls(written, write_call)
        if written == before:
            return written
        if len(written) > _MAX_LENGTH:
            break
    return formula


def _apply(function: str, arguments: Sequence[str]) -> str | None:
    """The body of a LAMBDA with its arguments; None if that is not possible."""
    if not _is_function(function):
        return None
    *names, body = parse_calls(function)[-1].arguments
    if len(names) != len(arguments) or not all(argument.strip() for argument in arguments):
        return None
    names = [re.sub(_OPTIONAL, _PARAMETER, name) for name in names]
    return _with_values(body, [dict(zip(names, arguments))])


def _is_function(value: str) -> bool:
    return value.strip().startswith(LAMBDA_PREFIX)


def _with_values(body: str, scopes: Sequence[Mapping[str, str]]) -> str | None:
    """A formula in brackets with values for bound names, which may refer to names before theirs.

    It is None where a name would come to mean another one.
    """
    values = (value.strip() for names in scopes for value in names.values())
    bodies = [value.removeprefix(LAMBDA_PREFIX) for value in values]
    if any(map(may_bind_names, (body, *bodies))):
        return None
    for names in reversed(scopes):
        for name, value in names.items():
            if _is_function(value):
                body = _with_calls(body, name, value)
        new = _substitute(body, {name.strip().casefold(): value for name, value in names.items()})
        if new is None or len(new) > _MAX_LENGTH:
            return None
        body = new
    return None if may_bind_names(body) else f"({body.strip()})"


def _with_calls(formula: str, function_name: str, function: str) -> str:
    """A formula in which the calls of a function are its body."""
    called = function_name.strip().upper()
    return rewrite_calls(
        formula,
        lambda name, arguments, *_: _apply(function, arguments) if name == called else None,
    )


def _substitute(formula: str, values: Mapping[str, str]) -> str | None:
    """A formula with values for names; None if it calls one, or would throw dice twice."""
    written = []
    used: set[str] = set()
    for token in tokenize(formula):
        text = token.value
        name = text.removesuffix("(").casefold()
        if name in values and opens_call(token):
            return None
        if name in values and is_operand(token):
            text = values[name].strip()
            if name in used and not _RANDOM.isdisjoint(map(plain_name, called_names(text))):
                return None
            used.add(name)
            text = text if len(tokenize(text)) == 1 else f"({text})"
        written.append(text)
    return "".join(written)


def _is_single_cell(argument: str) -> bool:
    return any(re.fullmatch(form, argument) for form in (_SINGLE_CELL, _SINGLE_CELL_MOVED))


def _may_be_array(formula: str) -> bool:
    return any(mark in formula for mark in ":{#") or not ARRAY_RETURNING.isdisjoint(
        map(plain_name, called_names(formula))
    )
