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

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

from . import cells
from .expression import Term, join_cells, to_term
from .parameter import Parameter


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
        return join_cells([found.at(row, self.column) for row in range(len(found.block))])

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


# How the arguments of a call become what a derivation takes: the rule's arguments as terms.


class CallInCell(NamedTuple):
    """A call of a function in a formula, and which of its values is explained."""

    formula: str
    """The call, as the formula writes it."""
    arguments: Sequence[Argument | None]
    """None for one that is left out."""
    row: int = 0
    column: int = 0
    """Which value of the result, from 0."""
    name_of: Callable[[int], Term] = lambda row: to_term(f"row {row + 1}")
    """The name of who stands in a row of the arguments, from 0."""
    heading_of: Callable[[str, int], Term] = lambda name, column: to_term(
        f"column {column + 1} of {name}"
    )
    """The heading of a column of an argument, by the argument's name."""


def prepare(
    parameters: Sequence[Parameter], call: CallInCell
) -> tuple[Subject, Sequence[object]] | None:
    """The arguments of a derivation; None if the value is blank or an error."""
    complete = [*call.arguments, *[None] * (len(parameters) - len(call.arguments))]
    arguments = {p.name: argument for p, argument in zip(parameters, complete)}
    unit = parameters[0].kind.unit
    try:
        rows = _filled_rows(parameters, arguments, unit, call)
        own = call.column if unit == "board" and not _is_single_row(complete[0]) else call.row
        at = call.column if unit == "board" and _is_single_row(complete[0]) else call.row
        if at not in rows:
            return None
        prepared = [_prepare(p, arguments[p.name], rows, call, own) for p in parameters]
    except cells.CellError:
        return None
    subject = Subject(
        rows.index(at),
        call.column,
        arguments,
        call.formula,
        rows,
        call.name_of,
        call.heading_of,
    )
    return subject, prepared


def _is_single_row(argument: Argument | None) -> bool:
    return argument is not None and len(argument.block) == 1


def _filled_rows(
    parameters: Sequence[Parameter],
    arguments: Mapping[str, Argument | None],
    unit: str | None,
    call: CallInCell,
) -> list[int]:
    """The rows (of a board: its lines) that the rule takes."""
    first = arguments[parameters[0].name]
    assert first is not None
    if unit == "board":
        line = first.block[0] if _is_single_row(first) else [r[call.column] for r in first.block]
        return [at for at, cell in enumerate(line) if not cells.is_blank(cell)]
    rows = range(len(first.block))
    if unit != "table":
        return list(rows) if unit else list(range(max(len(first.block), call.row + 1)))
    required = [
        argument.block
        for p in parameters
        if p.kind.unit and p.required and not p.kind.broadcasts
        if (argument := arguments[p.name])
    ]
    return [row for row in rows if not all(all(map(cells.is_blank, b[row])) for b in required)]


def _prepare(
    p: Parameter, argument: Argument | None, rows: Sequence[int], call: CallInCell, board: int
) -> object:
    """An argument as the derivation takes it."""
    if argument is None or (not p.required and p.is_omitted(argument.block)):
        return None if p.default is None else to_term(p.default)
    if p.kind.unit is None:
        return _prepare_whole(p, argument)
    block = argument.block
    is_single = len(block) == len(block[0]) == 1 and p.kind.broadcasts
    if p.kind.unit == "cell":
        at = (0, 0) if is_single else (call.row, call.column)
        return _term(p, argument, *at)
    if p.kind.unit == "board":
        if p.kind.broadcasts:
            return _term(p, argument, 0, 0 if is_single else board)
        single = _is_single_row(argument)
        return [_term(p, argument, *((0, row) if single else (row, board))) for row in rows]
    if p.kind.unit == "row":
        return _prepare_row(p, argument, 0 if len(block) == 1 and p.kind.broadcasts else call.row)
    broadcast = len(block) == 1 and p.kind.broadcasts
    return [_prepare_row(p, argument, 0 if broadcast else row) for row in rows]


def _prepare_whole(p: Parameter, argument: Argument) -> object:
    if p.name not in argument.kept:
        argument.kept[p.name] = _read_whole(p, argument)
    return argument.kept[p.name]


def _read_whole(p: Parameter, argument: Argument) -> object:
    block = argument.block
    parsed = p.coerce(block if len(block) * len(block[0]) > 1 else block[0][0])
    if isinstance(parsed, (int, float, str)):
        return Term(parsed, argument.formula)
    places = [(r, c) for r, row in enumerate(block) for c in range(len(row))]
    is_row = isinstance(parsed, list) and len(parsed) == len(places)
    if is_row and all(isinstance(value, (int, float, str)) for value in parsed):
        return [Term(v, argument.element(*at)) for v, at in zip(parsed, places)]
    return replace(argument, parsed=parsed)


def _prepare_row(p: Parameter, argument: Argument, row: int) -> Term | list[Term]:
    parsed = p.kind.coerce(argument.block[row], f"{p.name}, row {row + 1}")
    if not isinstance(parsed, list):
        return Term(parsed, argument.element(row, 0))
    return [Term(value, argument.element(row, column)) for column, value in enumerate(parsed)]


def _term(p: Parameter, argument: Argument, row: int, column: int) -> Term:
    cell = argument.block[row][column]
    parsed = p.kind.coerce(cell, p.name)
    is_plain = isinstance(parsed, (int, float, str))
    return Term(parsed if is_plain else cell, argument.element(row, column), parsed=parsed)
