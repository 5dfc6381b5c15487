"""Bringing the cached values of a saved workbook up to date: the file in, the same file out."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..calculation.receipt import Receipt, content_hash
from ..engines import ENGINES, load_engine
from ..ooxml.package import NewPart, Package
from ..ooxml.saving import refuse_open_workbook, replace_workbook, work_on
from ..ooxml.workbook import Workbook
from ..resource_limits import paused_garbage_collection
from .options import Options
from .recalculation import Recalculation

if TYPE_CHECKING:
    from datetime import datetime


def recalc(
    path: str | Path | Package, *, output: str | Path | None = None, **options: Any
) -> Receipt:
    """Bring the cached values of a workbook up to date; what was calculated, changed and kept.

    Parameters
    ----------
    path
        The workbook: .xlsx, .xlsm, .xltx or .xltm; or its package, if that is read already.
    output
        The file to write; in place without it.  In place, a workbook with nothing to change is not
        written at all.
    options
        Those of :class:`Options`.

    Raises
    ------
    WorkbookError
        The file cannot be read, or is larger than the limits.
    EngineError
        The engine is missing or refuses the workbook.
    WriteError
        The new file cannot be written, or somebody writes it all the time; the old one is as it
        was, or as they left it.
    """
    book = path if isinstance(path, Package) else Path(path)
    return recalculated(book, Options(**options), output)[0]


def recalculated(
    book: Path | Package, options: Options, output: str | Path | None = None
) -> tuple[Receipt, bytes]:
    """What :func:`recalc` does, with the content of the workbook.

    A package that was not read from a file is written to ``output`` or nowhere.
    """
    started = time.perf_counter()
    check = options.check

    def calculate_and_write(package: Package) -> tuple[Receipt, bytes]:
        source = Path(package.name) if package.version else None
        target = source if output is None else Path(output)
        if target and not (check or options.force):
            refuse_open_workbook(target, "save and close it there, or add --force")
        receipt, new_parts = calculate_with(options, package)
        data = package.with_parts(new_parts) if new_parts and not check else package.data
        if target and not check and (new_parts or target != source):
            backup = replace_workbook(package, data, target=target).backup
            receipt.written, receipt.backup = str(target), str(backup) if backup else None
        if options.identify_content and not (check and receipt.stale):
            receipt.content = content_hash(data)
        return receipt, data

    receipt, data = work_on(book, calculate_and_write, options.limits)
    receipt.seconds = round(time.perf_counter() - started, 3)
    return receipt, data


def calculate_with(options: Options, package: Package) -> tuple[Receipt, Mapping[str, NewPart]]:
    """The receipt of a package, and its parts that change; nothing is written."""
    receipt, new_parts = calculate(
        package,
        options.engine,
        options.now,
        strict=options.strict,
        third_opinion=options.third_opinion,
    )
    receipt.path = package.name
    return receipt, new_parts


def calculate(
    package: Package,
    engine: str = ENGINES[0],
    now: datetime | None = None,
    *,
    strict: bool = False,
    third_opinion: bool = False,
    known_formulas: Mapping[str, Mapping[str, str]] | None = None,
    charts: bool = True,
) -> tuple[Receipt, Mapping[str, NewPart]]:
    """The receipt, and the parts of the package that change; nothing is written.

    ``known_formulas`` are those that nobody has to doubt, by sheet and cell; without ``charts``
    these stay as they are.
    """
    with paused_garbage_collection():
        workbook = Workbook.open(package)
        recalculation = Recalculation(
            workbook,
            load_engine(engine),
            now,
            is_strict=strict,
            asks_third_engine=third_opinion,
            known_formulas=known_formulas,
        )
        receipt = recalculation.run()
        if not (charts and package.may_have_charts):
            return receipt, recalculation.new_parts
        from .charts import refresh_charts

        redrawn = refresh_charts(workbook, recalculation.new_parts)
        receipt.charts = len(redrawn)
        return receipt, recalculation.new_parts | redrawn
