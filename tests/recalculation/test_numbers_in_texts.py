"""A spreadsheet converts at most 15 significant digits of a number to a text."""

from __future__ import annotations

from pathlib import Path

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
