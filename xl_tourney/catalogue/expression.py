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

Operators and comparisons work on all three.  Python's ``if``, ``and``, ``min``, ``sum``,
``math.sqrt`` do not: a formula has to show both branches.  Use :func:`where`, :func:`all_of`,
:func:`any_of`, :func:`least`, :func:`greatest`, :func:`total`, :func:`root`, :func:`rounded`,
:func:`look_up` in their place, :func:`refuse` for arguments that are errors, and :func:`named` for
what is used twice.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from fractions import Fraction
from functools import reduce
from typing import Any, NamedTuple, TypeAlias, TypeVar

from .cells import COMPARED_DECIMALS, CellError, num_error, round_to_multiple

MINUS = "\N{MINUS SIGN}"
ATOM, POWER, PRODUCT, SUM, COMPARISON = 4, 3, 2, 1, 0
"""How tightly the parts of a formula are bound."""
_LARGEST_DENOMINATOR = 1000
"""Up to which denominator a number that decimals do not hold is written as a fraction."""
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

    __slots__ = ("binding", "formula", "is_array", "omitted", "parsed", "value")

    def __init__(
        self,
        value: Any,
        formula: str,
        binding: int = ATOM,
        parsed: object = None,
        is_array: bool = False,
        omitted: Term | None = None,
    ) -> None:
        self.value = value
        """A number, text or boolean; :data:`UNKNOWN` for a formula alone."""
        self.formula = formula
        self.binding = binding
        self.parsed = value if parsed is None else parsed
        """The value as the rule takes it, where that is not a plain one: an artificial score."""
        self.is_array = is_array
        """Whether it is the formula of several cells."""
        self.omitted = omitted
        """The condition that a call leaves it out, of an argument without default."""

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
        return self if _is_nothing(other) else _combine(self, "+", other, SUM)

    def __radd__(self, other: Operand) -> Term:
        return self if _is_nothing(other) else _combine(other, "+", self, SUM)

    def __sub__(self, other: Operand) -> Term:
        return self if _is_nothing(other) else _combine(self, "-", other, SUM)

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


def symbol(name: str, is_array: bool = False, omitted: str = "") -> Term:
    """A formula alone: a column's reference, the parameter of a LAMBDA, a range of cells.

    ``omitted`` is the condition that the argument is left out, where it may be.

    >>> twice = 2 * symbol("{row[games]}")
    >>> twice - 1, (twice - 1) * twice, twice * twice
    (<2*{row[games]}-1 = ?>, <(2*{row[games]}-1)*2*{row[games]} = ?>, <(2*{row[games]})^2 = ?>)
    """
    return Term(UNKNOWN, name, is_array=is_array, omitted=symbol(omitted) if omitted else None)


def formula_of(
    rule: Callable[..., Any], *quantities: str | float | Term, **options: str | float | Term
) -> str:
    """The formula of a rule's arithmetic, its quantities named as the formula's place has them.

    >>> formula_of(lambda points, games, most=20: points / (most * games), "A1", 9.0, most="Most")
    'A1/(Most*9)'
    """
    return _write(rule, quantities, options, _Scope()).formula


def lambda_body_of(
    rule: Callable[..., Any], *quantities: str | float | Term, **options: str | float | Term
) -> str:
    """The same for a LAMBDA, in which what has a name (:func:`named`) is calculated once.

    >>> def late(minutes, limit):
    ...     over = named("over", minutes - limit)
    ...     return where(over < 0, 0, lambda: 1 + over)
    >>> lambda_body_of(late, "time", 15), formula_of(late, "A1", 15)
    ('LET(over,time-15,IF(over<0,0,1+over))', 'IF(A1-15<0,0,1+A1-15)')
    """
    return _write(rule, quantities, options, _Scope(set())).formula


