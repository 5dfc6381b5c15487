"""Workbooks of many kinds by many writers, drawn anew for each seed: to measure where nobody tuned.

The kinds are in ``books.txt``.  A writer is a program that saves them in its own form: formulas
without a value, with zero, shared ones, with attributes on every cell.

python -m benchmarks.books FOLDER [--seed 1] [--rows 3000] [--times 2]
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import openpyxl
import xlsxwriter
from openpyxl.utils import get_column_letter
from openpyxl.utils.cell import column_index_from_string
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table

from benchmarks.processes import converting
from xl_tourney.grammar.formula_references import move_formula

_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ida", "Jan", "Kim", "Lea")
_CITIES = ("Aarhus", "Bonn", "Cork", "Dover", "Esbjerg", "Faro", "Ghent", "Hull", "Ivrea", "Jena")
_CITIES += ("Köln", "Lund", "Nice", "Oslo", "Pau")
_LINE = re.compile(r"(\w+) ([\w,]+) (N(?:/\d+)?|\d+)( across)? \| (.*)")

Cells = dict[tuple[int, int], Any]
"""Constants, and formulas as texts that begin with =, {{ or <, by row and column."""


def fill(kind: str, draw: Random, rows: int) -> dict[str, Cells]:
    """The sheets of a workbook of a kind, with so many rows."""
    sheets: dict[str, Cells] = {}
    last: dict[str, int] = {}
    lines = [found for line in _text() if (found := _LINE.fullmatch(line)) and found[1] == kind]
    for found in lines:
        for name in found[2].split(","):
            count = found[3].replace("N", str(rows))
            number, _, divisor = count.partition("/")
            last[name] = int(number) // int(divisor or 1) + 1
    choices: dict[str, str] = {}
    for found in lines:
        templates = [_choose(text, draw, choices) for text in found[5].split(" | ")]
        for name in found[2].split(","):
            cells = sheets.setdefault(name, {})
            for row in range(2, last[name] + 1):
                for number, template in enumerate(templates, 1):
                    value = _value(template, draw, row, last, name, is_across=bool(found[4]))
                    if value is not None:
                        cells[(number + 1, row) if found[4] else (row, number)] = value
            for number in range(1, len(templates) + 1):
                cells[(number + 1, 1) if found[4] else (1, number)] = f"h{number}"
    return sheets


def _text() -> list[str]:
    return Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()


def kinds() -> list[str]:
    """The kinds that there are."""
    return [*dict.fromkeys(found[1] for line in _text() if (found := _LINE.fullmatch(line)))]


def _choose(template: str, draw: Random, choices: dict[str, str]) -> str:
    def choose(found: re.Match[str]) -> str:
        return choices.setdefault(found[0], draw.choice(found[1].split(";")))

    return re.sub(r"\{([^{}]*;[^{}]*)\}", choose, template)


def _value(
    template: str, draw: Random, row: int, last: dict[str, int], sheet: str, *, is_across: bool
) -> Any:
    if "=" in template[:3]:
        here, before = map(get_column_letter, (row, row - 1)) if is_across else (row, row - 1)
        text = re.sub(r"@(\w+)", lambda found: str(last[found[1]]), template)
        text = text.replace("@", str(last[sheet])).replace("[#This Row]", "[\0This Row]")
        text = re.sub(
            r"\[R2\]", lambda _: f"{draw.choice('ABCDEF')}{draw.randint(2, last[sheet])}", text
        )
        return text.replace("#", str(here)).replace("~", str(before)).replace("\0", "#")
    word, *numbers = template.split(" ")
    match word:
        case "city":
            return _CITIES[row % 15] if numbers else draw.choice(_CITIES)
        case "name":
            return f"  {draw.choice(_NAMES)} {draw.choice(_CITIES)}-{row} "
        case "code":
            return f"K{draw.randint(*map(int, numbers)) if numbers else row:04}"
        case "int":
            return draw.randint(*map(int, numbers))
        case "maybe":
            return draw.choice((None, draw.randint(*map(int, numbers))))
        case "money":
            return round(draw.uniform(1, 900), 2)
        case "number":
            return draw.choice(
                (draw.randint(0, 100), round(draw.uniform(0, 90), 2), draw.uniform(0, 99))
            )
        case "score":
            return draw.choice((0, 0.5, 1, 2, 3))
        case "answer":
            return draw.choice(("yes", "no", "maybe", None, 3, 4.5))
        case "date":
            return datetime(1975, 3, 1) + timedelta(days=row + draw.randint(0, 9000))
        case "count":
            return row - 1
        case _:
            return float(template) if template[0].isdigit() else template


def write_openpyxl(sheets: dict[str, Cells], path: Path) -> None:
    """No value in formula cells."""
    book = openpyxl.Workbook()
    book.remove(book.active)  # type: ignore[arg-type]
    for name, cells in sheets.items():
        sheet = book.create_sheet(name)
        for (row, column), value in cells.items():
            if isinstance(value, str) and value[0] in "{<" and "=" in value:
                where = f"{get_column_letter(column)}{row}"
                value = ArrayFormula(where, value.strip("{}<>"))
            sheet.cell(row, column).value = value
        if name == "Stock":
            sheet.add_table(Table(displayName=name, ref=sheet.dimensions))
    book.save(path)


def write_xlsxwriter(sheets: dict[str, Cells], path: Path) -> None:
    """Zero in formula cells."""
    book = xlsxwriter.Workbook(str(path), {"default_date_format": "yyyy-mm-dd"})
    for name, cells in sheets.items():
        sheet = book.add_worksheet(name)
        if name == "Stock":
            bottom, right = (max(numbers) for numbers in zip(*cells))
            heads = [{"header": f"h{number}"} for number in range(1, right + 1)]
            sheet.add_table(0, 0, bottom - 1, right - 1, {"name": name, "columns": heads})
        for (row, column), value in sorted(cells.items()):
            place = (row - 1, column - 1)
            if isinstance(value, str) and value[:1] == "<":
                sheet.write_dynamic_array_formula(*place, *place, value.strip("<>"))
            elif isinstance(value, str) and value[:2] == "{{":
                sheet.write_array_formula(*place, *place, value.strip("{}"))
            else:
                sheet.write(*place, value)
    book.close()


def write_libreoffice(sheets: dict[str, Cells], path: Path) -> None:
    """Values, and attributes everywhere."""
    with tempfile.TemporaryDirectory() as name:
        book = Path(name, "book.xlsx")
        write_openpyxl(sheets, book)
        subprocess.run(converting([book], book.parent), capture_output=True, check=True)
        shutil.copy(Path(name, "converted", book.name), path)


def write_shared(sheets: dict[str, Cells], path: Path) -> None:
    """As Excel does: formulas that a column shares; values are missing."""
    write_openpyxl(sheets, path)
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for number in range(1, len(sheets) + 1):
        masters: dict[str, tuple[str, str, int]] = {}
        part = f"xl/worksheets/sheet{number}.xml"
        xml = parts[part].decode()
        parts[part] = re.sub(
            r'(<c r="([A-Z]+)(\d+)"[^>]*>)<f>([^<]*)</f>', partial(_share, masters), xml
        ).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


def _share(masters: dict[str, tuple[str, str, int]], found: re.Match[str]) -> str:
    cell, column, row, formula = found.groups()
    place = f"{column}{row}"
    if column in masters:
        first, origin, index = masters[column]
        if move_formula(first, origin, place) == formula:
            return f'{cell}<f t="shared" si="{index}"/>'
    index = len(masters) + 100 * column_index_from_string(column)
    while any(index == other for *_, other in masters.values()):
        index += 1
    masters[column] = formula, place, index
    return f'{cell}<f t="shared" si="{index}" ref="{place}:{column}1048576">{formula}</f>'


WRITERS: dict[str, Callable[[dict[str, Cells], Path], None]] = {
    "openpyxl": write_openpyxl,
    "XlsxWriter": write_xlsxwriter,
    "LibreOffice": write_libreoffice,
    "shared": write_shared,
}


def make(folder: Path, seed: int, rows: int, times: int = 2) -> list[Path]:
    """Books of every kind, each by writers and in sizes that are drawn."""
    draw = Random(seed)
    paths = []
    for _ in range(times):
        for kind in kinds():
            writer = draw.choice([*WRITERS][: 2 if kind in ("table", "dynamic") else 4])
            size = int(rows * draw.choice((0.3, 1, 2)))
            path = folder / f"{kind}_{writer}_{size}.xlsx"
            WRITERS[writer](fill(kind, Random(draw.random()), size), path)
            paths.append(path)
    return paths


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=3000)
    parser.add_argument("--times", type=int, default=2)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for path in make(options.folder, options.seed, options.rows, options.times):
        print(path.name)


if __name__ == "__main__":
    main()
