"""What has to be true of the values of a call's arguments, so that an engine calculates it rightly.

A condition looks at a call in the tree of its formula.  Mostly it knows from that whether the call
is correct; else it gives predicates about some parts of the formula, all of which must be true.  A
part is an argument, the call itself, or a test about these as the table writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from ...grammar.calls import AnyCall, guards
from ...grammar.parser import parse
from ...grammar.syntax_tree import ArrayConstant, Literal, Node, Omitted, SyntaxTree, is_range, walk
from .columns import is_error, values_in


class Predicate(NamedTuple):
    """A test of the values of some parts of a formula: of ranges and arrays it gets blocks."""

    test: Callable[..., bool]
    operands: Sequence[Node]
    is_exact: bool = False
    """Whether it looks at more than the classes of values: at all digits, or at an order."""
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
    return all(one is True for one in values_in(value))


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


def _without(is_found: Callable[[Node], bool]) -> CallCondition:
    """Calls in whose arguments nothing of a kind occurs."""
    return lambda call: (
        not any(is_found(node) for argument in call.arguments for node in walk(argument))
    )


without_array_constants = _without(lambda node: isinstance(node, ArrayConstant))
without_ranges = _without(is_range)

without_lost_references = _without(
    lambda node: isinstance(node, Literal) and node.kind == "error" and "#REF!" in node.text
)
