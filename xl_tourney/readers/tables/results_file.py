"""A file of results as readers take it: a workbook as CSV, headings by other names."""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from ...errors import InputError
from ..files import decode, read_bytes
from .workbook import parse_name, read_sheet

_DELIMITERS = ",;\t"


@contextmanager
def readable(path: Path, headings: Mapping[str, str]) -> Iterator[Path]:
    """A file that the readers take, with the same name; ``headings`` maps the file's to theirs.

    A workbook is named as :mod:`.workbook` says.
    """
    workbook = parse_name(path)
    if not workbook and not headings:
        yield path
        return
    if workbook:
        file = workbook.file
        rows = read_sheet(workbook)
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
    """The rows with other names in the first one that is not blank."""
    at = next((at for at, row in enumerate(rows) if any(map(str.strip, row))), 0)
    first = [heading.strip() for heading in (rows[at] if rows else [])]
    missing = [heading for heading in headings if heading.strip() not in first]
    if missing:
        raise InputError(f"{file}: has no heading “{missing[0]}”; it has {', '.join(first)}.")
    named = {heading.strip(): name for heading, name in headings.items()}
    return [*rows[:at], [named.get(heading, heading) for heading in first], *rows[at + 1 :]]
