"""Tables and the references to their columns, ``Results[[#This Row],[wins]]``, as plain areas.

Engines do not know the tables of a workbook that they load; in the copy that they read, each
reference to a table stands as the area it means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import formualizer

from . import spelling
from .references import Area, Place, cell_name, quoted

_ESCAPED = "_x([0-9a-fA-F]{4})_"
_ITEMS = ("#all", "#data", "#headers", "#totals", "#this row")
_INNER = r"\[((?:[^\[\]']|'.)*)\]"
_UNQUOTE = "(?s)'(.)"


class Table(NamedTuple):
    """A table on a sheet."""

    name: str
    sheet: str
    area: Area
    columns: Sequence[str]
    headers: int = 1
    """How many of its first rows are headers."""
    totals: int = 0
    """How many of its last rows are totals."""

    def rows(self, items: Iterable[str], row: int) -> tuple[int, int] | None:
        """First and last row of the items that a reference names; None where there are none."""
        top, _, bottom, _ = self.area
        first, last = top + self.headers, bottom - self.totals
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

    def column(self, name: str) -> int | None:
        """The column of a sheet that a column of the table is."""
        wanted = name.casefold()
        for at, column in enumerate(self.columns):
            if column.casefold() == wanted:
                return self.area.left + at
        return None


class Tables:
    """All tables of a workbook."""

    def __init__(self, tables: Iterable[Table]) -> None:
        self._by_name = {table.name.casefold(): table for table in tables}

    def __bool__(self) -> bool:
        return bool(self._by_name)

    def plain(self, formula: str, cell: Place) -> str:
        """A formula with areas where it names tables."""
        if "[" not in formula:
            return formula
        written = []
        for token in spelling.tokens(formula):
            text = token.value
            if token.token_type == formualizer.TokenType.Operand and text.endswith("]"):
                text = self._area(text, cell)
            written.append(text)
        return "".join(written)

    def _area(self, reference: str, cell: Place) -> str:
        name, _, inside = reference.partition("[")
        table = self._by_name.get(name.casefold()) if name else self._around(cell)
        if table is None:
            return reference
        items, columns = _taken_apart(inside[:-1])
        rows = table.rows(items or ["#data"], cell.row)
        if rows is None:
            return "#VALUE!" if "#this row" in items else "#REF!"
        at = [table.column(column) for column in columns] or [table.area.left, table.area.right]
        found = [column for column in at if column is not None]
        if len(found) < len(at):
            return "#REF!"
        first = _absolute(rows[0], min(found))
        last = _absolute(rows[1], max(found))
        return f"{quoted(table.sheet)}!{first}" + (f":{last}" if last != first else "")

    def _around(self, cell: Place) -> Table | None:
        """The table that a cell lies in."""
        for table in self._by_name.values():
            if table.sheet == cell.sheet and table.area.covers(cell.row, cell.column):
                return table
        return None


def _absolute(row: int, column: int) -> str:
    letters = cell_name(row, column).rstrip("0123456789")
    return f"${letters}${row}"


def _taken_apart(inside: str) -> tuple[list[str], list[str]]:
    """The items and the columns of what stands in a reference's brackets."""
    inside = inside.strip()
    items: list[str] = []
    if inside.startswith("@"):
        items, inside = ["#this row"], inside[1:]
    parts = [re.sub(_UNQUOTE, r"\1", part) for part in re.findall(_INNER, inside)]
    if not parts and inside:
        escaped = "'" in inside
        parts = [re.sub(_UNQUOTE, r"\1", inside)]
        if escaped and parts[0].startswith("#"):
            return items, parts  # a column whose name begins with #
    columns = []
    for part in parts:
        if part.strip().casefold() in _ITEMS:
            items.append(part.strip().casefold())
        else:
            columns.append(part)
    return items, columns


def decoded(name: str) -> str:
    """A column's name as a formula has it: line breaks are escaped in the table's part."""
    return re.sub(_ESCAPED, lambda found: chr(int(found[1], 16)), name)
