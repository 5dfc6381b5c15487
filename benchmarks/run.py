"""Everything that is measured, side by side in one run; writes docs/explanation/performance.md.

python -m benchmarks.run [--quick] [--only PART ...]
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timezone
from importlib.metadata import version
from pathlib import Path

from benchmarks import functions
from benchmarks.processes import Contender, Cost, best_of, converting, environment, soffice
from benchmarks.recalc_kdice import NATIVE, OURS, leaderboard
from xl_tourney import __version__

PAGE = Path(__file__).resolve().parents[1] / "docs/explanation/performance.md"
NOTES = Path(__file__).with_name("notes.md")
FORMULAS = (
    "import sys, formulas\n"
    "model = formulas.ExcelModel().loads(sys.argv[1]).finish()\n"
    "model.calculate()\n"
)
"""What `formulas` is asked: to load and calculate, not to write."""
COMPARED = ("times the first", "s of the processor", "times the first", "MB")
LIBRARIES = ("formualizer", "formulas", "openpyxl", "xlwings", "distributed")

Table = tuple[Sequence[str], Sequence[Sequence[str]]]


class Bench:
    """The parts of a run, in a folder of their own."""

    def __init__(self, folder: Path, *, quick: bool) -> None:
        self._folder = folder
        self._rounds = 1 if quick else 5
        self._quick = quick
        self._environment = environment(folder)
        self._copy = folder / "copy.xlsx"

    def one_workbook(self) -> Table:
        """One workbook of 8,000 players: whole processes, 32,000 formulas."""
        players = 800 if self._quick else 8000
        ours, native = self._book(OURS, players), self._book(NATIVE, players)
        contenders = [
            self._ours("xl-tourney recalc, 8,000 calls of TAPL", ours),
            self._ours("xl-tourney recalc, native formulas", native),
            self._formualizer("formualizer recalc, native formulas", native),
            Contender("LibreOffice, native formulas", converting([native], self._folder)),
        ]
        return _compared(best_of(contenders, self._environment, self._rounds))

    def slowest(self) -> Table:
        """The same workbook through `formulas`: once."""
        native = self._book(NATIVE, 800 if self._quick else 8000)
        contenders = [
            self._ours("xl-tourney recalc, native formulas", native),
            Contender("formulas", [sys.executable, "-c", FORMULAS, str(native)]),
        ]
        return _compared(best_of(contenders, self._environment, 1))

    def many_small(self) -> Table:
        """200 workbooks of 800 formulas each: a whole run over a folder."""
        count = 20 if self._quick else 200
        ours = self._copies(self._book(OURS, 200), count, "ours")
        native = self._copies(self._book(NATIVE, 200), count, "native")
        contenders = [
            self._over("xl-tourney recalc, two jobs", ours, 2),
            self._over("xl-tourney recalc, one job", ours, 1),
            self._over("xl-tourney recalc, two jobs, native formulas", native, 2),
            Contender(
                "LibreOffice, one call, native formulas",
                converting(sorted(native.iterdir()), self._folder),
            ),
        ]
        best = best_of(contenders, self._environment, min(3, self._rounds))
        return _compared(best, count, "workbooks")

    def size(self) -> Table:
        """From small to large: four formulas a player."""
        rows = []
        for players in (2000, 8000, 20_000, 80_000)[: 2 if self._quick else 4]:
            contender = self._ours("ours", self._book(OURS, players))
            ours = best_of([contender], self._environment, 3)["ours"]
            rate = 4 * players / ours.processor
            figures = f"{ours.seconds:.2f}", f"{ours.processor:.2f}", f"{rate:,.0f}"
            rows.append([f"{players:,}", *figures, f"{ours.megabytes:.0f}"])
        return ["players", "s", "s of the processor", "formulas a processor second", "MB"], rows

    def bad_ones(self) -> Table:
        """A season with bad workbooks of every kind; through dask a worker is killed half way."""
        from benchmarks import season  # a large parent would make every process look large

        rows = []
        for workbooks, dask in ((200, False), (2000, False), (2000, True)):
            if self._quick and workbooks > 200:
                continue
            found = season.run(workbooks, 20, dask=dask)
            rows.append(
                [
                    "dask" if dask else "processes",
                    f"{workbooks:,}",
                    f"{found.succeeded:,}",
                    f"{found.failed_rightly}",
                    f"{found.lost}",
                    f"{found.seconds:.1f}",
                    f"{found.first_megabytes:.0f}",
                    f"{found.most_megabytes:.0f}",
                    f"{found.largest_worker:.0f}",
                ]
            )
        heading = ["over", "workbooks", "done", "failed with the right reason", "lost", "s"]
        return [*heading, "parent after a tenth, MB", "at most, MB", "largest worker, MB"], rows

    def start(self) -> Table:
        """How long it takes until anything happens."""
        commands = {
            "python -c pass": ["-c", "pass"],
            "xl-tourney --help": ["-m", "xl_tourney", "--help"],
            "xl-tourney recalc --help": ["-m", "xl_tourney", "recalc", "--help"],
            "import of the functions": ["-c", "import xl_tourney.functions"],
            "import of recalculation": [
                "-c",
                "import xl_tourney.recalculation.recalculate, xl_tourney.engines.formualizer",
            ],
        }
        contenders = [Contender(name, [sys.executable, *c]) for name, c in commands.items()]
        best = best_of(contenders, self._environment, 3 * self._rounds)
        rows = [[n, f"{1000 * c.seconds:.0f}", f"{c.megabytes:.0f}"] for n, c in best.items()]
        return ["", "ms", "MB"], rows

    def go_functions(self) -> Table:
        """A call of each go function: ten rounds, growing fields."""
        return _growth(functions.costs(functions.go), "players")

    def bridge_functions(self) -> Table:
        """A call of each bridge function: one board, growing fields."""
        return _growth(functions.costs(functions.bridge), "tables")

    def _book(self, tapl: str, players: int) -> Path:
        path = self._folder / f"{'ours' if tapl == OURS else 'native'}-{players}.xlsx"
        return path if path.exists() else leaderboard(path, tapl, players)

    def _copies(self, book: Path, count: int, name: str) -> Path:
        folder = self._folder / name
        folder.mkdir()
        for number in range(count):
            shutil.copy(book, folder / f"{name}{number:03}.xlsx")
        return folder

    def _anew(self, book: Path) -> Callable[[], object]:
        return lambda: shutil.copy(book, self._copy)

    def _ours(self, name: str, book: Path) -> Contender:
        command = [sys.executable, "-m", "xl_tourney", "recalc", str(self._copy)]
        return Contender(name, command, self._anew(book))

    def _formualizer(self, name: str, book: Path) -> Contender:
        command = [sys.executable, "-m", "formualizer", "recalc", str(self._copy)]
        return Contender(name, command, self._anew(book))

    def _over(self, name: str, folder: Path, jobs: int) -> Contender:
        fresh = self._folder / "season"

        def prepare() -> None:
            shutil.rmtree(fresh, ignore_errors=True)
            shutil.copytree(folder, fresh)

        command = [sys.executable, "-m", "xl_tourney", "recalc", "--jobs", str(jobs), str(fresh)]
        return Contender(name, command, prepare)


def _compared(best: Mapping[str, Cost], count: int = 1, what: str = "") -> Table:
    """Times, and how many times the first one's each is."""
    first = next(iter(best.values()))
    rows = [
        [
            name,
            f"{cost.seconds:.2f}",
            *([f"{count / cost.seconds:.1f}"] if what else []),
            f"{cost.seconds / first.seconds:.2f}",
            f"{cost.processor:.2f}",
            f"{cost.processor / first.processor:.2f}",
            f"{cost.megabytes:.0f}",
        ]
        for name, cost in best.items()
    ]
    return ["", "s", *([f"{what} a second"] if what else []), *COMPARED], rows


