"""INDIRECT, OFFSET, ADDRESS, CELL, ROW and INDEX as references, wherever their precedents are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from tests.recalculation.books import book, cached, emptied
from xl_tourney.engines import load_engine
from xl_tourney.engines.base import Condition
from xl_tourney.engines.formualizer.engine import evaluate as evaluate_workbook
from xl_tourney.grammar.defined_names import DefinedName, DefinedNames
from xl_tourney.grammar.references import Range
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.evaluate import evaluate
from xl_tourney.recalculation.precedents.formula_precedents import FormulaPrecedents
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.recalculation.recalculation import Recalculation

VALUES: dict[str, Any] = {
    # text in A1 notation, with precedents before and behind, on other sheets, and through names
    'INDIRECT("Z5")': 50,
    'INDIRECT("Data!B2")': 7,
    "INDIRECT(\"'It''s my sheet'!B2\")": 8,
    'SUM(INDIRECT("Data!B:B"))': 42,
    'SUM(INDIRECT("MyName"))': 42,
    'INDIRECT(INDIRECT("Y7"))': 51,
    'INDIRECT("Nope!A1")': "#REF!",
    'IFERROR(INDIRECT("Nope!A1"),"none")': "none",
    'INDIRECT("A"&ROW(Tab[[#This Row],[x]])-1)': "#VALUE!",
    'INDIRECT("Y"&ROW(Data!F5))': 51,
    # R1C1 notation
    'INDIRECT("R5C25",FALSE)': 51,
    'INDIRECT("R5C25",)': 51,
    'SUM(INDIRECT("Data!R2C2:R4C2",0))': 42,
    'SUM(INDIRECT("Data!C2",FALSE))': 42,
    'INDIRECT("R5C[24]",FALSE)': 51,
    'SUM(INDIRECT("MyName",FALSE))': 42,
    # tables
    'SUM(INDIRECT("Tab[x]"))': 3,
    'SUM(INDIRECT("tab"))': 33,
    'INDIRECT("Tab[[#Headers],[x]]")': "x",
    # sizes and distances that are negative, or not whole
    "SUM(OFFSET(Data!B4,0,0,-3,1))": 42,
    "SUM(OFFSET(Data!B4,0,0,-Y6,-1))": 42,
    "SUM(OFFSET(Data!B1,1,0,2.9,1.9))": 21,
    "OFFSET(Data!B1,1.9,0.9)": 7,
    "OFFSET(Data!B3,-1.3,0)": 7,
    "SUM(OFFSET(Data!B1,1,0,0.9,1))": 7,
    "SUM(OFFSET(Data!B4,0,0,-2.9,1))": 35,
    "ROW(Data!B2:D9)": 2,
    "COLUMN(Data!B2:D9)+1": 3,
    "SUM(OFFSET(Data!B1,1,0,0,1))": "#REF!",
    "SUM(OFFSET(Data!B1,1,0,,1))": 7,
    "SUM(OFFSET(MyName,0,0))": 42,
    "SUM(OFFSET(MyName,1,0,2))": 35,
    "SUM(OFFSET(Data!$B$1,1,0,COUNT(Data!B:B),1))": 42,
    "OFFSET(OFFSET(Data!B1,1,0),1,0)": 14,
    "SUM(Grows)": 42,
    "SUM(Grows2)": 42,
    # ADDRESS
    "ADDRESS(2,3)": "$C$2",
    "ADDRESS(2,3,0)": "#VALUE!",
    "ADDRESS(2,3,1,0)": "R2C3",
    "ADDRESS(2,3,4,0)": "R[2]C[3]",
    "ADDRESS(2,3,,0)": "R2C3",
    'ADDRESS(2,3,,,"Data")': "Data!$C$2",
    'ADDRESS(2,3,4,1,"2nd")': "'2nd'!C2",
    'ADDRESS(2,3,1,FALSE,"[Book1]Sheet1")': "'[Book1]Sheet1'!R2C3",
    'INDIRECT(ADDRESS(2,2,1,1,"Data"))': 7,
    # places
    'CELL("address",Y5)': "$Y$5",
    'CELL("row",Data!B3)': 3,
    'CELL("contents",Z5)': 50,
    "SUMPRODUCT(ROW(Data!B2:B4))": 9,
    "SUMPRODUCT(COLUMN(Data!B2:D2))": 9,
    'SUMPRODUCT(ROW(INDIRECT("1:"&Y6)))': 6,
    # INDEX as a reference
    "SUM(Data!B2:INDEX(Data!B2:B9,3))": 42,
    "SUM(Data!B2:OFFSET(Data!B2,2,0))": 42,
}
"""Formulas with Excel's values."""

