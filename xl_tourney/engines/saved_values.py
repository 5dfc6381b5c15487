"""The values in a workbook that LibreOffice has saved: numbers as they are, dates as serials."""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from openpyxl.utils.escape import unescape

from ..catalogue.cells import ErrorValue
from ..grammar.references import parse_cell

Values = Mapping[tuple[int, int], Any]
"""The values of a sheet by row and column; empty cells are left out."""

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_STRINGS = "xl/sharedStrings.xml"


def read(path: Path) -> dict[str, Values]:
    """The values of every sheet, by its name."""
    with zipfile.ZipFile(path) as archive:
        has_strings = _STRINGS in archive.namelist()
        strings = list(_strings(archive)) if has_strings else []
        return {name: dict(_values(archive, part, strings)) for name, part in sheets(archive)}


def sheets(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """The sheets of a package: each one's name, and its part."""
    (book,) = (
        target for kind, target in _related(archive, "").values() if kind.endswith("officeDocument")
    )
    related = _related(archive, book)
    for sheet in ElementTree.fromstring(archive.read(book)).iter():
        if sheet.tag.endswith("}sheet"):
            (key,) = (value for name, value in sheet.items() if name.endswith("}id"))
            kind, part = related[key]
            if kind.endswith("/worksheet"):
                yield sheet.get("name", ""), part


def _related(archive: zipfile.ZipFile, part: str) -> dict[str, tuple[str, str]]:
    """What a part refers to: the kind and the part, by the name of the reference."""
    folder, name = posixpath.split(part)
    listed = ElementTree.fromstring(archive.read(f"{folder}/_rels/{name}.rels".lstrip("/")))
    return {
        found.get("Id", ""): (
            found.get("Type", ""),
            posixpath.normpath(posixpath.join("/", folder, found.get("Target", "")))[1:],
        )
        for found in listed
    }


def _strings(archive: zipfile.ZipFile) -> Iterator[str]:
    for item in ElementTree.fromstring(archive.read(_STRINGS)):
        yield "".join(unescape(text.text or "") for text in item.iter(f"{_MAIN}t"))


def _values(
    archive: zipfile.ZipFile, part: str, strings: list[str]
) -> Iterator[tuple[tuple[int, int], Any]]:
    kinds: dict[str, Callable[[str], Any]] = {
        "n": float,
        "b": lambda text: text == "1",
        "e": ErrorValue,
        "s": lambda text: strings[int(text)],
        "str": unescape,
    }
    with archive.open(part) as file:
        for _, element in ElementTree.iterparse(file):
            if element.tag == f"{_MAIN}c":
                value = element.find(f"{_MAIN}v")
                kind = element.get("t", "n")
                if value is not None and (value.text or kind == "str"):
                    yield parse_cell(element.get("r", "")), kinds[kind](value.text or "")
            elif element.tag == f"{_MAIN}row":
                element.clear()


_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


def own_errors(path: Path) -> dict[tuple[str, int, int], str]:
    """The errors of LibreOffice's own in a flat OpenDocument file, such as ``Err:522``.

    A saved Excel workbook has ``#VALUE!`` for all of them.
    """
    found: dict[tuple[str, int, int], str] = {}
    sheet, row, column = "", 0, 0
    for event, element in ElementTree.iterparse(path, ("start", "end")):
        if event == "start":
            if element.tag == f"{_TABLE}table":
                sheet, row = element.get(f"{_TABLE}name", ""), 1
            elif element.tag == f"{_TABLE}table-row":
                column = 1
        elif element.tag in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            shown = element.findtext(f"{_TEXT}p", "")
            if shown.startswith("Err:") and element.get(f"{_TABLE}formula"):
                found[sheet, row, column] = shown
            column += int(element.get(f"{_TABLE}number-columns-repeated", "1"))
            element.clear()
        elif element.tag == f"{_TABLE}table-row":
            row += int(element.get(f"{_TABLE}number-rows-repeated", "1"))
            element.clear()
    return found
