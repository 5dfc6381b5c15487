"""The formula cells of a workbook, and when two values of one agree."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

import openpyxl
from openpyxl.worksheet.formula import ArrayFormula

from xl_tourney.grammar.formula_references import precedent_ranges
from xl_tourney.grammar.references import parse_cell_reference

Value = float | str | bool | None
Cell = tuple[str, str]
"""Sheet and reference."""


def read_formula_cells(path: Path) -> Mapping[Cell, tuple[str, Value]]:
    """The formula and the saved value of each formula cell."""
    formulas = openpyxl.load_workbook(path)
    values = openpyxl.load_workbook(path, data_only=True)
    found = {}
    for sheet in formulas:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    text = cell.value.text if isinstance(cell.value, ArrayFormula) else cell.value
                    saved = values[sheet.title][cell.coordinate].value
                    found[sheet.title, cell.coordinate] = str(text), saved
    return found


def read_values(path: Path) -> Mapping[Cell, Value]:
    """The saved value of every cell."""
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in openpyxl.load_workbook(path, data_only=True)
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }


def agree(one: Value, other: Value) -> bool:
    """Whether two values are one for a reader."""
    if one in (None, "") or other in (None, ""):
        return (one or "") == (other or "")
    if isinstance(one, bool) or isinstance(other, bool):
        return bool(one) == bool(other) and not isinstance(one, str) and not isinstance(other, str)
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    return one == other


def roots(formulas: Mapping[Cell, str]) -> list[Cell]:
    """The cells that refer to no other of these: there the differences begin."""
    places: dict[str, list[tuple[int, int]]] = {}
    for sheet, cell in formulas:
        places.setdefault(sheet.casefold(), []).append(parse_cell_reference(cell))
    return [
        (sheet, cell)
        for (sheet, cell), formula in formulas.items()
        if not any(
            area.contains(*place)
            for other, area in precedent_ranges(formula.removeprefix("="), sheet)
            for place in places.get(other.casefold(), ())
        )
    ]
