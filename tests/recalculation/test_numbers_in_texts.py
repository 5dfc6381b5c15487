"""A spreadsheet converts at most 15 significant digits of a number to a text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.recalculation.books import book, cached
from xl_tourney.recalculation.recalculate import recalc


def test_a_number_in_a_text_has_15_digits(file: Path) -> None:
    """Workbooks that Excel saved have ``…, 51.88, -176.658055555556;`` for such a formula."""
    formulas = {
        "B1": '="at "&A1',
        "B2": '=A1&", "&A2&";"',
        "B3": "=LEN(B1)",
        "B4": '=TEXT(A2,"0.00")&" of "&1/3',
        "B5": '=A3&"!"',
        "B6": '=A4&"!"',
        "B7": '="<"&B2&">"',
    }
    inputs = {"A1": -176.65805555555556, "A2": 0.1 + 0.2, "A3": "0.30000000000000004", "A4": 51.88}
    expected = {
        "B1": "at -176.658055555556",
        "B2": "-176.658055555556, 0.3;",
        "B3": 19 + 1,
        "B4": "0.30 of 0.333333333333333",
        "B5": "0.30000000000000004!",
        "B6": "51.88!",
        "B7": "<-176.658055555556, 0.3;>",
    }
    recalc(book(file, {cell: (formula, "old") for cell, formula in formulas.items()} | inputs))
    found = cached(file)
    assert {cell: found[cell] for cell in formulas} == expected
    assert recalc(file).changed == 0


def test_a_number_in_a_text_has_20_characters(file: Path) -> None:
    """Formulon and CellRune write an exponent where a number needs more, but for its sign."""
    expected = {
        1.2345678901234e-05: "0.000012345678901234",
        -1.23456789012345e-05: "-1.23456789012345E-05",
        1e-05 / 3: "3.33333333333333E-06",
        -1e-15: "-0.000000000000001",
        1e19: "10000000000000000000",
        -1e20: "-1E+20",
        1.23456789012345e23: "1.23456789012345E+23",
    }
    cells = {f"A{row}": number for row, number in enumerate(expected, 1)}
    recalc(book(file, {**cells, **{f"B{n[1:]}": (f'="x"&{n}', "old") for n in cells}}))
    found = cached(file)
    assert [found[f"B{cell[1:]}"] for cell in cells] == [f"x{text}" for text in expected.values()]


def test_each_of_joined_numbers_has_15_digits(file: Path) -> None:
    """Where 17 digits of one touch those of another, the engine's text does not part them."""
    expected = {
        "=A1&A2": "0.3333333333333330.666666666666667",
        "=CONCATENATE(A1,A2)": "0.3333333333333330.666666666666667",
        '=IF(A1<1,A1&A2,"")': "0.3333333333333330.666666666666667",
        "=A5&A4": "-0.3333333333333337",
        "=LEN(A1&A3)": 20,
        "=A3&A4": "0.57",
    }
    cells = {"A1": 1 / 3, "A2": 2 / 3, "A3": 0.5, "A4": 7, "A5": -1 / 3}
    old = {f"B{row}": (formula, "old") for row, formula in enumerate(expected, 1)}
    assert not recalc(book(file, {**cells, **old})).kept
    found = cached(file)
    assert [found[cell] for cell in old] == [*expected.values()]


def test_a_number_beside_an_integer_is_compared_to_15_digits(file: Path) -> None:
    old = {"B1": ("=IF(A1<3,1,2)", 5), "B2": ("=A1=3", False), "B3": ("=IF(A2<3,1,2)", 5)}
    recalc(book(file, {"A1": 2.9999999999999996, "A2": 2.5, **old}))
    found = cached(file)
    assert [found[cell] for cell in old] == [2, True, 1]


def test_digits_are_grouped_as_the_workbook_shows(file: Path) -> None:
    """Excel groups them as the computer does: 8,16,149 in India."""
    formulas = {
        "B1": '="₹"&TEXT(A1,"##,##0")&" Cr"',
        "B2": '=TEXT(A2,"#,##0.00")&A3',
        "B3": '=FIXED(A1,1)&TEXT(A1,"0")',
        "B4": '=LEN(TEXT(A2,"#,##0"))',
    }
    inputs = {"A1": 816149.4, "A2": 12345678.9, "A3": " of 100,000"}
    threes = {"B1": "₹816,149 Cr", "B2": "12,345,678.90 of 100,000", "B3": "816,149.4816149"}
    indian = {"B1": "₹8,16,149 Cr", "B2": "1,23,45,678.90 of 100,000", "B3": "8,16,149.4816149"}
    old = {cell: (formula, "old") for cell, formula in formulas.items()}
    for expected, saved in (threes, "₹815,000 Cr"), (indian, "₹8,15,000 Cr"):
        receipt = recalc(book(file, {**old, **inputs, "B1": (formulas["B1"], saved)}))
        found = cached(file)
        assert {cell: found[cell] for cell in expected} == expected
        named = [note.cell for note in receipt.uncertain]
        assert receipt.kept == []
        assert named == (["Sheet1!B4"] if expected is indian else [])


