"""Tables, and structured references ``Results[[#This Row],[wins]]`` resolved to A1 references.

Engines do not know the tables of a workbook that they load.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property

from ..record import Record
from .parser import rewrite
from .references import (
    CellAddress,
    Range,
    absolute_reference,
    cell_reference,
    sheet_name_in_formula,
)
from .syntax_tree import Node, StructuredReference

_ITEMS = ("#all", "#data", "#headers", "#totals", "#this row")
_SPECIFIER = r"\[((?:[^\[\]']|'.)*)\]"
_ESCAPED_CHARACTER = "(?s)'(.)"


class StructuredTable(Record):
    """A table on a sheet."""

    name: str
    sheet: str
    range: Range
    columns: Sequence[str]
    header_rows: int = 1
    totals_rows: int = 0

    def rows_of_items(self, items: Iterable[str], row: int) -> tuple[int, int] | None:
        """First and last row that item specifiers cover, in a cell of a row; None if no row is."""
        top, _, bottom, _ = self.range
        first, last = top + self.header_rows, bottom - self.totals_rows
        spans = []
        for item in items:
            spans.append(
                {
                    "#all": (top, bottom),
                    "#data": (first, last),
                    "#headers": (top, first - 1),
                    "#totals": (last + 1, bottom),
                    "#this row": (row, row) if first <= row <= last else (1, 0),
                }[item]
            )
        spans = [span for span in spans if span[0] <= span[1]]
        return (min(s[0] for s in spans), max(s[1] for s in spans)) if spans else None

    def sheet_column(self, name: str) -> int | None:
        """The number of the sheet's column that a column of the table stands in."""
        wanted = name.casefold()
        for index, column in enumerate(self.columns):
            if column.casefold() == wanted:
                return self.range.left + index
        return None


class Tables:
    """All tables of a workbook."""

    def __init__(self, tables: Iterable[StructuredTable]) -> None:
        self._by_name = {table.name.casefold(): table for table in tables}

    def __bool__(self) -> bool:
        return bool(self._by_name)

    @property
    def names(self) -> list[str]:
        """The names of all tables."""
        return [table.name for table in self._by_name.values()]

    def zone(self, row: int) -> int:
        """A number that rows share which are parts of the same tables, heads and totals apart."""
        return bisect_right(self.borders, row)

    @cached_property
    def borders(self) -> list[int]:
        """The rows in which a table, or a part of one, begins or has ended."""
        return sorted(
            border
            for table in self._by_name.values()
            for item in ("#all", "#data")
            if (rows := table.rows_of_items([item], 0))
            for border in (rows[0], rows[1] + 1)
        )

    def resolve_references(self, formula: str, cell: CellAddress) -> str:
        """The formula of a cell with A1 references instead of structured ones.

        Those to the cell's own row are relative, so that they read alike in each row of a table.
        """
        if "[" not in formula:
            return formula

        def resolved(node: Node) -> str | None:
            is_structured = isinstance(node, StructuredReference)
            return self._resolve(node.text, cell) if is_structured else None

        return rewrite(formula, resolved)

    def _resolve(self, reference: str, cell: CellAddress) -> str:
        name, _, specifiers = reference.partition("[")
        table = self._by_name.get(name.casefold()) if name else self._table_around(cell)
        if table is None:
            return reference
        items, columns = _parse_specifiers(specifiers[:-1])
        rows = table.rows_of_items(items or ["#data"], cell.row)
        if rows is None:
            return "#VALUE!" if "#this row" in items else "#REF!"
        sheet_columns = [table.sheet_column(column) for column in columns] or [
            table.range.left,
            table.range.right,
        ]
        numbers = [number for number in sheet_columns if number is not None]
        if len(numbers) < len(sheet_columns):
            return "#REF!"
        written = cell_reference if items == ["#this row"] else absolute_reference
        first, last = written(rows[0], min(numbers)), written(rows[1], max(numbers))
        prefix = f"{sheet_name_in_formula(table.sheet)}!"
        return f"{prefix}{first}" + (f":{last}" if last != first else "")

    def _table_around(self, cell: CellAddress) -> StructuredTable | None:
        """The table that a cell lies in."""
        for table in self._by_name.values():
            if table.sheet == cell.sheet and table.range.contains(cell.row, cell.column):
                return table
        return None


def _parse_specifiers(text: str) -> tuple[list[str], list[str]]:
    """The item specifiers and the column specifiers inside a reference's outer brackets."""
    text = text.strip()
    items: list[str] = []
    if text.startswith("@"):
        items, text = ["#this row"], text[1:]
    specifiers = [
        re.sub(_ESCAPED_CHARACTER, r"\1", specifier) for specifier in re.findall(_SPECIFIER, text)
    ]
    if not specifiers and text:
        specifiers = [re.sub(_ESCAPED_CHARACTER, r"\1", text)]
        if "'" in text and specifiers[0].startswith("#"):
            return items, specifiers  # a column whose name begins with #
    columns = []
    for specifier in specifiers:
        if specifier.strip().casefold() in _ITEMS:
            items.append(specifier.strip().casefold())
        else:
            columns.append(specifier)
    return items, columns
