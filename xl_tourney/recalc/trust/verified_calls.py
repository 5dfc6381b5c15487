"""The verified calls: calls for which the engine's values need no second opinion.

They are data with their evidence, made by ``benchmarks/verified_calls.py`` from workbooks that
Excel saved and from random calls.  A call is verified if each of its arguments is of a kind with
which the engine agreed with Excel often enough in that place, and never gave another value of the
same type. An example: ``ROUND(A1,2)`` has a cell and a number; both kinds are verified in their
places, so its value is trusted.  ``ROUND(A1,B1:B3)`` has a range in the second place, which is not.
 An error in place of a value, or a text in place of a number, is always doubted: engines answer so
 where they
lack something.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from pkgutil import get_data
from typing import Any

from ...engines.base import BROADCAST, HELPER_PREFIX
from ...engines.call_conditions import CallCondition, has_array_outside_of_calls
from ...engines.mistakes import CONDITIONS
from ...grammar.array_functions import SCALAR_PARAMETERS
from ...grammar.calls import Call, parse_calls
from ...grammar.formula_references import has_plain_references
from ...grammar.function_names import catalogue_name, plain_name
from ...grammar.references import is_whole_columns
from ...grammar.tokens import FormulaError

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

_ALWAYS = frozenset(("ANCHORARRAY", "SINGLE", "NOW", "TODAY", "RAND", "RANDBETWEEN", "RANDARRAY"))
"""Operators that a file writes as functions, and what has another value for everyone."""

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

_NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)(E[-+]?[0-9]+)?%?", re.IGNORECASE)
_TEXT = re.compile(r'"([^"]|"")*"')
_REFERENCE = re.compile(r"[@$:\w.!\\]+#?")
_OPERAND = re.compile(r"@?[$:\w.!\\]+#?|[{]")
_INNERMOST_CALL = re.compile(r"[\w.]+\([^()]*\)")
_INNERMOST_BRACKETS = re.compile(r"(?<![\w.])\(([^()]*)\)")
_QUOTED = re.compile(r"""'[^']*'|"[^"]*\"""")


