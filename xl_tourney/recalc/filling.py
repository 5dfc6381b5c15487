"""What array formulas fill: cells of the file, cells that it does not mention, and how far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..catalogue.cells import ErrorValue
from ..engines import Outcome
from ..grammar.references import Area, Cover
from ..ooxml import cached_values
from ..ooxml.formula_cells import Cell, Patch
from .sheet_job import Given, SheetJob

_WITHOUT_CELLS = ErrorValue("#CALC!", "an array without cells")


def spilled(job: SheetJob, outcome: Outcome) -> Cover:
    """The cells of the sheet that arrays of the engine take."""
    arrays = outcome.arrays.items()
    return Cover(area for place, (area, _) in arrays if place.sheet == job.name)


def blank(job: SheetJob, at: int, arrays: Cover) -> Any:
    """What a blank means that the engine gives for a formula cell."""
    formulas = job.sheet.formulas
    return 0.0 if (formulas.rows[at], formulas.columns[at]) in arrays else _WITHOUT_CELLS


def filled(job: SheetJob, outcome: Outcome) -> Iterator[tuple[Cell, Any]]:
    """The cells of the file that arrays fill, with their values."""
    if job.sheet.fills:
        kept = Cover(job.sheet.formulas.areas(job.kept).values())
        arrays = spilled(job, outcome)
        values = job.given(outcome)
        for cell in job.sheet.fills:
            row, column = cell.row, cell.column
            if (row, column) not in kept:
                value = values[row, column]
                if value is None and (row, column) in arrays:
                    value = 0.0
                yield cell, value


def beyond_the_file(job: SheetJob, outcome: Outcome) -> dict[tuple[int, int], Any]:
    """Values for cells that arrays fill and the file does not mention."""
    arrays = _arrays(job)
    if not arrays:
        return {}
    sheet = job.sheet
    known = set(zip(sheet.formulas.rows, sheet.formulas.columns))
    known |= {(cell.row, cell.column) for cell in sheet.fills}
    given = job.given(outcome)
    found: dict[tuple[int, int], Any] = {}
    for at, cell in arrays.items():
        area = room(job, at, cell, outcome)
        own = outcome.arrays.get(job.place(at))
        values = Given([own[0]], [own[1]]) if own else given
        for row in range(area.top, area.bottom + 1):
            for column in range(area.left, area.right + 1):
                if (row, column) not in known:
                    value = values[row, column]
                    found[row, column] = 0.0 if value is None else value
    return found


def new_references(job: SheetJob, outcome: Outcome) -> Iterator[Patch]:
    """What a dynamic array says of its area, where that is another one now."""
    for at, cell in _arrays(job).items():
        area = room(job, at, cell, outcome)
        if area != cell.array:
            yield cached_values.reference_patch(job.sheet.text.data, cell, str(area))


def _arrays(job: SheetJob) -> dict[int, Cell]:
    """The cells with array formulas that are calculated."""
    formulas = job.sheet.formulas
    cells = {at: formulas.cell(at) for at in formulas.marked if at not in job.kept}
    return {at: cell for at, cell in cells.items() if cell.array}


def room(job: SheetJob, at: int, cell: Cell, outcome: Outcome) -> Area:
    """The area that an array formula fills now."""
    fixed = None if cell.dynamic else cell.array
    here = Area(cell.row, cell.column, cell.row, cell.column)
    return fixed or outcome.arrays.get(job.place(at), (here, ()))[0]
