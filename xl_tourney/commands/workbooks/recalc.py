"""The act of calculating a workbook; it is written as a run over many writes each of them."""

from __future__ import annotations

import io
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ...calculation.receipt import Receipt
from ...engines import ENGINES
from ...ooxml.package import Limits, Package
from ..parts.books import WORKBOOK_SUFFIXES
from ..parts.declaration import CLOCK, About, Outcome, command

if TYPE_CHECKING:
    import openpyxl

SAVED_SUFFIXES = (*WORKBOOK_SUFFIXES, ".xltx", ".xltm")


class Recalculated(Receipt):
    """What a recalculation did, and the workbook with its new values."""

    data: bytes = b""
    """The workbook as a file; with ``check`` as it was."""

    def __init__(self, receipt: Receipt, data: bytes) -> None:
        super().__init__(**vars(receipt))
        self.data = data

    @property
    def receipt(self) -> Receipt:
        """The receipt, as ``xl-tourney recalc --json`` prints it."""
        return self

    @cached_property
    def workbook(self) -> openpyxl.Workbook:
        """The workbook as openpyxl loads it with values in place of formulas."""
        import openpyxl

        return openpyxl.load_workbook(io.BytesIO(self.data), data_only=True)

    @cached_property
    def values(self) -> Mapping[str, Mapping[str, Any]]:
        """Every cell that has a value, and every formula cell, by sheet and cell.

        Dates are dates, errors are texts.  A formula cell that stays empty is None; ``empty`` says
        why.
        """
        from ...ooxml.sheet.cached_values import read_cached_value, to_python
        from ...ooxml.workbook import Workbook

        book = Workbook.open(Package(self.data, self.path))
        values = {}
        for sheet in self.workbook.worksheets:
            values[sheet.title] = of_sheet = {
                cell.coordinate: cell.value
                for row in sheet.iter_rows()
                for cell in row
                if cell.value is not None
            }
            scanned = book.scan(sheet.title)
            for cell in scanned.formula_cells:
                if cell.reference not in of_sheet:  # an empty text is none to openpyxl
                    value = to_python(read_cached_value(scanned, cell, book))
                    of_sheet[cell.reference] = value
        return values

    def as_json(self) -> Mapping[str, Any]:
        """The receipt for a program, as docs/reference/schemas/receipt.schema.json describes it."""
        return self.to_json()


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
