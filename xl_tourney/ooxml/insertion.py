"""Values for cells that a scan did not find: new ones, or ones that hold nothing yet.

An array can fill cells that the file does not mention.  A second pass of expat finds their rows and
neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any
from xml.parsers import expat

from ..grammar.references import cell_name, parse_cell
from . import cached_values, xml
from .formula_cells import Cell, Patch
from .sheet import Sheet

Values = Mapping[tuple[int, int], Any]


@dataclass
class _Row:
    number: int
    start: int
    close: int = -1
    """Where ``</row>`` begins, or ``<row …/>`` ends."""
    cells: list[Cell] = field(default_factory=list)


@dataclass
class _Outline:
    """The rows of a sheet; the cells only of those that matter."""

    rows: list[_Row] = field(default_factory=list)
    close: int = -1
    """Where ``</sheetData>`` begins."""


def patches(sheet: Sheet, workbook: str, values: Values) -> list[Patch]:
    """What to insert or replace so that the cells say these values; None empties a cell."""
    outline = _outline(sheet, workbook, frozenset(row for row, _ in values))
    rows = {row.number: row for row in outline.rows}
    found: list[Patch] = []
    new_rows: list[tuple[int, bytes]] = []
    for number, group in groupby(sorted(values), key=lambda at: at[0]):
        columns = {column: values[number, column] for _, column in group}
        if number in rows:
            found += _into_row(sheet, rows[number], columns)
        else:
            cells = _new_cells(sheet, number, columns)
            if cells:
                prefix = cached_values.prefix(sheet.text.data, sheet.formulas.cell(0))
                new = b'<%srow r="%d">%s</%srow>' % (prefix, number, cells, prefix)
                at = next((r.start for r in outline.rows if r.number > number), outline.close)
                new_rows.append((at, new))
    for at, group_at in groupby(new_rows, key=lambda new: new[0]):
        found.append((at, at, b"".join(new for _, new in group_at)))
    return found


def _into_row(sheet: Sheet, row: _Row, columns: Mapping[int, Any]) -> list[Patch]:
    data = sheet.text.data
    there = {cell.column: cell for cell in row.cells}
    found: list[Patch] = []
    inserted: dict[int, dict[int, Any]] = {}
    for column, value in columns.items():
        if column in there:
            found += cached_values.patches(sheet, there[column], value)
        else:
            at = next((cell.start for cell in row.cells if cell.column > column), row.close)
            inserted.setdefault(at, {})[column] = value
    for at, group in inserted.items():
        cells = _new_cells(sheet, row.number, group)
        if cells and at == xml.tag_end(data, row.start) and data.endswith(b"/>", row.start, at):
            name = data[row.start + 1 : at].split()[0].rstrip(b"/")
            opened = b">" + cells + b"</" + name + b">"
            found.append((at - 2, at, opened))  # <row …/> opens up for its cells
        elif cells:
            found.append((at, at, cells))
    return found


def _new_cells(sheet: Sheet, row: int, columns: Mapping[int, Any]) -> bytes:
    """Cells that the file does not have yet; none for values that are empty."""
    data = sheet.text.data
    prefix = cached_values.prefix(data, sheet.formulas.cell(0))
    cells = []
    for column, value in columns.items():
        new = cached_values.encode(value)
        if new.type:
            type_ = b"" if new.type == "n" else b' t="%s"' % new.type.encode()
            text = cached_values.text_xml(new.text)
            cells.append(
                b'<%sc r="%s"%s><%sv>%s</%sv></%sc>'
                % (prefix, cell_name(row, column).encode(), type_, prefix, text, prefix, prefix)
            )
    return b"".join(cells)


def _outline(sheet: Sheet, workbook: str, wanted: frozenset[int]) -> _Outline:
    outline = _Outline()
    xml.parse(sheet.text, workbook, lambda parser: _handlers(parser, sheet, outline, wanted))
    return outline


def _handlers(
    parser: expat.XMLParserType, sheet: Sheet, outline: _Outline, wanted: frozenset[int]
) -> None:
    number = column = 0
    data = sheet.text.data

    def begin(name: str, found: dict[str, str]) -> None:
        nonlocal number, column
        what = xml.local(name)
        if what == "row":
            number = int(found["r"]) if "r" in found else number + 1
            column = 0
            outline.rows.append(_Row(number, parser.CurrentByteIndex))
        elif what == "c" and number in wanted:
            column = parse_cell(found["r"])[1] if "r" in found else column + 1
            cell = Cell(number, column, parser.CurrentByteIndex, found.get("t", "n"))
            outline.rows[-1].cells.append(cell)
        elif what == "v" and number in wanted:
            cell = outline.rows[-1].cells[-1]
            cell.v = parser.CurrentByteIndex
            cell.value_text = xml.text_span(data, cell.v)

    def end(name: str) -> None:
        what = xml.local(name)
        if what == "row":
            outline.rows[-1].close = parser.CurrentByteIndex
        elif what == "sheetData":
            outline.close = parser.CurrentByteIndex

    parser.StartElementHandler = begin
    parser.EndElementHandler = end
