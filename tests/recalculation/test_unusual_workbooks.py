"""What workbooks of others hold: shown by those that Excel saved for other projects' tests."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.recalculation.books import book, cached, emptied, parts, raw
from xl_tourney.calculation.receipt import Receipt
from xl_tourney.grammar.references import cell_reference
from xl_tourney.recalculation.recalculate import recalc


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


@pytest.mark.parametrize("saved", ["<v>3.02</v>", ""])
def test_precision_as_displayed_keeps_what_it_has(file: Path, saved: str) -> None:
    """Excel rounds each value to its cell's format: 1.005*3 is 3.02, and not 3.015."""
    cells = f"<c r='A1' s='1'><f>1.005*3</f>{saved}</c><c r='B1'><f>A1+1</f>{saved}</c>"
    sheets = "<sheets><sheet name='S' sheetId='1' r:id='rId1'/></sheets>"
    raw(file, f"<row r='1'>{cells}</row>", workbook=f"{sheets}<calcPr fullPrecision='0'/>")
    before = file.read_bytes()
    reasons = kept(recalc(file))
    assert sorted(reasons) == ["A1", "B1"] and "precision as displayed" in reasons["A1"]
    assert file.read_bytes() == before


def iterating(file: Path, cells: Mapping[str, tuple[str, float]], *, sweeps: int = 100) -> Path:
    """A workbook with the option for circular references, and formulas with their values."""
    book(file, {cell: (f"={formula}", value) for cell, (formula, value) in cells.items()})
    contents = parts(file)
    settings = b'<calcPr iterate="1" iterateCount="%d"/>' % sweeps
    workbook = re.sub(rb"<calcPr[^>]*/>", settings, contents["xl/workbook.xml"])
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


LOAN = {
    "A1": ("100000-0.05*B1", 95238.0952382),
    "B1": ("A1", 95238.0952370),
    "C1": ("A1-B1", 0.000001),
    "D1": ("C1*1", 0.00000003),
    "E1": ("C1-0.0000012", 0.0),
    "F1": ("A1/100", 952.380952),
}
"""A circle a sweep before its exact end, with balances near 0 that read it: Excel stops there."""


def test_balances_near_0_stay_where_excel_stops(file: Path) -> None:
    """Each changes by more than all of itself, and by far less than 0.001."""
    receipt = recalc(iterating(file, LOAN))
    assert (receipt.changed, kept(receipt), receipt.uncertain) == (0, {}, [])


def test_of_small_numbers_a_thousandth_is_much(file: Path) -> None:
    """Rates in a circle change by less than 0.001 when an input is edited, and are calculated."""
    rates = {"A1": ("0.04+0.5*B1", 0.0495), "B1": ("A1/2-0.005", 0.0198)}
    receipt = recalc(iterating(file, rates))
    assert cached(file) == pytest.approx({"A1": 0.05, "B1": 0.02}, rel=1e-9)
    assert [note.cell for note in receipt.uncertain] == ["Sheet1!A1", "Sheet1!B1"]


@pytest.mark.parametrize("spoiled", "DEF")
def test_a_circle_of_which_any_value_is_a_fixed_point_is_named_if_one_is_stale(
    file: Path, spoiled: str
) -> None:
    """Balances before and after: each is calculated from the other, so either may be right."""
    saved = {f"{column}1": 30.0 + 5 * number for number, column in enumerate("DEF")}
    formulas = {"D1": "E1-5", "E1": "D1+5", "F1": "E1+5", "G1": "F1*1"}
    values = saved | {"G1": 40.0, f"{spoiled}1": 99.0}
    receipt = recalc(iterating(file, {cell: (formulas[cell], values[cell]) for cell in values}))
    right = saved | {"G1": 40.0}
    changed = {cell for cell, value in cached(file).items() if value != right[cell]}
    assert changed <= {note.cell.partition("!")[2] for note in receipt.uncertain}


