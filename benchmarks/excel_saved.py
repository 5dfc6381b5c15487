"""What recalculation does to workbooks that Excel saved: every value it changes is taken as damage.

Cells are counted one by one: a changed cell is excused only if it is volatile (the clock, chance,
the machine), depends on a volatile cell, or is known to be stale for a reason.  INDIRECT and OFFSET
are deterministic.  Charts are counted, too: one that changes while no cell does is damaged.

    python benchmarks/excel_saved.py FOLDER [--suite NAME] [--engine formualizer] [--jobs 2]
        [--most-books 40] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from xl_tourney.engines import ENGINES
from xl_tourney.errors import TourneyError
from xl_tourney.guarded_call import call_guarded
from xl_tourney.ooxml.charts import chart_parts
from xl_tourney.ooxml.package import Package
from xl_tourney.recalculation.recalculate import calculate
from xl_tourney.recalculation.verification.suite import (
    Calculator,
    SuiteCount,
    count_suite,
    find_suites,
    read_stale_cells,
)
from xl_tourney.resource_limits import ResourceLimits

STALE = Path(__file__).with_name("stale_cells.json")


def print_count(count: SuiteCount, seconds: float) -> None:
    cells = ", ".join(f"{name} {number:,}" for name, number in sorted(count.cells.items()))
    print(
        f"{count.suite}, {count.calculator}: {len(count.books)} books "
        f"({count.refused_books} refused), {cells} ({seconds:.0f} s)",
        flush=True,
    )


def charts_of(path: Path, engine: str) -> Counter[str]:
    """The charts of a workbook, those of pivot tables, and those that recalculation changes."""
    package = Package.from_path(path)
    charts = {part: package.read(part) for part in chart_parts(package)}
    if not charts:
        return Counter()
    receipt, new_parts = calculate(package, engine)
    changed = charts.keys() & new_parts.keys()
    return Counter(
        charts=len(charts),
        of_pivot_tables=sum(b"pivotSource" in data for data in charts.values()),
        changed=len(changed),
        changed_without_a_cell=0 if receipt.changed else len(changed),
    )


def count_charts(books: Iterable[Path], engine: str, resources: ResourceLimits) -> Counter[str]:
    count: Counter[str] = Counter()
    for path in books:
        try:
            count.update(call_guarded(partial(charts_of, path, engine), str(path), resources))
        except TourneyError:
            count["refused"] += 1
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--suite", action="append", default=[], help="only these suites")
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0])
    parser.add_argument("--jobs", type=int, default=2, help="suites at once")
    parser.add_argument("--most-books", type=int, help="the first ones of each suite by name")
    parser.add_argument("--seconds", type=float, default=120.0, help="for one workbook")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    counts: list[SuiteCount] = []
    charts: Counter[str] = Counter()
    stale = read_stale_cells(STALE)
    resources = ResourceLimits(arguments.seconds, 6 << 30)
    calculator = Calculator(arguments.engine)

    def count(suite: tuple[str, list[Path]]) -> tuple[SuiteCount, Counter[str], float]:
        started = time.monotonic()
        name, books = suite[0], suite[1][: arguments.most_books]
        found = count_suite(name, books, calculator, stale=stale, resources=resources)
        of_charts = count_charts(books, arguments.engine, resources)
        return found, of_charts, time.monotonic() - started

    suites = find_suites(arguments.folder)
    chosen = [(name, suites[name]) for name in arguments.suite or suites]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for found, of_charts, seconds in pool.map(count, chosen):
            counts.append(found)
            charts.update(of_charts)
            print_count(found, seconds)
            if arguments.json:
                results = [count.to_json() for count in counts]
                arguments.json.write_text(json.dumps(results, indent=1, ensure_ascii=False))
    total = SuiteCount("all suites", str(calculator), [b for c in counts for b in c.books])
    print_count(total, 0)
    for reason, number in total.left_as_saved.most_common(30):
        print(f"  kept {number:,}: {reason}")
    print("charts:", ", ".join(f"{name} {number:,}" for name, number in charts.items()))
    if charts["changed_without_a_cell"]:
        raise SystemExit("a chart changes whose cells do not")


if __name__ == "__main__":
    main()
