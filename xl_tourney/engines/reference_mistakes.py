"""The mistakes of formualizer with references that are made at run time."""

from __future__ import annotations

from collections.abc import Sequence

from ..grammar.calls import AnyCall
from ..grammar.syntax_tree import Call, Parenthesis, walk
from .base import Mistake
from .conditions.combining import CallCondition, Correctness
from .reference_calls import may_be_array

_CELLS = {"A1": 1, "B1": 2, "A2": 3}


def _scalar_arguments(*indexes: int) -> CallCondition:
    """Calls with no array among some arguments; the engine makes one reference only."""

    def condition(call: AnyCall) -> Correctness:
        arguments = [call.arguments[index] for index in indexes if index < len(call.arguments)]
        return not any(map(may_be_array, arguments))

    return condition


def _single_anchor(call: AnyCall) -> Correctness:
    """Calls with one cell, not with a reference that is calculated."""
    nodes = (node for argument in call.arguments for node in walk(argument))
    return not any(isinstance(node, (Call, Parenthesis)) for node in nodes)


def known_information(call: AnyCall) -> Correctness:
    """Calls of CELL about a place or a value; the address on another sheet has a file's name."""
    if len(call.arguments) != 2:
        return False
    return call.arguments[0].text.strip('"').lower() in ("col", "contents", "row", "type")


_TWO_FORMULAS = {"A1": "=MAX(1,2)", "A2": "=MAX(1,3)"}

REFERENCE_MISTAKES: Sequence[Mistake] = (
    Mistake(
        "ANCHORARRAY",
        "SUM(_xlfn.ANCHORARRAY(OFFSET(A1,B9,0)))",
        6,
        _single_anchor,
        {"A1": "={1;2;3}*1"},
    ),
    # a cell left as saved has no formula in the engine's copy; the workbook tells of one cell alone
    Mistake("FORMULATEXT", "INDEX(FORMULATEXT(A1:A2),2)", "=MAX(1,3)", None, _TWO_FORMULAS),
    Mistake("ISFORMULA", "SUMPRODUCT(ISFORMULA(A1:A2)*1)", 2, None, _TWO_FORMULAS),
    Mistake("CELL", 'CELL("format",A1)', "G", known_information, _CELLS),
    Mistake("INDIRECT", 'SUM(SUMIF(INDIRECT({"A1","B1"}),">0"))', 3, _scalar_arguments(0), _CELLS),
    Mistake("OFFSET", "SUM(SUBTOTAL(9,OFFSET(A1,{0,1},0)))", 4, _scalar_arguments(1, 2), _CELLS),
)
