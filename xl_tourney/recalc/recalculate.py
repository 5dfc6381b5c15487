"""A saved workbook in, the same workbook with fresh values out."""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from .. import atomic
from ..address import Area, Place
from ..engines import ENGINES, Engine, NotCalculated, Order, Outcome
from ..engines import engine as engine_named
from ..engines.base import Rows
from ..errors import EngineError
from ..functions.cells import ErrorValue, is_error
from . import cached_values, engine_copy, insertion, spelling, xml
from .cached_values import Patch
from .cycles import circles
from .keeping import LARGEST_ARRAY, Keeper, look
from .package import Limits, Package
from .receipt import Note, Receipt, content_hash
from .scan import Cell, Sheet, scan
from .slim_copy import slim_copy
from .workbook import Workbook

_HAS_FORMULA = re.compile(rb"<(?:[\w.-]+:)?f[\s/>]")
_MAY_GIVE_ARRAY = re.compile(rb"[:{\[#]")
_LONE_CALL = re.compile(rb"([^(){}]+)\([^(){}]*\)")
_OF_ONE_VALUE = frozenset(("SUM", "COUNT", "COUNTA", "AVERAGE", "MIN", "MAX", "PRODUCT"))
_ROUNDS = 20
_VOLATILE = frozenset({"NOW", "TODAY", "RAND", "RANDBETWEEN", "RANDARRAY"})


def recalc(
    path: str | Path,
    *,
    engine: str = ENGINES[0],
    check: bool = False,
    output: str | Path | None = None,
    now: datetime | None = None,
    limits: Limits | None = None,
    identify: bool = False,
) -> Receipt:
    """Bring the cached values of a workbook up to date.

    Parameters
    ----------
    path
        The workbook: .xlsx, .xlsm, .xltx or .xltm.
    engine
        Who calculates: ``formualizer`` or ``formulas``.
    check
        Only look; nothing is written.
    output
        Where to write; in place without it.  In place, a workbook with nothing to change is not
        written at all.
    now
        The clock of the run, for functions such as TODAY; the real one without it.
    limits
        How large a workbook may be.
    identify
        Say in the receipt what the content is known by, if it is up to date now.

    Returns
    -------
    Receipt
        What was calculated, changed and kept.

    Raises
    ------
    WorkbookError
        The file cannot be read, or is larger than the limits.
    EngineError
        The engine is missing or refuses the workbook.
    WriteError
        The new file cannot be written; the old one is as it was.
    """
    started = time.perf_counter()
    path = Path(path)
    target = path if output is None else Path(output)
    if not check:
        atomic.clean_once(target.absolute().parent)
    package = Package.from_path(path, limits)
    with _no_collecting():
        job = Recalculation(Workbook.open(package), engine_named(engine), now)
        receipt = job.run()
    data = package.copied(job.new_parts) if job.new_parts and not check else package.data
    if not check and (job.new_parts or target != path):
        atomic.write(target, lambda file: file.write(data))
        receipt.written = str(target)
    receipt.path = str(path)
    if identify and not (check and receipt.stale):
        receipt.content = content_hash(data)
    receipt.seconds = round(time.perf_counter() - started, 3)
    return receipt


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Without the garbage collector: of many cells none are garbage, and looking takes long."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@dataclass
class _Job:
    """A sheet on its way through the engine."""

    sheet: Sheet
    areas: Sequence[Area]
    kept: dict[Cell, str]
    one_value: set[Cell] = field(default_factory=set)
    """Cells whose formula takes one value of an array, as cells did before arrays spilled."""


