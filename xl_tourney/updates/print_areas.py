"""What is printed of a workbook in use: all that a person or a command has filled in since."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ..events.cells import Row, read_rows
from ..events.event import Event
from ..grammar.references import CellAddress, parse_cell_reference, quote_sheet_name
from ..ooxml import xml
from ..ooxml.package import Package
from ..ooxml.sheet.typed_values import with_formulas
from ..templates.parts.pages import PURPOSE
from ..templates.parts.table import Table

_SHEET = re.compile(r'<(?:\w+:)?sheet\b[^>]*?\bname="([^"]*)"')
_AREA = re.compile(
    r'(?P<start><(?:\w+:)?definedName\b(?=[^>]*\bname="_xlnm\.Print_Area")[^>]*'
    r'\blocalSheetId="(?P<sheet>\d+)"[^>]*>)(?P<text>[^<]*)(?=</)'
)
_CELL = re.compile(r"([A-Z]+)(\d+)")


def filled_in(saved: Event, values: Mapping[CellAddress, Any]) -> bytes:
    """The file with values in some cells, not yet calculated, and what is printed of it.

    Where a person has cleared what is printed, everything is.
    """

    @cache
    def typed(table: Table) -> Sequence[Row]:
        rows = read_rows(table, saved.values)
        for row in rows:
            row |= {key: values[cell] for key in row if (cell := row.cell(key)) in values}
        return rows

    package = Package(saved.with_values(values), saved.package.name)
    printed = {one.sheet: one for one in saved.outline.printing.of(typed, saved.values)}
    book = xml.read_part(package, saved.workbook.part)
    text = book.data.decode()
    names = [xml.unescape(name) for name in _SHEET.findall(text)]

    def with_area(found: re.Match[str]) -> str:
        one = printed.get(names[int(found["sheet"])])
        area = _CELL.sub(r"$\1$\2", one.area) if one else ""
        if one is None or found["text"].endswith(f"!{area}"):  # however programs quote the sheet
            return found[0]
        return found["start"] + xml.escape(f"{quote_sheet_name(one.sheet)}!{area}")

    place = parse_cell_reference(PURPOSE)
    told = {CellAddress(one.sheet, *place): one.with_purpose for one in printed.values()}
    if (new := _AREA.sub(with_area, text)) != text:
        parts = {book.name: book.encode(new.encode())}
        package = Package(package.with_parts(parts), package.name)
    return with_formulas(package, told)
