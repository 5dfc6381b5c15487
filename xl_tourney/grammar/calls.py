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

_ERROR_TESTS = {"IFERROR": "ISERROR", "IFNA": "ISNA"}
"""The functions whose second argument is a fallback, with what tells whether it is needed."""


def find_calls(formula: str | Node) -> list[AnyCall]:
    """Every call and comparison in a formula, inner ones first.

    >>> [(call.name, call.text) for call in find_calls('SUM(A1=2, MAX({1,2},"a,b")+1)')]
    [('=', 'A1=2'), ('MAX', 'MAX({1,2},"a,b")'), ('SUM', 'SUM(A1=2, MAX({1,2},"a,b")+1)')]
    """
    if isinstance(formula, str):
        return list(parse(formula).evaluations)
    return list(filter(is_evaluation, walk(formula)))


def guard(tree: SyntaxTree, call: Node, condition: str) -> str:
    """A condition on a call that is TRUE where the call is not evaluated, or not used.

    >>> tree = parse("IF(A1,INDEX(B1:B9,A1),0)")
    >>> guard(tree, find_calls(tree.text)[0], "A1>0")
    'IF(ISERROR(A1),TRUE,IF(A1,A1>0,TRUE))'
    >>> tree = parse("IFERROR(A1/2,VALUE(A1))")
    >>> guard(tree, find_calls(tree.text)[0], "ISNUMBER(A1)")
    'IF(ISERROR(A1/2),ISNUMBER(A1),TRUE)'
    """
    for outer, place in tree.ancestors(call):
        function = plain_name(outer.name) if isinstance(outer, Call) and place else ""
        if function not in ("IF", *_ERROR_TESTS):
            continue
        test = outer.children[0].text
        if function in _ERROR_TESTS:
            condition = f"IF({_ERROR_TESTS[function]}({test}),{condition},TRUE)"
        else:
            branches = f"{condition},TRUE" if place == 1 else f"TRUE,{condition}"
            condition = f"IF(ISERROR({test}),TRUE,IF({test},{branches}))"
    return condition


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