def _growth(costs: Mapping[str, Sequence[float]], what: str) -> Table:
    """Milliseconds by size, and how much longer the largest takes than the one half its size."""
    rows = [
        [name, *(f"{1000 * second:.2f}" for second in took), f"{took[-1] / took[-2]:.1f}"]
        for name, took in costs.items()
    ]
    return ["", *(f"{n:,} {what}, ms" for n in functions.PLAYERS), "last doubling"], rows


def markdown(table: Table) -> str:
    """A table as Markdown: numbers to the right."""
    heading, rows = table
    lines = [heading, ["---", *["---:"] * (len(heading) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def machine() -> str:
    """What it ran on."""
    office = subprocess.run(
        [str(soffice()), "--version"], capture_output=True, text=True, timeout=60
    ).stdout.split()
    libraries = ", ".join([f"xl-tourney {__version__}", *(f"{n} {version(n)}" for n in LIBRARIES)])
    load = f"; {os.getloadavg()[0]:.1f} other processes wanted to run" if os.name != "nt" else ""
    return (
        f"Measured on {datetime.now(timezone.utc):%d %B %Y} on {platform.system()} "
        f"{platform.machine()} ({_processor()}), {os.cpu_count()} cores{load}.  "
        f"Python {platform.python_version()}, {libraries}, {' '.join(office[:2])}."
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def sections(bench: Bench, only: Sequence[str]) -> Iterator[str]:
    """Each part's text, when it is measured."""
    parts = (
        bench.one_workbook,
        bench.slowest,
        bench.many_small,
        bench.size,
        bench.start,
        bench.go_functions,
        bench.bridge_functions,
        bench.bad_ones,
    )
    for part in parts:
        if not only or part.__name__ in only:
            title, _, more = (part.__doc__ or "").partition(": ")
            more = more.rstrip(".").strip()
            text = f"## {title.rstrip('.')}\n\n{more.capitalize() + '.' if more else ''}\n\n"
            yield f"{text}{markdown(part())}\n"


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--quick", action="store_true", help="Small sizes, nothing written.")
    arguments.add_argument("--only", nargs="*", default=[], help="Parts, nothing written.")
    given = arguments.parse_args()
    head = machine()
    print(head, flush=True)
    page = [f"# Performance\n\nWritten by `python -m benchmarks.run`.  {head}\n"]
    with tempfile.TemporaryDirectory() as folder:
        for section in sections(Bench(Path(folder), quick=given.quick), given.only):
            print(f"\n{section}", flush=True)
            page.append(section)
    page.append(NOTES.read_text(encoding="utf-8"))
    if not given.quick and not given.only:
        PAGE.write_text("\n".join(page), encoding="utf-8")


if __name__ == "__main__":
    main()
