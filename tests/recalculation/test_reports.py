"""What public reports say of other programs: here a value is Excel's, or kept and named."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
import pytest
from scipy import stats

from xl_tourney.recalculation.recalculate import recalc

KEPT = object()
"""No engine calculates it, so the receipt names it."""
TEXT = {"A1": 0.285, "A2": 1.005, "A3": 2.5, "A4": 1234.5, "A5": 0.125, "A6": 12.345}
DEBTS = {"A1": "Debt", "B1": 10, "B2": 20, "A3": "Equity", "B3": 30}
SQUARE = {
    f"{column}{row}": add + row for column, add in zip("ABC", (0, 10, 20)) for row in (1, 2, 3, 4)
}
REPORTS = {
    "half is rounded up": (
        TEXT,
        {
            'TEXT(A1,"0.00")': "0.29",
            'TEXT(A2,"0.00")': "1.01",
            'TEXT(A3,"0")': "3",
            'TEXT(A4,"#,##0")': "1,235",
            'TEXT(A5,"0.0%")': "12.5%",
            'TEXT(A5,"0.00")': "0.13",
            'TEXT(A6,"0.00")': "12.35",
            "FIXED(A3,0)": "3",
            'TEXT(3.5,"0")': "4",
        },
    ),
    "a blank cell is not equal to a text": (
        DEBTS,
        {
            'SUMIFS(B1:B3,A1:A3,"<>Debt")': 50,
            'COUNTIFS(A1:A3,"<>Debt")': 2,
            'SUMIF(A1:A3,"<>Debt",B1:B3)': 50,
            'COUNTIF(A1:A3,"<>Debt")': 2,
            'COUNTIF(A1:A3,"<>"&"Debt")': 2,
            'SUMPRODUCT((A1:A3<>"Debt")*B1:B3)': 50,
            'COUNTIF(A1:A3,"<>")': 2,
            'COUNTIF(A1:A3,"")': 1,
            'SUMIF(A1:A3,"<>",B1:B3)': 40,
        },
    ),
    "one number is no place in a square": (
        SQUARE,
        {
            "INDEX(A1:C4,2)": "#REF!",
            "INDEX(A1:C1,2)": 11,
            "SUM(INDEX(A1:C4,,2))": KEPT,
            "SUM(INDEX(A1:C4,0,2))": 50,
            "INDEX(A1:C4,5,1)": "#REF!",
        },
    ),
    "hardly less than none is less": (
        {},
        {"BINOM.DIST(-1E-10,10,0.5,TRUE)": KEPT, "NEGBINOM.DIST(-1E-10,10,0.5,TRUE)": KEPT},
    ),
}


@pytest.mark.parametrize("report", REPORTS)
def test_a_report_of_another_program(tmp_path, report) -> None:
    cells, wanted = REPORTS[report]
    path = tmp_path / "a.xlsx"
    values, kept = calculated(path, [*wanted], cells)
    for (formula, value), found, is_kept in zip(wanted.items(), values, kept):
        assert (found, is_kept) == ((None, True) if value is KEPT else (value, False)), formula


def calculated(path: Path, formulas: list[str], cells: dict) -> tuple[list, list[bool]]:
    """The value of each formula, which had none, and whether it was kept and named."""
    book = openpyxl.Workbook()
    for cell, value in cells.items():
        book.active[cell] = value
    for row, formula in enumerate(formulas, 1):
        book.active[f"H{row}"] = "=" + re.sub(r"\\b(\\w+\\.DIST)", r"_xlfn.\\1", formula)
    book.save(path)
    named = {note.cell for note in recalc(path).kept}
    sheet = openpyxl.load_workbook(path, data_only=True).active
    rows = range(1, len(formulas) + 1)
    return [sheet[f"H{row}"].value for row in rows], [f"Sheet!H{row}" in named for row in rows]


DISTRIBUTIONS = {
    "POISSON({1},{0},TRUE)": lambda n, x: stats.poisson.cdf(x, n),
    "POISSON({1},{0},FALSE)": lambda n, x: stats.poisson.pmf(x, n),
    "BINOMDIST({0},{1},0.5,FALSE)": lambda n, x: stats.binom.pmf(n, x, 0.5),
    "NEGBINOMDIST({0},{1},0.5)": lambda n, x: stats.nbinom.pmf(n, x, 0.5),
    "CHIDIST({0},{1})": lambda n, x: stats.chi2.sf(n, x),
    "GAMMADIST({0},{1},1,TRUE)": lambda n, x: stats.gamma.cdf(n, x),
    "FDIST(1.1,{0},{1})": lambda n, x: stats.f.sf(1.1, n, x),
    "TDIST(1.5,{1},2)": lambda n, x: 2 * stats.t.sf(1.5, x),
    "CRITBINOM({1},0.5,0.9)": lambda n, x: stats.binom.ppf(0.9, x, 0.5),
    "BETADIST(0.5,{0},{1})": lambda n, x: stats.beta.cdf(0.5, n, x),
    "CHIINV(0.3,{1})": lambda n, x: stats.chi2.isf(0.3, x),
    "GAMMAINV(0.3,{1},1)": lambda n, x: stats.gamma.ppf(0.3, x),
}
"""Distributions at a count and a parameter, as formulas and as SciPy has them."""
POINTS = [
    (5, 10),
    (10, 10),
    (50, 100),
    (200, 200),
    (500, 1000),
    (900, 1000),
    (5000, 5000),
    (15000, 30000),
]


def test_a_distribution_is_right_or_kept_however_large_its_numbers_are(tmp_path) -> None:
    asked = {
        formula.format(*point): exact(*point)
        for formula, exact in DISTRIBUTIONS.items()
        for point in POINTS
    }
    values, kept = calculated(tmp_path / "a.xlsx", [*asked], {})
    wrong = [
        (formula, value, exact)
        for (formula, exact), value, is_kept in zip(asked.items(), values, kept)
        if not (is_kept and value is None) and value != pytest.approx(exact, rel=1e-8, abs=1e-300)
    ]
    assert wrong == []
    assert sum(kept) < len(kept) / 4
