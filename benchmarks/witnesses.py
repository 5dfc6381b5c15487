"""Which program fills an emptied workbook with Excel's own values?  The public table of witnesses.

Every formula cell of a workbook that Excel saved loses its value, and each program calculates it
again from the file.  A cell is counted by what it has then:

- *right*: Excel's value, to 15 digits; a text or an error must be the same, and TRUE may be 1
- *nearly*: a number that differs after its ninth digit, or a remainder as near 0 as Excel's: both
  below the 13th digit of the largest number in their column
- *empty*: no value, or the program refuses the workbook, or needs more than its seconds
- *error*: an error in place of a value, or of another error
- *named*: another value, which the program's report names as doubtful
- *wrong*: another value, in silence

Left out are cells that Excel itself would calculate anew: volatile ones with their dependents,
those of workbooks that calculate by hand only, and saved values that are known to be stale; and
cells for which Excel saved no value.  Of cells of a sheet whose formulas differ in their numbers
and references only, 1,000 are counted, evenly spread, so that no table outweighs a repository.
Cells that read another workbook, and their dependents, are counted by themselves: what they read is
not in the file, or only as it once was.

The seconds are those of a processor, of loading, calculating and writing, without the start of
Python; LibreOffice starts once for eight workbooks.  It is counted twice: as it is installed, and
with one thread, since with several it gives some cells without a value another one.

    python -m benchmarks.witnesses FOLDER [--program NAME] [--jobs 2] [--every 1] [--json FILE]
        [--list FILE] [--most-alike 1000]
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import re
import resource
import shutil
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.spoil import STALE, reason_class, spoil
from tests.templates.plain_libreoffice import convert
from xl_tourney.catalogue.cells import ErrorValue
from xl_tourney.engines.base import NotCalculated
from xl_tourney.engines.libreoffice import read_values
from xl_tourney.errors import TourneyError
from xl_tourney.grammar.references import CellAddress, Range
from xl_tourney.guarded_call import call_guarded, temporary_folder
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.recalculation.verification.suite import (
    find_cells_behind,
    find_suites,
    find_volatile_cells,
    is_near,
    is_same,
    read_saved_cells,
    read_stale_cells,
)
from xl_tourney.resource_limits import LimitError, ResourceLimits

CLASSES = ("right", "nearly", "empty", "error", "named", "wrong")
AT_ONCE = 8
_VARYING = re.compile(r"'[^']*'(?=!)|\$?[A-Z]{1,3}\$?[1-9]\d*(?![\w(])|\d+(?:\.\d+)?")
_OUTSIDE = re.compile(r"(?<![\w\[@:])\[\d{1,3}\][^!\[\]]*!")
_MEMORY = 4 << 30
_PREPARING = ResourceLimits(300, _MEMORY)


class Expected(NamedTuple):
    """What Excel has in a formula cell."""

    value: Any
    formula: str
    largest: float
    """The largest number in the formula cells of its column."""
    is_outside: bool = False
    """Whether it reads another workbook, or depends on such a cell."""


class Filled(NamedTuple):
    """What a program gives for a workbook."""

    values: Mapping[CellAddress, Any]
    seconds: float
    left: Mapping[str, str] = {}
    """The cells that its report leaves empty, with the reasons."""
    named: frozenset[str] = frozenset()
    """The cells whose values its report calls doubtful."""


Program = Callable[[Path, Sequence[CellAddress]], Filled]


def processor() -> float:
    """The seconds of a processor that this process and its ended children took."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


# Workbooks ----------------------------------------------------------------------------------------


def shape(formula: str) -> str:
    """What stays of a formula without its numbers and references.

    >>> shape("SUM(A1:B$20)*2+'My data'!C3") == shape("SUM(C7:D$20)*10+'January'!C4")
    True
    """
    return _VARYING.sub("#", formula)


