"""What has to be true of the values of a call's arguments, so that an engine calculates it rightly.

A condition looks at a call in the tree of its formula.  Mostly it knows from that whether the call
is correct; else it gives predicates about some parts of the formula, all of which must be true.  A
part is an argument, the call itself, or a test about these as the table writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from ...grammar.calls import AnyCall, guards
from ...grammar.function_names import plain_name
from ...grammar.parser import parse
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
    SyntaxTree,
    is_range,
    walk,
)
from .columns import is_error, values_in


class Predicate(NamedTuple):
    """A test of the values of some parts of a formula: of ranges and arrays it gets blocks."""

    test: Callable[..., bool]
    operands: Sequence[Node]
    otherwise: Sequence[Predicate] = ()
    """What may be true instead, where the test is not: it costs more."""


NEVER = Predicate(lambda: False, ())
"""What is never true."""

Correctness: TypeAlias = "bool | Sequence[Predicate]"
"""Whether a call is correct, or what must be true where it is."""

CallCondition: TypeAlias = "Callable[[AnyCall], Correctness]"


class CorrectWhere(NamedTuple):
    """Where a call in a formula is correct: where it is not reached, or all predicates are true."""

    predicates: Sequence[Predicate]
    guards: Sequence[Predicate] = ()
    """True where the call is reached; it is not if one of them is not true."""


def correct_where(tree: SyntaxTree, call: Node, correctness: Correctness) -> CorrectWhere | None:
    """Where a call is correct; None if it is nowhere, whatever the values are."""
    around = [
        Predicate(_REACHED[function, place], (test,))
        for function, test, place in guards(tree, call)
    ]
    if isinstance(correctness, bool):
        return None if not around else CorrectWhere([NEVER], around)
    return CorrectWhere(correctness, around)


_REACHED: dict[tuple[str, int], Callable[[Any], bool]] = {
    ("IF", 1): lambda test: any(not is_error(v) and v not in (0, None) for v in values_in(test)),
    ("IF", 2): lambda test: any(not is_error(v) and v in (0, None) for v in values_in(test)),
    ("IFERROR", 1): lambda test: any(map(is_error, values_in(test))),
    ("IFNA", 1): lambda test: any(v == "#N/A" for v in values_in(test)),
}
"""By the function around a call, and the place of the call in it, whether it is reached.

>>> _REACHED["IF", 1](2.0), _REACHED["IF", 2](None), _REACHED["IFERROR", 1](2.0)
(True, True, False)
"""


def is_true(value: Any) -> bool:
    """Whether a value, or all of a block, is TRUE."""
    return value is True or all(one is True for one in values_in(value))


def about(template: str, *nodes: Node) -> Predicate:
    """What a formula says of nodes, which stand for ``{0}``, ``{1}`` and so on."""
    return Predicate(is_true, (parse(template.format(*(node.text for node in nodes))).root,))


def all_of(predicates: Iterable[Predicate]) -> Correctness:
    """Calls for which all of some predicates are true."""
    return [*predicates] or True


def always(_: AnyCall) -> Correctness:
    """Every call."""
    return True


def never(_: AnyCall) -> Correctness:
    """No call."""
    return False


def satisfies(*templates: str) -> CallCondition:
    """Calls for which all formulas are TRUE; ``{0}`` is the call, ``{1}`` its first argument."""

    def condition(call: AnyCall) -> Correctness:
        if any(isinstance(argument, Omitted) for argument in call.arguments):
            return False
        try:
            return all_of([about(template, call, *call.arguments) for template in templates])
        except IndexError:  # there is no such argument
            return False

    return condition


def by_argument_count(
    limit: int, otherwise: CallCondition = never, fewer: CallCondition = always
) -> CallCondition:
    """Calls with fewer arguments than ``limit`` by one condition, and the others by another."""
    return lambda call: fewer(call) if len(call.arguments) < limit else otherwise(call)


def numeric(*templates: str) -> CallCondition:
    """Calls whose arguments and value are numbers, and for which all formulas are TRUE.

    A call with an error among its arguments is correct, too.
    """

    def are_numbers(value: Any, *arguments: Any) -> bool:
        if any(map(is_error, arguments)):
            return all(is_error(one) or type(one) is float for one in arguments)
        return all(type(one) is float for one in arguments) and (
            type(value) is float and abs(value) < 1e300
        )

    def condition(call: AnyCall) -> Correctness:
        more = satisfies(*(f"IFERROR({template},TRUE)" for template in templates))(call)
        if isinstance(more, bool) and not more:
            return False
        numbers = Predicate(are_numbers, (call, *call.arguments))
        return [numbers, *(() if isinstance(more, bool) else more)]

    return condition


def without(is_found: Callable[[Node], bool]) -> CallCondition:
    """Calls in whose arguments nothing of a kind occurs."""
    return lambda call: (
        not any(is_found(node) for argument in call.arguments for node in walk(argument))
    )


without_array_constants = without(lambda node: isinstance(node, ArrayConstant))
without_ranges = without(is_range)

without_lost_references = without(
    lambda node: isinstance(node, Literal) and node.kind == "error" and "#REF!" in node.text
)


def is_text_node(node: Node) -> bool:
    """Whether a node is a text constant."""
    return isinstance(node, Literal) and node.kind == "text"


def is_natural(node: Node) -> bool:
    """Whether a node is a number without a sign or a fraction."""
    return isinstance(node, Literal) and node.text.isdigit()


def is_number_node(node: Node) -> bool:
    """Whether a node is a number, perhaps with a sign."""
    if isinstance(node, Operation) and node.name in ("-", "+") and len(node.arguments) == 1:
        (node,) = node.arguments
    return isinstance(node, Literal) and node.kind == "number"


def is_constant(node: Node) -> bool:
    """Whether a node is a number, a text, a truth value or nothing."""
    is_known = isinstance(node, Literal) and node.kind in ("text", "logical")
    return is_known or isinstance(node, Omitted) or is_number_node(node)


def begins_with_text(node: Node) -> bool:
    """Whether a text constant comes first: ``"a"&B1``."""
    first = next(walk(node))
    return is_text_node(first) and first.start == node.start


def is_plain_text(node: Node) -> bool:
    """Whether a node is a text without letters beyond A to Z."""
    return is_text_node(node) and node.text.isascii()


_NUMERIC = functions_with("numeric")
"""Frequent functions that give no texts."""
ARITHMETIC = frozenset("+-*/^%")
"""The operators that calculate numbers."""


def is_arithmetic(node: Node) -> bool:
    """Whether a node is a number, or calculates one."""
    if isinstance(node, Operation):
        return node.name in ARITHMETIC
    return is_number_node(node) or (isinstance(node, Call) and plain_name(node.name) in _NUMERIC)


def _has_brackets(node: Node) -> bool:
    return any(isinstance(part, (Call, Parenthesis, ArrayConstant)) for part in walk(node))


def is_of_cells(node: Node) -> bool:
    """Whether a node is a reference or a name, perhaps with ``@``, and no arithmetic."""
    signs = "@", ":", " ", ",", "#", "%", ""
    return not _has_brackets(node) and not any(
        is_text_node(part) or (isinstance(part, Operation) and part.name not in signs)
        for part in walk(node)
    )


def ends_with_range(node: Node) -> bool:
    """Whether a range comes last, as in ``2*A1:A9``, and there are no brackets and no texts."""
    leaves = [part for part in walk(node) if not part.children]
    last = leaves[-1]
    is_range = isinstance(last, Reference) and ":" in last.local_text and last.end == node.end
    return is_range and not _has_brackets(node) and not any(map(is_text_node, leaves))