KEPT = (
    "SUMPRODUCT(SUBTOTAL(9,OFFSET(C1,ROW(C2:C4)-1,0)))",
    'SUMPRODUCT(SUMIF(INDIRECT({"C1","C2"}),">0"))',
    'CELL("format",A1)',
    "ROW(INDEX(C1:C9,3))",
    "CELL(\"address\",'It''s my sheet'!A1)",
)
"""What the engine does not calculate as Excel does."""


@pytest.fixture(scope="module")
def calculated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    file = tmp_path_factory.mktemp("references") / "book.xlsx"
    with xlsxwriter.Workbook(file) as workbook:
        sheet, data = workbook.add_worksheet("Sheet1"), workbook.add_worksheet("Data")
        other = workbook.add_worksheet("It's my sheet")
        for row, formula in enumerate(VALUES):
            sheet.write_formula(row, 0, f"={formula}", None, -1)
        sheet.write("Y5", 51)
        sheet.write_formula("Z5", "=Y5-1", None, -7)
        sheet.write("Y6", 3)
        sheet.write("Y7", "Y5")
        data.write("A1", "title")
        for row in range(1, 4):
            data.write_formula(row, 1, f"=7*{row}", None, -5)
        data.write_row("F1", ["x", "y"])
        data.add_table("F1:G3", {"name": "Tab", "columns": [{"header": "x"}, {"header": "y"}]})
        data.write_column("F2", [1, 2])
        data.write_column("G2", [10, 20])
        other.write_formula("B2", "=4+4", None, -3)
        workbook.define_name("MyName", "=Data!$B$2:$B$4")
        workbook.define_name("Grows", "=OFFSET(Data!$B$2,0,0,COUNT(Data!$B:$B),1)")
        workbook.define_name("Grows2", "=Data!$B$2:INDEX(Data!$B:$B,COUNT(Data!$B:$B)+1)")
    recalc(emptied(file))
    return cached(file)


@pytest.mark.slow
@pytest.mark.parametrize(("row", "formula"), [*enumerate(VALUES, 1)], ids=[*VALUES])
def test_a_reference_is_excels(calculated: Any, row: int, formula: str) -> None:
    assert calculated[f"A{row}"] == VALUES[formula]


@pytest.mark.parametrize("formula", KEPT)
def test_what_the_engine_cannot_make_keeps_its_value(file: Path, formula: str) -> None:
    receipt = recalc(book(file, {"A1": (f"={formula}", 77)}))
    assert [note.cell for note in receipt.kept] == ["Sheet1!A1"]
    assert cached(file) == {"A1": 77}


@pytest.mark.parametrize(
    "formula",
    [
        "SUM(B9:OFFSET(B9,-7,0))",
        "SUM($B$9:B2)",
        "SUM(C2:A9)",
        "SUM(B9:B5:B2)",
        "SUM(B2:(B9))",
        "SUM(Nine:Two)",
        "SUM(Turned)",
        "SUM(INDEX(B:B,9):INDEX(B:B,2))",
        "SUM(OFFSET(B9,0,0):OFFSET(B9,-7,0))",
    ],
)
def test_a_range_may_begin_with_its_last_cell(file: Path, formula: str) -> None:
    """The engine refused the whole workbook for one, and another one read two cells of it."""
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        sheet.write_formula("E1", f"={formula}", None, -1)
        sheet.write_column("B1", range(1, 10))
        workbook.define_name("Nine", "=Sheet1!$B$9")
        workbook.define_name("Two", "=Sheet1!$B$2")
        workbook.define_name("Turned", "=Sheet1!$B$9:$B$2")
    assert recalc(emptied(file)).kept == []
    assert cached(file)["E1"] == 44


def test_each_row_of_a_table_adds_to_the_one_above(file: Path) -> None:
    """It was #REF! 3,800 times in one workbook."""
    formula = '=INDIRECT("A"&ROW(Games[[#This Row],[place]])-1)+1'
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        columns = [{"header": "place"}, {"header": "points"}]
        sheet.add_table("A1:B9", {"name": "Games", "columns": columns})
        sheet.write("A2", 1)
        for row in range(2, 9):
            sheet.write_formula(row, 0, formula, None, 7)
    assert recalc(emptied(file)).kept == []
    got = cached(file)
    assert [got[f"A{row}"] for row in range(2, 10)] == [*range(1, 9)]


