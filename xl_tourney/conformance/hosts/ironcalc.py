"""Excel 365 without an add-in: the named LAMBDA formulas, calculated by IronCalc."""

from __future__ import annotations

import importlib.util
import io
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from openpyxl import Workbook

from ...catalogue.cells import Block
from ...hosts.lambdas.definitions import FUNCTIONS, with_names
from ..host import Call, Host
from .sheet import placed, shown

TOLERANCE = 1e-7
"""The formulas compare numbers to nine decimals."""


def write(model: Any, row: int, column: int, cell: Any, sheet: int = 0) -> None:
    """Put a value, or a formula, into a cell."""
    if isinstance(cell, bool):
        model.update_cell_with_bool(sheet, row, column, cell)
    elif isinstance(cell, (int, float)):
        model.update_cell_with_number(sheet, row, column, float(cell))
    elif cell is not None:
        model.set_user_input(sheet, row, column, cell)


def _calculate(calls: Sequence[Call]) -> Iterator[Block]:
    import ironcalc

    book = io.BytesIO()
    Workbook().save(book)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "book.xlsx")
        path.write_bytes(with_names(book.getvalue()))
        model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
    found = list(placed(calls))
    for at in found:
        for (row, column), cell in at.inputs.items():
            write(model, row, column, cell)
        write(model, at.area.top, at.area.left, at.formula)
    model.evaluate()

    for at in found:
        yield shown(lambda place: model.get_cell_value(0, *place), at.area)


def _absent() -> str:
    return "" if importlib.util.find_spec("ironcalc") else "pip install ironcalc"


LAMBDAS = Host(
    "LAMBDA, IronCalc",
    _calculate,
    absent=_absent,
    functions=frozenset(FUNCTIONS),
    tolerance=TOLERANCE,
)
