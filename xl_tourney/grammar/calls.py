"""The calls and comparisons in a formula: which of them are evaluated, and which take arrays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from .function_names import plain_name
from .parser import parse
from .syntax_tree import (
    ArrayConstant,
    Call,
    Designator,
    Literal,
    Node,
    Operation,
    Parenthesis,
    Reference,
    SyntaxTree,
    is_evaluation,
    walk,
)

AnyCall: TypeAlias = "Call | Operation"
"""A call of a function, or an operation: a call of its operator."""

_GUARDS = ("IF", "IFERROR", "IFNA")
"""The functions whose first argument decides which of the others is evaluated."""


def find_calls(formula: str | Node) -> list[AnyCall]:
    """Every call and comparison in a formula, inner ones first.

    >>> [(call.name, call.text) for call in find_calls('SUM(A1=2, MAX({1,2},"a,b")+1)')]
    [('=', 'A1=2'), ('MAX', 'MAX({1,2},"a,b")'), ('SUM', 'SUM(A1=2, MAX({1,2},"a,b")+1)')]
    """
    if isinstance(formula, str):
        return list(parse(formula).evaluations)
    return list(filter(is_evaluation, walk(formula)))


def guards(tree: SyntaxTree, call: Node) -> Iterator[tuple[str, Node, int]]:
    """The functions around a call that do not always evaluate it, from the inside out.

    Each has the test that decides, and the place of what has the call in it.

    >>> tree = parse("IFERROR(A1/2,IF(B1,0,VALUE(A1)))")
    >>> [(name, test.text, at) for name, test, at in guards(tree, find_calls(tree.text)[0])]
    [('IF', 'B1', 2), ('IFERROR', 'A1/2', 1)]
    """
    for outer, place in tree.ancestors(call):
        function = plain_name(outer.name) if isinstance(outer, Call) and place else ""
        if function in _GUARDS and place < 3:
            yield function, outer.children[0], place


def nodes_outside_of_brackets(node: Node) -> Iterator[Node]:
    """A node and those in it that stand in no brackets, without what ``@`` takes a value of."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        is_closed = isinstance(found, (Call, Parenthesis, ArrayConstant))
        if not (is_closed or (isinstance(found, Operation) and found.name == "@")):
            waiting += found.children


def has_array_outside_of_calls(argument: Node) -> bool:
    """Whether an argument has an array or a range outside of brackets.

    >>> arguments = "A1:A2&1", "SUM(A1:A2)", '"A1:A2"', "@A1:A2", "A1#"
    >>> [has_array_outside_of_calls(parse(argument).root) for argument in arguments]
    [True, False, False, False, True]
    """
    return any(map(_is_array, nodes_outside_of_brackets(argument)))


def _is_array(node: Node) -> bool:
    if isinstance(node, Designator):
        return ":" in node.text or "#" in node.text
    if isinstance(node, Operation):
        return node.name in (":", "#")
    return isinstance(node, ArrayConstant) or (isinstance(node, Literal) and node.kind == "error")


def is_single_cell(node: Node) -> bool:
    """Whether a node is a reference to one cell, such as ``Data!$A1``."""
    return isinstance(node, Reference) and ":" not in node.text