class Recalculation:
    """One workbook's way through one engine."""

    def __init__(self, workbook: Workbook, engine: Engine, now: datetime | None = None) -> None:
        self.workbook = workbook
        self.engine = engine
        self.now = now
        self._slim = False
        self.new_parts: dict[str, bytes] = {}
        """The sheets whose bytes change."""
        self._words = engine_copy.Words(engine, engine_copy.Names(workbook.names), workbook.tables)
        self._keeper = Keeper(engine, workbook.names)
        self._jobs: dict[str, _Job] = {}
        for name, sheet in _sheets_with_formulas(workbook):
            known = look(sheet, self._keeper)
            self._jobs[name] = _Job(sheet, wanted_areas(sheet), known.kept, known.one_value)

    def run(self) -> Receipt:
        """Calculate, and splice what is new into the sheets; nothing is written yet."""
        receipt = Receipt(self.workbook.package.name, self.engine.name)
        receipt.volatile = self._is_volatile()
        if not self._jobs:
            return receipt
        outcome = self._calculate()
        for name, job in self._jobs.items():
            receipt.formulas += len(job.sheet.formulas)
            self._splice(name, job, outcome, receipt)
        receipt.calculated = receipt.formulas - len(receipt.kept)
        return receipt

    def values(self) -> dict[Place, Any]:
        """The value of every formula cell that the engine calculates."""
        outcome = self._calculate() if self._jobs else None
        return {
            Place(name, cell.row, cell.column): value
            for name, job in self._jobs.items()
            if outcome
            for cell, value in _values(job, outcome.values[name])
        }

    def _is_volatile(self) -> bool:
        """Whether a formula, or a name, asks the clock or chance."""
        called = {name.upper() for job in self._jobs.values() for name in job.sheet.called}
        if not _VOLATILE.isdisjoint(name.removeprefix("_XLFN.") for name in called):
            return True
        names = " ".join(name.formula.upper() for name in self.workbook.names)
        return any(re.search(rf"\b{name}\(", names) for name in _VOLATILE)

    def _calculate(self) -> Outcome:
        """Ask the engine until there is nothing new to keep."""
        wanted = {name: job.areas for name, job in self._jobs.items()}
        asked: dict[str, dict[Place, Cell]] = {}
        any_: list[Place] = []
        ours: list[Place] = []
        for name, job in self._jobs.items():
            asked[name] = {}
            for cells, places in zip(_may_give_arrays(job), (any_, ours)):
                found = {Place(name, cell.row, cell.column): cell for cell in cells}
                asked[name] |= found
                places += found
        date1904 = self.workbook.date1904
        for _ in range(_ROUNDS):
            order = Order(self._copy(), wanted, any_, ours, self.now, date1904)
            try:
                outcome = self.engine.calculate(order)
            except EngineError as error:
                if self._slim:
                    why = " ".join(str(error).split())
                    raise EngineError(f"{self.workbook.package.name}: {why}") from error
                self._slim = True
                continue
            failed = self._failed(outcome)
            learnt = 0
            for name, job in self._jobs.items():
                learnt += _learn(name, job, asked[name], failed, outcome)
            if not learnt:
                return outcome
        raise EngineError(
            f"{self.workbook.package.name}: {self.engine.name} finds no end in it; "
            "try another engine."
        )

    def _copy(self) -> bytes:
        """The workbook as the engine reads it."""
        package = self.workbook.package
        parts = {}
        for name, job in self._jobs.items():
            text = job.sheet.text
            patches = engine_copy.sheet_patches(
                name, job.sheet, job.kept, job.one_value, self._words
            )
            if self._slim:
                patches += engine_copy.tidied(job.sheet, job.kept, self.workbook)
            if patches:
                parts[text.part] = cached_values.splice(text.data, patches)
        if self._slim:
            return slim_copy(self.workbook, parts, self._keeper.bad_names)
        encoded = {
            job.sheet.text.part: job.sheet.text.encoded(parts[job.sheet.text.part])
            for job in self._jobs.values()
            if job.sheet.text.part in parts
        }
        return package.with_parts(encoded) if parts else package.data

    def _failed(self, outcome: Outcome) -> dict[Place, str]:
        """The formula cells that the engine could not calculate, and why."""
        failed: dict[Place, str] = {}
        circular: dict[Place, str] = {}
        for name, job in self._jobs.items():
            given = outcome.values[name]
            if any(type(value) is NotCalculated for rows in given for row in rows for value in row):
                for cell, value in _values(job, given):
                    if isinstance(value, NotCalculated) and cell.formula is not None:
                        place = Place(name, cell.row, cell.column)
                        failed[place] = value.reason
                        if value.circular:
                            circular[place] = engine_copy.own_formula(job.sheet, cell)
        if circular:
            on_circle = circles(circular)
            for place in circular.keys() - on_circle:
                del failed[place]
        return failed

    def _splice(self, name: str, job: _Job, outcome: Outcome, receipt: Receipt) -> None:
        sheet = job.sheet
        patches: list[Patch] = []
        for cell, value in _values(job, outcome.values[name]):
            if value is None:
                value = _blank(name, cell, outcome)
            new = cached_values.update(sheet, cell, value, self.workbook)
            if new:
                receipt.changed += 1
                patches += new
            if type(value) is not float and cell.formula is not None and is_error(value):
                place = Place(name, cell.row, cell.column)
                receipt.errors.append(Note(str(place), _said(value)))
        unknown = _beyond_the_file(name, job, outcome.values[name], outcome)
        if unknown:
            added = insertion.patches(sheet, self.workbook.package.name, unknown)
            receipt.changed += len(unknown) if added else 0
            patches += added
        patches += _new_references(name, job, outcome)
        receipt.kept += [
            Note(str(Place(name, cell.row, cell.column)), why) for cell, why in job.kept.items()
        ]
        if patches:
            text = sheet.text
            self.new_parts[text.part] = text.encoded(cached_values.splice(text.data, patches))


