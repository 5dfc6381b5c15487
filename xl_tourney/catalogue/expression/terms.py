"""A term: a formula, with its value where that is known; it adds and compares as numbers do.

A rule is written once, as arithmetic.  What it is called with decides what it gives::

    def percent(points, games): return 100 * points / (20 * games)

    percent(130.0, 12.0)                              54.1666…             the value
    percent(Term(130.0, "C5"), Term(12.0, "D5"))      100*C5/(20*D5)       with the value
    percent(symbol("C5"), symbol("D5"))               100*C5/(20*D5)       without

Each operator joins the texts of its operands, with brackets where one binds less tightly.  Where a
rule refuses an argument or names a part, the scope of the formula keeps that, and writes ``IF`` and
``LET`` around the result.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import reduce
from typing import Any, NamedTuple, TypeAlias, TypeVar

from ..cells import CellError, round_as_shown

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


def _comparison(sign: str) -> Callable[[Term, Operand], Term]:
    return lambda term, other: _combine(term, sign, other, COMPARISON)


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

    __eq__: Any = _comparison("=")
    __ne__: Any = _comparison("<>")
    __lt__ = _comparison("<")
    __le__ = _comparison("<=")
    __gt__ = _comparison(">")
    __ge__ = _comparison(">=")

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
        return call(lambda base, exponent: base**exponent, "POWER({0},{1})", self, other)

    def __neg__(self) -> Term:
        return 0 - self

    def __abs__(self) -> Term:
        return call(abs, "ABS({0})", self)

    def within(self, binding: int) -> str:
        """The formula as an operand of something that binds so tightly."""
        return f"({self.formula})" if self.binding < binding else self.formula


Quantity = TypeVar("Quantity", float, Term)
"""What a rule's arithmetic takes and gives: numbers, or terms."""
_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def symbol(name: str, is_array: bool = False, omitted: str = "") -> Term:
    """A formula alone: a column's reference, the parameter of a LAMBDA, a range of cells.

    ``omitted`` is the condition that the argument is left out, where it may be.

    >>> twice = 2 * symbol("{row[games]}")
    >>> twice - 1, (twice - 1) * twice, twice * twice
    (<2*{row[games]}-1 = ?>, <(2*{row[games]}-1)*2*{row[games]} = ?>, <(2*{row[games]})^2 = ?>)
    """
    return Term(UNKNOWN, name, is_array=is_array, omitted=symbol(omitted) if omitted else None)


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
        from fractions import Fraction  # few formulas have a fraction, and it is slow to import

        fraction = Fraction(value).limit_denominator(_LARGEST_DENOMINATOR)
        if float(fraction) == value:
            return Term(value, str(fraction), COMPARISON if value < 0 else PRODUCT)
    return Term(value, text, COMPARISON if value < 0 else ATOM)


def _is_nothing(operand: object) -> bool:
    """Whether it is the number 0, which a sum does not show; a term that is 0 today may change."""
    return not isinstance(operand, Term) and operand == 0


def calculate(rule: Callable[..., Any], terms: Sequence[Term]) -> Any:
    """What a rule gives of the values of terms, where all are known."""
    if any(term.value is UNKNOWN for term in terms):
        return UNKNOWN
    return rule(*(term.parsed for term in terms))


def call(rule: Callable[..., Any], formula: str, *operands: object) -> Term:
    """A term by a rule for its value and a formula with places for its operands."""
    terms = [to_term(operand) for operand in operands]
    written = formula.format(*(term.formula for term in terms))
    return Term(calculate(rule, terms), written, is_array=any(term.is_array for term in terms))


def aggregate(rule: Callable[..., Any], formula: str, *operands: object) -> Term:
    """One value of all cells of its operands."""
    found = call(rule, formula, *operands)
    return Term(found.value, found.formula)


def _combine(left: object, sign: str, right: object, binding: int) -> Term:
    one, other = to_term(left), to_term(right)
    tighter = binding + (sign in "-/")
    formula = f"{one.within(binding)}{sign}{other.within(tighter)}"
    known = one.value is not UNKNOWN and other.value is not UNKNOWN
    value = _OPERATIONS[sign](one.value, other.value) if known else UNKNOWN
    return Term(value, formula, binding, is_array=one.is_array or other.is_array)


def is_symbolic(operand: object) -> bool:
    """Whether it is a formula alone."""
    return isinstance(operand, Term) and operand.value is UNKNOWN


def has_terms(operands: Sequence[object]) -> bool:
    """Whether one of them is a term."""
    for operand in operands:  # noqa: SIM110  (values are calculated often; `any` is slow)
        if isinstance(operand, Term):
            return True
    return False


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


RATIO = "ratio"
"""How a share of games that were won is written: .659."""


SIGNED = "signed"
"""How a difference is written: +3, 0, −2."""


ORDINAL = "ordinal"
"""How a place is written: 1st."""


def format_value(value: Any, spec: str = "") -> str:
    """A value as a sentence shows it, with a real minus sign.

    >>> format_value(0.6594, RATIO)
    '.659'
    >>> format_value(-1.5), format_value(270.44882), format_value(3.0), format_value(0.00012345)
    ('−1.5', '270.449', '3', '0.000123')
    >>> format_value(12.345, ".2f"), format_value(0.050499999999999996)
    ('12.35', '0.051')
    """
    if isinstance(value, bool):
        return str(value).upper()
    if not isinstance(value, (int, float)):
        return "blank" if value is None or value == "" else str(value)
    if not spec:
        rounded = float(round_as_shown(value, _DECIMALS)) + 0.0
        spec = ".15g" if rounded or not value else ".3g"
        value = rounded or value
    if spec == RATIO:
        return str(round_as_shown(value, 3)).removeprefix("0")
    if spec == ORDINAL:
        number = int(value)
        suffix = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
        return f"{number}{'th' if number % 100 in (11, 12, 13) else suffix}"
    if spec == SIGNED:
        spec = "+.15g" if value else ".15g"
    shown = round_as_shown(value, int(spec[-2])) if spec[-1] == "f" else value
    return format(shown, spec).replace("-", MINUS)


# What stands in a formula before its result: errors of arguments, and values with a name.
#
# A rule says :func:`refuse` and :func:`named` where it comes to them; the scope of the formula that
# is being written keeps them, in their order, and writes ``IF`` and ``LET`` around the result.


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

    >>> from . import where
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
