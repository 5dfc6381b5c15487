"""Arithmetic that is written once: it gives a number, a derivation, a built-in formula, a LAMBDA.

A rule's arithmetic is a Python function of its quantities.  What it gives depends on what it is
called with:

==========================  =======================================================
numbers                     a number
terms with values           a term: the value with the formula of the cells it
                            comes from, for a derivation
terms without values        a term: the formula alone, for a column of a workbook
(:func:`symbol`)            or the body of a LAMBDA; see :func:`formula_of`
==========================  =======================================================

>>> def standard_wins(tps, games, win, loss):
...     return (tps - (win + loss) / 2 * games) / (win - loss)
>>> standard_wins(130.0, 12.0, 15.0, 5.0)
1.0
>>> standard_wins(Term(130.0, "C5"), Term(12.0, "D5"), Term(15.0, "Win"), Term(5.0, "Loss"))
<(C5-(Win+Loss)/2*D5)/(Win-Loss) = 1.0>
>>> formula_of(standard_wins, "{row[tps]}", "{row[games]}", "Win", "Loss")
'({row[tps]}-(Win+Loss)/2*{row[games]})/(Win-Loss)'

Operators and comparisons work on all three.  Python's ``if``, ``min``, ``sum``, ``math.sqrt`` do
not: a formula has to show both branches.  Use :func:`where`, :func:`least`, :func:`greatest`,
:func:`total`, :func:`root`, :func:`rounded`, :func:`look_up` in their place.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, TypeAlias, TypeVar

from .cells import CellError, round_to_multiple

MINUS = "\N{MINUS SIGN}"
ATOM, POWER, PRODUCT, SUM, COMPARISON = 4, 3, 2, 1, 0
"""How tightly the parts of a formula are bound."""
_DECIMALS = 3
"""How many decimals a sentence shows of a number."""
_CELL = re.compile(r"(?P<sheet>.*!)?\$?(?P<column>[A-Z]{1,3})\$?(?P<row>\d+)")

Operand: TypeAlias = "Term | float"


class _Unknown:
    """The value of a term that is a formula alone."""

    def __repr__(self) -> str:
        return "?"


UNKNOWN = _Unknown()


class Term:
    """A formula, with its value where that is known.

    It is no float on purpose: what does not know terms, such as ``math.sqrt``, must be called by
    :func:`apply`, which needs the formula as well.
    """

    __slots__ = ("binding", "formula", "is_array", "parsed", "value")

    def __init__(
        self,
        value: Any,
        formula: str,
        binding: int = ATOM,
        parsed: object = None,
        is_array: bool = False,
    ) -> None:
        self.value = value
        """A number, text or boolean; :data:`UNKNOWN` for a formula alone."""
        self.formula = formula
        self.binding = binding
        self.parsed = value if parsed is None else parsed
        """The value as the rule takes it, where that is not a plain one: an artificial score."""
        self.is_array = is_array
        """Whether it is the formula of several cells."""

    def __repr__(self) -> str:
        return f"<{self.formula} = {self.value!r}>"

    def __format__(self, spec: str) -> str:
        return format_value(self.value, spec)

    def __bool__(self) -> bool:
        if self.value is UNKNOWN:
            raise TypeError(f"{self.formula} has no value: use where(condition, then, otherwise)")
        return bool(self.value)

    def __hash__(self) -> int:
        return hash(self.formula if self.value is UNKNOWN else self.value)

    def __eq__(self, other: object) -> Any:
        return _compare(self, "=", other)

    def __ne__(self, other: object) -> Any:
        return _compare(self, "<>", other)

    def __lt__(self, other: Operand) -> Term:
        return _compare(self, "<", other)

    def __le__(self, other: Operand) -> Term:
        return _compare(self, "<=", other)

    def __gt__(self, other: Operand) -> Term:
        return _compare(self, ">", other)

    def __ge__(self, other: Operand) -> Term:
        return _compare(self, ">=", other)

    def __add__(self, other: Operand) -> Term:
        return _combine(self, "+", other, SUM)

    def __radd__(self, other: Operand) -> Term:
        return self if _value(other) == 0 else _combine(other, "+", self, SUM)

    def __sub__(self, other: Operand) -> Term:
        return _combine(self, "-", other, SUM)

    def __rsub__(self, other: Operand) -> Term:
        return _combine(other, "-", self, SUM)

    def __mul__(self, other: Operand) -> Term:
        if other is self:
            square = UNKNOWN if self.value is UNKNOWN else self.value * self.value
            return Term(square, f"{self.within(ATOM)}^2", POWER, is_array=self.is_array)
        return _combine(self, "*", other, PRODUCT)

    def __rmul__(self, other: Operand) -> Term:
        return _combine(other, "*", self, PRODUCT)

    def __truediv__(self, other: Operand) -> Term:
        return _combine(self, "/", other, PRODUCT)

    def __rtruediv__(self, other: Operand) -> Term:
        return _combine(other, "/", self, PRODUCT)

    def __pow__(self, other: Operand) -> Term:
        return _call(lambda base, exponent: base**exponent, "POWER({0},{1})", self, other)

    def __neg__(self) -> Term:
        return 0 - self

    def __abs__(self) -> Term:
        return _call(abs, "ABS({0})", self)

    def within(self, binding: int) -> str:
        """The formula as an operand of something that binds so tightly."""
        return f"({self.formula})" if self.binding < binding else self.formula


Quantity = TypeVar("Quantity", float, Term)
"""What a rule's arithmetic takes and gives: numbers, or terms."""

