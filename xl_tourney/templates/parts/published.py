"""What the published page takes from a workbook beside its standings, as hidden defined names.

A template names the columns that decide, which a phone shows first, and the records of the
players: which cells hold the results of whom.  The names move with their cells, and any program
keeps them; ``publish/records.py`` reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from openpyxl.worksheet.worksheet import Worksheet

from ...defined_names import LEADING, RECORD
from .table import Table, name_cells
from .workbook import workbook_of


class Cells(NamedTuple):
    """A rectangle of cells on a sheet."""

    sheet: Worksheet
    area: str


def values(table: Table, first: str, last: str = "") -> Cells:
    """The cells of a column below its heading, or of neighbouring columns."""
    return Cells(table.sheet, table.area(first, last or first))


def headings(table: Table, first: str, last: str = "") -> Cells:
    """The heading of a column, or those of neighbouring columns."""
    area = f"{table.letter(first)}{table.top}"
    return Cells(table.sheet, f"{area}:{table.letter(last)}{table.top}" if last else area)


def name_leading_columns(table: Table, *keys: str) -> None:
    """Name the columns of a table of standings that say who it is, and what decides."""
    for key in keys:
        _name_hidden(_next_name(table.sheet, LEADING), headings(table, key))


def name_record(**columns: Cells) -> None:
    """Name the cells from which the record of each player is read.

    The first column says whose record a row belongs to, by what the column of the standings with
    this heading holds.  The others are shown, headed by their names.  ``Opponent`` holds what the
    first column holds of somebody else, or an entry of a wall list: the number and the result.
    Cells of one row hold for all rows, those of one column for all columns.

    A game that stands in one row for both players is named twice, from the side of each.
    """
    (sheet, _), *_ = columns.values()
    name = _next_name(sheet, RECORD)
    for at, (label, cells) in enumerate(columns.items(), 1):
        _name_hidden(f"{name}_{at}_{label}", cells)


def _next_name(sheet: Worksheet, prefix: str) -> str:
    """The first name with a number that the workbook does not have."""
    there: Mapping[str, object] = workbook_of(sheet).defined_names
    used = {name.partition("_")[0] for name in there}
    return next(f"{prefix}{n}" for n in range(1, len(used) + 2) if f"{prefix}{n}" not in used)


def _name_hidden(name: str, cells: Cells) -> None:
    workbook = workbook_of(cells.sheet)
    name_cells(workbook, name, *cells)
    workbook.defined_names[name].hidden = True
