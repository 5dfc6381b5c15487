"""Arrays and ranges where a formula takes one value.

In a cell without an array formula Excel takes the value in the cell's own row or column (implicit
intersection; newer formulas write ``@``).  In an array formula, and in the arguments of SUMPRODUCT
and its like, it calls a scalar function for every value (broadcasting).  Engines do neither by
themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field

from formualizer import Token, TokenSubType, TokenType

from .array_functions import (
    AGGREGATES,
    ARRAY_CONTEXTS,
    ARRAY_PASSING,
    SCALAR_PARAMETERS,
    returns_array,
)
from .function_names import plain_name
from .references import MAX_ROW
from .tokens import is_reference_or_name, is_whitespace, tokenize

_OPERATORS = frozenset(("+", "-", "*", "/", "^", "&", "=", "<>", "<", ">", "<=", ">=", "%"))
_OFFSET = "OFFSET"
_SINGLE_COLUMN = r"(?is)((?:.*!)?)(\$?([A-Z]+))(?:\$?([0-9]+))?:\$?\3(?:\$?([0-9]+))?"


@dataclass
class ScalarContexts:
    """The arrays and ranges of a formula that stand where one value is taken."""

    intersected: list[int] = field(default_factory=list)
    """Tokens of ranges and array constants that are intersected with the formula's cell.

    Among them are those that open a call of OFFSET for several cells.
    """
    intersected_calls: list[int] = field(default_factory=list)
    """Tokens that open a call whose array is intersected."""
    calls_to_broadcast: dict[int, str] = field(default_factory=dict)
    """Tokens that open a call of a scalar function for every value of an array, with its name."""


@dataclass
class _OpenCall:
    """A call or bracket that is not closed yet."""

    name: str
    opening: int
    """The token that opens it."""
    argument: int = 0
    """The index of the current argument."""

    @property
    def takes_scalar(self) -> bool:
        parameters = SCALAR_PARAMETERS.get(self.name, ())
        return parameters is None or self.argument in parameters


def find_scalar_contexts(
    formula: str, is_array_formula: bool, is_multi_cell: Callable[[str], bool]
) -> ScalarContexts:
    """Find them; ``is_multi_cell`` decides about a reference or a name."""
    contexts = ScalarContexts()
    open_calls: list[_OpenCall] = []
    array_depth = 0
    tokens = tokenize(formula)

    def is_intersected(*, is_constant: bool = False, is_operand: bool = False) -> bool:
        return _is_intersected(contexts, open_calls, is_array_formula, is_constant, is_operand)

    for index, token in enumerate(tokens):
        subtype, text = token.subtype, token.value
        if token.token_type == TokenType.Array:
            array_depth += 1 if subtype == TokenSubType.Open else -1
            if array_depth == 1 and text == "{" and is_intersected(is_constant=True):
                contexts.intersected.append(index)
        elif subtype == TokenSubType.Open:
            name = plain_name(text[:-1])
            if returns_array(name) and is_intersected():
                contexts.intersected_calls.append(index)
            elif (
                name == _OFFSET and _is_of_cells(tokens, index, is_multi_cell) and is_intersected()
            ):
                contexts.intersected.append(index)
            open_calls.append(_OpenCall(name, index))
        elif subtype == TokenSubType.Close:
            if open_calls:
                open_calls.pop()
        elif token.token_type == TokenType.Sep and open_calls and not array_depth:
            open_calls[-1].argument += 1
        elif (
            is_reference_or_name(token)
            and is_multi_cell(_with_spill_operator(tokens, index))
            and is_intersected(is_operand=_is_operand_of_operator(tokens, index))
        ):
            contexts.intersected.append(index)
    return contexts


def _is_of_cells(tokens: Sequence[Token], index: int, is_multi_cell: Callable[[str], bool]) -> bool:
    """Whether a call of OFFSET, which a token opens, may be of several cells, and no end of any."""
    depth, arguments, last = 1, [""], index
    for last in range(index + 1, len(tokens)):
        token = tokens[last]
        depth += (token.subtype == TokenSubType.Open) - (token.subtype == TokenSubType.Close)
        if depth == 0:
            break
        if depth == 1 and token.token_type == TokenType.Sep:
            arguments.append("")
        else:
            arguments[-1] += token.value.strip()
    if ":" in [token.value for token in (*tokens[:index][-1:], *tokens[last + 1 : last + 2])]:
        return False
    reference, sizes = arguments[0], arguments[3:]
    return any(size not in ("", "1") for size in sizes) or (
        is_multi_cell(reference) and sizes != ["1", "1"]
    )


def _with_spill_operator(tokens: Sequence[Token], index: int) -> str:
    """A reference with the ``#`` behind it, if there is one."""
    is_spill_range = index + 1 < len(tokens) and tokens[index + 1].value == "#"
    return f"{tokens[index].value}{'#' * is_spill_range}"


