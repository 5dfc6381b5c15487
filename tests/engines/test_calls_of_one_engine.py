"""What one engine lacks or gets wrong, and the other has; what both get wrong is left."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.recalculation.books import book, cached
from xl_tourney.recalculation.recalculate import recalc


def calculated(path: Path, formulas: list[str], cells: Mapping[str, Any]) -> list[Any]:
    """The values of formulas in a workbook that has none; None for those that are left."""
    written = {f"XA{row}": (f"={formula}", "") for row, formula in enumerate(formulas, 1)}
    recalc(book(path, {**cells, **written}))
    found = cached(path)
    return [found.get(address) for address in written]


def test_a_rate_without_a_first_guess_has_all_digits(tmp_path: Path) -> None:
    """Of a workbook that Excel saved: the argument behind the last comma is 0."""
    paid = "{-80000,5000,14000,12000,15000,16000,18000,20000,40000}"
    days = "{45291,45591,45941,46241,46611,46981,47331,47661,48031}"
    (rate,) = calculated(tmp_path / "book.xlsx", [f"XIRR({paid},{days},)"], {})
    assert rate == pytest.approx(0.121744691906556, rel=1e-14)


def test_letters_of_every_alphabet_have_two_cases(tmp_path: Path) -> None:
    cells = {"A1": "ĄÄ Müller", "A2": "ßa", "A3": "76BudGet", "A4": 0, "A5": "Ann\u00a0Lee"}
    formulas = {
        "LOWER(A1)": "ąä müller",
        "UPPER(A1)": "ĄÄ MÜLLER",
        "UPPER(A2)": None,  # no engine knows that ß has no capital
        "PROPER(A3)": None,
        'SUMPRODUCT((UPPER(A1)="ĄÄ MÜLLER")*1)': 1,
        "LEN(-A4)": 1,
        'MATCH(TRIM("Ann\u00a0Lee "),A5,0)': 1,
        "SUMPRODUCT(LEN(LOWER(A1:A3)))": 19,
    }
    assert calculated(tmp_path / "book.xlsx", [*formulas], cells) == [*formulas.values()]


def test_a_rate_of_payments_has_the_digits_that_excel_saves(tmp_path: Path) -> None:
    """The nearest odd number of 2**-24 of the first guess; rates below it have one digit more."""
    rates = (0.3, 0.11, 0.45, 0.02, -0.05, 0.6)
    formulas = [f"XIRR({{-1000,{1000 * (1 + rate)}}},{{40000,40365}})" for rate in rates]
    for rate, value in zip(rates, calculated(tmp_path / "book.xlsx", formulas, {}), strict=True):
        halvings = 24 if rate > 0.1 else 25
        assert value == pytest.approx(rate, abs=0.1001 / 2**halvings)
        assert round(value / 0.1 * 2**halvings) % 2 == 1
        assert value / 0.1 * 2**halvings == pytest.approx(round(value / 0.1 * 2**halvings))


def test_functions_that_one_engine_lacks(tmp_path: Path) -> None:
    """Figures of Excel's documentation and of LibreOffice's documents of functions."""
    formulas: dict[str, Any] = {
        'WEEKDAY("2000-06-14")': 4,
        'HOUR("17:20:00")': 17,
        "NETWORKDAYS.INTL(DATE(2006,1,1),DATE(2006,1,31),1,A9)": 22,
        "_xlfn.FLOOR.MATH(-5.5,2,-1)": -4,
        "_xlfn.CEILING.MATH(24.3,5)": 25,
        "GCD(24,36,60)": 12,
        "NETWORKDAYS.INTL(DATE(2006,1,1),DATE(2006,1,31),1,)": 22,
        "YEARFRAC(DATE(2020,1,1),DATE(2021,7,1),)": 1.5,
        "IFERROR(AGGREGATE(14,6,A3:A5/(A3:A5>2),1),0)": 5,
        "IFERROR(AGGREGATE(14,6,A3:A5/(A3:A5>9),1),0)": 0,
        "SUM(AGGREGATE(15,6,A3:A5,{1,2}))": 5,
        "LOOKUP(4.5,A3:A5,B3:B5)": "y",
        'LOOKUP("c",{"a","b"},{1,2})': 2,
        "LOOKUP(1,A3:A5)": "#N/A",
        "BETADIST(2,8,10,1,3)": pytest.approx(0.685470581, abs=1e-9),
        "BINOMDIST(0,125,0,1)": 1,
        "B(10,1/6,2)": pytest.approx(0.290710049201722),
        'CONVERT(1,"lbm","kg")': pytest.approx(0.45359237),
        'CONVERT(1,"lbm","m")': "#N/A",
        'HYPERLINK("https://example.org",7)': 7,
        'HYPERLINK("https://example.org")': "https://example.org",
        "BAHTTEXT(-2521.25)": "ลบสองพันห้าร้อยยี่สิบเอ็ดบาทยี่สิบห้าสตางค์",
        'COUNT(1,"eight",A3:A5)': 4,
        "SUM(FREQUENCY(A3:A5,{2;4})*{1;10;100})": 111,
        "FREQUENCY(A3:A5,{5;2})": None,  # both engines take bins in their order
        "MMULT({1,2;3,4},{5,6;7,8})": 19,
        "INDEX({1,2;3,4},0,2)": 2,
        "ERROR.TYPE(5)": "#N/A",
    }
    cells = {"A3": 2, "A4": 3, "A5": 5, "B3": "x", "B4": "y", "B5": "z"}
    assert calculated(tmp_path / "book.xlsx", [*formulas], cells) == [*formulas.values()]