N = 40


@pytest.mark.parametrize(
    "formula",
    [
        'INDIRECT("A"&{before})+1',
        'INDIRECT("A"&ROW(Sheet1!$B${row}){step:+})+1',
        "OFFSET(A{row},{step},0)+1",
        "SUM(A{before}:OFFSET(A{row},{step},0))+1",
        "INDIRECT(ADDRESS(ROW(A{row}){step:+},COLUMN(A{row})))+1",
        'INDIRECT("R[{step}]C",FALSE)+1',
        "SUM(A{before}:INDEX(A{before}:A{before},1))+1",
    ],
)
@pytest.mark.parametrize("step", [-1, 1])
def test_chains_are_calculated_in_their_order(file: Path, formula: str, step: int) -> None:
    """Each cell adds one to the cell before it, which stands above it, or below."""
    rows = [*range(1, N + 1)][::-step]
    cells: dict[str, Any] = {
        f"A{row}": ("=" + formula.format(row=row, before=row + step, step=step), -1)
        for row in rows[1:]
    }
    cells |= {f"A{rows[0]}": ("=Z1*1", -1), "Z1": ("=Z2+0", -1), "Z2": 1}
    assert recalc(emptied(book(file, cells))).kept == []
    got = cached(file)
    assert [got[f"A{row}"] for row in rows] == [*range(1, N + 1)]


def test_a_reference_that_is_only_moved_is_no_input(file: Path) -> None:
    """Each cell of B reads the one of C above it, and that of C reads B."""
    cells: dict[str, Any] = {"C1": 1}
    for row in range(2, 9):
        cells[f"B{row}"] = f"=OFFSET(C{row},-1,0)+1", -1
        cells[f"C{row}"] = f"=B{row}*2", -1
    assert recalc(book(file, cells)).kept == []
    assert [cached(file)[f"B{row}"] for row in range(2, 6)] == [2, 5, 11, 23]


def test_a_circle_in_a_branch_that_is_not_taken_is_none(file: Path) -> None:
    cells = {
        "A1": 1,
        "B1": ("=IF(A1=1,5,C1)", -1),
        "C1": ("=IF(A1=1,B1+1,6)", -1),
        "D1": ("=IF(A1=1,E1,6)", 8),
        "E1": ("=IF(A1=1,D1+1,6)", 9),
    }
    assert [note.cell for note in recalc(book(file, cells)).kept] == ["Sheet1!D1", "Sheet1!E1"]
    assert list(cached(file).values()) == [1, 5, 6, 8, 9]


def test_the_place_of_a_reference_may_be_asked_from_inside_of_it(file: Path) -> None:
    cells = {
        "A1": 4,
        "B1": ('=SUMPRODUCT(ROW(INDIRECT("1:"&A1)))', 1),
        "B2": ('=SUMPRODUCT(B1*ROW(INDIRECT(1&":"&3)))', 1),
        "B3": ('=ROWS(INDIRECT("A1:C"&A1))+COLUMNS(INDIRECT("A1:C"&A1))', 1),
        "B4": ('=ROW(INDIRECT("B"&A1&":C9"))', 1),
    }
    assert recalc(book(file, cells)).kept == []
    assert [cached(file)[f"B{row}"] for row in range(1, 5)] == [10, 60, 7, 4]


def test_a_cell_may_ask_where_it_is(file: Path) -> None:
    cells = {
        "B2": ("=ROW(B2)+COLUMN($B$2)", 0),
        "B3": ("=ROWS(B$1:B3)&ROWS(A1:C9)", 0),
        "B4": ('=CELL("address",B4)', 0),
        "B5": ("=SUM(OFFSET(B5,-3,0,1,1),1)", 0),
        "B6": ("=COLUMNS(OFFSET(B6,0,0,1,5))", 0),
        "B7": ("=ADDRESS(ROW(B7),COLUMN(B7),4)", 0),
    }
    assert recalc(emptied(book(file, cells))).kept == []
    assert [*cached(file).values()] == [4, "39", "$B$4", 5, 5, "B7"]