def _write(
    rule: Callable[..., Any],
    quantities: Sequence[str | float | Term],
    options: dict[str, str | float | Term],
    scope: _Scope,
) -> Term:
    def to_operand(quantity: str | float | Term) -> Term:
        return symbol(quantity) if isinstance(quantity, str) else to_term(quantity)

    operands = map(to_operand, quantities)
    named_operands = {name: to_operand(quantity) for name, quantity in options.items()}
    return _in_scope(lambda: rule(*operands, **named_operands), scope)


class _Statement(NamedTuple):
    """What stands in a formula before its result."""

    subject: Term
    """The condition of an error, or the value of a name."""
    error: Term | None
    name: str = ""


class _Scope:
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


_SCOPE: ContextVar[_Scope | None] = ContextVar("_SCOPE", default=None)
"""Where the formula that is being written takes its statements."""


def _in_scope(calculate: Callable[[], Any], scope: _Scope) -> Term:
    outer = _SCOPE.set(scope)
    try:
        result = calculate()
    finally:
        _SCOPE.reset(outer)
    return scope.around(to_term(result))


def refuse(condition: object, error: Callable[[], CellError]) -> None:
    """Raise an error where a condition holds; in a formula ``IF`` before all that follows.

    >>> from .cells import div0_error
    >>> def mean(points, games):
    ...     refuse(games == 0, lambda: div0_error("there are no games"))
    ...     return points / games
    >>> mean(6, 4), formula_of(mean, "A1", "B1")
    (1.5, 'IF(B1=0,#DIV/0!,A1/B1)')
    """
    if condition is False:
        return
    if isinstance(condition, Term) and condition.value is UNKNOWN:
        _scope_of(condition).statements.append(_Statement(condition, to_term(error())))
    elif condition:
        raise error()


def refuse_negative(quantity: Any, name: str) -> None:
    """Raise ``#NUM!`` where a number, or the least of several, is below 0."""
    if quantity.__class__ is float and quantity >= 0:
        return  # as nearly always
    smallest = quantity
    if isinstance(quantity, (list, tuple)):
        smallest = least(quantity) if isinstance(quantity[0], Term) else min(quantity)
    elif isinstance(quantity, Term) and quantity.is_array:
        smallest = least(quantity)
    refuse(smallest < 0, lambda: num_error(f"{name} must not be negative; {smallest:g} is"))


def named(name: str, quantity: Any) -> Any:
    """What is used twice: a LAMBDA calculates it once, and calls it by its name."""
    if not _is_symbolic(quantity):
        return quantity
    scope = _scope_of(quantity)
    if scope.names is None:
        return quantity
    unique = name
    while unique in scope.names:
        unique += "_too"
    scope.names.add(unique)
    scope.statements.append(_Statement(quantity, None, unique))
    return symbol(unique, quantity.is_array)


def _scope_of(term: Term) -> _Scope:
    scope = _SCOPE.get()
    if scope is None:
        raise TypeError(f"{term.formula} has no value: write the rule by formula_of")
    return scope


def is_omitted(argument: object) -> Any:
    """Whether an argument without default is left out; in a LAMBDA a condition."""
    if isinstance(argument, Term) and argument.omitted is not None:
        return argument.omitted
    return argument is None


def _is_nothing(operand: object) -> bool:
    """Whether it is the number 0, which a sum does not show; a term that is 0 today may change."""
    return not isinstance(operand, Term) and operand == 0


def _calculate(rule: Callable[..., Any], terms: Sequence[Term]) -> Any:
    if any(term.value is UNKNOWN for term in terms):
        return UNKNOWN
    return rule(*(term.parsed for term in terms))


def _call(rule: Callable[..., Any], formula: str, *operands: object) -> Term:
    terms = [to_term(operand) for operand in operands]
    written = formula.format(*(term.formula for term in terms))
    is_array = any(term.is_array for term in terms)
    return Term(_calculate(rule, terms), written, is_array=is_array)


