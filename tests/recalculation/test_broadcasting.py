"""Functions of one value, called for each value of an array: broadcasting."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from tests.recalculation.books import book, cached, emptied
from xl_tourney.recalculation.recalculate import recalc

BROADCAST_FUNCTIONS = {
    "SUM(ABS(A1:A4-B1:B4))": 25,
    "SUM(ABS(Range))": 17,
    "SUMPRODUCT(--(MONTH(C1:C3)=2))": 2,
    "SUM(LEN(E1:E4))": 4,
    "SUM(ROUND(A1:A4*1.4,{0,1}))": -42,
    "SUM(IF(ISNUMBER(D1:D4),1,10))": 31,
    "SUM(--ISERROR(1/A1:A4))": 1,
    'SUM(--ISNUMBER(FIND("c",E1:E3)))': 1,
    "SUM(ABS(ROW(A1:A4)-2))": 4,
    'SUM(--(UPPER(E1:E4)="AC"))': 1,
    "ISERROR(1/ABS(A3))": True,
    "SUM(MOD({5,6,7},2))": 2,
    "SUM(ABS({1,2,3}*{1;2}))": 18,
    "SUM(_xlfn.SWITCH(A1:A4,1,7,0,9,2))": 20,
}
"""Formulas in which a function of one value is called for each of an array, and Excel's values."""


@pytest.mark.parametrize("formula", BROADCAST_FUNCTIONS)
def test_a_function_of_one_value_is_called_for_every_value_of_an_array(
    formula: str, file: Path
) -> None:
    with xlsxwriter.Workbook(file) as book:
        sheet = book.add_worksheet("Sheet1")
        sheet.write_column("A1", [1, -5, 0, -11])
        sheet.write_column("B1", [2, 5, 3, 0])
        sheet.write_column("C1", [45_000 - 30, 45_000 - 31, 45_000])
        sheet.write_column("D1", ["ac", True, None, 1])
        sheet.write_column("E1", ["ac", "b", None, 1])
        book.define_name("Range", "=Sheet1!$A$1:$A$4")
        sheet.write_array_formula("F1:F1", f"{{={formula}}}", None, 0)
    receipt = recalc(file)
    assert (cached(file)["F1"], receipt.kept) == (BROADCAST_FUNCTIONS[formula], [])


WITH_RANGES = {
    "SUMPRODUCT(1/COUNTIF(A1:A4,A1:A4))": 3,
    'SUMPRODUCT((A1:A9<>"")/COUNTIF(A1:A9,A1:A9&""))': 6,
    'SUM(COUNTIF(A1:A9,{"a","b"}))': 4,
    'SUM(COUNTIF(A1:A9,{"a","Team 1"}))': 4,
    "SUMPRODUCT(SUMIF(A1:A9,A1:A4,B1:B9))": 30,
    'SUM(COUNTIFS(A1:A9,{"a","b"},B1:B9,">1"))': 3,
    'SUM(SUMIFS(B1:B9,A1:A9,{"a","b"}))': 14,
    'SUM(AVERAGEIF(A1:A9,{"a","b"},B1:B9))': 6,
    'SUM(_xlfn.MAXIFS(B1:B9,A1:A9,{"a","b"}))': 10,
    "SUMPRODUCT(_xlfn.MAXIFS(B1:B9,A1:A9,A1:A4))": 22,
    "SUMPRODUCT(_xlfn.MINIFS(B1:B9,A1:A9,A1:A4))": 8,
    'SUMPRODUCT(SUMIFS(B1:B9,A1:A9,A1:A4,B1:B9,">"&B1:B4))': 19,
    "SUMPRODUCT(VLOOKUP(A1:A4,A1:B9,2,FALSE))": 8,
    "SUMPRODUCT(MATCH(A1:A4,A1:A9,0))": 8,
    "SUM(LARGE(B1:B9,{1,2,3}))": 24,
    "AVERAGE(SMALL(B1:B9,{1,2,3}))": 2,
    "SUMPRODUCT(LARGE(B1:B9,ROW(A1:A3)))": 24,
    "SUM(QUARTILE(B1:B9,{1,2}))": 8,
}
"""Formulas whose functions take one value of each array, but a range as a whole."""


def best_of(file: Path, formulas: Iterable[str], saved: Any) -> Path:
    with xlsxwriter.Workbook(file) as book:
        sheet = book.add_worksheet("Sheet1")
        for row, value in enumerate(("a", "b", "a", "c", None, 3, "Team 1", "A", 2.5)):
            sheet.write(row, 0, value)
            sheet.write(row, 1, row + 1)
        for row, formula in enumerate(formulas):
            sheet.write_formula(row, 5, f"={formula}", None, saved)
            absolute = re.sub(r"\b([AB])([19])", r"$\1$\2", formula)
            sheet.write_formula(row, 6, f"={absolute}", None, saved)
    return file


