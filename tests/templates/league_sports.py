"""Published final tables of many sports, and the workbooks that are made from their games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.templates.calculated import Calculated
from xl_tourney.readers.league import read, teams
from xl_tourney.templates import TEMPLATES

DATA = Path(__file__).parents[1] / "data" / "league" / "sports"
ACROSS = "place name points difference scored mark"
"""The columns of the table across groups that are compared."""

Row = list[Any]


@dataclass(frozen=True)
class Event:
    """A season or tournament: its rules, and the table that was published."""

    name: str
    rules: str
    source: str
    """Where it was published."""
    compared: str
    """What of the games and the table was compared with a page; the rest is typed from memory."""
    columns: str
    table: list[str]
    across: list[str] = field(default_factory=list)
    lot: dict[str, int] = field(default_factory=dict)
    decimals: int = 3
    """To how many decimals ratios and rates were published."""
    sport: str = ""

    @property
    def games(self) -> Path:
        """The file with its games."""
        return DATA / f"{self.name}.csv"

    def book(self, folder: Path, functions: str = "native") -> Calculated:
        """Its workbook, with lots typed in."""
        results = read(self.games)
        built = TEMPLATES["league"].build(results, functions=functions, rules=self.rules)
        book = Calculated(built, folder)
        names = teams(results)
        if self.lot:
            book.change({f"listed[{names.index(n)}].lot": k for n, k in self.lot.items()})
        return book

    def published(self) -> list[Row]:
        """The table that was published."""
        return [_cells(line, self.columns) for line in self.table]

    def found(self, book: Calculated) -> list[Row]:
        """The same of the workbook."""
        return self._rows(book, "standings", self.columns, len(self.table))

    def found_across(self, book: Calculated) -> list[Row]:
        """The table across the groups of the workbook."""
        return self._rows(book, "across", ACROSS, len(self.across))

    def published_across(self) -> list[Row]:
        """The table across the groups that was published."""
        return [_cells(line, ACROSS) for line in self.across]

    def _rows(self, book: Calculated, table: str, columns: str, count: int) -> list[Row]:
        rows = book.table(table)[:count] if count else []
        return [[_shown(row[key], self.decimals) for key in columns.split()] for row in rows]


def _shown(value: Any, decimals: int) -> Any:
    """A figure as it was published; a blank cell as a dash."""
    return "-" if value == "" else round(value, decimals) if isinstance(value, float) else value


def _cells(line: str, columns: str) -> Row:
    """The cells of a line; names may have blanks, which are written as underscores."""
    cells = line.split()
    assert len(cells) == len(columns.split()), line
    return [_cell(cell) for cell in cells]


def _cell(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text.replace("_", " ")


def events() -> Iterator[Event]:
    """All that are in the data."""
    for name, entries in json.loads((DATA / "published.json").read_text("utf-8")).items():
        yield Event(name, **entries)


EVENTS = {event.name: event for event in events()}
