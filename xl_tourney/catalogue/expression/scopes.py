"""What stands in a formula before its result: errors of arguments, and values with a name.

A rule says :func:`refuse` and :func:`named` where it comes to them; the scope of the formula that
is being written keeps them, in their order, and writes ``IF`` and ``LET`` around the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any, NamedTuple

from ..cells import CellError
from .terms import UNKNOWN, Term, is_symbolic, symbol, to_term


def formula_of(
    rule: Callable[..., Any], *quantities: str | float | Term, **options: str | float | Term
) -> str:
    """The formula of a rule's arithmetic, its quantities named as the formula's place has them.

    >>> formula_of(lambda points, games, most=20: points / (most * games), "A1", 9.0, most="Most")
    'A1/(Most*9)'
    """
    return _write(rule, quantities, options, Scope()).formula


def lambda_body_of(
    rule: Callable[..., Any], *quantities: str | float | Term, **options: str | float | Term
) -> str:
    """The same for a LAMBDA, in which what has a name (:func:`named`) is calculated once.

    >>> from .operations import where
    >>> def late(minutes, limit):
    ...     over = named("over", minutes - limit)
    ...     return where(over < 0, 0, lambda: 1 + over)
    >>> lambda_body_of(late, "time", 15), formula_of(late, "A1", 15)
    ('LET(over,time-15,IF(over<0,0,1+over))', 'IF(A1-15<0,0,1+A1-15)')
    """
    return _write(rule, quantities, options, Scope(set())).formula


def _write(
    rule: Callable[..., Any],
    quantities: Sequence[str | float | Term],
    options: dict[str, str | float | Term],
    scope: Scope,
) -> Term:
    def to_operand(quantity: str | float | Term) -> Term:
        return symbol(quantity) if isinstance(quantity, str) else to_term(quantity)

    operands = map(to_operand, quantities)
    named_operands = {name: to_operand(quantity) for name, quantity in options.items()}
    return in_scope(lambda: rule(*operands, **named_operands), scope)


class _Statement(NamedTuple):
    """What stands in a formula before its result."""

    subject: Term
    """The condition of an error, or the value of a name."""
    error: Term | None
    name: str = ""


class Scope:
    """The statements of a formula, or of one of its branches, in the order of the rule."""

    def __init__(self, names: set[str] | None = None) -> None:
        self.names = names
        """The names that are in use; None where a formula cannot name values."""
        self.statements: list[_Statement] = []

    def around(self, result: Term) -> Term:
        """The result with the statements before it."""
        text, following = result.formula, ""
        for subject, error, name in reversed(self.statements):
            if error is not None:
                text = f"IF({subject.formula},{error.formula},{text})"
            elif following:
                text = f"LET({name},{subject.formula},{text.removeprefix('LET(')}"
            else:
                text = f"LET({name},{subject.formula},{text})"
            following = name
        return Term(UNKNOWN, text, is_array=result.is_array) if self.statements else result


_SCOPE: ContextVar[Scope | None] = ContextVar("_SCOPE", default=None)
"""Where the formula that is being written takes its statements."""


def in_scope(calculate: Callable[[], Any], scope: Scope) -> Term:
    """What a calculation gives, with the statements that it puts into a scope before it."""
    outer = _SCOPE.set(scope)
    try:
        result = calculate()
    finally:
        _SCOPE.reset(outer)
    return scope.around(to_term(result))


def scope_of(term: Term) -> Scope:
    """The scope of the formula that is being written; TypeError where none is."""
    scope = _SCOPE.get()
    if scope is None:
        raise TypeError(f"{term.formula} has no value: write the rule by formula_of")
    return scope


def refuse(condition: object, error: Callable[[], CellError]) -> None:
    """Raise an error where a condition holds; in a formula ``IF`` before all that follows.

    >>> from ..cells import div0_error
    >>> def mean(points, games):
    ...     refuse(games == 0, lambda: div0_error("there are no games"))
    ...     return points / games
    >>> mean(6, 4), formula_of(mean, "A1", "B1")
    (1.5, 'IF(B1=0,#DIV/0!,A1/B1)')
    """
    if condition is False:
        return
    if isinstance(condition, Term) and condition.value is UNKNOWN:
        scope_of(condition).statements.append(_Statement(condition, to_term(error())))
    elif condition:
        raise error()


def named(name: str, quantity: Any) -> Any:
    """What is used twice: a LAMBDA calculates it once, and calls it by its name."""
    if quantity.__class__ is float or not is_symbolic(quantity):
        return quantity
    scope = scope_of(quantity)
    if scope.names is None:
        return quantity
    unique = name
    while unique in scope.names:
        unique += "_too"
    scope.names.add(unique)
    scope.statements.append(_Statement(quantity, None, unique))
    return symbol(unique, quantity.is_array)


def branch_of(value: object) -> Term:
    """A branch of a formula, with its own statements before it."""
    if not callable(value):
        return to_term(value)
    outer = _SCOPE.get()
    return in_scope(value, Scope(outer.names if outer else None))
