"""The LAMBDA formulas in IronCalc, which stands in for Excel 365."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import ironcalc
import openpyxl

from xl_tourney.catalogue.cells import Block, is_blank, is_error
from xl_tourney.conformance.differences import NEWEST, UNKNOWN, errors_are_value
from xl_tourney.conformance.hosts import (
    ArgumentChange,
    Arguments,
    Host,
    HostCall,
    KnownDifference,
    place_calls,
    read_block,
)
from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts.lambdas.definitions import FUNCTIONS
from xl_tourney.hosts.lambdas.embedding import add_defined_names

NAME = "LAMBDA, IronCalc"

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
    book = io.BytesIO()
    openpyxl.Workbook().save(book)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "book.xlsx")
        path.write_bytes(add_defined_names(book.getvalue()))
        model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
    placed = list(place_calls(calls))
    for call in placed:
        for (row, column), cell in call.inputs.items():
            write_input(model, row, column, cell)
        write_cell(model, call.area.top, call.area.left, call.formula)
    model.evaluate()

    for call in placed:
        yield read_block(lambda position: model.get_cell_value(0, *position), call.area)


def _na_for_rule(rule: str, *functions: str) -> ArgumentChange:
    """``#N/A`` for the cases of a rule for some functions."""

    def change(call: HostCall, _: Arguments) -> str | None:
        is_affected = call.case.rule == rule and call.case.function in functions
        return "#N/A" if is_affected else None

    return change


def _boards_are_value(call: HostCall, arguments: Arguments) -> str | None:
    names = [p.name for p in CATALOGUE[call.case.function].parameters]
    return None if is_blank(dict(zip(names, arguments)).get("boards")) else "#VALUE!"


DIFFERENCES = tuple(
    KnownDifference(subject, effect, (NAME,), change)
    for subject, effect, change in (
        (
            f"{UNKNOWN}: {' '.join((*NEWEST, '#GETTING_DATA'))}",
            "is `#VALUE!`",
            errors_are_value(*NEWEST, "#GETTING_DATA"),
        ),
        (
            "columns of unequal length",
            "`#N/A` where one is too short",
            _na_for_rule("a column that is too short is `#VALUE!`", "GBQ", "WBQ", "GAMES_BEHIND"),
        ),
        ("`boards`, that is a team tournament", "is `#VALUE!`", _boards_are_value),
    )
)
LAMBDAS = Host(
    NAME,
    _calculate,
    functions=frozenset(FUNCTIONS),
    tolerance=TOLERANCE,
    runs_in="IronCalc, without Excel",
    spills=True,
    differences=DIFFERENCES,
)
