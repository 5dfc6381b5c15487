"""The sheets of a workbook as rows of texts: those of Excel, and OpenDocument's ``.ods``.

A sheet is named as ``results.xlsx#Sheet``, a part of it as ``results.xlsx#Sheet!A3:H40``.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from ...errors import InputError
from ..files import COMPOUND_FILE, DAMAGED, PasswordError, read_part, refuse_large
from . import excel
from .excel import MOST_CELLS, number_of_column
from .excel import Rows as Rows

# The sheets of an OpenDocument spreadsheet (``.ods``) as rows of texts.

_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_MANIFEST = "META-INF/manifest.xml"
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_CLOCK = re.compile(r"PT(\d{1,4})H(\d{1,2})M0*(?:\.0+)?S")
"""A time without seconds: so a spreadsheet keeps 2:1."""


def read_opendocument(archive: zipfile.ZipFile, path: Path) -> dict[str, Rows]:
    """The rows of each sheet by its name, as far as it is filled."""
    try:
        with archive.open("content.xml") as file:
            content = read_part(file, path)
        if _MANIFEST in archive.namelist() and b"encryption-data" in archive.read(_MANIFEST):
            raise PasswordError(f"{path}: is encrypted; save it without a password.")
        if b"<!DOCTYPE" in content:
            raise InputError(f"{path}: declares a document type; save it anew as .ods.")
        root = ElementTree.fromstring(content)
    except (*DAMAGED, ElementTree.ParseError) as error:
        raise InputError(f"{path}: is not a workbook ({error}); save it as .ods anew.") from error
    return {
        sheet.get(f"{_TABLE}name", ""): _rows_of_opendocument(sheet, path)
        for sheet in root.iter(f"{_TABLE}table")
    }


def _rows_of_opendocument(sheet: ElementTree.Element, path: Path) -> list[list[str]]:
    """The rows of a sheet; blank ones at its end, which fill it to its last row, are left out."""
    rows: list[list[str]] = []
    blank = cells = 0
    for element in sheet.iter(f"{_TABLE}table-row"):
        row, times = _read_cells(element, path), _times(element, "rows")
        if not row:
            blank += times
            continue
        cells += blank + times * len(row)
        if cells > MOST_CELLS:
            raise InputError(f"{path}: has more than {MOST_CELLS:,} cells; are these results?")
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


_NAME = re.compile(
    r"(?P<file>.*\.(?:xls[xmb]?|ods|csv|tsv|txt|json|html?))(?:#(?P<place>.*))?",
    re.IGNORECASE | re.DOTALL,
)
_RANGE = re.compile(r"\$?([A-Z]{1,3})\$?([1-9]\d{0,6}):\$?([A-Z]{1,3})\$?([1-9]\d{0,6})", re.I)


class SheetName(NamedTuple):
    """A file, with the sheet and the range that are wanted, if any."""

    file: Path
    place: str | None


def parse_name(path: Path) -> SheetName:
    """The file that a path names, and the part of it.

    >>> parse_name(Path("cup.xlsx#Group A!A3:H40")).place
    'Group A!A3:H40'
    >>> parse_name(Path("cup.csv")).place
    """
    found = _NAME.fullmatch(path.name)
    return (
        SheetName(path.with_name(found["file"]), found["place"]) if found else SheetName(path, None)
    )


def texts_of(rows: Iterable[Sequence[str]], column: int) -> set[str]:
    """The texts in a column of rows, which may be shorter."""
    return {row[column].strip() for row in rows if column < len(row)} - {""}


def is_workbook(data: bytes) -> bool:
    """Whether a file is a zip archive or a compound file, as workbooks are."""
    return data.startswith((b"PK\x03\x04", COMPOUND_FILE))


def read_sheets(data: bytes, path: Path, place: str | None) -> dict[str, Rows]:
    """The rows of each sheet as texts; of the wanted one alone, if one is.

    Rows above and columns before a range are blank, so each cell stays where it stands.
    """

    def choose(names: Sequence[str]) -> Sequence[str]:
        return names if place is None else [find_sheet(path, names, place)[0]]

    sheets = _read(data, path, choose)
    if place is None and sheets:
        return sheets
    sheet, area = find_sheet(path, list(sheets), place)
    rows = sheets[sheet]
    return {sheet: rows if area is None else cut(rows, area, f"{path.name}, sheet {sheet}")}


def _read(data: bytes, path: Path, choose: excel.Choose) -> dict[str, Rows]:
    """The wanted sheets of a workbook of whatever kind."""
    if data.startswith(COMPOUND_FILE):
        return excel.read_old(data, path, choose)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            refuse_large(archive, path)
            names = {name.lower().rpartition("/")[2] for name in archive.namelist()}
            if "content.xml" in names:
                return read_opendocument(archive, path)
            if "workbook.xml" in names:
                return excel.read_xml(archive, data, path, choose)
            if "workbook.bin" in names:
                return excel.read_binary(archive, data, path, choose)
    except DAMAGED as error:
        raise InputError(
            f"{path}: is a damaged workbook or archive ({error}); save the results anew."
        ) from error
    is_numbers = any(name.endswith(".iwa") for name in names)
    what = "a document of Numbers" if is_numbers else "an archive, not a workbook"
    raise InputError(f"{path}: this is {what}; save the results as .xlsx or CSV.")


def find_sheet(path: Path, names: Sequence[str], place: str | None) -> tuple[str, str | None]:
    """The name of the wanted sheet, and the range in it; a sheet may have ``!`` in its name."""
    if not names:
        raise InputError(f"{path}: has no sheet with cells; save the results in one.")
    if place is None:
        return names[0], None
    if place in names:
        return place, None
    if _RANGE.fullmatch(place):
        return names[0], place
    sheet, mark, area = place.rpartition("!")
    sheet = sheet.strip("'")
    if mark and sheet in names:
        return sheet, area
    raise InputError(f"{path}: has no sheet {sheet if mark else place}; it has {', '.join(names)}.")


def cut(rows: Rows, area: str, place: str) -> Rows:
    """The cells of a range, with blank ones above and before them."""
    found = _RANGE.fullmatch(area)
    if not found:
        raise InputError(f"{place}: “{area}” is no range of cells; write one like A3:H40.")
    left, right = sorted(number_of_column(column) for column in found.group(1, 3))
    top, bottom = sorted(map(int, found.group(2, 4)))
    if not any(any(row[left - 1 : right]) for row in rows[top - 1 : bottom]):
        raise InputError(f"{place}: nothing stands in {area}; write the range of the results.")
    blank: Rows = [[] for _ in range(top - 1)]
    return blank + [[""] * (left - 1) + row[left - 1 : right] for row in rows[top - 1 : bottom]]
