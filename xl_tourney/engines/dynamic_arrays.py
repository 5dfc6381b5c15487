"""Dynamic arrays for an engine that knows only array formulas over a fixed range.

Two formulas at the end of the anchor's row, ROWS and COLUMNS of the array, measure it; then its
range in the file is replaced by the measured one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..grammar.references import (
    MAX_COLUMN,
    MAX_ROW,
    CellAddress,
    Range,
    cell_reference,
)
from ..ooxml.package import Package
from ..ooxml.sheet.cell_patches import array_range_patch, namespace_prefix, splice
from ..ooxml.sheet.formula_cells import CellXml, Patch
from ..ooxml.sheet.new_cells import formula_cell
from ..ooxml.sheet.outline import read_outline
from ..ooxml.sheet.sheet_xml import SheetXml
from ..ooxml.workbook import Workbook
from .saved_workbook import CellValues

_LAST_COLUMN = 1024
"""The last column that every LibreOffice has."""


class DynamicArray(NamedTuple):
    """A formula whose value spills."""

    anchor: CellAddress
    saved_range: Range
    """Its spill range in the file."""


def find_dynamic_arrays(package: bytes, candidates: Iterable[CellAddress]) -> list[DynamicArray]:
    """The candidates that are anchors of dynamic arrays."""
    addresses = set(candidates)
    if not addresses:
        return []
    workbook = Workbook.open(Package(package))
    return [
        DynamicArray(anchor, range_)
        for sheet, _ in workbook.worksheets
        for cell in workbook.scan(sheet).formula_cells
        if cell.is_dynamic and (range_ := cell.array_range)
        if (anchor := CellAddress(sheet, cell.row, cell.column)) in addresses
    ]


def add_measuring_formulas(package: bytes, arrays: Sequence[DynamicArray]) -> bytes:
    """The workbook with the formulas that measure its dynamic arrays, each at its row's end."""
    columns = _measuring_columns(arrays)

    def add(sheet: SheetXml, cells: Mapping[CellAddress, CellXml]) -> Iterator[Patch]:
        part = sheet.part._replace(data=sheet.data)
        ends = {row.number: row.close for row in read_outline(part, "", ()).rows}
        for anchor, cell in cells.items():
            end, prefix = ends[cell.row], namespace_prefix(sheet.data, cell)
            for column, function in enumerate(("ROWS", "COLUMNS"), columns[anchor]):
                place, formula = (cell.row, column), f"{function}({sheet.formula(cell)})"
                area = b' t="array" ref="%s"' % cell_reference(*place).encode()
                yield end, end, formula_cell(place, formula, b"", area, prefix)

    return _patched(package, columns, add)


def _measuring_columns(arrays: Sequence[DynamicArray]) -> dict[CellAddress, int]:
    """For each array the first of the two columns in its row where it is measured."""
    columns: dict[CellAddress, int] = {}
    free: dict[tuple[str, int], int] = {}
    for anchor in (array.anchor for array in arrays):
        row = anchor.sheet, anchor.row
        columns[anchor] = free[row] = free.get(row, _LAST_COLUMN + 1) - 2
    return columns


def measured_ranges(
    sheets: Mapping[str, CellValues], arrays: Sequence[DynamicArray]
) -> dict[CellAddress, Range]:
    """The spill range of each array; one cell where it cannot be measured."""
    ranges = {}
    for anchor, measuring_column in _measuring_columns(arrays).items():
        values, (_, top, left) = sheets[anchor.sheet], anchor
        height, width = (
            int(size) if isinstance(size := values.get((top, column)), float) else 1
            for column in (measuring_column, measuring_column + 1)
        )
        bottom, right = min(top + height - 1, MAX_ROW), min(left + width - 1, MAX_COLUMN)
        ranges[anchor] = Range(top, left, bottom, right)
    return ranges


def is_blocked(values: CellValues, array: DynamicArray, spill_range: Range) -> bool:
    """Whether a cell with a value of its own lies in the array's way."""
    return any(
        spill_range.contains(*cell) and not array.saved_range.contains(*cell) for cell in values
    )


def set_spill_ranges(package: bytes, ranges: Mapping[CellAddress, Range]) -> bytes:
    """The workbook with each dynamic array over its measured range."""

    def set_ranges(sheet: SheetXml, cells: Mapping[CellAddress, CellXml]) -> Iterator[Patch]:
        for anchor, cell in cells.items():
            yield array_range_patch(sheet.data, cell, str(ranges[anchor]))

    return _patched(package, ranges, set_ranges)


def _patched(
    data: bytes,
    anchors: Iterable[CellAddress],
    patches: Callable[[SheetXml, Mapping[CellAddress, CellXml]], Iterator[Patch]],
) -> bytes:
    """The workbook with patches to the sheets of these anchors."""
    package = Package(data)
    workbook = Workbook.open(package)
    parts = {}
    for name in {anchor.sheet for anchor in anchors}:
        sheet = workbook.scan(name)
        cells = {CellAddress(name, cell.row, cell.column): cell for cell in sheet.formula_cells}
        of_anchors = {anchor: cells[anchor] for anchor in anchors if anchor in cells}
        patched = splice(sheet.data, patches(sheet, of_anchors))
        parts[sheet.part.name] = sheet.part.encode(patched)
    return package.with_uncompressed_parts(parts)
