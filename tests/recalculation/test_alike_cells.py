"""Cells that are alike are one question to the second engine; those that are not are their own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from tests.recalculation.books import book, cached, emptied
from xl_tourney.engines import cellrune
from xl_tourney.engines.base import NotCalculated
from xl_tourney.engines.formualizer import engine
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.recalculation.trust import value_check

ROWS = 300
FORMULA = "=ROUND(A{0},TRUE)"
"""It is not proven, for a truth value is no usual number of digits."""
_calculate = cellrune.calculate_formulas


class Asked:
    """The rows of column C that the second engine was asked for; it denies some."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answer: Any = None) -> None:
        self.rows: list[int] = []
        self.answer = answer
        monkeypatch.setattr(cellrune, "calculate_formulas", self.calculate)

    def calculate(
        self,
        sheets: Any,
        inputs: Any,
        cells: Sequence[cellrune.FormulaCell],
        seconds: float,
        **options: bool,
    ) -> list[Any]:
        self.rows += [cell.address.row for cell in cells]
        if self.answer:
            return [self.answer(cell.address.row, cell.expected) for cell in cells]
        return _calculate(sheets, inputs, cells, seconds, **options)


def column(file: Path, formula: str, **others: Any) -> Path:
    """Numbers in A, texts in B, formulas in C; some cells otherwise."""
    cells: dict[str, Any] = {}
    for row in range(1, ROWS + 1):
        cells[f"A{row}"] = row % 90 + 10.5
        cells[f"B{row}"] = f"player {'x' * (row % 7)}"
        cells[f"C{row}"] = formula.format(row)
    return emptied(book(file, cells | others))


def test_few_of_many_cells_are_asked_for(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(monkeypatch)
    receipt = recalc(column(file, FORMULA))
    assert (receipt.kept, receipt.uncertain) == ([], [])
    assert 0 < len(set(asked.rows)) < 40
    assert cached(file)["C77"] == 87.5


def test_what_the_engine_reads_alike_is_asked_once(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: list[int] = []
    answer = value_check.answer

    def count(questions: Sequence[Any], evaluate: Any) -> None:
        counts.append(len(questions))
        answer(questions, evaluate)

    monkeypatch.setattr(value_check, "answer", count)
    recalc(column(file, "=MOD(SUM(A{0}:OFFSET(A{0},2,0)),A{0})"))
    assert 0 < max(counts) < 30
    assert cached(file)["C77"] == 265.5 % 87.5


def test_an_input_of_another_class_is_another_question(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(monkeypatch)
    others = {"A50": "12", "A60": -3, "A70": 0, "A80": True, "A90": 400.5, "A100": 3}
    recalc(column(file, FORMULA, **others))
    assert {50, 60, 70, 80, 90, 100} <= set(asked.rows)


def test_what_is_denied_for_one_is_asked_for_all(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(monkeypatch, lambda row, expected: [[7.0]] if row % 2 else expected)
    receipt = recalc(column(file, FORMULA))
    assert set(asked.rows) == {*range(1, ROWS + 1)}
    assert len(receipt.kept) == ROWS // 2
    assert "C1" not in cached(file) and cached(file)["C2"] == 12.5


def test_what_another_engine_lacks_it_lacks_for_all(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(monkeypatch, lambda row, expected: NotCalculated("it has no such function"))
    receipt = recalc(column(file, FORMULA))
    assert len(set(asked.rows)) < 40
    assert len(receipt.uncertain) == ROWS
    assert {note.message for note in receipt.uncertain} == {
        "no other engine confirms it: it has no such function"
    }


@pytest.mark.slow
def test_a_comparison_that_only_digits_decide_is_found_among_all(file: Path) -> None:
    """0.1+0.2 is 0.3 in a spreadsheet; of 300 comparisons one is such a one."""
    others = {"A150": "=0.1+0.2"}
    column(file, "=IF(A{0}*1=0.3*1,EXP(0),EXP(LN(2)))", **others)
    receipt = recalc(file)
    values = cached(file)
    assert values.get("C150") == 1 or any(note.cell.endswith("C150") for note in receipt.kept)
    assert values["C151"] == pytest.approx(2)


@pytest.mark.slow
@pytest.mark.parametrize("formula", ["IF(ABS(A{0})=0.3,1,2)", "IF(A{0}=$D$1,1,2)"])
def test_conditions_of_digits_are_evaluated_for_each_cell(file: Path, formula: str) -> None:
    """Also where the formula calls the functions of the condition."""
    others = {f"A{row}": row / 7000 for row in range(1, ROWS + 1)}
    column(file, f"={formula}", **others | {"A150": "=0.1+0.2", "D1": 0.3})
    receipt = recalc(file)
    values = cached(file)
    assert values.get("C150") == 1 or any(note.cell.endswith("C150") for note in receipt.kept)
    assert values["C151"] == 2


def test_a_column_of_a_table_and_a_name_are_one_question(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(monkeypatch)
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        formula = "=ROUND(Results[[#This Row],[points]]*Factor,TRUE)"
        columns = [{"header": "points"}, {"header": "rounded", "formula": formula}]
        sheet.add_table(1, 1, ROWS, 2, {"name": "Results", "columns": columns})
        for row in range(2, ROWS + 1):
            sheet.write(row, 1, row % 90 + 10.5)
        sheet.write("B51", -3.5)
        sheet.write("C400", formula)
        sheet.write("F1", 2)
        workbook.define_name("Factor", "=Sheet1!$F$1")
    receipt = recalc(emptied(file))
    assert (receipt.kept, receipt.uncertain) == ([], [])
    assert 51 in asked.rows
    assert 0 < len(set(asked.rows)) < 40
    values = cached(file)
    assert (values["C51"], values["C52"], values["C400"]) == (-7.0, 123.0, "#VALUE!")


def test_parts_of_formulas_of_all_sheets_are_evaluated_together(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each evaluation took as long as all of the workbook: 75 s for one of 33 sheets."""
    with xlsxwriter.Workbook(file) as book:
        for number in range(4):
            sheet = book.add_worksheet()
            sheet.write_row("A1", [number, 3])
            sheet.write_formula("C1", "=IF(ROMAN(A1)=ROMAN(B1),1,0)", None, "")
    evaluate, asked = engine._evaluate_operands, []
    monkeypatch.setattr(
        engine,
        "_evaluate_operands",
        lambda *arguments: asked.append(arguments[-1]) or evaluate(*arguments),
    )
    emptied(file)
    assert recalc(file).kept == []
    assert [len({address.sheet for address, _ in formulas}) for formulas in asked] == [4]
    assert [cached(file, f"Sheet{number}")["C1"] for number in (1, 2, 3, 4)] == [0, 0, 0, 1]