def _is_operand_of_operator(tokens: Sequence[Token], index: int) -> bool:
    """Whether a token, or the brackets around it, is the operand of an operator."""
    first, last = index, index
    while True:
        first, last = first - 1, last + 1
        while first >= 0 and is_whitespace(tokens[first]):
            first -= 1
        while last < len(tokens) and is_whitespace(tokens[last]):
            last += 1
        neighbours = [tokens[at].value for at in (first, last) if 0 <= at < len(tokens)]
        if any(neighbour in _OPERATORS for neighbour in neighbours):
            return True
        if neighbours != ["(", ")"]:
            return False


def _is_intersected(
    contexts: ScalarContexts,
    open_calls: Sequence[_OpenCall],
    is_array_formula: bool,
    is_constant: bool,
    is_operand: bool,
) -> bool:
    """Whether one value is taken of an array inside these calls; notes those it broadcasts."""

    def in_array_context(depth: int) -> bool:
        return is_array_formula or any(call.name in ARRAY_CONTEXTS for call in open_calls[:depth])

    for depth in range(len(open_calls) - 1, -1, -1):
        call = open_calls[depth]
        if call.name == _OFFSET and call.argument == 0:
            return False  # it is the area itself
        if call.takes_scalar:
            if not (is_constant or in_array_context(depth)):
                return True
            contexts.calls_to_broadcast[call.opening] = call.name  # its value is an array again
        elif call.name and call.name not in ARRAY_PASSING:
            return is_operand and not in_array_context(depth) and call.name in AGGREGATES
    if is_array_formula or contexts.calls_to_broadcast:
        return False
    return not (is_constant and any(call.name for call in open_calls))


def intersect_implicitly(formula: str, is_multi_cell: Callable[[str], bool], row: int = 0) -> str:
    """A formula that gives one value where an engine would spill; ``row`` is its cell's, if known.

    >>> intersect_implicitly('A:A&"/"&Other!$B$1:$B$9', lambda _: True, row=3)
    'A3&"/"&Other!$B3'
    >>> from xl_tourney.grammar.references import is_multi_cell_reference
    >>> formulas = "A1:A4*2", "SUM(A1:A4)+ABS(-B1:B4)", "GBQ(A1:A9,B1:B9,2)"
    >>> [intersect_implicitly(formula, is_multi_cell_reference) for formula in formulas]
    ['@A1:A4*2', 'SUM(A1:A4)+ABS(-@B1:B4)', '@GBQ(A1:A9,B1:B9,2)']
    >>> formulas = "OFFSET(A1,0,7,1,3)", "SUM(OFFSET(A1,0,7,1,3))+OFFSET(A1,1,1)"
    >>> [intersect_implicitly(formula, is_multi_cell_reference) for formula in formulas]
    ['@OFFSET(A1,0,7,1,3)', 'SUM(OFFSET(A1,0,7,1,3))+OFFSET(A1,1,1)']
    """
    contexts = find_scalar_contexts(formula, False, is_multi_cell)
    intersected = {*contexts.intersected, *contexts.intersected_calls}
    return "".join(
        _intersect_with_row(token.value, row) if index in intersected else token.value
        for index, token in enumerate(tokenize(formula))
    )


def broadcast_calls(
    formula: str,
    is_array_formula: bool,
    is_multi_cell: Callable[[str], bool],
    helper: str,
    functions: Container[str],
) -> str:
    """A formula in which a helper calls some scalar functions for every value of an array.

    >>> from xl_tourney.grammar.references import is_multi_cell_reference
    >>> formula, functions = "SUMPRODUCT(LEN(A1:A9)*ABS(B1))", ("LEN", "ABS")
    >>> broadcast_calls(formula, False, is_multi_cell_reference, "BROADCAST", functions)
    'SUMPRODUCT(BROADCAST("LEN",A1:A9)*ABS(B1))'
    """
    broadcast = find_scalar_contexts(formula, is_array_formula, is_multi_cell).calls_to_broadcast
    return "".join(
        f'{helper}("{broadcast[index]}",' if broadcast.get(index) in functions else token.value
        for index, token in enumerate(tokenize(formula))
    )


def _intersect_with_row(operand: str, row: int) -> str:
    """The cell of a single column in a row; any other operand with ``@``, for the engine."""
    match = re.fullmatch(_SINGLE_COLUMN, operand)
    if match and row and int(match[4] or 1) <= row <= int(match[5] or MAX_ROW):
        return f"{match[1]}{match[2]}{row}"
    return f"@{operand}"
