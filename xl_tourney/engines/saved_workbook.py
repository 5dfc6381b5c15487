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
from ..grammar.references import parse_cell_reference

CellValues = Mapping[tuple[int, int], Any]
"""The values of a sheet by row and column, without empty cells."""

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_SHARED_STRINGS = "xl/sharedStrings.xml"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


def read_values(path: Path) -> dict[str, CellValues]:
    """The values of every sheet, by the sheet's name."""
    with zipfile.ZipFile(path) as archive:
        has_strings = _SHARED_STRINGS in archive.namelist()
        strings = list(_shared_strings(archive)) if has_strings else []
        return {
            name: dict(_cell_values(archive, part, strings))
            for name, part in worksheet_parts(archive)
        }


def worksheet_parts(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """The name and the part of each worksheet."""
    (workbook_part,) = (
        target
        for type_, target in _relationships(archive, "").values()
        if type_.endswith("officeDocument")
    )
    relationships = _relationships(archive, workbook_part)
    for element in ElementTree.fromstring(archive.read(workbook_part)).iter():
        if element.tag.endswith("}sheet"):
            (id_,) = (value for name, value in element.items() if name.endswith("}id"))
            type_, part = relationships[id_]
            if type_.endswith("/worksheet"):
                yield element.get("name", ""), part


def _relationships(archive: zipfile.ZipFile, part: str) -> dict[str, tuple[str, str]]:
    """Type and target of a part's relationships, by their ids."""
    folder, name = posixpath.split(part)
    root = ElementTree.fromstring(archive.read(f"{folder}/_rels/{name}.rels".lstrip("/")))
    return {
        element.get("Id", ""): (
            element.get("Type", ""),
            posixpath.normpath(posixpath.join("/", folder, element.get("Target", "")))[1:],
        )
        for element in root
    }


def _shared_strings(archive: zipfile.ZipFile) -> Iterator[str]:
    for item in ElementTree.fromstring(archive.read(_SHARED_STRINGS)):
        yield "".join(unescape(text.text or "") for text in item.iter(f"{_MAIN}t"))


def _cell_values(
    archive: zipfile.ZipFile, part: str, strings: list[str]
) -> Iterator[tuple[tuple[int, int], Any]]:
    parsers: dict[str, Callable[[str], Any]] = {
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
                type_ = element.get("t", "n")
                if value is not None and (value.text or type_ == "str"):
                    cell = parse_cell_reference(element.get("r", ""))
                    yield cell, parsers[type_](value.text or "")
            elif element.tag == f"{_MAIN}row":
                element.clear()


def libreoffice_errors(path: Path) -> dict[tuple[str, int, int], str]:
    """The errors such as ``Err:522`` in a flat OpenDocument file, by sheet, row and column.

    Excel has none of them; a saved Excel workbook has ``#VALUE!`` in their place.
    """
    errors: dict[tuple[str, int, int], str] = {}
    sheet, row, column = "", 0, 0
    for event, element in ElementTree.iterparse(path, ("start", "end")):
        if event == "start":
            if element.tag == f"{_TABLE}table":
                sheet, row = element.get(f"{_TABLE}name", ""), 1
            elif element.tag == f"{_TABLE}table-row":
                column = 1
        elif element.tag in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            text = element.findtext(f"{_TEXT}p", "")
            if text.startswith("Err:") and element.get(f"{_TABLE}formula"):
                errors[sheet, row, column] = text
            column += int(element.get(f"{_TABLE}number-columns-repeated", "1"))
            element.clear()
        elif element.tag == f"{_TABLE}table-row":
            row += int(element.get(f"{_TABLE}number-rows-repeated", "1"))
            element.clear()
    return errors
