"""Folders of saved workbooks, counted suite by suite: what becomes of the values of formula cells.

Every value that the program which saved the workbook calculated is taken as right.  A cell is
*silently wrong* if its value is another one after the calculation and nothing tells so.
"""

from __future__ import annotations

import importlib
import json
import math
import zipfile
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ... import atomic
from ...calculation.receipt import Receipt
from ...catalogue.cells import ErrorValue
from ...engines import ENGINES, load_engine
from ...engines.base import CalculationRequest, NotCalculated
from ...errors import EngineError, InputError, TourneyError
from ...grammar.references import CellAddress, Range, cell_reference, parse_range
from ...guarded_call import call_guarded, temporary_folder
from ...ooxml.package import Limits, Package
from ...ooxml.sheet.cached_values import from_python, matches_cached, read_cached_value, to_python
from ...ooxml.sheet.formula_cells import CellXml
from ...ooxml.sheet.sheet_xml import SheetXml
from ...ooxml.workbook import Workbook
from ...patterns import regex
from ...resource_limits import ResourceLimits
from ...screen import on_one_screen
from ..precedents.volatile_cells import is_volatile_formula
from ..recalculation import Recalculation

CLASSES = {
    "agreed": "the calculated value is the saved one",
    "kept": "the saved value stays, and the receipt tells why",
    "uncertain": "calculated from a cell that is kept, and the receipt says so",
    "nearly": "a number that differs after its ninth digit",
    "stale": "another value, and the saved one is known to be stale",
    "volatile": "depends on the clock, on chance or on the machine",
    "failed": "an error that only the engine has, or no value",
    "silently_wrong": "another value, and nothing tells so",
    "refused": "the engine refuses the workbook",
    "without_value": "the workbook has no value for it",
}
"""The classes of formula cells, with what they mean."""

SUFFIXES = (".xlsx", ".xlsm", ".xltx", ".xltm")
"""How the names of the workbooks end."""
_FORMULA_ELEMENT = regex(rb"<(?:\w+:)?f[\s/>]")
_NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)


class Calculator(NamedTuple):
    """An engine, alone or under the rules of ``recalc``."""

    engine: str
    is_alone: bool = False

    def __str__(self) -> str:
        return f"{self.engine} alone" if self.is_alone else f"recalc with {self.engine}"


class SavedFormulaCell(NamedTuple):
    """A formula cell, or one that an array formula fills, with its saved value."""

    sheet: SheetXml
    cell: CellXml
    value: Any

    @property
    def formula(self) -> str:
        """Its formula; empty for a cell that an array formula fills."""
        is_formula = self.cell.formula_attributes is not None
        return self.sheet.resolved_formula(self.cell) if is_formula else ""


SavedCells = Mapping[CellAddress, SavedFormulaCell]
Values = Mapping[CellAddress, Any]


class WrongCell(NamedTuple):
    """A cell whose value is another one than the saved one."""

    cell: str
    formula: str
    saved: Any
    calculated: Any


class StaleCell(NamedTuple):
    """Saved values that are known to be stale: those of a formula, or in a range of a sheet."""

    book: str
    """The end of the file's name."""
    reason: str
    formula: str
    sheet: str
    range: Range | None

    def matches(self, book: str, address: CellAddress, formula: str) -> bool:
        """Whether it names a cell of a workbook, by its formula or by its place."""
        is_there = self.range is not None and self.range.contains(address.row, address.column)
        return book.endswith(self.book) and (
            bool(self.formula and self.formula == formula)
            or (is_there and self.sheet in ("", address.sheet))
        )


def read_stale_cells(path: Path) -> list[StaleCell]:
    """A JSON list of ``{"book", "reason"}`` with ``"formula"`` or ``"cells"``."""
    found = []
    try:
        for entry in json.loads(path.read_text("utf-8")):
            sheet, _, cells = entry.get("cells", "").rpartition("!")
            range_ = parse_range(cells) if cells else None
            book, reason, formula = entry["book"], entry["reason"], entry.get("formula", "")
            found.append(StaleCell(book, reason, formula, sheet, range_))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{path}: is no list of stale cells ({error!r}).") from error
    return found


