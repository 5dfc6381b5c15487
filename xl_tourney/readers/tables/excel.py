"""The sheets of Excel's workbooks as rows of texts: ``.xlsx`` and ``.xlsm``, ``.xlsb``, ``.xls``.

calamine reads values, many times as fast as openpyxl.  It does not say which of them are shown as
percentages, which cells hold an error and which formulas have no value: it takes 60% for 0.6, and
the others for blank ones.  So it reads an ``.xlsx`` that has none of these, openpyxl all others,
and an ``.xlsb`` that has some is refused.  It also makes room for all cells as far as the last one,
and ends the process where there is none: how far that is, is looked up before.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

from ...errors import InputError, typed_command
from ..files import DAMAGED, ENCRYPTED, PasswordError, refuse_digits

Rows: TypeAlias = list[list[str]]
Choose: TypeAlias = Callable[[Sequence[str]], Sequence[str]]
"""Which of the sheets of a workbook are wanted, by their names."""

MOST_CELLS = 2_000_000
_SHEET = re.compile(r"xl/worksheets/[^/]+\.(?:xml|bin)", re.IGNORECASE)
_UNSAID = re.compile(rb"""\bt=["']e["']|<(?:\w+:)?f[\s/>]""")
"""What calamine does not say of a cell: that it holds an error, or a formula without a value."""
_CELL = re.compile(rb"""\br=["']\$?([A-Z]+)(\d+)["']""")
_USED_FORMATS = re.compile(rb"<(?:\w+:)?cellXfs\b.*?</(?:\w+:)?cellXfs>", re.DOTALL)
_FORMAT_ID = re.compile(rb"""\bnumFmtId=["'](\d+)["']""")
_PERCENT_FORMAT = re.compile(rb"""<(?:\w+:)?numFmt\b(?=[^>]*%)[^>]*?\bnumFmtId=["'](\d+)["']""")
_PERCENT_IDS = {9, 10}
"""The formats 0% and 0.00%, which every workbook has."""


def read_xml(archive: zipfile.ZipFile, data: bytes, path: Path, choose: Choose) -> dict[str, Rows]:
    """The rows of the wanted sheets of an ``.xlsx`` or ``.xlsm``."""
    if find_spec("python_calamine") and _is_plain(archive):
        return _read_values(data, path, choose)
    from openpyxl import load_workbook

    def load(values: bool) -> Any:
        file = io.BytesIO(data)
        return load_workbook(file, data_only=values, read_only=True, keep_links=False)

    try:
        workbook, formulas = load(True), load(False)
        names = choose([sheet.title for sheet in workbook.worksheets])
        return {name: _read_rows(workbook[name], formulas[name], path) for name in names}
    except InputError:
        raise
    except ValueError as error:
        raise InputError(
            f"{path}: holds a value that cannot be read, such as a number of thousands of digits; "
            f"{typed_command('doctor', str(path))} says where."
        ) from error
    except Exception as error:  # openpyxl raises whatever a damaged part makes its parser raise
        raise _no_workbook(path, error) from error


def read_binary(
    archive: zipfile.ZipFile, data: bytes, path: Path, choose: Choose
) -> dict[str, Rows]:
    """The rows of the wanted sheets of an ``.xlsb``."""
    if not find_spec("python_calamine"):
        raise InputError(f"{path}: an .xlsb cannot be read here; save it as .xlsx.")
    try:
        unsaid = _unsaid_in_binary(archive)
    except (*DAMAGED, IndexError, struct.error) as error:
        raise _no_workbook(path, error) from error
    if unsaid:
        raise InputError(f"{path}: {unsaid}; save it as .xlsx.")
    return _read_values(data, path, choose)


def read_old(data: bytes, path: Path, choose: Choose) -> dict[str, Rows]:
    """The rows of the wanted sheets of an ``.xls``."""
    try:
        import xlrd
    except ImportError:
        raise InputError(f"{path}: an .xls cannot be read here; save it as .xlsx.") from None

    try:
        book: Any = xlrd.open_workbook(
            file_contents=data,
            formatting_info=True,
            ragged_rows=True,
            logfile=io.StringIO(),
            ignore_workbook_corruption=True,
        )
        sheets = {name: book.sheet_by_name(name) for name in choose(book.sheet_names())}
        return {
            name: [[_format_old(cell, book) for cell in row] for row in sheet.get_rows()]
            for name, sheet in sheets.items()
        }
    except InputError:
        raise
    except Exception as error:  # as openpyxl
        if "encrypted" in str(error):
            raise PasswordError(ENCRYPTED.format(path)) from error
        raise _no_workbook(path, error) from error


def _no_workbook(path: Path, error: Exception) -> InputError:
    what = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
    return InputError(f"{path}: is not a workbook ({what}); save it as .xlsx.")


def _read_values(data: bytes, path: Path, choose: Choose) -> dict[str, Rows]:
    """The rows of the wanted sheets as calamine reads them."""
    from python_calamine import CalamineError, load_workbook

    try:
        workbook = load_workbook(io.BytesIO(data))
        sheets = {name: workbook.get_sheet_by_name(name) for name in choose(workbook.sheet_names)}
        texts = {
            name: [list(map(format_value, row)) for row in sheet.to_python(skip_empty_area=False)]
            for name, sheet in sheets.items()
        }
    except (CalamineError, ValueError, OSError, OverflowError) as error:
        raise _no_workbook(path, error) from error
    for name, rows in texts.items():
        refuse_digits("\n".join(map(" ".join, rows)).encode(), f"{path}, sheet {name}")
    return texts


def _is_plain(archive: zipfile.ZipFile) -> bool:
    """Whether an ``.xlsx`` has nothing that calamine does not say, and ends where it can."""
    try:
        if "xl/sharedStrings.xml" in archive.namelist():
            archive.read("xl/sharedStrings.xml")  # as large as it says, by its checksum
        return _says_all(archive.read("xl/styles.xml"), _sheets(archive))
    except DAMAGED:
        return False


def _says_all(styles: bytes, sheets: Iterable[bytes]) -> bool:
    percent = {*map(int, _PERCENT_FORMAT.findall(styles))} | _PERCENT_IDS
    used = _USED_FORMATS.search(styles)
    if not used or percent & {*map(int, _FORMAT_ID.findall(used[0]))}:
        return False
    return all(
        not _UNSAID.search(sheet) and _area(_CELL.findall(sheet)) <= MOST_CELLS for sheet in sheets
    )


def _sheets(archive: zipfile.ZipFile) -> Iterator[bytes]:
    return (archive.read(name) for name in archive.namelist() if _SHEET.fullmatch(name))


def _area(cells: Iterable[tuple[bytes, bytes]]) -> int:
    """How many cells there are as far as the last row and the last column."""
    places = [*cells]
    columns = {column for column, _ in places}
    last = max((number_of_column(column.decode()) for column in columns), default=0)
    return last * max((int(row) for _, row in places), default=0)


def number_of_column(letters: str) -> int:
    """The number of a column.

    >>> [*map(number_of_column, ("A", "h", "XFD"))]
    [1, 8, 16384]
    """
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - 64
    return number


# The records of an .xlsb that say what calamine does not: a number, a size, and so many bytes.

_ROW, _FIRST_CELL, _LAST_CELL, _ERRORS = 0, 1, 11, (3, 11)
_FORMAT, _STYLE, _STYLES, _END_OF_STYLES = 44, 47, 617, 618


def _unsaid_in_binary(archive: zipfile.ZipFile) -> str:
    """Why calamine would not read an ``.xlsb`` as it is shown; blank where it does."""
    percent, formats, is_inside = {*_PERCENT_IDS}, [], False
    has_styles = "xl/styles.bin" in archive.namelist()
    for kind, record in _records(archive.read("xl/styles.bin") if has_styles else b""):
        if kind == _FORMAT and b"%\0" in record[6:]:
            percent.add(struct.unpack_from("<H", record)[0])
        elif kind in (_STYLES, _END_OF_STYLES):
            is_inside = kind == _STYLES
        elif kind == _STYLE and is_inside:
            formats.append(struct.unpack_from("<H", record, 2)[0])
    for sheet in _sheets(archive):
        row = last_row = last_column = 0
        for kind, record in _records(sheet):
            if kind == _ROW:
                row = struct.unpack_from("<I", record)[0] + 1
                last_row = max(row, last_row)
            elif _FIRST_CELL <= kind <= _LAST_CELL:
                column, style = struct.unpack_from("<II", record)
                last_column = max(column + 1, last_column)
                if kind in _ERRORS:
                    return f"an .xlsb with errors in cells, as in row {row}, cannot be read"
                if has_styles and formats[style & 0xFFFFFF] in percent:
                    return f"an .xlsb with percentages, as in row {row}, cannot be read"
        if last_row * last_column > MOST_CELLS:
            return f"reaches over more than {MOST_CELLS:,} cells"
    return ""


def _records(part: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at < len(part):
        kind, at = part[at], at + 1
        if kind & 0x80:
            kind, at = kind & 0x7F | part[at] << 7, at + 1
        size = shift = 0
        while True:
            byte, at = part[at], at + 1
            size, shift = size | (byte & 0x7F) << shift, shift + 7
            if not byte & 0x80 or shift == 28:
                break
        yield kind, part[at : at + size]
        at += size


def _read_rows(values: Any, formulas: Any, path: Path) -> Rows:
    for sheet in (values, formulas):
        sheet.reset_dimensions()
    rows, place = [list(row) for row in values.iter_rows()], f"{path}, sheet {values.title}"
    _refuse_uncalculated(formulas.iter_rows(), rows, place)
    texts = [[_format_number(cell.value, str(cell.number_format)) for cell in row] for row in rows]
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


def _format_old(cell: Any, book: Any) -> str:
    """A cell of an ``.xls`` as it was typed."""
    import xlrd

    value: Any = cell.value
    if cell.ctype == xlrd.XL_CELL_ERROR:
        return str(xlrd.error_text_from_code[value])
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return format_value(bool(value))
    if cell.ctype == xlrd.XL_CELL_DATE:
        moment = xlrd.xldate.xldate_as_datetime(value, book.datemode)
        return format_value(moment.time() if value < 1 else moment)
    if cell.ctype == xlrd.XL_CELL_NUMBER:
        style = book.xf_list[cell.xf_index]
        return _format_number(value, book.format_map[style.format_key].format_str)
    return str(value)


def _format_number(value: object, number_format: str) -> str:
    """A value as it was typed: 60% where 0.6 is stored, 2:1 where two hours and a minute are."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and "%" in number_format:
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
