"""The standings in a saved workbook, as its sheets show them.

A template gives each table of standings a defined name that begins with ``StandingsTable``; its
first row holds the headings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from openpyxl import load_workbook
from openpyxl.cell import Cell

NAME = "StandingsTable"
_DECIMALS = re.compile(r"0(?:\.(?P<decimals>0+))?(?P<percent>%)?")


@dataclass(frozen=True)
class Standings:
    """A table of standings, in the words that the sheet shows."""

    title: str
    headings: list[str]
    rows: list[list[str]]


def standings(path: Path) -> Iterator[Standings]:
    """Every table of standings of a workbook, with the values that are cached in it."""
    workbook = load_workbook(path, data_only=True)
    for name, defined in workbook.defined_names.items():
        if not name.startswith(NAME):
            continue
        for sheet, area in defined.destinations:
            head, *body = ([_shown(cell) for cell in row] for row in workbook[sheet][area])
            rows = [row for row in body if any(row)]
            used = [at for at, text in enumerate(head) if text or any(row[at] for row in rows)]
            yield Standings(
                str(workbook[sheet]["A1"].value or sheet),
                [head[at] for at in used],
                [[row[at] for at in used] for row in rows],
            )


def _shown(cell: Cell) -> str:
    """A cell's value with the decimals that its format shows."""
    value = cell.value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return "" if value is None else str(value)
    format_ = _DECIMALS.search(cell.number_format or "")
    if not format_:
        return f"{value:.15g}"
    percent = 100 if format_["percent"] else 1
    decimals = len(format_["decimals"] or "")
    return f"{value * percent:.{decimals}f}{format_['percent'] or ''}"
