"""The verified calls: calls for which an engine's values need no second opinion.

They are a table with its evidence, by function and engine, made of workbooks that Excel saved and
of random calls by ``benchmarks/verified_calls.py`` and ``benchmarks/second_verified_calls.py``.  A
call is verified if each of its arguments is of a kind with which the engine agreed with Excel often
enough in that place, and never gave another value of the same type.  An example: ``ROUND(A1,2)``
has a cell and a number; both kinds are verified in their places, so its value is trusted.
``ROUND(A1,B1:B3)`` has a range in the second place, which is not.
An error in place of a value, or a text in place of a number, is always doubted: engines answer so
where they lack something.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from pkgutil import get_data
from typing import Any

from ...engines import ENGINES
from ...engines.base import BROADCAST, HELPER_PREFIX
from ...engines.conditions.combining import CallCondition, Correctness
from ...engines.mistakes import CONDITIONS
from ...engines.reference_calls import AGGREGATE
from ...engines.supplied import SUPPLIED
from ...grammar.array_functions import SCALAR_PARAMETERS
from ...grammar.calls import AnyCall, find_calls, has_array_outside_of_calls
from ...grammar.function_names import catalogue_name, plain_name
from ...grammar.parser import parse
from ...grammar.references import is_whole_columns
from ...grammar.syntax_tree import (
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

KINDS = ("omitted", "number", "text", "logical", "cell", "value", "range", "array")
"""The kinds of arguments that the text of a formula shows; ``value`` is any other expression."""

_NOT_OMITTED = frozenset(KINDS[1:])

HIDES_ERRORS = frozenset(
    (
        *("IFERROR", "IFNA", "ISERROR", "ISERR", "ISNA", "ERROR.TYPE"),
        *("ISNUMBER", "ISTEXT", "ISNONTEXT", "ISLOGICAL", "ISBLANK", "ISREF"),
    )
)
"""Functions that turn an error into another value, and so hide an error of the engine alone."""

_ROOT = "^"
"""The operator whose third root of a negative number is an error to the engine."""

_ALWAYS = SUPPLIED.keys() | frozenset(
    ("ANCHORARRAY", "SINGLE", "NOW", "TODAY", "RAND", "RANDBETWEEN", "RANDARRAY")
)
"""Functions of ours, operators that a file writes as functions, what is another for everyone."""

_AGGREGATES = (
    *("SUM", "SUMSQ", "SUMPRODUCT", "PRODUCT", "COUNT", "COUNTA", "MAX", "MAXA", "MIN", "MINA"),
    *("AVERAGE", "AVERAGEA", "AVEDEV", "DEVSQ", "MEDIAN", "MODE", "MODE.SNGL", "GEOMEAN"),
    *("HARMEAN", "STDEV", "STDEVP", "STDEV.S", "STDEV.P", "VAR", "VARP", "VAR.S", "VAR.P"),
    *("AND", "OR", "XOR", "CONCAT", "CONCATENATE", "GCD", "LCM", "MULTINOMIAL"),
)
_REPEATED: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(_AGGREGATES, (0, 1)),
    **dict.fromkeys(("COUNTIFS", "IFS"), (0, 2)),
    **dict.fromkeys(("SUMIFS", "AVERAGEIFS", "MAXIFS", "MINIFS", "SWITCH"), (1, 2)),
    "CHOOSE": (1, 1),
    "TEXTJOIN": (2, 1),
}
"""Functions with arguments that may be repeated: the first of these, and how many repeat."""


class VerifiedCalls:
    """The calls that are proven, by function and by the kinds of arguments in each place."""

    def __init__(
        self,
        functions: Mapping[str, Mapping[str, Any]],
        conditions: Mapping[str, CallCondition] = CONDITIONS,
        always: Collection[str] = _ALWAYS,
    ) -> None:
        self._conditions = conditions
        self._always_proven = frozenset(always)
        self._kinds: dict[str, list[frozenset[str]]] = {
            name: [frozenset(kinds) for kinds in entry["arguments"]]
            for name, entry in functions.items()
        }
        self._with_right_errors = frozenset(
            name
            for name, entry in functions.items()
            if not entry.get("false_errors") and name not in SUPPLIED
        )

    def __bool__(self) -> bool:
        """Whether there is evidence for an engine; without it every value is trusted."""
        return bool(self._kinds)

    @property
    def functions(self) -> frozenset[str]:
        """The functions with some proven calls."""
        return frozenset(self._kinds)

    def correctness(self, call: AnyCall, is_multi_cell: Callable[[str], bool]) -> Correctness:
        """Whether a call is proven, or a formula that is TRUE where it is."""
        name = plain_name(call.name)
        if broadcast := broadcast_function(call):
            return self._proves_broadcast(broadcast, call.arguments[1:], is_multi_cell)
        if not self._proves_arguments(
            name, call, lambda argument: argument_kind(argument, is_multi_cell)
        ):
            return False
        if name in HIDES_ERRORS:
            return self._hides_no_false_error(call)
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
        return not has_array_outside_of_calls(hidden) and f"NOT(ISERROR({hidden.text}))"

    def gives_right_errors(self, formula: Node) -> bool:
        """Whether no call in a formula gives an error where another value is right."""
        return not any(getattr(node, "name", "") == _ROOT for node in walk(formula)) and all(
            catalogue_name(call.name) or self._gives_right_errors(plain_name(call.name), call)
            for call in find_calls(formula)
        )

    def _gives_right_errors(self, name: str, call: AnyCall) -> bool:
        """Whether a function gives right errors, and is proven without what a call omits.

        One that is supplied gives an error also where its value is not known.
        """
        return name == AGGREGATE or (
            name in self._with_right_errors
            and all(
                not isinstance(argument, Omitted) or "omitted" in self._proven_kinds(name, index)
                for index, argument in enumerate(call.arguments)
            )
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
        if self._needs_no_proof(name):
            return True
        if name not in self._kinds:
            return False
        for index, argument in enumerate(call.arguments):
            proven = self._proven_kinds(name, index)
            is_always_proven = not isinstance(argument, Omitted) and proven >= _NOT_OMITTED
            if not is_always_proven and kind(argument) not in proven:
                return False
        return True

    def _proven_kinds(self, name: str, index: int) -> frozenset[str]:
        """The kinds of arguments that are proven in the place of one."""
        places, number = self._kinds.get(name, []), argument_place(name, index)
        return places[number] if number < len(places) else frozenset()

    def _needs_no_proof(self, function: str) -> bool:
        return function in self._always_proven or (
            function.startswith(HELPER_PREFIX) and function != BROADCAST
        )


def broadcast_function(call: AnyCall) -> str | None:
    """The scalar function that the helper calls for every value of arrays, if it is that call.

    >>> [broadcast_function(call) for call in find_calls('SUM(XL_TOURNEY_BROADCAST("LEN",A1:A9))')]
    ['LEN', None]
    """
    return call.arguments[0].text.strip('"') if call.name == BROADCAST else None


def argument_kind(argument: Node, is_multi_cell: Callable[[str], bool]) -> str:
    """The kind of an argument, one of ``KINDS``.

    >>> arguments = "", "-1.5", '"a,b"', "TRUE", "A1", "A1:B2", "A1:A3*2", "{1,2}", "N(MAX(A1:A9))"
    >>> nodes = [parse(argument).root for argument in arguments]
    >>> [argument_kind(node, lambda text: ":" in text) for node in nodes]
    ['omitted', 'number', 'text', 'logical', 'cell', 'range', 'array', 'array', 'value']
    """
    if isinstance(argument, Omitted):
        return "omitted"
    if isinstance(argument, Literal):
        return "value" if argument.kind == "error" else argument.kind
    if _is_signed_number(argument):
        return "number"
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


def _is_signed_number(node: Node) -> bool:
    """Whether a node is a number with signs: ``-5%``."""
    while isinstance(node, Operation) and len(node.arguments) == 1 and node.name in "+-%":
        (node,) = node.arguments
    return isinstance(node, Literal) and node.kind == "number"


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
    if function not in _REPEATED:
        return index
    start, period = _REPEATED[function]
    return index if index < start else start + (index - start) % period


@cache
def load_verified_calls(engine: str = ENGINES[0]) -> VerifiedCalls:
    """The verified calls of an engine; none if there is no evidence for it.

    The conditions, and what is always proven, are of the default engine: of another one no function
    is in the table that needs a condition.
    """
    table = json.loads(get_data(__package__ or "", "verified_calls.json") or b"{}")
    functions = {
        name: by_engine[engine]
        for name, by_engine in table["functions"].items()
        if engine in by_engine
    }
    if engine == ENGINES[0]:
        return VerifiedCalls(functions)
    return VerifiedCalls(functions, conditions={}, always=())