def test_a_circle_that_is_a_fixed_point_stays_beside_one_that_is_not(file: Path) -> None:
    other = {"A3": ("A4/3", 1 / 3), "A4": ("1+0*A3", 1.0), "A5": ("A3*3", 1.0)}
    receipt = recalc(iterating(file, INTEREST | other))
    assert [note.cell for note in receipt.uncertain] == ["Sheet1!A1", "Sheet1!B1", "Sheet1!C1"]
    assert {cell: cached(file)[cell] for cell in other} == {"A3": 1 / 3, "A4": 1.0, "A5": 1.0}


def test_circles_are_calculated_from_the_saved_values(file: Path) -> None:
    """A switch that holds what was there first, as Excel does."""
    holds = {"A1": ("IF(A1=0,99,A1)", 5.0), "B1": ("A1*2", 3.0)}
    assert kept(recalc(iterating(file, holds))) == {}
    assert cached(file) == {"A1": 5, "B1": 10}


def test_a_circle_without_an_end_keeps_its_values_and_others_are_calculated(file: Path) -> None:
    counter = {"D1": ("D1+1", 7.0), "E1": ("D1*2", 0.0)}
    assert kept(recalc(iterating(file, INTEREST | counter))) == {"D1": "it refers to itself"}
    interest = {"A1": 4 / 3, "B1": 22 / 3, "C1": 25 / 3}
    assert cached(file) == pytest.approx(interest | {"D1": 7, "E1": 14}, rel=1e-12)


def test_a_text_that_doubles_in_each_sweep_ends_soon(file: Path) -> None:
    """It took all memory: a hundred sweeps make a text of 2^100 characters."""
    assert kept(recalc(iterating(file, {"A1": ("A1&A1", 5.0)}))) == {"A1": "it refers to itself"}
    assert cached(file) == {"A1": 5}


PRODUCT = {"U24": ("U23*U44", 250.0), "U44": ("U24/U$23", 0.25), "U52": ("SUM(U24:U44)", 250.25)}
"""A circle of which any value of U24 is a fixed point."""


@pytest.mark.parametrize(("capital", "expected"), [(1000, 250), (2000, 500)])
def test_values_of_a_circle_that_are_a_fixed_point_stay(
    file: Path, capital: float, expected: float
) -> None:
    """They became 0; where what they depend on is edited they are calculated, and named."""
    cells = {"A23": ("1*1000" if capital == 1000 else "1000*2", 1000.0), "U23": ("A23*1", 1000.0)}
    receipt = recalc(iterating(file, cells | PRODUCT))
    assert kept(receipt) == {}
    uncertain = ["Sheet1!U24", "Sheet1!U44", "Sheet1!U52"] if receipt.changed else []
    assert [note.cell for note in receipt.uncertain] == uncertain
    assert cached(file) == {
        **{"A23": capital, "U23": capital, "U24": expected, "U44": 0.25},
        "U52": expected + 0.25,
    }
    assert receipt.changed == (0 if capital == 1000 else 4)


def test_a_circle_without_values_starts_from_0_and_is_named(file: Path) -> None:
    """It had new values without a word, and Excel may have ended at others."""
    receipt = recalc(emptied(iterating(file, INTEREST | {"D1": ("2*3", 6)})))
    assert {note.cell: note.message for note in receipt.uncertain} == {
        "Sheet1!A1": "it depends on Sheet1!B1, which is uncertain",
        "Sheet1!B1": "it refers to itself and had no value: from another one it may end elsewhere",
        "Sheet1!C1": "it depends on Sheet1!B1, which is uncertain",
    }
    assert cached(file) == pytest.approx(
        {"A1": 4 / 3, "B1": 22 / 3, "C1": 25 / 3, "D1": 6}, rel=1e-12
    )
    assert recalc(file).uncertain == [], "now they are a fixed point"


def test_a_circle_takes_as_many_sweeps_as_the_file_says(file: Path) -> None:
    stale = {"A1": ("0.1*(B1+6)", 9.0), "B1": ("A1+6", 9.0)}
    recalc(iterating(file, stale, sweeps=3))
    assert cached(file) == {"A1": 9, "B1": 9}, "it has not ended after three"
    recalc(iterating(file, stale, sweeps=30))
    assert cached(file) == pytest.approx({"A1": 4 / 3, "B1": 22 / 3}, rel=1e-12)


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
