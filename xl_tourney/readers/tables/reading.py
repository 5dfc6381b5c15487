"""What was read of a file: each of its rows and columns is used, or named here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ...messages import message


class LeftOut(NamedTuple):
    """A row that no result was read from."""

    row: int
    text: str
    why: str = ""
    place: str = ""
    """The file and the sheet, where it is another one than that of most rows."""


class ReadColumn(NamedTuple):
    """A column of a file."""

    heading: str
    field: str
    """The field that it is read as; blank where it is none."""
    example: str = ""
    """The first text in it."""


class Mark(NamedTuple):
    """A mark on a cell of a page, such as a class or a strike-through."""

    name: str
    heading: str
    """That of the cell's column."""
    row: int
    text: str
    """What is marked."""


@dataclass
class Reading:
    """The receipt of a file of results.

    A column counts as used when the reader has asked for its field, in whatever row.
    """

    file: str = ""
    rows: int = 0
    """How many rows hold what was read."""
    columns: list[ReadColumn] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    """The fields that were asked for."""
    left_out: list[LeftOut] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    """What tells some cells of a column from others, and is no text."""
    marks_read: set[str] = field(default_factory=set)
    """The names of the marks that a reader knows the meaning of."""
    notes: list[str] = field(default_factory=list)
    """What else is to be said, such as a sheet that is not read: sentences without the file."""

    @property
    def used(self) -> list[ReadColumn]:
        """The columns that were used."""
        return [column for column in self.columns if column.field in self.asked]

    @property
    def unused(self) -> list[ReadColumn]:
        """The columns that were not used though they have a heading or cells."""
        others = (column for column in self.columns if column.field not in self.asked)
        return [column for column in others if column.heading or column.example]

    def leave_out(self, row: int, text: str, why: str = "", place: str = "") -> None:
        """Note that a row is not used."""
        self.left_out.append(LeftOut(row, text, why, place))

    def warnings(self) -> list[str]:
        """A sentence for all that was not used."""
        return list(self._warnings())

    def _warnings(self) -> Iterator[str]:
        if names := ", ".join(map(_describe, self.unused)):
            yield message(f"{self.file}: columns that are not read: {names}.")
        if marks := ", ".join(self._describe_marks()):
            yield message(f"{self.file}: marks of the page that are not read: {marks}.")
        yield from (f"{self.file}: {note}." for note in self.notes)
        for row, text, why, place in sorted(self.left_out, key=lambda line: (line.place, line.row)):
            left = message(f"{place or self.file}, row {row}: “{text}” is left out")
            yield f"{left}: {why}." if why else f"{left}."

    def _describe_marks(self) -> Iterator[str]:
        """Each mark that was not read, with its first cell; not those of columns left out."""
        left_out = {column.heading for column in self.unused}
        found: dict[str, list[Mark]] = {}
        for mark in self.marks:
            if mark.name not in self.marks_read and mark.heading not in left_out:
                found.setdefault(mark.name, []).append(mark)
        for name, marks in found.items():
            more = f" and {len(marks) - 1} more" if len(marks) > 1 else ""
            yield f"{name} (“{marks[0].text}” in row {marks[0].row}{more})"

    def sentences(self) -> list[str]:
        """What was read as what, and what was not, in sentences."""
        if not self.file:
            return []
        rows = message(f"{self.rows} row{'s' * (self.rows != 1)} read")
        used = ", ".join(_describe_use(*column) for column in self.used)
        return [f"{self.file}: {rows}{f': {used}' if used else ''}.", *self._warnings()]


def _describe_use(heading: str, name: str, _: str) -> str:
    if not heading:
        return message(f"one without a heading as {name}")
    is_so = heading.casefold().replace(" ", "_") == name
    return heading if is_so else message(f"“{heading}” as {name}")


def _describe(column: ReadColumn) -> str:
    return (
        f"“{column.heading}”" if column.heading else f"one without a heading ({column.example} …)"
    )
