"""The cells of a workbook's tables, found by the name of the table and the keys of its columns.

So a test does not mind where a column stands: ``results[0].games`` is the games of the first row
of the results, whatever other columns there are.  A table is called as formulas call it, or by its
sheet where that holds no other one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from xl_tourney.templates.parts.table import Table

_PLACE = re.compile(r"(?P<table>[\w ]+)\[(?P<row>-?\d+)\]\.(?P<key>\w+)")


class Tables:
    """The tables of a workbook, as its template declared them."""

    def __init__(self, tables: Iterable[Table]) -> None:
        self._named: dict[str, list[Table]] = {}
        for table in tables:
            self._add(table.sheet.title, table)
            for name, related in table.related.items():
                self._add(name, related)

    def _add(self, name: str, table: Table) -> None:
        named = self._named.setdefault(name, [])
        if table not in named:
            named.append(table)

    def __getitem__(self, name: str) -> Table:
        """A table by its name in formulas, or by its sheet."""
        (table,) = self._named[name]
        return table

    def place(self, place: str) -> str:
        """``Results!C6`` for ``results[0].games``; other places are what they are."""
        found = _PLACE.fullmatch(place)
        if not found:
            return place
        table = self[found["table"]]
        row = int(found["row"])
        assert -1 <= row < table.rows, f"{place}: the table has {table.rows} rows"
        return f"{table.sheet.title}!{table.letter(found['key'])}{table.first + row}"

    def corner(self, name: str) -> str:
        """The last cell of a table, ``$W$13``, as a defined name has it."""
        table = self[name]
        return f"${table.letter(table.columns[-1].key)}${table.last}"

    def columns(self, name: str, keys: str) -> list[str]:
        """The keys of columns: those asked for, with spaces between, or all of them.

        ``r_1:r_3`` are neighbours of one kind, by their numbers.
        """
        if not keys:
            return [column.key for column in self[name].columns]
        return [key for span in keys.split() for key in _between(*span.split(":"))]


def _between(first: str, last: str = "") -> list[str]:
    """``r_1``, ``r_2``, ``r_3`` for ``r_1`` and ``r_3``."""
    if not last:
        return [first]
    stem = first.rstrip("0123456789")
    numbers = range(int(first.removeprefix(stem)), int(last.removeprefix(stem)) + 1)
    return [f"{stem}{number}" for number in numbers]


Row = dict[str, Any]
"""A row of a table: the value of each column by its key."""
