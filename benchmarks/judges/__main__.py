"""Do other spreadsheet programs calculate our native workbooks as we do?

Each judge recalculates a copy of every workbook and is asked for the value of every formula cell.
Numbers agree to nine digits, texts and errors as they are; no value and an empty text are one.

    python -m benchmarks.judges [WORKBOOK...] [--judge NAME...] [--node FOLDER] [--examples 3]

``--node`` is a folder with npm's package hyperformula.  Gnumeric's ssconvert comes from Debian's
package gnumeric, LibreOffice is the installed one, ``--libreoffice FOLDER`` that of a Debian that
was unpacked into a folder (only as root).
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from . import programs
from .cells import Cell, Value, agree, read_formula_cells, roots

Judge = Callable[[Path, Path], Mapping[Cell, Value]]
_SHAPE = str.maketrans("123456789", "0" * 9)
SAMPLES = Path(__file__).parents[2] / "workbooks"


def judges(arguments: argparse.Namespace) -> dict[str, Judge]:
    """The judges by name."""
    found: dict[str, Judge] = {
        f"LibreOffice, {locale}": programs.libreoffice(locale) for locale in programs.LOCALES
    }
    if arguments.libreoffice:
        name = programs.version_in(arguments.libreoffice)
        found |= {
            f"{name}, {locale}": programs.libreoffice(locale, arguments.libreoffice)
            for locale in programs.LOCALES
        }
    found["Gnumeric"] = programs.gnumeric
    found["Gnumeric, written otherwise"] = programs.gnumeric_otherwise
    found["IronCalc"] = programs.ironcalc
    if arguments.node:
        found["HyperFormula"] = programs.hyperformula(arguments.node)
    found["formulas"] = programs.formulas
    wanted = arguments.judge
    return {
        name: judge
        for name, judge in found.items()
        if not wanted or any(name.lower().startswith(one.lower()) for one in wanted)
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("workbooks", nargs="*", type=Path)
    parser.add_argument("--judge", action="append", default=[])
    parser.add_argument("--node", type=Path)
    parser.add_argument("--libreoffice", type=Path, metavar="FOLDER")
    parser.add_argument("--examples", type=int, default=3)
    arguments = parser.parse_args()
    paths = arguments.workbooks or sorted(SAMPLES.glob("*.xlsx"))
    expected = {path: read_formula_cells(path) for path in paths}
    for name, judge in judges(arguments).items():
        begin, cells, unjudged = time.process_time(), 0, []
        count, begun = 0, []
        for path in paths:
            with tempfile.TemporaryDirectory() as folder:
                try:
                    values = judge(path, Path(folder))
                except programs.NotJudgedError as error:
                    unjudged.append(f"{path.stem} ({error})")
                    continue
            cells += len(expected[path])
            wrong = {
                cell: f"{value!r}, but {values.get(cell)!r} for {formula}"
                for cell, (formula, value) in expected[path].items()
                if not agree(value, values.get(cell))
            }
            count += len(wrong)
            begun += [
                f"{path.stem} {cell[0]}!{cell[1]}: {wrong[cell]}"
                for cell in roots({cell: expected[path][cell][0] for cell in wrong})
            ]
        print(
            f"{name}: {cells:,} cells of {len(paths) - len(unjudged)} workbooks, "
            f"{count:,} differ ({time.process_time() - begin:.0f} s)",
            flush=True,
        )
        for missing in unjudged:
            print(f"    not judged: {missing}")
        kinds = {shown.partition(" for ")[2].translate(_SHAPE): shown for shown in begun}
        for shown in list(kinds.values())[: arguments.examples]:
            print(f"    {shown[:400]}", flush=True)
        print(f"    {len(begun)} of them hang on no other, in {len(kinds)} kinds of formulas")


if __name__ == "__main__":
    main()
