"""Seasons with published final tables, from a folder: how many figures and places agree.

python -m benchmarks.league_seasons FOLDER                  # our functions, by the engine
python -m benchmarks.league_seasons FOLDER --libreoffice    # native, in plain LibreOffice, too

FOLDER holds ``seasons.csv``, and of each of its rows two files:

* seasons.csv: ``name,sport,league,season,rules,options,settled,source,cause,seen``.  ``rules`` is
  the name of a preset, or of a file of rules in FOLDER; ``options`` are those of ``new league``,
  such as ``points=2-1-0; teams=32``; ``settled`` are lots, such as ``Reds=1; Blues=2``; ``cause``
  says why figures are apart, where that is known; ``seen`` is filled in where rules or results were
  mended after a comparison: such tables are summed apart.
* NAME.results.csv: what ``new league --data`` reads.
* NAME.table.csv: a row a team with ``name`` and columns of the standings by their keys (place,
  played, won, tied, lost, scored, conceded, difference, points, ratio …); ``ratio %`` is a hundred
  times as much, ``won+late_won`` a sum, ``conferences.in_division`` a column of another table.  A
  figure is compared with as many decimals as were published; a blank cell is not compared.
"""

from __future__ import annotations

import argparse
import csv
import math
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from openpyxl import Workbook, load_workbook

from tests.templates.calculated import Calculated
from tests.templates.plain_libreoffice import convert
from tests.templates.tables import Tables
from tests.templates.variants import same_value
from xl_tourney.readers.league import read, teams
from xl_tourney.templates import TEMPLATES, package

LEAGUE = TEMPLATES["league"]
TABLES = ("standings", "conferences")
AT_ONCE = 20
"""So many workbooks are opened by one LibreOffice."""

Row = dict[str, Any]
Found = dict[str, list[Row]]
"""The rows of each table by its name, each with its values by the keys of the columns."""


@dataclass
class Season:
    """A season, its published table, and what was found."""

    folder: Path
    name: str
    sport: str
    league: str
    season: str
    rules: str
    options: str = ""
    settled: str = ""
    source: str = ""
    cause: str = ""
    seen: str = ""
    figures: int = field(default=0, init=False)
    apart: list[tuple[str, str, str, Any]] = field(default_factory=list, init=False)
    """The figures that are not as published: name, column, what is published, what is found."""
    native_apart: list[tuple[str, Any, Any]] = field(default_factory=list, init=False)
    """The cells that LibreOffice shows otherwise: column, ours, its."""
    cells: int = field(default=0, init=False)

    @property
    def published(self) -> list[dict[str, str]]:
        """The table that was published."""
        return _rows(self.folder / f"{self.name}.table.csv")

    def workbook(self, functions: Literal["native", "addin"]) -> Workbook:
        """Its workbook, with the lots typed in."""
        results = read(self.folder / f"{self.name}.results.csv")
        rules = self.folder / self.rules if self.rules.endswith(".toml") else self.rules
        options: dict[str, Any] = {
            key: int(value) if value.isdigit() else value for key, value in _pairs(self.options)
        }
        book = LEAGUE.build(results, functions=functions, rules=str(rules), **options)
        names = teams(results)
        for team, lot in _pairs(self.settled):
            place = Tables(getattr(book, "tables", ())).place(f"listed[{names.index(team)}].lot")
            sheet, cell = place.split("!")
            book[sheet][cell] = int(lot)
        return book

    def count(self, found: Found) -> None:
        """Compare the published table with what was found."""
        by_name = {
            name: {str(row["name"]): row for row in rows if row["name"]}
            for name, rows in found.items()
        }
        for row in self.published:
            for heading, published in row.items():
                if heading == "name" or not published:
                    continue
                table, _, keys = heading.rpartition(".")
                own = by_name[table or "standings"].get(row["name"], {})
                value = shown(own, keys, published)
                self.figures += 1
                if value != published:
                    self.apart.append((row["name"], heading, published, value))

    def line(self) -> str:
        """A row of the table that is printed."""
        places = [row for row in self.apart if row[1].endswith("place")]
        native = len(self.native_apart) if self.cells else "-"
        cells = (self.sport, f"{self.league} {self.season}", len(self.published), self.figures)
        columns = [*cells, len(self.apart), len(places), native, self.cause]
        return f"| {' | '.join(map(str, columns))} |"


