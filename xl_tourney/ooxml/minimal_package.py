"""A new package with worksheets, defined names and shared strings, and nothing else."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence

from ..grammar.defined_names import DefinedName
from .xml import MAIN_NAMESPACE, escape, escape_attribute

_RELATIONSHIP_TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE_NAMESPACE = "http://schemas.openxmlformats.org/package/2006"
_CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def minimal_package(
    sheets: Sequence[tuple[str, bytes]],
    *,
    defined_names: Sequence[DefinedName] = (),
    shared_strings: Sequence[str] = (),
    date1904: bool = False,
) -> bytes:
    """A package; ``sheets`` are the worksheets' names and their XML."""
    numbers = range(1, len(sheets) + 1)
    parts = {f"xl/sheet{number}.xml": xml for number, (_, xml) in zip(numbers, sheets)}
    sheet_parts = [*parts]
    items = "".join(
        f'<si><t xml:space="preserve">{escape(text)}</t></si>' for text in shared_strings
    )
    parts["xl/sharedStrings.xml"] = f'<sst xmlns="{MAIN_NAMESPACE}">{items}</sst>'.encode()
    parts["xl/workbook.xml"] = _workbook_xml([name for name, _ in sheets], defined_names, date1904)
    parts["_rels/.rels"] = _relationships_xml([("officeDocument", "xl/workbook.xml")])
    parts["xl/_rels/workbook.xml.rels"] = _relationships_xml(
        [
            *(("worksheet", part.removeprefix("xl/")) for part in sheet_parts),
            ("sharedStrings", "sharedStrings.xml"),
        ]
    )
    parts["[Content_Types].xml"] = _content_types_xml(
        [
            ("xl/workbook.xml", "sheet.main"),
            *((part, "worksheet") for part in sheet_parts),
            ("xl/sharedStrings.xml", "sharedStrings"),
        ]
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in sorted(parts):
            archive.writestr(name, parts[name])
    return file.getvalue()


def single_cell_package(sheet_name: str, formula: str) -> bytes:
    """A package whose only cell, A1, is a dynamic array with this formula."""
    sheet = (
        f'<worksheet xmlns="{MAIN_NAMESPACE}"><sheetData><row r="1"><c r="A1" cm="1">'
        f'<f t="array" ref="A1">{escape(formula)}</f></c></row></sheetData></worksheet>'
    )
    return minimal_package([(sheet_name, sheet.encode())])


def _workbook_xml(
    sheet_names: Sequence[str], defined_names: Sequence[DefinedName], date1904: bool
) -> bytes:
    sheets = "".join(
        f'<sheet name="{escape_attribute(name)}" sheetId="{number}" r:id="rId{number}"/>'
        for number, name in enumerate(sheet_names, 1)
    )
    sheet_ids = {name: index for index, name in enumerate(sheet_names)}
    names = "".join(
        f'<definedName name="{escape_attribute(name.name)}"'
        + (f' localSheetId="{sheet_ids[name.scope]}"' if name.scope else "")
        + f">{escape(name.formula)}</definedName>"
        for name in defined_names
    )
    return (
        f'<workbook xmlns="{MAIN_NAMESPACE}" xmlns:r="{_RELATIONSHIP_TYPE}">'
        f'<workbookPr date1904="{int(date1904)}"/><sheets>{sheets}</sheets>'
        + (f"<definedNames>{names}</definedNames>" if names else "")
        + "</workbook>"
    ).encode()


def _relationships_xml(relationships: Sequence[tuple[str, str]]) -> bytes:
    """The relationships with these types and targets; their ids count from rId1."""
    elements = "".join(
        f'<Relationship Id="rId{number}" Type="{_RELATIONSHIP_TYPE}/{type_}" Target="{target}"/>'
        for number, (type_, target) in enumerate(relationships, 1)
    )
    namespace = f"{_PACKAGE_NAMESPACE}/relationships"
    return f'<Relationships xmlns="{namespace}">{elements}</Relationships>'.encode()


def _content_types_xml(content_types: Sequence[tuple[str, str]]) -> bytes:
    """The content types of these parts."""
    elements = "".join(
        f'<Override PartName="/{part}" ContentType="{_CONTENT_TYPE}.{type_}+xml"/>'
        for part, type_ in content_types
    )
    return (
        f'<Types xmlns="{_PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{elements}</Types>'
    ).encode()
