"""An event that is kept in memory: results are typed into it, and what follows is calculated.

A result changes the file in milliseconds, as its cell alone is written.  What depends on the cell
is calculated by the engine that stays open.  The engine is not always right then; so the file as a
whole is calculated when there is time, by ``finished``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...calculation import Trial, calculator
from ...errors import EngineError
from ...events.event import Event
from ...generator.generate import complete
from ...grammar.references import CellAddress
from ...ooxml.package import Package
from ...updates.print_areas import filled_in


class Live(Event):
    """A workbook whose values are kept up to date in memory."""

    @property
    def calculated(self) -> Event:  # type: ignore[override]
        """Itself: as current as it can be now."""
        return self

    @classmethod
    def load(cls, package: Package) -> Live:
        """A workbook as it is on the disk, with current values."""
        event = Event.open(package)
        live = cls(package, event.outline)
        live.values = event.calculated.values
        return live

    def typed(self, values: Mapping[CellAddress, Any], package: Package) -> Live:
        """The same with values in some cells, which a package has already."""
        live = Live(package, self.outline)
        live.saved_on = live.saved_on or self.saved_on
        live.values = self.values
        for cell, value in values.items():
            live.values[cell.sheet].cell(cell.row, cell.column).value = value
        return live


class Values:
    """The formulas of an event, kept open in the engine."""

    def __init__(self, event: Live) -> None:
        self._changed: dict[CellAddress, Any] = {}
        self._trial: Trial | None = None
        try:
            self._trial = calculator().trial(event.package)
        except EngineError:  # it has what the engine does not know: values wait for the file's
            return
        self._formulas = {
            sheet.title: sorted(event.formula_cells(sheet.title))
            for sheet in event.values.worksheets
            if sheet.sheet_state == "visible"
        }

    def follow(self, event: Live, values: Mapping[CellAddress, Any]) -> Live:
        """The event with the values that follow from what was typed."""
        self._changed |= values
        if self._trial is None:
            return event
        try:
            self._trial.change(self._changed)
        except EngineError:
            self._trial = None
            return event
        for title, cells in self._formulas.items():
            if cells:
                rows, columns = zip(*cells)
                top, left = min(rows), min(columns)
                found = self._trial.read(title, (top, left, max(rows), max(columns)))
                sheet = event.values[title]
                for row, column in cells:
                    sheet.cell(row, column).value = found[row - top][column - left]
        return event.typed({}, event.package)


def finished(content: bytes, name: str) -> bytes:
    """The file of an event with all its values, calculated afresh, and what is printed of it."""
    event = Event.open(Package(content, name))
    data, _ = complete(filled_in(event, {}), name, event.outline)
    return data
