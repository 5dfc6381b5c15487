"""A sheet of calls, with their arguments as constants or in cells."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openpyxl import Workbook
from openpyxl.worksheet.formula import ArrayFormula

from ...catalogue.cells import Block, is_blank, is_error, to_block
from ...catalogue.formula_text import format_call
from ...grammar.references import Range
from .base import HostCall

SHEET = "Calls"
_STALE = 9
"""The cached value of the cells until they are calculated."""


@dataclass(frozen=True)
class PlacedCall:
    """A call in a sheet: its formula, and its cells."""

    area: Range
    """The cells of its value."""
    formula: str
    inputs: Mapping[tuple[int, int], Any]
    """The cells of its arguments by row and column, without empty ones."""


def place_calls(
    calls: Sequence[HostCall], spell: Callable[[str], str] = str
) -> Iterator[PlacedCall]:
    """Place the calls below each other; ``spell`` gives a function's name in the host.

    An argument that several calls have stands beside the first of them.
    """
    top = 1
    placed: dict[str, Range] = {}
    for case, form in calls:
        height, width = len(case.value), len(case.value[0])
        name, arguments = spell(case.function), case.arguments
        area, left = Range(top, 1, top + height - 1, width), width + 2
        inputs: dict[tuple[int, int], Any] = {}
        formula = format_call(name, arguments)
        height = max(height, *(len(to_block(argument)) for argument in arguments))  # it may spill
        if form == "cells":
            references = []
            for rows in map(to_block, arguments):
                there = placed.get(repr(rows))
                if there is None:
                    there = Range(top, left, top + len(rows) - 1, left + len(rows[0]) - 1)
                    cells = (cell for row in rows for cell in row)
                    inputs |= {
                        position: cell
                        for position, cell in zip(there.cells(), cells)
                        if not is_blank(cell)
                    }
                    placed[repr(rows)] = there
                    left = there.right + 2
                references.append(str(there))
            formula = f"={name}({','.join(references)})"
        yield PlacedCall(area, formula, inputs)
        top += height + 1


def build_workbook(calls: Iterable[PlacedCall]) -> bytes:
    """A workbook with the calls in its only sheet."""
    book, file = Workbook(), io.BytesIO()
    sheet = book.worksheets[0]
    sheet.title = SHEET
    for call in calls:
        for row, column in call.area.cells():
            sheet.cell(row, column, _STALE)
        is_single = call.area.cell_count == 1
        first = sheet.cell(call.area.top, call.area.left)
        first.value = call.formula if is_single else ArrayFormula(str(call.area), call.formula)
        for (row, column), value in call.inputs.items():
            cell = sheet.cell(row, column, value)
            if isinstance(value, str) and not is_error(value):
                cell.data_type = "s"  # also if it begins with “=”
    book.save(file)
    return file.getvalue()


def read_block(read_cell: Callable[[tuple[int, int]], Any], area: Range) -> Block:
    """The cells of an area; an empty cell is a blank."""
    width = area.right - area.left + 1
    cells = ["" if cell is None else cell for cell in map(read_cell, area.cells())]
    return [cells[start : start + width] for start in range(0, len(cells), width)]
