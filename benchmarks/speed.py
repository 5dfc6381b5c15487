"""What recalculation costs beside formualizer's own command and LibreOffice, on books made anew.

Whole processes in turns; what counts is the processor's time of a process with its children, the
best of some rounds.  The books are drawn (``benchmarks.books``): another seed makes other ones.

    python -m benchmarks.speed books [--seed 1] [--rows 3000]    each book, in four states
    python -m benchmarks.speed libreoffice | functions | slopes | start | many | memory
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

import openpyxl
import psutil

from benchmarks.books import make
from benchmarks.processes import Contender, converting, cost, environment, on_a_copy
from benchmarks.spoil import another_value, spoil
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.recalculation.verification.suite import read_saved_cells

STATES = ("new", "current", "stale", "emptied")
"""As its writer saved it; recalculated; with another value in a tenth of the cells; without any."""

FUNCTIONS = {
    "ABS": "ABS(C{0}-D{0})",
    "AND": "AND(C{0}>10,D{0}>10)",
    "AVERAGE": "AVERAGE(C{0}:H{0})",
    "AVERAGEIF": 'AVERAGEIF(C{0}:H{0},">10")',
    "CEILING": "CEILING(C{0},0.5)",
    "CHOOSE": "CHOOSE(MOD(B{0},3)+1,C{0},D{0},E{0})",
    "CONCATENATE": 'CONCATENATE(A{0},", ",B{0})',
    "COUNT": "COUNT(C{0}:H{0})",
    "COUNTA": "COUNTA(A{0}:H{0})",
    "COUNTBLANK": "COUNTBLANK(C{0}:H{0})",
    "COUNTIF": "COUNTIF($B$2:$B$301,B{0})",
    "COUNTIFS": 'COUNTIFS(C{0}:H{0},">10",C{0}:H{0},"<20")',
    "DATE": "DATE(2020,1,B{0})",
    "DAY": "DAY(B{0}+40000)",
    "EDATE": "EDATE(B{0}+40000,1)",
    "EXACT": "EXACT(A{0},A{0})",
    "EXP": "EXP(C{0}/50)",
    "FIND": 'FIND(" ",A{0})',
    "FIXED": "FIXED(C{0},1)",
    "IF, texts": 'IF(A{0}<"Ida","before","after")',
    "IFERROR": "IFERROR(C{0}/D{0},0)",
    "INDEX and MATCH": "INDEX($A$2:$A$301,MATCH(B{0},$B$2:$B$301,0))",
    "INT": "INT(C{0})",
    "ISNUMBER": "ISNUMBER(A{0})",
    "LARGE": "LARGE(C{0}:H{0},2)",
    "LEFT": "LEFT(A{0},3)",
    "LEN": "LEN(A{0})",
    "LN": "LN(C{0}+1)",
    "LOG10": "LOG10(C{0}+1)",
    "LOOKUP": "LOOKUP(C{0},$J$2:$J$51,$K$2:$K$51)",
    "LOWER": "LOWER(A{0})",
    "MATCH in order": "MATCH(C{0},$J$2:$J$51,1)",
    "MAX": "MAX(C{0}:H{0})",
    "MEDIAN": "MEDIAN(C{0}:H{0})",
    "MID": "MID(A{0},2,2)",
    "MIN": "MIN(C{0}:H{0})",
    "MOD": "MOD(B{0},7)",
    "MOD of a fraction": "MOD(C{0},0.25)",
    "MONTH": "MONTH(B{0}+40000)",
    "MROUND": "MROUND(C{0},0.25)",
    "NETWORKDAYS": "NETWORKDAYS(B{0}+40000,B{0}+40030)",
    "NORM.DIST": "NORMDIST(C{0},50,9,TRUE)",
    "NOT": "NOT(C{0}>10)",
    "OFFSET": "OFFSET($A$1,B{0},0)",
    "OR": "OR(C{0}>10,D{0}>10)",
    "PERCENTILE": "PERCENTILE(C{0}:H{0},0.3)",
    "PMT": "PMT(C{0}/1200+0.001,12,1000)",
    "POISSON": "POISSON(B{0},40,TRUE)",
    "POWER": "POWER(C{0},2)",
    "PROPER": "PROPER(A{0})",
    "RANK": "RANK(B{0},$B$2:$B$301)",
    "RIGHT": "RIGHT(A{0},2)",
    "ROUND": "ROUND(B{0}/7*1.5,1)",
    "ROUNDUP": "ROUNDUP(C{0}/3,1)",
    "SMALL": "SMALL(C{0}:H{0},2)",
    "SQRT": "SQRT(B{0})",
    "STDEV": "STDEV(C{0}:H{0})",
    "SUBSTITUTE": 'SUBSTITUTE(A{0},"a","e")',
    "SUM": "SUM(C{0}:H{0})",
    "SUMIF": 'SUMIF(C{0}:H{0},">10")',
    "SUMIFS": 'SUMIFS(C$2:C$301,B$2:B$301,">"&B{0})',
    "SUMPRODUCT": "SUMPRODUCT((C{0}:H{0}=C{0})*C{0}:H{0})",
    "SUMPRODUCT of a SUMIF": "SUMPRODUCT(SUMIF($B$2:$B$301,B{0}:B{1},$C$2:$C$301))",
    "TEXT": 'TEXT(C{0},"0.00")',
    "TRIM": "TRIM(A{0})",
    "UPPER": "UPPER(A{0})",
    "VALUE": 'VALUE(MID(A{0},FIND(" ",A{0}),9))',
    "VLOOKUP": "VLOOKUP(A{0},$A$2:$C$301,2,FALSE)",
    "WEEKDAY": "WEEKDAY(B{0}+40000,2)",
    "XLOOKUP": "_xlfn.XLOOKUP(B{0},$J$2:$J$51,$K$2:$K$51,0)",
    "YEARFRAC": "YEARFRAC(B{0}+40000,B{0}+40100)",
}
"""Common functions, each in a column of its own."""


class Cost(NamedTuple):
    """What ours and the other one took on a book."""

    name: str
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs


class Bench:
    """Measures in a folder, with so many rounds."""

    def __init__(self, folder: Path, rounds: int) -> None:
        self.folder = folder
        self.rounds = rounds
        self.environment = environment(folder)
        self.copy = folder / "copy.xlsx"

    def compare(self, name: str, book: Path, others: Path | None = None) -> Cost | None:
        """Our command and formualizer's on a book; none if theirs refuses it."""
        ours = on_a_copy("ours", "xl_tourney", book, self.copy)
        theirs = on_a_copy("theirs", "formualizer", others or book, self.copy)
        try:
            best = self.in_turns([ours, theirs])
        except SystemExit as refused:
            print(f"  {name}: {str(refused).splitlines()[0][-100:]}", file=sys.stderr, flush=True)
            return None
        return Cost(name, *best)

    def in_turns(self, contenders: Sequence[Contender]) -> list[float]:
        """The least processor's time of each."""
        best = [float("inf")] * len(contenders)
        for _ in range(self.rounds):
            for number, one in enumerate(contenders):
                one.prepare()
                best[number] = min(best[number], cost(one.command, self.environment).processor)
        return best


