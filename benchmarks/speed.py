"""How fast recalculation has to be, and how fast it is: every limit in one table.

Whole processes in turns; what counts is the processor's time with that of their children, the
median of some rounds.  A busy machine changes the seconds, and the ratios less.

python -m benchmarks.speed [--rounds 5] [--only PART] [--quick]
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.four_writers import WRITERS
from benchmarks.fresh_columns import BOOKS, COLUMNS, COMMON, measure, write
from benchmarks.processes import (
    Contender,
    converting,
    environment,
    on_a_copy,
    processor_in_turns,
)
from benchmarks.recalc_kdice import NATIVE, OURS, leaderboard
from benchmarks.spoil import spoil
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.recalculation.verification.suite import read_saved_cells

WORKBOOKS = Path(__file__).resolve().parents[1] / "workbooks"
_OURS = "xl-tourney"


class Ratio(NamedTuple):
    """A limit, and what was measured."""

    name: str
    seconds: float
    other: float
    limit: float
    at_least: bool = False
    """Whether the other one has to take so many times as long; else we at most."""

    @property
    def value(self) -> float:
        """How many times the other's time, or how many times ours."""
        return self.other / self.seconds if self.at_least else self.seconds / self.other

    @property
    def is_met(self) -> bool:
        """Whether the limit is kept."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    @property
    def row(self) -> str:
        """A row of the table."""
        limit = f"{'≥' if self.at_least else '≤'} {self.limit:g}"
        met = "yes" if self.is_met else "no"
        seconds = f"{self.seconds:.2f} | {self.other:.2f}"
        return f"| {self.name} | {seconds} | {self.value:.2f} | {limit} | {met} |"


class Limits:
    """The parts of the table, measured in a folder."""

    def __init__(self, folder: Path, rounds: int, *, quick: bool) -> None:
        self._folder = folder
        self._rounds = rounds
        self._rows = 800 if quick else 8000
        self._books = 20 if quick else 200
        self._environment = environment(folder)
        self._copy = folder / "copy.xlsx"

    def writers(self) -> Iterator[Ratio]:
        """A leaderboard as four programs write it, against formualizer on its native twin."""
        for name, by in WRITERS.items():
            books = [self._folder / f"{number}.xlsx" for number in range(2)]
            for path, formula in zip(books, (OURS, NATIVE)):
                by(path, formula, self._rows)
            theirs = on_a_copy("formualizer", "formualizer", books[1], self._copy)
            yield self._ratio(f"written by {name}", self._ours(books[0]), theirs, 1.3)

    def columns(self) -> Iterator[Ratio]:
        """Eight columns without values, against formualizer on the same book."""
        yield self._column("eight new columns", tuple(COLUMNS.values()), 1.3)

    def functions(self) -> Iterator[Ratio]:
        """A column without values of each common function."""
        for name, formula in COMMON.items():
            yield self._column(name, (formula,), 2)

    def emptied(self) -> Iterator[Ratio]:
        """A book whose formula cells lost their values, against the same book with them."""
        paths = sorted(WORKBOOKS.glob("*.xlsx"))
        for name in ("a leaderboard", "these eight"):
            paths.append(self._folder / f"{name}.xlsx")
            write(paths[-1], BOOKS[name], self._rows)
            recalc(paths[-1])
        for path in paths:
            empty = self._folder / "empty.xlsx"
            empty.write_bytes(_emptied(path))
            yield self._ratio(
                f"emptied: {path.stem}", self._ours(empty), self._ours(path, "with values"), 1.5
            )

    def libreoffice(self) -> Iterator[Ratio]:
        """LibreOffice's conversion of one book, and of a folder in one call."""
        book = leaderboard(self._folder / "one.xlsx", NATIVE, self._rows)
        conversion = Contender("LibreOffice", converting([book], self._folder))
        yield self._ratio("LibreOffice, one book", self._ours(book), conversion, 4, at_least=True)
        small = leaderboard(self._folder / "small.xlsx", NATIVE, 200)
        source, season = self._folder / "source", self._folder / "season"
        source.mkdir()
        for number in range(self._books):
            shutil.copy(small, source / f"{number:03}.xlsx")

        def prepare() -> None:
            shutil.rmtree(season, ignore_errors=True)
            shutil.copytree(source, season)

        command = [sys.executable, "-m", "xl_tourney", "recalc", str(season)]
        yield self._ratio(
            f"LibreOffice, {self._books} books",
            Contender(_OURS, command, prepare),
            Contender("LibreOffice", converting(sorted(source.iterdir()), self._folder)),
            12,
            at_least=True,
        )

    def _ours(self, book: Path, name: str = _OURS) -> Contender:
        return on_a_copy(name, "xl_tourney", book, self._copy)

    def _column(self, name: str, formulas: tuple[str, ...], limit: float) -> Ratio:
        ours, theirs = measure(formulas, self._rows, self._rounds, self._folder)
        return Ratio(name, median(ours), median(theirs), limit)

    def _ratio(
        self, name: str, ours: Contender, other: Contender, limit: float, at_least: bool = False
    ) -> Ratio:
        found = processor_in_turns([ours, other], self._environment, self._rounds)
        return Ratio(name, *map(median, found.values()), limit, at_least)


PARTS = (Limits.writers, Limits.columns, Limits.functions, Limits.emptied, Limits.libreoffice)


def _emptied(path: Path) -> bytes:
    """A book without the values of its formula cells."""
    workbook = Workbook.open(Package.from_path(path))
    saved = read_saved_cells(workbook)
    with_formula = [at for at, cell in saved.items() if cell.cell.formula_attributes is not None]
    return spoil(workbook, saved, dict.fromkeys(with_formula)).data


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", choices=[part.__name__ for part in PARTS])
    parser.add_argument("--quick", action="store_true", help="small books: a look whether it runs")
    arguments = parser.parse_args()
    print("| | xl-tourney, s | the other, s | ratio | limit | met |\n|---|---:|---:|---:|---:|---|")
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        limits = Limits(Path(folder), arguments.rounds, quick=arguments.quick)
        for part in PARTS:
            if arguments.only in (None, part.__name__):
                for found in part(limits):
                    print(found.row, flush=True)
                    missed += [] if found.is_met else [found.name]
    if hasattr(os, "getloadavg"):
        print(f"\n{os.getloadavg()[0]:.1f} processes wanted to run on {os.cpu_count()} cores.")
    print(f"Not met: {', '.join(missed) or 'none'}.")


if __name__ == "__main__":
    main()
