"""Values of each kind go into our functions and come out of every engine as they are."""

from __future__ import annotations

import gc
import weakref

import pytest

from tests.same import same
from xl_tourney.engines.formualizer import ScratchSheet
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
    (first, *_), *_ = evaluate(f"={formula}", engine=engine)
    assert same(first, VALUES[formula]), first


def test_a_scratch_sheet_goes_with_its_workbook() -> None:
    sheet = ScratchSheet({"Data": [[2.0], [3.0]]}.__getitem__)
    assert sheet.evaluate(["SUM(Data!A1:A2)", "Data!A1:A2*2"]) == [5.0, [[4.0], [6.0]]]
    known = weakref.ref(sheet)
    del sheet
    gc.collect()
    assert known() is None
