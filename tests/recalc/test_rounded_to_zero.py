"""Where the last operation of a formula leaves next to nothing, a spreadsheet gives 0."""

from __future__ import annotations

from pathlib import Path

from tests.recalc.books import book, cached
from xl_tourney.recalc.recalculate import recalc


def test_the_rest_of_a_difference_is_zero(file: Path) -> None:
    """As in workbooks that Excel saved: 0.5-0.4-0.1, but not in brackets or as an argument."""
    formulas = {
        "A1": "=0.5-0.4-0.1",
        "A2": "=(0.5-0.4-0.1)",
        "A3": "=1*(0.5-0.4-0.1)",
        "A4": "=B1-B2",
        "A5": "=A4*10^16",
        "A6": "=B1-B3",
        "A7": "=SUM(B1-B2)",
        "A8": "=IF(A4=0,1,2)",
    }
    numbers = {"B1": 16777214.9999945, "B2": 16777214.99999451, "B3": 16777214.99999455}
    rest = numbers["B1"] - numbers["B2"]
    assert rest
    assert abs(rest) < 2**-26 <= abs(numbers["B1"] - numbers["B3"])
    for start in (1, 7):
        recalc(book(file, {**{k: (f, start) for k, f in formulas.items()}, **numbers}))
        found = cached(file)
        assert [found[f"A{row}"] for row in (1, 4, 5, 8)] == [0, 0, 0, 1]
        assert found["A2"] == found["A3"] == 0.5 - 0.4 - 0.1 != 0
        assert found["A6"] == numbers["B1"] - numbers["B3"] != 0
        assert found["A7"] == rest


def test_what_depends_on_such_a_zero_has_it(file: Path) -> None:
    recalc(
        book(
            file,
            {f"A{row}": ("=0.5-0.4-0.1", 0) for row in range(1, 4)} | {"B1": ("=SUM(A1:A3)", 1)},
        )
    )
    assert cached(file) == {"A1": 0, "A2": 0, "A3": 0, "B1": 0}


def test_a_saved_rest_of_rounding_stays(file: Path) -> None:
    """As in workbooks that Excel saved: the last balance of a loan, a value at its own rate."""
    saved = {"A1": -2.8421709430404007e-12, "A2": -3.066370308414974e-11, "A3": 7.0}
    formulas = {"A1": "=B1+B2", "A2": "=NPV(B3,B4:G4)", "A3": "=B1+C1"}
    numbers = {"B1": 436.8935077251601, "B2": -436.8935077251972, "C1": -436.0}
    flows = {"B3": -0.6737366751808405, "B4": -400, **dict.fromkeys(("C4", "D4", "E4"), 1)}
    flows |= {"F4": 1, "G4": 1}
    values = {cell: (formula, saved[cell]) for cell, formula in formulas.items()}
    recalc(book(file, {**values, **numbers, **flows}))
    found = cached(file)
    assert (found["A1"], found["A2"]) == (saved["A1"], saved["A2"])
    assert found["A3"] == numbers["B1"] + numbers["C1"]
