"""The sheets of an OpenDocument spreadsheet (``.ods``) as rows of texts."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from pathlib import Path
from xml.etree import ElementTree

from ...errors import InputError
from ..files import MAX_MEGABYTES

_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_MOST_CELLS = 2_000_000
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_CLOCK = re.compile(r"PT(\d{1,4})H(\d{1,2})M0*(?:\.0+)?S")
"""A time without seconds: so a spreadsheet keeps 2:1."""
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, ElementTree.ParseError)


def read_sheets(data: bytes, path: Path) -> dict[str, list[list[str]]]:
    """The rows of each sheet by its name, as far as it is filled."""
    most = MAX_MEGABYTES * 2**20
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open("content.xml") as file:
            content = file.read(most + 1)
        if len(content) > most:
            raise InputError(f"{path}: is larger than {MAX_MEGABYTES} MB; are these results?")
        if b"<!DOCTYPE" in content:
            raise InputError(f"{path}: declares a document type; save it anew as .ods.")
        root = ElementTree.fromstring(content)
    except (*_DAMAGED, RuntimeError, NotImplementedError, ValueError) as error:
        raise InputError(f"{path}: is not a workbook ({error}); save it as .ods anew.") from error
    return {
        sheet.get(f"{_TABLE}name", ""): _read_rows(sheet, path)
        for sheet in root.iter(f"{_TABLE}table")
    }


def _read_rows(sheet: ElementTree.Element, path: Path) -> list[list[str]]:
    """The rows of a sheet; blank ones at its end, which fill it to its last row, are left out."""
    rows: list[list[str]] = []
    blank = cells = 0
    for element in sheet.iter(f"{_TABLE}table-row"):
        row, times = _read_cells(element, path), _times(element, "rows")
        if not row:
            blank += times
            continue
        cells += blank + times * len(row)
        if cells > _MOST_CELLS:
            raise InputError(f"{path}: has more than {_MOST_CELLS:,} cells; are these results?")
        rows += [[] for _ in range(blank)]
        rows += [list(row) for _ in range(times)]
        blank = 0
    return rows


def _read_cells(row: ElementTree.Element, path: Path) -> list[str]:
    """The texts of a row's cells, without the blank ones at its end."""
    texts: list[str] = []
    blank = 0
    for cell in row:
        if cell.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            continue
        text, times = _read_text(cell), _times(cell, "columns")
        if not text:
            blank += times
            continue
        if len(texts) + blank + times > 2**14:
            raise InputError(
                f"{path}: a row has more cells than a sheet has columns; save it anew."
            )
        texts += [""] * blank + [text] * times
        blank = 0
    return texts


def _times(element: ElementTree.Element, what: str) -> int:
    """How often a row or a cell is repeated."""
    times = element.get(f"{_TABLE}number-{what}-repeated", "1")
    return max(int(times), 1) if times.isdecimal() and len(times) < 9 else 1


def _read_text(cell: ElementTree.Element) -> str:
    """A cell's value, as text: numbers and dates as they are stored, not as they are shown."""
    stored = cell.get(f"{_OFFICE}value") or cell.get(f"{_OFFICE}boolean-value")
    if stored and cell.get(f"{_OFFICE}value-type") == "percentage" and _NUMBER.fullmatch(stored):
        return f"{float(stored) * 100:.12g}%"
    if stored:
        return stored
    if clock := _CLOCK.fullmatch(cell.get(f"{_OFFICE}time-value", "")):
        return f"{int(clock[1])}:{int(clock[2])}"
    if stored := cell.get(f"{_OFFICE}date-value"):
        return stored.removesuffix("T00:00:00")
    for mark in ("s", "tab", "line-break"):  # blanks, tabs and line breaks are elements
        for element in cell.iter(f"{_TEXT}{mark}"):
            element.text = " "
    return "\n".join("".join(paragraph.itertext()) for paragraph in cell.findall(f"{_TEXT}p"))
