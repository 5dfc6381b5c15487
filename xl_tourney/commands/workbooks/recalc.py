"""The act of calculating a workbook; it is written as a run over many writes each of them."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ...engines import ENGINES
from ...ooxml.package import Limits, Package
from ..parts.books import WORKBOOK_SUFFIXES
from ..parts.declaration import CLOCK, About, Outcome, command

if TYPE_CHECKING:
    import openpyxl

    from ...calculation.receipt import CellMessage, Receipt

SAVED_SUFFIXES = (*WORKBOOK_SUFFIXES, ".xltx", ".xltm")


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


@command(
    "Recalculation without Excel",
    "Write the values of formulas into workbooks",
    json="--json",
    replaces=True,
)
def recalc(
    book: Annotated[Package, About("A workbook (.xlsx, .xlsm, .xltx or .xltm).")],
    *,
    check: Annotated[bool, About("Only look; exit 1 when a value is stale.")] = False,
    output: Annotated[
        Path | None,
        About(
            "Write there instead of in place (one workbook).",
            option="-o/--output",
            suffixes=SAVED_SUFFIXES,
        ),
    ] = None,
    engine: Annotated[str, About("Who calculates.", choices=ENGINES)] = ENGINES[0],
    now: Annotated[datetime | None, CLOCK] = None,
    force: Annotated[
        bool, About("Write also what a spreadsheet program has open.", agent=False)
    ] = False,
    strict: Annotated[
        bool, About("Keep also cells that depend on a kept one out of date.")
    ] = False,
    third_opinion: Annotated[
        bool, About("Ask LibreOffice, too, where two engines do not agree.")
    ] = False,
    limits: Annotated[Limits | None, About("The largest workbook that is read.")] = None,
) -> Outcome[Recalculated]:
    """Calculate the formulas of a saved workbook and write their values into it.

    It is written only if a value changes, and nothing else in it does, but for what charts keep of
    their cells. What was calculated, changed and left as saved comes back as a receipt, with
    "status": success, errors_found, incomplete (some formulas were left as saved) or failed.

    Returns
    -------
    Recalculated
        The receipt, and the workbook with its values: of bytes, a file or an openpyxl workbook,
        which are not written anywhere, ``data`` is the new one.

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
    >>> import openpyxl, xl_tourney
    >>> book = openpyxl.Workbook()
    >>> book.active.append([2, 3, "=A1*B1"])
    >>> report = xl_tourney.recalc(book)
    >>> report.ok, report.changed, report.values["Sheet"]["C1"]
    (True, 1, 6)
    """
    from ...recalculation.options import Options
    from ...recalculation.recalculate import recalculated

    options = Options(
        engine, check, now, limits, force=force, strict=strict, third_opinion=third_opinion
    )
    receipt, data = recalculated(book, options, output)
    return Outcome(Recalculated(receipt, data), data=receipt.to_json())
