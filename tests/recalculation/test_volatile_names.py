"""Defined names by which a formula depends on the clock, and on which cells it depends."""

from __future__ import annotations

import pytest
import xlsxwriter

from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.verification.suite import find_volatile_cells

NAMES = {
    "Later": "Today+Data!$A$2",
    "Today": "TODAY()",
    "Data!Own": "Data!$B$3",
    "Both": "Data!Own+Later",
    "One": "Other+Data!$C$1",
    "Other": "ONE",
    "Clock": "Data!$A$1",
}
FORMULAS = {
    "LATER+1": True,
    "A1+D4": False,
    "Data!A1+D4": True,
    "Today": True,
    "Data!Own": False,
    "Both+Data!Own": True,
    "One": False,
    "Clock": True,
    "Unknown": False,
    '"Today"': False,
    'CELL("row",A1)': False,
    'CELL("FileName",A1)': True,
    'CELL("row")': True,
    "CELL(B2,A1)": True,
    "CELL(1,A1)": True,
}


@pytest.fixture(scope="module")
def volatile(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The volatile cells of a page with these formulas, by reference."""
    path = tmp_path_factory.mktemp("names") / "book.xlsx"
    with xlsxwriter.Workbook(path) as book:
        book.add_worksheet("Data").write_formula("A1", "=NOW()")
        page = book.add_worksheet("Page")
        for name, formula in NAMES.items():
            book.define_name(name, f"={formula}")
        for row, formula in enumerate(FORMULAS):
            page.write_formula(row, 25, f"={formula}", None, 0)
    return {str(cell) for cell in find_volatile_cells(Workbook.open(Package.from_path(path)))}


@pytest.mark.parametrize("formula", FORMULAS)
def test_what_a_formula_depends_on_by_its_names(formula: str, volatile: set[str]) -> None:
    """Names that name each other, as One and Other, are followed until nothing new comes."""
    row = [*FORMULAS].index(formula) + 1
    assert (f"Page!Z{row}" in volatile) is FORMULAS[formula]