_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": lambda one, other: one / other,
    "=": lambda one, other: one == other,
    "<>": lambda one, other: one != other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
}


def symbol(name: str, is_array: bool = False) -> Term:
    """A formula alone: a column's reference, the parameter of a LAMBDA, a range of cells.

    >>> twice = 2 * symbol("{row[games]}")
    >>> twice - 1, (twice - 1) * twice, twice * twice
    (<2*{row[games]}-1 = ?>, <(2*{row[games]}-1)*2*{row[games]} = ?>, <(2*{row[games]})^2 = ?>)
    """
    return Term(UNKNOWN, name, is_array=is_array)


def formula_of(rule: Callable[..., Any], *names: str | float | Term) -> str:
    """The formula of a rule's arithmetic, its quantities named as the formula's place has them.

    >>> formula_of(lambda points, games: points / games, "A1", 9.0)
    'A1/9'
    """
    operands = [symbol(name) if isinstance(name, str) else to_term(name) for name in names]
    return to_term(rule(*operands)).formula


def _value(operand: object) -> Any:
    return operand.value if isinstance(operand, Term) else operand


def _calculate(rule: Callable[..., Any], terms: Sequence[Term]) -> Any:
    if any(term.value is UNKNOWN for term in terms):
        return UNKNOWN
    return rule(*(term.parsed for term in terms))


def _call(rule: Callable[..., Any], formula: str, *operands: object) -> Term:
    terms = [to_term(operand) for operand in operands]
    written = formula.format(*(term.formula for term in terms))
    is_array = any(term.is_array for term in terms)
    return Term(_calculate(rule, terms), written, is_array=is_array)


def _combine(left: object, operator: str, right: object, binding: int) -> Term:
    one, other = to_term(left), to_term(right)
    tighter = binding + (operator in "-/")
    formula = f"{one.within(binding)}{operator}{other.within(tighter)}"
    known = one.value is not UNKNOWN and other.value is not UNKNOWN
    value = _OPERATIONS[operator](one.value, other.value) if known else UNKNOWN
    return Term(value, formula, binding, is_array=one.is_array or other.is_array)


def _compare(left: object, operator: str, right: object) -> Term:
    return _combine(left, operator, right, COMPARISON)


def to_term(value: object) -> Term:
    """A value that stands in a formula as it is; a term stays what it is.

    >>> to_term(-0.5).formula, to_term("tied").formula, to_term(True).formula
    ('-0.5', '"tied"', 'TRUE')
    >>> to_term([60, 42.5]).formula
    '{60,42.5}'
    """
    if isinstance(value, Term):
        return value
    if isinstance(value, bool):
        return Term(value, str(value).upper())
    if isinstance(value, str):
        quoted = value.replace('"', '""')
        return Term(value, f'"{quoted}"')
    if isinstance(value, CellError):
        return Term(UNKNOWN, str(value.value))
    if isinstance(value, (list, tuple)):
        return Term(value, f"{{{','.join(to_term(v).formula for v in value)}}}", is_array=True)
    assert isinstance(value, (int, float)), value
    return Term(value, f"{value:.15g}", COMPARISON if value < 0 else ATOM)


