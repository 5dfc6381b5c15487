"""The standings in a saved workbook, as its sheets show them.

A template gives each table of standings a defined name that begins with ``StandingsTable``; its
first row holds the headings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from openpyxl import Workbook, load_workbook
from openpyxl.cell import Cell

from ..defined_names import NAME, NOTE, STATUS

_SMALLER = re.compile(r'\[<(?P<limit>[0-9.]+)\]"(?P<says>[^"]*)"')
_FORMAT = re.compile(r"(?P<sign>[+-]?)0(?:\.(?P<always>0*)(?P<never>#*))?(?P<percent>%)?")


@dataclass(frozen=True)
class Standings:
    """A table of standings: the cells of a sheet without its blank rows and columns."""

    sheet: str
    title: str
    """The heading of the sheet."""
    says: str
    """What the sheet says below its heading."""
    caption: str
    """What stands above the table; else the sheet's name."""
    heads: list[Cell]
    cells: list[list[Cell]]
    note: str = ""
    """What readers should know of the results."""

    @property
    def headings(self) -> list[str]:
        """The headings in the words that the sheet shows."""
        return [shown(cell) for cell in self.heads]

    @property
    def rows(self) -> list[list[str]]:
        """The rows in the words that the sheet shows."""
        return [[shown(cell) for cell in row] for row in self.cells]


def standings(path: Path) -> Iterator[Standings]:
    """Every table of standings of a workbook, with the values that are cached in it."""
    yield from tables(load_workbook(path, data_only=True))


def tables(workbook: Workbook) -> Iterator[Standings]:
    """Every table of standings of a workbook that was opened for its values."""
    note = named(workbook, NOTE)
    for name, defined in workbook.defined_names.items():
        if not name.startswith(NAME):
            continue
        for title, area in defined.destinations:
            sheet = workbook[title]
            head, *body = sheet[area]
            rows = [row for row in body if any(map(shown, row))]
            used = [at for at in range(len(head)) if any(shown(row[at]) for row in rows)]
            above = sheet.cell(head[0].row - 1, head[0].column).value if head[0].row > 4 else None
            if above == note:
                above = None
            yield Standings(
                title,
                str(sheet["A1"].value or title),
                str(sheet["A2"].value or ""),
                above if isinstance(above, str) and above else title,
                [head[at] for at in used],
                [[row[at] for at in used] for row in rows],
                note,
            )


def status(path: Path) -> str:
    """What the checks of a saved workbook say, by the value that is cached in it."""
    return named(load_workbook(path, read_only=True, data_only=True), STATUS)


def named(workbook: Workbook, name: str) -> str:
    """What a named cell says; blank where there is no such name."""
    if name not in workbook.defined_names:
        return ""
    for sheet, cell in workbook.defined_names[name].destinations:
        return str(workbook[sheet][cell.replace("$", "")].value or "")
    return ""


def shown(cell: Cell) -> str:
    """A cell's value as the sheet shows it."""
    value = cell.value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return "" if value is None else str(value)
    return number_shown(value, cell.number_format or "General")


def number_shown(value: float, number_format: str) -> str:
    """A number as a format shows it: signs, decimals, percent and thousands, words for tiny ones.

    >>> number_shown(0.5, "+0.0##;-0.0##;0.0"), number_shown(-0.125, "0.0%")
    ('+0.5', '-12.5%')
    >>> number_shown(0.00001, '[<0.0001]"< 0.0001";0.0000')
    '< 0.0001'
    """
    if smaller := _SMALLER.match(number_format):
        if value < float(smaller["limit"]):
            return smaller["says"]
        number_format = number_format.partition(";")[2]
    sections = number_format.split(";")
    section = 1 if value < 0 else 2 if value == 0 else 0
    own = section < len(sections)
    found = _FORMAT.search(sections[section if own else 0])
    if not found:
        return f"{value:.15g}"
    always, never = found["always"] or "", found["never"] or ""
    comma = "," if "," in found.string else ""
    figure = abs(value) * (100 if found["percent"] else 1)
    text = f"{figure:{comma}.{len(always + never)}f}"
    for _ in never:
        text = text.removesuffix("0")
    sign = found["sign"] if own else "-" if value < 0 else ""
    return f"{sign}{text.removesuffix('.')}{found['percent'] or ''}"