def test_a_formula_by_itself() -> None:
    assert evaluate("ADDRESS(2,3,4,0)").rows == [["R[2]C[3]"]]
    assert evaluate("ROW(A2:A4)*2").rows == [[4], [6], [8]]


@pytest.mark.parametrize(
    ("formula", "is_volatile"),
    [
        ("NOW()", True),
        ('INFO("osversion")', True),
        ('CELL("filename",A1)', True),
        ('CELL("row",A1)', False),
        ('INDIRECT("A1")', False),
        ("OFFSET(A1,0,0)", False),
    ],
)
def test_what_depends_on_the_clock_or_the_machine_is_volatile(
    file: Path, formula: str, is_volatile: bool
) -> None:
    assert recalc(book(file, {"B1": f"={formula}"})).volatile is is_volatile


class Replanning:
    """A workbook of the engine that stops some times, as one with 1,132 formulas of OFFSET did."""

    def __init__(self, stops: int, message: str) -> None:
        self.stops = stops
        self.message = message

    def evaluate_all(self) -> None:
        if self.stops:
            self.stops -= 1
            raise RuntimeError(self.message)


def test_the_engine_is_asked_again_while_references_lead_it_to_new_precedents() -> None:
    message = "#N/IMPL!: dynamic dependency evaluation did not converge after 5 replans"
    workbook: Any = Replanning(3, message)
    evaluate_workbook(workbook)
    assert workbook.stops == 0
    for other in (Replanning(100, message), Replanning(1, "out of memory")):
        with pytest.raises(RuntimeError, match=other.message):
            evaluate_workbook(other)


def test_a_name_that_refers_to_itself_is_not_written_out(file: Path) -> None:
    """INDIRECT of such a name, written out twenty times over whole columns, took 40 seconds."""
    names = DefinedNames(
        [
            DefinedName("Own", 'INDIRECT(PLACE({"x";"y"},$C:$C,Own))'),
            DefinedName("User", "ROW(A1)+Own"),
            DefinedName("Behind", "GBQ(A1:A9,B1:B9,2)"),
        ]
    )
    assert names.inline("SUM(Own,User,Behind)", "S", "A1") == "SUM(Own,User,(GBQ(A1:A9,B1:B9,2)))"


def test_an_array_of_references_is_not_evaluated_for_its_precedents(file: Path) -> None:
    """INDIRECT of a text for each cell of a whole column took a minute, and two gigabytes."""
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        workbook.define_name("Numbers", "=Sheet1!$C:$C")
        sheet.write_formula("A1", "=INDIRECT(LEN(B1)*Numbers)")
        sheet.write_formula("A2", '=INDIRECT("C"&LEN(B1))')
    recalculation = Recalculation(Workbook.open(Package.from_path(file)), load_engine())
    evaluated: list[Condition] = []

    def evaluate_conditions(conditions: Sequence[Condition]) -> list[Any]:
        evaluated.extend(conditions)
        return ["$C$3", 1.0, 1.0]

    precedents = FormulaPrecedents(recalculation._translator, ["Sheet1"], evaluate_conditions)
    (task,) = recalculation._tasks
    found = precedents.find(task, [0, 1])
    assert found[0] is None
    assert found[1] is not None
    assert ("sheet1", Range(3, 3, 3, 3)) in found[1]
    assert len(evaluated) == 3


@pytest.mark.parametrize("count", [90, 300])
def test_names_that_refer_to_names_are_followed_once(file: Path, count: int) -> None:
    """Each of them refers to the next one twice: 2^90 ways lead to the last."""
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet("Sheet1")
        for number in range(count):
            workbook.define_name(f"name_{number}x", f"=name_{number + 1}x+name_{number + 1}x*2")
        workbook.define_name(f"name_{count}x", "=Sheet1!$B$1")
        sheet.write_formula("A1", "=OFFSET(B1,0,0)+name_0x")
    recalculation = Recalculation(Workbook.open(Package.from_path(file)), load_engine())
    precedents = FormulaPrecedents(
        recalculation._translator, ["Sheet1"], lambda _: ["$B$1", 1.0, 1.0]
    )
    (found,) = precedents.find(recalculation._tasks[0], [0]).values()
    if count == 90:
        assert found is not None
        assert {*found} == {("sheet1", Range(1, 2, 1, 2))}
    else:
        assert found is None
