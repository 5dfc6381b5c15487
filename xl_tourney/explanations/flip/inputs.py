"""The rows of a workbook into which results are typed, with their cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...events.cells import format_text
from ...events.event import Event
from ...grammar.references import CellAddress, column_number
from ...templates.parts.table import Table


class Ranked(NamedTuple):
    """Two entrants of a table of standings."""

    above: str
    below: str
    figures: Callable[[str], Mapping[str, Any]]
    """The figures of everybody in a column of the table, by normalized name."""

    def number(self, column: str, name: str) -> float | None:
        """The number of an entrant in a column; None if there is none."""
        figure = self.figures(column).get(name)
        return float(figure) if isinstance(figure, (int, float)) else None


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
        """The input in a column, as a text."""
        return format_text(self.values[key])

    def number(self, key: str) -> float | None:
        """The number in a column; None where there is none."""
        value = self.values[key]
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return float(value) if is_number else None

    def whole(self, key: str) -> int | None:
        """The whole number in a column; None where there is none."""
        number = self.number(key)
        return int(number) if number is not None and number.is_integer() else None


@dataclass(frozen=True)
class Inputs:
    """The inputs of a workbook and its calculated values."""

    saved: Event
    _formulas: dict[str, set[tuple[int, int]]] = field(default_factory=dict)

    def rows(self, *keys: str) -> list[TypedRow]:
        """The rows of the table in which some columns are typed; also free rows."""
        for table in self.saved.tables:
            if {column.key for column in table.columns if column.is_input}.issuperset(keys):
                rows = enumerate(self.saved.inputs(*keys), table.first)
                return [TypedRow(table, row, values) for row, values in rows]
        return []

    def can_change(self, *cells: CellAddress) -> bool:
        """Whether no cell of these holds a formula that somebody typed."""
        for cell in cells:
            if cell.sheet not in self._formulas:
                self._formulas[cell.sheet] = self.saved.formula_cells(cell.sheet)
            if (cell.row, cell.column) in self._formulas[cell.sheet]:
                return False
        return True