def shown(row: Mapping[str, Any], keys: str, published: str) -> str:
    """A value of a row as it would be published: a number with as many decimals.

    >>> shown({"ratio": 1.2705, "won": 3.0, "late_won": ""}, "ratio %", "127.1")
    '127.1'
    >>> shown({"won": 3.0, "late_won": 1.0}, "won+late_won", "4")
    '4'
    """
    scale = 100 if keys.endswith(" %") else 1
    keys = keys.removesuffix(" %")
    values = [row.get(key, "") for key in keys.split("+")]
    if any(isinstance(value, str) and value for value in values):
        return " ".join(str(value) for value in values if value)
    total = scale * sum(value for value in values if value != "")
    decimals = len(published.partition(".")[2])
    rounded = math.floor(abs(total) * 10**decimals + 0.5 + 1e-7) / 10**decimals
    return f"{math.copysign(rounded, total) if rounded else 0:.{decimals}f}"


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for part in filter(None, map(str.strip, text.split(";"))):
        key, _, value = part.partition("=")
        yield key.strip(), value.strip()


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def seasons(folder: Path) -> list[Season]:
    """All seasons of a folder."""
    return [Season(folder, **row) for row in _rows(folder / "seasons.csv")]


def _has(tables: Tables, name: str) -> bool:
    try:
        tables[name]
    except KeyError:
        return False
    return True


def by_functions(season: Season) -> Found:
    """The tables as our functions give them."""
    with tempfile.TemporaryDirectory() as folder:
        book = Calculated(season.workbook("addin"), Path(folder), "addin")
        return {name: book.table(name) for name in TABLES if _has(book.tables, name)}


def by_libreoffice(some: Sequence[Season]) -> Iterator[tuple[Season, Found]]:
    """The tables of native workbooks, as a LibreOffice without our functions shows them."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        tables = {}
        for season in some:
            book = season.workbook("native")
            tables[season.name] = Tables(getattr(book, "tables", ()))
            (folder / f"{season.name}.xlsx").write_bytes(package(book))
        convert([folder / f"{season.name}.xlsx" for season in some], folder / "out")
        for season in some:
            yield season, _saved(folder / "out" / f"{season.name}.xlsx", tables[season.name])


def _saved(path: Path, tables: Tables) -> Found:
    found: Found = {}
    with closing(load_workbook(path, data_only=True, read_only=True)) as book:
        for name in filter(lambda name: _has(tables, name), TABLES):
            table = tables[name]
            keys = [column.key for column in table.columns]
            sheet = book[table.sheet.title]
            cells = sheet[
                f"{table.letter(keys[0])}{table.first}:{table.letter(keys[-1])}{table.last}"
            ]
            found[name] = [
                {key: "" if cell.value is None else cell.value for key, cell in zip(keys, row)}
                for row in cells
            ]
    return found


def main() -> None:
    """What is asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--libreoffice", action="store_true")
    parser.add_argument("--only", default="", help="names that begin so")
    asked = parser.parse_args()
    chosen = [one for one in seasons(asked.folder) if one.name.startswith(asked.only)]
    ours = {}
    for season in chosen:
        ours[season.name] = by_functions(season)
        season.count(ours[season.name])
        print(season.name, season.figures, len(season.apart), season.apart[:12], flush=True)
    for first in range(0, len(chosen) if asked.libreoffice else 0, AT_ONCE):
        for season, found in by_libreoffice(chosen[first : first + AT_ONCE]):
            for name, rows in found.items():
                for own, its in zip(ours[season.name][name], rows, strict=True):
                    season.cells += len(own)
                    season.native_apart += [
                        (key, own[key], its[key])
                        for key in own
                        if not same_value(own[key], its[key])
                    ]
            if season.native_apart:
                print(season.name, season.native_apart[:12], flush=True)
    print("\n| sport | season | teams | figures | apart | places apart | native apart | cause |")
    print("|---|---|---|---|---|---|---|---|")
    print(*(season.line() for season in chosen), sep="\n")
    for what, some in (
        ("Unseen", [season for season in chosen if not season.seen]),
        ("Seen before", [season for season in chosen if season.seen]),
    ):
        print(
            f"{what}: {len(some)} tables of {len({season.sport for season in some})} sports, "
            f"{sum(season.figures for season in some)} figures, "
            f"{sum(len(season.apart) for season in some)} apart; in LibreOffice "
            f"{sum(season.cells for season in some)} cells, "
            f"{sum(len(season.native_apart) for season in some)} apart"
        )


if __name__ == "__main__":
    main()
