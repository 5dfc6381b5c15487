"""Results as a table, in CSV or whatever else: columns found by their headings.

A game's reader declares its columns (a name and the other accepted headings) and reads typed cells
from the rows; its writer gives rows of the same columns.  Every error is one sentence with the
file, the row and the remedy.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import NamedTuple

from ..errors import InputError
from .files import Document, clean_text
from .tables.dates import read_periods
from .tables.excel import format_value
from .tables.headings import Columns, names_of, normalize_heading
from .tables.html_tables import marks_of
from .tables.reading import ReadColumn
from .tables.source import Given, Line, source_of

_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:([., '’])\d{3})(?:\1\d{3})*")
"""A number with marks between its thousands: 1,204 and 12 345 678."""


_MIXED = re.compile(r"[+-]?[1-9]\d{0,2}(?:([.,])\d{3})+(?!\1)[.,]\d+")
"""A number with both marks, of which the last one is the decimal one: 1,204.50."""


class Candidate(NamedTuple):
    """A column of the file that may be a field."""

    position: int
    heading: str
    cells: Sequence[str]
    """The texts of its rows, folded."""


Rename = Callable[[list[str], Sequence[Sequence[str]]], list[str]]
"""Other texts for the headings, by them and the rows below."""
Decide = Callable[[Sequence[Candidate], "CsvTable"], "Candidate | None"]
"""Which of several columns is a field, by their values; None where these do not tell."""


@dataclass(frozen=True)
class CsvRow:
    """One row of a table, with the row number that a spreadsheet shows."""

    file: str
    number: int
    cells: Mapping[str, str]
    record: Sequence[str] = ()
    """All cells, also those of columns that are not known."""
    table: CsvTable | None = None

    def error(self, message: str) -> InputError:
        """An error with the location of this row."""
        return InputError(f"{self.file}, row {self.number}: {message}.")

    def text(self, column: str) -> str:
        """A cell as text with white space folded; blank if the file has no such column."""
        if self.table:
            self.table.reading.asked.add(column)
        return clean_text(self.cells.get(column, ""), self.heading(column), self.error)

    def with_cells(self, cells: Mapping[str, str]) -> CsvRow:
        """The same row with other texts in some cells."""
        return replace(self, cells={**self.cells, **cells})

    def marked(self, column: str, meanings: Mapping[str, str]) -> list[str]:
        """What the marks of a cell mean, of those whose meaning the reader knows."""
        if self.table:
            self.table.reading.marks_read.update(meanings)
        marks = marks_of(self.cells.get(column, ""))
        return [meaning for mark, meaning in meanings.items() if mark in marks]

    def note(self, sentence: str) -> None:
        """Say something of the file, once."""
        if self.table and sentence not in self.table.reading.notes:
            self.table.reading.notes.append(sentence)

    def heading(self, column: str) -> str:
        """A column as messages name it: with its heading in the file, where that is another."""
        return self.table.describe(column) if self.table else column

    def choices(self, column: str) -> str:
        """What to say for the rows with one text in a column alone."""
        cells = self.table.cells(column) if self.table else []
        return self.table.choices(self.table.heading_of(column), cells) if self.table else ""

    def is_blank(self, columns: Iterable[str]) -> bool:
        """Whether none of some cells holds anything: a game without a score is a fixture."""
        return not any(self.cells.get(column, "").strip() for column in columns)

    def required_text(self, column: str) -> str:
        """The text of a mandatory cell."""
        value = self.text(column)
        if not value:
            raise self.error(f"{self.heading(column)} is blank; fill it in, or remove the row")
        return value

    def required_number(self, column: str) -> float:
        """The number of a mandatory cell; a decimal comma and marks of thousands are accepted."""
        value = self.required_text(column)
        normalized = value.replace("\N{MINUS SIGN}", "-")
        grouped = _GROUPED.fullmatch(normalized)
        if grouped and self.table and grouped[1] in self.table.thousands(column):
            normalized = normalized.replace(grouped[1], "")
        elif mixed := _MIXED.fullmatch(normalized):
            normalized = normalized.replace(mixed[1], "")
        if "." not in normalized:
            normalized = normalized.replace(",", ".", 1)
        try:
            number = float(normalized) if "_" not in normalized else math.nan
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise self.error(f"{self.heading(column)} must be a number, not “{value}”; correct it")
        return number

    def optional_number(self, column: str) -> float | None:
        """The number of a cell, or None if it is blank."""
        return self.required_number(column) if self.text(column) else None

    def required_integer(
        self, column: str, least: int | None = None, most: int | None = None
    ) -> int:
        """The whole number of a mandatory cell, within bounds."""
        number = self.required_number(column)
        if number != math.floor(number):
            raise self.error(
                f"{self.heading(column)} must be a whole number, not {number:g}; correct it"
            )
        whole = int(number)
        if least is not None and not least <= whole <= (most or whole):
            bounds = f"from {least} to {most}" if most else f"{least} or more"
            raise self.error(f"{column} must be {bounds}, not {whole}; correct it")
        return whole


class CsvTable:
    """A table with a heading row, and the known columns found in it.

    All of it is accounted for in the ``reading`` of its source: rows that are used or left out,
    columns that the reader has asked for or not.
    """

    def __init__(
        self,
        given: Given,
        columns: Columns,
        decide: Mapping[str, Decide] | None = None,
        rename: Rename = lambda headings, _: headings,
    ) -> None:
        """``decide`` tells which of several columns is a field.

        ``rename`` gives headings other texts before their columns are found, such as two sides for
        one that stands twice.
        """
        source = self.source = source_of(given)
        self._names = names_of(columns)
        mapped = _mapped(source.headings, columns)
        remembered = _mapped(source.remembered, columns)
        sheet = source.find_sheet({**self._names, **remembered, **mapped})
        self.file, self.reading = sheet.place, source.reading
        start = sheet.headings
        self.above = [_join(row) for row in sheet.rows[:start]]
        """The lines above the headings."""
        self.heading = next(iter(sheet.rows[start : start + 1]), [])
        self._records = sheet.rows[start + 1 :]
        self._lines = sheet.lines
        if not any(cell.strip() for cell in self.heading):
            raise self.error("the first row is blank; it must hold the headings of the columns")
        self._check_mapped(mapped, columns, source.headings)
        for heading, text in source.only.items():
            self._keep(heading, text)
        self._mapped = {**remembered, **mapped}
        self._keys = [
            heading if heading in self._mapped else other
            for heading, other in zip(
                map(normalize_heading, self.heading),
                map(normalize_heading, rename(self.heading, [*filter(any, self._records)])),
            )
        ]
        self._decide = decide or {}
        self._positions: dict[str, int] = {}
        self._combined: dict[int, str] = {}
        self._locate_columns()
        self._note_columns()
        for number, line in enumerate(self.above, 1):
            if line:
                self.reading.leave_out(number, line, "it stands above the headings")

    def error(self, message: str) -> InputError:
        """An error of the table as a whole."""
        return InputError(f"{self.file}: {message}.")

    def take_period(self) -> list[tuple[date, date]]:
        """The first and the last day of the event, from a line above the headings that says them.

        Where day and month are unclear there are two, where nothing says it none.
        """
        for number, line in enumerate(self.above, 1):
            if periods := read_periods(line):
                lines = self.reading.left_out
                lines[:] = [one for one in lines if (one.row, one.text) != (number, line)]
                return periods
        return []

    def _place_of(self, heading: str) -> int:
        """The column with a heading, refused where there is none."""
        keys = [*map(normalize_heading, self.heading)]
        if (key := normalize_heading(heading)) not in keys:
            headings = ", ".join(cell.strip() for cell in self.heading if cell.strip())
            raise InputError(f"{self.file}: has no heading “{heading}”; it has {headings}.")
        return keys.index(key)

    def _keep(self, heading: str, text: str) -> None:
        """Blank all rows but those with a text under a heading; rows keep their numbers."""
        cells = self._cells(self._place_of(heading))
        wanted = " ".join(text.split()).casefold()
        kept = [cell.casefold() == wanted for cell in cells]
        if not any(kept):
            raise self.error(
                f"no row has “{text}” under “{heading}”; {self.choices(heading, cells)}"
            )
        others = sum(any(row) for row, keeps in zip(self._records, kept) if not keeps)
        self._records = [row if keeps else [] for row, keeps in zip(self._records, kept)]
        self.reading.notes.append(
            f"{sum(kept)} rows have {text} under “{heading}”, and {others} others are not read"
        )

    def choices(self, heading: str, cells: Iterable[str]) -> str:
        """What to say for the rows with one text under a heading alone, with their numbers."""
        count = Counter(filter(None, cells))
        shown = ", ".join(f"{name} ({rows} rows)" for name, rows in [*count.items()][:8])
        more = " …" if len(count) > 8 else ""
        return f'say --only "{heading}={next(iter(count), "")}" for one of {shown}{more}'

    def _check_mapped(
        self, mapped: Mapping[str, str], columns: Columns, given: Mapping[str, str]
    ) -> None:
        """Refuse a heading that the file does not have, and a field that there is not."""
        for heading, name in given.items():
            self._place_of(heading)
            if normalize_heading(heading) not in mapped:
                raise self.error(
                    f"“{heading}” cannot be {name}; the columns that are read are "
                    f"{', '.join(columns)}"
                )

    def _locate_columns(self) -> None:
        """Find the position of each known column; what is decided by others comes after them."""
        found: dict[str, list[int]] = {}
        mapped = set(self._mapped.values())
        for position, key in enumerate(self._keys):
            name = self._mapped.get(key) or self._names.get(key)
            if name and (key in self._mapped or name not in mapped):
                found.setdefault(name, []).append(position)
        for name in sorted(found, key=lambda name: name in self._decide):
            chosen = self._choose(name, found[name])
            if chosen is not None:
                self._positions[name] = chosen

    def _choose(self, name: str, positions: Sequence[int]) -> int | None:
        """The one of several columns that is a field; they may be the same in all rows.

        Where no row has a text in two of them, they are one.
        """
        if len(positions) > 1:
            positions = self._combine(name, positions)
        candidates = [Candidate(at, self.heading[at].strip(), self._cells(at)) for at in positions]
        decide = None if name in self._mapped.values() else self._decide.get(name)
        chosen = decide(candidates, self) if decide else None
        if chosen:
            return chosen.position
        if len({tuple(map(str.casefold, candidate.cells)) for candidate in candidates}) == 1:
            return None if decide else positions[0]
        headings = " and ".join(f"“{candidate.heading}”" for candidate in candidates)
        answers = " or ".join(f'--map "{candidate.heading}={name}"' for candidate in candidates)
        at = next(
            at for at, texts in enumerate(zip(*(c.cells for c in candidates))) if len({*texts}) > 1
        )
        values = " and ".join(f"“{candidate.cells[at]}”" for candidate in candidates)
        place = f"row {self._line(at)[1]}: {values}"
        if len({normalize_heading(candidate.heading) for candidate in candidates}) == 1:
            raise self.error(
                f"“{candidates[0].heading}” stands over {len(candidates)} columns, and they "
                f"differ, as in {place}; remove or rename one of them"
            )
        raise self.error(f"{headings} both mean {name}, and differ, as in {place}; say {answers}")

    def _combine(self, name: str, positions: Sequence[int]) -> Sequence[int]:
        """The columns, or the first with the texts of all where no row has two of them."""
        rows = list(zip(*map(self._cells, positions)))
        filled = [at for at, cells in zip(positions, zip(*rows)) if any(cells)]
        if len(filled) < 2:
            return filled or positions[:1]
        if any(sum(map(bool, cells)) > 1 for cells in rows):
            return positions
        first = filled[0]
        self._records = [
            [*row[:first], *([""] * (first - len(row))), "".join(cells), *row[first + 1 :]]
            for row, cells in zip(self._records, rows)
        ]
        self._combined |= dict.fromkeys(filled, name)
        headings = " and ".join(f"“{self.heading[at].strip()}”" for at in filled)
        self.reading.notes.append(f"{headings} are read as one column, {name}; no row has both")
        return [first]

    def _cells(self, position: int) -> list[str]:
        """The texts of a column, row by row."""
        return [
            " ".join(row[position].split()) if position < len(row) else "" for row in self._records
        ]

    def _line(self, at: int) -> Line:
        """Where a row below the headings stands, numbered as a spreadsheet shows it."""
        line = len(self.above) + 1 + at
        return self._lines[line] if self._lines else (self.file, line + 1)

    def cells(self, column: str) -> list[str]:
        """The texts of the rows in a column; blank ones if the file has no such column."""
        return self._cells(self._positions.get(column, len(self.heading)))

    def _note_columns(self) -> None:
        names = self._combined | {position: name for name, position in self._positions.items()}
        self.reading.columns = [
            ReadColumn(heading.strip(), names.get(at, ""), next(filter(None, self._cells(at)), ""))
            for at, heading in enumerate(self.heading)
        ]

    def heading_of(self, column: str) -> str:
        """The heading of a column in the file; blank if it has no such column."""
        return self.heading[self._positions[column]].strip() if column in self else ""

    def describe(self, column: str) -> str:
        """A column as messages name it."""
        if column not in self:
            return column
        heading = self.heading_of(column)
        same = normalize_heading(heading) == normalize_heading(column)
        return column if same or not heading else f"{heading} ({column})"

    def thousands(self, column: str) -> str:
        """The marks between thousands in the numbers of a column.

        Blanks and apostrophes always are such.  A comma is where three digits follow each one; a
        point is, too, if there is another number without one that is of the same size.
        """
        if column not in self._thousands:
            cells = [cell.replace("\N{MINUS SIGN}", "-") for cell in self.cells(column)]
            marks = " '’"
            for mark in ",.":
                marked = [cell for cell in cells if mark in cell]
                found = [_GROUPED.fullmatch(cell) for cell in marked]
                if marked and all(one and one[1] == mark for one in found):
                    plain = [cell for cell in cells if cell.isdecimal() and len(cell) >= 3]
                    several = any(cell.count(mark) > 1 for cell in marked)
                    if mark == "," or plain or several:
                        marks += mark
            self._thousands[column] = marks
        return self._thousands[column]

    @cached_property
    def _thousands(self) -> dict[str, str]:
        return {}

    def __contains__(self, column: str) -> bool:
        return column in self._positions

    @property
    def unknown_headings(self) -> list[str]:
        """The headings that are none of the known ones."""
        headings = [(heading.strip(), normalize_heading(heading)) for heading in self.heading]
        return [h for h, key in headings if h and key not in {*self._names, *self._mapped}]

    def unread_columns(self) -> Iterator[tuple[str, list[str]]]:
        """The headings of the columns that are not read, each with its cells."""
        read = set(self._positions.values())
        for position, heading in enumerate(self.heading):
            if position not in read:
                yield heading.strip(), [cell for cell in self._cells(position) if cell]

    def columns_beside(
        self, fields: Sequence[str], rows: Sequence[CsvRow]
    ) -> Iterator[tuple[str, list[str]]]:
        """The headings of the columns that are none of some fields, each with the rows' texts."""
        taken = {self._positions[name] for name in fields if name in self}
        for at, heading in enumerate(self.heading):
            if at not in taken:
                yield (
                    heading.strip(),
                    [row.record[at].strip() if at < len(row.record) else "" for row in rows],
                )

    def consecutive_columns(self, columns: Sequence[str]) -> list[str]:
        """Those of some numbered columns, such as rounds, that the file has, without a gap."""
        found = [column for column in columns if column in self]
        missing = [column for column in columns[: len(found)] if column not in found]
        if missing:
            raise self.error(
                f"there is {found[-1]}, but no {missing[0]}; number the rounds from R1 without a "
                "gap"
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
            raise self.error(
                f"there is no column {', '.join(missing)}{other}; the first row has {headings}; "
                f'rename a heading, or say what it means, as in --map "HEADING={missing[0]}"'
            )

    def leave_out(self, row: CsvRow, why: str = "") -> None:
        """Say that a row is not used."""
        self.rows.remove(row)
        self.reading.rows -= 1
        if row.number:  # a line that the file has
            place = row.file if row.file != self.file else ""
            self.reading.leave_out(row.number, _join(row.record), why, place)

    def rows_of_players(self, numbers: Collection[str]) -> list[CsvRow]:
        """The rows of a wall list; those that hold nothing but numbers of rows are left out."""
        for row in self:
            if row.is_blank({*row.cells} - {*numbers}):
                self.leave_out(row, "nobody is named in it")
        if not self.rows:
            raise self.error("there is no player in it; add one row a player")
        return list(self)

    def filled(self, row: CsvRow) -> list[str]:
        """The texts of a row, also those of columns that are not known."""
        return [" ".join(cell.split()) for cell in row.record if cell.strip()]

    def __iter__(self) -> Iterator[CsvRow]:
        """The rows that are not blank, in order."""
        return iter(list(self.rows))

    @cached_property
    def rows(self) -> list[CsvRow]:
        """The rows that hold results: not blank, and not the headings once more."""
        headings = [cell.strip() for cell in self.heading]
        rows: list[CsvRow] = []
        for at, record in enumerate(self._records):
            file, number = self._line(at)
            if any(cell.strip() for cell in record[len(self.heading) :]):
                raise InputError(
                    f"{file}, row {number}: there are more cells than headings; "
                    "put a value with a delimiter in it into quotation marks."
                )
            texts = [cell.strip() for cell in record]
            if texts == headings:
                self.reading.leave_out(number, _join(record), "it repeats the headings")
            elif any(texts):
                cells = {
                    name: record[position]
                    for name, position in self._positions.items()
                    if position < len(record)
                }
                rows.append(CsvRow(file, number, cells, record, self))
        self.reading.rows = len(rows)
        return rows


def _mapped(headings: Mapping[str, str], columns: Columns) -> dict[str, str]:
    """The field for each normalized heading of ``--map``, of those fields that there are."""
    fields = {normalize_heading(name): name for name in columns}
    return {
        normalize_heading(heading): fields[normalize_heading(name)]
        for heading, name in headings.items()
        if normalize_heading(name) in fields
    }


def _join(record: Iterable[str]) -> str:
    """A row as one text."""
    return " ".join(" ".join(record).split())


def format_rows(
    columns: Columns, rows: Iterable[Mapping[str, object]], required: Sequence[str]
) -> Document:
    """The rows as CSV, by the names of their columns; a column that nobody fills is left out.

    >>> columns = {"name": (), "club": (), "points": ()}
    >>> format_rows(columns, [{"name": "Ann", "points": 2.0}], ["name"]).content
    b'name,points\\r\\nAnn,2\\r\\n'
    """
    texts = [{key: format_value(value) for key, value in row.items()} for row in rows]
    used = [key for key in columns if key in required or any(row.get(key) for row in texts)]
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, used, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(texts)
    return Document(file.getvalue().encode(), [])
