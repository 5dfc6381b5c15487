"""Excel's own values of single formulas, and what a recalculation makes of the formulas alone.

    python -m benchmarks.goldens [--list]              count them by suite; each that is not right
    python -m benchmarks.goldens --make FOLDER         of a checkout of github.com/libraz/formulon

Formulon's goldens were calculated by Excel 365 for Mac, in Japanese, each formula in Z1 of a sheet
of its own.  A golden is *right*, *empty* or another value that the receipt *names*, or *silent*:
another value without a word, which no golden may be (``tests/recalculation/test_goldens.py``).
Left out of the file are those

- that depend on the clock, on chance or on the machine, by the facts of their functions;
- with a text in a cell that Excel, to which it was typed, takes for a number, a truth value or
  nothing;
- with letters or digits as wide as an ideograph, but for functions of bytes: Excel in Japanese
  compares アップル and あっぷる as the same, and reads １２ as a number.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import openpyxl
import xlsxwriter

from tests.recalculation.books import emptied
from tests.same import same
from xl_tourney.grammar.function_names import called_names, plain_name
from xl_tourney.grammar.implicit_intersection import find_scalar_contexts
from xl_tourney.grammar.spreadsheet_functions import functions_with, lines_of, values_of
from xl_tourney.recalculation.recalculate import recalc

FILE = Path(__file__).parents[1] / "tests" / "data" / "excel" / "goldens.json"
ERRORS = {
    "#DIV/0!": "=1/0",
    "#N/A": "=NA()",
    "#NULL!": "=A1 B1",
    "#NUM!": "=SQRT(-1)",
    "#REF!": "=OFFSET(A1,-1,-1)",
    "#VALUE!": '=VALUE("x")',
}
"""The formulas that made the errors in cells."""
OUTCOMES = ("right", "empty", "named", "silent")


class Golden(NamedTuple):
    """A formula without ``=``, the cells that it reads, and Excel's value."""

    formula: str
    cells: Mapping[str, Any]
    value: Any


class Outcome(NamedTuple):
    """What a recalculation makes of a golden."""

    golden: Golden
    value: Any
    kind: str
    reason: str = ""

    def __str__(self) -> str:
        formula, cells, value = self.golden
        return f"{self.kind}: ={formula} {dict(cells)}: {value!r}, {self.value!r} {self.reason}"


def goldens(file: Path = FILE) -> dict[str, list[Golden]]:
    """The goldens by suite."""
    suites = json.loads(file.read_text("utf-8"))["suites"]
    return {name: [Golden(*golden) for golden in found] for name, found in suites.items()}


def recalculated(suite: str, found: list[Golden], folder: Path) -> list[Outcome]:
    """What becomes of the goldens of a suite in a workbook that was never calculated."""
    path = folder / "book.xlsx"
    about_references = functions_with("about-references")
    with xlsxwriter.Workbook(path) as book:
        for number, golden in enumerate(found):
            sheet = book.add_worksheet(f"c{number}")
            for address, content in golden.cells.items():
                content = ERRORS.get(content, content) if isinstance(content, str) else content
                is_formula = isinstance(content, str) and content.startswith("=")
                (sheet.write_formula if is_formula else sheet.write)(address, content)
            # As Excel saves what was entered where it may spill.
            found_in = find_scalar_contexts(golden.formula, False, lambda text: ":" in text)
            if found_in.intersected or _functions(golden.formula) & about_references:
                sheet.write_dynamic_array_formula("Z1", f"={golden.formula}")
            else:
                sheet.write_formula("Z1", f"={golden.formula}")
    receipt = recalc(emptied(path))
    notes = {note.cell: note.message for note in (*receipt.uncertain, *receipt.kept)}
    values = openpyxl.load_workbook(path, data_only=True)
    outcomes = []
    for number, golden in enumerate(found):
        value, note = values[f"c{number}"]["Z1"].value, notes.get(f"c{number}!Z1", "")
        kind = "silent" if not note else "empty" if value is None else "named"
        if _agrees(suite, value, golden):
            kind = "right"
        outcomes.append(Outcome(golden, value, kind, note))
    return outcomes


def _agrees(suite: str, value: Any, golden: Golden) -> bool:
    """Whether a value is Excel's, to the digits that Excel has, and that the golden has.

    Amounts of money were read with four decimals.
    """
    digits = values_of("excel-error")
    errors = [float(digits[name]) for name in _functions(golden.formula) & digits.keys()]
    expected = golden.value
    if type(value) in (int, float) and type(expected) in (int, float):
        if suite.startswith("financial") and round(expected, 4) == expected:
            errors.append(0.00005)
        if errors and abs(value - expected) <= max(errors) + 1e-7 * abs(expected):
            return True
    return same(value, expected)


def _functions(formula: str) -> frozenset[str]:
    return frozenset(map(plain_name, called_names(formula)))


def _left_out(golden: Golden) -> bool:
    """Whether a golden depends on what no workbook says."""
    called = _functions(golden.formula)
    texts = [cell for cell in golden.cells.values() if isinstance(cell, str)]
    of_bytes = {name for name, (condition,) in lines_of("country") if condition == "never"}
    is_wide = any(
        unicodedata.east_asian_width(letter) in "FHW"
        for letter in "".join((golden.formula, *texts))
    )
    return bool(
        called & functions_with("volatile", "random", "reaches-outside")
        or any(re.fullmatch(r"(?i)true|false|[-+]?[0-9.]*", text) for text in texts)
        or (is_wide and not called & of_bytes)
    )


def _content(cell: Mapping[str, Any]) -> Any:
    """A cell of formulon's files."""
    value = cell.get("code") or cell.get("formula") or cell.get("value")
    return int(value) if type(value) is float and value.is_integer() else value


def read_formulon(folder: Path) -> Iterator[tuple[str, list[Golden]]]:
    """The goldens of a checkout that can be compared."""
    for path in sorted(Path(folder, "tests", "oracle", "golden").glob("*.golden.json")):
        suite = json.loads(path.read_text("utf-8"))
        found = [
            Golden(
                case["formula"].removeprefix("="),
                {a: _content(cell) for a, cell in case["setup"].items() if cell["kind"] != "blank"},
                _content(case["expect"]),
            )
            for case in suite["cases"]
            if "expect" in case
        ]
        kept = [golden for golden in found if not _left_out(golden)]
        if suite["environment"]["excel_version"] != "hand-seeded" and kept:
            yield suite["suite"], kept


def make(folder: Path) -> None:
    """Write the file."""
    suites = ",\n".join(
        f"{json.dumps(name)}: [\n"
        + ",\n".join(json.dumps(golden, ensure_ascii=False) for golden in found)
        + "]"
        for name, found in read_formulon(folder)
    )
    FILE.write_text(f'{{"suites": {{\n{suites}\n}}}}\n', "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--make", type=Path, metavar="FOLDER")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    if arguments.make:
        make(arguments.make)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for name, found in goldens().items():
            outcomes = recalculated(name, found, Path(folder))
            here = Counter(outcome.kind for outcome in outcomes)
            counts.update(here)
            print(f"{name:32}", *(f"{here[kind]:5} {kind}" for kind in OUTCOMES))
            for outcome in outcomes if arguments.list else ():
                if outcome.kind != "right":
                    print(f"  {outcome}")
    print(f"{'all':32}", *(f"{counts[kind]:5} {kind}" for kind in OUTCOMES))


if __name__ == "__main__":
    main()
