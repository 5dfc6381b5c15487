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
from ...updates.print_areas import filled_in

Block = tuple[int, int, list[list[Any]]]
"""The first row and column of some values, and these by rows."""


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
        live.values = event.calculated.values
        return live

    def typed(self, values: Mapping[CellAddress, Any]) -> Live:
        """The same with values in some cells."""
        package = self.package
        if values:
            package = Package(self.with_values(values), self.name)
            package.version = self.package.version
        live = Live(package, self.outline)
        live.saved_on, live.values = self.saved_on, self.values
        for cell, value in values.items():
            live.values[cell.sheet].cell(cell.row, cell.column).value = value
        return live

    def shown(self, found: Mapping[str, Block]) -> Live:
        """The same with other values of its formulas."""
        for title, (top, left, rows) in found.items():
            sheet = self.values[title]
            for row, column in self.formula_cells(title):
                if top <= row < top + len(rows) and left <= column < left + len(rows[0]):
                    sheet.cell(row, column).value = rows[row - top][column - left]
        live = self.typed({})
        live._formula_cells.update(self._formula_cells)
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
        self._places: dict[str, Range] = {}

    def follow(self, wanted: Wanted) -> dict[str, Block]:
        """The values of sheets after results were typed; none where the engine does not know."""
        try:
            if self._state != wanted.state:
                self._begin(wanted)
            elif self._trial:
                self._trial.change(wanted.typed)
        except EngineError:  # then values wait for the whole file
            self._trial = None
        trial = self._trial
        places = self._places.items() if trial else ()
        return {title: (at.top, at.left, trial.read(title, at)) for title, at in places if trial}

    def _begin(self, wanted: Wanted) -> None:
        self._state, self._trial = wanted.state, None
        self._trial = calculator().trial(wanted.package)
        event = Event(wanted.package)
        for title in wanted.sheets:
            if cells := event.formula_cells(title):
                rows, columns = zip(*cells)
                self._places[title] = Range(min(rows), min(columns), max(rows), max(columns))


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