def test_a_range_stays_whole_beside_an_array(file: Path) -> None:
    receipt = recalc(best_of(file, WITH_RANGES, 99))
    values = dict(enumerate(WITH_RANGES.values(), 1))
    for column in "FG":
        assert {row: cached(file)[f"{column}{row}"] for row in values} == pytest.approx(values)
    assert receipt.kept == []


@pytest.mark.usefixtures("libreoffice")
def test_libreoffice_finds_the_same(file: Path) -> None:
    recalc(best_of(file, WITH_RANGES, 99), engine="libreoffice")
    values = dict(enumerate(WITH_RANGES.values(), 1))
    assert {row: cached(file)[f"F{row}"] for row in values} == pytest.approx(values)


@pytest.mark.parametrize(
    "formula",
    [
        'SUM(COUNTIF(A1:A9,{"1/2","a"}))',  # which day it is depends on the country
        'COUNT(1/COUNTIF(A1:A9,{"1/2","a"}))',
        'SUM(SUMIF(A1:A9,{"a","b"},B1))',  # SUMIF takes B1:B9
        "SUM(LARGE(B1:B9,{1,TRUE}))",
        'SUM(COUNTIF(A:A,{"<>a","b"}))',  # a million blank rows
        'SUM(IFERROR(COUNTIF(A1:A9,{"1/2","a"}),0))',
    ],
)
def test_of_unusual_criteria_in_an_array_nothing_is_guessed(formula: str, file: Path) -> None:
    receipt = recalc(best_of(file, [formula], 70))
    assert [note.cell for note in receipt.kept] == ["Sheet1!F1", "Sheet1!G1"]
    assert cached(file)["F1"] == cached(file)["G1"] == 70


@pytest.mark.parametrize("formula", ["CODE(A1:A3)", "SWITCH(A1:A3,5,1,2)", "INT(A1:A4)"])
def test_of_truth_values_and_errors_in_an_array_nothing_is_guessed(
    formula: str, file: Path
) -> None:
    with xlsxwriter.Workbook(file) as book:
        sheet = book.add_worksheet("Sheet1")
        sheet.write_column("A1", ["ac", True, "5 May", "=1/0"])
        sheet.write_array_formula("F1:F1", f"{{=SUM(--({formula}))}}", None, 7)
    assert [note.cell for note in recalc(file).kept] == ["Sheet1!F1"]


@pytest.mark.parametrize("formula", ["CONCAT(RIGHT(1/{3,4}))", "COUNT(RIGHT(1/{3,4}))"])
def test_for_no_value_of_an_array_a_known_mistake_is_made(formula: str, file: Path) -> None:
    """Excel takes 15 digits of a third, engines 16."""
    with xlsxwriter.Workbook(file) as book:
        sheet = book.add_worksheet("Sheet1")
        sheet.write_array_formula("F1:F1", f"{{={formula}}}", None, 21)
    assert [note.cell for note in recalc(file).kept] == ["Sheet1!F1"]
    assert cached(file)["F1"] == 21


def test_texts_with_digits_are_compared_letter_by_letter(file: Path) -> None:
    """Their order with letters beyond A to Z is doubtful only where it is these that decide."""
    cells = {"A1": "player 7", "A2": "m 7", "B1": '=A1<"Müller"', "B2": '=A2<"Müller"'}
    receipt = recalc(emptied(book(file, cells)))
    assert [note.cell for note in receipt.uncertain] == ["Sheet1!B2"]
    assert cached(file)["B1"] is False


def test_a_range_that_is_passed_by_a_handle_has_its_calculated_values(file: Path) -> None:
    """Also where an array spills over it, and in cells that depend on each other."""
    with xlsxwriter.Workbook(file) as book:
        sheet = book.add_worksheet("Sheet1")
        sheet.write_column("A1", [1, 2, 3, 4])
        sheet.write_dynamic_array_formula("B1:B4", "{=SORT(A1:A4*2)}", None, 0)
        for row in range(1, 5):
            sheet.write_formula(f"C{row}", f"=SUMPRODUCT(COUNTIF($B$1:$B$4,B{row}:B4))", None, 0)
            formula = f"=SUMPRODUCT(SUMIF($C$1:$C$4,C{row}:C4,$B$1:$B$4))"
            sheet.write_formula(f"D{row}", formula, None, 0)
    recalc(file)
    values = cached(file)
    assert [values[f"C{row}"] for row in range(1, 5)] == [4, 3, 2, 1]
    assert [values[f"D{row}"] for row in range(1, 5)] == [20, 18, 14, 8]
