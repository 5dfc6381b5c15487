"""The inputs of a workbook of ours, and the values that it calculates from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openpyxl import Workbook

from ..grammar.references import CellAddress, column_number
from ..ooxml.workbook import find_named_cell
from ..templates.parts.table import Table
from .adapters.results import normalize

Row = dict[str, Any]


@dataclass(frozen=True)
class TypedRow:
    """A row of a table that is typed into."""

    table: Table
    row: int
    """Its row on the sheet."""
    values: Mapping[str, Any]

    def cell(self, key: str) -> CellAddress:
        """The cell of a column."""
        return CellAddress(self.table.sheet.title, self.row, column_number(self.table.letter(key)))

    def heading(self, key: str) -> str:
        """What a column is called."""
        return next(column.heading for column in self.table.columns if column.key == key)

    def text(self, key: str) -> str:
        """The input in a column, as a text; blank where the workbook has no such column."""
        return format_text(self.values.get(key))

    def is_blank(self, *keys: str) -> bool:
        """Whether nothing stands in some columns."""
        return not any(map(self.text, keys))

    def sides(self, *keys: str) -> frozenset[str]:
        """Those who are named in some columns, as they are compared."""
        return frozenset(normalize(self.text(key)) for key in keys)

    def number(self, key: str) -> float | None:
        """The number in a column; None where there is none."""
        value = self.values.get(key)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return float(value or 0) if is_number else None

    def whole(self, key: str) -> int | None:
        """The whole number in a column; None where there is none."""
        number = self.number(key)
        return int(number) if number is not None and number.is_integer() else None


class Cells:
    """What is typed into the tables of a workbook, and its named cells."""

    name: str
    """The file's name, for messages."""

    @property
    def tables(self) -> Sequence[Table]:
        """Its tables, as the template places them."""
        raise NotImplementedError

    @property
    def values(self) -> Workbook:
        """The workbook, opened with its values."""
        raise NotImplementedError

    def has_inputs(self, *keys: str) -> bool:
        """Whether some columns are typed into."""
        return any(_has_columns(table, keys, True) for table in self.tables)

    def value(self, cell: CellAddress) -> Any:
        """The value of a cell."""
        return self.values[cell.sheet].cell(cell.row, cell.column).value

    def rows(self, *keys: str) -> list[TypedRow]:
        """The rows of the table into which some columns are typed, also free rows.

        There are none without such a table.
        """
        for table in self.tables:
            if _has_columns(table, keys, True):
                rows = enumerate(read_rows(table, self.values), table.first)
                return [TypedRow(table, row, values) for row, values in rows]
        return []

    def column_values(self, *keys: str) -> list[Row]:
        """Some calculated columns of a table, row by row."""
        table = self.table(keys, typed=False)
        sheet = self.values[table.sheet.title]
        return [
            {key: sheet.cell(row, column_number(table.letter(key))).value for key in keys}
            for row in range(table.first, table.last + 1)
        ]

    def table(self, keys: tuple[str, ...], *, typed: bool = False) -> Table:
        """The table that has some columns, which are ``typed`` into."""
        return next(table for table in self.tables if _has_columns(table, keys, typed))

    def address(
        self, keys: tuple[str, ...], key: str, row: int, *, typed: bool = True
    ) -> CellAddress:
        """A cell of the table that has some columns, which are ``typed`` into; ``row`` from 1."""
        table = self.table(keys, typed=typed)
        column = column_number(table.letter(key))
        return CellAddress(table.sheet.title, table.first + row - 1, column)

    def cell(self, name: str) -> CellAddress | None:
        """Where a named cell stands; None if there is no such name."""
        return find_named_cell(self.values, name)

    def setting(self, name: str) -> Any:
        """The value of a named cell; None if it is blank, or if there is no such name."""
        place = self.cell(name)
        value = self.value(place) if place else None
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


def is_blank(row: Mapping[str, Any], *keys: str) -> bool:
    """Whether nothing stands in some columns of a row."""
    return all(row.get(key) in (None, "") for key in keys)


def read_rows(table: Table, values: Workbook) -> list[dict[str, Any]]:
    """The constants of each row of a table, in a workbook opened with its values."""
    sheet = values[table.sheet.title]
    columns = {
        column.key: column_number(table.letter(column.key))
        for column in table.columns
        if not column.formula
    }
    return [
        {key: sheet.cell(row, column).value for key, column in columns.items()}
        for row in range(table.first, table.last + 1)
    ]
