"""What a column without values costs: 8,000 rows of one formula, and eight such columns in a book.

The command `xl-tourney recalc` against formualizer's own on the same file, in turns; what counts is
the processor's time of a process with its children, the best of some rounds.  With `--common` the
columns are of 40 common functions, one each.

python -m benchmarks.fresh_columns [--common] [--only NAME] [--rows 8000] [--rounds 3]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

import openpyxl

from benchmarks.processes import environment, on_a_copy, processor_in_turns
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
COMMON = {
    "ABS": "=ABS(C{0}-D{0})",
    "AND": "=AND(C{0}>10,D{0}>10)",
    "AVERAGE": "=AVERAGE(C{0}:I{0})",
    "AVERAGEIF": '=AVERAGEIF(C{0}:I{0},">10")',
    "CHOOSE": "=CHOOSE(MOD(B{0},3)+1,C{0},D{0},E{0})",
    "comparison of texts": '=IF(A{0}<"Müller","before","after")',
    "CONCATENATE": '=CONCATENATE(A{0},", ",B{0})',
    "COUNT": "=COUNT(C{0}:I{0})",
    "COUNTA": "=COUNTA(A{0}:I{0})",
    "COUNTIF": "=COUNTIF($B$2:$B${1},B{0})",
    "COUNTIFS": '=COUNTIFS(C{0}:I{0},">10",C{0}:I{0},"<20")',
    "DATE": "=DATE(2020,1,B{0})",
    "FIND": '=FIND(" ",A{0})',
    "IFERROR": "=IFERROR(C{0}/D{0},0)",
    "INDEX and MATCH": "=INDEX($A$2:$A${1},MATCH(B{0},$B$2:$B${1},0))",
    "INT": "=INT(C{0})",
    "LARGE": "=LARGE(C{0}:I{0},2)",
    "LEFT": "=LEFT(A{0},3)",
    "LEN": "=LEN(A{0})",
    "MAX": "=MAX(C{0}:I{0})",
    "MEDIAN": "=MEDIAN(C{0}:I{0})",
    "MID": "=MID(A{0},4,2)",
    "MIN": "=MIN(C{0}:I{0})",
    "MOD": "=MOD(B{0},7)",
    "MONTH": "=MONTH(B{0}+40000)",
    "OR": "=OR(C{0}>10,D{0}>10)",
    "POWER": "=POWER(C{0},2)",
    "RANK": "=RANK(B{0},$B$2:$B${1})",
    "RIGHT": "=RIGHT(A{0},2)",
    "ROUND": "=ROUND(B{0}/7*1.5,1)",
    "ROUNDUP": "=ROUNDUP(C{0}/3,1)",
    "SQRT": "=SQRT(B{0})",
    "STDEV": "=STDEV(C{0}:I{0})",
    "SUBSTITUTE": '=SUBSTITUTE(A{0},"player","p")',
    "SUM": "=SUM(C{0}:I{0})",
    "SUMIF": '=SUMIF(C{0}:I{0},">10")',
    "SUMPRODUCT": "=SUMPRODUCT((C{0}:I{0}=C{0})*C{0}:I{0})",
    "TEXT": '=TEXT(C{0},"0.00")',
    "UPPER": "=UPPER(A{0})",
    "VLOOKUP": "=VLOOKUP(A{0},$A$2:$C${1},2,FALSE)",
}
"""Common functions, each in a column of its own."""
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


def measure(
    formulas: Sequence[str], rows: int, rounds: int, folder: Path
) -> tuple[list[float], list[float]]:
    """The processor's seconds of our command and of formualizer's, run by run."""
    source, copy = folder / "source.xlsx", folder / "copy.xlsx"
    write(source, formulas, rows)
    commands = [
        on_a_copy("ours", "xl_tourney", source, copy),
        on_a_copy("formualizer", "formualizer", source, copy),
    ]
    found = processor_in_turns(commands, environment(folder), rounds)
    return found["ours"], found["formualizer"]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--common", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--rows", type=int, default=8000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print("| formulas | recalc, s | formualizer, s | ratio |\n|---|---:|---:|---:|")
    books = {name: (formula,) for name, formula in COMMON.items()} if arguments.common else BOOKS
    with tempfile.TemporaryDirectory() as folder:
        for name, formulas in books.items():
            if arguments.only in name:
                runs = measure(formulas, arguments.rows, arguments.rounds, Path(folder))
                ours, theirs = map(min, runs)
                print(f"| {name} | {ours:.2f} | {theirs:.2f} | {ours / theirs:.1f} |", flush=True)


if __name__ == "__main__":
    main()
