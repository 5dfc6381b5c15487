"""New values for input cells of a workbook; nothing else of its file changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...grammar.references import CellAddress
from .. import xml
from ..package import Package
from ..workbook import Workbook
from .cell_patches import splice
from .new_cells import new_cell_patches
from .scan import scan_sheet


def with_values(package: Package, values: Mapping[CellAddress, Any]) -> bytes:
    """The file with values in some cells; None empties a cell."""
    part_names = {sheet.name: sheet.part for sheet in Workbook.open(package).worksheets}
    parts = {}
    for name in {cell.sheet for cell in values}:
        part = xml.read_part(package, part_names[name])
        sheet = scan_sheet(part, package.name)
        cells = {(c.row, c.column): value for c, value in values.items() if c.sheet == name}
        patches = new_cell_patches(sheet, package.name, cells)
        parts[part.name] = part.encode(splice(part.data, patches))
    return package.with_parts(parts) if parts else package.data
