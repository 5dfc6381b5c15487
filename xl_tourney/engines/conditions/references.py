"""Conditions of calls about references that are made at run time."""

from __future__ import annotations

from ...grammar.calls import AnyCall, has_array_outside_of_calls
from ...grammar.syntax_tree import Call, Node, Parenthesis, walk
from ..base import NUMBERS
from .combining import CallCondition, Correctness


def may_be_array(argument: Node) -> bool:
    """Whether the value of an argument may be an array, as far as its text shows that."""
    return has_array_outside_of_calls(argument) or any(
        isinstance(node, Call) and node.name == NUMBERS for node in walk(argument)
    )


def scalar_arguments(*indexes: int) -> CallCondition:
    """Calls with no array among some arguments; the engine makes one reference only."""

    def condition(call: AnyCall) -> Correctness:
        arguments = [call.arguments[index] for index in indexes if index < len(call.arguments)]
        return not any(map(may_be_array, arguments))

    return condition


def single_anchor(call: AnyCall) -> Correctness:
    """Calls with one cell, not with a reference that is calculated."""
    nodes = (node for argument in call.arguments for node in walk(argument))
    return not any(isinstance(node, (Call, Parenthesis)) for node in nodes)


def known_information(call: AnyCall) -> Correctness:
    """Calls of CELL about a place or a value; the address on another sheet has a file's name."""
    if len(call.arguments) != 2:
        return False
    return call.arguments[0].text.strip('"').lower() in ("col", "contents", "row", "type")
