"""Excel 365 without an add-in: the named LAMBDA formulas, calculated by IronCalc."""

from __future__ import annotations

import importlib.util
import io
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from openpyxl import Workbook

from ... import atomic
from ...catalogue.cells import Block, is_error
from ...hosts.lambdas.definitions import FUNCTIONS
from ...hosts.lambdas.embedding import add_defined_names
from .base import Host, HostCall
from .call_sheet import place_calls, read_block

TOLERANCE = 1e-7
"""The formulas compare numbers to nine decimals."""


def write_input(model: Any, row: int, column: int, cell: Any, sheet: int = 0) -> None:
    """Put a value into a cell; a text stays a text, also if it begins with “=”."""
    is_text = isinstance(cell, str) and cell and not is_error(cell)
    write_cell(model, row, column, f"'{cell}" if is_text else cell, sheet)


def write_cell(model: Any, row: int, column: int, cell: Any, sheet: int = 0) -> None:
    """Put a value, or a formula, into a cell."""
    if isinstance(cell, bool):
        model.update_cell_with_bool(sheet, row, column, cell)
    elif isinstance(cell, (int, float)):
        model.update_cell_with_number(sheet, row, column, float(cell))
    elif cell is not None:
        model.set_user_input(sheet, row, column, cell)


def _calculate(calls: Sequence[HostCall]) -> Iterator[Block]:
    import ironcalc

    book = io.BytesIO()
    Workbook().save(book)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "book.xlsx")
        atomic.create(path, add_defined_names(book.getvalue()))
        model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
    placed = list(place_calls(calls))
    for call in placed:
        for (row, column), cell in call.inputs.items():
            write_input(model, row, column, cell)
        write_cell(model, call.area.top, call.area.left, call.formula)
    model.evaluate()

    for call in placed:
        yield read_block(lambda position: model.get_cell_value(0, *position), call.area)


def _explain_absence() -> str:
    return "" if importlib.util.find_spec("ironcalc") else "pip install ironcalc"


LAMBDAS = Host(
    "LAMBDA, IronCalc",
    _calculate,
    explain_absence=_explain_absence,
    functions=frozenset(FUNCTIONS),
    tolerance=TOLERANCE,
    runs_in="IronCalc, without Excel",
    spills=True,
)