# What Python's own words cannot say of terms ------------------------------------------------------


def _is_symbolic(*operands: object) -> bool:
    return any(isinstance(operand, Term) and operand.value is UNKNOWN for operand in operands)


def where(condition: object, then: Any, otherwise: Any) -> Any:
    """One of two values by a condition; ``IF`` in a formula.

    A branch that must not be calculated where the other one is taken is a function without
    arguments.  A branch may be an error: it is raised, and stands in the formula.  A derivation
    shows the branch that is taken.

    >>> def mean(points, games):
    ...     return where(games > 0, lambda: points / games, 50)
    >>> mean(30, 4), mean(0, 0), formula_of(mean, "A1", "B1")
    (7.5, 50, 'IF(B1>0,A1/B1,50)')
    """
    if _is_symbolic(condition):
        branches = [branch() if callable(branch) else branch for branch in (then, otherwise)]
        terms = [to_term(operand) for operand in (condition, *branches)]
        is_array = any(term.is_array for term in terms)
        texts = ",".join(term.formula for term in terms)
        return Term(UNKNOWN, f"IF({texts})", is_array=is_array)
    taken = then if condition else otherwise
    if isinstance(taken, CellError):
        raise taken
    return taken() if callable(taken) else taken


def apply(rule: Callable[..., Any], formula: str, *operands: Any) -> Any:
    """A function that formulas have, too: of numbers a number, of terms a term.

    >>> apply(math.exp, "EXP({0})", 0.0), apply(math.exp, "EXP({0})", Term(0.0, "A1"))
    (1.0, <EXP(A1) = 1.0>)
    """
    for operand in operands:
        if isinstance(operand, Term):
            return _call(rule, formula, *operands)
    return rule(*operands)


def least(*operands: Any) -> Any:
    """The smallest; ``MIN``.

    >>> least(21.0, 20), least(Term(21.0, "A1"), 20)
    (20, <MIN(A1,20) = 20>)
    """
    return apply(min, _listed("MIN", operands), *operands)


def greatest(*operands: Any) -> Any:
    """The largest; ``MAX``."""
    return apply(max, _listed("MAX", operands), *operands)


def root(operand: Any) -> Any:
    """The square root; ``SQRT``."""
    return apply(math.sqrt, "SQRT({0})", operand)


def whole_part(operand: Any) -> Any:
    """The largest whole number that is not above a number; ``INT``."""
    return apply(math.floor, "INT({0})", operand)


def rounded(operand: Any, decimals: int) -> Any:
    """A number to so many decimals; ``ROUND``, which rounds halves away from zero."""
    return apply(lambda value: round(value, decimals), f"ROUND({{0}},{decimals})", operand)


def rounded_to_multiple(operand: Any, step: Any) -> Any:
    """The nearest multiple of a step, halves away from zero; step 0 leaves it unrounded.

    >>> rounded_to_multiple(2.25, 0.5), formula_of(rounded_to_multiple, "A1", "Step")
    (2.5, 'IF(Step=0,A1,ROUND(ROUND(A1/Step,9),0)*Step)')
    """

    def nearest() -> Any:
        steps = operand / step
        divided = steps.formula if isinstance(steps, Term) else ""
        return apply(
            lambda _, of, to: round_to_multiple(of, to),
            f"ROUND(ROUND({divided},9),0)*{{2}}",
            steps,
            operand,
            step,
        )

    return where(step == 0, operand, nearest)


def _listed(function: str, operands: Sequence[object]) -> str:
    return f"{function}({','.join(f'{{{at}}}' for at in range(len(operands)))})"


