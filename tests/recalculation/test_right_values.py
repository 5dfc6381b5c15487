"""A right value in the file is never replaced; without it the cell is right, or empty and named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
import xlsxwriter

from tests.recalculation.books import cached
from tests.same import same
from xl_tourney.recalculation.recalculate import recalc

NEAR = 1 + 14 * 0.01
"""1.1400000000000001: equal to 1.14 for =, and not for what looks up."""

CELLS: Mapping[str, Any] = {
    **{"A1": 1.14, "A2": 2, "A3": "x", "B1": 10, "B2": 20, "B3": 30},
    **{"C1": ("=1+14*0.01", NEAR), "C2": 1.14, "D1": 0, "D2": 0, "D3": -1, "D4": 10000},
    **{"E1": 1024, "E2": 3, "F1": 0.1, "F2": 0.2, "F3": ("=F1+F2", 0.1 + 0.2), "G1": 6},
    **{"I1": "b", "I2": "12", "J1": 1 / 3, "J2": 2 / 3},
}
"""H1:H3 is blank."""

EXCEL: Mapping[str, Any] = {
    "SINH(2000)": "#NUM!",
    # look-ups compare all bits, in whatever way they are used
    "MATCH(1+14*0.01,{1.14},0)": "#N/A",
    "MATCH(C1,A1:A3,0)": "#N/A",
    "INDEX(B1:B3,MATCH(C1,A1:A3,0))": "#N/A",
    "IFERROR(MATCH(C1,A1:A3,0),0)": 0,
    "ISNUMBER(MATCH(C1,A1:A3,0))": False,
    "MATCH(1,A1:A2/C1,0)": "#N/A",
    "MATCH(A1,C1:C2,0)": 2,
    "MATCH(0.3,F1:F3)": 2,
    "VLOOKUP(C1,A1:B3,2,FALSE)": "#N/A",
    "VLOOKUP(C1,A1:B3,2,)": "#N/A",
    'IFERROR(VLOOKUP(C1,A1:B3,2,0),"none")': "none",
    "HLOOKUP(C1,A1:B3,3,FALSE)": "#N/A",
    'XLOOKUP(C1,A1:A3,B1:B3,"none")': "none",
    "XLOOKUP(C1,A1:A3,B1:B3,,0)": "#N/A",
    "XLOOKUP(C1,A1:A3,B1:B3,,0,-1)": "#N/A",
    "XMATCH(C1,A1:A3)": "#N/A",
    "RANK(0.3,F1:F3)": "#N/A",
    # an error of a call is one also where another function hides it
    "D1^D2": "#NUM!",
    "IFERROR(D1^D2,7)": 7,
    'IF(ISERROR(D1^D2),"n/a",1)': "n/a",
    "IFERROR((D1-D2)^(B1-10),7)": 7,
    "SUMPRODUCT({0,1}^0)": "#NUM!",
    "IFERROR(SUMPRODUCT(D1:D2^D1),7)": 7,
    "IFERROR(POWER(D1,D2),7)": 7,
    "ISNUMBER(0^0)": False,
    "ERROR.TYPE(0^0)": 6,
    'IFERROR(DATE(9999,13,1),"never")': "never",
    'IFERROR(DATE(D4,1,1),"never")': "never",
    "ISERROR(DATE(D3,1,1))": True,
    'IFERROR(EDATE(DATE(9999,12,1),1),"never")': "never",
    'IFERROR(EOMONTH(DATE(9999,12,1),1),"never")': "never",
    'IFERROR(WORKDAY(DATE(9999,12,31),1),"never")': "never",
    "TIME(-1,0,0)": "#NUM!",
    'IFERROR(TIME(D3,0,0),"too early")': "too early",
    "IFERROR(TIME(32768,0,0),7)": 7,
    "MOD(2^60,3)": "#NUM!",
    "IFERROR(MOD(E1^6,E2),7)": 7,
    # blank cells, but not blank cells of a range
    "GCD(H1,H2)": "#VALUE!",
    "GCD(G1,H1)": 6,
    "GCD(H1)": "#VALUE!",
    "LCM(H1,H2,H3)": "#VALUE!",
    'IFERROR(GCD(H1,H2),"blank")': "blank",
    "VALUE(H1)": 0,
    "GCD(H1:H3,G1)": 6,
    "LCM(H1:H3)": 0,
    # a digit in a text is no number, what stands behind ~ is looked for, and SUMPRODUCT multiplies
    # ranges of one size
    'VLOOKUP("15",B1:B3,1,TRUE)': "#N/A",
    "HLOOKUP(12,I1:I2,2)": "#N/A",
    'IFERROR(VLOOKUP(I2,B1:B3,1),"none")': "none",
    'SEARCH("~5","1.25")': 4,
    'PROPER(J1&"cy")': "0.333333333333333Cy",
    "PROPER(A2&A3)": "2X",
    "PROPER(E1&I1&D1)": "1024B0",
    "MATCH(1,I1:I2,-1)": "#N/A",
    "SUMPRODUCT(A1:B1,B1:B2)": "#VALUE!",
    "IFERROR(SUMPRODUCT(B1:B3,B1:B2),7)": 7,
    # a number in a text has 15 digits, whatever stands beside it or reads it
    "J1&J2": "0.3333333333333330.666666666666667",
    "CONCATENATE(J1,J2)": "0.3333333333333330.666666666666667",
    "CONCAT(J1:J2)": "0.3333333333333330.666666666666667",
    'J1&""&5': "0.3333333333333335",
    'LEN(J1&" m")': 19,
    'COUNTIF(J1:J2,">="&J1)': 2,
    'IF(J2&""="0.666666666666667",1,2)': 1,
    'SUBSTITUTE(J1&"x",3,"a")': "0.aaaaaaaaaaaaaaax",
    # at the bounds of a distribution rounding decides
    "CRITBINOM(10,0.5,0.623046875)": 5,
    "BINOM.INV(10,0.5,0.623046875)": 5,
    # a blank cell is 0 to what it is looked for in, which has no blank ones: an issue of
    # formualizer has Excel's values (github.com/PSU3D0/formualizer/pull/438)
    "MATCH(H1,D1:D4,0)": 1,
    "MATCH(H1,H2:H3,0)": "#N/A",
    "MATCH(0,H1:H3,0)": "#N/A",
    # what an engine of ours does not know is hidden by no IFERROR
    'IFERROR(RATE("38.5",35,-250,0),7)': 0.1390668,
    # a blank payment counts for none: there is a day more
    "XNPV(0.1,H1:H2,A1:A2)": "#NUM!",
    # what is right for small numbers
    "POISSON(10000,10000,TRUE)": 0.5026595812,
    "POISSON.DIST(30000,30000,TRUE)": 0.501535523,
    "IFERROR(BINOM.DIST(-1E-10,10,0.5,TRUE),7)": 7,
    "BINOM.DIST(-0.0000000001,10,0.5,TRUE)": "#NUM!",
    "NEGBINOM.DIST(-0.0000000001,10,0.5,TRUE)": "#NUM!",
    # a number beyond the largest one is an error, in another cell, too
    **{
        f"IFERROR({call},7)": 7
        for call in (
            *("SINH(D4)", "1/COSH(D4)", "SUMSQ(1E200)", "PRODUCT(1E200,1E200)", "DEGREES(1E308)"),
            *("VAR(1E200,-1E200)", "STDEV.S(1E200,-1E200)", "FV(0.5,5000,1)", "PMT(1E200,3,1)"),
            "1/T1",
        )
    },
    "ISERROR(SINH(D4))": True,
}
"""Formulas with the values that Excel gives."""

DIFFERING: Mapping[str, Any] = {
    "COUNTIF(A1:A3,C1)": 1,
    'COUNTIF(F1:F3,">0.3")': 0,
    "COUNTIFS(F1:F3,0.3)": 1,
    "SUMIF(F1:F3,0.3,B1:B3)": 30,
    "SUMIFS(B1:B3,F1:F3,0.3)": 30,
    "AVERAGEIF(F1:F3,0.3,B1:B3)": 30,
}
"""Formulas about nearly equal numbers, with values of some programs; others give others."""

USUAL: Mapping[str, Any] = {
    "VLOOKUP(A2,A:B,2,FALSE)": 20,
    "VLOOKUP(A1,A1:B3,2,)": 10,
    "XLOOKUP(C2,A:A,B:B,,0)": 10,
    "RANK(B2,B1:B3)": 2,
    "COUNTIF(A:A,2)": 1,
    'SUMIFS(B:B,A:A,">1",A:A,"<2")': 10,
    "B1^A2": 100,
    "MOD(COUNT(A:A),A2)": 0,
    "FV(0.01,10,,-100)": 110.46221254112,
    "TIME(6,30,)": 0.270833333333333,
    "EDATE(45000,A2)": 45061,
    "COMBIN(B1,A2)": 45,
    "POISSON(A2,3,TRUE)": 0.423190081126844,
    "NORM.DIST(1500,1400,100,TRUE)": 0.841344746068543,
    "BINOM.DIST(3,B1,0.5,TRUE)": 0.171875,
    "STDEV(B1:B3)*SINH(A2)": 36.2686040784702,
    "VAR.P(B:B)": 66.6666666666667,
    # an error among the arguments decides
    "LOOKUP(A1,A1:B3,#REF!)": "#REF!",
    "(LOOKUP(A1,A1:B3,#REF!))": "#REF!",
    "IFERROR(LOOKUP(A1,A1:B3,#REF!),7)": 7,
    # a text that is the same number in every country
    'CHOOSE("2",B1,B2)': 20,
    "ROWS(INDEX((A1:A3,B1:B2),0,0,1))": 3,
    "XLOOKUP(2,A:A,CHOOSE({1,2},B:B,A:A))": 20,
}
"""Calls of the same functions that all programs calculate alike."""

FORMULAS = {**EXCEL, **DIFFERING, **USUAL}

Recalculated = tuple[Any, Mapping[str, Any]]


@pytest.fixture(scope="module")
def recalculated(tmp_path_factory: pytest.TempPathFactory) -> Mapping[bool, Recalculated]:
    """The receipt, and the values, of the formulas with Excel's values, and of those without."""
    found = {}
    for is_saved in (True, False):
        path = tmp_path_factory.mktemp("values") / "book.xlsx"
        with xlsxwriter.Workbook(path, {"use_future_functions": True}) as book:
            sheet = book.add_worksheet("Sheet1")
            for cell, content in CELLS.items():
                if isinstance(content, tuple):
                    sheet.write_formula(cell, content[0], None, content[1])
                else:
                    sheet.write(cell, content)
            for row, (formula, value) in enumerate(FORMULAS.items()):
                sheet.write_formula(row, 19, f"={formula}", None, value if is_saved else "")
        found[is_saved] = recalc(path), cached(path)
    return found


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_right_value_stays(formula: str, recalculated: Mapping[bool, Recalculated]) -> None:
    _, values = recalculated[True]
    assert same(values[_cell(formula)], FORMULAS[formula])


@pytest.mark.parametrize("formula", FORMULAS)
def test_without_it_the_cell_is_right_or_empty_and_named(
    formula: str, recalculated: Mapping[bool, Recalculated]
) -> None:
    receipt, values = recalculated[False]
    cell = _cell(formula)
    if cell in values:
        assert same(values[cell], FORMULAS[formula])
    else:
        assert f"Sheet1!{cell}" in {note.cell for note in receipt.kept}


@pytest.mark.parametrize("formula", USUAL)
def test_what_nobody_doubts_is_filled(
    formula: str, recalculated: Mapping[bool, Recalculated]
) -> None:
    assert _cell(formula) in recalculated[False][1]


def _cell(formula: str) -> str:
    return f"T{[*FORMULAS].index(formula) + 1}"
