"""The inputs of a workbook of ours, and the values that it calculates from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from openpyxl import Workbook

from ..errors import WorkbookError
from ..events.event import Event, read_rows
from ..grammar.references import CellAddress, column_number
from ..ooxml.workbook import find_named_cell
from ..publication.report import describe_faults, make_report
from ..templates.parts.table import Table

Row = dict[str, Any]


@dataclass(frozen=True)
class FilledWorkbook:
    """A workbook of ours with its values, and options of the command."""

    name: str
    tables: Sequence[Table]
    """Its tables, as the template makes them."""
    cells: Workbook
    """The workbook, opened with its values."""
    head: Mapping[str, str] = field(default_factory=dict)
    """What the header of the file is to say about the event, by code."""

    @classmethod
    def calculate(
        cls, saved: Event, remedy: str, *, head: Mapping[str, str], anyway: bool
    ) -> FilledWorkbook:
        """A workbook of ours, calculated anew on a copy.

        WorkbookError with a remedy if something in it is wrong, unless it goes on ``anyway``.
        """
        name = saved.package.name
        report = make_report(saved.package)
        if report.is_provisional and not anyway:
            raise WorkbookError(f"{name}: {describe_faults(report)}; {remedy}.")
        return cls(name, saved.tables, report.values, head)

    def has_inputs(self, *keys: str) -> bool:
        """Whether some columns are typed into."""
        return any(_has_columns(table, keys, True) for table in self.tables)

    def inputs(self, *keys: str) -> list[Row]:
        """The rows of the table into which some columns are typed, by column; also free rows."""
        return read_rows(self._table(keys, typed=True), self.cells)

    def values(self, *keys: str) -> list[Row]:
        """Some calculated columns of a table, row by row."""
        table = self._table(keys, typed=False)
        sheet = self.cells[table.sheet.title]
        return [
            {key: sheet.cell(row, column_number(table.letter(key))).value for key in keys}
            for row in range(table.first, table.last + 1)
        ]

    def _table(self, keys: tuple[str, ...], *, typed: bool) -> Table:
        return next(table for table in self.tables if _has_columns(table, keys, typed))

    def address(
        self, keys: tuple[str, ...], key: str, row: int, *, typed: bool = True
    ) -> CellAddress:
        """A cell of the table that has some columns, which are ``typed`` into; ``row`` from 1."""
        table = self._table(keys, typed=typed)
        column = column_number(table.letter(key))
        return CellAddress(table.sheet.title, table.first + row - 1, column)

    def cell(self, name: str) -> CellAddress | None:
        """Where a named cell stands; None if there is no such name."""
        return find_named_cell(self.cells, name)

    def setting(self, name: str) -> Any:
        """The value of a named cell; None if it is blank, or if there is no such name."""
        place = self.cell(name)
        if place is None:
            return None
        value = self.cells[place.sheet].cell(place.row, place.column).value
        return None if value == "" else value

    def text(self, name: str) -> str:
        """The text of a named cell."""
        return format_text(self.setting(name))


def _has_columns(table: Table, keys: tuple[str, ...], typed: bool) -> bool:
    found = {column.key for column in table.columns if column.is_input or not typed}
    return found.issuperset(keys)


def format_text(value: Any) -> str:
    """A cell's value as a text: numbers without what they do not need, blank for none.

    >>> format_text(3.0), format_text(" 3NS "), format_text(None)
    ('3', '3NS', '')
    """
    if isinstance(value, float):
        return f"{value:.15g}"
    return "" if value is None else " ".join(str(value).split())


def describe_left_out(who: str, what: str, names: Sequence[str]) -> list[str]:
    """The note on those for whom a file with one row a game has no place.

    >>> describe_left_out("team", "game", ["Reds", "Blues"])
    ['2 teams without a game are not in the file.']
    """
    if not names:
        return []
    are = (
        f"1 {who} without a {what} is"
        if len(names) == 1
        else f"{len(names)} {who}s without a {what} are"
    )
    return [f"{are} not in the file."]


def is_blank(row: Row, *keys: str) -> bool:
    """Whether nothing stands in some columns of a row."""
    return all(row.get(key) in (None, "") for key in keys)
