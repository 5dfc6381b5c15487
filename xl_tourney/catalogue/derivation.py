"""The derivation of a figure: sentences with numbers in them, each with the formula that gives it.

A derivation stands beside its rule and shares its arithmetic.  It is a generator of steps, called
with the rule's arguments as *terms*: a term is a value together with the formula that gives it, and
terms add, subtract, multiply and divide as numbers do.  So an intermediate function of the rule
gives a number when it is called with numbers, and a term when it is called with terms.

>>> tps, games = Term(130.0, "C5"), Term(12.0, "D5")
>>> over = tps - (Term(15.0, "Win") + 5) / 2 * games
>>> over.value, over.formula
(10.0, 'C5-(Win+5)/2*D5')
>>> print(step("{tps} TPs in {games} games are {over} over even.", tps=tps, games=games, over=over))
130 TPs in 12 games are 10 over even.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any, TypeAlias, TypeVar

MINUS = "\N{MINUS SIGN}"
_ATOM, _PRODUCT, _SUM, _COMPARISON = 3, 2, 1, 0
"""How tightly the parts of a formula are bound."""
_DECIMALS = 3
"""How many decimals a sentence shows of a number."""
_CELL = re.compile(r"(?P<sheet>.*!)?\$?(?P<column>[A-Z]{1,3})\$?(?P<row>\d+)")

Operand: TypeAlias = "Term | float"


class Term:
    """A value of a derivation and the formula that gives it.

    It is no float on purpose: what does not know terms, such as ``math.sqrt``, must be called by
    :func:`apply`, which needs the formula as well.
    """

    __slots__ = ("binding", "formula", "parsed", "value")

    def __init__(
        self, value: Any, formula: str, binding: int = _ATOM, parsed: object = None
    ) -> None:
        self.value = value
        """A number, text or boolean."""
        self.formula = formula
        self.binding = binding
        self.parsed = value if parsed is None else parsed
        """The value as the rule takes it, where that is not a plain one: an artificial score."""

    def __repr__(self) -> str:
        return f"<{self.formula} = {self.value!r}>"

    def __format__(self, spec: str) -> str:
        return format_value(self.value, spec)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __hash__(self) -> int:
        return hash(self.value)

    def __eq__(self, other: object) -> bool:
        return bool(self.value == _value(other))

    def __lt__(self, other: Operand) -> bool:
        return bool(self.value < _value(other))

    def __le__(self, other: Operand) -> bool:
        return bool(self.value <= _value(other))

    def __gt__(self, other: Operand) -> bool:
        return bool(self.value > _value(other))

    def __ge__(self, other: Operand) -> bool:
        return bool(self.value >= _value(other))

    def __add__(self, other: Operand) -> Term:
        return _combine(self, "+", other, _SUM)

    def __radd__(self, other: Operand) -> Term:
        return self if _value(other) == 0 else _combine(other, "+", self, _SUM)

    def __sub__(self, other: Operand) -> Term:
        return _combine(self, "-", other, _SUM)

    def __rsub__(self, other: Operand) -> Term:
        return _combine(other, "-", self, _SUM)

    def __mul__(self, other: Operand) -> Term:
        return _combine(self, "*", other, _PRODUCT)

    def __rmul__(self, other: Operand) -> Term:
        return _combine(other, "*", self, _PRODUCT)

    def __truediv__(self, other: Operand) -> Term:
        return _combine(self, "/", other, _PRODUCT)

    def __rtruediv__(self, other: Operand) -> Term:
        return _combine(other, "/", self, _PRODUCT)

    def __pow__(self, other: Operand) -> Term:
        power = Term(self.value ** _value(other), "")
        power.formula = f"POWER({self.formula},{to_term(other).formula})"
        return power

    def __neg__(self) -> Term:
        return Term(-self.value, f"0-{self._within(_PRODUCT)}", _SUM)

    def __abs__(self) -> Term:
        return Term(abs(self.value), f"ABS({self.formula})")

    def _within(self, binding: int) -> str:
        """The formula as an operand of something that binds so tightly."""
        return f"({self.formula})" if self.binding < binding else self.formula


Quantity = TypeVar("Quantity", float, Term)
"""What an intermediate function of a rule takes and gives: numbers, or terms."""

_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": lambda one, other: one / other,
}


def _value(operand: object) -> Any:
    return operand.value if isinstance(operand, Term) else operand


def _combine(left: Operand, operator: str, right: Operand, binding: int) -> Term:
    one, other = to_term(left), to_term(right)
    tighter = binding + (operator in "-/")
    formula = f"{one._within(binding)}{operator}{other._within(tighter)}"
    return Term(_OPERATIONS[operator](one.value, other.value), formula, binding)


def to_term(value: object) -> Term:
    """A value that stands in a formula as it is; a term stays what it is.

    >>> to_term(-0.5).formula, to_term("tied").formula, to_term(True).formula
    ('-0.5', '"tied"', 'TRUE')
    """
    if isinstance(value, Term):
        return value
    if isinstance(value, bool):
        return Term(value, str(value).upper())
    if isinstance(value, str):
        quoted = value.replace('"', '""')
        return Term(value, f'"{quoted}"')
    assert isinstance(value, (int, float)), value
    return Term(value, f"{value:.15g}", _COMPARISON if value < 0 else _ATOM)


def apply(rule: Callable[..., Any], formula: str, *operands: Operand) -> Term:
    """A function of the rule on terms: its value, and the formula that gives the same.

    >>> apply(min, "MIN({0},{1})", Term(21.0, "A1"), 20)
    <MIN(A1,20) = 20>
    """
    terms = [to_term(operand) for operand in operands]
    return Term(rule(*(t.parsed for t in terms)), formula.format(*(t.formula for t in terms)))


def total(terms: Sequence[Term]) -> Term:
    """The sum of terms: of cells side by side as ``SUM`` of their range.

    >>> total([Term(1, "F!$A$5"), Term(2, "F!$A$6"), Term(4, "F!$A$7")])
    <SUM(F!$A$5:$A$7) = 7>
    >>> total([Term(1, "A5"), Term(2, "C5")])
    <SUM(A5,C5) = 3>
    """
    return Term(sum(t.value for t in terms), f"SUM({join_cells(terms)})" if terms else "0")


def join_cells(terms: Sequence[Term]) -> str:
    """The formulas of terms as arguments of a function: cells side by side are one range."""
    cells = [_CELL.fullmatch(t.formula) for t in terms]
    if len(cells) > 1 and all(cells):
        (first, *_, last) = (cell for cell in cells if cell)
        rows = [int(cell["row"]) for cell in cells if cell]
        same_column = len({(cell["sheet"], cell["column"]) for cell in cells if cell}) == 1
        if same_column and rows == list(range(rows[0], rows[0] + len(rows))):
            return f"{first[0]}:{last[0].rpartition('!')[2]}"
    return ",".join(t.formula for t in terms)


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


@dataclass(frozen=True)
class Step:
    """A sentence of a derivation; its numbers and names are terms, and it is about the last."""

    sentence: str
    """With the names of its terms in braces."""
    terms: dict[str, Term]

    def __str__(self) -> str:
        return self.sentence.format(**self.terms)

    @property
    def result(self) -> Term:
        """The last term of the sentence."""
        named = [name for _, name, _, _ in Formatter().parse(self.sentence) if name]
        return self.terms[named[-1]]


def step(sentence: str, /, **terms: object) -> Step:
    """A step of a derivation; what is no term stands in the sentence as a constant."""
    return Step(sentence, {name: to_term(value) for name, value in terms.items()})


def listing(label: str, names: Sequence[object], most: int = 5) -> tuple[str, dict[str, object]]:
    """Names, or figures, in a row: their part of a sentence, and its terms.

    >>> text, terms = listing("other", [Term("Ann", "A1"), Term("Bob", "A2")])
    >>> text, str(step(text, **terms))
    ('{other_0} and {other_1}', 'Ann and Bob')
    """
    terms = {f"{label}_{at}": name for at, name in enumerate(names[:most])}
    places = [f"{{{name}}}" for name in terms]
    more = len(names) - len(places)
    if more > 0:
        places.append(f"{more} more")
    last = places.pop()
    return f"{', '.join(places)} and {last}" if places else last, terms


@dataclass(frozen=True)
class Argument:
    """An argument of a call in a cell: what its formula says, and its cells."""

    formula: str
    block: list[list[Any]]
    """Its cells by rows."""
    element: Callable[[int, int], str]
    """The formula of one of its cells, by row and column from 0."""
    parsed: Any = None
    """The argument as the rule takes it, where it is taken as a whole."""
    first_columns: Callable[[int], str] | None = None
    """The formula of its first columns, where it is a range."""

    def at(self, row: int, column: int = 0) -> Term:
        """One of its cells."""
        return Term(self.block[row][column], self.element(row, column))


@dataclass(frozen=True)
class Subject:
    """Whose figure a derivation is about: which of all that a call gives."""

    row: int
    """The row, from 0, among those that the rule takes: blank rows are left out."""
    column: int
    arguments: dict[str, Argument | None]
    """The arguments of the call by name; None for one that is left out."""
    call: str
    """The formula of the call."""
    rows: Sequence[int]
    """The rows of the arguments that the rule takes."""
    name_of: Callable[[int], Term]
    """The name of who stands in a row of the arguments."""
    heading_of: Callable[[str, int], Term]
    """The heading of a column of an argument, by the argument's name."""

    def name(self, row: int) -> Term:
        """Who stands in a row, from 0 among those that the rule takes."""
        return self.name_of(self.rows[row])

    def board(self, argument: str) -> str:
        """The cells of the own board, of an argument with a board a column or a single one."""
        found = self.arguments[argument]
        assert found is not None
        if len(found.block[0]) == 1 or len(found.block) == 1:
            return found.formula
        if found.first_columns is None:
            return f"INDEX({found.formula},0,{self.column + 1})"
        cells = [found.at(row, self.column) for row in range(len(found.block))]
        return join_cells(cells)

    @property
    def own(self) -> Term:
        """Whose figure it is."""
        return self.name(self.row)

    def formula(self, argument: str) -> str:
        """What the formula says for an argument; empty for one that is left out."""
        found = self.arguments[argument]
        return found.formula if found else ""

    def element(self, array: str, row: int | None = None) -> str:
        """The formula of one row of an array formula over the same rows; the own row if none."""
        return f"INDEX({array},{self.rows[self.row if row is None else row] + 1})"


Derivation: TypeAlias = Callable[..., Iterator[Step]]
"""A generator of steps, called with a :class:`Subject` and the rule's arguments as terms.

An argument that is one value is a term; one that is read by cells is the own cell's term, by rows
the own row's terms; a table is a list of rows of terms, without blank rows; a column of a table is
a list of terms.  An argument that is taken as a whole, such as a wall list, is an
:class:`Argument`, with what the rule takes as ``parsed``.  One that is left out is None, or the
default as a term.
"""
