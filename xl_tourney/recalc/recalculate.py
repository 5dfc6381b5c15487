"""A saved workbook in, the same workbook with fresh values out."""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import NoneType
from typing import Any

from .. import atomic
from ..catalogue.cells import ErrorValue
from ..engines import ENGINES, Engine, NotCalculated, Order, Outcome
from ..engines import engine as engine_named
from ..errors import EngineError
from ..grammar.references import Place
from ..ooxml import cached_values, insertion, xml
from ..ooxml.package import Limits, Package
from ..ooxml.scan import scan
from ..ooxml.sheet import Sheet
from ..ooxml.slim_copy import slim_copy
from ..ooxml.workbook import Workbook
from . import doubting, engine_copy, filling
from .circular import circles
from .keeping import Keeper
from .receipt import Note, Receipt, content_hash
from .sheet_job import SheetJob

_HAS_FORMULA = re.compile(rb"<(?:[\w.-]+:)?f[\s/>]")
_ROUNDS = 20
_VOLATILE = frozenset({"NOW", "TODAY", "RAND", "RANDBETWEEN", "RANDARRAY"})


def recalc(
    path: str | Path | Package,
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
        The workbook: .xlsx, .xlsm, .xltx or .xltm; or its package, if that is read already.
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
    package = path if isinstance(path, Package) else Package.from_path(Path(path), limits)
    path = Path(package.name)
    target = path if output is None else Path(output)
    if not check:
        atomic.clean_once(target.absolute().parent)
    with without_collecting():
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
def without_collecting() -> Iterator[None]:
    """Without the garbage collector: of many cells none are garbage, and looking takes long."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Recalculation:
    """One workbook's way through one engine."""

    def __init__(self, workbook: Workbook, engine: Engine, now: datetime | None = None) -> None:
        self.workbook = workbook
        self.engine = engine
        self.now = now
        self._slim = workbook.strict or workbook.iterates  # in each engine's own way
        self.new_parts: dict[str, bytes] = {}
        """The sheets whose bytes change."""
        self._words = engine_copy.Words(engine, engine_copy.Names(workbook.names), workbook.tables)
        self._keeper = Keeper(engine, workbook.names)
        self._jobs = [
            SheetJob.of(name, sheet, self._keeper)
            for name, sheet in _sheets_with_formulas(workbook)
        ]

    def run(self) -> Receipt:
        """Calculate, and splice what is new into the sheets; nothing is written yet."""
        receipt = Receipt(self.workbook.package.name, self.engine.name)
        receipt.volatile = self._is_volatile()
        if not self._jobs:
            return receipt
        outcome = self._calculate()
        for job in self._jobs:
            receipt.formulas += len(job.sheet.formulas)
            self._splice(job, outcome, receipt)
        receipt.calculated = receipt.formulas - len(receipt.kept)
        return receipt

    def values(self) -> dict[Place, Any]:
        """The value of every formula cell, and of what arrays fill, that the engine calculates."""
        values: dict[Place, Any] = {}
        if not self._jobs:
            return values
        outcome = self._calculate()
        for job in self._jobs:
            for at, value in enumerate(job.values(outcome)):
                if at not in job.kept:
                    values[job.place(at)] = value
            for cell, value in filling.filled(job, outcome):
                values[Place(job.name, cell.row, cell.column)] = value
        return values

    def _is_volatile(self) -> bool:
        """Whether a formula, or a name, asks the clock or chance."""
        called = {name.upper() for job in self._jobs for name in job.sheet.called}
        if not _VOLATILE.isdisjoint(name.removeprefix("_XLFN.") for name in called):
            return True
        names = " ".join(name.formula.upper() for name in self.workbook.names)
        return any(re.search(rf"\b{name}\(", names) for name in _VOLATILE)

    def _calculate(self) -> Outcome:
        """Ask the engine until there is nothing new to keep."""
        wanted = {job.name: job.areas for job in self._jobs}
        for _ in range(_ROUNDS):
            order = Order(
                self._copy(),
                wanted,
                [at for job in self._jobs for at in job.with_room(job.may_spill)],
                lambda: [at for job in self._jobs for at in job.with_room(job.may_spill_ours)],
                self.now,
                self.workbook.date1904,
            )
            try:
                outcome = self.engine.calculate(order)
                self._see_that_all_was_read(outcome)
            except EngineError as error:
                if self._slim:
                    why = " ".join(str(error).split())
                    raise EngineError(f"{self.workbook.package.name}: {why}") from error
                self._slim = True
                continue
            failed = self._failed(outcome)
            if not sum(
                job.learn(failed, outcome) + self._doubt(job, outcome) for job in self._jobs
            ):
                return outcome
        raise EngineError(
            f"{self.workbook.package.name}: {self.engine.name} finds no end in it; "
            "try another engine."
        )

    def _see_that_all_was_read(self, outcome: Outcome) -> None:
        """An engine that gives a sheet no value at all has not read it.

        formualizer, for one, makes a ``Sheet1`` of its own beside one that is called ``sheet1``.
        """
        for job in self._jobs:
            if all(value is None for value in job.values(outcome)):
                raise EngineError(
                    f"{self.engine.name} finds no formula on {job.name}; try another engine."
                )

    def _copy(self) -> bytes:
        """The workbook as the engine reads it."""
        package = self.workbook.package
        parts = {}
        for job in self._jobs:
            text = job.sheet.text
            patches = engine_copy.sheet_patches(
                job.name, job.sheet, job.kept, job.one_value, self._words
            )
            if self._slim:
                patches += engine_copy.tidied(job.sheet, job.kept, self.workbook)
            if patches:
                parts[text.part] = cached_values.splice(text.data, patches)
        if self._slim:
            without = {*self._keeper.bad_names, *self._words.names.replaces()}
            return slim_copy(self.workbook, parts, without)
        encoded = {
            job.sheet.text.part: job.sheet.text.encoded(parts[job.sheet.text.part])
            for job in self._jobs
            if job.sheet.text.part in parts
        }
        return package.with_parts(encoded) if parts else package.data

    def _failed(self, outcome: Outcome) -> dict[Place, str]:
        """The formula cells that the engine could not calculate, and why."""
        failed: dict[Place, str] = {}
        circular: dict[Place, str] = {}
        for job in self._jobs:
            for at in job.given_as(NotCalculated, outcome):
                value = job.values(outcome)[at]
                failed[job.place(at)] = value.reason
                if value.circular:
                    cell = job.sheet.formulas.cell(at)
                    circular[job.place(at)] = engine_copy.own_formula(job.sheet, cell)
        for place in circular.keys() - circles(circular) if circular else ():
            del failed[place]
        return failed

    def _doubt(self, job: SheetJob, outcome: Outcome) -> int:
        """Keep what the engine may have got wrong; how many cells are new."""
        wrong = doubting.wrong(job, outcome, self._keeper, self._words, self.workbook)
        job.kept |= wrong
        return len(wrong)

    def _splice(self, job: SheetJob, outcome: Outcome, receipt: Receipt) -> None:
        sheet = job.sheet
        values = job.values(outcome).copy()
        arrays = filling.spilled(job, outcome)
        for at in sorted((*job.given_as(NoneType, outcome), *job.given_as(ErrorValue, outcome))):
            value = values[at]
            if value is None:
                value = values[at] = filling.blank(job, at, arrays)
            if isinstance(value, ErrorValue):
                receipt.errors.append(Note(str(job.place(at)), _said(value)))
        updates = cached_values.updates(sheet, values, job.kept, self.workbook)
        patches, changed = updates.patches, updates.cells
        for cell, value in filling.filled(job, outcome):
            new = cached_values.update(sheet, cell, value, self.workbook)
            patches += new
            changed += bool(new)
        unknown = filling.beyond_the_file(job, outcome)
        if unknown:
            added = insertion.patches(sheet, self.workbook.package.name, unknown)
            patches += added
            changed += len(unknown) if added else 0
        patches += filling.new_references(job, outcome)
        receipt.changed += changed
        receipt.kept += [Note(str(job.place(at)), why) for at, why in job.kept.items() if why]
        if updates.cells or patches:
            data = cached_values.rewritten(sheet, updates)
            self.new_parts[sheet.text.part] = sheet.text.encoded(data)


def _sheets_with_formulas(workbook: Workbook) -> Iterator[tuple[str, Sheet]]:
    for entry in workbook.sheets:
        text = xml.source(workbook.package, entry.part)
        if _HAS_FORMULA.search(text.data):
            sheet = scan(text, workbook.package.name)
            if sheet.formulas:
                yield entry.name, sheet


def _said(error: str) -> str:
    """An error with the sentence that explains it, where a function gave one."""
    message = getattr(error, "message", "")
    return f"{error}: {message}" if message else str(error)