def total(row: Any, exactly: bool = False) -> Any:
    """The sum of a row of cells; ``SUM``.  Cells side by side are one range.

    Numbers are added from left to right, or ``exactly``, so that opposite ones leave nothing.

    >>> total([Term(1, "F!$A$5"), Term(2, "F!$A$6"), Term(4, "F!$A$7")])
    <SUM(F!$A$5:$A$7) = 7>
    >>> total([Term(1, "A5"), Term(2, "C5")]), total([1, 2]), total(symbol("C5:D5", is_array=True))
    (<SUM(A5,C5) = 3>, 3, <SUM(C5:D5) = ?>)
    >>> total([Term(1, "$Z5"), Term(2, "$AA5")])
    <SUM($Z5:$AA5) = 3>
    """
    if isinstance(row, Term):
        return _call(sum, "SUM({0})", row)
    added = sum(row)
    if not isinstance(added, Term):
        return math.fsum(row) if exactly else added
    terms = [to_term(cell) for cell in row]
    return Term(_calculate(lambda *cells: sum(cells), terms), f"SUM({join_cells(terms)})")


def total_of(rule: Callable[..., Any], *rows: Any, exactly: bool = False) -> Any:
    """The sum of a rule's values over rows of cells; ``SUMPRODUCT`` where they are ranges.

    A row is numbers or terms one by one, or one :func:`symbol` for a range of cells, for which the
    rule says ``(condition) * value``: ``IF`` takes one condition at a time in most programs.
    Numbers are added as :func:`total` adds them.

    >>> def squares(shares, expected):
    ...     return total_of(lambda share, due: (share - due) ** 2 / due, shares, expected)
    >>> squares([0.5, 0.5], [0.25, 0.75])
    0.3333333333333333
    >>> squares(symbol("C5:D5", is_array=True), [0.25, 0.75])
    <SUMPRODUCT(POWER(C5:D5-{0.25,0.75},2)/{0.25,0.75}) = ?>
    """
    if any(isinstance(row, Term) for row in rows):
        summand = to_term(rule(*map(to_term, rows)))
        is_condition = summand.binding == COMPARISON
        formula = f"{summand.within(PRODUCT)}*1" if is_condition else summand.formula
        return Term(UNKNOWN, f"SUMPRODUCT({formula})")
    parts = [rule(*operands) for operands in zip(*rows)]
    added = sum(parts)
    return math.fsum(parts) if exactly and not isinstance(added, Term) else added


def look_up(
    key: Any, thresholds: Sequence[float], values: Sequence[float], below: float = 0
) -> Any:
    """The value beside the last threshold that the key reaches; ``below`` under the first.

    >>> look_up(25, (20, 50), (1, 2)), look_up(10, (20, 50), (1, 2))
    (1, 0)
    >>> formula_of(lambda key: look_up(key, (20, 50), (1, 2)), "A1")
    'IF(A1<20,0,LOOKUP(A1,{20,50},{1,2}))'
    """

    def found() -> Any:
        return apply(
            lambda own, steps, beside: beside[bisect_right(steps, own) - 1],
            "LOOKUP({0},{1},{2})",
            key,
            thresholds,
            values,
        )

    return where(key < thresholds[0], below, found)


def join_cells(terms: Sequence[Term]) -> str:
    """The formulas of terms as arguments of a function: cells side by side are one range."""
    cells = [cell for term in terms if (cell := _CELL.fullmatch(term.formula))]
    if len(cells) == len(terms) > 1 and len({cell["sheet"] for cell in cells}) == 1:
        rows = [int(cell["row"]) for cell in cells]
        columns = [_column_number(cell["column"]) for cell in cells]
        for same, next_to in ((columns, rows), (rows, columns)):
            if len({*same}) == 1 and next_to == [*range(next_to[0], next_to[0] + len(terms))]:
                return f"{cells[0][0]}:{cells[-1][0].rpartition('!')[2]}"
    return ",".join(term.formula for term in terms)


def _column_number(letters: str) -> int:
    return reduce(lambda number, letter: 26 * number + ord(letter) - 64, letters, 0)


def format_value(value: Any, spec: str = "") -> str:
    """A value as a sentence shows it, with a real minus sign.

    >>> format_value(-1.5), format_value(270.44882), format_value(3.0), format_value(0.00012345)
    ('−1.5', '270.449', '3', '0.000123')
    """
    if isinstance(value, bool):
        return str(value).upper()
    if not isinstance(value, (int, float)):
        return "blank" if value is None or value == "" else str(value)
    if not spec:
        rounded = round(value, _DECIMALS) + 0.0
        spec = ".15g" if rounded or not value else ".3g"
        value = rounded or value
    return format(value, spec).replace("-", MINUS)
