"""New values for input cells of a workbook, or other formulas; nothing else of its file changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ...catalogue.cells import MAX_TEXT
from ...errors import OptionError
from ...grammar.references import CellAddress
from .. import xml
from ..package import Package
from ..workbook import Workbook
from .cell_patches import plain_formula_patch, splice
from .new_cells import new_cell_patches
from .scan import scan_sheet
from .sheet_xml import SheetXml


def with_values(package: Package, values: Mapping[CellAddress, Any]) -> bytes:
    """The file with values in some cells; None empties a cell."""
    for cell, value in values.items():
        if isinstance(value, str) and len(value) > MAX_TEXT:
            raise OptionError(
                f"{package.name}: “{value[:20]}…” for {cell} is longer than {MAX_TEXT:,} "
                "characters, which no cell holds; shorten it."
            )
    parts = {}
    for name, sheet in _sheets_of(package, values):
        cells = {(c.row, c.column): value for c, value in values.items() if c.sheet == name}
        patches = new_cell_patches(sheet, package.name, cells)
        parts[sheet.part.name] = sheet.part.encode(splice(sheet.data, patches))
    return package.with_parts(parts) if parts else package.data


def with_formulas(package: Package, changed: Mapping[CellAddress, Callable[[str], str]]) -> bytes:
    """The file with changed formulas in cells that have one; their cached values stay."""
    parts = {}
    for name, sheet in _sheets_of(package, changed):
        patches = [
            plain_formula_patch(sheet, cell, new)
            for cell in sheet.formula_cells
            if (place := CellAddress(name, cell.row, cell.column)) in changed
            and (new := changed[place](old := sheet.resolved_formula(cell))) != old
        ]
        if patches:
            parts[sheet.part.name] = sheet.part.encode(splice(sheet.data, patches))
    return package.with_parts(parts) if parts else package.data


def _sheets_of(package: Package, cells: Iterable[CellAddress]) -> Iterator[tuple[str, SheetXml]]:
    """The sheets of some cells, by name."""
    parts = {sheet.name: sheet.part for sheet in Workbook.open(package).worksheets}
    for name in {cell.sheet for cell in cells}:
        yield name, scan_sheet(xml.read_part(package, parts[name]), package.name)
