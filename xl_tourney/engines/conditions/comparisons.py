"""Conditions of comparisons: where a spreadsheet and the engine call the same equal."""

from __future__ import annotations

from ...grammar.calls import AnyCall, has_array_outside_of_calls
from ...grammar.syntax_tree import Node, Omitted
from ..base import BROADCAST
from .combining import Correctness, about, all_of
from .nodes import begins_with_text, is_arithmetic, is_plain_text


def compared_alike(call: AnyCall) -> Correctness:
    """Comparisons, except of what a spreadsheet calls the same and the engine does not.

    That are numbers that agree to 15 digits, and texts that differ in capitals beyond A to Z alone.
    """
    left, right = call.arguments
    if any(isinstance(node, Omitted) or is_plain_text(node) for node in (left, right)):
        return True
    conditions = []
    if not any(map(begins_with_text, (left, right))):
        conditions.append(_as_numbers(left, right))
    if not any(map(is_arithmetic, (left, right))):
        conditions.append(_as_texts(left, right))
    return conditions[0] if len(conditions) == 1 else all_of(conditions)


def _as_numbers(left: Node, right: Node) -> str:
    """Whether no numbers that agree to 15 digits are not the same."""
    if has_array_outside_of_calls(left) or has_array_outside_of_calls(right):
        are_close = "(({0})-({1}))^2<=1E-28*({0})^2"
        template = f"SUMPRODUCT(IFERROR((({{0}})<>({{1}}))*({are_close}),0))=0"
    else:
        is_apart = "ABS(({0})-({1}))>1E-14*ABS({0})"
        template = f"IF(AND(ISNUMBER({{0}}),ISNUMBER({{1}})),OR({{0}}={{1}},{is_apart}),TRUE)"
    return about(template, left, right)


def _as_texts(left: Node, right: Node) -> str:
    """Whether no texts are the same in capitals that are not the same without."""
    if not (has_array_outside_of_calls(left) or has_array_outside_of_calls(right)):
        differ = "IF({0}={1},TRUE,IF(LEN({0})<>LEN({1}),TRUE,UPPER({0})<>UPPER({1})))"
        return about(f"IF(AND(ISTEXT({{0}}),ISTEXT({{1}})),{differ},TRUE)", left, right)
    one, other = _each("UPPER", left), _each("UPPER", right)
    differ = f"SUMPRODUCT(IFERROR(({left.text}<>{right.text})*({one}={other}),0))=0"
    have_no_texts = ",".join(about("COUNTA({0})=COUNT({0})", node) for node in (left, right))
    return f"IF(OR({have_no_texts}),TRUE,{differ})"


def _each(function: str, argument: Node) -> str:
    """A call of a function, for each value of an array."""
    if has_array_outside_of_calls(argument):
        return f'{BROADCAST}("{function}",{argument.text})'
    return f"{function}({argument.text})"


def ordered_by_plain_letters(call: AnyCall) -> Correctness:
    """Comparisons of order, except of texts with letters beyond A to Z, whose place is another.

    Mostly the first letters decide.
    """
    left, right = call.arguments
    if any(isinstance(node, Omitted) or is_arithmetic(node) for node in (left, right)):
        return True
    if all(map(is_plain_text, (left, right))):
        return True
    if has_array_outside_of_calls(left) or has_array_outside_of_calls(right):
        return True  # hardly ever are texts put in order so
    first_decides = "AND(UNICODE({0})<128,UNICODE({1})<128,LEFT(UPPER({0}))<>LEFT(UPPER({1})))"
    letters = f'{BROADCAST}("MID",{{0}}&{{1}},SEQUENCE(LEN({{0}}&{{1}})),1)'
    are_plain = f'SUMPRODUCT(--({BROADCAST}("UNICODE",{letters})>127))=0'
    is_decided = f"OR({{0}}={{1}},IF(LEN({{0}})*LEN({{1}})=0,TRUE,OR({first_decides},{are_plain})))"
    template = f"IF(AND(ISTEXT({{0}}),ISTEXT({{1}})),{is_decided},TRUE)"
    return about(template, left, right)
