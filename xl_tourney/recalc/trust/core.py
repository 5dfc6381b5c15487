"""The proven core: calls for which the engine's values need no second opinion.

It is data with its evidence, made by ``benchmarks/trust_core.py`` from workbooks that Excel saved
and from fuzzing: a call is in it if every kind of argument that it has agreed often enough in that
place, and never disagreed with a value of the same type.  An error in place of a value, or a text
in place of a number, is always doubted: that is how an engine's ignorance shows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from ...engines.base import HELPER_PREFIX
from ...engines.call_conditions import CallCondition, not_nearly_equal, plain_criteria
from ...grammar.calls import COMPARISONS, Call
from ...grammar.function_names import plain_name

KINDS = ("omitted", "number", "text", "logical", "cell", "value", "range", "array")
"""The kinds of arguments that the text of a formula shows; ``value`` is any other expression."""

CONDITIONS: Mapping[str, CallCondition] = {
    **dict.fromkeys(COMPARISONS, not_nearly_equal),
    "COUNTIF": plain_criteria(1),
    "COUNTIFS": plain_criteria(1, counts_blanks=False),
    "SUMIFS": plain_criteria(2, 2, summed=0),
}
"""Conditions under which calls are proven: their evidence was taken under these."""

_OPERATORS = frozenset(("ANCHORARRAY", "SINGLE"))
"""What a file writes as functions and a formula bar as ``A1#`` and ``@A1``."""

_NUMBER = r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)(E[-+]?[0-9]+)?%?"
_TEXT = r'"([^"]|"")*"'
_INNERMOST_CALL = r"[\w.]+\([^()]*\)"
_INNERMOST_BRACKETS = r"\(([^()]*)\)"
_QUOTED = r"""'[^']*'|"[^"]*\""""


class ProvenCore:
    """The calls that are proven, by function and kinds of arguments."""

    def __init__(self, functions: Mapping[str, Mapping[str, Any]]) -> None:
        self._kinds: dict[str, list[frozenset[str]]] = {
            name: [frozenset(kinds) for kinds in entry["arguments"]]
            for name, entry in functions.items()
        }
        self._always = frozenset(
            name
            for name, places in self._kinds.items()
            if name not in CONDITIONS and all(kinds.issuperset(KINDS) for kinds in places)
        )

    @property
    def functions(self) -> frozenset[str]:
        """The functions with some proven calls."""
        return frozenset(self._kinds)

    def always_proves(self, function: str) -> bool:
        """Whether every call of a function is proven."""
        return function in self._always or _is_ours_or_operator(function)

    def condition(self, call: Call, is_multi_cell: Callable[[str], bool]) -> str:
        """A formula that is TRUE where a call is proven; ``"TRUE"`` or ``"FALSE"`` if known."""
        name = plain_name(call.name)
        kinds = [argument_kind(argument, is_multi_cell) for argument in call.arguments]
        if not self._proves_kinds(name, kinds):
            return "FALSE"
        return CONDITIONS[name](call) if name in CONDITIONS else "TRUE"

    def _proves_kinds(self, name: str, kinds: Sequence[str]) -> bool:
        if _is_ours_or_operator(name):
            return True
        places = self._kinds.get(name)
        if places is None:
            return False
        return all(kind in places[_place(index, len(places))] for index, kind in enumerate(kinds))


def _is_ours_or_operator(function: str) -> bool:
    return function in _OPERATORS or function.startswith(HELPER_PREFIX)


def argument_kind(argument: str, is_multi_cell: Callable[[str], bool]) -> str:
    """The kind of an argument, one of ``KINDS``.

    >>> arguments = "", "-1.5", '"a,b"', "TRUE", "A1", "A1:B2", "A1:A3*2", "{1,2}", "SUM(A1:A9)+1"
    >>> [argument_kind(argument, lambda text: ":" in text) for argument in arguments]
    ['omitted', 'number', 'text', 'logical', 'cell', 'range', 'array', 'array', 'value']
    """
    if not argument:
        return "omitted"
    if re.fullmatch(_NUMBER, argument, re.IGNORECASE):
        return "number"
    if re.fullmatch(_TEXT, argument):
        return "text"
    if argument.upper() in ("TRUE", "FALSE"):
        return "logical"
    plain = re.sub(_QUOTED, "0", argument)
    if re.fullmatch(r"[@$:\w.!\\]+#?", plain):
        return "range" if "@" not in plain and is_multi_cell(argument) else "cell"
    shorter = ""
    while shorter != plain:
        shorter = plain
        plain = re.sub(_INNERMOST_CALL, "0", plain)
        plain = re.sub(_INNERMOST_BRACKETS, r" \1 ", plain)
    operands = re.findall(r"@?[$:\w.!\\]+#?|[{]", plain)
    if any(
        operand == "{" or ("@" not in operand and is_multi_cell(operand)) for operand in operands
    ):
        return "array"
    return "value"


def _place(index: int, count: int) -> int:
    """The place of an argument; after the last the last two repeat, as in COUNTIFS."""
    if index < count:
        return index
    return max(count - 2 + (index - count) % 2, 0) if count > 1 else 0


@cache
def load_core() -> ProvenCore:
    """The core that is part of the package."""
    text = resources.files(__package__ or "").joinpath("core.json").read_text("utf-8")
    return ProvenCore(json.loads(text)["functions"])
