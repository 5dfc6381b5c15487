"""A copy of a workbook for an engine that refuses it: cells and defined names, nothing else.

Charts, drawings, tables, chart sheets, unusual zip entries and encodings are what engines refuse,
and none of it takes part in a calculation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from . import xml
from .minimal_package import minimal_package
from .sheet.outline import read_outline
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
    outline = read_outline(part, workbook_name, ())
    data = part.data
    root_tag = data[outline.root : xml.tag_end(data, outline.root)].replace(
        STRICT_NAMESPACE, xml.MAIN_NAMESPACE.encode()
    )
    closing_tag = b"</" + root_tag[1:-1].split()[0] + b">"
    if outline.start < 0:
        return root_tag + closing_tag
    end = outline.close  # of <sheetData/> it is the end already
    end = xml.tag_end(data, end) if data.startswith(b"</", end) else end
    return root_tag + data[outline.start : end] + closing_tag
