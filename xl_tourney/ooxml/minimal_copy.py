"""A copy of a workbook for an engine that refuses it: cells and defined names, nothing else.

Charts, drawings, tables, chart sheets, unusual zip entries and encodings are what engines refuse,
and none of it takes part in a calculation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from xml.parsers import expat

from . import xml
from .minimal_package import MAIN_NAMESPACE, minimal_package
from .workbook import STRICT_NAMESPACE, Workbook


def minimal_copy(
    workbook: Workbook,
    new_sheets: Mapping[str, bytes],
    left_out_names: Collection[str] = (),
    more_sheets: Iterable[tuple[str, bytes]] = (),
) -> bytes:
    """The copy as a package.

    ``new_sheets`` are the XML of sheets that differ in the copy, in UTF-8, by part;
    ``left_out_names`` are defined names in capitals; ``more_sheets`` are names and XML.
    """
    sheets = []
    for worksheet in workbook.worksheets:
        part = xml.read_part(workbook.package, worksheet.part)
        part = xml.XmlPart(part.name, new_sheets.get(part.name, part.data))
        sheets.append((worksheet.name, _rows_only(part, workbook.package.name)))
    sheets += more_sheets
    sheet_names = {worksheet.name for worksheet in workbook.worksheets}
    defined_names = [
        name
        for name in workbook.defined_names
        if name.name.upper() not in left_out_names
        and (name.scope is None or name.scope in sheet_names)
    ]
    return minimal_package(
        sheets,
        defined_names=defined_names,
        shared_strings=workbook.shared_strings,
        date1904=workbook.date1904,
    )


def _rows_only(part: xml.XmlPart, workbook_name: str) -> bytes:
    """The XML of a sheet with nothing but its rows."""
    root = start = end = -1

    def set_handlers(parser: expat.XMLParserType) -> None:
        def start_element(name: str, _: object) -> None:
            nonlocal root, start
            if root < 0:
                root = parser.CurrentByteIndex
            if xml.local_name(name) == "sheetData" and start < 0:
                start = parser.CurrentByteIndex

        def end_element(name: str) -> None:
            nonlocal end
            if xml.local_name(name) == "sheetData":
                end = parser.CurrentByteIndex

        parser.StartElementHandler = start_element
        parser.EndElementHandler = end_element

    xml.parse(part, workbook_name, set_handlers)
    data = part.data
    root_tag = data[root : xml.tag_end(data, root)].replace(
        STRICT_NAMESPACE, MAIN_NAMESPACE.encode()
    )
    closing_tag = b"</" + root_tag[1:-1].split()[0] + b">"
    if start < 0:
        return root_tag + closing_tag
    return root_tag + data[start : _end_of(data, end)] + closing_tag


def _end_of(data: bytes, end: int) -> int:
    """The end of the sheet data; expat gives the start of an end tag, or the end of ``<…/>``."""
    return xml.tag_end(data, end) if data[end : end + 2] == b"</" else end