def evenly(cells: Sequence[CellAddress], most: int) -> Iterable[CellAddress]:
    """At most so many cells, evenly spread.

    >>> list(evenly(list("abcdef"), 3))
    ['a', 'c', 'e']
    """
    number = min(len(cells), most)
    return (cells[at * len(cells) // number] for at in range(number))


def prepare(
    path: Path, target: Path, most_alike: int
) -> tuple[dict[CellAddress, Expected], Counter[str]]:
    """Write an emptied workbook; return what is expected of it, and how many cells are left out."""
    workbook = Workbook.open(Package.from_path(path))
    saved = read_saved_cells(workbook)
    volatile = find_volatile_cells(workbook)
    outside = find_cells_behind(workbook, lambda text: bool(_OUTSIDE.search(text)))
    stale = read_stale_cells(STALE)
    is_manual = re.search(
        rb'<calcPr[^>]*calcMode="manual"', workbook.package.read("xl/workbook.xml")
    )
    alike: dict[tuple[str, str], list[CellAddress]] = defaultdict(list)
    out: Counter[str] = Counter()
    for address, cell in saved.items():
        if cell.value is None:
            out["without a value"] += 1
        elif is_manual:
            out["calculated by hand"] += 1
        elif address in volatile:
            out["volatile"] += 1
        elif any(entry.matches(path.name, address, cell.formula) for entry in stale):
            out["known to be stale"] += 1
        else:
            alike[address.sheet, shape(cell.formula)].append(address)
    largest: dict[tuple[str, int], float] = defaultdict(float)
    for (sheet, _, column), cell in saved.items():
        if type(cell.value) is float:
            largest[sheet, column] = max(largest[sheet, column], abs(cell.value))
    expected = {
        address: Expected(
            saved[address].value,
            saved[address].formula,
            largest[address.sheet, address.column],
            address in outside,
        )
        for cells in alike.values()
        for address in evenly(cells, most_alike)
    }
    out["more of a kind"] = sum(map(len, alike.values())) - len(expected)
    if expected:
        target.write_bytes(spoil(workbook, saved, dict.fromkeys(saved)).data)
    return expected, out


# Programs -----------------------------------------------------------------------------------------


def xl_tourney(path: Path, _: Sequence[CellAddress]) -> Filled:
    """Our own ``recalc``."""
    started = processor()
    receipt = recalc(path)
    seconds = processor() - started
    left = {note.cell: note.message for note in receipt.kept}
    named = frozenset(note.cell for note in receipt.uncertain)
    return Filled(values_of(path), seconds, left, named)


def formualizer(path: Path, _: Sequence[CellAddress]) -> Filled:
    """Its own command, which keeps the package."""
    target = path.with_name(f"by_formualizer_{path.name}")
    started = processor()
    importlib.import_module("formualizer").recalculate_xlsx_file(str(path), str(target))
    seconds = processor() - started
    return Filled(values_of(target), seconds)


def ironcalc(path: Path, wanted: Sequence[CellAddress]) -> Filled:
    """Its model, loaded from the file."""
    library: Any = importlib.import_module("ironcalc")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # it prints every cell without a value
    started = processor()
    model = library.load_from_xlsx(str(path), "en", "UTC", "en")
    model.evaluate()
    seconds = processor() - started
    sheets = {sheet["name"]: at for at, sheet in enumerate(model.get_worksheets_properties())}
    values = {}
    for address in wanted:
        place = sheets[address.sheet], address.row, address.column
        value = model.get_cell_value(*place)
        if model.get_cell_type(*place) == library.CellType.ErrorValue:
            is_failure = value in ("#ERROR!", "#N/IMPL!", "#CIRC!")
            value = NotCalculated(value) if is_failure else ErrorValue(value)
        values[address] = value
    return Filled(values, seconds)


def cellrune(path: Path, wanted: Sequence[CellAddress]) -> Filled:
    """Its calculation in memory; what it calls unavailable is empty."""
    library: Any = importlib.import_module("cellrune")
    started = processor()
    workbook = library.Workbook.open_path(path)
    workbook.calculate(now_serial=46000.5, today_serial=46000.0)
    seconds = processor() - started
    values: dict[CellAddress, Any] = {}
    for address in wanted:
        place = str(Range(address.row, address.column, address.row, address.column))
        [[found]] = workbook.read_values(address.sheet, place, place)
        kind = found["kind"]
        if kind in ("unavailable", "unsupported"):
            values[address] = NotCalculated(found.get("code", kind))
        elif kind != "blank":
            values[address] = ErrorValue(found["value"]) if kind == "error" else found["value"]
    return Filled(values, seconds)


def formulon(path: Path, wanted: Sequence[CellAddress]) -> Filled:
    """Its calculation in memory."""
    library: Any = importlib.import_module("formulon")
    started = processor()
    workbook = library.Workbook.load(path.read_bytes())
    workbook.recalc()
    seconds = processor() - started
    sheets = {workbook.sheet_name(at): at for at in range(workbook.sheet_count())}
    kinds = library.ValueKind
    values: dict[CellAddress, Any] = {}
    for address in wanted:
        found = workbook.get_value(sheets[address.sheet], address.row - 1, address.column - 1)
        values[address] = {
            kinds.NUMBER: found.number,
            kinds.BOOL: bool(found.boolean),
            kinds.TEXT: found.text,
        }.get(found.kind)
        if found.kind == kinds.ERROR:
            values[address] = ErrorValue(library.error_display_name(found.error_code))
    return Filled(values, seconds)


def values_of(path: Path) -> dict[CellAddress, Any]:
    """The values of all cells of a file."""
    return {
        CellAddress(sheet, *place): value
        for sheet, cells in read_values(path).items()
        for place, value in cells.items()
    }


def libreoffice(paths: Sequence[Path], folder: Path, is_threaded: bool) -> float:
    """Let one LibreOffice calculate workbooks hard and save them; the seconds that it took."""
    if not is_threaded:
        os.environ["SC_FORCE_CALCULATION"] = "core"
    started = processor()
    convert(paths, folder)
    return processor() - started


IN_PROCESS: Mapping[str, Program] = {
    "xl-tourney": xl_tourney,
    "formualizer": formualizer,
    "IronCalc": ironcalc,
    "cellrune": cellrune,
    "formulon": formulon,
}
LIBREOFFICE = {"LibreOffice": True, "LibreOffice, one thread": False}
PROGRAMS = (*IN_PROCESS, *LIBREOFFICE)


# Counting -----------------------------------------------------------------------------------------


def class_of(cell: Expected, address: CellAddress, filled: Filled) -> str:
    """The class of a cell, by what a program gives for it."""
    value, name = filled.values.get(address), str(address)
    if name in filled.left or isinstance(value, NotCalculated):
        return "empty"
    if type(cell.value) is bool and value in (0.0, 1.0):
        value = bool(value)
    if is_same(cell.value, value):
        return "right"
    if value is None or value == "":
        return "empty"
    if is_near(cell.value, value) or are_remainders(cell, value):
        return "nearly"
    if name in filled.named:
        return "named"
    return "error" if isinstance(value, ErrorValue) else "wrong"


def are_remainders(cell: Expected, value: Any) -> bool:
    """Whether both numbers are what rounding leaves of much larger ones.

    >>> are_remainders(Expected(-3.9e-9, "SUM(B1:D1)", 150000.0), -8.2e-9)
    True
    """
    are_numbers = type(cell.value) is type(value) is float
    return are_numbers and max(abs(cell.value), abs(value)) < 1e-13 * cell.largest


class Result(NamedTuple):
    """What one program did with one workbook."""

    program: str
    cells: Counter[str]
    listing: list[str]
    seconds: float


def compare(
    program: str, book: str, expected: Mapping[CellAddress, Expected], filled: Filled
) -> Result:
    """Count the cells of a workbook, and list those that are not right."""
    count: Counter[str] = Counter(workbooks=1)
    listing = []
    for address, cell in expected.items():
        class_ = class_of(cell, address, filled)
        count[f"outside {class_}" if cell.is_outside else class_] += 1
        if class_ not in ("right", "nearly"):
            value = filled.values.get(address)
            reason = filled.left.get(str(address), "")
            line = (class_, book, str(address), cell.formula[:300], cell.value, value, reason)
            listing.append(json.dumps([program, *line], default=str, ensure_ascii=False))
    return Result(program, count, listing, filled.seconds)


def refused(
    program: str,
    book: str,
    expected: Mapping[CellAddress, Expected],
    error: BaseException,
    limit: float,
) -> Result:
    """The count of a workbook that a program refuses, or does not end."""
    line = json.dumps([program, "refused", book, len(expected), str(error)[:300]])
    seconds = limit if isinstance(error, LimitError) else 0
    outside = sum(cell.is_outside for cell in expected.values())
    count = Counter(
        {"empty": len(expected) - outside, "outside empty": outside, "workbooks": 1, "refused": 1}
    )
    return Result(program, count, [line], seconds)


def count_batch(
    paths: Sequence[Path], programs: Sequence[str], seconds: float, most_alike: int
) -> tuple[Counter[str], list[Result]]:
    """Count some workbooks; each program has a process of its own for each of them."""
    limits = ResourceLimits(seconds, _MEMORY)
    out: Counter[str] = Counter()
    results: list[Result] = []
    with temporary_folder() as name:
        folder = Path(name)
        books: dict[Path, tuple[str, dict[CellAddress, Expected]]] = {}
        for number, path in enumerate(paths):
            emptied = folder / f"book{number}{path.suffix.lower()}"
            try:
                emptying = partial(prepare, path, emptied, most_alike)
                expected, left_out = call_guarded(emptying, path.name, _PREPARING)
            except TourneyError as error:
                out["workbooks that cannot be emptied"] += 1
                results.append(Result("", Counter(), [f"{path}: {error}"], 0))
                continue
            out += left_out
            if expected:
                books[emptied] = f"{path.parent.name}/{path.name}", expected
                out["cells"] += len(expected)
        for program in programs:
            if program in LIBREOFFICE:
                results += by_libreoffice(program, books, folder, limits)
                continue
            for emptied, (book, expected) in books.items():
                copy = folder / f"copy_{emptied.name}"
                shutil.copy(emptied, copy)
                try:
                    call = partial(IN_PROCESS[program], copy, list(expected))
                    filled = call_guarded(call, book, limits)
                    results.append(compare(program, book, expected, filled))
                except Exception as error:  # each library has its own
                    results.append(refused(program, book, expected, error, seconds))
    return out, results


def by_libreoffice(
    program: str,
    books: Mapping[Path, tuple[str, dict[CellAddress, Expected]]],
    folder: Path,
    limits: ResourceLimits,
) -> Iterator[Result]:
    """The counts of one LibreOffice for all, and of others for what the first did not save."""
    target = folder / program
    took: Counter[Path] = Counter()
    for paths in ([*books], *([path] for path in books)):
        missing = [path for path in paths if not (target / path.with_suffix(".xlsx").name).exists()]
        if missing:
            allowed = limits._replace(seconds=(limits.seconds or 60) * (1 + len(missing) / 4))
            try:
                call = partial(libreoffice, missing, target, LIBREOFFICE[program])
                seconds = call_guarded(call, program, allowed)
                took.update(dict.fromkeys(missing, seconds / len(missing)))
            except TourneyError:
                continue
    for path, (book, expected) in books.items():
        try:
            saved = target / path.with_suffix(".xlsx").name
            values = call_guarded(partial(values_of, saved), book, _PREPARING)
            yield compare(program, book, expected, Filled(values, took[path]))
        except (TourneyError, OSError) as error:
            yield refused(program, book, expected, error, limits.seconds or 0)


def warm(programs: Iterable[str]) -> None:
    """Import what the programs are, so that their start is in none of the seconds."""
    names = [name.lower() for name in programs if name in IN_PROCESS and name != "xl-tourney"]
    for name in {*names, "formualizer"}:
        importlib.import_module(name)
    if "formulon" in names:
        importlib.import_module("formulon").eval_formula("=1+1")


# The table ----------------------------------------------------------------------------------------


def table(counts: Mapping[str, Counter[str]], seconds: Mapping[str, float]) -> str:
    """The table as Markdown."""
    header = ("program", "cells", *CLASSES, "right, %", "wrong in 100,000", "seconds, 1,000 cells")
    lines = [f"| {' | '.join(header)} |", "|---|" + "---:|" * (len(header) - 1)]
    for program, count in counts.items():
        cells = sum(count[class_] for class_ in CLASSES)
        if cells:
            right = 100 * (count["right"] + count["nearly"]) / cells
            numbers = [f"{number:,}" for number in (cells, *(count[name] for name in CLASSES))]
            numbers += [f"{right:.2f}", f"{100_000 * count['wrong'] / cells:,.1f}"]
            numbers.append(f"{1000 * seconds.get(program, 0) / cells:.2f}")
            lines.append(f"| {program} | {' | '.join(numbers)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--program", action="append", choices=PROGRAMS, default=[])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="2 for a half of the batches")
    parser.add_argument(
        "--seconds", type=float, default=60.0, help="of a processor, for a workbook"
    )
    parser.add_argument("--most-alike", type=int, default=1000, help="cells of a sheet's shape")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--list", type=Path, help="the cells that are not right, a JSON list each")
    arguments = parser.parse_args()
    programs = arguments.program or PROGRAMS
    suites = find_suites(arguments.folder)
    batches = [
        books[at : at + AT_ONCE]
        for books in suites.values()
        for at in range(0, len(books), AT_ONCE)
    ][:: arguments.every]
    batches.sort(key=lambda books: -sum(path.stat().st_size for path in books))
    out: Counter[str] = Counter()
    counts: dict[str, Counter[str]] = {program: Counter() for program in programs}
    seconds: dict[str, float] = dict.fromkeys(programs, 0.0)
    listing: list[str] = []
    with ProcessPoolExecutor(arguments.jobs, initializer=warm, initargs=(programs,)) as pool:
        call = partial(
            count_batch,
            programs=programs,
            seconds=arguments.seconds,
            most_alike=arguments.most_alike,
        )
        for number, (left_out, results) in enumerate(pool.map(call, batches), 1):
            out += left_out
            for result in results:
                listing += result.listing
                if result.program:
                    counts[result.program] += result.cells
                    seconds[result.program] += result.seconds
            print(f"{number} of {len(batches)} batches, {out['cells']:,} cells", flush=True)
            if arguments.list:
                arguments.list.write_text("\n".join(listing), "utf-8")
            if arguments.json:
                found = {"out": out, "counts": counts, "seconds": seconds}
                arguments.json.write_text(json.dumps(found, indent=1), "utf-8")
    outside = {
        program: Counter({class_: count[f"outside {class_}"] for class_ in CLASSES})
        for program, count in counts.items()
    }
    print(f"{len(suites)} repositories, left out: {dict(out)}\n\n{table(counts, seconds)}\n")
    print(f"Behind other workbooks:\n\n{table(outside, {})}\n")
    for program, count in counts.items():
        print(f"{program}: {count['workbooks']} workbooks, {count['refused']} refused")
    cells = [json.loads(line) for line in listing if line.startswith('["xl-tourney", "empty"')]
    for reason, number in Counter(reason_class(cell[-1]) for cell in cells).most_common(20):
        print(f"  left empty {number:,}: {reason or 'no reason'}")


if __name__ == "__main__":
    main()
