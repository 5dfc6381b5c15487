"""Which values does recalculation write without a word where others agree on another one?

Formulas of functions that real workbooks use are drawn over cells of every kind, and calculated by
``recalc`` without saved values, by formulon, which imitates Excel, and by LibreOffice.  Printed are
the formulas for which ours is another value, in silence, than formulon and LibreOffice agree on.

    python -m benchmarks.drawn_formulas [--formulas 2000] [--seed 1] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import openpyxl

from benchmarks.witnesses import IN_PROCESS, Expected, Filled, class_of, libreoffice, values_of
from xl_tourney.grammar.references import CellAddress
from xl_tourney.grammar.spreadsheet_functions import functions_with
from xl_tourney.guarded_call import call_guarded, temporary_folder
from xl_tourney.resource_limits import ResourceLimits

COLUMNS = {
    "A": (3, 1, 4, 1.5, 9, -2, 6, 5, 3, 5),
    "B": ("ann", "Bob", "cy", "ann", "a*b", "12", '=""', "x y z", "É", "~"),
    "C": (2, None, "7", True, 0, "b", -1.25, None, False, 1e-07),
    "D": (43831, 43890, 44196, 45350.75, 60, 1, 43861, 44561, 43831, 45000),
    "E": (10, 20, 30, 40, 50, 60, 70, 80, 90, 100),
    "F": ("=1/0", "=NA()", 1 / 3, 2 / 3, 1e15 + 0.5, 0.1, -0.5, 2.5, 3.5, 1234567.891),
}  # fmt: skip
"""Cells of every kind: numbers, texts, blanks, dates, numbers in order, errors and long numbers."""
KINDS = {
    "n": (
        "0", "1", "2", "3", "-1", "2.5", "A{r}", "E{r}", "C{r}", "F{r}", '"3"', "TRUE", "A{r}*1.1"),
    "t": ('"ann"', '"a"', '""', "B{r}", "B{r}&A{r}", "A{r}", "C{r}", "F{r}&B{r}"),
    "d": ("D{r}", "DATE(2024,2,29)", "D{r}+A{r}", "E{r}", "C{r}", '"2024-03-31"'),
    "v": ("A{r}", "B{r}", "C{r}", "F{r}", "1", '"x"', "FALSE"),
    "c": ("A{r}>2", "B{r}=B{s}", "C{r}<C{s}", "F{r}>=A{s}", "C{r}", 'B{r}<>"ann"', 'C{r}=""'),
    "N": ("A1:A10", "E1:E10", "C1:C10", "F3:F10", "A1:E1", "D1:D10", "{{3,1,2}}"),
    "T": ("B1:B10", "C1:C10"),
    "k": (
        "2", '">2"', '"<>"', '"ann"', '"a*"', '"="', '"<>ann"', "A{r}", "B{r}", "C{r}",
        '">="&A{r}', '"?y"'),
    "f": (
        '"0"', '"0.00"', '"#,##0"', '"0%"', '"yyyy-mm-dd"', '"mmm d"', '"h:mm"', '"0.0E+00"',
        '"00000"', '"@"'),
    "l": ("A1:A10", "B1:B10", "C1:C10", "E1:E10"),
    "0": ("0", "1", "-1", ""),
    "2": ("A1:C10", "B1:E10", "C1:F10"),
}  # fmt: skip
"""Arguments by their kind; r and s are rows."""
CALLS = """
IF(c,v,v) IF(c,v) IFERROR(v,v) IFERROR(n/n,t) AND(c,c) OR(c,c) NOT(c) IFNA(MATCH(v,l,0),v)
ISNUMBER(v) SUM(N) SUM(N,v) AVERAGE(N) COUNT(N) COUNTA(T) COUNTBLANK(T) MAX(N) MIN(N) MEDIAN(N)
STDEV(N) VAR(N) MODE(N) LARGE(N,n) SMALL(N,n) PERCENTILE(N,0.3) PERCENTILE(N,n/10) QUARTILE(N,n)
RANK(n,N) RANK(n,N,0) SUMIF(l,k,E1:E10) SUMIF(l,k) COUNTIF(l,k) AVERAGEIF(l,k,A1:A10)
SUMIFS(E1:E10,l,k,l,k) COUNTIFS(l,k,l,k) AVERAGEIFS(E1:E10,l,k) MAXIFS(E1:E10,l,k)
SUMPRODUCT(N,E1:E10) SUMPRODUCT((T=v)*E1:E10) SUMPRODUCT(--(l>n)) INDEX(2,n,n) INDEX(l,n)
MATCH(v,l,0) MATCH(v,l,0) MATCH(v,l,1) MATCH(v,E1:E10,1) VLOOKUP(v,2,2,FALSE)
VLOOKUP(v,E1:F10,1,TRUE) VLOOKUP(v,2,n,0) HLOOKUP(v,A1:E3,2,FALSE) LOOKUP(v,E1:E10,A1:A10)
CHOOSE(n,v,v,v) ROUND(n,n) ROUNDUP(n,n) ROUNDDOWN(n,n) INT(n) TRUNC(n) MOD(n,n) ABS(n) SIGN(n)
POWER(n,n) SQRT(n) EXP(n) LN(n) LOG(n,2) CEILING(n,0.5) FLOOR(n,0.5) MROUND(n,0.5) QUOTIENT(n,n)
PRODUCT(N) LEFT(t,n) RIGHT(t,n) MID(t,n,n) LEN(t) FIND(t,t) SEARCH(t,t) SUBSTITUTE(t,t,t)
SUBSTITUTE(t,"a",t,1) UPPER(t) LOWER(t) PROPER(t) TRIM(t) REPT(t,n) CONCATENATE(t,v,t) t&v v&n
REPLACE(t,n,1,t) EXACT(t,t) TEXT(n,f) TEXT(d,f) VALUE(t) T(v) N(v) CODE(t) v=v v<v n+v v*v n-v n/n
-v n^n v<>t DATE(n+2020,n,n) YEAR(d) MONTH(d) DAY(d) WEEKDAY(d,2) EDATE(d,n) EOMONTH(d,n)
NETWORKDAYS(d,d) WORKDAY(d,n) DATEDIF(d,d,"m") DAYS(d,d) WEEKNUM(d) YEARFRAC(d,d) HOUR(d)
TIME(n,n,n) DATEVALUE(t) d-d PMT(n/100,12,n*100) FV(n/100,10,n) PV(n/100,10,n) NPV(n/100,N)
NPER(0.01,n,100) SLN(n,1,5) TEXTJOIN(t,TRUE,T) CONCAT(T) IFS(c,v,TRUE,v) SWITCH(v,v,t,n) ROWS(2)
ISBLANK(v) ISTEXT(v) ISERROR(v)
"""


def drawn(call: str, chance: random.Random) -> str:
    """A formula with arguments in place of the letters of a call."""

    def argument(letter: re.Match[str]) -> str:
        row, other = chance.randint(1, 10), chance.randint(1, 10)
        return chance.choice(KINDS[letter[0]]).format(r=row, s=other)

    return re.sub(r"(?<![\w\"])(?:[ntdvcNTkfl]|2|0)(?![\w(:\"]|\.\d)", argument, call)


def _with_prefix(name: re.Match[str]) -> str:
    return f"_xlfn.{name[0]}" if name[0] in functions_with("young") else name[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--formulas", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    calls = CALLS.split()
    formulas = [drawn(calls[n % len(calls)], chance) for n in range(arguments.formulas)]
    book = openpyxl.Workbook()
    sheet: Any = book.active
    for letter, values in COLUMNS.items():
        for row, value in enumerate(values, 1):
            sheet[f"{letter}{row}"] = value
    for row, formula in enumerate(formulas, 1):
        sheet[f"H{row + 10}"] = "=" + re.sub(r"\b[A-Z]+(?=\()", _with_prefix, formula)
    cells = [CellAddress("Sheet", row, 8) for row in range(11, 11 + len(formulas))]
    limits = ResourceLimits(600, 4 << 30)
    found: dict[str, Filled] = {}
    with temporary_folder() as name:
        for program in ("xl-tourney", "formulon", "LibreOffice"):
            path = Path(name, f"{program}.xlsx")
            book.save(path)
            if program in IN_PROCESS:
                found[program] = call_guarded(
                    partial(IN_PROCESS[program], path, cells), program, limits
                )
            else:
                target = Path(name, "by_libreoffice")
                call_guarded(partial(libreoffice, [path], target, False), program, limits)
                found[program] = Filled(values_of(target / path.name), 0)
    count: Counter[str] = Counter()
    lines = []
    for cell, formula in zip(cells, formulas):
        others = [found[program].values.get(cell) for program in ("formulon", "LibreOffice")]
        expected = Expected(others[0], formula, 0.0)
        if class_of(expected, cell, Filled({cell: others[1]}, 0)) not in ("right", "nearly"):
            count["others differ"] += 1
            continue
        class_ = class_of(expected, cell, found["xl-tourney"])
        count[class_] += 1
        if class_ in ("wrong", "error") and str(cell) not in found["xl-tourney"].named:
            lines.append([formula, found["xl-tourney"].values.get(cell), others[0]])
    print(dict(count))
    for line in lines:
        print(json.dumps(line, default=str, ensure_ascii=False))
    if arguments.json:
        arguments.json.write_text(json.dumps(lines, default=str), "utf-8")


if __name__ == "__main__":
    main()
