"""Calls as the formulas of a sheet: with their arguments as constants, or in cells."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openpyxl import Workbook
from openpyxl.worksheet.formula import ArrayFormula

from ...catalogue.call_text import call
from ...catalogue.cells import Block, block, is_blank, is_error
from ...grammar.references import Area
from ..host import Call

SHEET = "Calls"
_STALE = 9
"""What the cells hold until they are calculated."""


@dataclass(frozen=True)
class Placed:
    """A call in a sheet."""

    area: Area
    """Where its value stands."""
    formula: str
    inputs: Mapping[tuple[int, int], Any]
    """The cells that its arguments stand in, without those that are empty."""


def placed(calls: Sequence[Call], named: Callable[[str], str] = str) -> Iterator[Placed]:
    """The calls from the top to the bottom of a sheet; ``named`` is a function's name there."""
    top = 1
    for case, form in calls:
        height, width = len(case.value), len(case.value[0])
        name, written = named(case.function), case.arguments
        area, left = Area(top, 1, top + height - 1, width), width + 2
        inputs: dict[tuple[int, int], Any] = {}
        formula = call(name, written)
        height = max(height, *(len(block(argument)) for argument in written))  # it may spill
        if form == "cells":
            references = []
            for rows in map(block, written):
                here = Area(top, left, top + len(rows) - 1, left + len(rows[0]) - 1)
                cells = (cell for row in rows for cell in row)
                inputs |= {at: cell for at, cell in zip(_places(here), cells) if not is_blank(cell)}
                references.append(str(here))
                left = here.right + 2
            formula = f"={name}({','.join(references)})"
        yield Placed(area, formula, inputs)
        top += height + 1


def workbook(found: Iterable[Placed]) -> bytes:
    """A workbook with the calls in its only sheet."""
    book, file = Workbook(), io.BytesIO()
    sheet = book.worksheets[0]
    sheet.title = SHEET
    for at in found:
        for row, column in _places(at.area):
            sheet.cell(row, column, _STALE)
        one = at.area.size == 1
        first = sheet.cell(at.area.top, at.area.left)
        first.value = at.formula if one else ArrayFormula(str(at.area), at.formula)
        for (row, column), value in at.inputs.items():
            cell = sheet.cell(row, column, value)
            if isinstance(value, str) and not is_error(value):
                cell.data_type = "s"  # whatever it begins with
    book.save(file)
    return file.getvalue()


def shown(cell: Callable[[tuple[int, int]], Any], area: Area) -> Block:
    """The cells of an area; one with nothing in it is a blank."""
    found = map(cell, _places(area))
    width = area.right - area.left + 1
    cells = ["" if one is None else one for one in found]
    return [cells[at : at + width] for at in range(0, len(cells), width)]


def _places(area: Area) -> Iterator[tuple[int, int]]:
    """The cells of an area, row by row."""
    for row in range(area.top, area.bottom + 1):
        for column in range(area.left, area.right + 1):
            yield row, column
