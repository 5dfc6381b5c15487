"""The functions of the third engine, by judges: Excel, its documentation, LibreOffice, SciPy."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.recalculation.books import book, cached
from xl_tourney.engines.base import Mistake
from xl_tourney.engines.mistakes import FORMUALIZER
from xl_tourney.engines.supplied import SUPPLIED
from xl_tourney.recalculation.recalculate import recalc


def calculated(path: Path, formulas: list[str], cells: Mapping[str, Any]) -> list[Any]:
    """The values of formulas in a workbook that has none; None for those that are left."""
    written = {f"XA{row}": (f"={formula}", "") for row, formula in enumerate(formulas, 1)}
    recalc(book(path, {**cells, **written}))
    found = cached(path)
    return [found.get(address) for address in written]


MENDED = [mistake for mistake in FORMUALIZER if mistake.function in SUPPLIED]


@pytest.mark.parametrize("mistake", MENDED, ids=lambda mistake: mistake.formula)
def test_a_mistake_of_both_engines_is_mended(tmp_path: Path, mistake: Mistake) -> None:
    (value,) = calculated(tmp_path / "book.xlsx", [mistake.formula], mistake.cells)
    if isinstance(mistake.excel_value, float):
        assert value == pytest.approx(mistake.excel_value, rel=1e-6)
    else:
        assert value == mistake.excel_value


@pytest.mark.parametrize("order", [0, 1, 2, 5, 10, 40])
def test_a_bessel_function_is_scipys(order: int) -> None:
    from scipy.special import iv

    for x in (-7.0, 1e-3, 0.5, 1.9, 5.0, 10.0, 15.0, 25.0, 60.0, 300.0):
        value = SUPPLIED["BESSELI"].call(x, float(order))
        assert math.isclose(value, float(iv(order, x)), rel_tol=1e-11), x


def test_letters_of_every_alphabet_have_two_cases(tmp_path: Path) -> None:
    cells = {"A1": "ĄÄ Müller", "A2": "straße", "A3": "76BudGet", "A4": 0}
    formulas = {
        "LOWER(A1)": "ąä müller",
        "UPPER(A1)": "ĄÄ MÜLLER",
        "UPPER(A2)": "STRAßE",
        "PROPER(A3)": "76Budget",
        'SUMPRODUCT((UPPER(A1:A2)="ĄÄ MÜLLER")*1)': 1,
        "LEN(-A4)": 1,
        "SUMPRODUCT(LEN(UPPER(A1:A3)))": 23,
    }
    assert calculated(tmp_path / "book.xlsx", [*formulas], cells) == [*formulas.values()]


def test_what_is_not_known_is_left_and_not_hidden(tmp_path: Path) -> None:
    """1.5 is a number in some countries only."""
    formulas = ['IFERROR(BESSELI("1.5",1),7)', 'IFERROR(BESSELI("x",1),7)']
    assert calculated(tmp_path / "book.xlsx", formulas, {}) == [None, 7]


def test_errors_of_supplied_functions_are_written(tmp_path: Path) -> None:
    formulas = {
        'BESSELI("x",1)': "#VALUE!",
        "BESSELI(1,-1)": "#NUM!",
        "MINVERSE({1,1;1,1})": "#NUM!",
    }
    assert calculated(tmp_path / "book.xlsx", [*formulas], {}) == [*formulas.values()]
