"""Results as CSV: any usual encoding and delimiter, columns found by their headings.

A game's reader declares its columns (a name and the other accepted headings) and reads typed cells
from the rows; its writer gives rows of the same columns.  Every error is one sentence with the
file, the row and the remedy.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from ..errors import InputError
from .files import Document, clean_text, decode, read_bytes

Columns = Mapping[str, tuple[str, ...]]
"""The names of the columns that a reader accepts, each with its other headings."""

_DELIMITERS = ",;\t"
_MOST_TITLES = 20
"""How many lines are looked through for the headings, where titles may stand above them."""
_SEPARATOR_LINE = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)


@dataclass(frozen=True)
class CsvRow:
    """One row of a table, with the row number that a spreadsheet shows."""

    file: str
    number: int
    cells: Mapping[str, str]
    record: Sequence[str] = ()
    """All cells, also those of columns that are not known."""

    def error(self, message: str) -> InputError:
        """An error with the location of this row."""
        return InputError(f"{self.file}, row {self.number}: {message}.")

    def text(self, column: str) -> str:
        """A cell as text with white space folded; blank if the file has no such column."""
        return clean_text(self.cells.get(column, ""), column, self.error)

    def is_blank(self, columns: Iterable[str]) -> bool:
        """Whether none of some cells holds anything: a game without a score is a fixture."""
        return not any(self.text(column) for column in columns)

    def required_text(self, column: str) -> str:
        """The text of a mandatory cell."""
        value = self.text(column)
        if not value:
            raise self.error(f"{column} is blank; fill it in, or remove the row")
        return value

    def required_number(self, column: str) -> float:
        """The number of a mandatory cell; a decimal comma is accepted."""
        value = self.required_text(column)
        normalized = value.replace("\N{MINUS SIGN}", "-")
        if "." not in normalized:
            normalized = normalized.replace(",", ".", 1)
        try:
            number = float(normalized) if "_" not in normalized else math.nan
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise self.error(f"{column} must be a number, not “{value}”; correct it")
        return number

    def optional_number(self, column: str) -> float | None:
        """The number of a cell, or None if it is blank."""
        return self.required_number(column) if self.text(column) else None

    def required_integer(self, column: str) -> int:
        """The whole number of a mandatory cell."""
        number = self.required_number(column)
        if number != math.floor(number):
            raise self.error(f"{column} must be a whole number, not {number:g}; correct it")
        return int(number)


class CsvTable:
    """A CSV file with a heading row, and the known columns found in it."""

    def __init__(
        self,
        path: Path | str,
        columns: Columns,
        titles: bool = False,
        rename: Callable[[list[str]], list[str]] = list,
        records: list[list[str]] | None = None,
    ) -> None:
        """Find the headings, and the columns that are known.

        ``titles`` says that lines of text may stand above the headings; see :attr:`above`.
        ``rename`` gives the headings other texts, such as two sides for a heading that stands
        twice.  ``records`` are the rows of a file that is no CSV.
        """
        self.file = Path(path).name
        names = {
            _normalize_heading(heading): name
            for name, other_headings in columns.items()
            for heading in (name, *other_headings)
        }
        self._known_headings = frozenset(names)
        lines = _MOST_TITLES if titles else 1
        if records is None:
            text = _read_text(Path(path), self.file)
            records, start = _parse_records(text, names, self.file, lines)
        else:
            _, start = _find_headings(records, names, lines)
        self.above = [" ".join(filter(None, map(str.strip, row))) for row in records[:start]]
        """The lines above the headings."""
        self.heading = rename(next(iter(records[start : start + 1]), []))
        self._records = records[start + 1 :]
        if not any(cell.strip() for cell in self.heading):
            raise InputError(
                f"{self.file}: the first row is blank; it must hold the headings of the columns."
            )
        self._positions = self._locate_columns(names)

    def _locate_columns(self, names: Mapping[str, str]) -> dict[str, int]:
        """The position of each known column."""
        positions: dict[str, int] = {}
        for position, heading in enumerate(self.heading):
            name = names.get(_normalize_heading(heading))
            if name in positions:
                raise InputError(
                    f"{self.file}: “{self.heading[positions[name]].strip()}” and "
                    f"“{heading.strip()}” both mean {name}; remove or rename one of them."
                )
            if name:
                positions[name] = position
        return positions

    def __contains__(self, column: str) -> bool:
        return column in self._positions

    @property
    def unknown_headings(self) -> list[str]:
        """The headings that are none of the known ones."""
        headings = (heading.strip() for heading in self.heading)
        return [h for h in headings if h and _normalize_heading(h) not in self._known_headings]

    def unread_columns(self) -> Iterator[tuple[str, list[str]]]:
        """The headings of the columns that are not read, each with its cells."""
        read = set(self._positions.values())
        for position, heading in enumerate(self.heading):
            if position not in read:
                cells = [row[position] for row in self._records if position < len(row)]
                yield heading.strip(), [cell.strip() for cell in cells if cell.strip()]

    def consecutive_columns(self, columns: Sequence[str]) -> list[str]:
        """Those of some numbered columns, such as rounds, that the file has, without a gap."""
        found = [column for column in columns if column in self]
        missing = [column for column in columns[: len(found)] if column not in found]
        if missing:
            raise InputError(
                f"{self.file}: there is {found[-1]}, but no {missing[0]}; "
                "number the rounds from R1 without a gap."
            )
        return found

    def require_columns(self, columns: Sequence[str], alternative: Sequence[str] = ()) -> None:
        """Raise an error that names the missing columns.

        If all are missing, it also names ``alternative``, the columns of the other form of results.
        """
        missing = [column for column in columns if column not in self]
        if missing:
            all_missing = alternative and len(missing) == len(columns)
            other = f" (nor are there {', '.join(alternative)})" if all_missing else ""
            headings = ", ".join(cell.strip() for cell in self.heading if cell.strip())
            raise InputError(
                f"{self.file}: there is no column {', '.join(missing)}{other}; the first row has "
                f"{headings}; add or rename the headings."
            )

    def __iter__(self) -> Iterator[CsvRow]:
        """The rows that are not blank, in order."""
        for number, record in enumerate(self._records, len(self.above) + 2):
            if any(cell.strip() for cell in record[len(self.heading) :]):
                raise InputError(
                    f"{self.file}, row {number}: there are more cells than headings; "
                    "put a value with a delimiter in it into quotation marks."
                )
            if any(cell.strip() for cell in record):
                cells = {
                    name: record[position]
                    for name, position in self._positions.items()
                    if position < len(record)
                }
                yield CsvRow(self.file, number, cells, record)


def _normalize_heading(heading: str) -> str:
    """A heading without letter case, spaces and punctuation: “TPs A” and tps_a are the same."""
    return "".join(character for character in heading.casefold() if character.isalnum())


def _read_text(path: Path, file: str) -> str:
    """Read the text of a file in any usual encoding."""
    data = read_bytes(path)
    if data.startswith(b"PK"):
        raise InputError(f"{file}: this is a workbook or an archive; save the results as CSV.")
    text = decode(data, ("utf-8", "cp1252"))
    if text is None:
        raise InputError(f"{file}: this is no text that can be read; save it as CSV in UTF-8.")
    if not text.strip():
        raise InputError(f"{file}: the file is empty; it needs headings and results.")
    return text


def _parse_records(
    text: str, names: Mapping[str, str], file: str, lines: int
) -> tuple[list[list[str]], int]:
    """The cells of each row, and which row has the headings.

    The delimiter and the row, one of the first ``lines`` that are not blank, are those that give
    the most headings; where none does, the first of these lines has them.
    """
    separator_line = _SEPARATOR_LINE.match(text)
    if separator_line:
        text = text[separator_line.end() :]

    def find_headings(delimiter: str) -> tuple[tuple[int, int], int]:
        rows = csv.reader(text.splitlines(keepends=True), delimiter=delimiter)
        count, start = _find_headings(rows, names, lines)
        return count, -start

    delimiter = separator_line[1] if separator_line else max(_DELIMITERS, key=find_headings)
    _, start = find_headings(delimiter)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        return list(reader), -start
    except csv.Error as error:
        raise InputError(
            f"{file}, line {reader.line_num}: the quotation marks do not match ({error}); "
            "correct them."
        ) from error


def _find_headings(
    rows: Iterable[list[str]], names: Mapping[str, str], lines: int
) -> tuple[tuple[int, int], int]:
    """How many known headings, and cells, the row of the headings has, and which row that is."""
    filled = (
        (at, row) for at, row in enumerate(rows) if any(c.strip(f"{_DELIMITERS} ") for c in row)
    )
    counts = {
        at: (sum(_normalize_heading(cell) in names for cell in row), len(row))
        for at, row in islice(filled, lines)
    } or {0: (0, 0)}
    best = max(counts, key=lambda at: counts[at])
    start = best if counts[best][0] else min(counts)
    return counts[start], start


def format_rows(
    columns: Columns, rows: Iterable[Mapping[str, object]], required: Sequence[str]
) -> Document:
    """The rows as CSV, by the names of their columns; a column that nobody fills is left out.

    >>> columns = {"name": (), "club": (), "points": ()}
    >>> format_rows(columns, [{"name": "Ann", "points": 2.0}], ["name"]).content
    b'name,points\\r\\nAnn,2\\r\\n'
    """
    texts = [{key: _format_value(value) for key, value in row.items()} for row in rows]
    used = [key for key in columns if key in required or any(row.get(key) for row in texts)]
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, used, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(texts)
    return Document(file.getvalue().encode(), [])


def _format_value(value: object) -> str:
    """A value as the readers take it: None is blank, 2.0 is 2."""
    if isinstance(value, float):
        return f"{value:.15g}"
    return "" if value is None else str(value)
