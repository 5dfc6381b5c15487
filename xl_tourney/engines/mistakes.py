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

from collections.abc import Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from ..grammar.calls import AnyCall
from ..grammar.spreadsheet_functions import functions_with, lines_of, values_of
from ..patterns import regex
from ..record import NamedTuple

if TYPE_CHECKING:
    from .conditions.predicates import CallCondition, Correctness


class Mistake(NamedTuple):
    """A function that an engine is known to calculate otherwise than Excel, with an example.

    A cell that calls the function is left as saved if the engine calculates another value, unless
    the call is known to be correct.
    """

    function: str
    formula: str
    """The example; the cells that it refers to are in ``cells``."""
    value: str
    """The value that Excel calculates for the example, as JSON."""
    correct_if: str = ""
    """The condition of calls that are correct."""
    marks: str = ""
    own_cells: str = ""
    """The cells of the example, as JSON; without these they are those of most."""

    @property
    def excel_value(self) -> Any:
        """The value that Excel calculates for the example."""
        return _from_json(self.value)

    @property
    def cells(self) -> dict[str, Any]:
        """The cells of the example."""
        texts = [self.own_cells] if self.own_cells else [some for _, (some,) in lines_of("cells")]
        return {cell: value for text in texts for cell, value in _from_json(text).items()}

    @property
    def is_rare(self) -> bool:
        """Whether a call is correct, too, of which it is not known."""
        return "rare" in self.marks

    @property
    def is_of_one_engine(self) -> bool:
        """Whether the second engine calculates it rightly, so that its value may stand."""
        return "cellrune-right" in self.marks

    def is_seen_in_texts(self, has_long_digits: bool) -> bool:
        """Whether a text that is shown has none: it is made a spreadsheet's text itself.

        If it has numbers of more than 15 digits it may not be known where one ends.
        """
        return "unless-shown" in self.marks or ("long-shown" in self.marks and not has_long_digits)

    def correctness(self, call: AnyCall) -> Correctness:
        """Whether a call is correct, or what is true where it is."""
        return _is_correct(self.correct_if, call) if self.correct_if else False


@cache
def conditions_by_name() -> dict[str, Any]:
    """The conditions, and what makes conditions of arguments; imported when one is asked first."""
    from .conditions import arguments, lookups, predicates

    modules = (predicates, arguments, lookups)
    return {name: value for module in modules for name, value in vars(module).items()}


_INTEGER, _KEYWORD = regex("-?[0-9]+"), regex("([a-z_]+)=([0-9]+)")


@cache
def read_condition(text: str) -> CallCondition:
    """A condition as the table writes it: one with its arguments, or formulas that are TRUE.

    >>> from xl_tourney.grammar.calls import find_calls
    >>> predicates = read_condition("ISNUMBER({1}) {1}<128")(*find_calls("CHAR(A1)"))
    >>> [predicate.operands[0].text for predicate in predicates]
    ['ISNUMBER(A1)', 'A1<128']
    """
    name, *words = text.split(" ")
    conditions = conditions_by_name()
    condition: CallCondition
    if name == "by_argument_count":
        rest = read_condition(" ".join(words[1:]))
        condition = conditions[name](int(words[0]), rest)
    elif name not in conditions:
        condition = conditions["satisfies"](name, *words)
    elif words:
        keywords = [found.groups() for word in words if (found := _KEYWORD.fullmatch(word))]
        places = [
            int(word) if _INTEGER.fullmatch(word) else word
            for word in words
            if not _KEYWORD.fullmatch(word)
        ]
        condition = conditions[name](*places, **{key: int(value) for key, value in keywords})
    else:
        condition = conditions[name]
    return condition


def _from_json(text: str) -> Any:
    import json  # for those who try the examples

    return json.loads(text)


def _is_correct(condition: str, call: AnyCall) -> Correctness:
    """What a condition says of a call; one that lacks arguments is correct nowhere."""
    try:
        return read_condition(condition)(call)
    except (IndexError, ValueError):
        return False


def mistakes_of(kind: str) -> tuple[Mistake, ...]:
    """The mistakes of an engine, or some of them."""
    return tuple(Mistake(function, *columns) for function, columns in lines_of(kind))


def _conditions(kind: str) -> Mapping[str, CallCondition]:
    """Conditions by functions, each read when it is asked first: of hundreds a run needs a few."""
    return {
        function: partial(_is_correct, condition) for function, (condition, *_) in lines_of(kind)
    }


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
_IS_WITHIN = functions_with("value-within")
WITHIN: Mapping[str, CallCondition] = {
    name: partial(_is_correct, f"within {float(largest):.0f} {int(name in _IS_WITHIN)}")
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
