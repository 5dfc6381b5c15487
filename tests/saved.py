"""What a saved workbook shows, with its values as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from xl_tourney.events.event import Event
from xl_tourney.events.standings.table import StandingsTable
from xl_tourney.events.standings.table import read_status as status_of
from xl_tourney.ooxml.package import Package
from xl_tourney.templates.parts.table import Table


def read_standings(path: Path) -> Iterator[StandingsTable]:
    """Every table of standings of a workbook."""
    yield from Event(Package.from_path(path)).standings


def event_of(values: Any, tables: Sequence[Table] = (), name: str = "book.xlsx") -> Event:
    """The event of a workbook that is not saved, with the tables of its template if it has one."""
    event = object.__new__(Event)
    vars(event).update(values=values, tables=tables, name=name, saved_on="", calculated=event)
    return event


def read_status(path: Path) -> str:
    """What the checks of a workbook say."""
    return status_of(Package.from_path(path))
