"""Formulas whose values depend on the clock, on chance or on the machine.

INDIRECT and OFFSET are not among them: they are calculated often, but their values depend on cells
alone.  OFFSET by numbers that stand in the formula depends on the range that it gives.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from ...grammar.function_names import plain_name
from ...grammar.parser import parse
from ...grammar.rewriting import rewrite_calls
from ...grammar.spreadsheet_functions import functions_with, values_of
from ...grammar.syntax_tree import Call, FormulaError, Literal, Node

VOLATILE_FUNCTIONS = functions_with("volatile")
"""The functions that are volatile whatever their arguments."""
MAY_BE_VOLATILE = functions_with("volatile", "volatile-by-arguments")
"""These, and those that are for some of them."""
_CALL = rf"(?i)(?:{'|'.join(map(re.escape, sorted(MAY_BE_VOLATILE)))})\s*\("
_FIXED = values_of("fixed")
"""What stands for a call where a formula is to be calculated twice alike."""
_FILE_NAME_ARGUMENT = '"filename"'


def may_be_volatile(formulas: str) -> bool:
    """Whether one of some formulas may itself call a volatile function."""
    return re.search(_CALL, formulas) is not None


def is_volatile_formula(formula: str) -> bool:
    """Whether a formula itself calls a volatile function.

    >>> formulas = "A1+NOW()", 'CELL("filename",A1)', 'CELL("row",A1)', "INDIRECT(A1)", '"NOW()"'
    >>> [is_volatile_formula(formula) for formula in formulas]
    [True, True, False, False, False]
    """
    if not may_be_volatile(formula):
        return False
    try:
        calls = parse(formula).calls
    except FormulaError:
        return True
    return any(
        (name := plain_name(call.name)) in VOLATILE_FUNCTIONS
        or (name in MAY_BE_VOLATILE and _is_volatile_cell_call(call))
        for call in calls
    )


def _is_volatile_cell_call(call: Call) -> bool:
    """CELL is about the file, or without a reference about the cell that changed last."""
    if len(call.arguments) < 2:
        return True
    information = call.arguments[0]
    is_constant = isinstance(information, Literal) and information.kind == "text"
    return not is_constant or information.text.casefold() == _FILE_NAME_ARGUMENT


def without_chance(formula: str, now: float) -> str:
    """A formula with constants in place of the clock and of chance: FormulaError if it is none.

    >>> without_chance("NORM.INV(RAND(),A1,2)+RANDBETWEEN(1,6)", 46000.5)
    'NORM.INV(0.382,A1,2)+(1)'
    >>> without_chance("DATEDIF(A1,TODAY(),NOW())", 46000.5)
    'DATEDIF(A1,46000,46000.5)'
    """
    if not is_volatile_formula(formula):
        return formula

    def write(name: str, _: object, arguments: Sequence[Node]) -> str:
        texts = (argument.text for argument in arguments)
        return _FIXED[name].format(name, *texts, now=repr(now), today=int(now))

    return rewrite_calls(formula, {name: partial(write, name) for name in _FIXED})
