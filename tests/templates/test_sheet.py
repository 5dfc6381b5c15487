"""Texts stay texts; a column's formula is written once and finds its cells in every row."""

from __future__ import annotations

import pytest
from openpyxl.worksheet.formula import ArrayFormula

from xl_tourney.errors import OptionError
from xl_tourney.templates.parts.table import Column, Table, name_cells, write
from xl_tourney.templates.parts.workbook import StandingsWorkbook


@pytest.fixture
def workbook():
    made = StandingsWorkbook("addin")
    made.create_sheet("Sheet")
    made.create_sheet("Other sheet")
    return made


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "'quoted", "=cmd|' /C calc'!A0"])
def test_a_text_stays_a_text(workbook, text) -> None:
    cell = workbook["Sheet"]["A1"]
    write(cell, text)
    assert (cell.value, cell.data_type, cell.quotePrefix) == (text, "s", True)


def test_an_ordinary_text_has_no_mark_of_its_own(workbook) -> None:
    cell = workbook["Sheet"]["A1"]
    write(cell, "Ann")
    assert not cell.quotePrefix


def test_a_control_character_is_refused(workbook) -> None:
    with pytest.raises(OptionError, match="control character"):
        write(workbook["Sheet"]["A1"], "a\x01b")


@pytest.mark.parametrize(("cells", "place"), [("E12", "$E$12"), ("A5:Q13", "$A$5:$Q$13")])
def test_named_cells(workbook, cells, place) -> None:
    name_cells(workbook, "Places", workbook["Other sheet"], cells)
    assert workbook.defined_names["Places"].attr_text == f"'Other sheet'!{place}"


COLUMNS = [
    Column("a", "A"),
    Column("b", "B", "={row[a]}+{before[b]}"),
    Column(
        "c",
        "C",
        "=SUM({upto[a]},{other.heads[x:y]},{other[x]},{other.row[y]},{one[a:b]},{row[a:b]})",
    ),
    Column("d", "D", "=GBQ({one[a]},{one[b]},Places)", array=True),
]


def test_a_formula_names_its_cells_by_column(workbook) -> None:
    one = Table(workbook["Sheet"], 5, COLUMNS, 3)
    other = Table(workbook["Other sheet"], 2, [Column("x", "X"), Column("y", "Y")], 4, left=3)
    one.write({"one": one, "other": other}, [{"a": 1}, {"a": 2}])
    sheet = workbook["Sheet"]
    assert [sheet[cell].value for cell in ("A5", "A6", "A7", "A8")] == ["A", 1, 2, None]
    assert [sheet[cell].value for cell in ("B6", "B8")] == ["=$A6+$B$5:$B5", "=$A8+$B$5:$B7"]
    other_sheet = "'Other sheet'!$C$2:$D$2,'Other sheet'!$C$3:$C$6,'Other sheet'!$D4"
    assert sheet["C7"].value == f"=SUM($A$6:$A7,{other_sheet},$A$6:$B$8,$A7:$B7)"


def test_an_array_formula_fills_its_column_once(workbook) -> None:
    one = Table(workbook["Sheet"], 5, COLUMNS[:1] + COLUMNS[3:] + COLUMNS[1:2], 3)
    one.write({"one": one}, [])
    sheet = workbook["Sheet"]
    assert isinstance(sheet["B6"].value, ArrayFormula)
    assert (sheet["B6"].value.ref, sheet["B6"].value.text) == (
        "B6:B8",
        "=GBQ($A$6:$A$8,$C$6:$C$8,Places)",
    )
    assert [sheet["B7"].value, sheet["B8"].value] == [None, None]


def test_only_inputs_can_be_typed_into(workbook) -> None:
    one = Table(workbook["Sheet"], 5, COLUMNS[:2], 1)
    one.write({"one": one}, [])
    sheet = workbook["Sheet"]
    assert [sheet[cell].protection.locked for cell in ("A5", "A6", "B6")] == [True, False, True]


def test_an_array_formula_fills_each_block_of_rows(workbook) -> None:
    score = Column("score", "Score")
    points = Column("points", "Points", "=MATCHPOINT({block[score]},{other.block[score]})", True)
    other = Table(workbook["Other sheet"], 1, [score], 4, block=2)
    board = Table(workbook["Sheet"], 5, [score, points], 4, block=2)
    board.write({"other": other}, [])
    arrays = [workbook["Sheet"][cell].value for cell in ("B6", "B8")]
    assert [(array.ref, array.text) for array in arrays] == [
        ("B6:B7", "=MATCHPOINT($A6:$A7,'Other sheet'!$A2:$A3)"),
        ("B8:B9", "=MATCHPOINT($A8:$A9,'Other sheet'!$A4:$A5)"),
    ]


def test_a_formula_is_moved_down_but_not_what_stands_in_quotes(workbook) -> None:
    """A sheet may be named like a cell, and a text may look like one."""
    there = Table(workbook.create_sheet("Group $A2"), 1, [Column("won", "Won")], 3)
    text = '={there.row[won]}&"$B2 100%"&{row[own]}&SUM({there[won]})'
    here = Table(workbook.active, 1, [Column("own", "Own"), Column("label", "Label", text)], 3)
    here.write({"there": there, "here": here}, ())
    assert [workbook.active[f"B{row}"].value for row in (2, 4)] == [
        f"='Group $A2'!$A{row}&\"$B2 100%\"&$A{row}&SUM('Group $A2'!$A$2:$A$4)" for row in (2, 4)
    ]
