"""How far two engines agree with Excel, formula by formula, over suites of workbooks it saved.

Every formula is calculated by itself: what it refers to are constants, Excel's cached values.  So a
difference is a mistake of the engine in this one formula, and none of a precedent.

    python -m benchmarks.trust SUITES [--suite NAME ...] --evidence FOLDER [--cap 20]

It writes one line a formula and suite by suite.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.argument_kinds import ArgumentKinds
from benchmarks.single_formulas import Surroundings, calculate_by_cellrune, calculate_by_formualizer
from xl_tourney.catalogue.cells import ErrorValue
from xl_tourney.engines import load_engine
from xl_tourney.errors import TourneyError
from xl_tourney.grammar.defined_names import DefinedNames
from xl_tourney.grammar.formula_references import precedent_ranges, qualify_references
from xl_tourney.grammar.function_names import called_names, plain_name
from xl_tourney.grammar.references import CellAddress, Range
from xl_tourney.grammar.syntax_tree import FormulaError
from xl_tourney.guarded_call import call_guarded
from xl_tourney.ooxml import xml
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.sheet.cached_values import read_cached_value, to_python
from xl_tourney.ooxml.sheet.scan import scan_sheet
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.engine_input.formula_translation import FormulaTranslator
from xl_tourney.recalculation.trust.policy import TrustPolicy
from xl_tourney.recalculation.verification.suite import find_volatile_cells
from xl_tourney.resource_limits import ResourceLimits

BOOK_SUFFIX = r"(?i)\.xl[st][xm]"
MOST_CELLS = 700_000
"""Of a larger workbook nothing is measured."""
BOOK_SECONDS = 120.0
CONTEXT = frozenset(
    ("SUBTOTAL", "AGGREGATE", "ANCHORARRAY", "FORMULATEXT", "ISFORMULA", "SHEET", "SHEETS")
)
"""Functions whose value depends on more than the values of cells."""
RUN_TIME = frozenset(("INDIRECT", "CELL"))
"""Functions that need the formula in its own cell."""


@dataclass
class Sampled:
    """A formula cell that is measured."""

    address: CellAddress
    formula: str
    translated: str
    """As the default engine reads it."""
    for_others: str
    """As other engines read it."""
    cached: Any
    range: Range | None
    is_dynamic: bool
    in_place: bool = False
    values: dict[str, Any] = field(default_factory=dict)


def books(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if re.fullmatch(BOOK_SUFFIX, p.suffix))


def read_constants(workbook: Workbook) -> dict[str, dict[tuple[int, int], Any]]:
    """The value of every cell by sheet, row and column: constants and cached values."""
    found = {}
    for worksheet in workbook.worksheets:
        part = xml.read_part(workbook.package, worksheet.part)
        # every cell as if it were one of a formula, which the scanner reads
        data = re.sub(
            rb"<((?:\w+:)?)f(?:\s[^<>]*)?/>|<((?:\w+:)?)f(?:\s[^<>]*)?>[^<]*</(?:\w+:)?f>",
            b"",
            part.data,
        )
        prefix = b""
        data = re.sub(
            rb"(<(?:\w+:)?c(?:\s[^<>]*[^<>/])?>)",
            rb"\1<" + prefix + rb"f>1</" + prefix + rb"f>",
            data,
        )
        sheet = scan_sheet(xml.XmlPart(part.name, data), workbook.package.name)
        values = {}
        for cell in sheet.formula_cells:
            value = to_python(read_cached_value(sheet, cell, workbook))
            if value is not None:
                values[cell.row, cell.column] = value
        found[worksheet.name] = values
    return found


def sample(workbook: Workbook, cap: int) -> tuple[list[Sampled], Counter[str]]:
    """Some formula cells of each pattern, spread over the sheets."""
    left_out: Counter[str] = Counter()
    names = DefinedNames(workbook.defined_names)
    engine = load_engine("formualizer")
    translator = FormulaTranslator(engine, names, workbook.tables)
    policy = TrustPolicy(engine, names)
    volatile = find_volatile_cells(workbook)
    by_pattern: dict[tuple[str, str], list[tuple[str, Any, Any]]] = defaultdict(list)
    for worksheet in workbook.worksheets:
        part = xml.read_part(workbook.package, worksheet.part)
        if not re.search(rb"<(?:\w+:)?f[\s/>]", part.data):
            continue
        sheet = scan_sheet(part, workbook.package.name)
        for cell in sheet.formula_cells:
            left_out["formula cells"] += 1
            if CellAddress(worksheet.name, cell.row, cell.column) in volatile:
                left_out["volatile"] += 1
                continue
            shared = cell.shared_index
            text = sheet.formula(cell)
            key = (
                ("shared", f"{worksheet.name}!{shared}")
                if shared is not None
                else ("array" if cell.array_range else "", re.sub(r"\d+", "0", text))
            )
            by_pattern[key].append((worksheet.name, sheet, cell))
    # several shared formulas of one pattern count as one
    merged: dict[tuple[str, str], list[tuple[str, Any, Any]]] = defaultdict(list)
    for (kind, key), cells in by_pattern.items():
        if kind == "shared":
            name, sheet, cell = cells[0]
            kind, key = (
                "",
                re.sub(
                    r"\d+", "0", re.sub(r"\$?[A-Z]{1,3}\$?\d+", "A1", sheet.resolved_formula(cell))
                ),
            )
        else:
            key = re.sub(r"\$?[A-Z]{1,3}\$?0", "A1", key)
        merged[kind, key] += cells
    sampled = []
    for cells in merged.values():
        step = max(1, len(cells) // cap)
        left_out["patterns"] += 1
        for name, sheet, cell in cells[::step][:cap]:
            address = CellAddress(name, cell.row, cell.column)
            formula = sheet.resolved_formula(cell)
            cached = to_python(read_cached_value(sheet, cell, workbook))
            if cell.formula_attributes and cell.formula_attributes.get("t") == "dataTable":
                left_out["data table"] += 1
                continue
            if cached is None or not formula:
                left_out["no cached value"] += 1
                continue
            try:
                called = {plain_name(n) for n in called_names(formula)}
                trust = policy.assess(formula, cell.array_range is not None)
                translated = translator.translate(formula, name, cell, trust.is_intersected)
                for_others = translator.translate_without_rewriter(
                    formula, name, cell, trust.is_intersected
                )
                refers_to_itself = any(
                    s.casefold() == name.casefold() and r.contains(cell.row, cell.column)
                    for s, r in precedent_ranges(translated, name)
                )
            except FormulaError:
                left_out["unreadable"] += 1
                continue
            if called & CONTEXT:
                left_out["context"] += 1
                continue
            if "[" in translated and re.search(r"\][^\[\]!]*!", translated):
                left_out["other workbook"] += 1
                continue
            if refers_to_itself and not called <= {"ROW", "COLUMN", "ROWS", "COLUMNS"}:
                left_out["refers to itself"] += 1
                continue
            in_place = bool(called & RUN_TIME)
            if not in_place:
                translated, for_others = (
                    qualify_references(text, name) for text in (translated, for_others)
                )
            range_ = cell.array_range
            if range_ and range_.cell_count > 10_000:
                left_out["large array"] += 1
                continue
            sampled.append(
                Sampled(
                    address,
                    formula,
                    translated,
                    for_others,
                    cached,
                    range_,
                    cell.is_dynamic,
                    in_place,
                )
            )
    left_out["measured"] = len(sampled)
    return sampled, left_out


def as_json(value: Any) -> Any:
    if isinstance(value, ErrorValue):
        return {"error": str(value)}
    return (
        value
        if isinstance(value, (int, float, str, bool)) or value is None
        else {"lacks": str(value)}
    )


def measure_book(path: Path, cap: int) -> dict[str, Any]:
    package = Package.from_path(path)
    workbook = Workbook.open(package)
    constants = read_constants(workbook)
    cells = sum(map(len, constants.values()))
    if cells > MOST_CELLS:
        return {"book": path.name, "refused": f"{cells:,} cells"}
    sampled, counts = sample(workbook, cap)
    if workbook.date1904:
        return {"book": path.name, "refused": "dates from 1904"}
    surroundings = Surroundings(constants, workbook.defined_names)
    started = time.process_time()
    by_formualizer = calculate_by_formualizer(surroundings, sampled)
    middle = time.process_time()
    by_cellrune = calculate_by_cellrune(surroundings, sampled)
    seconds = {"formualizer": middle - started, "cellrune": time.process_time() - middle}
    kinds = ArgumentKinds(constants, workbook.defined_names)
    lines = [
        {
            "cell": str(one.address),
            "formula": one.formula,
            "array": one.range is not None,
            "cached": as_json(one.cached),
            "formualizer": as_json(f),
            "cellrune": as_json(c),
            "calls": kinds.calls(one.translated, one.address.sheet),
        }
        for one, f, c in zip(sampled, by_formualizer, by_cellrune)
    ]
    return {"book": path.name, "counts": dict(counts), "seconds": seconds, "lines": lines}


def measure_suite(folder: Path, cap: int, evidence: Path, seconds: float) -> None:
    started = time.monotonic()
    totals: Counter[str] = Counter()
    unfinished = evidence / f"{folder.name}.jsonl.part"
    with unfinished.open("w") as file:
        for path in books(folder):
            try:
                result = call_guarded(
                    partial(measure_book, path, cap),
                    path.name,
                    ResourceLimits(seconds, 4 << 30),
                )
            except TourneyError as error:
                result = {"book": path.name, "refused": str(error)}
            except Exception as error:
                result = {"book": path.name, "refused": f"traceback: {error!r} {error.__cause__}"}
            totals["books"] += 1
            totals["refused"] += "refused" in result
            totals.update(result.get("counts", {}))
            print(json.dumps(result, ensure_ascii=False), file=file, flush=True)
    unfinished.rename(evidence / f"{folder.name}.jsonl")
    print(f"{folder.name}: {dict(totals)} {time.monotonic() - started:.0f} s", flush=True)


def suites(folder: Path, wanted: list[str]) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.name.startswith(".") and (not wanted or path.name in wanted):
            yield path


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--suite", action="append", default=[])
    parser.add_argument("--cap", type=int, default=20, help="the most formulas of a pattern")
    parser.add_argument("--seconds", type=float, default=BOOK_SECONDS, help="for one workbook")
    parser.add_argument("--new", action="store_true", help="measure only suites without evidence")
    parser.add_argument("--evidence", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.evidence.mkdir(parents=True, exist_ok=True)
    for folder in suites(arguments.folder, arguments.suite):
        if arguments.new and (arguments.evidence / f"{folder.name}.jsonl").exists():
            continue
        measure_suite(folder, arguments.cap, arguments.evidence, arguments.seconds)


if __name__ == "__main__":
    main()
