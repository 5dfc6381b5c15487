"""The calculators of a suite: our recalculation, and the engines by themselves."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, NamedTuple

from ... import atomic
from ...calculation.receipt import Receipt
from ...catalogue.cells import ErrorValue
from ...engines import CalculationRequest, NotCalculated, load_engine
from ...errors import EngineError
from ...grammar.references import CellAddress, Range
from ...guarded_call import temporary_folder
from ...ooxml.package import Limits, Package
from ...ooxml.workbook import Workbook
from ..precedents.volatile_cells import find_volatile_cells
from ..recalculation import Recalculation
from .book_count import (
    BookCount,
    SavedFormulaCell,
    StaleCells,
    count_cells,
    read_saved_cells,
    refused_count,
)

Values = Mapping[CellAddress, Any]
SavedCells = Mapping[CellAddress, SavedFormulaCell]
_NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
_IRONCALC_FAILURES = ("#ERROR!", "#N/IMPL!", "#CIRC!")


def count_recalculated(
    path: Path, engine: str, stale: StaleCells, limits: Limits | None = None
) -> BookCount:
    """The count of a workbook under ``recalc`` with an engine; nothing is written."""

    def calculate(workbook: Workbook, saved: SavedCells) -> _Calculated:
        return _Calculated(*recalculate_in_memory(workbook, engine, saved))

    return _count(path, calculate, stale, limits)


def count_alone(
    path: Path, engine: str, stale: StaleCells, limits: Limits | None = None
) -> BookCount:
    """The count of a workbook under an engine by itself, without our rules."""

    def calculate(workbook: Workbook, saved: SavedCells) -> _Calculated:
        return _Calculated(Receipt(path.name), ALONE[engine](workbook.package, saved))

    return _count(path, calculate, stale, limits)


class _Calculated(NamedTuple):
    """The receipt of a calculation, which names no cell of an engine by itself, and the values."""

    receipt: Receipt
    values: Values


def _count(
    path: Path,
    calculate: Callable[[Workbook, SavedCells], _Calculated],
    stale: StaleCells,
    limits: Limits | None,
) -> BookCount:
    """Open a workbook, calculate it and count its cells by class."""
    workbook = Workbook.open(Package.from_path(path, limits))
    saved = read_saved_cells(workbook)
    try:
        receipt, values = calculate(workbook, saved)
    except EngineError as error:
        return refused_count(path.name, len(saved), str(error))
    count = count_cells(
        path.name,
        saved,
        values,
        volatile=find_volatile_cells(workbook),
        kept={note.cell: note.message for note in receipt.kept},
        uncertain={note.cell for note in receipt.uncertain},
        stale=stale.entries_of_book(path.name),
    )
    count.states = receipt.states
    return count


def recalculate_in_memory(
    workbook: Workbook, engine: str, saved: SavedCells, *, asks_third_engine: bool = False
) -> tuple[Receipt, Values]:
    """The receipt of a recalculation, and the values that its file would hold."""
    recalculation = Recalculation(
        workbook, load_engine(engine), _NOW, asks_third_engine=asks_third_engine
    )
    receipt = recalculation.run()
    values = {address: cell.value for address, cell in saved.items()}
    if recalculation.new_parts:
        package = workbook.package
        values |= _saved_values(Package(package.with_parts(recalculation.new_parts), package.name))
    return receipt, values


def _saved_values(package: Package) -> Values:
    cells = read_saved_cells(Workbook.open(package))
    return {address: cell.value for address, cell in cells.items()}


def _formualizer_alone(package: Package, saved: SavedCells) -> Values:
    """Its own command, which writes a file."""
    import formualizer

    with temporary_folder() as folder:
        source, target = Path(folder, "book.xlsx"), Path(folder, "recalculated.xlsx")
        atomic.create(source, package.plain_data)
        try:
            formualizer.recalculate_xlsx_file(str(source), str(target))
        except BaseException as error:  # a panic of the engine is no Exception
            raise _refusal("formualizer", error) from error
        return _saved_values(Package.from_path(target if target.exists() else source))


def _ironcalc_alone(package: Package, saved: SavedCells) -> Values:
    """Its model, loaded from the file."""
    try:
        ironcalc: Any = importlib.import_module("ironcalc")
    except ImportError as error:
        raise EngineError("IronCalc is not installed; pip install ironcalc.") from error
    with temporary_folder() as folder:
        source = Path(folder, "book.xlsx")
        atomic.create(source, package.plain_data)
        try:
            model = ironcalc.load_from_xlsx(str(source))
            model.evaluate()
            sheets = {
                sheet["name"]: index
                for index, sheet in enumerate(model.get_worksheets_properties())
            }
        except BaseException as error:  # a panic of the engine is no Exception
            raise _refusal("IronCalc", error) from error
    values = {}
    for address in saved:
        if address.sheet in sheets:
            place = sheets[address.sheet], address.row, address.column
            value = model.get_cell_value(*place)
            if model.get_cell_type(*place) == ironcalc.CellType.ErrorValue:
                value = ErrorValue(value)
            values[address] = NotCalculated(value) if value in _IRONCALC_FAILURES else value
    return values


def _libreoffice_alone(package: Package, saved: SavedCells) -> Values:
    """A hard recalculation of the file."""
    engine: Any = load_engine("libreoffice")
    sheets = engine.calculate_values(package.plain_data)
    return {
        CellAddress(sheet, row, column): value
        for sheet, values in sheets.items()
        for (row, column), value in values.items()
    }


def _formulas_alone(package: Package, saved: SavedCells) -> Values:
    """Its model, loaded from the file."""
    ranges: dict[str, list[Range]] = {}
    for sheet, row, column in saved:
        ranges.setdefault(sheet, []).append(Range(row, column, row, column))
    result = load_engine("formulas").calculate(CalculationRequest(package.plain_data, ranges))
    return {
        CellAddress(sheet, range_.top, range_.left): rows[0][0]
        for sheet, cells in ranges.items()
        for range_, rows in zip(cells, result.values[sheet])
    }


def _refusal(engine: str, error: BaseException) -> BaseException:
    if isinstance(error, (KeyboardInterrupt, SystemExit, MemoryError)):
        return error
    reason = " ".join(str(error).split())
    return EngineError(f"{engine} refuses the workbook ({reason[:200]}).")


ALONE: Mapping[str, Callable[[Package, SavedCells], Values]] = {
    "formualizer": _formualizer_alone,
    "ironcalc": _ironcalc_alone,
    "libreoffice": _libreoffice_alone,
    "formulas": _formulas_alone,
}
"""The engines that calculate a workbook by themselves."""
