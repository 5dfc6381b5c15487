"""Results as CSV: any usual encoding and delimiter, columns known by their headings.

A game's reader declares its columns (a name and what else the heading may say) and reads typed
cells from the rows; every fault is one sentence with the file, the row and what to do.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError
from .files import content, decoded, tidy

Columns = Mapping[str, tuple[str, ...]]
"""The names of the columns that a reader knows, each with the other headings it goes by."""

_DELIMITERS = ",;\t"
_SEPARATOR_LINE = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)


@dataclass(frozen=True)
class Row:
    """One row of a table; its number is the one that a spreadsheet shows."""

    file: str
    number: int
    cells: Mapping[str, str]

    def wrong(self, what: str) -> InputError:
        """The error that names this row."""
        return InputError(f"{self.file}, row {self.number}: {what}.")

    def text(self, column: str) -> str:
        """A cell as text without the space around it; blank where the file has no such column."""
        return tidy(self.cells.get(column, ""), column, self.wrong)

    def filled(self, column: str) -> str:
        """The text of a cell that must not be blank."""
        value = self.text(column)
        if not value:
            raise self.wrong(f"{column} is blank; fill it in, or remove the row")
        return value

    def number_in(self, column: str) -> float:
        """A cell where a number belongs; a decimal comma is understood."""
        value = self.filled(column)
        plain = value.replace("\N{MINUS SIGN}", "-")
        if "." not in plain:
            plain = plain.replace(",", ".", 1)
        try:
            number = float(plain) if "_" not in plain else math.nan
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise self.wrong(f"{column} must be a number, not “{value}”; correct it")
        return number

    def number_or_none(self, column: str) -> float | None:
        """A cell that holds a number or nothing."""
        return self.number_in(column) if self.text(column) else None

    def whole(self, column: str) -> int:
        """A cell where a whole number belongs."""
        number = self.number_in(column)
        if number != math.floor(number):
            raise self.wrong(f"{column} must be a whole number, not {number:g}; correct it")
        return int(number)


class Table:
    """A CSV file with a heading row, and the columns that were found in it."""

    def __init__(self, path: Path | str, columns: Columns) -> None:
        self.file = Path(path).name
        text = _text(Path(path), self.file)
        names = {_plain(also): name for name, more in columns.items() for also in (name, *more)}
        records = _records(text, names, self.file)
        self.heading = next(iter(records[:1]), [])
        self._records = records[1:]
        if not any(cell.strip() for cell in self.heading):
            raise InputError(
                f"{self.file}: the first row is blank; it must hold the headings of the columns."
            )
        self._places = self._find(names)

    def _find(self, names: Mapping[str, str]) -> dict[str, int]:
        """Where each known column stands."""
        places: dict[str, int] = {}
        for place, heading in enumerate(self.heading):
            name = names.get(_plain(heading))
            if name in places:
                raise InputError(
                    f"{self.file}: “{self.heading[places[name]].strip()}” and "
                    f"“{heading.strip()}” both mean {name}; remove or rename one of them."
                )
            if name:
                places[name] = place
        return places

    def __contains__(self, column: str) -> bool:
        return column in self._places

    def need(self, columns: Sequence[str], instead: Sequence[str] = ()) -> None:
        """Say which of these columns are missing, and which headings there are.

        Where all are missing, ``instead`` are those of the other form that the results may have.
        """
        missing = [column for column in columns if column not in self]
        if missing:
            none = instead and len(missing) == len(columns)
            other = f" (nor are there {', '.join(instead)})" if none else ""
            there = ", ".join(cell.strip() for cell in self.heading if cell.strip())
            raise InputError(
                f"{self.file}: there is no column {', '.join(missing)}{other}; the first row has "
                f"{there}; add or rename the headings."
            )

    def __iter__(self) -> Iterator[Row]:
        """The rows that hold anything, in their order."""
        for number, record in enumerate(self._records, 2):
            if any(cell.strip() for cell in record[len(self.heading) :]):
                raise InputError(
                    f"{self.file}, row {number}: there are more cells than headings; "
                    "put a value with a delimiter in it into quotation marks."
                )
            if any(cell.strip() for cell in record):
                cells = {
                    name: record[place]
                    for name, place in self._places.items()
                    if place < len(record)
                }
                yield Row(self.file, number, cells)


def _plain(heading: str) -> str:
    """A heading without its letter case, spaces and signs: “TPs A” and tps_a are the same."""
    return "".join(character for character in heading.casefold() if character.isalnum())


def _text(path: Path, file: str) -> str:
    """The text of a file, whatever it was encoded in."""
    data = content(path)
    if data.startswith(b"PK"):
        raise InputError(f"{file}: this is a workbook or an archive; save the results as CSV.")
    text = decoded(data, ("utf-8", "cp1252"))
    if text is None:
        raise InputError(f"{file}: this is no text that can be read; save it as CSV in UTF-8.")
    if not text.strip():
        raise InputError(f"{file}: the file is empty; it needs headings and results.")
    return text


def _records(text: str, names: Mapping[str, str], file: str) -> list[list[str]]:
    """The cells of each row, by the delimiter that finds the most known headings."""
    said = _SEPARATOR_LINE.match(text)
    if said:
        text = text[said.end() :]

    def found(delimiter: str) -> tuple[int, int]:
        heading = next(csv.reader(text.splitlines(keepends=True), delimiter=delimiter), [])
        return sum(_plain(cell) in names for cell in heading), len(heading)

    delimiter = said[1] if said else max(_DELIMITERS, key=found)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        return list(reader)
    except csv.Error as error:
        raise InputError(
            f"{file}, line {reader.line_num}: the quotation marks do not match ({error}); "
            "correct them."
        ) from error
