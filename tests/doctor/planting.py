"""Defects that are planted into a workbook: changes of the text of its parts."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable

Planting = Callable[[dict[str, str]], None]


def change(part: str, pattern: str, replacement: str) -> Planting:
    def apply(parts: dict[str, str]) -> None:
        parts[part], count = re.subn(pattern, replacement, parts[part], count=1)
        assert count == 1, pattern

    return apply


def add(name: str, content: str = "<a/>") -> Planting:
    return lambda parts: parts.update({name: content})


def remove(name: str) -> Planting:
    return lambda parts: parts.pop(name) and None


BOOK, SHEET, STYLES = "xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml"
TABLE, TYPES, RELATIONS = (
    "xl/tables/table1.xml",
    "[Content_Types].xml",
    "xl/_rels/workbook.xml.rels",
)
NOTES, COMMENTS = "xl/worksheets/sheet2.xml", "xl/comments/comment1.xml"
CHART = "xl/charts/chart1.xml"


def broken(workbook: bytes, breaking: Planting) -> bytes:
    with zipfile.ZipFile(io.BytesIO(workbook)) as package:
        parts = {name: package.read(name).decode() for name in package.namelist()}
    breaking(parts)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return file.getvalue()
