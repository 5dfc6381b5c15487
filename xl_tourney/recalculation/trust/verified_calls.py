"""The verified calls: calls for which an engine's values need no second opinion.

A table has the evidence, by function and engine: for each argument, and each kind of it, how often
the engine agreed with Excel, gave another value, an error for a value, and a value for an error.
``benchmarks/verified_calls.py`` makes it of workbooks that Excel saved and of random calls.  What
is proven is decided here, by :func:`is_proven`.  A call is verified if each of its arguments is of
a kind that is proven in that place.  An example: ``ROUND(A1,2)`` has a cell and a number; both
kinds are proven in their places, so its value is trusted.  ``ROUND(A1,B1:B3)`` has a range in the
second place, which is not.
An error in place of a value, or a text in place of a number, is always doubted: engines answer so
where they lack something.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ...engines import ENGINES
from ...engines.base import BROADCAST, HELPER_PREFIX
from ...engines.mistakes import CONDITIONS, WITHIN
from ...grammar.calls import AnyCall, find_calls, has_array_outside_of_calls
from ...grammar.function_names import catalogue_name, plain_name
from ...grammar.parser import parse
from ...grammar.references import is_whole_columns
from ...grammar.spreadsheet_functions import SCALAR_PARAMETERS, functions_with, lines_of, places
from ...grammar.syntax_tree import (
    COMPARISONS,
    ArrayConstant,
    FormulaError,
    Literal,
    Name,
    Node,
    Omitted,
    Operation,
    Parenthesis,
    Reference,
    walk,
)
from ...record import NamedTuple

if TYPE_CHECKING:
    from ...engines.conditions.predicates import CallCondition, Correctness

KINDS = ("omitted", "number", "zero", "text", "logical", "cell", "value", "range", "array")
"""The kinds of arguments that the text of a formula shows; ``value`` is any other expression."""

NO_ARGUMENT = "none"
"""What stands in the table for the argument of a call that has none."""

_NOT_OMITTED = frozenset(KINDS[1:])

HIDES_ERRORS = functions_with("hides-errors")
"""Functions that turn an error into another value, and so hide an error of the engine alone."""

_ROOT = "^"
"""The operator whose third root of a negative number is an error to the engine."""

_ALWAYS = functions_with("always-proven")
"""Operators that a file writes as functions, what is another for everyone."""

_REPEATED = places("repeats")
"""Functions with arguments that may be repeated: the first of these, and how many repeat."""


class Counts(NamedTuple):
    """How often an engine was right, and in which way wrong, about an argument of some kind."""

    agreed: int
    differed: int
    """Another value."""
    errors: int
    """An error for a value."""
    values: int
    """A value for an error."""


MIN_AGREED = 10
"""The fewest formulas that prove a kind of argument."""
MAX_FALSE_ERRORS = 0.01
"""The share of formulas from which on a function is one that gives false errors."""


def is_proven(counts: Counts) -> bool:
    """Whether an engine is proven: seen often, and never another value, nor one for an error.

    >>> [is_proven(Counts(*counts)) for counts in ((12, 0, 3, 0), (9000, 1, 0, 0), (9, 0, 0, 0))]
    [True, False, False]
    """
    return counts.agreed >= MIN_AGREED and not (counts.differed or counts.values)


def _read_counts(entry: str) -> tuple[str, Counts]:
    """A kind of argument and its counts.

    >>> _read_counts("cell 12 0 3 0")
    ('cell', Counts(agreed=12, differed=0, errors=3, values=0))
    """
    kind, *counts = entry.split(" ")
    return kind, Counts(*map(int, counts))


class _Function(NamedTuple):
    """What the evidence says of a function."""

    kinds: Sequence[frozenset[str]] = ()
    """The proven kinds of each argument."""
    has_right_errors: bool = False
    """Whether it gives an error hardly ever where another value is right."""


def _read_function(row: str) -> _Function:
    """What a row of the table says: arguments, and in each of them kinds with counts.

    >>> _read_function("cell 90 0 0 0, text 12 1 0 0\\tnumber 40 0 2 0")
    _Function(kinds=[frozenset({'cell'}), frozenset({'number'})], has_right_errors=False)
    """
    kinds, errors, agreed = [], 0, 0
    for place in row.split("\t"):
        found = set()
        of_place = 0
        for entry in filter(None, place.split(", ")):
            kind, counts = _read_counts(entry)
            errors += counts.errors if kind != "omitted" else 0  # these are asked about apart
            of_place += counts.agreed
            if is_proven(counts):
                found.add(kind)
        kinds.append(frozenset(found))
        agreed = max(agreed, of_place)
    has_right_errors = any(kinds) and errors < max(1, MAX_FALSE_ERRORS * (agreed + errors))
    return _Function(kinds, has_right_errors)


class VerifiedCalls:
    """The calls that are proven, by function and by the kinds of arguments in each place."""

    def __init__(
        self,
        rows: Mapping[str, str],
        conditions: Mapping[str, CallCondition] = CONDITIONS,
        always: Collection[str] = _ALWAYS,
    ) -> None:
        self._rows = rows
        self._conditions = conditions
        self._always_proven = frozenset(always)
        self._functions: dict[str, _Function] = {}

    def __bool__(self) -> bool:
        """Whether there is evidence for an engine; without it every value is trusted."""
        return bool(self._rows)

    def has_proven(self, name: str) -> bool:
        """Whether a function has some proven calls."""
        return any(self._function(name).kinds)

    def _function(self, name: str) -> _Function:
        """What the evidence says of a function; it is read when it is asked for."""
        if name not in self._functions:
            row = self._rows.get(name)
            self._functions[name] = _Function() if row is None else _read_function(row)
        return self._functions[name]

    def correctness(self, call: AnyCall, is_multi_cell: Callable[[str], bool]) -> Correctness:
        """Whether a call is proven, or what is true where it is."""
        name = plain_name(call.name)
        if broadcast := broadcast_function(call):
            return self._proves_broadcast(broadcast, call.arguments[1:], is_multi_cell)
        if not self._proves_arguments(
            name, call, lambda argument: argument_kind(argument, is_multi_cell)
        ):
            return False
        if name in HIDES_ERRORS:
            return self._hides_no_false_error(call)
        if name in WITHIN:
            return WITHIN[name](call)
        return self._conditions[name](call) if name in self._conditions else True

    def _proves_broadcast(
        self, name: str, arguments: Sequence[Node], is_multi_cell: Callable[[str], bool]
    ) -> bool:
        """Whether a function is proven for every value of arrays, each of them in a cell."""
        if name in HIDES_ERRORS and not self.gives_right_errors(arguments[0]):
            return False
        scalars = SCALAR_PARAMETERS[name]

        def kinds(place: int, argument: Node) -> tuple[str, ...]:
            if scalars is None or place in scalars:
                return "cell", argument_kind(argument, lambda _: False)
            if is_whole_columns(argument.text):
                return ()  # the helper does not see the blank rows below
            return (argument_kind(argument, is_multi_cell),)

        return not any(
            self._proven_kinds(name, place).isdisjoint(kinds(place, argument))
            for place, argument in enumerate(arguments)
        )

    def _hides_no_false_error(self, call: AnyCall) -> Correctness:
        """Whether the first argument of a call has no error of the engine."""
        if not call.arguments or self.gives_right_errors(hidden := call.arguments[0]):
            return True
        from ...engines.conditions.columns import has, is_error
        from ...engines.conditions.predicates import Predicate

        has_no_error = Predicate(lambda value: not has(value, is_error), (hidden,))
        return not has_array_outside_of_calls(hidden) and [has_no_error]

    def gives_right_errors(self, formula: Node) -> bool:
        """Whether no call in a formula gives an error where another value is right."""
        return not any(getattr(node, "name", "") == _ROOT for node in walk(formula)) and all(
            catalogue_name(call.name)
            or self._gives_right_errors(broadcast_function(call) or plain_name(call.name), call)
            for call in find_calls(formula)
        )

    def _gives_right_errors(self, name: str, call: AnyCall) -> bool:
        """Whether a function gives right errors, and is proven without what a call omits."""
        return self._function(name).has_right_errors and all(
            not isinstance(argument, Omitted) or "omitted" in self._proven_kinds(name, index)
            for index, argument in enumerate(call.arguments)
        )

    def proves(
        self,
        formula: str,
        is_multi_cell: Callable[[str], bool],
        kind_of_cell: Callable[[str], str] = lambda reference: "cell",
    ) -> bool:
        """Whether all calls in a formula are proven without a condition.

        ``kind_of_cell`` tells the kind of a cell by its value: a truth value in a cell may be
        proven only where one in the formula is.
        """

        def kind(argument: Node) -> str:
            found = argument_kind(argument, is_multi_cell)
            return kind_of_cell(argument.text) if found == "cell" else found

        try:
            tree = parse(formula)
        except FormulaError:
            return False
        return tree.has_plain_references and all(
            self._proves_arguments(plain_name(call.name), call, kind)
            and self.correctness(call, is_multi_cell) is True
            for call in tree.evaluations
        )

    def _proves_arguments(self, name: str, call: AnyCall, kind: Callable[[Node], str]) -> bool:
        """Whether the arguments of a call are proven in their places, by their kinds."""
        if name in self._always_proven or (name.startswith(HELPER_PREFIX) and name != BROADCAST):
            return True
        if not self.has_proven(name):
            return False
        for index, argument in enumerate(call.arguments):
            proven = self._proven_kinds(name, index)
            is_always_proven = not isinstance(argument, Omitted) and proven >= _NOT_OMITTED
            if not is_always_proven and kind(argument) not in proven:
                return False
        return True

    def _proven_kinds(self, name: str, index: int) -> frozenset[str]:
        """The kinds of arguments that are proven in the place of one."""
        places, number = self._function(name).kinds, argument_place(name, index)
        return places[number] if number < len(places) else frozenset()


def broadcast_function(call: AnyCall) -> str | None:
    """The scalar function that the helper calls for every value of arrays, if it is that call.

    >>> [broadcast_function(call) for call in find_calls('SUM(XL_TOURNEY_BROADCAST("LEN",A1:A9))')]
    ['LEN', None]
    """
    return call.arguments[0].text.strip('"') if call.name == BROADCAST else None


def argument_kind(argument: Node, is_multi_cell: Callable[[str], bool]) -> str:
    """The kind of an argument, one of ``KINDS``.

    >>> arguments = "", "-1", "0", '"a,b"', "TRUE", "A1", "A1:B2", "A1:A3*2", "{1,2}", "N(MAX(A:A))"
    >>> nodes = [parse(argument).root for argument in arguments]
    >>> [argument_kind(node, lambda text: ":" in text) for node in nodes]
    ['omitted', 'number', 'zero', 'text', 'logical', 'cell', 'range', 'array', 'array', 'value']
    """
    if isinstance(argument, Omitted):
        return "omitted"
    if isinstance(argument, Literal) and argument.kind != "number":
        return "value" if argument.kind == "error" else argument.kind
    if (number := _signed_number(argument)) is not None:
        return "number" if number.strip("0.") else "zero"
    if _is_designator(argument):
        return "range" if is_multi_cell(argument.text) else "cell"
    is_intersected = isinstance(argument, Operation) and argument.name == "@"
    if is_intersected and _is_designator(argument.children[0]):
        return "cell"
    is_array = any(
        isinstance(node, ArrayConstant)
        or (isinstance(node, Operation) and node.name == ":")
        or (isinstance(node, (Reference, Name)) and is_multi_cell(node.text))
        or (isinstance(node, Operation) and node.name == "#")
        for node in _operands(argument)
    )
    return "array" if is_array else "value"


def _signed_number(node: Node) -> str | None:
    """The text of a number, which may have signs: ``-5%``."""
    while isinstance(node, Operation) and len(node.arguments) == 1 and node.name in "+-%":
        (node,) = node.arguments
    return node.text if isinstance(node, Literal) and node.kind == "number" else None


def _is_designator(node: Node) -> bool:
    """Whether a node is a reference or name of this workbook, perhaps with ``#``."""
    if isinstance(node, Operation) and node.name == "#":
        (node,) = node.arguments
    return isinstance(node, (Reference, Name)) and not node.is_external


