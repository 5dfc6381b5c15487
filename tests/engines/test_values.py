"""Values of each kind go into our functions and come out of every engine as they are."""

from __future__ import annotations

import gc
import weakref

import pytest

from tests.same import same
from xl_tourney.engines.formualizer.workbook import ScratchSheet
from xl_tourney.recalculation.evaluate import evaluate

VALUES = {
    "1/8": 0.125,
    "-(2)": -2.0,
    '"a"&"b"': "ab",
    "1=1": True,
    "1=2": False,
    "1/0": "#DIV/0!",
    "NA()": "#N/A",
    "SQRT(-1)": "#NUM!",
    "TP_PERCENT(30,3)": 50.0,
    "TP_PERCENT(30,NA())": "#N/A",
    "TP_PERCENT(1/0,3)": "#DIV/0!",
    'TP_PERCENT("many",3)': "#VALUE!",
    "TP_PERCENT(TRUE,3)": "#VALUE!",
    "TP_PERCENT(-1,3)": -5 / 3,
    "INDEX(GBQ({55;5},{3;3},9),1)": "#NUM!",
    "TP_PERCENT(0,0)": "",
    "SUM(TP_PERCENT({30;45},{3;3}))": 125.0,
    'IFERROR(TP_PERCENT("many",3),"none")': "none",
    'DECIDED_BY({3;2},{"wins"})': "wins",
    "SUM(PLACE({-3;-2},-1))": 3.0,
}


@pytest.mark.parametrize(
    "engine", ["formualizer", pytest.param("formulas", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("formula", VALUES)
def test_a_value_of_each_kind(formula: str, engine: str) -> None:
    (first, *_), *_ = evaluate(f"={formula}", engine=engine).rows
    assert same(first, VALUES[formula]), first


def test_a_scratch_sheet_goes_with_its_workbook() -> None:
    sheet = ScratchSheet(lambda sheet, left, right: [[2.0], [3.0]])
    assert sheet.evaluate(["SUM(Data!A1:A2)", "Data!A1:A2*2"]) == [5.0, [[4.0], [6.0]]]
    known = weakref.ref(sheet)
    del sheet
    gc.collect(1)
    assert known() is None


def test_a_scratch_sheet_loads_the_columns_that_a_formula_refers_to() -> None:
    asked: list[tuple[str, int, int]] = []

    def load(sheet: str, left: int, right: int) -> list[list[float]]:
        asked.append((sheet, left, right))
        return [
            [float(row * column) for column in range(left, min(right, 4) + 1)] for row in (1, 2)
        ]

    sheet = ScratchSheet(load)
    assert sheet.evaluate(["SUM(Data!B1:C2)", "Data!C2"]) == [15.0, 6.0]
    assert asked == [("Data", 2, 3)]
    assert sheet.evaluate(["SUM(OFFSET(Data!A1,0,3,2,1))"]) == [12.0]
    assert asked[1:] == [("Data", 1, 16_384)]
    assert sheet.evaluate(["SUM(Data!A1:D1)"]) == [10.0]
    assert len(asked) == 2
