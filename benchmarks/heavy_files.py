"""Workbooks of at most 2 MB that could hold a worker: how long each takes, family by family.

python -m benchmarks.heavy_files [--only NAME] [--timeout 60]

The seconds are of the processor, of the whole command with its processes; beside them those of the
engine's own recalculation, which is what the formulas need, if it does not refuse the file.  Each
family is tried in a large size and in a tenth of it: what takes the square of its size shows.
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import xlsxwriter

from tests.recalculation import books

LARGEST = 2 << 20
ALLOWED = 5.0


def cells(formula: Callable[[int], str], count: int, value: str = "0", column: str = "A") -> str:
    """One formula a row."""
    return "".join(
        f'<row r="{n}"><c r="{column}{n}"><f>{formula(n)}</f><v>{value}</v></c></row>'
        for n in range(1, count + 1)
    )


def plain(formula: Callable[[int], str]) -> Callable[[Path, int], object]:
    return lambda path, size: books.raw(path, cells(formula, size))


def many_sheets(path: Path, size: int) -> None:
    """Sheets of one formula each, every one a part of its own."""
    before = books.parts(books.raw(path, cells(lambda n: "1+1", 1)))
    sheet = before["xl/worksheets/sheet1.xml"]
    workbook = before["xl/workbook.xml"].decode()
    element = re.search(r"<sheet [^>]*/>", workbook)
    assert element
    relations = before["xl/_rels/workbook.xml.rels"].decode()
    relation = re.search(r"<Relationship [^>]*worksheets/sheet1.xml[^>]*/>", relations)
    types = before["[Content_Types].xml"].decode()
    override = re.search(r"<Override [^>]*worksheets/sheet1.xml[^>]*/>", types)
    assert relation and override
    identifier = re.search(r'\bId="([^"]*)"', relation[0])
    name = re.search(r'\bname="([^"]*)"', element[0])
    assert identifier and name
    numbers = range(2, size + 1)

    def again(text: str, number: int) -> str:
        return (
            text.replace("sheet1.xml", f"sheet{number}.xml")
            .replace(f'"{identifier[1]}"', f'"s{number}"')
            .replace(f'name="{name[1]}"', f'name="S{number}"')
        )

    before["xl/workbook.xml"] = workbook.replace(
        element[0], element[0] + "".join(again(element[0], n) for n in numbers)
    ).encode()
    before["xl/_rels/workbook.xml.rels"] = relations.replace(
        relation[0], relation[0] + "".join(again(relation[0], n) for n in numbers)
    ).encode()
    before["[Content_Types].xml"] = types.replace(
        override[0], override[0] + "".join(again(override[0], n) for n in numbers)
    ).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, data in before.items():
            archive.writestr(part, data)
        for number in numbers:
            archive.writestr(f"xl/worksheets/sheet{number}.xml", sheet)


def names(path: Path, size: int) -> None:
    """Names that each refer to the one before, and a formula of the last."""
    defined = {"link_1": "=Sheet1!$B$1"} | {
        f"link_{n}": f"=link_{n - 1}+1" for n in range(2, size + 1)
    }
    books.book(path, {"A1": (f"=link_{size}", 0), "B1": 1}, defined)


def shared(path: Path, size: int) -> None:
    """One shared formula over many rows."""
    first = f'<row r="1"><c r="A1"><f t="shared" ref="A1:A{size}" si="0">B1+1</f><v>0</v></c></row>'
    others = "".join(
        f'<row r="{n}"><c r="A{n}"><f t="shared" si="0"/><v>0</v></c></row>'
        for n in range(2, size + 1)
    )
    books.raw(path, first + others)


def whole(sheet: Callable[[int], str]) -> Callable[[Path, int], object]:
    """A sheet with one formula and what stands around its cells, by size."""
    formula = '<row r="1"><c r="A1"><f>1+1</f><v>0</v></c></row>'
    head, tail = f'<worksheet xmlns="{books.MAIN}">', "</worksheet>"
    return lambda path, size: books.raw(
        path, "", sheet=head + sheet(size).replace("FORMULA", formula) + tail
    )


def arrays(path: Path, size: int) -> None:
    """An array formula in each row."""
    array = '<row r="{0}"><c r="A{0}"><f t="array" ref="A{0}">SUM(B{0}:F{0}*2)</f></c></row>'
    books.raw(path, "".join(array.format(n) for n in range(1, size + 1)))


def strings(path: Path, size: int) -> None:
    """Shared strings that no cell uses."""
    books.raw(path, cells(lambda n: "1+1", 1), strings=[f"text {n}" for n in range(size)])


def circular_names(path: Path, size: int) -> None:
    """Names that refer to each other, all in one circle, and formulas of some."""
    defined = {f"link_{n}": f"=link_{n % size + 1}+1" for n in range(1, size + 1)}
    books.book(path, {f"A{n}": (f"=link_{n}", 0) for n in range(1, size // 10 + 1)}, defined)


def tables(path: Path, size: int) -> None:
    """Tables, and formulas that read a column of each by its name."""
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Sheet1")
        for n in range(size):
            columns = {"columns": [{"header": "x"}, {"header": "y"}]}
            sheet.add_table(3 * n, 0, 3 * n + 1, 1, columns | {"name": f"T_{n}"})
            sheet.write_formula(3 * n, 4, f"=SUM(T_{n}[x])+1", None, 0)


FAMILIES: dict[str, tuple[Callable[[Path, int], object], int]] = {
    "sums of thousands of ones, all different": (plain(lambda n: f"{n}" + "+1" * 4_000), 300),
    "sums over the whole sheet": (plain(lambda n: f"SUM(B{n}:XFD1048576)"), 20_000),
    "sums over whole columns": (plain(lambda n: f"SUM(B:B)+{n}"), 50_000),
    "a chain of cells": (plain(lambda n: f"A{n - 1}+1" if n > 1 else "1"), 100_000),
    "a chain upwards": (plain(lambda n: f"A{n + 1}+1"), 100_000),
    "circles": (plain(lambda n: f"A{n + 1 if n % 10 else n - 9}+1"), 50_000),
    "sums of all cells above": (plain(lambda n: f"SUM(A$1:A{n - 1})" if n > 1 else "1"), 20_000),
    "look-ups in all cells": (plain(lambda n: f"MATCH({n},B:B,0)"), 50_000),
    "counts over a column": (plain(lambda n: f"COUNTIF(B$1:B$50000,{n})"), 20_000),
    "texts of texts": (plain(lambda n: f'"x"&amp;A{n - 1}' if n > 1 else '"x"'), 20_000),
    "calls in calls": (plain(lambda n: "ABS(" * 60 + f"{n}" + ")" * 60), 5_000),
    "IFs in IFs": (plain(lambda n: f"IF(B{n}," * 60 + "1" + ",2)" * 60), 3_000),
    "functions that are not there": (plain(lambda n: f"NOSUCH{n}(B{n})"), 50_000),
    "INDIRECT": (plain(lambda n: f'INDIRECT("B{n}")+1'), 20_000),
    "OFFSET": (plain(lambda n: f"SUM(OFFSET(B1,0,0,{n},1))"), 10_000),
    "GBQ over columns": (plain(lambda n: f"SUM(GBQ(B$1:B$999,C$1:C$999,{n}))"), 500),
    "LET and LAMBDA": (
        plain(lambda n: f"_xlfn.LET(_xlpm.x,{n},_xlpm.y,_xlpm.x+1,_xlpm.x*_xlpm.y)"),
        20_000,
    ),
    "sheets": (many_sheets, 5_000),
    "names of names": (names, 2_000),
    "a shared formula": (shared, 100_000),
    "sums of thousands of references": (plain(lambda n: f"{n}" + "+B1" * 2_600), 100),
    "sums of thousands of cells": (
        plain(lambda n: f"{n}+" + "+".join(f"B{k}" for k in range(1, 1_300))),
        100,
    ),
    "an array formula in each row": (arrays, 20_000),
    "names in one circle": (circular_names, 2_000),
    "tables": (tables, 2_000),
    "texts that no cell uses": (strings, 300_000),
    "conditional formats": (
        whole(
            lambda size: (
                "<sheetData>FORMULA</sheetData>"
                + "".join(
                    f'<conditionalFormatting sqref="B{n}"><cfRule type="expression" priority="{n}">'
                    f"<formula>B{n}&gt;{n}</formula></cfRule></conditionalFormatting>"
                    for n in range(1, size + 1)
                )
            )
        ),
        100_000,
    ),
    "merged cells": (
        whole(
            lambda size: (
                "<sheetData>FORMULA</sheetData><mergeCells>"
                + "".join(f'<mergeCell ref="B{n}:C{n}"/>' for n in range(1, size + 1))
                + "</mergeCells>"
            )
        ),
        200_000,
    ),
    "blank rows": (
        whole(
            lambda size: (
                "<sheetData>FORMULA"
                + "".join(f'<row r="{n}"/>' for n in range(2, size + 2))
                + "</sheetData>"
            )
        ),
        500_000,
    ),
    "attributes of one element": (
        whole(
            lambda size: (
                "<sheetPr "
                + " ".join(f'a{n}="1"' for n in range(size))
                + "/><sheetData>FORMULA</sheetData>"
            )
        ),
        200_000,
    ),
    "elements in elements": (
        whole(
            lambda size: (
                "<sheetData>FORMULA</sheetData><extLst>"
                + "<ext>" * size
                + "</ext>" * size
                + "</extLst>"
            )
        ),
        300_000,
    ),
    "entities in a formula": (plain(lambda n: f'LEN("{"&amp;" * 1_500}")+{n}'), 3_000),
}


def run(*arguments: str, timeout: float) -> tuple[float, str]:
    """The seconds of a Python's processes, and what it printed first, with its exit code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(
            [sys.executable, *arguments],
            capture_output=True,
            text=True,
            check=False,
            timeout=timeout,
        )
        lines = (done.stdout + done.stderr).strip().splitlines()
        text = f"{done.returncode}: {lines[0].partition(': ')[2][:80] if lines else ''}"
    except subprocess.TimeoutExpired:
        text = "not done in time"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, text


