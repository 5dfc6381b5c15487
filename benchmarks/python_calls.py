"""Recalculation from Python against starting LibreOffice for it: python -m benchmarks.python_calls.

A workbook of 1,000 formulas that openpyxl wrote, in turns in one run; and what an import costs.
"""

from __future__ import annotations

import argparse
import io
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import openpyxl

import xl_tourney
from xl_tourney.hosts.libreoffice import program

FORMULAS = 1_000


def workbook() -> bytes:
    """500 rows with two formulas each, and no values."""
    book = openpyxl.Workbook()
    for row in range(1, FORMULAS // 2 + 1):
        book.active.append(
            [row, f"=A{row}*2+ROUND(A{row}/7,2)", f"=IF(B{row}>50,SUM(A$1:A{row}),0)"]
        )
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def by_libreoffice(data: bytes) -> None:
    """A new process, as scripts start one for a workbook."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.xlsx"
        path.write_bytes(data)
        profile = program.UserProfile(Path(folder) / "profile")
        program.find().run_soffice(
            profile,
            "--convert-to",
            "xlsx:Calc MS Excel 2007 XML",
            "--outdir",
            f"{folder}/out",
            str(path),
        )


def seconds(call: Callable[[], object]) -> float:
    """How long a call takes by the clock."""
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def import_milliseconds(statement: str) -> float:
    """What a statement costs in a new Python, without the start of Python."""
    code = f"import time; t = time.perf_counter(); {statement}; print(time.perf_counter() - t)"
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        for _ in range(9)
    ]
    return 1000 * statistics.median(float(run.stdout) for run in runs)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    data = workbook()
    first = seconds(lambda: xl_tourney.recalc(data))
    ours, others = [], []
    for _ in range(rounds):
        ours.append(seconds(lambda: xl_tourney.recalc(data)))
        others.append(seconds(lambda: by_libreoffice(data)))
    ratios = [other / own for own, other in zip(ours, others)]
    print(
        f"recalc(bytes), {FORMULAS} formulas: median {statistics.median(ours):.3f} s, "
        f"worst {max(ours):.3f} s; the first call, with imports, {first:.2f} s"
    )
    print(
        f"LibreOffice started for it: median {statistics.median(others):.2f} s, "
        f"best {min(others):.2f} s"
    )
    print(f"ratio: median {statistics.median(ratios):.0f}, worst {min(ratios):.0f}")
    for statement in ("import xl_tourney", "from xl_tourney import recalc"):
        print(f"{statement}: {import_milliseconds(statement):.1f} ms")


if __name__ == "__main__":
    main()
