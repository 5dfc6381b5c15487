"""The variants of a workbook, calculated: what their tables of standings show, cell by cell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils import range_boundaries

from tests.saved import event_of
from tests.templates.calculated import Calculated
from xl_tourney.defined_names import NAME, STATUS
from xl_tourney.grammar.references import cell_reference
from xl_tourney.qualification.exact_figures import figures
from xl_tourney.qualification.saved_race import SavedRace
from xl_tourney.templates import Template
from xl_tourney.templates.parts.table import Table

Tables = dict[str, list[list[Any]]]


def standings(path: Path) -> Tables:
    """The cached values of every table of standings in a file, and the status."""
    tables: Tables = {}
    with closing(load_workbook(path, data_only=True, read_only=True)) as book:
        for name, place in book.defined_names.items():
            if name.startswith(NAME) or name == STATUS:
                ((sheet, cells),) = place.destinations
                left, top, right, bottom = range_boundaries(cells.replace("$", ""))
                rows = book[sheet].iter_rows(top, bottom, left, right, values_only=True)
                tables[name] = [[*row] for row in rows]
                assert len(tables[name]) == bottom - top + 1
    assert set(tables) > {STATUS} and tables[STATUS][0][0]
    return tables


class LiveVariants:
    """A native workbook and its twin that calls our functions; their inputs change together."""

    def __init__(
        self,
        template: Template,
        folder: Path,
        pages: Sequence[str] = (),
        whole: Sequence[str] = (),
        **options: Any,
    ) -> None:
        self.pages, self.whole = pages, whole
        """Ranges and whole tables that are compared beside the tables of standings."""
        native, addin = (
            template.build(functions=functions, **options) for functions in ("native", "addin")
        )
        self.native = Calculated(native, folder, "native")
        self.addin = Calculated(addin, folder, "addin")
        self._layout = native.tables
        self._typed: dict[str, Any] = {}

    def change(self, changes: dict[str, Any]) -> list[str]:
        """Type into cells of both, and give where they show other standings or another status."""
        nothing = object()
        new = {k: v for k, v in changes.items() if self._typed.get(k, nothing) != v}
        self._typed |= new
        if found := self._differences(new):
            # The engine sometimes misses a sum over cells that an array fills when they change;
            # what is wrong with a formula is still wrong where all is calculated anew.
            self.native, self.addin = self.native.reloaded(), self.addin.reloaded()
            found = self._differences(self._typed)
        return found

    def _differences(self, changes: dict[str, Any]) -> list[str]:
        for book in (self.native, self.addin):
            book.change(changes)
        keep_exact_figures(self.native, self._layout)
        return differences(*map(self._tables, (self.native, self.addin)))

    def _tables(self, book: Calculated) -> Tables:
        names = [name for name in book.names if name.startswith(NAME)]
        cells = {name: book[name] for name in (*names, *self.pages, STATUS)}
        tables = {name: book.rows(name, "") for name in self.whole}
        return tables | {
            name: rows if isinstance(rows, list) else [[rows]] for name, rows in cells.items()
        }


def keep_exact_figures(book: Calculated, tables: Sequence[Table]) -> None:
    """Have a native workbook keep the exact figures of its race, as ``update`` does."""
    race = SavedRace(event_of(CalculatedValues(book), tables))
    if race.is_on and not race.is_current:
        cells = figures(race)
        book.change({f"{c.sheet}!{cell_reference(c.row, c.column)}": v for c, v in cells.items()})
        assert race.is_current


class CalculatedValues:
    """The values of a calculated workbook, as a saved one has them."""

    def __init__(self, book: Calculated) -> None:
        self.book = book
        self.sheetnames = {place[0] for place in book.names.values()}
        self.defined_names = {
            name: SimpleNamespace(destinations=[place])
            for name, place in book.names.items()
            if len(place) == 2
        }

    def __getitem__(self, sheet: str) -> SimpleNamespace:
        def cell(row: int, column: int) -> SimpleNamespace:
            return SimpleNamespace(value=self.book[f"{sheet}!{cell_reference(row, column)}"])

        return SimpleNamespace(cell=cell)


def differences(one: Tables, other: Tables) -> list[str]:
    """Where two workbooks show other standings: numbers to 1e-9, an empty text is an empty cell."""
    assert one.keys() == other.keys()
    found = []
    for name, rows in one.items():
        assert len(rows) == len(other[name])
        for number, (row, other_row) in enumerate(zip(rows, other[name])):
            for column, (value, other_value) in enumerate(zip(row, other_row, strict=True)):
                if not same_value(value, other_value):
                    found.append(f"{name} {number},{column}: {value!r} {other_value!r}")
    return found


def same_value(one: Any, other: Any) -> bool:
    """Whether two cells show the same: numbers to 1e-9, an empty text is an empty cell."""
    numbers = [v for v in (one, other) if isinstance(v, (int, float)) and not isinstance(v, bool)]
    if len(numbers) == 2:
        return math.isclose(*numbers, rel_tol=1e-9, abs_tol=1e-9)
    return ("" if one is None else one) == ("" if other is None else other)