ENGINE = "import formualizer, sys; formualizer.recalculate_xlsx_file(*sys.argv[1:])"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--large", action="store_true", help="only the large size")
    arguments = parser.parse_args()
    slow = tried = 0
    print("| family | number | bytes | s | engine, s | outcome |")
    print("| --- | ---: | ---: | ---: | ---: | --- |")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "book.xlsx")
        for name, (make, most) in FAMILIES.items():
            if arguments.only not in name:
                continue
            for size in (most // 10, most)[arguments.large :]:
                make(path, size)
                length = path.stat().st_size
                assert length <= LARGEST, (name, length)
                limit = arguments.timeout
                copy = path.with_name("copy.xlsx")
                needed, how = run("-c", ENGINE, str(path), str(copy), timeout=limit)
                command = ("-m", "xl_tourney", "recalc", str(path), "--timeout", f"{limit:g}")
                seconds, outcome = run(*command, timeout=2 * limit)
                tried += 1
                slow += seconds - needed > ALLOWED
                figures = f"{size:,} | {length:,} | {seconds:.1f} | {needed:.1f}"
                figures += "" if how.startswith("0") else " (refuses it)"
                print(f"| {name} | {figures} | {outcome} |", flush=True)
    print(f"{slow} of {tried} took longer than {ALLOWED:g} s")
    return slow > 0


if __name__ == "__main__":
    sys.exit(main())
