"""What plain Python makes of a formula is what the engine makes of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.same import same
from xl_tourney.calculation import calculator
from xl_tourney.calculation.evaluator import Evaluator, NotKnownError
from xl_tourney.grammar.function_names import normalize_calls
from xl_tourney.grammar.references import Range

CELLS: list[list[Any]] = [
    ["Ann", 3, 2.5, None, True],
    ["bob", 5, 2.5, "", False],
    ["Nan", 4, -1.0, "7", "#N/A"],
    ["ann", 0.1 + 0.2, 0.3, " a  b ", 0],
]

FORMULAS = """
S!B1+S!C1*2-S!B2/4 | S!B1:B3*2 | S!B1:B3&S!A1:A3 | -S!B1^2 | 5% | S!A1&S!B1&S!D1&S!C1&S!E1
S!B1/0 | S!D1+1 | S!A1+1 | S!D3*2 | S!E1+1 | S!E3+1 | 1E3 | (S!B1-S!B2)*(S!C1+1)
S!A1=S!A4 | S!D1="" | S!D1=0 | S!D1=S!D2 | S!A1>S!B1 | S!E1>S!A1 | S!B1:B4>=3 | S!D1=S!E2
S!A1<>"x" | S!C3<S!D1 | S!E1=1 | S!E3=1 | {1,2;3,4} | {1,2}+{10;20} | "a""b"
ABS(S!C3) | AND(S!B1:B3) | AND(S!B1>2,S!E2) | OR(S!B1>9,S!E1) | OR(S!E2,S!A1="ANN") | NOT(S!B1>2)
AND(S!A1) | COLUMNS(S!A1:C1) | ROWS(S!A1:A3) | COUNT(S!A1:E4) | COUNTA(S!A1:E4) | COUNT(1,S!A1)
COUNTIF(S!B1:B4,">3") | COUNTIF(S!A1:A4,"ANN") | COUNTIF(S!D1:D4,"") | COUNTIF(S!A1:A4,S!A2)
COUNTIF(S!A1:A4,"nan") | S!A3+1 | (-8)^0.5
COUNTIFS(S!A1:A4,"<>Ann",S!B1:B4,"<"&S!B2) | COUNTIF(S!B1:B4,3) | COUNTIF(S!B1:B4,S!C4)
COUNTIF(S!B1:B4,"<>4") | COUNTIF(S!D1:D3,"<>") | SUMIFS(S!B1:B4,S!A1:A4,"ann",S!C1:C4,">0.2")
SUMIFS(S!B1:B4,S!A1:A4,"nobody") | SUMIFS(S!B1:B4,S!C1:C4,2.5) | EXP(1) | SQRT(S!B3) | SQRT(S!C3)
IF(S!B1>2,"yes","no") | IF(S!B1>2,S!D1,1) | IF(S!B1>9,1) | IF(S!B1:B3>3,S!A1:A3,"") | IF(S!E3,1,2)
IFERROR(S!B1/0,"none") | IFERROR(S!B1,"none") | ISERROR(S!E3) | ISERROR(S!E2) | ISNUMBER(S!B1)
ISNUMBER(S!D1) | ISNUMBER(S!E1) | INDEX(S!A1:C3,2,3) | INDEX(S!A1:C1,2) | INDEX(S!B1:B4,3)
INDEX(S!A1:C3,0,2) | INDEX(S!A1:C3,2,0) | INDEX(S!A1:C3,9,1) | SUM(INDEX(S!A1:C4,0,2)) | INT(S!C3/2)
LARGE(S!B1:B4,2) | SMALL(S!B1:B4,1) | LARGE(S!B1:B4,9) | LEFT(S!A1) | LEFT(S!A1,2) | RIGHT(S!A2)
RIGHT(S!A2,2) | MID("+-=?",S!B1,1) | MID(S!A1,2,9) | LEN(S!A1) | LEN(S!B1) | LOWER(S!A1)
UPPER(S!A2) | MATCH("NAN",S!A1:A4,0) | MATCH(5,S!B1:B4,0) | MATCH("x",S!A1:A4,0)
MATCH(S!C4,S!B1:B4,0) | MAX(S!B1:B4,S!C1) | MIN(S!A1:E2) | MAX(S!D1:D2) | MAX((S!B1:B4>3)*S!C1:C4)
MOD(-7,3) | MOD(7,-3)
MOD(1,0) | N(S!B1) | N(S!A1) | N(S!E1) | N(INDEX(S!B1:B4,2)) | ROUND(2.675,2) | ROUND(-2.5,0)
ROUND(1234.5,-2) | SIGN(S!C3) | SUBSTITUTE("a-b-c","-","+") | SUM(S!A1:C4)
SUM(S!B1:B4,"3",TRUE) | SUM(S!E3) | SUMPRODUCT(S!B1:B4,S!C1:C4)
SUMPRODUCT((S!A1:A4="ann")*S!B1:B4)
SUMPRODUCT(--(S!B1:B4>3)) | TRIM(S!D4) | VALUE(S!D3) | VALUE(S!A1) | S!D1 | S!B2:B3 | S!D1:D2
AVERAGE(S!B1:B4) | CHOOSE(2,S!A1,S!B1) | EVEN(3) | EXACT("a","A") | FIND("n",S!A1) | FIND("x",S!A1)
ISERR(S!B1/0) | ISLOGICAL(S!E2) | ISNA(S!B1/0) | ISNA(NA()) | ISODD(3) | ISTEXT(S!A1) | ISTEXT(S!B1)
MEDIAN(S!B1:B4) | MODE(1,2,2) | MODE(1,2) | ROW(S!B3) | COLUMN(S!B3)
ROUNDUP(2.31,1) | ROUNDUP(-2.31,1)
ROUNDDOWN(2.39,1) | TRUNC(-2.7) | MATCH(2.5,{1,2,3}) | MATCH(2.5,{3,2,1},-1)
SUMIF(S!A1:A4,"ann",S!B1:B4)
COUNTIF(S!A1:A4,"a*") | COUNTIF(S!A1:A4,"?*") | COUNTIF(S!A1:A4,"a~*") | ISNUMBER(VALUE("12w"))
TP_PERCENT(S!B1,S!C1) | GAMES_BEHIND(S!B1:B3,S!C1:C3,,0)
"""


def read(sheet: str, range_: Range) -> list[list[Any]]:
    return [row[range_.left - 1 : range_.right] for row in CELLS[range_.top - 1 : range_.bottom]]


def whole(sheet: str, left: int, right: int) -> list[list[Any]]:
    return [row[left - 1 : right] for row in CELLS]


def test_the_engine_agrees_about_every_function() -> None:
    formulas = [text.strip() for text in FORMULAS.replace("\n", " | ").split(" | ") if text.strip()]
    values = calculator().scratch(whole).evaluate(list(map(normalize_calls, formulas)))
    evaluate = Evaluator(read).evaluate
    wrong = {
        f: (value, evaluate(f))
        for f, value in zip(formulas, values)
        if not same(evaluate(f), value)
    }
    assert wrong == {}
    assert len(formulas) > 120


def test_it_does_as_excel_where_the_engine_does_not() -> None:
    evaluate = Evaluator(read).evaluate
    assert evaluate("S!B4=S!C4") is True  # 0.1+0.2=0.3
    assert evaluate("S!B1:B2+S!B1:B3") == [[6.0], [10.0], ["#N/A"]]
    assert evaluate("ROUND(S!B1:B3/2,0)") == [[2.0], [3.0], [2.0]]


FILLED_DOWN = {
    "SUM(B$1:B1)": "SUM(S!B1:B{})",
    "SUM(B1:B$4)": "SUM(S!B{}:B4)",
    "SUM($B$1:$C$2)+B1": "SUM(S!B1:C2)+S!B{}",
    'COUNTIF($A$1:$A1,"<>"&A1)': 'COUNTIF(S!A1:A{0},"<>"&S!A{0})',
    "IF(B1>4,ROW(B1),ROW(B$3))": "IF(S!B{0}>4,{0}*1,3*1)",
}


def test_a_formula_filled_down_is_that_of_its_row() -> None:
    """Whether the rows come one after the other, or only one of them."""
    one_by_one = Evaluator(read)
    for first, in_row in FILLED_DOWN.items():
        for at in range(4):
            expected = Evaluator(read).evaluate(in_row.format(at + 1))
            assert one_by_one.evaluate(first, "S", at) == expected
            assert Evaluator(read).evaluate(first, "S", at) == expected


@pytest.mark.parametrize(
    "formula",
    [
        "VLOOKUP(1,S!A1:B2,2)",
        "SUM(A1:A2)",
        "SUM(S!A:A)",
        "Name+1",
        "SUM((",
        "SQRT()",
        "[1]S!A1",
        "LAMBDA(x,x)(1)",
        '"5%"+1',
        "+".join(["1"] * 5000),
    ],
)
def test_what_it_does_not_know_it_says(formula: str) -> None:
    with pytest.raises(NotKnownError):
        Evaluator(read).evaluate(formula)
