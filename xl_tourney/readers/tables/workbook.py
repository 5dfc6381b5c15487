"""A sheet of a workbook as rows of texts: Excel's ``.xlsx`` and ``.xlsm``, and ``.ods``.

A workbook is named by its file, for its first sheet, by ``results.xlsx#Sheet``, or by
``results.xlsx#Sheet!A3:H40`` for a part of the sheet.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import InputError
from ..files import read_bytes
from . import opendocument

Rows = list[list[str]]
_NAME = re.compile(r"(?P<file>.*\.(?:xls[xm]|ods))(?:#(?P<place>.*))?", re.IGNORECASE | re.DOTALL)
_RANGE = re.compile(r"\$?([A-Z]{1,3})\$?([1-9]\d{0,6}):\$?([A-Z]{1,3})\$?([1-9]\d{0,6})", re.I)


class SheetName(NamedTuple):
    """A workbook's file, with the sheet and the range that are wanted, if any."""

    file: Path
    place: str | None


def parse_name(path: Path) -> SheetName | None:
    """The workbook that a path names, or None if it names another file.

    >>> parse_name(Path("cup.xlsx#Group A!A3:H40")).place
    'Group A!A3:H40'
    >>> parse_name(Path("cup.csv"))
    """
    found = _NAME.fullmatch(path.name)
    return SheetName(path.with_name(found["file"]), found["place"]) if found else None


def file_of(path: Path) -> Path:
    """The file that a path names, without the sheet in it."""
    name = parse_name(path)
    return name.file if name else path


def read_sheet(name: SheetName) -> Rows:
    """The rows of the wanted sheet as texts.

    Rows above and columns before a range are blank, so each cell stays where it stands.
    """
    path, place = name
    data = read_bytes(path)
    if path.suffix.lower() == ".ods":
        sheets = opendocument.read_sheets(data, path)
        sheet, area = _find_sheet(path, list(sheets), place)
        rows = sheets[sheet]
    else:
        rows, area = _read_excel(data, path, place)
    return rows if area is None else _cut(rows, area, f"{path.name}, sheet {place}")


def _read_excel(data: bytes, path: Path, place: str | None) -> tuple[Rows, str | None]:
    from openpyxl import load_workbook

    try:
        workbook = load_workbook(io.BytesIO(data), data_only=True, read_only=True, keep_links=False)
        sheet, area = _find_sheet(path, [sheet.title for sheet in workbook.worksheets], place)
        worksheet = workbook[sheet]
        worksheet.reset_dimensions()
        rows = [list(row) for row in worksheet.iter_rows(values_only=True)]
        formulas = load_workbook(io.BytesIO(data), read_only=True, keep_links=False)[sheet]
        formulas.reset_dimensions()
        _refuse_uncalculated(formulas.iter_rows(), rows, f"{path}, sheet {sheet}")
        return [list(map(_format_value, row)) for row in rows], area
    except InputError:
        raise
    except Exception as error:  # openpyxl raises whatever a damaged part makes its parser raise
        raise InputError(f"{path}: is not a workbook ({error}); save it as .xlsx.") from error


def _refuse_uncalculated(
    formulas: Iterable[Sequence[Any]], rows: Sequence[Sequence[object]], place: str
) -> None:
    """Refuse a sheet none of whose formulas has a value: a program wrote it, and none opened it."""
    values = [
        value
        for cells, row in zip(formulas, rows)
        for cell, value in zip(cells, row)
        if cell.data_type == "f"
    ]
    if values and all(value is None for value in values):
        raise InputError(
            f"{place}: its formulas have no values yet; open and save it in a spreadsheet."
        )


def _find_sheet(path: Path, names: Sequence[str], place: str | None) -> tuple[str, str | None]:
    """The name of the wanted sheet, and the range in it; a sheet may have ``!`` in its name."""
    if not names:
        raise InputError(f"{path}: has no sheet with cells; save the results in one.")
    if place is None:
        return names[0], None
    if place in names:
        return place, None
    sheet, mark, area = place.rpartition("!")
    sheet = sheet.strip("'")
    if mark and sheet in names:
        return sheet, area
    raise InputError(f"{path}: has no sheet {sheet if mark else place}; it has {', '.join(names)}.")


def _cut(rows: Rows, area: str, place: str) -> Rows:
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


def _format_value(value: object) -> str:
    if isinstance(value, datetime) and value.time() == datetime.min.time():
        value = value.date()
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    if isinstance(value, float):
        return f"{value:.15g}"
    return "" if value is None else str(value)
