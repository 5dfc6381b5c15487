"""A copy for an engine that refuses a workbook: its cells and names, and nothing else.

Charts, drawings, tables, chart sheets, odd zip members and encodings are what engines stumble over,
and none of it has a part in a calculation.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Mapping
from xml.parsers import expat

from . import xml
from .workbook import STRICT, Workbook

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def slim_copy(
    workbook: Workbook, sheets: Mapping[str, bytes], without: Collection[str] = ()
) -> bytes:
    """The copy, without some names (in capitals).

    ``sheets`` are the sheets' parts, in UTF-8, that are in other words there.
    """
    package = workbook.package
    parts = {"_rels/.rels": _relationships(["officeDocument"], ["xl/workbook.xml"])}
    types = [("xl/workbook.xml", "sheet.main")]
    targets = []
    for number, sheet in enumerate(workbook.sheets, 1):
        source = xml.source(package, sheet.part)
        data = sheets.get(sheet.part, source.data)
        parts[f"xl/sheet{number}.xml"] = _cells(xml.Source(sheet.part, data), package.name)
        types.append((f"xl/sheet{number}.xml", "worksheet"))
        targets.append(f"sheet{number}.xml")
    kinds = ["worksheet"] * len(targets)
    strings = "".join(
        f'<si><t xml:space="preserve">{xml.escape(text)}</t></si>'
        for text in workbook.shared_strings
    )
    parts["xl/sharedStrings.xml"] = f'<sst xmlns="{_MAIN}">{strings}</sst>'.encode()
    types.append(("xl/sharedStrings.xml", "sharedStrings"))
    parts["xl/_rels/workbook.xml.rels"] = _relationships(
        [*kinds, "sharedStrings"], [*targets, "sharedStrings.xml"]
    )
    parts["xl/workbook.xml"] = _workbook(workbook, without)
    parts["[Content_Types].xml"] = _types(types)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for name in sorted(parts):
            made.writestr(name, parts[name])
    return file.getvalue()


def _cells(text: xml.Source, name: str) -> bytes:
    """A sheet with nothing but its rows."""
    root = first = last = -1

    def prepare(parser: expat.XMLParserType) -> None:
        def begin(element: str, _: object) -> None:
            nonlocal root, first
            if root < 0:
                root = parser.CurrentByteIndex
            if xml.local(element) == "sheetData" and first < 0:
                first = parser.CurrentByteIndex

        def end(element: str) -> None:
            nonlocal last
            if xml.local(element) == "sheetData":
                last = parser.CurrentByteIndex

        parser.StartElementHandler = begin
        parser.EndElementHandler = end

    xml.parse(text, name, prepare)
    data = text.data
    head = data[root : xml.tag_end(data, root)].replace(STRICT, _MAIN.encode())
    close = b"</" + head[1:-1].split()[0] + b">"
    inside = data[first : xml.tag_end(data, last) if data[last : last + 2] == b"</" else last]
    return head + (inside if first >= 0 else b"") + close


def _workbook(workbook: Workbook, without: Collection[str]) -> bytes:
    sheets = "".join(
        f'<sheet name="{_attribute(sheet.name)}" sheetId="{number}" r:id="rId{number}"/>'
        for number, sheet in enumerate(workbook.sheets, 1)
    )
    at = {sheet.name: number for number, sheet in enumerate(workbook.sheets)}
    names = "".join(
        f'<definedName name="{_attribute(name.name)}"'
        + (f' localSheetId="{at[name.sheet]}"' if name.sheet else "")
        + f">{xml.escape(name.formula)}</definedName>"
        for name in workbook.names
        if name.name.upper() not in without and (name.sheet is None or name.sheet in at)
    )
    return (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">'
        f'<workbookPr date1904="{int(workbook.date1904)}"/><sheets>{sheets}</sheets>'
        + (f"<definedNames>{names}</definedNames>" if names else "")
        + "</workbook>"
    ).encode()


def _relationships(kinds: list[str], targets: list[str]) -> bytes:
    each = "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(zip(kinds, targets), 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{each}</Relationships>'.encode()


def _types(types: list[tuple[str, str]]) -> bytes:
    each = "".join(
        f'<Override PartName="/{part}" ContentType="{_TYPE}.{kind}+xml"/>' for part, kind in types
    )
    return (
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{each}</Types>'
    ).encode()


def _attribute(text: str) -> str:
    return xml.escape(text).replace('"', "&quot;")
