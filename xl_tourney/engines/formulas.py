"""formulas: an engine in Python; slow, with a reader of workbooks of its own."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import version
from typing import Any

import formulas
import numpy as np
import schedula
from formulas.functions import Array, XlError, wrap_func
from formulas.tokens.operand import Error

from .. import atomic
from ..catalogue.cells import ErrorValue
from ..errors import EngineError
from ..functions import CATALOGUE, Function
from ..grammar.references import CellAddress, Range, parse_range
from ..guarded_call import temporary_folder
from .base import CalculationRequest, CalculationResult, NotCalculated, rows_in

_ERRORS: Mapping[str, Any] = Error.errors

CellValues = dict[tuple[int, int], Any]
"""Values by row and column."""
_MISSING = NotCalculated("the engine gives it no value")


class Formulas:
    """Calculates with the package ``formulas``, which reads a temporary file."""

    name = "formulas"
    mistakes = ()
    broadcast_functions = None
    rewriter = None

    @property
    def version(self) -> str:
        """The installed version."""
        return version("formulas")

    def unsupported_functions(self, names: Iterable[str]) -> frozenset[str]:
        """Every function that is not in the engine's table."""
        known = formulas.get_functions()
        return frozenset(name for name in names if name.upper() not in known)

    def expand_array_formula(
        self, formula: str, anchor: CellAddress, range_: Range
    ) -> dict[tuple[int, int], str]:
        """The formula in its anchor: the engine fills a fixed range as Excel does."""
        return {(anchor.row, anchor.column): formula}

    def calculate(self, request: CalculationRequest) -> CalculationResult:
        """Load the file with openpyxl, as the engine does, and solve it."""
        _register_functions()
        with temporary_folder() as folder, contextlib.redirect_stderr(io.StringIO()):
            path = folder / "book.xlsx"
            atomic.create(path, request.package)
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    solution = _SparseModel().loads(str(path)).finish().calculate()
            except Exception as error:
                raise EngineError(f"formulas refuses the workbook ({error}).") from error
        sheets = _cell_values(solution)
        values = {
            sheet: [rows_in(sheets.get(sheet.upper(), {}), range_, _MISSING) for range_ in ranges]
            for sheet, ranges in request.ranges.items()
        }
        return CalculationResult(values)


class _SparseModel(formulas.ExcelModel):  # type: ignore[misc]
    """A model that reads only the cells that hold something, which is much faster.

    The engine's own reads the whole rectangle from the first cell to the last one, and compares
    each with the ranges of all array formulas, whose values it leaves out.
    """

    def push(self, worksheet: Any, context: Any) -> Any:
        """Read the cells of a sheet."""
        cells = {at: cell for at, cell in worksheet._cells.items() if cell.value is not None}
        for area in worksheet.array_formulae.values():
            for at in parse_range(area).cells():
                if at in cells and cells[at].data_type != "f":
                    del cells[at]
        rows, filled = worksheet.iter_rows, list(cells.values())
        worksheet.iter_rows = lambda *bounds: rows(*bounds) if bounds else [filled]
        return super().push(worksheet, context)

    def add_cell(self, cell: Any, context: Any, formula_ranges: object) -> Any:
        """Add a cell, which is no value of an array formula."""
        return super().add_cell(cell, context, ())


def _register_functions() -> None:
    table = formulas.get_functions()
    for function in CATALOGUE:
        table[function.name] = wrap_func(_engine_function(function))


def _engine_function(function: Function) -> Callable[..., Any]:
    """A function of the catalogue that takes and returns the engine's values."""

    def call(*arguments: Any) -> Any:
        value = function.call_from_host(*map(_argument_from_engine, arguments))
        rows = value if isinstance(value, list) else [[value]]
        array = np.empty((len(rows), len(rows[0])), dtype=object)
        for index, row in enumerate(rows):
            array[index] = [_value_to_engine(cell) for cell in row]
        return array.view(Array)

    return call


def _argument_from_engine(argument: Any) -> Any:
    if isinstance(argument, np.ndarray):
        rows = np.atleast_2d(argument).tolist()
        return [[_value_from_engine(cell) for cell in row] for row in rows]
    return _value_from_engine(argument)


def _value_from_engine(value: Any) -> Any:
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


def _value_to_engine(value: Any) -> Any:
    if isinstance(value, ErrorValue):
        return _ERRORS.get(str(value), _ERRORS["#VALUE!"])
    return value


def _cell_values(solution: Mapping[Any, Any]) -> dict[str, CellValues]:
    """The values of a solution by sheet in capitals; a single cell wins over a range around it."""
    sheets: dict[str, CellValues] = {}
    solved = [item for item in solution.values() if getattr(item, "ranges", None)]
    for item in sorted(solved, key=lambda item: -item.value.size):
        position = item.ranges[0]
        if "sheet" not in position:
            continue  # #REF!
        values = sheets.setdefault(position["sheet"].upper(), {})
        top, left = int(position["r1"]), int(position["n1"])
        for row, cells in enumerate(item.value.tolist(), top):
            for column, value in enumerate(cells, left):
                values[row, column] = _value_from_engine(value)
    return sheets


ENGINE = Formulas()
