"""formulas: the second opinion, in Python; slow, and with its own reading of a workbook."""

from __future__ import annotations

import contextlib
import io
import tempfile
import warnings
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import formulas
import numpy as np
import schedula
from formulas.functions import Array, XlError, wrap_func
from formulas.tokens.operand import Error

from ..catalogue.cells import ErrorValue
from ..errors import EngineError
from ..functions import CATALOGUE, Function
from ..grammar.references import Area, Place
from .base import NotCalculated, Order, Outcome

_BOOK = "book.xlsx"
_ERRORS: Mapping[str, Any] = Error.errors


class Formulas:
    """Calculates with the package ``formulas``; it reads a file, so it is given a temporary one."""

    name = "formulas"
    mistakes = ()
    calls_over = None

    @property
    def version(self) -> str:
        """The installed version."""
        return version("formulas")

    def lacks(self, functions: Iterable[str]) -> frozenset[str]:
        """Every function that is not in the engine's table."""
        known = formulas.get_functions()
        return frozenset(name for name in functions if name.upper() not in known)

    def array_formulas(self, formula: str, place: Place, area: Area) -> dict[tuple[int, int], str]:
        """The engine fills a fixed range as Excel does."""
        return {(place.row, place.column): formula}

    def calculate(self, order: Order) -> Outcome:
        """Load the file with openpyxl, as the engine does, and solve it."""
        _register()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
            path = Path(folder) / _BOOK
            path.write_bytes(order.data)
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    solution = formulas.ExcelModel().loads(str(path)).finish().calculate()
            except Exception as error:
                raise EngineError(f"formulas refuses the workbook ({error}).") from error
        cells = _cells(solution)
        values = {
            sheet: [_rows(cells.get(sheet.upper(), {}), area) for area in areas]
            for sheet, areas in order.wanted.items()
        }
        return Outcome(values)


def _register() -> None:
    table = formulas.get_functions()
    for function in CATALOGUE:
        table[function.name] = wrap_func(_adapted(function))


def _adapted(function: Function) -> Callable[..., Any]:
    """A function of the catalogue in the engine's form of cells."""

    def adapted(*arguments: Any) -> Any:
        value = function.from_host(*map(_from_engine, arguments))
        rows = value if isinstance(value, list) else [[value]]
        array = np.empty((len(rows), len(rows[0])), dtype=object)
        for at, row in enumerate(rows):
            array[at] = [_to_engine(cell) for cell in row]
        return array.view(Array)

    return adapted


def _from_engine(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        rows = np.atleast_2d(value).tolist()
        return [[_cell(cell) for cell in row] for row in rows]
    return _cell(value)


def _cell(value: Any) -> Any:
    if isinstance(value, np.ndarray) and value.size == 1:
        value = value.item()  # a negative number in an array constant
    if isinstance(value, XlError):
        return ErrorValue(str(value))
    if value is schedula.EMPTY or value is None:
        return None
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, float, np.number)):
        return float(value) if np.isfinite(value) else ErrorValue("#NUM!")
    return str(value)


def _to_engine(value: Any) -> Any:
    if isinstance(value, ErrorValue):
        return _ERRORS.get(str(value), _ERRORS["#VALUE!"])
    return value


def _cells(solution: Mapping[Any, Any]) -> dict[str, dict[tuple[int, int], Any]]:
    """Every cell of a solution, by sheet in capitals; single cells before the ranges over them."""
    cells: dict[str, dict[tuple[int, int], Any]] = {}
    solved = [found for found in solution.values() if getattr(found, "ranges", None)]
    for found in sorted(solved, key=lambda found: -found.value.size):
        at = found.ranges[0]
        if "sheet" not in at:
            continue  # a reference to nowhere
        sheet = cells.setdefault(at["sheet"].upper(), {})
        top, left = int(at["r1"]), int(at["n1"])
        for down, row in enumerate(found.value.tolist()):
            for right, value in enumerate(row):
                sheet[top + down, left + right] = _cell(value)
    return cells


def _rows(cells: Mapping[tuple[int, int], Any], area: Area) -> list[list[Any]]:
    missing = NotCalculated("the engine gives it no value")
    return [
        [cells.get((row, column), missing) for column in range(area.left, area.right + 1)]
        for row in range(area.top, area.bottom + 1)
    ]


ENGINE = Formulas()