def _sheets_with_formulas(workbook: Workbook) -> Iterator[tuple[str, Sheet]]:
    for entry in workbook.sheets:
        text = xml.source(workbook.package, entry.part)
        if _HAS_FORMULA.search(text.data):
            sheet = scan(text, workbook.package.name)
            if sheet.formulas:
                yield entry.name, sheet


def wanted_areas(sheet: Sheet) -> list[Area]:
    """Rectangles that hold the formula cells: one if they lie close together, else columns."""
    arrays = [a for cell in sheet.formulas if cell.formula and (a := cell.array)]
    arrays = [area for area in arrays if area.size <= LARGEST_ARRAY]
    places = [(cell.row, cell.column) for cell in sheet.formulas]
    rows = [row for row, _ in places] + [row for a in arrays for row in (a.top, a.bottom)]
    columns = [col for _, col in places] + [col for a in arrays for col in (a.left, a.right)]
    box = Area(min(rows), min(columns), max(rows), max(columns))
    if box.size <= 8 * (len(places) + sum(a.size for a in arrays)) + 1000:
        return [box]
    areas: list[Area] = []
    for row, column in sorted(places, key=lambda at: (at[1], at[0])):
        last = areas[-1] if areas else None
        if last and last.left == column and row - last.bottom <= 8:
            areas[-1] = last._replace(bottom=row)
        else:
            areas.append(Area(row, column, row, column))
    return areas + arrays


class _Given:
    """The values that the engine gave for a sheet, by cell."""

    def __init__(self, areas: Sequence[Area], given: Sequence[Rows]) -> None:
        self._areas = list(zip(areas, given))

    def __getitem__(self, at: tuple[int, int]) -> Any:
        row, column = at
        for area, rows in self._areas:
            if area.covers(row, column):
                return rows[row - area.top][column - area.left]
        return NotCalculated("it is not part of what was calculated")


def _values(job: _Job, given: Sequence[Rows]) -> Iterator[tuple[Cell, Any]]:
    """Each cell of the file that does not keep its value, with the value the engine gives it."""
    cells: Collection[Cell] = [*job.sheet.formulas, *job.sheet.fills]
    if job.kept:
        kept_arrays = [area for cell in job.kept if (area := cell.array)]
        cells = [
            cell
            for cell in cells
            if cell not in job.kept and not (cell.formula is None and _covered(kept_arrays, cell))
        ]
    if len(job.areas) == 1:
        (top, left, _, _), rows = job.areas[0], given[0]
        for cell in cells:
            yield cell, rows[cell.row - top][cell.column - left]
    else:
        values = _Given(job.areas, given)
        for cell in cells:
            yield cell, values[cell.row, cell.column]


def _said(error: str) -> str:
    """An error with the sentence that explains it, where a function gave one."""
    message = getattr(error, "message", "")
    return f"{error}: {message}" if message else str(error)


def _blank(name: str, cell: Cell, outcome: Outcome) -> Any:
    """What a blank means that the engine gives for a cell."""
    for place, (area, _) in outcome.arrays.items():
        if place.sheet == name and area.covers(cell.row, cell.column):
            return 0.0  # a blank in an array
    return None if cell.formula is None else ErrorValue("#CALC!", "an array without cells")


