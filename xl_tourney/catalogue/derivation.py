"""The derivation of a figure: sentences with numbers in them, each with the formula that gives it.

A derivation stands beside its rule and shares its arithmetic.  It is a generator of steps, called
with the rule's arguments as *terms* (:mod:`.expression`): a term is a value together with the
formula that gives it.  So an intermediate function of the rule gives a number when it is called
with numbers, and a term when it is called with terms.

>>> tps, games = Term(130.0, "C5"), Term(12.0, "D5")
>>> over = tps - (Term(15.0, "Win") + 5) / 2 * games
>>> over.value, over.formula
(10.0, 'C5-(Win+5)/2*D5')
>>> print(step("{tps} TPs in {games} games are {over} over even.", tps=tps, games=games, over=over))
130 TPs in 12 games are 10 over even.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from .expression import Term, join_cells, to_term


class Step(NamedTuple):
    """A sentence of a derivation; its numbers and names are terms, and it is about the last."""

    sentence: str
    """With the names of its terms in braces."""
    terms: dict[str, Term]

    def __str__(self) -> str:
        return self.sentence.format(**self.terms)

    @property
    def result(self) -> Term:
        """The last term of the sentence."""
        from string import Formatter

        named = [name for _, name, _, _ in Formatter().parse(self.sentence) if name]
        return self.terms[named[-1]]


def step(sentence: str, /, **terms: object) -> Step:
    """A step of a derivation; what is no term stands in the sentence as a constant."""
    return Step(sentence, {name: to_term(value) for name, value in terms.items()})


def sentence(text: str) -> str:
    """A sentence, or a part of one, that a step chooses: so the list of messages has it."""
    return text


def counted(number: object, one: str, many: str) -> str:
    """The sentence of a number: that of 1, or that of all others.

    >>> counted(Term(1.0, "A1"), "{n} point.", "{n} points."), counted(0.5, "{n} win.", "{n} wins.")
    ('{n} point.', '{n} wins.')
    """
    return one if to_term(number).value == 1 else many


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
    kept: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)
    """What is worked out from it once, for all whose figures one call gives."""

    def at(self, row: int, column: int = 0) -> Term:
        """One of its cells."""
        return Term(self.block[row][column], self.element(row, column))


class Subject(NamedTuple):
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
        """The name of the player in a row, from 0 among those that the rule takes."""
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
        """The text of an argument in the formula; empty for one that is left out."""
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
