"""The value of one formula, calculated as the only cell of a workbook, with what is doubted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..engines import ENGINES, load_engine
from ..errors import InputError
from ..grammar.function_names import lacks_prefix
from ..grammar.parser import parse
from ..grammar.syntax_tree import FormulaError
from ..ooxml.minimal_package import single_cell_package
from ..ooxml.package import Package
from ..ooxml.workbook import Workbook
from .recalculation import Recalculation
from .sheets.cell_states import State


class Evaluated(NamedTuple):
    """The value of a formula."""

    rows: Sequence[Sequence[Any]]
    """The value as rows of cells."""
    doubt: str = ""
    """Why it is not certain; empty if it is."""


def evaluate(formula: str, *, engine: str = ENGINES[0]) -> Evaluated:
    """The value of a formula, calculated and doubted as ``recalc`` does with a saved cell.

    >>> evaluate("=TAPL({5,5,5,5,5,5,5})").rows, evaluate("{1,2;3,4}*2").rows
    ([[0.0]], [[2.0, 4.0], [6.0, 8.0]])
    """
    try:
        tree = parse(formula.strip().removeprefix("="))
    except FormulaError as error:
        raise InputError(f"The formula cannot be read ({error}); look at its brackets.") from error
    young = (call for call in tree.calls if lacks_prefix(call.name))
    stored = tree.write((call.start, call.start, "_xlfn.") for call in young)
    book = Workbook.open(Package(single_cell_package("Sheet1", stored), "The formula"))
    (result,) = Recalculation(book, load_engine(engine)).results()
    state, reason, *_ = result.task.states[0]
    if state is State.DENIED:  # recalc would leave the cell empty; here the engine's value is asked
        known = {"Sheet1": {"A1": stored}}
        (result,) = Recalculation(book, load_engine(engine), known_formulas=known).results()
    elif state.is_left_as_saved:
        raise InputError(f"The formula cannot be calculated: {reason}.")
    return Evaluated(result.range_rows(0, result.task.cell(0)), reason)
