"""What recalculation does to workbooks that Excel saved: every value it changes is taken as damage.

In a workbook with a volatile function a change is none; every other workbook that Excel saved is
current.  Numbers that agree to nine digits are counted by themselves: no two programs compute a
beta distribution alike.

    python benchmarks/excel_saved.py FOLDER [--engine formualizer] [--show 20]
"""

from __future__ import annotations

import argparse
import math
import re
import shutil
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from xl_tourney.engines import ENGINES
from xl_tourney.errors import TourneyError
from xl_tourney.ooxml import xml
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.sheet.cached_values import read_cached_value, to_python
from xl_tourney.ooxml.sheet.scan import scan_sheet
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalc.recalculate import recalc

VOLATILE = re.compile(r"\b(RAND|RANDBETWEEN|RANDARRAY|NOW|TODAY|CELL|INFO|OFFSET|INDIRECT)\(", re.I)
STALE = {
    ("optimize03.xlsx", "SIN(PI()/4)"): "0 is not the sine of 45°",
    ("LONumbers.xlsx", "C37"): "LibreOffice wrote no text for a number with a text's format",
    **{("LONumbers.xlsx", f"{column}37"): "the same" for column in "DEFGHIJ"},
    ("bug-fixes.xlsx", "averageif(A2:B2)"): "LibreOffice's #NAME? for a call without a criterion",
    ("named-ranges-global.xlsx", "Global5"): "LibreOffice's #NAME? for a name of Sheet2!$B$1",
    ("named-ranges-global.xlsx", "A4"): "LibreOffice wrote parts of an array as references",
    ("SQRT.xlsx", "SQRT(A2)"): "LibreOffice's #VALUE! for the root of -16",
    **{
        ("32readwriteComboChart1.xlsx", f'IF($L$3="Metric",{one},{other})'): "L3 is #REF!"
        for one, other in zip(("O3", "Q3", "O4", "Q4", "O5"), ("P3", "R3", "P4", "R4", "P5"))
    },
    ("issue.2301.xlsx", 'IF(OR(AO56>400,AND(AM57>400,AO56=0)),"M","H")'): "38980 was put in later",
    (
        "issue.2301.xlsx",
        'IF(K57="M","základní měsíční mzda: ","základní hodinová mzda: ")',
    ): "it depends on that one",
    (
        "61495-test.xlsm",
        'IF(TEST!A1="","",CONCATENATE("D"," ",TEXT(TEST!A1,"00.00")))',
    ): "its user writes decimals with a comma, which no workbook says",
    ("table35.xlsx", "_xlfn.BASE(0,2)"): "BASE gives a text, and a number was written",
    ("table36.xlsx", "_xlfn.BASE(0,2)"): "BASE gives a text, and a number was written",
}
"""Values in the public test books that the program which wrote them did not calculate."""

Values = dict[str, tuple[str, object]]


def values(path: Path) -> Values:
    """Every formula cell of a workbook: its formula and its cached value."""
    workbook = Workbook.open(Package.from_path(path))
    found: Values = {}
    for entry in workbook.worksheets:
        sheet = scan_sheet(xml.read_part(workbook.package, entry.part), path.name)
        for cell in [*sheet.formula_cells, *sheet.spill_cells]:
            cached = to_python(read_cached_value(sheet, cell, workbook))
            formula = sheet.formula(cell) if cell.formula_attributes is not None else ""
            found[f"{entry.name}!{cell.reference}"] = formula, cached
    return found


def near(old: object, new: object) -> bool:
    """Whether two numbers differ only by how a function is computed."""
    return (
        isinstance(old, float)
        and isinstance(new, float)
        and math.isclose(old, new, rel_tol=1e-9, abs_tol=1e-11)
    )


def parts_that_differ(before: Path, after: Path) -> list[str]:
    old, new = Package.from_path(before), Package.from_path(after)
    if old.parts != new.parts:
        return ["the list of parts"]
    return [part for part in old.parts if old.read(part) != new.read(part)]


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--engine", choices=ENGINES, default=ENGINES[0])
    arguments.add_argument("--show", type=int, default=20, help="how many of each to print")
    given = arguments.parse_args()
    count: Counter[str] = Counter()
    notes: dict[str, list[str]] = {}
    started = time.perf_counter()
    paths = sorted(p for p in given.folder.rglob("*") if re.fullmatch(r"\.xl[st][xm]", p.suffix))
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            count["books"] += 1
            after = Path(folder, path.name)
            shutil.copy(path, after)
            try:
                receipt = recalc(after, engine=given.engine)
                old, new = values(path), values(after)
            except TourneyError as error:
                count["refused"] += 1
                notes.setdefault("refused", []).append(f"{path.name}: {error}")
                continue
            except Exception:
                count["tracebacks"] += 1
                notes.setdefault("tracebacks", []).append(f"{path.name}: {traceback.format_exc()}")
                continue
            kept = {note.cell.replace("'", ""): note.message for note in receipt.kept}
            sheets = {entry.part for entry in Workbook.open(Package.from_path(path)).worksheets}
            other_parts = [part for part in parts_that_differ(path, after) if part not in sheets]
            if other_parts:
                notes.setdefault("other parts changed", []).append(f"{path.name}: {other_parts}")
            count["other parts changed"] += len(other_parts)
            volatile = any(VOLATILE.search(formula) for formula, _ in old.values())
            for cell, (formula, value) in old.items():
                count["formulas"] += bool(formula)
                if value is None:
                    count["without a value"] += 1
                elif (now := new.get(cell, ("", None))[1]) == value:
                    which = "kept" if cell in kept else "agreed"
                    count[which] += 1
                    if which == "kept":
                        notes.setdefault("kept", []).append(f"{path.name} {cell}: {kept[cell]}")
                else:
                    stale = any(path.name.endswith(b) and f == formula for b, f in STALE)
                    which = (
                        "stale"
                        if stale
                        else "volatile"
                        if volatile
                        else "nearly"
                        if near(value, now)
                        else "damaged"
                    )
                    count[which] += 1
                    notes.setdefault(which, []).append(
                        f"{path.name} {cell}: {value!r} → {now!r}  ={formula}"
                    )
    for which, lines in notes.items():
        print(f"--- {which}: {len(lines)}")
        print("\n".join(lines[: given.show]))
    seconds = time.perf_counter() - started
    print(", ".join(f"{what} {number:,}" for what, number in count.items()), f"({seconds:.0f} s)")


if __name__ == "__main__":
    main()
