"""Which cells may spill is read from what stands beside and below them: no array is missed."""

from __future__ import annotations

import random

import formualizer
import pytest

from xl_tourney.engines.formualizer.engine import _may_spill, _spill
from xl_tourney.grammar.references import CellAddress

FORMULAS = (
    *("A1", "SUM(A1:A4)", "INDEX(A1:A4,0)", "INDEX(A1:B4,2,0)", "A4:A6", "A1:B1"),
    *("TRANSPOSE(A1:A4)", '{"";1}', "FILTER(A1:A4,A1:A4=7)", "FILTER(A1:A4,A1:A4>99)", "1/0"),
)


@pytest.mark.parametrize("seed", range(8))
def test_no_array_is_missed(seed: int) -> None:
    chance = random.Random(seed)
    workbook = formualizer.Workbook()
    sheet = workbook.sheet("S")
    for row, value in ((1, 1.0), (2, ""), (4, 7.0)):
        sheet.set_value(row, 1, value)
    cells = []
    for _ in range(chance.randint(5, 60)):
        row, column = chance.randint(1, 30), chance.randint(4, 9)
        workbook.set_formula("S", row, column, f"={chance.choice(FORMULAS)}")
        cells.append(CellAddress("S", row, column))
    workbook.evaluate_all()
    spilling = {cell for cell in cells if _spill(workbook, cell)}
    assert spilling <= {*_may_spill(workbook, cells)}


def test_few_of_a_column_are_asked() -> None:
    workbook = formualizer.Workbook()
    cells = [CellAddress("S", row, 3) for row in range(1, 50)]
    workbook.sheet("S")
    for cell in cells:
        workbook.set_formula(*cell, "=1+1" if cell.row != 30 else "={1,2}")
    workbook.evaluate_all()
    assert [*_may_spill(workbook, cells)] == [cells[29]]
