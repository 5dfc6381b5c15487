"""The sheets of a workbook as rows of texts: Excel's ``.xlsx`` and ``.xlsm``, and ``.ods``.

A sheet is named as ``results.xlsx#Sheet``, a part of it as ``results.xlsx#Sheet!A3:H40``.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

from ...errors import InputError
from ..files import MAX_MEGABYTES, refuse_digits

# The sheets of an OpenDocument spreadsheet (``.ods``) as rows of texts.

_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_MOST_CELLS = 2_000_000
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_CLOCK = re.compile(r"PT(\d{1,4})H(\d{1,2})M0*(?:\.0+)?S")
"""A time without seconds: so a spreadsheet keeps 2:1."""
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, ElementTree.ParseError)


def read_opendocument(data: bytes, path: Path) -> dict[str, list[list[str]]]:
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


Rows = list[list[str]]
_NAME = re.compile(
    r"(?P<file>.*\.(?:xls[xm]?|ods|csv|tsv|txt|json|html?))(?:#(?P<place>.*))?",
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


def file_of(path: Path) -> Path:
    """The file that a path names, without the sheet in it."""
    return parse_name(path).file


def is_workbook(data: bytes) -> bool:
    """Whether a file is a zip archive, as workbooks are."""
    return data.startswith(b"PK\x03\x04")


def read_sheets(data: bytes, path: Path, place: str | None) -> dict[str, Rows]:
    """The rows of each sheet as texts; of the wanted one alone, if one is.

    Rows above and columns before a range are blank, so each cell stays where it stands.
    """
    if _is_opendocument(data, path):
        sheets = read_opendocument(data, path)
    else:
        sheets = _read_excel(data, path, place)
    if place is None and sheets:
        return sheets
    sheet, area = find_sheet(path, list(sheets), place)
    rows = sheets[sheet]
    return {sheet: rows if area is None else cut(rows, area, f"{path.name}, sheet {sheet}")}


def _is_opendocument(data: bytes, path: Path) -> bool:
    """Whether an archive is an OpenDocument file; one that is neither kind is refused."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise InputError(
            f"{path}: is a damaged workbook or archive ({error}); save the results anew."
        ) from error
    if "content.xml" in names:
        return True
    if not any(name.lower().endswith("workbook.xml") for name in names):
        raise InputError(f"{path}: this is an archive, not a workbook; save the results as CSV.")
    return False


def _read_excel(data: bytes, path: Path, place: str | None) -> dict[str, Rows]:
    """The rows of the sheets with cells; of the wanted one alone, if one is."""
    from openpyxl import load_workbook

    def load(values: bool) -> Any:
        file = io.BytesIO(data)
        return load_workbook(file, data_only=values, read_only=True, keep_links=False)

    try:
        workbook, formulas = load(True), load(False)
        names = [sheet.title for sheet in workbook.worksheets]
        wanted = names if place is None else [find_sheet(path, names, place)[0]]
        return {name: _read_rows(workbook[name], formulas[name], path) for name in wanted}
    except InputError:
        raise
    except ValueError as error:
        raise InputError(
            f"{path}: holds a value that cannot be read, such as a number of thousands of digits; "
            f"xl-tourney doctor {path} says where."
        ) from error
    except Exception as error:  # openpyxl raises whatever a damaged part makes its parser raise
        what = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
        raise InputError(f"{path}: is not a workbook ({what}); save it as .xlsx.") from error


def _read_rows(values: Any, formulas: Any, path: Path) -> Rows:
    for sheet in (values, formulas):
        sheet.reset_dimensions()
    rows, place = [list(row) for row in values.iter_rows()], f"{path}, sheet {values.title}"
    _refuse_uncalculated(formulas.iter_rows(), rows, place)
    texts = [list(map(_format_cell, row)) for row in rows]
    refuse_digits("\n".join(map(" ".join, texts)).encode(), place)
    return texts


def _refuse_uncalculated(
    formulas: Iterable[Sequence[Any]], rows: Sequence[Sequence[Any]], place: str
) -> None:
    """Refuse a sheet none of whose formulas has a value: a program wrote it, and none opened it."""
    values = [
        value.value
        for cells, row in zip(formulas, rows)
        for cell, value in zip(cells, row)
        if cell.data_type == "f"
    ]
    if values and all(value is None for value in values):
        raise InputError(
            f"{place}: its formulas have no values yet; open and save it in a spreadsheet."
        )


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
    from openpyxl.utils import column_index_from_string

    found = _RANGE.fullmatch(area)
    if not found:
        raise InputError(f"{place}: “{area}” is no range of cells; write one like A3:H40.")
    left, right = sorted(column_index_from_string(column) for column in found.group(1, 3))
    top, bottom = sorted(map(int, found.group(2, 4)))
    if not any(any(row[left - 1 : right]) for row in rows[top - 1 : bottom]):
        raise InputError(f"{place}: nothing stands in {area}; write the range of the results.")
    blank: Rows = [[] for _ in range(top - 1)]
    return blank + [[""] * (left - 1) + row[left - 1 : right] for row in rows[top - 1 : bottom]]


def _format_cell(cell: Any) -> str:
    """A cell as it was typed: 60% where 0.6 is stored, 2:1 where two hours and a minute are."""
    value = cell.value
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if is_number and "%" in str(cell.number_format):
        return f"{value * 100:.12g}%"
    return format_value(value)


def format_value(value: object) -> str:
    """A stored value as text: a time as 2:1, a date as 2026-03-31.

    >>> [format_value(value) for value in (time(2, 1), timedelta(hours=30, minutes=28), 2.0, None)]
    ['2:1', '30:28', '2', '']
    """
    if isinstance(value, time) and not value.second:
        return f"{value.hour}:{value.minute}"
    if isinstance(value, timedelta) and value.total_seconds() % 60 == 0:
        return ":".join(map(str, divmod(round(value.total_seconds() / 60), 60)))
    if isinstance(value, datetime) and value.year < 1901 and value.time() != time.min:
        return format_value(value - datetime(1899, 12, 30 if value.month > 2 else 31))
    if isinstance(value, datetime) and value.time() == time.min:
        value = value.date()
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    if isinstance(value, float):
        return f"{value:.15g}"
    return "" if value is None else str(value)