@dataclass
class BookCount:
    """The count of the formula cells of one workbook under one engine."""

    book: str
    cells: Counter[str] = field(default_factory=Counter)
    """The number of cells of each of ``CLASSES``."""
    wrong: list[WrongCell] = field(default_factory=list)
    """The cells that are silently wrong."""
    stale: list[WrongCell] = field(default_factory=list)
    left_as_saved: Counter[str] = field(default_factory=Counter)
    states: Counter[str] = field(default_factory=Counter)
    """The number of formula cells in each state, as the receipt counts them."""
    refusal: str = ""
    """Why the engine refuses the workbook."""

    @classmethod
    def refused(cls, book: str, cells: int, reason: str) -> BookCount:
        """The count for a workbook that an engine refuses."""
        return cls(book, Counter({"refused": cells} if cells else {}), refusal=reason)


@dataclass
class SuiteCount:
    """The count of the workbooks of one suite under one calculator."""

    suite: str
    calculator: str
    books: list[BookCount] = field(default_factory=list)

    @property
    def cells(self) -> Counter[str]:
        """The number of cells of each class."""
        return sum((book.cells for book in self.books), Counter())

    @property
    def refused_books(self) -> int:
        """The number of workbooks that are refused."""
        return sum(bool(book.refusal) for book in self.books)

    @property
    def left_as_saved(self) -> Counter[str]:
        """How many cells are kept for each reason."""
        return sum((book.left_as_saved for book in self.books), Counter())

    def to_json(self) -> Mapping[str, Any]:
        """The count for a program."""
        return {
            "suite": self.suite,
            "calculator": self.calculator,
            "books": len(self.books),
            "refused_books": self.refused_books,
            "cells": dict(self.cells),
            "states": dict(sum((book.states for book in self.books), Counter())),
            "kept_reasons": dict(self.left_as_saved.most_common()),
            "wrong": [
                {"book": book.book, **{k: _plain(v) for k, v in cell._asdict().items()}}
                for book in self.books
                for cell in book.wrong
            ],
            "refused": {book.book: book.refusal for book in self.books if book.refusal},
        }


def _plain(value: Any) -> Any:
    return value if isinstance(value, (bool, int, float)) or value is None else str(value)


# Suites -------------------------------------------------------------------------------------------


def find_suites(folder: Path) -> dict[str, list[Path]]:
    """The workbooks of a folder by suite: each sub-folder is one, and so is the folder itself."""
    if not folder.is_dir():
        raise InputError(f"{folder}: is no folder.")
    suites = {
        path.name: [*filter(_is_book, sorted(path.rglob("*")))]
        for path in sorted(folder.iterdir())
        if path.is_dir() and not path.name.startswith(".")
    }
    suites[folder.resolve().name] = [*filter(_is_book, sorted(folder.iterdir()))]
    suites = {name: books for name, books in suites.items() if books}
    if not suites:
        raise InputError(f"{folder}: has no workbook in it.")
    return suites


def _is_book(path: Path) -> bool:
    return path.suffix.lower() in SUFFIXES and path.is_file() and not path.name.startswith("~$")


def count_suite(
    name: str,
    books: Iterable[Path],
    calculator: Calculator,
    *,
    stale: Sequence[StaleCell] = (),
    resources: ResourceLimits | None = None,
    limits: Limits | None = None,
) -> SuiteCount:
    """Count the cells of a suite; each workbook is calculated in a process of its own."""
    count = SuiteCount(name, str(calculator))
    for path in books:
        call = partial(count_book, path, calculator, stale, limits)
        try:
            book = call_guarded(call, str(path), resources or ResourceLimits(None, None))
        except TourneyError as error:
            book = BookCount.refused(path.name, _count_formulas(path), str(error))
        count.books.append(book)
    return count


def _count_formulas(path: Path) -> int:
    """About how many formula cells a workbook has whose calculation was cut short."""
    try:
        with zipfile.ZipFile(path) as archive:
            sheets = [name for name in archive.namelist() if name.startswith("xl/worksheets/")]
            return sum(len(_FORMULA_ELEMENT.findall(archive.read(name))) for name in sheets)
    except (zipfile.BadZipFile, OSError):
        return 0


