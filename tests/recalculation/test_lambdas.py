"""LET, LAMBDA and named functions are calculated where values can stand for the bound names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.recalculation.books import book, cached
from xl_tourney.grammar.rewriting import apply_lambdas
from xl_tourney.recalculation.recalculate import recalc

NAMES = {
    "Twice": "=_xlfn.LAMBDA(_xlpm.x,_xlpm.x*2)",
    "Four.Times": "=_xlfn.LAMBDA(_xlpm.x,Twice(Twice(_xlpm.x)))",
    "Over": "=_xlfn.LAMBDA(_xlpm.x,_xlpm.y,_xlpm.x/_xlpm.y)",
    "Rate": "=Sheet1!$A$2",
    "By.Rate": "=_xlfn.LAMBDA(_xlpm.x,_xlpm.x*Rate)",
    "Endless": "=_xlfn.LAMBDA(_xlpm.x,IF(_xlpm.x>9,_xlpm.x,Endless(_xlpm.x+1)))",
    "Ping": "=_xlfn.LAMBDA(_xlpm.x,Pong(_xlpm.x))",
    "Pong": "=_xlfn.LAMBDA(_xlpm.x,Ping(_xlpm.x))",
    "Optional": "=_xlfn.LAMBDA(_xlpm.x,_xlpm.y,IF(_xlfn.ISOMITTED(_xlpm.y),_xlpm.x,_xlpm.y))",
    "Here": "=_xlfn.LAMBDA(_xlpm.x,_xlpm.x+Sheet1!A1)",
}
CELLS = {"A1": 3, "A2": 5, "A3": "text"}


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("_xlfn.LET(_xlpm.a,A1+1,_xlpm.b,_xlpm.a*2,_xlpm.a&_xlpm.b)", "48"),
        ("_xlfn.LET(_xlpm.a,A1,_xlfn.LET(_xlpm.a,_xlpm.a+1,_xlpm.a)*_xlpm.a)", 12),
        ("_xlfn.LET(_xlpm.f,_xlfn.LAMBDA(_xlpm.n,_xlpm.n*A2),_xlpm.f(A1)-_xlpm.f(1))", 10),
        ("_xlfn.MAP(A1,$A$2,_xlfn.LAMBDA(_xlpm.a,_xlpm.b,_xlpm.b-_xlpm.a))", 2),
        ("_xlfn.MAP(OFFSET(A2,-1,0),_xlfn.LAMBDA(_xlpm.a,_xlpm.a+1))", 4),
        ("Four.Times(A1)", 12),
        ("Over(A2,Twice(A1-1))", 1.25),
        ("By.Rate(A1)", 15),
        ("_xlfn.LET(_xlpm.x,A2,_xlpm.y,A1,Over(_xlpm.y,_xlpm.x))", 0.6),
    ],
)
def test_values_stand_for_bound_names(file: Path, formula: str, value: object) -> None:
    receipt = recalc(book(file, CELLS | {"B1": (f"={formula}", "stale")}, NAMES))
    assert (receipt.kept, cached(file)["B1"]) == ([], value)


@pytest.mark.parametrize(
    "formula",
    ["Endless(A1)", "Ping(A1)", "Optional(A1)", "Optional(A1,)", "Here(A1)", "NoSuch(A1)"],
)
def test_a_function_that_cannot_be_written_out_keeps_its_value(file: Path, formula: str) -> None:
    receipt = recalc(book(file, CELLS | {"B1": (f"={formula}", 77)}, NAMES))
    assert ([note.cell for note in receipt.kept], cached(file)["B1"]) == (["Sheet1!B1"], 77)


@pytest.mark.parametrize(
    "formula",
    [
        "_xlfn.LET(_xlpm.a,RAND(),_xlpm.a-_xlpm.a)",
        "_xlfn.MAP(A1:A2,_xlfn.LAMBDA(_xlpm.a,_xlpm.a+1))",
        "_xlfn.MAP(A1,_xlfn.LAMBDA(_xlpm.a,_xlfn.SEQUENCE(_xlpm.a)))",
        "_xlfn.LET(_xlpm.f,_xlfn.LAMBDA(_xlpm.a,_xlpm.a+1),_xlfn.BYROW(A1:A2,_xlpm.f))",
    ],
)
def test_what_would_mean_something_else_stays_as_it_is(formula: str) -> None:
    assert apply_lambdas(formula) == formula


def test_arguments_do_not_take_the_names_of_parameters() -> None:
    swap = {"MINUS": "_xlfn.LAMBDA(_xlpm.a,_xlpm.b,_xlpm.a-_xlpm.b)"}
    formula = "_xlfn.LET(_xlpm.b,A1,_xlpm.a,A2,MINUS(_xlpm.b,_xlpm.a))"
    assert apply_lambdas(formula, swap) == "((A1-A2))"


def test_a_name_that_no_branch_needs_is_not_calculated(file: Path) -> None:
    later = "_xlfn.LET(_xlpm.all,SUM(C1:C9),IF(A1=3,A{row}+1,_xlpm.all))"
    cells = {f"C{row}": (f"={later.format(row=row)}", -1) for row in (1, 2)}
    assert recalc(book(file, CELLS | cells)).kept == []
    assert [cached(file)[cell] for cell in cells] == [4, 6]
