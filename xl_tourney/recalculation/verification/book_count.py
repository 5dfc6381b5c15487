"""The formula cells of one workbook, counted by what a recalculation does to their saved values.

Every value that the program which saved the workbook calculated is taken as right.  A cell is
*silently wrong* if its value is another one after the recalculation and nothing tells so.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ...engines import NotCalculated
from ...errors import InputError
from ...grammar.references import CellAddress, Range, parse_range
from ...ooxml import xml
from ...ooxml.sheet.cached_values import read_cached_value, same_text, to_python
from ...ooxml.sheet.formula_cells import CellXml
from ...ooxml.sheet.scan import scan_sheet
from ...ooxml.sheet.sheet_xml import SheetXml
from ...ooxml.workbook import Workbook

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

_NEAR = 1e-9
_NEAR_ZERO = 1e-11


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


class WrongCell(NamedTuple):
    """A cell whose value is another one than the saved one."""

    cell: str
    formula: str
    saved: Any
    calculated: Any


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


class StaleCell(NamedTuple):
    """Saved values that are known to be stale: those of a formula, or in a range of a sheet."""

    book: str
    """The end of the file's name."""
    reason: str
    formula: str = ""
    sheet: str = ""
    range: Range | None = None

    def matches(self, address: CellAddress, formula: str) -> bool:
        """Whether it names a cell, by its formula or by its place."""
        return bool(self.formula and self.formula == formula) or (
            self.range is not None
            and self.sheet in ("", address.sheet)
            and self.range.contains(address.row, address.column)
        )


class StaleCells:
    """The saved values that are known to be stale, with the reasons."""

    def __init__(self, entries: Iterable[StaleCell] = ()) -> None:
        self._entries = list(entries)

    @classmethod
    def read(cls, path: Path) -> StaleCells:
        """Read a JSON list of ``{"book", "reason"}`` with ``"formula"`` or ``"cells"``."""
        try:
            return cls(
                StaleCell(
                    entry["book"],
                    entry["reason"],
                    entry.get("formula", ""),
                    entry.get("cells", "").rpartition("!")[0],
                    parse_range(entry["cells"].rpartition("!")[2]) if "cells" in entry else None,
                )
                for entry in json.loads(path.read_text("utf-8"))
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(f"{path}: is no list of stale cells ({error!r}).") from error

    def entries_of_book(self, name: str) -> list[StaleCell]:
        """The entries for a workbook."""
        return [entry for entry in self._entries if name.endswith(entry.book)]


def read_saved_cells(workbook: Workbook) -> dict[CellAddress, SavedFormulaCell]:
    """Every formula cell of a workbook, and every cell that an array formula fills."""
    return dict(_saved_cells(workbook))


def _saved_cells(workbook: Workbook) -> Iterator[tuple[CellAddress, SavedFormulaCell]]:
    for worksheet in workbook.worksheets:
        part = xml.read_part(workbook.package, worksheet.part)
        sheet = scan_sheet(part, workbook.package.name)
        for cell in (*sheet.formula_cells, *sheet.spill_cells):
            value = to_python(read_cached_value(sheet, cell, workbook))
            address = CellAddress(worksheet.name, cell.row, cell.column)
            yield address, SavedFormulaCell(sheet, cell, value)


def count_cells(
    book: str,
    saved: Mapping[CellAddress, SavedFormulaCell],
    values: Mapping[CellAddress, Any],
    *,
    volatile: Collection[CellAddress] = (),
    kept: Mapping[str, str] | None = None,
    uncertain: Collection[str] = (),
    stale: Iterable[StaleCell] = (),
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
        What is known to be stale in it.
    """
    count = BookCount(book)
    kept = kept or {}
    stale = list(stale)
    for address, cell in saved.items():
        value = values.get(address)
        if cell.value is None:
            class_ = "without_value"
        elif is_same(cell.value, value):
            name = str(address)
            class_ = "kept" if name in kept else "uncertain" if name in uncertain else "agreed"
            if class_ == "kept":
                count.left_as_saved[kept[name]] += 1
        elif address in volatile:
            class_ = "volatile"
        elif is_near(cell.value, value):
            class_ = "nearly"
        elif any(entry.matches(address, cell.formula) for entry in stale):
            class_ = "stale"
            count.stale.append(WrongCell(str(address), cell.formula, cell.value, value))
        elif str(address) in uncertain:
            class_ = "uncertain"
        elif value is None or isinstance(value, NotCalculated):
            class_ = "failed"
        else:
            class_ = "silently_wrong"
            count.wrong.append(WrongCell(str(address), cell.formula, cell.value, value))
        count.cells[class_] += 1
    return count


def refused_count(book: str, cells: int, reason: str) -> BookCount:
    """The count for a workbook that an engine refuses."""
    return BookCount(book, Counter({"refused": cells} if cells else {}), refusal=reason)


def is_same(saved: Any, value: Any) -> bool:
    """Whether a value is the saved one, to the 15 digits that a spreadsheet keeps."""
    if isinstance(saved, bool) or isinstance(value, bool):
        return saved is value
    if isinstance(saved, float) and isinstance(value, (int, float)):
        return bool(abs(saved - value) <= 1e-14 * abs(value))
    if type(saved) is str and type(value) is str:
        return same_text(saved, value) or saved.replace("\r", "") == value.replace("\r", "")
    if saved == "" and value is None:
        return True
    return type(saved) is type(value) and bool(saved == value)


def is_near(saved: Any, value: Any) -> bool:
    """Whether two numbers agree to nine digits."""
    return (
        type(saved) is float
        and type(value) is float
        and math.isclose(saved, value, rel_tol=_NEAR, abs_tol=_NEAR_ZERO)
    )
