"""Recalculation on LibreOffice's own documents of functions, from which the values are taken away.

They are in the source package of LibreOffice, which is fetched and never kept here:

    apt-get source --download-only libreoffice
    tar xJf libreoffice_*.orig.tar.xz --wildcards '*/sc/qa/unit/data/functions/*'
    python -m benchmarks.libreoffice_functions FOLDER [--only NAME] [--json FILE] [--list FILE]
        [--workbooks FOLDER]

Each has formulas in column A and the expected values in column B.  Counted are the formulas that
LibreOffice itself, which converts the documents, calculates as expected: right, left empty, a
difference that the receipt names, one that the page of differences explains, and suspect ones, by
document.  ``--list`` writes each that is not right as a line, ``--workbooks`` keeps the converted
documents for the next run.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import openpyxl

from benchmarks.processes import soffice
from tests.recalculation.books import emptied
from xl_tourney.catalogue.cells import ERRORS
from xl_tourney.engines.base import values_agree
from xl_tourney.errors import TourneyError
from xl_tourney.guarded_call import call_guarded
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.resource_limits import ResourceLimits

AT_ONCE = 40
"""The documents that one LibreOffice converts."""
SECONDS = 120.0
OUTCOMES = ("right", "empty", "named", "explained", "suspect")
PAGE = Path(__file__).parents[1] / "docs" / "reference" / "differences.md"
HEADING = "## LibreOffice's documents of functions"


class Explanation(NamedTuple):
    """A line of the page of differences: in which documents, and for which formulas."""

    documents: frozenset[str]
    formulas: Sequence[str]
    """Patterns, without ``=``."""

    def explains(self, document: str, formula: str) -> bool:
        """Whether it is about a formula of a document."""
        is_meant = any(fnmatchcase(formula[1:], pattern) for pattern in self.formulas)
        return document in self.documents and is_meant


def explanations() -> list[Explanation]:
    """The lines of the table; the first column has documents, the second formulas."""
    table = PAGE.read_text("utf-8").partition(HEADING)[2].partition("\n## ")[0]
    rows = [line.split("|")[1:3] for line in table.splitlines() if line.startswith("| `")]
    return [
        Explanation(frozenset(re.findall("`([^`]+)`", one)), re.findall("`([^`]+)`", other))
        for one, other in rows
    ]


class Case(NamedTuple):
    """A formula of a document and its expected value."""

    cell: str
    formula: str
    expected: Any


def convert(documents: list[Path], folder: Path) -> None:
    """Let LibreOffice save documents as workbooks."""
    for start in range(0, len(documents), AT_ONCE):
        profile = Path(folder, "profile").as_uri()
        command = [
            str(soffice()),
            f"-env:UserInstallation={profile}",
            *("--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(folder)),
            *map(str, documents[start : start + AT_ONCE]),
        ]
        # The first start sets the profile up, and ends by asking for another one.
        while subprocess.run(command, capture_output=True, timeout=900).returncode == 81:
            pass


def cases(path: Path) -> Iterator[Case]:
    """The formulas of a workbook that LibreOffice has calculated as expected."""
    formulas = openpyxl.load_workbook(path)
    values = openpyxl.load_workbook(path, data_only=True)
    for sheet in formulas.worksheets[1:]:
        for row in range(1, sheet.max_row + 1):
            formula = sheet.cell(row, 1).value
            formula = getattr(formula, "text", formula)  # of an array formula
            value, expected = (values[sheet.title].cell(row, n).value for n in (1, 2))
            is_case = isinstance(formula, str) and formula.startswith("=") and expected is not None
            if is_case and is_right(value, expected):
                yield Case(f"{sheet.title}!A{row}", formula, expected)


def is_right(value: Any, expected: Any) -> bool:
    """Whether a value is the expected one; documents write some to ten digits.

    LibreOffice has errors of its own (Err:502), for which a workbook has #VALUE!.
    """
    if expected == "#VALUE!":
        return value in ERRORS
    if all(isinstance(one, (int, float)) for one in (value, expected)):
        one, other = float(value), float(expected)
        return values_agree(one, other) or abs(one - other) <= 1e-7 * abs(other)
    return bool(value == expected)


def count(workbook: Path, folder: Path) -> dict[str, Any]:
    """What becomes of the cases of a workbook, and a line for each that is not right."""
    found = list(cases(workbook))
    path = Path(shutil.copy(workbook, folder / "emptied.xlsx"))
    emptied(path)
    receipt = recalc(path)
    notes = {note.cell.replace("'", ""): note for note in (*receipt.uncertain, *receipt.kept)}
    values = openpyxl.load_workbook(path, data_only=True)
    outcome: Counter[str] = Counter()
    lines = []
    known = explanations()
    for case in found:
        sheet, _, address = case.cell.rpartition("!")
        value, note = values[sheet][address].value, notes.get(case.cell)
        if is_right(value, case.expected):
            outcome["right"] += 1
            continue
        what = "empty" if value is None else "named"
        if value is not None and note is None:
            is_explained = any(one.explains(workbook.stem, case.formula) for one in known)
            what = "explained" if is_explained else "suspect"
        outcome[what] += 1
        reason = f": {note.message}" if note else ""
        lines.append(
            f"{what}: {workbook.stem} {case.cell} {case.formula}: "
            f"{case.expected!r}, {value!r}{reason}"
        )
    return {"count": outcome, "lines": lines}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the source package is unpacked")
    parser.add_argument("--only", default="", help="documents whose path has this in it")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--list", type=Path)
    parser.add_argument("--workbooks", type=Path, help="where converted documents are kept")
    arguments = parser.parse_args()
    found = sorted(arguments.folder.rglob("sc/qa/unit/data/functions/*/fods/*.fods"))
    documents = [path for path in found if arguments.only in str(path)]
    total: Counter[str] = Counter()
    by_document: dict[str, Counter[str]] = {}
    lines: list[str] = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.workbooks or Path(scratch)
        folder.mkdir(exist_ok=True)
        workbooks = {document: folder / f"{document.stem}.xlsx" for document in documents}
        convert([path for path, workbook in workbooks.items() if not workbook.exists()], folder)
        for document, workbook in workbooks.items():
            call = partial(count, workbook, Path(scratch))
            try:
                outcome = call_guarded(call, "recalc", ResourceLimits(SECONDS))
            except (TourneyError, RuntimeError, OSError) as error:
                print(f"{document.stem}: {error}", flush=True)
                total["refused documents"] += 1
                continue
            by_document[document.stem] = outcome["count"]
            total += outcome["count"]
            lines += outcome["lines"]
            print(f"{document.stem}: {dict(outcome['count'])}", flush=True)
    counted = sum(total[key] for key in OUTCOMES) or 1
    shares = {key: f"{number:,} ({number / counted:.1%})" for key, number in total.items()}
    print(f"{len(documents)} documents, {counted:,} formulas: {shares}")
    if arguments.json:
        arguments.json.write_text(json.dumps(by_document, indent=1), "utf-8")
    if arguments.list:
        arguments.list.write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main()
