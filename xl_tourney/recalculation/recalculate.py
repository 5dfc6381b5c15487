"""Bringing the cached values of a saved workbook up to date: the file in, the same file out."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from ..calculation.receipt import Receipt, content_hash
from ..engines import ENGINES, load_engine
from ..ooxml.package import Limits, NewPart, Package
from ..ooxml.saving import refuse_open_workbook, replace_workbook, work_on
from ..ooxml.workbook import Workbook
from ..resource_limits import paused_garbage_collection
from .charts import refresh_charts
from .recalculation import Recalculation


def recalc(book: str | Path | Package, **options: Any) -> Receipt:
    """The receipt of :func:`recalculated`, which says what the options are."""
    return recalculated(book, **options)[0]


def recalculated(
    book: str | Path | Package,
    *,
    engine: str = ENGINES[0],
    check: bool = False,
    output: str | Path | None = None,
    now: datetime | None = None,
    limits: Limits | None = None,
    identify_content: bool = False,
    force: bool = False,
    strict: bool = False,
    third_opinion: bool = False,
) -> tuple[Receipt, bytes]:
    """Bring the cached values of a workbook up to date.

    Parameters
    ----------
    book
        The workbook: .xlsx, .xlsm, .xltx or .xltm; or its package, if that is read already.  A
        package that was not read from a file is written to ``output`` or nowhere.
    engine
        The engine that calculates, one of ``ENGINES``.
    check
        Do not write, only compare.
    output
        The file to write; in place without it.  In place, a workbook with nothing to change is not
        written at all.
    now
        The value of NOW, for volatile functions; the time of the machine without it.  For a given
        time RAND, too, gives the same numbers each time.
    limits
        The largest workbook that is read.
    identify_content
        Identify the content in the receipt by its hash, if the workbook is up to date now.
    force
        Write also what a spreadsheet program has open.
    strict
        Keep also the values of cells that depend on a kept one whose inputs changed.
    third_opinion
        Ask LibreOffice, if it is installed, where two engines do not agree.

    Returns
    -------
    Receipt, bytes
        What was calculated, changed and kept; and the content of the workbook.

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
    started = time.perf_counter()

    def calculate_and_write(package: Package) -> tuple[Receipt, bytes]:
        source = Path(package.name) if package.version else None
        target = source if output is None else Path(output)
        if target and not (check or force):
            refuse_open_workbook(target, "save and close it there, or add --force")
        receipt, new_parts = calculate(
            package, engine, now, strict=strict, third_opinion=third_opinion
        )
        data = package.with_parts(new_parts) if new_parts and not check else package.data
        if target and not check and (new_parts or target != source):
            backup = replace_workbook(package, data, target=target).backup
            receipt.written, receipt.backup = str(target), str(backup) if backup else None
        receipt.path = package.name
        if identify_content and not (check and receipt.stale):
            receipt.content = content_hash(data)
        return receipt, data

    receipt, data = work_on(
        Path(book) if isinstance(book, str) else book, calculate_and_write, limits
    )
    receipt.seconds = round(time.perf_counter() - started, 3)
    return receipt, data


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
        redrawn = refresh_charts(workbook, recalculation.new_parts) if charts else {}
        receipt.charts = len(redrawn)
        return receipt, recalculation.new_parts | redrawn