def prepare_states(book: Path, folder: Path) -> dict[str, Path]:
    """A book in each state."""
    paths = {state: folder / f"{book.stem}.{state}.xlsx" for state in STATES}
    shutil.copy(book, paths["new"])
    shutil.copy(book, paths["current"])
    recalc(paths["current"])
    workbook = Workbook.open(Package.from_path(paths["current"]))
    saved = read_saved_cells(workbook)
    cells = sorted(at for at, cell in saved.items() if cell.cell.formula_attributes is not None)
    chance = Random(book.name)
    some = chance.sample(cells, len(cells) // 10)
    old = {at: saved[at].value for at in some}
    spoiled = {
        at: another_value(value, ["x"], chance)
        for at, value in old.items()
        if isinstance(value, (float, str))
    }
    for state, chosen in (("stale", spoiled), ("emptied", dict.fromkeys(cells))):
        paths[state].write_bytes(spoil(workbook, saved, chosen).data)
    return paths


def of_books(bench: Bench, arguments: argparse.Namespace) -> None:
    """Each book in four states, by state."""
    found: dict[str, list[Cost]] = {state: [] for state in STATES}
    for book in make(bench.folder, arguments.seed, arguments.rows):
        for state, path in prepare_states(book, bench.folder).items():
            if one := bench.compare(path.stem, path):
                found[state].append(one)
    for costs in found.values():
        print_costs(costs)
    pairs = zip(found["emptied"], found["current"])
    print_costs([Cost(one.name, one.ours, other.ours) for one, other in pairs])


def of_libreoffice(bench: Bench, arguments: argparse.Namespace) -> None:
    """Each book without values, beside LibreOffice, which has to calculate them."""
    costs = []
    for book in make(bench.folder, arguments.seed, arguments.rows):
        emptied = prepare_states(book, bench.folder)["emptied"]
        ours = on_a_copy("ours", "xl_tourney", emptied, bench.copy)
        theirs = Contender("LibreOffice", converting([emptied], bench.folder))
        costs.append(Cost(book.stem, *bench.in_turns([ours, theirs])))
    print_costs(costs)


def of_functions(bench: Bench, arguments: argparse.Namespace) -> None:
    """A column without values of each function."""
    costs = []
    for number, (name, formula) in enumerate(FUNCTIONS.items()):
        book = column(bench.folder / f"{number}.xlsx", formula, arguments.rows)
        if one := bench.compare(name, book):
            costs.append(one)
    print_costs(costs)


def of_slopes(bench: Bench, arguments: argparse.Namespace) -> None:
    """A column of 4,000 to 64,000 rows: what four times the rows cost ours, and what theirs."""
    for formula in (FUNCTIONS["IFERROR"], FUNCTIONS["VLOOKUP"], FUNCTIONS["IF, texts"]):
        sizes = (4_000, 16_000, 64_000)
        books = [column(bench.folder / f"{rows}.xlsx", formula, rows) for rows in sizes]
        print_costs(
            [one for book in books if (one := bench.compare(f"{book.stem} {formula}", book))]
        )


def of_start(bench: Bench, _: argparse.Namespace) -> None:
    """Ten formulas."""
    if one := bench.compare("ten formulas", column(bench.folder / "ten.xlsx", "A{0}&B{0}", 10)):
        print_costs([one])


def of_many(bench: Bench, _: argparse.Namespace) -> None:
    """A thousand small books in one command; milliseconds a book."""
    book = column(bench.folder / "small.xlsx", FUNCTIONS["ROUND"], 40)
    season = bench.folder / "season"

    def prepare() -> None:
        shutil.rmtree(season, ignore_errors=True)
        season.mkdir()
        for number in range(1_000):
            shutil.copy(book, season / f"{number}.xlsx")

    command = [sys.executable, "-m", "xl_tourney", "recalc", str(season)]
    (seconds,) = bench.in_turns([Contender("ours", command, prepare)])
    print(f"{seconds:.1f} ms a book")


def of_memory(bench: Bench, arguments: argparse.Namespace) -> None:
    """The most memory of all processes together, in MB."""
    for formula in (FUNCTIONS["IFERROR"], FUNCTIONS["VLOOKUP"]):
        book = column(bench.folder / "large.xlsx", formula, 16 * arguments.rows)
        shutil.copy(book, bench.copy)
        ours, theirs = (
            most_memory(
                [sys.executable, "-m", module, "recalc", str(bench.copy)], bench.environment
            )
            for module in ("xl_tourney", "formualizer")
        )
        print(f"{formula}: {ours:.0f} MB, formualizer {theirs:.0f}: {ours / theirs:.2f}")


def column(path: Path, formula: str, rows: int) -> Path:
    """A book with a formula in each row, without values."""
    draw = Random(formula)
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Column")
    sheet.append([*"ABCDEFGHIJK"])
    for row in range(2, rows + 2):
        numbers = (round(draw.uniform(1, 99), draw.choice((0, 1, 2, 9))) for _ in range(6))
        name = f"{draw.choice(('Ada', 'Finn', 'Ida', 'Max', 'Uma'))} {row}"
        scale = [2 * row - 2, draw.randint(1, 99)] if row < 52 else []
        cells = [name, draw.randint(1, 300), *numbers, "=" + formula.format(row, row + 6), *scale]
        sheet.append(cells)
    book.save(path)
    return path


def most_memory(command: Sequence[str], environment: dict[str, str]) -> float:
    """The most memory in MB of a process and its children at one time, shared pages once."""
    most = 0
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        parent = psutil.Process(process.pid)
        while process.poll() is None:
            with suppress(psutil.Error):
                family = [parent, *parent.children(recursive=True)]
                most = max(most, sum(one.memory_full_info().pss for one in family))
            time.sleep(0.005)
    return most / (1 << 20)


def print_costs(costs: Sequence[Cost]) -> None:
    """The costs as a table, and what the ratios are together."""
    print("\n| | recalc, s | the other, s | ratio |\n|---|---:|---:|---:|")
    for one in costs:
        print(f"| {one.name} | {one.ours:.2f} | {one.theirs:.2f} | {one.ratio:.2f} |")
    if ratios := sorted(one.ratio for one in costs):
        print(
            f"\n{len(ratios)}: median {median(ratios):.2f}, worst {ratios[-1]:.2f}, "
            f"best {ratios[0]:.2f}",
            flush=True,
        )


PARTS: dict[str, Callable[[Bench, argparse.Namespace], None]] = {
    part.__name__.removeprefix("of_"): part
    for part in (of_books, of_libreoffice, of_functions, of_slopes, of_start, of_many, of_memory)
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        PARTS[arguments.part](Bench(Path(folder), arguments.rounds), arguments)


if __name__ == "__main__":
    main()