def count_book(
    path: Path,
    calculator: Calculator,
    stale: Sequence[StaleCell] = (),
    limits: Limits | None = None,
) -> BookCount:
    """The count of a workbook; nothing is written."""
    workbook = Workbook.open(Package.from_path(path, limits))
    saved = read_saved_cells(workbook)
    try:
        if calculator.is_alone:
            values = _values_alone(calculator.engine, workbook.package, saved)
            receipt = Receipt(path.name)
        else:
            receipt, values = recalculate_in_memory(workbook, calculator.engine, saved)
    except EngineError as error:
        return BookCount.refused(path.name, len(saved), str(error))
    count = count_cells(
        path.name,
        saved,
        values,
        volatile=find_volatile_cells(workbook),
        kept={note.cell: note.message for note in receipt.kept},
        uncertain={note.cell for note in receipt.uncertain},
        stale=stale,
    )
    count.states = receipt.states
    return count


# Cells --------------------------------------------------------------------------------------------


def read_saved_cells(workbook: Workbook) -> dict[CellAddress, SavedFormulaCell]:
    """Every formula cell of a workbook, and every cell that an array formula fills."""
    found = {}
    for name, _ in workbook.worksheets:
        sheet = workbook.scan(name)
        for cell in (*sheet.formula_cells, *sheet.spill_cells):
            value = to_python(read_cached_value(sheet, cell, workbook))
            address = CellAddress(name, cell.row, cell.column)
            found[address] = SavedFormulaCell(sheet, cell, value)
    return found


def count_cells(
    book: str,
    saved: SavedCells,
    values: Values,
    *,
    volatile: Collection[CellAddress] = (),
    kept: Mapping[str, str] | None = None,
    uncertain: Collection[str] = (),
    stale: Sequence[StaleCell] = (),
) -> BookCount:
    """Count the cells of a workbook by class.

    Parameters
    ----------
    book
        Its name.
    saved
        Its cells, with the values that it was saved with.
    values
        The values after the recalculation; a cell that is missing has none.
    volatile
        The volatile cells, and their dependents.
    kept, uncertain
        The cells that the receipt names, as it writes them; with the reasons why they are kept.
    stale
        What is known to be stale.
    """
    count, kept = BookCount(book), kept or {}
    for address, cell in saved.items():
        value, name = values.get(address), str(address)
        if cell.value is None:
            class_ = "without_value"
        elif is_same(cell.value, value):
            class_ = "kept" if name in kept else "uncertain" if name in uncertain else "agreed"
            if class_ == "kept":
                count.left_as_saved[kept[name]] += 1
        elif address in volatile:
            class_ = "volatile"
        elif is_near(cell.value, value):
            class_ = "nearly"
        elif any(entry.matches(book, address, cell.formula) for entry in stale):
            class_ = "stale"
            count.stale.append(WrongCell(name, cell.formula, cell.value, value))
        elif name in uncertain:
            class_ = "uncertain"
        elif value is None or isinstance(value, NotCalculated):
            class_ = "failed"
        else:
            class_ = "silently_wrong"
            count.wrong.append(WrongCell(name, cell.formula, cell.value, value))
        count.cells[class_] += 1
    return count


def is_same(saved: Any, value: Any) -> bool:
    """Whether a value is the saved one, to the 15 digits that a spreadsheet keeps."""
    if value is None:
        return saved in ("", None)
    value = float(value) if type(value) is int else value
    return matches_cached(from_python(saved), value)


def is_near(saved: Any, value: Any) -> bool:
    """Whether two numbers agree to nine digits."""
    are_numbers = type(saved) is type(value) is float
    return are_numbers and math.isclose(saved, value, rel_tol=1e-9, abs_tol=1e-11)


def find_volatile_cells(workbook: Workbook) -> set[CellAddress]:
    """The volatile formula cells of a workbook, their dependents, and what their arrays fill."""
    return find_cells_behind(workbook, is_volatile_formula)


def find_cells_behind(workbook: Workbook, is_root: Callable[[str], bool]) -> set[CellAddress]:
    """The cells of which a formula is a root, their dependents, and what their arrays fill."""
    return Recalculation(workbook, load_engine()).cells_behind(is_root)


# Calculators --------------------------------------------------------------------------------------


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


def _values_alone(engine: str, package: Package, saved: SavedCells) -> Values:
    """The values that an engine gives a workbook by itself, without our rules."""
    if engine in _FROM_FILE:
        with temporary_folder() as folder:
            source = Path(folder, "book.xlsx")
            atomic.create(source, package.plain_data)
            try:
                return _FROM_FILE[engine](source, saved)
            except ImportError as error:
                raise EngineError(f"{engine} is not installed; pip install {engine}.") from error
            except (KeyboardInterrupt, SystemExit, MemoryError):
                raise
            except BaseException as error:  # a panic of an engine is no Exception
                reason = " ".join(str(error).split())[:200]
                raise EngineError(f"{engine} refuses the workbook ({reason}).") from error
    ranges: dict[str, list[Range]] = {}
    for sheet, row, column in saved:
        ranges.setdefault(sheet, []).append(Range(row, column, row, column))
    result = load_engine(engine).calculate(CalculationRequest(package.plain_data, ranges))
    return {
        CellAddress(sheet, range_.top, range_.left): rows[0][0]
        for sheet, cells in ranges.items()
        for range_, rows in zip(cells, result.values[sheet])
    }


