"""Conditions made of formulas, of other conditions, or of what does not occur in a call."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from ...grammar.calls import AnyCall
from ...grammar.syntax_tree import ArrayConstant, Literal, Node, Omitted, is_range, walk

Correctness: TypeAlias = "bool | str"
"""Whether a call is correct, or a formula that is TRUE where it is."""

CallCondition: TypeAlias = "Callable[[AnyCall], Correctness]"


def as_formula(correctness: Correctness) -> str:
    """A formula that is TRUE where a call is correct."""
    return correctness if isinstance(correctness, str) else str(correctness).upper()


def about(template: str, *nodes: Node) -> str:
    """A formula about nodes, which stand for ``{0}``, ``{1}`` and so on."""
    return template.format(*(node.text for node in nodes))


def all_of(conditions: Iterable[str]) -> Correctness:
    """Calls for which all of some formulas are TRUE."""
    formulas = ",".join(conditions)
    return f"AND({formulas})" if formulas else True


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


def numeric(*templates: str, logical_last: bool = False) -> CallCondition:
    """Calls whose arguments and value are numbers, and for which all formulas are TRUE.

    A call with an error among its arguments is correct, too.  With ``logical_last`` the last
    argument is TRUE or FALSE.
    """

    finite = satisfies("ISNUMBER({0})", "ABS({0})<1E+300", *templates)

    def condition(call: AnyCall) -> Correctness:
        tests = [about("ISNUMBER({0})", argument) for argument in call.arguments]
        errors = [about("ISERROR({0})", argument) for argument in call.arguments]
        if logical_last and call.arguments:
            tests[-1] = about("ISLOGICAL({0})", call.arguments[-1])
        numbers = finite(call)
        if numbers is False:
            return False
        tests_or_errors = ",".join(f"OR({test},{error})" for test, error in zip(tests, errors))
        return f"IF(OR({','.join(errors)}),AND({tests_or_errors}),AND({','.join(tests)},{numbers}))"

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
