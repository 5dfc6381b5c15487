"""The copy of an open document that the program reads, which is seldom saved anew.

LibreOffice takes two seconds to save 200 players, and a quarter of it to read all their cells.  So
a copy stays, and the program is told which cells have other values by now::

    sheets, names, formulas, formats are those of the copy     the copy, and the other values
    one of them is another, or some cell holds an error        a new copy
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

SAID = "XlTourneySaid"
"""The property of a document with what a command said that was called without dialogs."""

Change = tuple[str, int, int, Any]
"""The sheet, the row and the column of a cell, and its value; None where it is empty."""


class Copy:
    """The copy of a document, as the document once was."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.path = Path(self._folder.name, "book.xlsx")
        self._held: _Held | None = None

    def changes(self, document: Any, save: Callable[[Path], None]) -> list[Change]:
        """The cells that have other values than in the copy, which is saved if need be."""
        held = _Held.by(document)
        old, self._held = self._held, None
        if not old or held.has_errors or held.structure != old.structure:
            save(self.path)
            old = held
        self._held = old
        return [*held.since(old)]


class _Held(NamedTuple):
    """What a document holds."""

    structure: list[Any]
    """All but values: of each sheet the name, the formulas, and which cells have which format."""
    values: list[tuple[tuple[Any, ...], ...]]
    has_errors: bool

    @classmethod
    def by(cls, document: Any) -> _Held:
        structure: list[Any] = [_properties(document), _names(document)]
        values = []
        for sheet in document.Sheets:
            cells = sheet.createCursor()
            cells.gotoEndOfUsedArea(True)
            formulas = [[*map(_formula, row)] for row in cells.FormulaArray]
            formats = [
                (r.RangeAddressesAsString, r.NumberFormat) for r in cells.UniqueCellFormatRanges
            ]
            structure.append([sheet.Name, formulas, formats, _names(sheet)])
            values.append(cells.DataArray)
        return cls(structure, values, any(None in row for rows in values for row in rows))

    def since(self, old: _Held) -> Iterator[Change]:
        """The values that are others than before; of one structure."""
        sheets = zip(self.structure[2:], old.values, self.values)
        for (name, formulas, *_), before, after in sheets:
            for y, (was, row) in enumerate(zip(before, after)):
                if was != row:
                    for x, value in enumerate(row):
                        if value != was[x]:
                            is_empty = value == "" and not formulas[y][x]
                            yield name, y + 1, x + 1, None if is_empty else value


def _formula(text: str) -> str:
    """The formula of a cell; blank for a value, but for a text that looks like a formula."""
    return text if text.startswith(("=", "{=")) else ""


def _names(holder: Any) -> list[tuple[str, str]]:
    """The names of a document or a sheet, and what they mean."""
    return [(one.Name, one.Content) for one in holder.NamedRanges]


def _properties(document: Any) -> list[tuple[str, Any]]:
    """The properties that a person, or a template, gave the document."""
    given = document.DocumentProperties.UserDefinedProperties.getPropertyValues()
    return [(one.Name, one.Value) for one in given if one.Name != SAID]