def _formualizer_alone(source: Path, saved: SavedCells) -> Values:
    """Its own command, which writes a file."""
    target = source.with_name("recalculated.xlsx")
    formualizer: Any = importlib.import_module("formualizer")
    formualizer.recalculate_xlsx_file(str(source), str(target))
    return _saved_values(Package.from_path(target if target.exists() else source))


def _cellrune_alone(source: Path, saved: SavedCells) -> Values:
    """Its workbook, opened from the file; now is what the clock says."""
    cellrune: Any = importlib.import_module("cellrune")
    workbook = cellrune.Workbook.open_path(str(source))
    now = (datetime.now() - datetime(1899, 12, 30)) / timedelta(days=1)
    workbook.calculate(today_serial=float(int(now)), now_serial=now, random_seed=0)
    values: dict[CellAddress, Any] = {}
    for address in saved:
        place = cell_reference(address.row, address.column)
        ((value,),) = workbook.read_values(address.sheet, place, place)
        if value["kind"] == "unavailable":
            values[address] = NotCalculated(value["message"])
        else:
            found = value.get("value")
            values[address] = ErrorValue(found) if value["kind"] == "error" else found
    return values


_FROM_FILE = {"formualizer": _formualizer_alone, "cellrune": _cellrune_alone}
ALONE = (*_FROM_FILE, "libreoffice", "formulas")
"""The engines that calculate a workbook by themselves."""


TOLERANCE = 1e-9
SAVED = "saved"
"""The name of the values that the workbook holds."""


@dataclass
class EngineDifference:
    """A cell to which the engines give different values."""

    cell: str
    values: Mapping[str, Any]


@dataclass(repr=False)
class Verification:
    """The result of a comparison."""

    __repr__ = on_one_screen

    path: str
    engines: Sequence[str]
    compared: int = 0
    """The number of cells that every engine calculated."""
    left_out: int = 0
    """The number of formula cells that at least one engine cannot calculate."""
    differences: list[EngineDifference] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    """The engines that refuse the workbook as a whole, and why."""

    @property
    def agrees(self) -> bool:
        """Whether no engine refused the workbook, and no difference was found."""
        return not self.differences and not self.refused


def verify(
    book: str | Path | Package, engines: Sequence[str] = (), *, now: datetime | None = None
) -> Verification:
    """Calculate a workbook with several engines and compare cell by cell; nothing is written.

    One engine, the first without ``engines``, is compared with the values that the workbook holds.
    Numbers may differ by 1e-9 of their size; everything else must be the same.
    """
    engines = engines or ENGINES[:1]
    package = book if isinstance(book, Package) else Package.from_path(Path(book))
    workbook = Workbook.open(package)
    now = now or datetime.now(timezone.utc)
    verification = Verification(package.name, engines)
    by_engine: dict[str, dict[CellAddress, Any]] = {}
    for name in engines:
        try:
            job = Recalculation(workbook, load_engine(name), now)
            by_engine[name] = job.values()
            if len(engines) == 1:
                saved = by_engine[SAVED] = job.saved_values()
                by_engine[name] = {c: v for c, v in by_engine[name].items() if c in saved}
                verification.engines = [name, SAVED]
        except EngineError as error:
            verification.refused[name] = str(error)
    if len(by_engine) < 2:
        return verification
    first, *others = by_engine
    for cell in dict.fromkeys(cell for values in by_engine.values() for cell in values):
        values = {name: by_engine[name].get(cell, NotCalculated("")) for name in by_engine}
        if any(isinstance(value, NotCalculated) for value in values.values()):
            verification.left_out += 1
            continue
        verification.compared += 1
        if not all(_is_same(values[first], values[other]) for other in others):
            verification.differences.append(EngineDifference(str(cell), values))
    return verification


def _is_same(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return bool(one == other) or {one, other} <= {None, ""}