class VerifiedCalls:
    """The calls that are proven, by function and by the kinds of arguments in each place."""

    def __init__(
        self,
        functions: Mapping[str, Mapping[str, Any]],
        conditions: Mapping[str, CallCondition] = CONDITIONS,
        always: Collection[str] = _ALWAYS,
    ) -> None:
        self._conditions = conditions
        self._always_proven = always
        self._kinds: dict[str, list[frozenset[str]]] = {
            name: [frozenset(kinds) for kinds in entry["arguments"]]
            for name, entry in functions.items()
        }
        self._always = frozenset(
            name
            for name, places in self._kinds.items()
            if name not in {*conditions, *HIDES_ERRORS}
            and all(kinds.issuperset(KINDS) for kinds in places)
        )
        self._with_right_errors = frozenset(
            name for name, entry in functions.items() if not entry.get("false_errors")
        )

    @property
    def functions(self) -> frozenset[str]:
        """The functions with some proven calls."""
        return frozenset(self._kinds)

    def always_proves(self, function: str) -> bool:
        """Whether every call of a function is proven."""
        return function in self._always or self._needs_no_proof(function)

    def condition(self, call: Call, is_multi_cell: Callable[[str], bool]) -> str:
        """A formula that is TRUE where a call is proven; ``"TRUE"`` or ``"FALSE"`` if known."""
        name = plain_name(call.name)
        if broadcast := broadcast_function(call):
            return str(self._proves_broadcast(broadcast, call, is_multi_cell)).upper()
        if not self._proves_arguments(
            name, call, lambda argument: argument_kind(argument, is_multi_cell)
        ):
            return "FALSE"
        if name in HIDES_ERRORS:
            return self._hides_no_false_error(call)
        return self._conditions[name](call) if name in self._conditions else "TRUE"

    def _proves_broadcast(
        self, name: str, call: Call, is_multi_cell: Callable[[str], bool]
    ) -> bool:
        """Whether a function is proven for every value of arrays, each of them in a cell."""
        of_values = call._replace(boundaries=call.boundaries[1:])
        if name in HIDES_ERRORS and not self.gives_right_errors(of_values.arguments[0]):
            return False
        scalars = SCALAR_PARAMETERS[name]

        def kinds(place: int, argument: str) -> tuple[str, ...]:
            if scalars is None or place in scalars:
                return "cell", argument_kind(argument, lambda _: False)
            if is_whole_columns(argument):
                return ()  # the helper does not see the blank rows below
            return (argument_kind(argument, is_multi_cell),)

        return not any(
            self._proven_kinds(name, place).isdisjoint(kinds(place, argument))
            for place, argument in enumerate(of_values.arguments)
        )

    def _hides_no_false_error(self, call: Call) -> str:
        """A formula that is TRUE where the first argument of a call has no error of the engine."""
        hidden = call.arguments[0] if call.arguments else ""
        if self.gives_right_errors(hidden):
            return "TRUE"
        return "FALSE" if has_array_outside_of_calls(hidden) else f"NOT(ISERROR({hidden}))"

    def gives_right_errors(self, formula: str) -> bool:
        """Whether no call in a formula gives an error where another value is right."""
        return _ROOT not in formula and all(
            catalogue_name(call.name) or self._gives_right_errors(plain_name(call.name), call)
            for call in parse_calls(formula)
        )

    def _gives_right_errors(self, name: str, call: Call) -> bool:
        """Whether a function gives right errors, and is proven without what a call omits."""
        return name in self._with_right_errors and all(
            argument or "omitted" in self._proven_kinds(name, index)
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

        def kind(argument: str) -> str:
            found = argument_kind(argument, is_multi_cell)
            return kind_of_cell(argument) if found == "cell" else found

        try:
            return has_plain_references(formula) and all(
                self._proves_arguments(plain_name(call.name), call, kind)
                and self.condition(call, is_multi_cell) == "TRUE"
                for call in parse_calls(formula)
            )
        except FormulaError:
            return False

    def _proves_arguments(self, name: str, call: Call, kind: Callable[[str], str]) -> bool:
        """Whether the arguments of a call are proven in their places, by their kinds."""
        if self._needs_no_proof(name):
            return True
        if name not in self._kinds:
            return False
        for index, argument in enumerate(call.arguments):
            proven = self._proven_kinds(name, index)
            if not (argument and proven.issuperset(_NOT_OMITTED)) and kind(argument) not in proven:
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


def broadcast_function(call: Call) -> str | None:
    """The scalar function that the helper calls for every value of arrays, if it is that call.

    >>> [broadcast_function(call) for call in parse_calls('SUM(XL_TOURNEY_BROADCAST("LEN",A1:A9))')]
    ['LEN', None]
    """
    return call.arguments[0].strip('"') if call.name == BROADCAST else None


def argument_kind(argument: str, is_multi_cell: Callable[[str], bool]) -> str:
    """The kind of an argument, one of ``KINDS``.

    >>> arguments = "", "-1.5", '"a,b"', "TRUE", "A1", "A1:B2", "A1:A3*2", "{1,2}", "N(MAX(A1:A9))"
    >>> [argument_kind(argument, lambda text: ":" in text) for argument in arguments]
    ['omitted', 'number', 'text', 'logical', 'cell', 'range', 'array', 'array', 'value']
    """
    if not argument:
        return "omitted"
    if _NUMBER.fullmatch(argument):
        return "number"
    if _TEXT.fullmatch(argument):
        return "text"
    if argument.upper() in ("TRUE", "FALSE"):
        return "logical"
    plain = _QUOTED.sub("0", argument)
    if _REFERENCE.fullmatch(plain):
        return "range" if "@" not in plain and is_multi_cell(argument) else "cell"
    shorter = ""
    while shorter != plain:
        shorter = plain
        plain = _INNERMOST_CALL.sub("0", plain)
        plain = _INNERMOST_BRACKETS.sub(r" \1 ", plain)
    operands = _OPERAND.findall(plain)
    if any(
        operand == "{" or ("@" not in operand and is_multi_cell(operand)) for operand in operands
    ):
        return "array"
    return "value"


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
def load_verified_calls() -> VerifiedCalls:
    """The verified calls of the default engine; the file is part of the package."""
    return VerifiedCalls(_read_functions("verified_calls.json"))


@cache
def load_second_verified_calls() -> VerifiedCalls:
    """The verified calls of the engine for second opinions; they have no conditions."""
    return VerifiedCalls(_read_functions("second_verified_calls.json"), conditions={}, always=())


def _read_functions(name: str) -> Mapping[str, Mapping[str, Any]]:
    functions: Mapping[str, Mapping[str, Any]]
    functions = json.loads(get_data(__package__ or "", name) or b"{}")["functions"]
    return functions
