"""Values for cells that a scan did not find: new cells, or cells without a formula.

A spill range can reach over cells that the file does not have.  A second pass of expat finds their
rows and neighbours.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate, groupby
from typing import Any
from xml.parsers import expat

from ...grammar.references import cell_reference, parse_cell_reference
from .. import xml
from .cached_values import from_python
from .cell_patches import namespace_prefix, value_patches
from .formula_cells import CellXml, Patch
from .sheet_xml import SheetXml

CellValues = Mapping[tuple[int, int], Any]
"""Values by row and column."""


@dataclass
class _RowXml:
    number: int
    start: int
    close: int = -1
    """The position of ``</row>``, or the end of ``<row …/>``."""
    cells: list[CellXml] = field(default_factory=list)


@dataclass
class _Outline:
    """The rows of a sheet, with the cells of some."""

    rows: list[_RowXml] = field(default_factory=list)
    close: int = -1
    """The position of ``</sheetData>``."""


def new_cell_patches(sheet: SheetXml, workbook_name: str, values: CellValues) -> list[Patch]:
    """The patches that give these cells values; None empties a cell."""
    outline = _read_outline(sheet, workbook_name, frozenset(row for row, _ in values))
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


def _patches_in_row(sheet: SheetXml, row: _RowXml, values: Mapping[int, Any]) -> list[Patch]:
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
    cells = []
    for column, value in values.items():
        new = from_python(value)
        if new.type:
            reference = cell_reference(row, column).encode()
            type_ = b"" if new.type == "n" else b' t="%s"' % new.type.encode()
            text = xml.encode_xstring(new.text)
            cells.append(
                b'<%sc r="%s"%s><%sv>%s</%sv></%sc>'
                % (prefix, reference, type_, prefix, text, prefix, prefix)
            )
    return b"".join(cells)


def appended_formulas_patch(sheet: SheetXml, formulas: Mapping[tuple[int, int], str]) -> Patch:
    """The patch that adds cells with formulas after all rows; engines do not need their order."""
    prefix = _prefix(sheet)
    rows = []
    for row, cells in groupby(sorted(formulas), key=lambda cell: cell[0]):
        cells_xml = b"".join(
            b'<%sc r="%s"><%sf>%s</%sf></%sc>'
            % (
                prefix,
                cell_reference(*cell).encode(),
                prefix,
                xml.escape(formulas[cell]).encode(),
                prefix,
                prefix,
            )
            for cell in cells
        )
        rows.append(b'<%srow r="%d">%s</%srow>' % (prefix, row, cells_xml, prefix))
    end = sheet.data.rindex(b"</%ssheetData" % prefix)
    return end, end, b"".join(rows)


def _prefix(sheet: SheetXml) -> bytes:
    return namespace_prefix(sheet.data, sheet.formula_cells.cell(0))


def _read_outline(sheet: SheetXml, workbook_name: str, row_numbers: frozenset[int]) -> _Outline:
    """The outline with the cells of these rows."""
    outline = _Outline()
    row = column = 0
    data = sheet.data

    def set_handlers(parser: expat.XMLParserType) -> None:
        def start_element(name: str, attributes: dict[str, str]) -> None:
            nonlocal row, column
            element = xml.local_name(name)
            if element == "row":
                row = int(attributes["r"]) if "r" in attributes else row + 1
                column = 0
                outline.rows.append(_RowXml(row, parser.CurrentByteIndex))
            elif element == "c" and row in row_numbers:
                reference = attributes.get("r")
                column = parse_cell_reference(reference)[1] if reference is not None else column + 1
                cell = CellXml(row, column, parser.CurrentByteIndex, attributes.get("t", "n"))
                outline.rows[-1].cells.append(cell)
            elif element == "v" and row in row_numbers:
                cell = outline.rows[-1].cells[-1]
                cell.v_start = parser.CurrentByteIndex
                cell.value_span = xml.text_span(data, cell.v_start)
            elif element == "is" and row in row_numbers:
                outline.rows[-1].cells[-1].is_start = parser.CurrentByteIndex

        def end_element(name: str) -> None:
            element = xml.local_name(name)
            if element == "row":
                outline.rows[-1].close = parser.CurrentByteIndex
            elif element == "sheetData":
                outline.close = parser.CurrentByteIndex

        parser.StartElementHandler = start_element
        parser.EndElementHandler = end_element

    xml.parse(sheet.part._replace(data=sheet.data), workbook_name, set_handlers)
    return outline