def _aggregate(rule: Callable[..., Any], formula: str, *operands: object) -> Term:
    """One value of all cells of its operands."""
    found = _call(rule, formula, *operands)
    return Term(found.value, found.formula)


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
    >>> to_term([60, 42.5]).formula, to_term(4 / 3).formula
    ('{60,42.5}', '4/3')
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
    text = f"{value:.15G}"
    if float(text) != value:  # 15 digits are not all of it
        fraction = Fraction(value).limit_denominator(_LARGEST_DENOMINATOR)
        if float(fraction) == value:
            return Term(value, str(fraction), COMPARISON if value < 0 else PRODUCT)
    return Term(value, text, COMPARISON if value < 0 else ATOM)


# What Python's own words cannot say of terms ------------------------------------------------------


def _is_symbolic(operand: object) -> bool:
    return isinstance(operand, Term) and operand.value is UNKNOWN


def _has_terms(operands: Sequence[object]) -> bool:
    for operand in operands:  # noqa: SIM110  (values are calculated often; `any` is slow)
        if isinstance(operand, Term):
            return True
    return False


def where(condition: object, then: Any, otherwise: Any) -> Any:
    """One of two values by a condition; ``IF`` in a formula.

    A branch that must not be calculated where the other one is taken is a function without
    arguments.  A branch may be an error, or give one: it is raised, and stands in the formula.  A
    derivation shows the branch that is taken.

    >>> def mean(points, games):
    ...     return where(games > 0, lambda: points / games, 50)
    >>> mean(30, 4), mean(0, 0), formula_of(mean, "A1", "B1")
    (7.5, 50, 'IF(B1>0,A1/B1,50)')
    """
    if condition.__class__ is not bool and _is_symbolic(condition):
        terms = [to_term(condition), *map(_branch, (then, otherwise))]
        is_array = any(term.is_array for term in terms)
        texts = ",".join(term.formula for term in terms)
        return Term(UNKNOWN, f"IF({texts})", is_array=is_array)
    taken = then if condition else otherwise
    if callable(taken):
        taken = taken()
    if taken.__class__ is not float and isinstance(taken, CellError):
        raise taken
    return taken


def _branch(value: object) -> Term:
    """A branch of a formula, with its own statements before it."""
    if not callable(value):
        return to_term(value)
    outer = _SCOPE.get()
    return _in_scope(value, _Scope(outer.names if outer else None))


def all_of(*conditions: Any) -> Any:
    """Whether all conditions hold; ``AND``.

    >>> all_of(1 < 2, 2 < 3), formula_of(lambda n: all_of(n > 1, n < 9), "A1")
    (True, 'AND(A1>1,A1<9)')
    """
    return apply(lambda *holds: all(holds), _listed("AND", conditions), *conditions)


def any_of(*conditions: Any) -> Any:
    """Whether one of the conditions holds; ``OR``."""
    return apply(lambda *holds: any(holds), _listed("OR", conditions), *conditions)


def apply(rule: Callable[..., Any], formula: str, *operands: Any) -> Any:
    """A function that formulas have, too: of numbers a number, of terms a term.

    >>> apply(math.exp, "EXP({0})", 0.0), apply(math.exp, "EXP({0})", Term(0.0, "A1"))
    (1.0, <EXP(A1) = 1.0>)
    """
    return _call(rule, formula, *operands) if _has_terms(operands) else rule(*operands)


def least(*operands: Any) -> Any:
    """The smallest of numbers, or of a list of them; ``MIN``.

    >>> least(21.0, 20), least(Term(21.0, "A1"), 20), least([3, 2])
    (20, <MIN(A1,20) = 20>, 2)
    """
    several = _several(operands)
    if not _has_terms(several):
        return min(several)
    return _aggregate(lambda *values: min(_several(values)), _listed("MIN", several), *several)


def greatest(*operands: Any) -> Any:
    """The largest of numbers, or of a list of them; ``MAX``."""
    several = _several(operands)
    if not _has_terms(several):
        return max(several)
    return _aggregate(lambda *values: max(_several(values)), _listed("MAX", several), *several)


