"""Recalculation for Python programs: a workbook in, its report with the values out."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..calculation.receipt import CellMessage, Receipt
from ..commands.parts.books import Book, open_package
from ..engines import ENGINES
from ..ooxml.package import Limits
from ..recalculation.options import Options
from ..recalculation.recalculate import recalculated

if TYPE_CHECKING:
    import openpyxl


@dataclass(frozen=True)
class Recalculated:
    """What a recalculation did, and the workbook with its new values."""

    receipt: Receipt
    """The receipt, as ``xl-tourney recalc --json`` prints it."""
    data: bytes
    """The workbook as a file; with ``check`` as it was."""

    @property
    def ok(self) -> bool:
        """Whether every formula was calculated from certain values, and none gives an error."""
        return self.receipt.ok

    @property
    def changed(self) -> int:
        """The number of cells whose cached value was stale, or missing."""
        return self.receipt.changed

    @property
    def charts(self) -> int:
        """The number of charts that did not show the values of their cells."""
        return self.receipt.charts

    @property
    def formulas(self) -> int:
        """The number of formula cells."""
        return self.receipt.formulas

    @property
    def kept(self) -> Sequence[CellMessage]:
        """The formula cells that were left as saved: each with its ``cell`` and ``message``."""
        return self.receipt.kept

    @property
    def uncertain(self) -> Sequence[CellMessage]:
        """The calculated cells that depend on one left as saved, and on which."""
        return self.receipt.uncertain

    @property
    def errors(self) -> Sequence[CellMessage]:
        """The formula cells that give an error, and which."""
        return self.receipt.errors

    @cached_property
    def workbook(self) -> openpyxl.Workbook:
        """The workbook as openpyxl loads it with values in place of formulas."""
        import openpyxl

        return openpyxl.load_workbook(io.BytesIO(self.data), data_only=True)

    @cached_property
    def values(self) -> Mapping[str, Mapping[str, Any]]:
        """Every cell that has a value, by sheet and cell; dates are dates, errors are texts."""
        return {
            sheet.title: {
                cell.coordinate: cell.value
                for row in sheet.iter_rows()
                for cell in row
                if cell.value is not None
            }
            for sheet in self.workbook.worksheets
        }

    def as_json(self) -> Mapping[str, Any]:
        """The receipt for a program, as docs/reference/schemas/receipt.schema.json describes it."""
        return self.receipt.to_json()


def recalc(
    book: Book,
    *,
    output: str | Path | None = None,
    check: bool = False,
    engine: str = ENGINES[0],
    now: datetime | None = None,
    strict: bool = False,
    third_opinion: bool = False,
    force: bool = False,
    limits: Limits | None = None,
) -> Recalculated:
    """Calculate the formulas of a workbook, without a spreadsheet program.

    A workbook that is named by its path is written in place, and only if a value changes; of bytes,
    a file or an openpyxl workbook, ``data`` of what comes back is the new one.  Nothing in it
    changes but the values of formulas, and what charts keep of them.

    Parameters
    ----------
    book
        A path (.xlsx, .xlsm, .xltx or .xltm), the bytes of such a file, a file that is open for
        reading, or an openpyxl workbook, which is saved to memory.
    output
        The file to write, in place of the workbook itself.
    check
        Write nothing, only compare: ``changed`` counts the values that are stale.
    engine
        Who calculates: formualizer, formulas or libreoffice.
    now
        The value of NOW and TODAY; the time of the machine without it.
    strict
        Leave also cells as saved that depend on one left as saved whose inputs changed.
    third_opinion
        Ask LibreOffice, if it is installed, where two engines do not agree.
    force
        Write also what a spreadsheet program has open.
    limits
        The largest workbook that is read.

    Raises
    ------
    WorkbookError
        The workbook cannot be read, or is larger than the limits.
    EngineError
        The engine is not installed, or refuses the workbook.
    WriteError
        The file cannot be written; the old one is as it was.

    Examples
    --------
    >>> import openpyxl
    >>> book = openpyxl.Workbook()
    >>> book.active.append([2, 3, "=A1*B1"])
    >>> report = recalc(book)
    >>> report.ok, report.changed, report.values["Sheet"]["C1"]
    (True, 1, 6)
    """
    options = Options(engine, check, now, force=force, strict=strict, third_opinion=third_opinion)
    receipt, data = recalculated(open_package(book, limits), options, output)
    return Recalculated(receipt, data)
