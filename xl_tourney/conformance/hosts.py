"""The hosts of the suite: whether each is available, and how it calculates calls.

Python itself is called with values.  A program gets a workbook with all calls below each other,
whose arguments are constants or cells.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import openpyxl
from openpyxl.worksheet.formula import ArrayFormula

from ..catalogue.cells import Block, is_blank, is_error, to_block
from ..catalogue.formula_text import format_call
from ..catalogue.host_names import host_spellings
from ..engines import ENGINES, load_engine
from ..errors import EngineError
from ..functions import CATALOGUE
from ..grammar.references import Range
from ..ooxml.package import Package
from ..ooxml.workbook import Workbook
from ..recalculation.recalculation import Recalculation
from .case import Case

ArgumentForm = Literal["cells", "constants", "currency"]
"""How arguments are passed: in cells, as constants, or in cells with a currency format."""
CELLS_AND_CONSTANTS: tuple[ArgumentForm, ...] = ("cells", "constants")


class HostCall(NamedTuple):
    """A case, and how its arguments are passed."""

    case: Case
    form: ArgumentForm


Arguments = tuple[Any, ...]
ArgumentChange = Callable[[HostCall, Arguments], Arguments | str | None]
"""Returns the changed arguments, or the error in all cells; None for an unaffected call."""


@dataclass(frozen=True)
class KnownDifference:
    """A difference of some hosts that is known."""

    subject: str
    effect: str
    """The values that the cells show."""
    hosts: tuple[str, ...]
    change: ArgumentChange


@dataclass(frozen=True)
class Host:
    """A program in which a function can be called."""

    name: str
    calculate: Callable[[Sequence[HostCall]], Iterable[Block]]
    """Returns the cells of each call."""
    forms: tuple[ArgumentForm, ...] = CELLS_AND_CONSTANTS
    explain_absence: Callable[[], str] = lambda: ""
    """Why the host is not available, and the remedy; empty if it is available."""
    functions: frozenset[str] | None = None
    """The functions of the host; None for all."""
    tolerance: float = 1e-9
    """The relative tolerance of numbers."""
    runs_in: str = ""
    """What runs the functions, where that is not the program that the host is named after."""
    spills: bool = False
    """Whether a single value stays in its cell, and does not fill those of an array formula."""
    differences: tuple[KnownDifference, ...] = ()
    """Those of what stands in for a program, beside those of real ones."""

    def calls(self, suite: Sequence[Case]) -> Iterator[HostCall]:
        """The cases of the host's functions, in every form of arguments."""
        for case in suite:
            if self.functions is None or case.function in self.functions:
                for form in self.forms:
                    if form != "constants" or case.has_constants:
                        yield HostCall(case, form)


def _call_python(calls: Sequence[HostCall]) -> Iterator[Block]:
    for case, _ in calls:
        yield to_block(CATALOGUE[case.function].call_from_host(*case.arguments))


PYTHON = Host("Python", _call_python, ("cells",))


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
    book, file = openpyxl.Workbook(), io.BytesIO()
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


Values = Mapping[tuple[int, int], Any]
"""The values of the sheet by row and column."""


def _calculate_by(
    calculate_workbook: Callable[[bytes], Values],
    spell: Callable[[str], str] = str,
) -> Callable[[Sequence[HostCall]], Iterator[Block]]:
    """Calculate all calls in one workbook."""

    def calculate(calls: Sequence[HostCall]) -> Iterator[Block]:
        placed = list(place_calls(calls, spell))
        values = calculate_workbook(build_workbook(placed))
        yield from (read_block(values.get, call.area) for call in placed)

    return calculate


def _recalculate_with(engine_name: str) -> Callable[[bytes], Values]:
    def calculate_workbook(data: bytes) -> Values:
        values = Recalculation(Workbook.open(Package(data)), load_engine(engine_name)).values()
        return {(place.row, place.column): value for place, value in values.items()}

    return calculate_workbook


def _explain_absence(name: str) -> Callable[[], str]:
    def explain() -> str:
        try:
            return "" if load_engine(name).version else f"{name} does not say its version."
        except EngineError as error:
            return str(error)

    return explain


def _calculate_in_libreoffice(data: bytes) -> Values:
    from ..engines.libreoffice import ENGINE

    return ENGINE.calculate_values(data)[SHEET]


RECALCULATION = tuple(
    Host(
        f"recalc, {name}",
        _calculate_by(_recalculate_with(name)),
        explain_absence=_explain_absence(name),
    )
    for name in ENGINES
)
ADD_IN = Host(
    "LibreOffice, add-in",
    _calculate_by(
        _calculate_in_libreoffice, lambda function: host_spellings(function)["libreoffice"]
    ),
    explain_absence=_explain_absence("libreoffice"),
)
PLAIN_NAMES = Host(
    "LibreOffice, plain names",
    _calculate_by(_calculate_in_libreoffice),
    explain_absence=_explain_absence("libreoffice"),
)


HOSTS: tuple[Host, ...] = (PYTHON, *RECALCULATION, ADD_IN, PLAIN_NAMES)
"""The hosts that are real programs, in the order in which they are listed."""