def mean_of(*operands: Any) -> Any:
    """The mean; ``AVERAGE``."""
    formula = _listed("AVERAGE", operands)
    return apply(lambda *values: sum(values) / len(values), formula, *operands)


def _several(operands: Sequence[Any]) -> Sequence[Any]:
    return (
        operands[0] if len(operands) == 1 and isinstance(operands[0], (list, tuple)) else operands
    )


def root(operand: Any) -> Any:
    """The square root; ``SQRT``."""
    return apply(math.sqrt, "SQRT({0})", operand)


def sign(operand: Any) -> Any:
    """1, 0 or -1; ``SIGN``.

    >>> sign(-2.5), sign(Term(7.0, "A1"))
    (-1, <SIGN(A1) = 1>)
    """
    return apply(lambda value: (value > 0) - (value < 0), "SIGN({0})", operand)


def exponential(operand: Any) -> Any:
    """e to the power of a number; ``EXP``."""
    return apply(math.exp, "EXP({0})", operand)


def whole_part(operand: Any) -> Any:
    """The largest whole number that is not above a number; ``INT``."""
    if operand.__class__ is float:
        return math.floor(operand)  # as nearly always
    return apply(math.floor, "INT({0})", operand)


def width_of(row: Any) -> Any:
    """How many cells a row has; ``COLUMNS``."""
    return _aggregate(len, "COLUMNS({0})", row) if isinstance(row, Term) else len(row)


def rounded(operand: Any, decimals: Any) -> Any:
    """A number to so many decimals, halves away from zero; ``ROUND``.

    >>> rounded(2.675, 2), rounded(-2.5, 0), formula_of(rounded, "A1", "Decimals")
    (2.68, -3.0, 'ROUND(A1,Decimals)')
    """
    if type(operand) is float and type(decimals) is int:
        return _round_half_away(operand, decimals)
    return apply(_round_half_away, "ROUND({0},{1})", operand, decimals)


def _round_half_away(value: float, decimals: int) -> float:
    scale = 10.0**decimals
    scaled = abs(value) * scale
    if scaled >= _ALL_DIGITS:
        return value
    nearest = math.floor(scaled * _A_HAIR_MORE + 0.5) / scale
    return nearest if value >= 0 else -nearest


_ALL_DIGITS = 1e15
"""From here on a number has no decimals."""
_A_HAIR_MORE = 1 + 2**-50
"""By what a half that is a rounding error too small is a half again."""


def rounded_to_multiple(operand: Any, step: Any) -> Any:
    """The nearest multiple of a step, halves away from zero; step 0 leaves it unrounded.

    >>> rounded_to_multiple(2.25, 0.5), formula_of(rounded_to_multiple, "A1", "Step")
    (2.5, 'IF(Step=0,A1,ROUND(ROUND(A1/Step,9),0)*Step)')
    """
    return where(step == 0, operand, lambda: nearest_multiple(operand, step))


def nearest_multiple(operand: Any, step: Any) -> Any:
    """The nearest multiple of a step that is not 0, halves away from zero.

    A number that was calculated is a half also where it is a hair off.
    """
    if not _has_terms((operand, step)):
        return round_to_multiple(operand, step)
    steps = to_term(operand / step)
    formula = f"ROUND(ROUND({steps.formula},{COMPARED_DECIMALS}),0)*{to_term(step).within(PRODUCT)}"
    value = _calculate(round_to_multiple, [to_term(operand), to_term(step)])
    return Term(value, formula, PRODUCT, is_array=steps.is_array)


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
        return _aggregate(sum, "SUM({0})", row)
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
    if _has_terms(rows):
        summand = to_term(rule(*map(to_term, rows)))
        is_condition = summand.binding == COMPARISON
        formula = f"{summand.within(PRODUCT)}*1" if is_condition else summand.formula
        return Term(UNKNOWN, f"SUMPRODUCT({formula})")
    parts = list(map(rule, *rows))
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
