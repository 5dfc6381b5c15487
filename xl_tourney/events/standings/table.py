"""The tables of standings in a saved workbook, as its sheets show them: without hidden columns.

A template gives each table of standings a defined name that begins with ``StandingsTable``; its
first row holds the headings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.utils import range_boundaries
from openpyxl.worksheet.worksheet import Worksheet

from ...defined_names import (
    LANGUAGE,
    LAYOUT_PROPERTY,
    LEADING,
    NAME,
    NOTE,
    STATUS,
    TEMPLATE_PROPERTY,
)
from ...languages import ENGLISH, Language, language_of, message, say
from ...ooxml.package import Package
from ...ooxml.workbook import find_destinations, find_named_cell, read_saved_value
from ...templates.parts.plan.paper import hidden_columns
from .formats import format_cell, is_number
from .legend import for_readers, read_told

SIDE = "Side"
"""The heading of the column that says on which side of two winners a pair is."""
_SIDES = {"NS": message("North–South"), "EW": message("East–West")}


@dataclass(frozen=True)
class StandingsTable:
    """A table of standings: the cells of a sheet without its blank rows and columns, and without
    those columns that are hidden.
    """

    sheet: str
    title: str
    """The heading of the sheet."""
    subtitle: str
    """The text below the heading of the sheet."""
    caption: str
    """The text above the table, or else the sheet's name."""
    heading_cells: list[Cell]
    cells: list[list[Cell]]
    note: str = ""
    """The note on the results."""
    leading: Sequence[str] = ()
    """The cells with the headings of the columns with the name and what decides, in this order."""
    meanings: Mapping[str, str] = field(default_factory=dict)
    """What short headings mean, by their cells."""
    language: Language = ENGLISH
    """In which the sheet is; headings, words and captions are given in English."""

    @cached_property
    def headings(self) -> list[str]:
        """The headings, in English."""
        return [self.language.english(format_cell(cell)) for cell in self.heading_cells]

    @cached_property
    def words(self) -> list[str]:
        """The headings in full: Goal difference for GD."""
        return [
            self.language.english(self.meanings.get(cell.coordinate, heading))
            for cell, heading in zip(self.heading_cells, self.headings)
        ]

    @cached_property
    def leading_columns(self) -> list[int]:
        """The columns that decide, and those with place and name."""
        return [at for at, cell in enumerate(self.heading_cells) if cell.coordinate in self.leading]

    @cached_property
    def deciding_column(self) -> int | None:
        """The figure that decides first: the next after the name among those that lead."""
        at_cell = {cell.coordinate: at for at, cell in enumerate(self.heading_cells)}
        leading = [at_cell[cell] for cell in self.leading if cell in at_cell]
        return next((at for at in leading if at != self.row_header_column), None)

    @cached_property
    def rows(self) -> list[list[str]]:
        """The rows as the sheet shows them."""
        return [[format_cell(cell) for cell in row] for row in self.cells]

    @cached_property
    def row_header_column(self) -> int:
        """The column of the row headers: names rather than numbers, blank in no row."""
        texts = [
            column
            for column in range(len(self.heading_cells))
            if not any(is_number(row[column]) for row in self.cells)
        ]
        leading = [column for column in self.leading_columns if column in texts]
        full = [
            column
            for column in texts
            if self.headings[column] != SIDE
            and all(any(map(str.isalnum, row[column])) for row in self.rows)
        ]
        names = [column for column in full if not all(row[column].isdecimal() for row in self.rows)]
        return next(iter((*leading, *names, *full)), 0)


NO_TABLE = StandingsTable("", "", "", "", [], [])


def _title(sheet: Worksheet) -> str:
    """The heading of a sheet."""
    return str(sheet["A1"].value or sheet.title)


