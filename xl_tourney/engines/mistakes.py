"""What engines calculate otherwise than Excel, and no second engine corrects.

Everything else that formualizer gets wrong is found by asking another engine.  Here both say the
same, and Excel another thing, or the other one gives an error, which counts as no answer: a cell
with such a call keeps its cached value where the engine calculates another one, unless the call is
known to be correct.  This is asked of every call, also of one whose error IFERROR would hide.
``grammar/spreadsheet_functions.tsv`` has each mistake with an example; a test calculates it by both
engines, and fails when a newer one has mended it.  Excel's values come from workbooks that Excel
saved.  An example of a line::

    HLOOKUP
        formualizer  HLOOKUP("Feb",L1:Q2,2,TRUE)  210  nothing_below INDEX({2},1,0) 3
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..grammar.calls import AnyCall
from ..grammar.spreadsheet_functions import functions_with, lines_of, values_of
from ..patterns import regex
from .conditions import arguments, lookups, predicates
from .conditions.arguments import within
from .conditions.predicates import CallCondition, Correctness, by_argument_count, satisfies


class Mistake(NamedTuple):
    """A function that an engine is known to calculate otherwise than Excel, with an example.

    A cell that calls the function is left as saved if the engine calculates another value, unless
    the call is known to be correct.
    """

    function: str
    formula: str
    """The example; the cells that it refers to are in ``cells``."""
    excel_value: Any
    """The value that Excel calculates for the example."""
    correct_if: CallCondition | None = None
    """Whether a call is correct, or what is true where it is."""
    cells: Mapping[str, Any] = {}
    is_rare: bool = False
    """Whether a call is correct, too, of which it is not known."""
    is_of_one_engine: bool = False
    """Whether the second engine calculates it rightly, so that its value may stand."""

    def correctness(self, call: AnyCall) -> Correctness:
        """Whether a call is correct, or what is true where it is.

        A call that lacks arguments is not.
        """
        try:
            return self.correct_if(call) if self.correct_if else False
        except (IndexError, ValueError):
            return False


_CONDITIONS: dict[str, Any] = {
    name: condition
    for module in (predicates, arguments, lookups)
    for name, condition in vars(module).items()
}
"""The conditions by their names, and what makes conditions of arguments."""
_INTEGER, _KEYWORD = regex("-?[0-9]+"), regex("([a-z_]+)=([0-9]+)")


def read_condition(text: str) -> CallCondition:
    """A condition as the table writes it: one with its arguments, or formulas that are TRUE.

    >>> from xl_tourney.grammar.calls import find_calls
    >>> predicates = read_condition("ISNUMBER({1}) {1}<128")(*find_calls("CHAR(A1)"))
    >>> [predicate.operands[0].text for predicate in predicates]
    ['ISNUMBER(A1)', 'A1<128']
    """
    name, *words = text.split(" ")
    if name == by_argument_count.__name__:
        return by_argument_count(int(words[0]), read_condition(" ".join(words[1:])))
    if name not in _CONDITIONS:
        return satisfies(name, *words)
    keywords = [found.groups() for word in words if (found := _KEYWORD.fullmatch(word))]
    places = [
        int(word) if _INTEGER.fullmatch(word) else word
        for word in words
        if not _KEYWORD.fullmatch(word)
    ]
    condition: CallCondition = _CONDITIONS[name]
    if words:
        condition = _CONDITIONS[name](*places, **{key: int(value) for key, value in keywords})
    return condition


def mistakes_of(kind: str) -> tuple[Mistake, ...]:
    """The mistakes of an engine, or some of them."""
    cells: dict[str, Any] = {}
    for _, (some,) in lines_of("cells"):
        cells |= json.loads(some)
    found = []
    for function, columns in lines_of(kind):
        formula, value, condition, marks, own_cells = (*columns, "", "", "")[:5]
        found.append(
            Mistake(
                function,
                formula,
                json.loads(value),
                read_condition(condition) if condition else None,
                json.loads(own_cells) if own_cells else cells,
                "rare" in marks,
                "cellrune-right" in marks,
            )
        )
    return tuple(found)


def _conditions(kind: str) -> Mapping[str, CallCondition]:
    return {function: read_condition(condition) for function, (condition, *_) in lines_of(kind)}


FORMUALIZER = mistakes_of("formualizer")
"""formualizer: the default engine, in Rust."""
REFERENCES = mistakes_of("formualizer-references")
"""Its mistakes with references that are made at run time."""
COUNTRY_DEPENDENT = _conditions("country")
"""Calls whose values depend on the country of the user, and where they do not.

That are its currency, its bytes, the letters of its computers, and their places: Ä is beside A, or
behind Z.
"""
NEARLY_EQUAL = _conditions("nearly-equal")
"""Calls with criteria, and where no number nearly equals one: programs differ about these."""
DIGIT_GROUPING = _conditions("digit-groups")
"""Calls that group digits as the country of the user does, and where all countries do so alike."""
WITHIN = {
    name: within(float(largest), name in functions_with("value-within"))
    for name, largest in values_of("within").items()
}
"""Calls that engines calculate rightly for numbers of some sizes, and where they do."""
CONDITIONS = _conditions("proven")
"""Conditions under which calls are proven: their evidence was taken under these."""
CELLRUNE: dict[str, list[CallCondition]] = {}
"""Where CellRune is right about calls, too: elsewhere it makes formualizer's mistakes, and its word
is no second opinion."""
for _function, (_, *_marks) in lines_of("proven"):
    if _marks:
        CELLRUNE.setdefault(_function, []).append(CONDITIONS[_function])
for _mistake in mistakes_of("cellrune"):
    CELLRUNE.setdefault(_mistake.function, []).append(_mistake.correctness)
