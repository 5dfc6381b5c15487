"""Small tournament files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from xl_tourney import atomic
from xl_tourney.events.event import Event
from xl_tourney.grammar.references import CellAddress, column_number
from xl_tourney.ooxml.backups import Keeping
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.saving import Saved, replace_workbook
from xl_tourney.pairing import next_round
from xl_tourney.pairing.request import Paired, Request

DATA = Path(__file__).parents[1] / "data" / "pairing"


def report(announced: int, cells: Mapping[int, str] | None = None, players: int = 6) -> str:
    """A report of so many players, with the cells of round 1 of some of them."""
    lines = [f"142 {announced}"]
    for number in range(1, players + 1):
        line = f"001 {number:>4}      P{number}"
        cell = (cells or {}).get(number, "")
        lines.append(line.ljust(91) + cell if cell else line)
    return "\n".join(lines) + "\n"


def write(folder: Path, text: str) -> Path:
    """The file of a report."""
    path = folder / "event.trf"
    path.write_text(text, "utf-8")
    return path


def write_pairing(book: Path, request: Request) -> tuple[Paired, Saved]:
    """Pair a round, and write it into the workbook."""
    package = Package.from_path(book)
    paired, content = next_round.write_pairing(Event.open(package), request)
    return paired, replace_workbook(package, content, Keeping())


def entered(book: Path, sheets: Mapping[str, Mapping[Any, Any]]) -> None:
    """Type values into a workbook: by the name and heading of a cell, or by the name on Setup."""
    saved = Event.open(book)
    values = {}
    for title, cells in sheets.items():
        sheet = saved.values[title]
        for key, value in cells.items():
            values[_place(sheet, key)] = value
    atomic.write(book, lambda file: file.write(saved.with_values(values)))


def _place(sheet: Any, key: Any) -> CellAddress:
    if isinstance(key, str):
        (row,) = (row for row in sheet.iter_rows() if row[0].value == key)
        return CellAddress(sheet.title, row[0].row, 2)
    name, heading = key
    cells = [cell for row in sheet.iter_rows() for cell in row]
    row = next(cell.row for cell in cells if cell.value == name)
    column = next(cell.column for cell in cells if cell.value == heading)
    return CellAddress(sheet.title, row, column)


def listed(book: Path, names: list[str]) -> None:
    """Type the names of teams or players into the list of a workbook."""
    saved = Event.open(book)
    table = next(
        table
        for table in saved.tables
        if any(column.key == "name" and column.is_input for column in table.columns)
    )
    column = column_number(table.letter("name"))
    cells = {
        CellAddress(table.sheet.title, row, column): name
        for row, name in enumerate(names, table.first)
    }
    atomic.write(book, lambda file: file.write(saved.with_values(cells)))
