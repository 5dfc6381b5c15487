"""One formula by itself has the value that a recalculation gives its cell, or the doubt is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from xl_tourney.recalculation.evaluate import evaluate
from xl_tourney.recalculation.recalculate import recalc

from . import books

SAME = [
    "(0.1+0.2)=0.3",
    "1.1-1=0.1",
    "0.1+0.2-0.3=0",
    "INT(0.1*3*10)",
    "ROUND(2.675,2)",
    "-2^2",
    "MOD(-7,3)",
    '"1"+1',
    "1/0",
    'TEXT(0.5,"0%")',
    "DDB(1000,1,10,3)",
    "TAPL({7,6,5,4,4,4,5})",
]
DOUBTED = ["XLOOKUP(2,{1,2},{5,6})", "FILTER({1,2,3},{1,0,1})", "VDB(1000,1,10,0,1)"]


def test_eval_gives_what_recalc_writes(tmp_path: Path) -> None:
    cells = {f"A{row}": f"={formula}" for row, formula in enumerate(SAME, 1)}
    book = books.book(tmp_path / "book.xlsx", cells)
    assert not recalc(book).kept
    written = books.cached(book)
    for cell, formula in cells.items():
        value = evaluate(formula)
        assert (value.rows, value.doubt) == ([[written[cell]]], ""), formula
    assert written["A1"] is True


@pytest.mark.parametrize("formula", DOUBTED)
def test_eval_says_what_it_doubts(formula: str, run) -> None:
    code, out, err = run("eval", formula)
    assert code == 0 and out
    assert err.startswith("The value is not certain: ") and err.count("\n") == 1


def test_eval_writes_younger_functions_as_files_do() -> None:
    assert evaluate("SEQUENCE(3)") == ([[1], [2], [3]], "")
