"""What workbooks of others hold: shown by those that Excel saved for other projects' tests."""

from __future__ import annotations

import zipfile
from pathlib import Path

from tests.recalc.books import book, cached, parts, raw
from xl_tourney.grammar.references import cell_reference
from xl_tourney.recalc.recalculate import recalc
from xl_tourney.recalc.receipt import Receipt


def kept(receipt: Receipt) -> dict[str, str]:
    return {note.cell.rpartition("!")[2]: note.message for note in receipt.kept}


def test_an_array_that_fills_whole_rows_keeps_its_values(file: Path) -> None:
    names = [cell_reference(1, column) for column in range(2, 16_385)]
    blank = "".join(f'<c r="{name}"><v>0</v></c>' for name in names)
    array = '<f t="array" ref="A1:XFD1">3:3</f><v>7</v>'
    rows = f'<row r="1"><c r="A1">{array}</c>{blank}</row>'
    raw(file, f'{rows}<row r="3"><c r="A3"><v>7</v></c></row>')
    before = file.read_bytes()
    assert [note.message for note in recalc(file).kept] == ["it fills whole rows"]
    assert file.read_bytes() == before


def test_a_workbook_that_iterates_keeps_its_circles(file: Path) -> None:
    circle = '<c r="A1"><f>0.1*(B1+6)</f><v>1.33</v></c><c r="B1"><f>A1+6</f><v>7.33</v></c>'
    raw(file, f'<row r="1">{circle}<c r="C1"><f>B1+1</f><v>0</v></c></row>')
    book = parts(file)
    sheets = book["xl/workbook.xml"].replace(b"</workbook>", b'<calcPr iterate="1"/></workbook>')
    with zipfile.ZipFile(file, "w") as package:
        for name, data in (book | {"xl/workbook.xml": sheets}).items():
            package.writestr(name, data)
    assert sorted(kept(recalc(file))) == ["A1", "B1"]
    assert cached(file) == {"A1": 1.33, "B1": 7.33, "C1": 8.33}


def test_other_workbooks_by_name(file: Path) -> None:
    formulas = {"A1": ("=SUM('[other.xlsx]Sheet0'!A1:B1)", 30), "A2": ("=A1+1", 0)}
    receipt = recalc(book(file, formulas))
    assert kept(receipt) == {
        "A1": "it takes data from another workbook ('[other.xlsx]Sheet0'!A1:B1)"
    }
    assert cached(file)["A2"] == 31


def test_a_lookup_in_what_is_not_sorted_is_left_alone(file: Path) -> None:
    cells = {"A1": "Apples", "A2": "Oranges", "A3": "Bananas", "A4": "Lemons"}
    formulas = {"B1": ('=VLOOKUP("Apples",A1:A4,1,TRUE)', "Apples")}
    recalc(book(file, cells | formulas))
    assert cached(file)["B1"] == "Apples"
