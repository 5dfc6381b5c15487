"""What a column without values costs: 8,000 rows of one formula, and eight such columns in a book.

The command `xl-tourney recalc` against formualizer's own on the same file, in turns; what counts is
the processor's time of a process with its children, the best of some rounds.

python -m benchmarks.fresh_columns [--only NAME] [--rows 8000] [--rounds 3]
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import openpyxl

from benchmarks.processes import environment
from benchmarks.recalc_kdice import HEAD, NATIVE, OTHERS, profiles

LEADERBOARD = (NATIVE, *OTHERS, "=IF(J{0}>500,ROUND(J{0}*1.5,1),J{0})")
COLUMNS = {
    "IF and ROUND": "=IF(B{0}>500,ROUND(B{0}/7*1.5,1),B{0})",
    "COUNTIF": "=COUNTIF($B$2:$B${1},B{0})",
    "SUMPRODUCT": "=SUMPRODUCT((C{0}:I{0}=C{0})*C{0}:I{0})",
    "DATE": "=DATE(2020,1,B{0})",
    "INDEX and MATCH": "=INDEX($A$2:$A${1},MATCH(B{0},$B$2:$B${1},0))",
    "LEFT and MID": "=LEFT(A{0},3)&MID(A{0},4,2)",
    "EXP and LN": "=EXP(LN(B{0}+1))",
    "RANK": "=RANK(B{0},$B$2:$B${1})",
}
BOOKS = {
    "a leaderboard": LEADERBOARD,
    **{name: (formula,) for name, formula in COLUMNS.items()},
    "these eight": tuple(COLUMNS.values()),
}


def write(path: Path, formulas: Sequence[str], rows: int) -> None:
    """A book of players with formulas, none of which has a value."""
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Players")
    sheet.append(HEAD[:9])
    for row, (name, games, shares) in enumerate(profiles(rows), 2):
        cells = [formula.format(row, rows + 1) for formula in formulas]
        sheet.append([name, games, *shares, *cells])
    book.save(path)


def seconds(command: Sequence[str], environment: Mapping[str, str]) -> float:
    """The processor's time of a command and its children."""
    before = os.times()
    subprocess.run(
        command,
        check=True,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="")
    parser.add_argument("--rows", type=int, default=8000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print("| formulas | recalc, s | formualizer, s | ratio |\n|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        source, copy = Path(folder, "source.xlsx"), Path(folder, "copy.xlsx")
        compiled = environment(Path(folder))
        for name, formulas in BOOKS.items():
            if arguments.only not in name:
                continue
            write(source, formulas, arguments.rows)
            ours = theirs = float("inf")
            for _ in range(arguments.rounds):
                shutil.copy(source, copy)
                command = [sys.executable, "-m", "xl_tourney", "recalc", str(copy)]
                ours = min(ours, seconds(command, compiled))
                shutil.copy(source, copy)
                command = [sys.executable, "-m", "formualizer", "recalc", str(copy)]
                theirs = min(theirs, seconds(command, compiled))
            print(f"| {name} | {ours:.2f} | {theirs:.2f} | {ours / theirs:.1f} |", flush=True)


if __name__ == "__main__":
    main()
