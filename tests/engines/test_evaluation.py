"""Parts of formulas have the values that the engine gives them, in all cells at once."""

from __future__ import annotations

from functools import partial
from typing import Any

import formualizer
import pytest

from xl_tourney.catalogue.cells import ErrorValue
from xl_tourney.engines.base import values_agree
from xl_tourney.engines.conditions.columns import Block, SheetValues, Used
from xl_tourney.engines.conditions.evaluation import Evaluation, Places, UnknownError
from xl_tourney.engines.formualizer.values import read_range, value_from_engine
from xl_tourney.grammar.parser import parse
from xl_tourney.grammar.references import CellAddress
from xl_tourney.grammar.shapes import at_places, relative_formula

VALUES = [3.0, 0.5, -2.0, 1 / 3, None, True, False, "a b", "", "É", "AB", ErrorValue("#N/A")]
VALUES += [1e300, 0.0]
ROWS = [(one, other) for one in VALUES for other in (VALUES[0], 2.0, None, "aB", VALUES[-3])]
FORMULAS = [
    *("A1+B1", "A1-B1", "A1*1.1", "A1/B1", "-A1", "A1%", "(A1+1)*2", "A1&B1", "A1^2"),
    *("A1=B1", "A1<>B1", "A1<B1", "A1>B1", "A1<=B1", "A1>=B1", "A1=$A$1", "A1>B$2"),
    *("IF(A1>B1,A1,B1)", "IF(A1,1,2)", "IF(A1>0,B1)", "IFERROR(A1/B1,0)", "IFNA(A1,B1)"),
    *("ISNUMBER(A1)", "ISTEXT(A1)", "ISBLANK(A1)", "ISERROR(A1)", "ISNA(A1)", "ISLOGICAL(A1)"),
    *("NOT(A1)", "ABS(A1)", "INT(A1)", "LEN(A1)", "ROUND(A1,B1)", "MOD(A1,B1)", "ROW()+COLUMN()"),
    *("LEFT(A1,B1)", "RIGHT(A1&B1)", "MID(A1,1,B1)", 'FIND("b",A1)', "SEARCH(B1,A1)", "TRIM(A1)"),
    *("YEAR(A1+40000)", "MONTH(A1+60)", "DAY(A1*1E6)", "WEEKDAY(A1+99)", "WEEKDAY(A1+B1*99,2)"),
    *("MATCH(A1,$A$1:$A$9,0)", "MATCH(B1,A$1:A$20,0)"),
    *("AND(A1>0,B1>0)", "OR(A1>0,B1>0)", "COUNT(A1:B1)", "COUNTA(A1:B3)"),
    *("INDEX($A$1:$B$9,2,1)", "INDEX($A$1:$B$9,2,B1)"),
    *("ROWS(A1:B3)", "COLUMNS(A1:B3)", "COUNT(A$1:A1)", "COUNT((A1:A3)*2)", "COUNT((A1:A3)*B1)"),
]


@pytest.fixture(scope="module")
def workbook() -> formualizer.Workbook:
    workbook = formualizer.Workbook()
    sheet = workbook.sheet("Data")
    for row, values in enumerate(ROWS, 1):
        for column, value in enumerate(values, 1):
            if isinstance(value, ErrorValue):
                sheet.set_formula(row, column, "=NA()")
            elif value is not None:
                sheet.set_value(row, column, value)
    return workbook


def by_engine(workbook: formualizer.Workbook, evaluation: Evaluation, formula: str) -> list[Any]:
    origin, rows, columns = evaluation.places
    sheet = workbook.sheet("Data")
    texts = at_places(relative_formula(formula, origin.row, origin.column), rows, columns)
    for row, text in zip(rows, texts):
        sheet.set_formula(row, origin.column, f"={text}")
    workbook.evaluate_all()
    return [value_from_engine(workbook.get_value("Data", row, origin.column)) for row in rows]


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_part_has_the_values_of_the_engine(workbook: Any, formula: str) -> None:
    used = Used("Data", len(ROWS), lambda: 2)
    values = SheetValues(partial(read_range, workbook), lambda _: used, date1904=False)
    rows = range(1, len(ROWS) + 1)
    origin = CellAddress("Data", 1, 9)
    evaluation = Evaluation(values, Places(origin, rows, [9] * len(rows)), {})
    expected = by_engine(workbook, evaluation, formula)
    found = []
    for row in rows:  # a value that is not known here makes a column unknown
        single = Evaluation(values, Places(origin, [row], [9]), {})
        try:
            found += single.values(parse(formula).root)
        except UnknownError:
            found.append(expected[row - 1])
    differ = [
        (ROWS[row], one, other)
        for row, (one, other) in enumerate(zip(found, expected))
        if not values_agree(one, other)
    ]
    assert not differ
    try:
        together = evaluation.values(parse(formula).root)
    except UnknownError:
        return
    assert [type(one) for one in together] == [type(one) for one in found]
    assert Block not in {*map(type, together)}


def test_what_is_not_calculated_here_is_named(workbook: Any) -> None:
    used = Used("Data", len(ROWS), lambda: 2)
    values = SheetValues(partial(read_range, workbook), lambda _: used)
    evaluation = Evaluation(values, Places(CellAddress("Data", 1, 9), [1], [9]), {})
    with pytest.raises(UnknownError) as unknown:
        evaluation.values(parse("IF(ROMAN(A1)=BASE(B1,2),1,2)+A1").root)
    assert [node.text for node in unknown.value.nodes] == ["ROMAN(A1)", "BASE(B1,2)"]
    with pytest.raises(UnknownError):  # dates may be counted from 1904
        evaluation.values(parse("MONTH(A1+60)").root)
