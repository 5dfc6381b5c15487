"""Dynamic arrays for an engine that knows only array formulas over a fixed range.

Two formulas at the end of the anchor's row, ROWS and COLUMNS of the array, measure it; then its
range in the file is replaced by the measured one.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ..grammar.references import (
    MAX_COLUMN,
    MAX_ROW,
    CellAddress,
    Range,
    cell_reference,
    parse_cell_reference,
    parse_range,
)
from .saved_workbook import CellValues, worksheet_parts

_DYNAMIC_ARRAY = re.compile(
    rb'<(?P<prefix>(?:\w+:)?)c\b(?P<cell>[^>]*\bcm="[^>]*)>\s*'
    rb'<(?:\w+:)?f\b(?P<array>[^>]*\bt="array"[^>]*)>(?P<formula>[^<]*)<'
)
_REF_ATTRIBUTE = re.compile(rb'\bref="([^"]*)"')
_R_ATTRIBUTE = re.compile(rb'\br="([^"]*)"')
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
    arrays: list[DynamicArray] = []
    if not addresses:
        return arrays
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        for sheet, part in worksheet_parts(archive):
            for match in _DYNAMIC_ARRAY.finditer(archive.read(part)):
                anchor, reference = _anchor(sheet, match), _REF_ATTRIBUTE.search(match["array"])
                if anchor in addresses and reference:
                    arrays.append(DynamicArray(anchor, parse_range(reference[1].decode())))
    return arrays


def add_measuring_formulas(package: bytes, arrays: Sequence[DynamicArray]) -> bytes:
    """The workbook with the formulas that measure its dynamic arrays."""
    columns = _measuring_columns(arrays)

    def add(sheet: str, xml: bytes) -> bytes:
        for match in reversed(list(_DYNAMIC_ARRAY.finditer(xml))):
            anchor = _anchor(sheet, match)
            if anchor in columns:
                end = xml.index(b"</%srow>" % match["prefix"], match.end())
                cells = _measuring_cells(match, anchor.row, columns[anchor])
                xml = xml[:end] + cells + xml[end:]
        return xml

    return _rewrite_sheets(package, add)


def _measuring_columns(arrays: Sequence[DynamicArray]) -> dict[CellAddress, int]:
    """For each array the first of the two columns in its row where it is measured."""
    columns: dict[CellAddress, int] = {}
    free: dict[tuple[str, int], int] = {}
    for anchor in (array.anchor for array in arrays):
        row = anchor.sheet, anchor.row
        columns[anchor] = free[row] = free.get(row, _LAST_COLUMN + 1) - 2
    return columns


def _measuring_cells(match: re.Match[bytes], row: int, column: int) -> bytes:
    cells = b"".join(
        b'<c r="%s"><f t="array" ref="%s">%s(%s)</f></c>'
        % (reference, reference, function, match["formula"])
        for function, reference in (
            (b"ROWS", cell_reference(row, column).encode()),
            (b"COLUMNS", cell_reference(row, column + 1).encode()),
        )
    )
    return re.sub(rb"<(/?)(?=\w)", rb"<\1" + match["prefix"], cells)


def _anchor(sheet: str, match: re.Match[bytes]) -> CellAddress | None:
    reference = _R_ATTRIBUTE.search(match["cell"])
    return CellAddress(sheet, *parse_cell_reference(reference[1].decode())) if reference else None


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

    def set_in_sheet(sheet: str, xml: bytes) -> bytes:
        def set_range(match: re.Match[bytes]) -> bytes:
            anchor = _anchor(sheet, match)
            range_ = ranges.get(anchor) if anchor else None
            if range_ is None:
                return match[0]
            return _REF_ATTRIBUTE.sub(b'ref="%s"' % str(range_).encode(), match[0])

        return _DYNAMIC_ARRAY.sub(set_range, xml)

    return _rewrite_sheets(package, set_in_sheet)


def _rewrite_sheets(package: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    """The package with its worksheets changed."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as old, zipfile.ZipFile(file, "w") as new:
        names = {part: sheet for sheet, part in worksheet_parts(old)}
        for part in old.namelist():
            data = old.read(part)
            new.writestr(part, change(names[part], data) if part in names else data)
    return file.getvalue()
