"""The places in the standings of a workbook, read from a file or from an open workbook."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...defined_names import NAME
from ...errors import InputError
from ...events.adapters.results import normalize
from ...events.event import Event
from ...grammar.references import Range, column_number, parse_range
from ...ooxml.workbook import find_destinations
from ...templates.parts.table import Table

ReadRange = Callable[[str, Range], Sequence[Sequence[Any]]]
"""Gives the values of a range of a sheet, by rows."""

_IDENTITY = ("pair", "name", "names")
"""The columns of standings that say who it is; the first that a table has is unique."""


class PlaceColumns:
    """The columns of a workbook with places, with names, and with the faults of rows."""

    def __init__(self, saved: Event) -> None:
        areas = {
            (sheet, parse_range(area.replace("$", "")).top)
            for name, defined in saved.values.defined_names.items()
            if name.startswith(NAME)
            for sheet, area in find_destinations(saved.values, defined)
        }
        tables = saved.tables
        self.tables = [t for t in tables if (t.sheet.title, t.top) in areas and _has(t, "place")]
        typed = [t for t in tables if any(column.is_input for column in t.columns)]
        self._problems = [t for t in typed if _has(t, "problem")]

    def find(self, read: ReadRange, *entrants: str) -> tuple[Table, list[str]]:
        """The table in which all of these entrants stand, and what it calls them.

        InputError if there is none.
        """
        for table in self.tables:
            unique = _names(table, read)
            names = {
                normalize(name): str(own)
                for key in reversed(_IDENTITY)
                if _has(table, key)
                for name, own in zip(_column(table, key, read), unique)
                if name
            }
            if all(normalize(entrant) in names for entrant in entrants):
                return table, [names[normalize(entrant)] for entrant in entrants]
        both = " and ".join(entrants)
        raise InputError(f"No table of standings has {both}; write them as they stand there.")

    def places(self, table: Table, read: ReadRange) -> dict[str, float]:
        """The place of everybody in a table who has one."""
        places = self.figures(table, "place", read)
        return {
            name: float(place)
            for name, place in places.items()
            if name and isinstance(place, (int, float))
        }

    def sharing(self, table: Table, entrant: str, read: ReadRange) -> list[str]:
        """Who else has the place of an entrant."""
        keys = [key for key in ("place", "side", "group") if _has(table, key)]
        places = zip(*(_column(table, key, read) for key in keys))
        by_name = dict(zip(map(str, _names(table, read)), places))
        shared = by_name.pop(entrant)
        return [name for name, place in by_name.items() if place == shared]

    def figures(self, table: Table, key: str, read: ReadRange) -> Mapping[str, Any]:
        """The value of each entrant in a column; empty if the table has no such column."""
        if not _has(table, key):
            return {}
        return dict(zip(map(normalize, _names(table, read)), _column(table, key, read)))

    def problems(self, read: ReadRange) -> list[str]:
        """The fault of each row of inputs."""
        found = (value for table in self._problems for value in _column(table, "problem", read))
        return ["" if value is None else str(value) for value in found]


def _names(table: Table, read: ReadRange) -> list[Any]:
    return _column(table, next(key for key in _IDENTITY if _has(table, key)), read)


def _has(table: Table, key: str) -> bool:
    return any(column.key == key for column in table.columns)


def _column(table: Table, key: str, read: ReadRange) -> list[Any]:
    column = column_number(table.letter(key))
    area = Range(table.first, column, table.last, column)
    return [value for (value,) in read(table.sheet.title, area)]
