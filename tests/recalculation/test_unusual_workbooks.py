"""What workbooks of others hold: shown by those that Excel saved for other projects' tests."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.recalculation.books import book, cached, parts, raw
from xl_tourney.grammar.references import cell_reference
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.recalculation.receipt import Receipt


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


def iterating(file: Path, cells: Mapping[str, tuple[str, float]]) -> Path:
    """A workbook with the option for circular references, and formulas with their values."""
    book(file, {cell: (f"={formula}", value) for cell, (formula, value) in cells.items()})
    contents = parts(file)
    workbook = re.sub(rb"<calcPr[^>]*/>", b'<calcPr iterate="1"/>', contents["xl/workbook.xml"])
    with zipfile.ZipFile(file, "w") as package:
        for name, data in (contents | {"xl/workbook.xml": workbook}).items():
            package.writestr(name, data)
    return file


INTEREST = {"A1": ("0.1*(B1+6)", 1.33), "B1": ("A1+6", 8), "C1": ("B1+1", 0)}
"""A circular reference that converges, with values on the way, and a dependent."""


def test_a_circle_that_gives_errors_keeps_its_values(file: Path) -> None:
    """An error never leaves a circle; Excel had found a value."""
    cells = {"A1": ("1/(B1-2)", 0.5), "B1": ("A1+1.5", 2.0), "C1": ("A1+1", 9.0)}
    assert sorted(kept(recalc(iterating(file, cells)))) == ["A1", "B1"]
    assert cached(file) == {"A1": 0.5, "B1": 2, "C1": 1.5}


def test_a_workbook_that_iterates_has_its_circles_calculated(file: Path) -> None:
    assert kept(recalc(iterating(file, INTEREST))) == {}
    assert cached(file) == pytest.approx({"A1": 4 / 3, "B1": 22 / 3, "C1": 25 / 3}, rel=1e-12)
    assert recalc(file).changed == 0


def test_what_a_circle_has_converged_to_in_excel_stays(file: Path) -> None:
    """Excel ends where no value changes by a thousandth any more."""
    saved = {"A1": 1.33333326, "B1": 7.33333326, "C1": 8.33333326}
    cells = {cell: (INTEREST[cell][0], value) for cell, value in saved.items()}
    assert kept(recalc(iterating(file, cells))) == {}
    assert cached(file) == saved


def test_circles_are_calculated_from_the_saved_values(file: Path) -> None:
    """A switch that holds what was there first, as Excel does."""
    holds = {"A1": ("IF(A1=0,99,A1)", 5.0), "B1": ("A1*2", 3.0)}
    assert kept(recalc(iterating(file, holds))) == {}
    assert cached(file) == {"A1": 5, "B1": 10}


def test_circles_are_kept_where_one_finds_no_end(file: Path) -> None:
    counter = {"D1": ("D1+1", 7.0), "E1": ("D1*2", 0.0)}
    assert sorted(kept(recalc(iterating(file, INTEREST | counter)))) == ["A1", "B1", "D1"]
    assert cached(file) == {"A1": 1.33, "B1": 8, "C1": 9, "D1": 7, "E1": 14}


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
