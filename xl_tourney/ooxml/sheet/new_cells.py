"""Cells that a scan did not find: new cells, or cells without a formula.

A spill range can reach over cells that the file does not have.  Their rows and neighbours are found
in the outline of the sheet.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate, groupby
from typing import Any

from ...grammar.references import cell_reference
from .. import xml
from .cached_values import from_python
from .cell_patches import namespace_prefix, value_patches
from .formula_cells import Patch
from .outline import RowXml, read_outline
from .sheet_xml import SheetXml

CellValues = Mapping[tuple[int, int], Any]
"""Values by row and column."""


def new_cell_patches(sheet: SheetXml, workbook_name: str, values: CellValues) -> list[Patch]:
    """The patches that give these cells values; None empties a cell."""
    part = sheet.part._replace(data=sheet.data)
    outline = read_outline(part, workbook_name, frozenset(row for row, _ in values))
    rows = {row.number: row for row in outline.rows}
    highest_numbers = [*accumulate((row.number for row in outline.rows), max)]
    patches: list[Patch] = []
    new_rows: list[tuple[int, bytes]] = []
    for number, cells in groupby(sorted(values), key=lambda cell: cell[0]):
        by_column = {column: values[number, column] for _, column in cells}
        if number in rows:
            patches += _patches_in_row(sheet, rows[number], by_column)
        elif new_cells := _new_cells(sheet, number, by_column):
            prefix = _prefix(sheet)
            row_xml = b'<%srow r="%d">%s</%srow>' % (prefix, number, new_cells, prefix)
            below = bisect_right(highest_numbers, number)  # the first row with a higher number
            at_end = below == len(outline.rows)
            new_rows.append((outline.close if at_end else outline.rows[below].start, row_xml))
    for position, rows_there in groupby(new_rows, key=lambda new: new[0]):
        patches.append((position, position, b"".join(row_xml for _, row_xml in rows_there)))
    return patches


def _patches_in_row(sheet: SheetXml, row: RowXml, values: Mapping[int, Any]) -> list[Patch]:
    """The patches for the values of some columns in a row of the file."""
    data = sheet.data
    existing = {cell.column: cell for cell in row.cells}
    patches: list[Patch] = []
    inserted: dict[int, dict[int, Any]] = {}
    for column, value in values.items():
        if column in existing:
            patches += value_patches(sheet, existing[column], value)
        else:
            right = (cell.start for cell in row.cells if cell.column > column)
            inserted.setdefault(next(right, row.close), {})[column] = value
    for position, by_column in inserted.items():
        cells = _new_cells(sheet, row.number, by_column)
        is_after_tag = position == xml.tag_end(data, row.start)
        if cells and is_after_tag and data.endswith(b"/>", row.start, position):
            name = data[row.start + 1 : position].split()[0].rstrip(b"/")
            opened = b">" + cells + b"</" + name + b">"
            patches.append((position - 2, position, opened))  # <row …/> gets an end tag
        elif cells:
            patches.append((position, position, cells))
    return patches


def _new_cells(sheet: SheetXml, row: int, values: Mapping[int, Any]) -> bytes:
    """New cells of a row; none for values that are empty."""
    prefix = _prefix(sheet)
    return b"".join(
        value_cell((row, column), value, prefix=prefix)
        for column, value in values.items()
        if from_python(value).type
    )


def appended_formulas_patch(sheet: SheetXml, formulas: Mapping[tuple[int, int], str]) -> Patch:
    """The patch that adds cells with formulas after all rows; engines do not need their order."""
    prefix = _prefix(sheet)
    rows = []
    for row, cells in groupby(sorted(formulas), key=lambda cell: cell[0]):
        cells_xml = b"".join(formula_cell(cell, formulas[cell], prefix=prefix) for cell in cells)
        rows.append(b'<%srow r="%d">%s</%srow>' % (prefix, row, cells_xml, prefix))
    end = sheet.data.rindex(b"</%ssheetData" % prefix)
    return end, end, b"".join(rows)


def value_cell(
    place: tuple[int, int], value: Any, attributes: bytes = b"", prefix: bytes = b""
) -> bytes:
    """A cell with a value; ``attributes`` stand after the reference.

    >>> value_cell((2, 3), "a", b' s="4"'), value_cell((2, 3), None)
    (b'<c r="C2" s="4" t="str"><v>a</v></c>', b'<c r="C2"/>')
    """
    new = from_python(value)
    opened = b'<%sc r="%s"%s' % (prefix, cell_reference(*place).encode(), attributes)
    if not new.type:
        return opened + b"/>"
    type_ = b"" if new.type == "n" else b' t="%s"' % new.type.encode()
    text = xml.encode_xstring(new.text)
    return b"%s%s><%sv>%s</%sv></%sc>" % (opened, type_, prefix, text, prefix, prefix)


def formula_cell(
    place: tuple[int, int],
    formula: str,
    attributes: bytes = b"",
    formula_attributes: bytes = b"",
    prefix: bytes = b"",
) -> bytes:
    """A cell with a formula, not yet calculated."""
    reference, text = cell_reference(*place).encode(), xml.escape(formula).encode()
    opened = b'<%sc r="%s"%s><%sf%s>' % (prefix, reference, attributes, prefix, formula_attributes)
    return opened + b"%s</%sf></%sc>" % (text, prefix, prefix)


def _prefix(sheet: SheetXml) -> bytes:
    return namespace_prefix(sheet.data, sheet.formula_cells.cell(0))