def _operands(node: Node) -> Iterator[Node]:
    """A node and those in it that stand in no call, without what ``@`` takes a value of."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        if isinstance(found, (Operation, Parenthesis)) and getattr(found, "name", "") != "@":
            waiting += found.children


def argument_place(function: str, index: int) -> int:
    """The number that stands for an argument: of those that may be repeated the first.

    >>> [argument_place("SUMIFS", index) for index in range(5)], argument_place("MAX", 7)
    ([0, 1, 2, 1, 2], 0)
    """
    if not (repeated := _REPEATED.get(function)):
        return index
    start, period = repeated
    return index if index < start else start + (index - start) % period


@cache
def load_verified_calls(engine: str = ENGINES[0]) -> VerifiedCalls:
    """The verified calls of an engine; none if there is no evidence for it.

    The conditions, and what is always proven, are of the default engine: of another one no function
    is proven that needs a condition.
    """
    text = Path(__file__).with_name("verified_calls.tsv").read_text("utf-8")
    of_engine = f"{engine}\t"
    rows = dict(
        line[len(of_engine) :].split("\t", 1)
        for line in text.splitlines()
        if line.startswith(of_engine)
    )
    if engine == ENGINES[0]:
        return VerifiedCalls(rows)
    conditional = {name for name, (text, *_) in lines_of("proven") if text != "no_truth_value"}
    unconditional = {name: rows[name] for name in rows.keys() - (conditional - COMPARISONS)}
    return VerifiedCalls(unconditional, conditions={}, always=())
