"""The rows of a sheet with its cells, whether these hold formulas or constants.

A pass of expat finds them wherever they say that they are, or behind the one before.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from ...grammar.references import RangeSet, parse_cell_reference
from .. import xml
from .cached_values import CachedValue, SharedStrings, read_value
from .formula_cells import CellXml

CellValues = Mapping[tuple[int, int], CachedValue]
"""The values of cells by row and column; blank ones are not among them."""


@dataclass(eq=False, repr=False)
class RowXml:
    """A row in a sheet's XML; positions are in bytes."""

    number: int
    start: int
    close: int = -1
    """The position of ``</row>``, or the end of ``<row …/>``."""
    cells: list[CellXml] = field(default_factory=list)
    cell_closes: list[int] = field(default_factory=list)
    """The position of ``</c>`` for each cell, or the end of ``<c …/>``."""


@dataclass(eq=False, repr=False)
class Outline:
    """The rows of a sheet, with the cells of some."""

    rows: list[RowXml] = field(default_factory=list)
    root: int = -1
    """The position of the element around all."""
    start: int = -1
    """The position of ``<sheetData>``."""
    close: int = -1
    """The position of ``</sheetData>``, or the end of ``<sheetData/>``."""


def read_outline(
    part: xml.XmlPart,
    workbook_name: str,
    row_numbers: Container[int] | None = None,
    wanted: RangeSet | None = None,
) -> Outline:
    """The outline with the cells of these rows, or with these cells; None for all."""
    outline = Outline()
    row = column = 0
    has_cells = False
    cell: CellXml | None = None
    data = part.data

    def set_handlers(parser: expat.XMLParserType) -> None:
        def start_element(name: str, attributes: dict[str, str]) -> None:
            nonlocal row, column, has_cells, cell
            element = xml.local_name(name)
            if element == "row":
                row = int(attributes["r"]) if "r" in attributes else row + 1
                column = 0
                has_cells = row_numbers is None or row in row_numbers
                outline.rows.append(RowXml(row, parser.CurrentByteIndex))
            elif element == "sheetData":
                outline.start = parser.CurrentByteIndex
            elif outline.root < 0:
                outline.root = parser.CurrentByteIndex
            elif not has_cells:
                return
            elif element == "c":
                reference = attributes.get("r")
                column = parse_cell_reference(reference)[1] if reference is not None else column + 1
                cell = None
                if wanted is None or (row, column) in wanted:
                    cell = CellXml(row, column, parser.CurrentByteIndex, attributes.get("t", "n"))
                    outline.rows[-1].cells.append(cell)
            elif cell is None:
                return
            elif element == "v":
                cell.v_start = parser.CurrentByteIndex
                cell.value_span = xml.text_span(data, cell.v_start)
            elif element == "is":
                cell.is_start = parser.CurrentByteIndex

        def end_element(name: str) -> None:
            nonlocal has_cells
            element = xml.local_name(name)
            if element == "c" and has_cells and cell:
                outline.rows[-1].cell_closes.append(parser.CurrentByteIndex)
            elif element == "row":
                outline.rows[-1].close = parser.CurrentByteIndex
            elif element == "sheetData":
                outline.close = parser.CurrentByteIndex
                has_cells = False

        parser.StartElementHandler = start_element
        parser.EndElementHandler = end_element

    xml.parse(part, workbook_name, set_handlers)
    return outline


def read_cell_values(
    part: xml.XmlPart,
    wanted: RangeSet | None,
    strings: SharedStrings,
    workbook_name: str,
) -> CellValues:
    """The values of some cells, or of all."""
    outline = read_outline(part, workbook_name, wanted=wanted)
    values = {
        (cell.row, cell.column): read_value(part.data, cell, strings)
        for row in outline.rows
        for cell in row.cells
    }
    return {place: value for place, value in values.items() if value.type}
