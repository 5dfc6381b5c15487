"""What the published page takes from a workbook beside its standings, as hidden defined names.

A template names the columns that decide, which a phone shows first, and the records of the
players: which cells hold the results of whom.  The names move with their cells, and any program
keeps them; ``events/records.py`` reads them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.worksheet import Worksheet

from ....defined_names import FOR_DIRECTOR, LEADING, NAME, RECORD
from ..table import Table, name_cells
from ..workbook import StandingsWorkbook, workbook_of

_CELLS = re.compile(r"(?P<table>\w+)(?P<heads>\.heads)?\[(?P<first>\w+)(?::(?P<last>\w+))?\]")


def name_standings(table: Table, name: str = NAME) -> None:
    """Name a table of standings, with its headings, so that it can be found in the workbook."""
    first, last = (table.letter(column.key) for column in (table.columns[0], table.columns[-1]))
    area = f"{first}{table.top}:{last}{table.last}"
    name_cells(workbook_of(table.sheet), name, table.sheet, area)


def name_leading_columns(table: Table, keys: Sequence[str]) -> None:
    """Name the columns of a table of standings that say who it is, and what decides."""
    workbook = workbook_of(table.sheet)
    for key in keys:
        heading = f"{table.letter(key)}{table.top}"
        _name_hidden(workbook, _next_name(workbook, LEADING), table.sheet, heading)


def name_record(
    workbook: StandingsWorkbook, record: Mapping[str, str], tables: Mapping[str, Table]
) -> None:
    """Name the cells from which the record of each player is read.

    They are the cells of columns, ``results[player_a]``, or headings, ``wall.heads[r_1:r_9]``.  The
    first of them say whose record a row belongs to, by what the column of the standings with
    this heading holds.  The others are shown, headed by their names.  ``Opponent`` holds what the
    first column holds of somebody else, or an entry of a wall list: the number and the result.
    Cells of one row hold for all rows, those of one column for all columns.

    A game that stands in one row for both players is named twice, from the side of each.
    """
    name = _next_name(workbook, RECORD)
    for at, (label, reference) in enumerate(record.items(), 1):
        name_hidden(workbook, f"{name}_{at}_{label}", reference, tables)


def name_hidden(
    workbook: StandingsWorkbook, name: str, reference: str, tables: Mapping[str, Table]
) -> None:
    """Name cells of columns, ``results[player_a]``, or headings, ``wall.heads[r_1:r_9]``."""
    found = _CELLS.fullmatch(reference)
    assert found, reference
    table, first, last = tables[found["table"]], found["first"], found["last"]
    area = table.area(first, last or first)
    if found["heads"]:
        area = f"{table.letter(first)}{table.top}"
        area += f":{table.letter(last)}{table.top}" if last else ""
    _name_hidden(workbook, name, table.sheet, area)


def mark_for_director(workbook: StandingsWorkbook) -> None:
    """Keep what is said to the director, in the language of the workbook, as a hidden name.

    The sentences are an array; Excel takes at most 255 letters in each.
    """
    remarks = dict.fromkeys(map(workbook.language.value, workbook.for_director))
    if remarks:
        quoted = ";".join('"' + sentence.replace('"', '""') + '"' for sentence in remarks)
        workbook.defined_names[FOR_DIRECTOR] = DefinedName(
            FOR_DIRECTOR, attr_text=f"{{{quoted}}}", hidden=True
        )


def _next_name(workbook: StandingsWorkbook, prefix: str) -> str:
    """The first name with a number that the workbook does not have."""
    there: Mapping[str, object] = workbook.defined_names
    used = {name.partition("_")[0] for name in there}
    return next(f"{prefix}{n}" for n in range(1, len(used) + 2) if f"{prefix}{n}" not in used)


def _name_hidden(workbook: StandingsWorkbook, name: str, sheet: Worksheet, cells: str) -> None:
    name_cells(workbook, name, sheet, cells)
    workbook.defined_names[name].hidden = True
