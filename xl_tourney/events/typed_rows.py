"""A row into which results are typed, with its cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..grammar.references import CellAddress, column_number
from ..templates.parts.table import Table
from .adapters.results import normalize
from .cells import format_text


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

    def sides(self, *keys: str) -> frozenset[str]:
        """Those who are named in some columns, as they are compared."""
        return frozenset(normalize(self.text(key)) for key in keys)

    def number(self, key: str) -> float | None:
        """The number in a column; None where there is none."""
        value = self.values[key]
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return float(value) if is_number else None

    def whole(self, key: str) -> int | None:
        """The whole number in a column; None where there is none."""
        number = self.number(key)
        return int(number) if number is not None and number.is_integer() else None