def _covered(areas: Sequence[Area], cell: Cell) -> bool:
    return any(area.covers(cell.row, cell.column) for area in areas)


def _may_give_arrays(job: _Job) -> tuple[list[Cell], list[Cell]]:
    """Formula cells whose value may take more room than the file gives it.

    The second list is of those that only call one of our functions.
    """
    any_: list[Cell] = []
    ours: list[Cell] = []
    shared: dict[str | None, list[Cell] | None] = {}
    data, may = job.sheet.text.data, _MAY_GIVE_ARRAY.search
    for cell in job.sheet.formulas:
        if cell.dynamic:
            found: list[Cell] | None = any_
        elif cell.formula and cell.array:
            continue
        elif cell.formula and cell.shared in shared:
            found = shared[cell.shared]
        else:
            start, end = cell.formula_text
            found = _which(data[start:end], any_, ours) if may(data, start, end) else None
            if cell.formula and cell.shared is not None:
                shared[cell.shared] = found
        if found is not None and cell not in job.kept:
            found.append(cell)
    return any_, ours


def _which(formula: bytes, any_: list[Cell], ours: list[Cell]) -> list[Cell] | None:
    """The list for a formula's cell; None where the formula cannot give more than one value."""
    call = _LONE_CALL.fullmatch(formula)
    name = call[1].decode() if call else ""
    if name.upper() in _OF_ONE_VALUE:
        return None
    return ours if spelling.plain(name) else any_


def _learn(
    name: str,
    job: _Job,
    asked: Mapping[Place, Cell],
    failures: Mapping[Place, str],
    outcome: Outcome,
) -> int:
    """Note which cells the engine cannot calculate as the file means them; how many are new."""
    given = outcome.values[name]
    failed: dict[Cell, str] = {}
    if failures:
        for cell in job.sheet.formulas:
            why = failures.get(Place(name, cell.row, cell.column))
            if why and cell not in job.kept:
                failed[cell] = why
    values = _Given(job.areas, given)
    spilling = {
        cell
        for place, cell in asked.items()
        if not cell.dynamic
        and cell not in job.kept
        and (place in outcome.arrays or values[cell.row, cell.column] == "#SPILL!")
    }
    for cell in spilling & job.one_value:
        failed[cell] = "it gives an array where the file has room for one value"
    spilling -= job.one_value
    job.one_value |= spilling
    job.kept |= failed
    return len(failed) + len(spilling)


def _room(name: str, cell: Cell, outcome: Outcome) -> Area | None:
    """The area that an array formula fills now."""
    if not cell.dynamic:
        return cell.array
    here = Area(cell.row, cell.column, cell.row, cell.column)
    return outcome.arrays.get(Place(name, cell.row, cell.column), (here, ()))[0]


def _beyond_the_file(
    name: str, job: _Job, given: Sequence[Rows], outcome: Outcome
) -> dict[tuple[int, int], Any]:
    """Values for cells that arrays fill and the scan did not find."""
    arrays = [cell for cell in job.sheet.formulas if cell.array and cell not in job.kept]
    if not arrays:
        return {}
    known = {(cell.row, cell.column) for cell in [*job.sheet.formulas, *job.sheet.fills]}
    found: dict[tuple[int, int], Any] = {}
    for cell in arrays:
        area = _room(name, cell, outcome)
        place = Place(name, cell.row, cell.column)
        own = [outcome.arrays[place]] if place in outcome.arrays else []
        values = _Given([a for a, _ in own] or job.areas, [r for _, r in own] or given)
        for row in range(area.top, area.bottom + 1) if area else ():
            for column in range(area.left, area.right + 1) if area else ():
                if (row, column) not in known:
                    value = values[row, column]
                    found[row, column] = 0.0 if value is None else value
    return found


def _new_references(name: str, job: _Job, outcome: Outcome) -> Iterator[Patch]:
    """What a dynamic array says of its area, where that is another one now."""
    data = job.sheet.text.data
    for cell in job.sheet.formulas:
        if cell.dynamic and cell not in job.kept:
            area = _room(name, cell, outcome)
            if area != cell.array:
                yield cached_values.reference_patch(data, cell, str(area))
