"""An event that is kept in memory: results are typed into it, and what follows is calculated.

A result changes the file in milliseconds, as its cells alone are written.  What depends on them is
calculated by the engine that stays open.  The engine is not always right then; so the whole file is
calculated when there is time, in a process of its own, which is ``python -m`` with this module.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from ...calculation import Trial, calculator
from ...calculation.stamp import is_stamped
from ...errors import EngineError
from ...events.event import Event
from ...generator.generate import complete
from ...grammar.references import CellAddress, Range
from ...ooxml.package import Package
from ...ooxml.workbook import open_own_values
from ...updates.print_areas import filled_in

_STAYS = {"saved_on", "values", "template", "layout", "tables", "language", "_formula_cells"}
"""What no result changes of an event."""


class Live(Event):
    """A workbook whose values are kept up to date in memory."""

    @property
    def calculated(self) -> Event:
        """Itself: as current as it can be now."""
        return self

    @classmethod
    def load(cls, package: Package) -> Live:
        """A workbook as it is on the disk, with current values."""
        event = Event.open(package)
        live = cls(package, event.outline)
        live.values = open_own_values(event.calculated.package)
        return live

    def typed(self, values: Mapping[CellAddress, Any]) -> Live:
        """The same with values in some cells."""
        package = self.package
        if values:
            package = Package(self.with_values(values), self.name)
            package.version = self.package.version
        return self._with(package, values)

    def shown(self, found: Mapping[CellAddress, Any]) -> Live:
        """The same with other values of its formulas."""
        return self._with(
            self.package,
            {at: value for at, value in found.items() if at[1:] in self.formula_cells(at.sheet)},
        )

    def _with(self, package: Package, values: Mapping[CellAddress, Any]) -> Live:
        live = Live(package, self.outline)
        vars(live).update((name, one) for name, one in vars(self).items() if name in _STAYS)
        for cell, value in values.items():
            live.values[cell.sheet].cell(cell.row, cell.column).value = value
        return live


class Wanted(NamedTuple):
    """Values that are wanted."""

    state: int
    """Which workbook it is: another number after each change that is no result."""
    package: Package
    sheets: Sequence[str]
    typed: Mapping[CellAddress, Any]
    """What was typed since then."""


class Values:
    """The formulas of an event, kept open in the engine, for a thread of its own."""

    def __init__(self) -> None:
        self._state = 0
        self._trial: Trial | None = None
        self._shown: dict[str, tuple[Range, list[list[Any]]]] = {}
        """Where the formulas of each sheet stand, and their values."""

    def follow(self, wanted: Wanted) -> dict[CellAddress, Any]:
        """What is another value after results were typed; nothing where the engine fails."""
        try:
            if self._state != wanted.state:
                self._begin(wanted)
            elif self._trial:
                self._trial.change(wanted.typed)
        except EngineError:  # then values wait for the whole file
            self._trial = None
        found: dict[CellAddress, Any] = {}
        trial = self._trial
        for title, (at, before) in self._shown.items() if trial else ():
            rows = trial.read(title, at) if trial else []
            self._shown[title] = at, rows
            for row, values in enumerate(rows):
                old = before[row] if before else ()
                if values != old:
                    for column, value in enumerate(values):
                        if not old or value != old[column]:
                            found[CellAddress(title, at.top + row, at.left + column)] = value
        return found

    def _begin(self, wanted: Wanted) -> None:
        self._state, self._trial, self._shown = wanted.state, None, {}
        self._trial = calculator().trial(wanted.package)
        event = Event(wanted.package)
        for title in wanted.sheets:
            if cells := event.formula_cells(title):
                rows, columns = zip(*cells)
                self._shown[title] = Range(min(rows), min(columns), max(rows), max(columns)), []


def finished(content: bytes, name: str) -> bytes:
    """The file of an event with all its values, calculated afresh, and what is printed of it."""
    package = Package(content, name)
    if is_stamped(package):
        return content
    event = Event.open(package)
    data, _ = complete(filled_in(event, {}), name, event.outline)
    return data


def main() -> None:
    """Finish the workbook on stdin, whose name is the argument, for whoever reads stdout."""
    with suppress(AttributeError, OSError):
        os.nice(10)
    sys.stdout.buffer.write(finished(sys.stdin.buffer.read(), sys.argv[1]))


if __name__ == "__main__":
    main()
