"""A file of results as readers take it: a workbook as CSV, headings by other names."""

from __future__ import annotations

import csv
import io
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from zipfile import BadZipFile

from ..errors import InputError
from .files import decode, read_bytes

_WORKBOOK = re.compile(r"(?P<file>.*\.xls[xm])(?:#(?P<sheet>.*))?", re.IGNORECASE)
_DELIMITERS = ",;\t"


@contextmanager
def readable(path: Path, headings: Mapping[str, str]) -> Iterator[Path]:
    """A file that the readers take, with the same name; ``headings`` maps the file's to theirs.

    A workbook is ``results.xlsx``, for its first sheet, or ``results.xlsx#Sheet``.
    """
    found = _WORKBOOK.fullmatch(path.name)
    if not found and not headings:
        yield path
        return
    if found:
        file = path.with_name(found["file"])
        rows = _read_sheet(file, found["sheet"])
    else:
        file = path
        rows = _read_csv(path)
    if headings:
        rows = _with_headings(rows, headings, file.name)
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    with tempfile.TemporaryDirectory(prefix="xl-tourney-") as folder:
        copy = Path(folder, f"{file.stem}.csv")
        copy.write_text(text.getvalue(), encoding="utf-8", newline="")
        yield copy


def _read_sheet(path: Path, sheet: str | None) -> list[list[str]]:
    """The rows of a sheet as texts, as far as it is filled."""
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        workbook = load_workbook(
            io.BytesIO(read_bytes(path)), data_only=True, read_only=True, keep_links=False
        )
    except (BadZipFile, InvalidFileException, KeyError, ValueError) as error:
        raise InputError(f"{path}: is not a workbook ({error}); save it as .xlsx.") from error
    names = workbook.sheetnames
    if sheet is not None and sheet not in names:
        raise InputError(f"{path}: has no sheet {sheet}; it has {', '.join(names)}.")
    worksheet = workbook[sheet] if sheet is not None else workbook.worksheets[0]
    worksheet.reset_dimensions()
    return [list(map(_format_value, row)) for row in worksheet.iter_rows(values_only=True)]


def _format_value(value: object) -> str:
    if isinstance(value, datetime) and value.time() == datetime.min.time():
        value = value.date()
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    if isinstance(value, float):
        return f"{value:.15g}"
    return "" if value is None else str(value)


def _read_csv(path: Path) -> list[list[str]]:
    text = decode(read_bytes(path), ("utf-8", "cp1252"))
    if text is None:
        raise InputError(f"{path.name}: this is no text that can be read; save it as CSV in UTF-8.")
    first = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def _with_headings(
    rows: Sequence[list[str]], headings: Mapping[str, str], file: str
) -> list[list[str]]:
    """The rows with other names in the first one."""
    first = [heading.strip() for heading in (rows[0] if rows else [])]
    missing = [heading for heading in headings if heading.strip() not in first]
    if missing:
        raise InputError(f"{file}: has no heading “{missing[0]}”; it has {', '.join(first)}.")
    named = {heading.strip(): name for heading, name in headings.items()}
    return [[named.get(heading, heading) for heading in first], *rows[1:]]
