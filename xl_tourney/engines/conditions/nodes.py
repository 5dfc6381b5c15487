"""What the text of an argument shows."""

from __future__ import annotations

from ...grammar.function_names import plain_name
from ...grammar.spreadsheet_functions import functions_with
from ...grammar.syntax_tree import (
    ArrayConstant,
    Call,
    Literal,
    Node,
    Omitted,
    Operation,
    Parenthesis,
    Reference,
    walk,
)


def is_text(node: Node) -> bool:
    """Whether a node is a text constant."""
    return isinstance(node, Literal) and node.kind == "text"


def is_natural(node: Node) -> bool:
    """Whether a node is a number without a sign or a fraction."""
    return isinstance(node, Literal) and node.text.isdigit()


def is_number(node: Node) -> bool:
    """Whether a node is a number, perhaps with a sign."""
    if isinstance(node, Operation) and node.name in ("-", "+") and len(node.arguments) == 1:
        (node,) = node.arguments
    return isinstance(node, Literal) and node.kind == "number"


def is_constant(node: Node) -> bool:
    """Whether a node is a number, a text, a truth value or nothing."""
    is_known = isinstance(node, Literal) and node.kind in ("text", "logical")
    return is_known or isinstance(node, Omitted) or is_number(node)


def begins_with_text(node: Node) -> bool:
    """Whether a text constant comes first: ``"a"&B1``."""
    first = next(walk(node))
    return is_text(first) and first.start == node.start


def is_plain_text(node: Node) -> bool:
    """Whether a node is a text without letters beyond A to Z."""
    return is_text(node) and node.text.isascii()


_NUMERIC = functions_with("numeric")
"""Frequent functions that give no texts."""


ARITHMETIC = frozenset("+-*/^%")
"""The operators that calculate numbers."""


def is_arithmetic(node: Node) -> bool:
    """Whether a node is a number, or calculates one."""
    if isinstance(node, Operation):
        return node.name in ARITHMETIC
    return is_number(node) or (isinstance(node, Call) and plain_name(node.name) in _NUMERIC)


def _has_brackets(node: Node) -> bool:
    return any(isinstance(part, (Call, Parenthesis, ArrayConstant)) for part in walk(node))


def is_of_cells(node: Node) -> bool:
    """Whether a node is a reference or a name, perhaps with ``@``, and no arithmetic."""
    signs = "@", ":", " ", ",", "#", "%", ""
    return not _has_brackets(node) and not any(
        is_text(part) or (isinstance(part, Operation) and part.name not in signs)
        for part in walk(node)
    )


def ends_with_range(node: Node) -> bool:
    """Whether a range comes last, as in ``2*A1:A9``, and there are no brackets and no texts."""
    leaves = [part for part in walk(node) if not part.children]
    last = leaves[-1]
    is_range = isinstance(last, Reference) and ":" in last.local_text and last.end == node.end
    return is_range and not _has_brackets(node) and not any(map(is_text, leaves))