def test_digit_groups_that_nothing_shows_are_uncertain(file: Path) -> None:
    formulas = {"B1": '=TEXT(A1,"#,##0")', "B2": "=FIXED(A1)", "B3": "=FIXED(A1,0,TRUE)"}
    formulas |= {"B4": '=TEXT(A2,"#,##0")', "B5": '=TEXT(A1,"0.0")', "B6": "=B1"}
    for value in "", "old":
        receipt = recalc(
            book(file, {c: (f, value) for c, f in formulas.items()} | {"A1": 816149, "A2": 99999})
        )
        assert receipt.kept == []
        assert {note.cell for note in receipt.uncertain} == {
            *("Sheet1!B1", "Sheet1!B2", "Sheet1!B6"),
        }
        assert cached(file)["B1"] == "816,149"


def test_a_call_with_another_number_of_arguments_stops_nothing(file: Path) -> None:
    formulas = ("TEXT(A1)", 'TEXT(A1,"#,##0",1)', "FIXED()", "FIXED(A1,0,TRUE,1)")
    cells = {f"B{row}": (f"={formula}", "old") for row, formula in enumerate(formulas, 1)}
    receipt = recalc(book(file, {**cells, "B9": ("=A1+1", "old"), "A1": 816149}))
    assert cached(file)["B9"] == 816150
    named = {note.cell for note in (*receipt.kept, *receipt.errors)}
    assert named == {f"Sheet1!{cell}" for cell in cells}


def test_a_workbook_with_decimal_commas_keeps_them(file: Path) -> None:
    """Where one text of all cells shows it, numbers in texts are those of its country."""
    formulas = {
        "C1": ('=A1&" & "&B1', "Sensor 2,2m & 169,67"),
        "C2": ('="x"&B2', "x51,29"),
        "C3": ('=TEXT(B1,"0,00")', "169,67"),
        "C4": ("=FIXED(B3,2)", "1.234,50"),
        "C5": ("=DOLLAR(B3)", "1.234,50 €"),
        "C6": ('=IFERROR(VALUE(A2),"no")', 1.5),
        "C7": ('=IF(ISNUMBER(FIND(",",B1)),"decimals","whole")', "decimals"),
        "C8": ("=LEFT(B1,4)", "169,"),
        "C9": ("=B1&A1", "old"),
        "C10": ("=B1+B2", 1.0),
    }
    inputs = {"A1": "Sensor 2,2m", "A2": "1,5", "B1": 169.67, "B2": 51.29, "B3": 1234.5}
    receipt = recalc(book(file, {**formulas, **inputs}))
    found = cached(file)
    expected = {cell: value for cell, (_, value) in formulas.items()}
    expected |= {"C9": "169,67Sensor 2,2m", "C10": 169.67 + 51.29}
    assert {cell: found[cell] for cell in formulas} == expected
    reasons = {note.cell.rpartition("!")[2]: note.message for note in receipt.kept}
    assert sorted(reasons) == ["C3", "C4", "C5", "C6", "C7", "C8"]
    assert "decimal commas" in reasons["C8"]
    assert recalc(file).changed == 0


@pytest.mark.parametrize(
    ("formula", "saved"), [('=TEXT(B1/100,"0,0")&"M$"', "12,3M$"), ("=FIXED(B1,2)", "1.234,50")]
)
def test_a_format_with_a_decimal_comma_shows_it(file: Path, formula: str, saved: str) -> None:
    """To engines the comma groups digits: 12M$."""
    receipt = recalc(book(file, {"A1": (formula, saved), "B1": 1234.5}))
    assert cached(file)["A1"] == saved and len(receipt.kept) == 1


def test_a_comma_of_a_name_says_nothing_of_numbers(file: Path) -> None:
    formulas = {"C1": ('=A1&" & "&B1', "old"), "C2": ("=LEFT(A1,2)", "old")}
    receipt = recalc(book(file, {**formulas, "A1": "Sensor 2,2m", "B1": 169.67}))
    assert (receipt.kept, cached(file)["C1"]) == ([], "Sensor 2,2m & 169.67")
