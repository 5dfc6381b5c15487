"""Workbooks to recalculate: written by XlsxWriter, or from sheet XML by hand; and looks into them.

Nothing here uses the package under test: what it reads is read by ElementTree and openpyxl.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import openpyxl
import xlsxwriter
from PIL import Image

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml."

TABLE = 250
"""Rows of numbers in a workbook with everything; four formulas each."""


def rich(path: Path) -> Path:
    """A workbook with much that only its own program understands, and 1,000 stale formulas."""
    picture = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(picture, "PNG")
    with xlsxwriter.Workbook(path) as book:
        bold = book.add_format({"bold": True, "num_format": "0.00"})
        sheet = book.add_worksheet("Players")
        for row in range(1, TABLE + 1):
            sheet.write_row(row, 0, [f"player {row}", row % 9, row % 7, 3, 4, row % 5, 5, 6, 40])
            sheet.write_formula(row, 9, f"=TAPL(B{row + 1}:H{row + 1},I{row + 1})", bold)
            sheet.write_formula(row, 10, f"=SUM(B{row + 1}:H{row + 1})*2+Rate")
            sheet.write_formula(row, 11, f'=IF(K{row + 1}>60,"over & <above>","")', bold, "old")
            sheet.write_formula(row, 12, f"=K{row + 1}>60", None, True)
        sheet.write_comment("A1", "a comment")
        sheet.conditional_format("K2:K251", {"type": "data_bar", "data_bar_2010": True})
        sheet.conditional_format("B2:B251", {"type": "formula", "criteria": "=GBQ(B2,1,1)>1"})
        sheet.data_validation("B2:B251", {"validate": "custom", "value": "=TAPL(B2:H2)>0"})
        sheet.add_sparkline("N2", {"range": "Players!B2:H2"})
        sheet.insert_image("P2", "dot.png", {"image_data": picture})
        sheet.protect()
        results = book.add_worksheet("Results")
        results.write_row("A1", ["a", "b"])
        results.add_table("A1:B4", {"columns": [{"header": "a"}, {"header": "b"}]})
        results.write_row("A2", [1, 2])
        chart = book.add_chart({"type": "column"})
        chart.add_series({"values": "=Players!$K$2:$K$9"})
        results.insert_chart("D2", chart)
        book.define_name("Rate", "=Results!$A$2")
        book.set_properties({"title": "Everything"})
    return path


def book(path: Path, cells: Mapping[str, Any], names: Mapping[str, str] | None = None) -> Path:
    """A workbook with one sheet; text that begins with ``=`` is a formula."""
    with xlsxwriter.Workbook(path) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        for address, value in cells.items():
            if isinstance(value, tuple):  # a formula with its cached value
                sheet.write_formula(address, value[0], None, value[1])
            else:
                sheet.write(address, value)
        for name, formula in (names or {}).items():
            workbook.define_name(name, formula)
    return path


def raw(
    path: Path,
    rows: str,
    *,
    sheet: str | bytes | None = None,
    workbook: str = "",
    strings: Sequence[str] = (),
    parts: Mapping[str, str | bytes] | None = None,
) -> Path:
    """A workbook whose sheet holds just this XML in its ``sheetData``."""
    whole = (
        sheet
        if sheet is not None
        else (
            f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
            f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
        )
    )
    all_parts: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPE}worksheet+xml"/>'
        f'<Override PartName="/xl/sharedStrings.xml" ContentType="{_TYPE}sharedStrings+xml"/>'
        "</Types>",
        "_rels/.rels": _relationships(f'Type="{DOCUMENT}/officeDocument" Target="xl/workbook.xml"'),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{DOCUMENT}">{workbook}<sheets>'
        '<sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>'
        if "<sheets>" not in workbook
        else f'<workbook xmlns="{MAIN}" xmlns:r="{DOCUMENT}">{workbook}</workbook>',
        "xl/_rels/workbook.xml.rels": _relationships(
            f'Type="{DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"',
            f'Type="{DOCUMENT}/sharedStrings" Target="sharedStrings.xml"',
        ),
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">'
        + "".join(f"<si><t>{text}</t></si>" for text in strings)
        + "</sst>",
        "xl/worksheets/sheet1.xml": whole,
        **(parts or {}),
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in all_parts.items():
            file.writestr(name, text)
    return path


def _relationships(*inside: str) -> str:
    elements = "".join(
        f'<Relationship Id="rId{number}" {text}/>' for number, text in enumerate(inside, 1)
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{elements}</Relationships>'


def parts(path: Path) -> dict[str, bytes]:
    """Every part of a package."""
    with zipfile.ZipFile(path) as file:
        assert file.testzip() is None
        return {name: file.read(name) for name in file.namelist()}


def sheet_xml(path: Path, number: int = 1) -> str:
    return parts(path)[f"xl/worksheets/sheet{number}.xml"].decode()


def cached(path: Path, sheet: str = "Sheet1") -> dict[str, Any]:
    """The cached values as openpyxl reads them, without the empty cells."""
    return cached_of(openpyxl.load_workbook(path, data_only=True)[sheet])


def cached_of(sheet: Any) -> dict[str, Any]:
    """The values of a sheet that was opened with its values, without the empty cells."""
    return {c.coordinate: c.value for row in sheet.iter_rows() for c in row if c.value is not None}


def emptied(path: Path, source: Path | None = None) -> Path:
    """A workbook, or a copy of another, without cached values: no cell has a value to keep."""
    contents = parts(source or path)
    with zipfile.ZipFile(path, "w") as new:
        for name, data in contents.items():
            new.writestr(name, re.sub(rb"</f><v>[^<]*</v>", b"</f>", data))
    return path


_CELL = re.compile(rb"<c ([^>]*)>(<f[ >].*?</f>|<f[^>]*/>)(?:<v>[^<]*</v>|<v/>)?</c>", re.DOTALL)


def without_values(sheet: bytes) -> bytes:
    """The bytes of a sheet with the cached values of its formula cells blanked out."""

    def blanked(found: re.Match[bytes]) -> bytes:
        return b"<c " + re.sub(rb' ?\bt="\w+"', b"", found[1]) + b">" + found[2] + b"</c>"

    ElementTree.fromstring(sheet)  # it is well-formed
    return _CELL.sub(blanked, sheet)
