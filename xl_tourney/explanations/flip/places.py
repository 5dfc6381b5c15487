"""The places in the standings of a workbook, read from a file or from an open workbook."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...defined_names import NAME
from ...errors import InputError
from ...events.event import Event
from ...grammar.references import Range, column_number, parse_range
from ...ooxml.workbook import find_destinations
from ...templates.parts.table import Table
from .changes import normalize

ReadRange = Callable[[str, Range], Sequence[Sequence[Any]]]
"""Gives the values of a range of a sheet, by rows."""

_IDENTITY = ("pair", "name", "names")
"""The columns of standings that say who it is; the first that a table has is unique."""


@dataclass(frozen=True)
class PairOfPlaces:
    """The places of two entrants."""

    above: float
    below: float
    sharing: tuple[Sequence[str], Sequence[str]] = (), ()
    """Who else has these places, looked up for those that are shown."""

    @property
    def is_flipped(self) -> bool:
        """Whether the second is above the first."""
        return self.below < self.above


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
            unique = self._names(table, read)
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
        places = _column(table, "place", read)
        return {
            normalize(name): float(place)
            for name, place in zip(self._names(table, read), places)
            if isinstance(place, (int, float)) and name not in (None, "")
        }

    def sharing(self, table: Table, entrant: str, read: ReadRange) -> list[str]:
        """Who else has the place of an entrant."""
        names = [str(name) for name in self._names(table, read)]
        keys = [key for key in ("place", "side", "group") if _has(table, key)]
        places = dict(zip(names, zip(*(_column(table, key, read) for key in keys))))
        own = places.pop(entrant)
        return [name for name, place in places.items() if place == own]

    def figures(self, table: Table, key: str, read: ReadRange) -> Mapping[str, Any]:
        """The value of each entrant in a column; empty if the table has no such column."""
        if not _has(table, key):
            return {}
        figures = _column(table, key, read)
        return {normalize(name): figure for name, figure in zip(self._names(table, read), figures)}

    def problems(self, read: ReadRange) -> list[str]:
        """The fault of each row of inputs."""
        found = (value for table in self._problems for value in _column(table, "problem", read))
        return ["" if value is None else str(value) for value in found]

    def _names(self, table: Table, read: ReadRange) -> list[Any]:
        return _column(table, next(key for key in _IDENTITY if _has(table, key)), read)


def _has(table: Table, key: str) -> bool:
    return any(column.key == key for column in table.columns)


def _column(table: Table, key: str, read: ReadRange) -> list[Any]:
    column = column_number(table.letter(key))
    return [
        value
        for (value,) in read(table.sheet.title, Range(table.first, column, table.last, column))
    ]