def find_standings(workbook: Workbook) -> Iterator[StandingsTable]:
    """Find every table of standings of a workbook that was opened with its values."""
    note, language = read_named_cell(workbook, NOTE), read_language(workbook)
    told = read_told(workbook)
    leading: dict[str, list[str]] = {}
    for name, defined in sorted(workbook.defined_names.items(), key=_number_of):
        if name.startswith(LEADING):
            for title, cell in find_destinations(workbook, defined):
                leading.setdefault(title, []).append(cell.replace("$", ""))
    for name, defined in workbook.defined_names.items():
        if not name.startswith(NAME):
            continue
        for title, area in find_destinations(workbook, defined):
            sheet = workbook[title]
            headings, *body = _used_cells(sheet, area)
            rows = [row for row in body if any(map(format_cell, row))]
            used = [
                column
                for column in range(len(headings))
                if any(format_cell(row[column]) for row in rows)
            ]
            first = headings[0]
            caption = sheet.cell(first.row - 1, first.column).value if first.row > 4 else None
            if caption == note:
                caption = None
            yield StandingsTable(
                title,
                _title(sheet),
                for_readers(str(sheet["A2"].value or ""), told, language),
                language.english(caption if isinstance(caption, str) and caption else title),
                [headings[column] for column in used],
                [[row[column] for column in used] for row in rows],
                note,
                leading.get(title, ()),
                _meanings(sheet),
                language,
            )


def read_language(workbook: Workbook) -> Language:
    """The language of a workbook that was opened with its values; English if it does not say."""
    props = workbook.custom_doc_props.props  # type: ignore[attr-defined]  # not in its types
    known = {one.name: str(one.value) for one in props}
    with suppress(ValueError):
        layout = json.loads(known.get(LAYOUT_PROPERTY, "{}"))
        return language_of(str(layout.get(LANGUAGE, "en")), known.get(TEMPLATE_PROPERTY, ""))
    return ENGLISH


def _number_of(named: tuple[str, object]) -> int:
    """The number at the end of a name: LeadingColumn10 comes after LeadingColumn9."""
    digits = re.search(r"\d*$", named[0])
    return int(digits[0]) if digits and digits[0] else 0


def _used_cells(sheet: Worksheet, area: str) -> list[list[Cell]]:
    """The first row of an area, and its other rows and columns that hold a value and are shown."""
    hidden = hidden_columns(sheet)
    left, top, right, bottom = range_boundaries(area.replace("$", ""))
    used = [
        (row, column)
        for (row, column), cell in sheet._cells.items()
        if cell.value is not None
        and (top or 1) <= row <= (bottom or row)
        and (left or 1) <= column <= (right or column)
        and column not in hidden
    ]
    rows = sorted({top or 1, *(row for row, _ in used)})
    columns = sorted({column for _, column in used} or {left or 1})
    cells: list[list[Any]] = [[sheet.cell(row, column) for column in columns] for row in rows]
    return cells


def _meanings(sheet: Worksheet) -> dict[str, str]:
    """The words of headings: what is said to whoever selects a cell that takes anything."""
    return {
        str(validation.sqref): validation.promptTitle
        for validation in sheet.data_validations.dataValidation
        if validation.promptTitle and validation.type in (None, "none")
    }


def split_by_side(table: StandingsTable) -> list[StandingsTable]:
    """A ranking with a winner on each side as two tables; any other as it is."""
    if SIDE not in table.headings:
        return [table]
    at = table.headings.index(SIDE)
    sides = list(dict.fromkeys(format_cell(row[at]) for row in table.cells))
    return [
        replace(
            table,
            caption=f"{table.caption}: {_SIDES.get(side, side)}",
            heading_cells=[*table.heading_cells[:at], *table.heading_cells[at + 1 :]],
            cells=[
                [*row[:at], *row[at + 1 :]] for row in table.cells if format_cell(row[at]) == side
            ],
        )
        for side in sides
    ]


def say_caption(caption: str) -> str:
    """The caption of a table in the spoken language; what follows a colon is said by itself."""
    return ": ".join(map(say, caption.split(": ")))


def read_status(package: Package) -> str:
    """The status of a saved workbook, which is not opened with all its values for it."""
    return str(read_saved_value(package, STATUS) or "")


def read_named_cell(workbook: Workbook, name: str) -> str:
    """The text of a named cell; blank without such a name."""
    cell = find_named_cell(workbook, name)
    return str(workbook[cell.sheet].cell(cell.row, cell.column).value or "") if cell else ""
