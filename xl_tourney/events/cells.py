"""The inputs of a workbook of ours, and the values that it calculates from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from openpyxl import Workbook

from ..grammar.references import CellAddress, column_number
from ..ooxml.workbook import find_named_cell
from ..templates.parts.table import Table
from .adapters.results import normalize


class Row(dict[str, Any]):
    """A row of a table: what stands in it by column, and where."""

    def __init__(self, table: Table, number: int, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.table = table
        self.number_on_sheet = number

    def cell(self, key: str) -> CellAddress:
        """The cell of a column."""
        column = column_number(self.table.letter(key))
        return CellAddress(self.table.sheet.title, self.number_on_sheet, column)

    def read(self, value: Callable[[CellAddress], Any]) -> None:
        """Take what its cells hold now."""
        keys = [column.key for column in self.table.columns if column.key in self]
        self.update({key: value(self.cell(key)) for key in keys})

    def heading(self, key: str) -> str:
        """What a column is called."""
        return next(column.heading for column in self.table.columns if column.key == key)

    def text(self, key: str) -> str:
        """What stands in a column, as a text; blank where there is no such column."""
        return format_text(self.get(key))

    def sides(self, *keys: str) -> frozenset[str]:
        """Those who are named in some columns, as they are compared."""
        return frozenset(normalize(self.text(key)) for key in keys)

    def number(self, key: str) -> float | None:
        """The number in a column; None where there is none."""
        value = self.get(key)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
        return None

    def integer(self, key: str) -> int | None:
        """The number in a column without its fraction; None where there is none."""
        number = self.number(key)
        return None if number is None else int(number)

    def whole(self, key: str) -> int | None:
        """The whole number in a column; None where there is none."""
        number = self.number(key)
        return int(number) if number is not None and number.is_integer() else None

    def is_blank(self, *keys: str) -> bool:
        """Whether nothing stands in some columns."""
        return all(self.get(key) in (None, "") for key in keys)


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

    def inputs(self, *keys: str) -> list[Row]:
        """The rows of the table into which some columns are typed, by column; also free rows."""
        return read_rows(self.table(keys, typed=True), self.values)

    def listed(self, key: str, *more: str) -> list[Row]:
        """The rows into which something is typed in the first of these columns."""
        return [row for row in self.inputs(key, *more) if not row.is_blank(key)]

    def rows(self, *keys: str) -> list[Row]:
        """All rows with these columns; none where there is no such table."""
        return self.inputs(*keys) if self.has_inputs(*keys) else []

    def column_values(self, *keys: str) -> list[Row]:
        """Some calculated columns of a table, row by row."""
        return read_columns(self.table(keys), keys, self.values)

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
    found = {column.key for column in table.columns if not typed or column.is_input}
    return found.issuperset(keys)


def format_text(value: Any) -> str:
    """A cell's value as a text: numbers without what they do not need, blank for none.

    >>> format_text(3.0), format_text(" 3NS "), format_text(None)
    ('3', '3NS', '')
    """
    if isinstance(value, float):
        return f"{value:.15g}"
    return "" if value is None else " ".join(str(value).split())


def up_to_last(rows: Sequence[Row], *keys: str) -> Sequence[Row]:
    """The rows up to the last in which something stands in some columns."""
    return rows[: max((at for at, row in enumerate(rows, 1) if not row.is_blank(*keys)), default=0)]


def read_rows(table: Table, values: Workbook) -> list[Row]:
    """The constants of each row of a table, in a workbook opened with its values."""
    return read_columns(table, [one.key for one in table.columns if not one.formula], values)


def read_columns(table: Table, keys: Sequence[str], values: Workbook) -> list[Row]:
    """Some columns of a table, row by row, in a workbook opened with its values."""
    sheet = values[table.sheet.title]
    columns = {key: column_number(table.letter(key)) for key in keys}
    return [
        Row(table, row, {key: sheet.cell(row, column).value for key, column in columns.items()})
        for row in range(table.first, table.last + 1)
    ]
