"""Scanning a sheet's XML for its formula cells.

Every sheet goes through expat, which refuses what is not well-formed.  In a sheet without comments,
instructions and CDATA, a ``<`` always begins a tag, and a pattern finds the cells in their usual
form (:mod:`.segments`).  It must find as many cells as there are ``<f``; if it does not, or if the
sheet is written in another form, the cells are read by expat.
"""

from __future__ import annotations

from collections.abc import Callable
from xml.parsers import expat

from ...errors import WorkbookError
from ...grammar.references import Range, parse_cell_reference
from .. import xml
from .formula_cells import NO_SPAN, CellXml, FormulaCells
from .segments import SheetSegments
from .sheet_xml import SheetXml

_NAMESPACES = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
)
"""The two forms of the format."""

_ELEMENTS = {
    f"{namespace}}}{local}": local
    for namespace in _NAMESPACES
    for local in ("worksheet", "row", "c", "f", "v", "is")
}
"""The elements that are read, by their full names."""


def scan_sheet(part: xml.XmlPart, workbook_name: str) -> SheetXml:
    """Find the formula cells of a sheet, and the cells in the ranges of its array formulas."""
    try:
        return scan_by_pattern(part, workbook_name) or scan_by_expat(part, workbook_name)
    except ValueError as error:
        raise WorkbookError(
            f"{workbook_name}: part {part.name} has a cell that is nowhere ({error}); "
            "open and save the workbook in a spreadsheet program."
        ) from error


def scan_by_pattern(part: xml.XmlPart, workbook_name: str) -> SheetXml | None:
    """The sheet as the pattern finds it; None if that may not be all."""
    if not check_sheet(part, workbook_name):
        return None
    segments = SheetSegments.split(part.data)
    if segments is None:
        return None
    formula_cells = segments.formula_cells()
    if any(range_.cell_count > 1 for range_ in formula_cells.array_ranges.values()):
        return None  # the other cells of the range are no formula cells
    return SheetXml(part._replace(data=b""), formula_cells, segments=segments)


def check_sheet(part: xml.XmlPart, workbook_name: str) -> bool:
    """Refuse what is not well-formed or no worksheet.

    It says whether every ``<`` begins a tag, and tags without a prefix are in a known namespace.
    """
    root = ""
    non_elements: list[object] = []
    namespaces: list[tuple[str | None, str]] = []

    def set_handlers(parser: expat.XMLParserType) -> None:
        parser.CommentHandler = non_elements.append
        parser.StartCdataSectionHandler = lambda: non_elements.append(None)
        parser.ProcessingInstructionHandler = lambda *instruction: non_elements.append(instruction)
        parser.StartNamespaceDeclHandler = lambda *namespace: namespaces.append(namespace)

        def root_element(name: str, _: object) -> None:
            nonlocal root
            root, parser.StartElementHandler = name, None

        parser.StartElementHandler = root_element

    xml.parse(part, workbook_name, set_handlers)
    if _ELEMENTS.get(root) != "worksheet":
        raise WorkbookError(
            f"{workbook_name}: part {part.name} is no worksheet; restore the workbook from a copy."
        )
    default = [uri for prefix, uri in namespaces if not prefix]
    return not non_elements and len(default) == 1 and default[0] in _NAMESPACES


def scan_by_expat(part: xml.XmlPart, workbook_name: str) -> SheetXml:
    """The sheet as expat reads it."""
    reader = _CellReader(part.data)
    xml.parse(part, workbook_name, reader.set_handlers)
    reader.finish()
    formula_cells = FormulaCells.from_cells(reader.formula_cells, part.data)
    return SheetXml(part, formula_cells, reader.spill_cells)


class _CellReader:
    """Collects the positions of elements; a cell is complete when the next one begins.

    The handler runs for very many elements, so it does no more than it must.
    """

    def __init__(self, data: bytes) -> None:
        self.formula_cells: list[CellXml] = []
        self.spill_cells: list[CellXml] = []
        self.finish: Callable[[], None] = lambda: None
        self._data = data

    def set_handlers(self, parser: expat.XMLParserType) -> None:
        """Set the handler of start tags."""
        data, formula_cells, spill_cells = self._data, self.formula_cells, self.spill_cells
        elements, text_span = _ELEMENTS, xml.text_span
        row = 0
        column = 0
        start = f_start = v_start = is_start = -1
        cell_attributes: dict[str, str] = {}
        formula_attributes: dict[str, str] | None = None
        array_ranges: list[Range] = []  # those that reach to the current row, or below

        def start_element(name: str, attributes: dict[str, str]) -> None:
            nonlocal row, column, start, cell_attributes, f_start, formula_attributes
            nonlocal v_start, is_start
            element = elements.get(name)
            if element == "c":
                if f_start >= 0 or array_ranges:
                    complete_cell()
                if "r" not in attributes:
                    read_reference()
                    column += 1
                cell_attributes = attributes
                start = parser.CurrentByteIndex
                v_start = is_start = -1
            elif element == "v":
                v_start = parser.CurrentByteIndex
            elif element == "f":
                if start >= 0:
                    f_start = parser.CurrentByteIndex
                    formula_attributes = attributes
            elif element == "row":
                complete_cell()
                row = int(attributes["r"]) if "r" in attributes else row + 1
                column = 0
                cell_attributes = {}
                start = -1
                if array_ranges:
                    array_ranges[:] = [range_ for range_ in array_ranges if range_.bottom >= row]
            elif element == "is":
                is_start = parser.CurrentByteIndex

        def read_reference() -> None:
            """Set the row and column of the cell; without a reference it is the next column's."""
            nonlocal row, column
            reference = cell_attributes.get("r")
            if reference is not None:
                row, column = parse_cell_reference(reference)

        def complete_cell() -> None:
            nonlocal f_start, formula_attributes, start
            if start < 0 or not (f_start >= 0 or array_ranges):
                return
            read_reference()
            type_ = cell_attributes.get("t", "n")
            value_span = text_span(data, v_start) if v_start >= 0 else NO_SPAN
            is_filled = bool(array_ranges) and any(
                range_.contains(row, column) for range_ in array_ranges
            )
            if f_start >= 0 and not (is_filled and is_formula_of_array()):
                formula_span = text_span(data, f_start)
                cell = CellXml(
                    row,
                    column,
                    start,
                    type_,
                    f_start,
                    v_start,
                    is_start,
                    formula_attributes,
                    formula_span,
                    value_span,
                )
                formula_cells.append(cell)
                f_start = -1
                if formula_attributes and (range_ := cell.array_range):
                    cell.is_dynamic = "cm" in cell_attributes
                    if range_.cell_count > 1:
                        array_ranges.append(range_)
            elif is_filled:
                cell = CellXml(row, column, start, type_, f_start, v_start, is_start)
                cell.value_span = value_span
                spill_cells.append(cell)
                f_start = -1

        def is_formula_of_array() -> bool:
            """Whether it is ``<f ca="1"/>``, as in the cells of a volatile array formula."""
            start_of_text, end_of_text = text_span(data, f_start)
            return start_of_text == end_of_text and "t" not in (formula_attributes or {})

        parser.StartElementHandler = start_element
        self.finish = complete_cell
