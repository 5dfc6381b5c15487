"""A block to the last column is read as far as the workbook has columns, with the same value."""

from __future__ import annotations

import pytest

from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook, last_column
from xl_tourney.recalculation.engine_input.excel_calls import ExcelCalls
from xl_tourney.recalculation.engine_input.facts import Facts
from xl_tourney.recalculation.recalculate import recalc

from . import books

WRITTEN = {
    "SUM(B1:XFD1048576)": "SUM(B1:GU1048576)",
    "SUM($B$1:$XFD$9,Other!A2:XFD7,1)": "SUM($B$1:$GU$9,Other!A2:GU7,1)",
    "MAX(B:XFD)": "MAX(B:GU)",
    "SUBTOTAL(9,'Its XFD'!B1:XFD9)": "SUBTOTAL(9,'Its XFD'!B1:GU9)",
    "SUM(ZZ1:XFD9)": "SUM(ZZ1:ZZ9)",  # blank: one column is enough
    "MEDIAN(April:June!B1:XFD9)": "MEDIAN(April:June!B1:GU9)",
    "2*SUM(B1:XFD9)+ROWS(B1:XFD9)": "2*SUM(B1:GU9)+ROWS(B1:XFD9)",
    'CONCAT("b1:xfd9",b1:xfd9)': 'CONCAT("b1:xfd9",b1:GU9)',
    "SUM(B1:XFC9)": "SUM(B1:GU9)",
    "SUM(B1:ZZ9)": "SUM(B1:ZZ9)",  # quick as it is
    'COUNTIF(B:XFD,"")*2': '(COUNTIF(B:GU,"")+16967008256*COUNTIF($XFD$1048576,""))*2',
    'SUMIF(B1:XFD9,">1")': 'SUMIF(B1:GU9,">1")',
    'SUMIF(B1:XFD9,">1",A1:XFC9)': 'SUMIF(B1:XFD9,">1",A1:XFC9)',
    'SUMIFS(B1:XFD9,B2:XFD10,">1",B3:XFD11,C1)': 'SUMIFS(B1:GU9,B2:GU10,">1",B3:GU11,C1)',
    'TEXTJOIN(",",TRUE,B1:XFD9)': 'TEXTJOIN(",",TRUE,B1:GU9)',
    'TEXTJOIN(",",FALSE,B1:XFD9)': 'TEXTJOIN(",",FALSE,B1:XFD9)',
    'TEXTJOIN(",",A1,B1:XFD9)': 'TEXTJOIN(",",A1,B1:XFD9)',
    "NPV(0.1,B1:XFD9)": "NPV(0.1,B1:GU9)",
    "COLUMNS(B1:XFD9)": "COLUMNS(B1:XFD9)",
    "SUMPRODUCT(B1:XFD9,B1:XFD9)": "SUMPRODUCT(B1:XFD9,B1:XFD9)",
    'SUM(INDIRECT("B1:XFD9"))': 'SUM(INDIRECT("B1:XFD9"))',
}


@pytest.mark.parametrize("formula", WRITTEN)
def test_only_what_passes_over_blank_cells_reads_fewer(formula) -> None:
    facts = Facts()
    facts.used_columns = 3
    assert ExcelCalls(facts=facts).write(formula, "Sheet1", None, False) == WRITTEN[formula]


def test_without_known_columns_nothing_is_cut() -> None:
    assert ExcelCalls().write("SUM(B1:XFD9)", "Sheet1", None, False) == "SUM(B1:XFD9)"


def test_a_value_far_away_counts(tmp_path) -> None:
    """The engine read 100,000 rows of 16,383 columns for it, one cell after the other."""
    rows = (
        '<row r="1"><c r="A1"><f>SUM(B1:XFD1048576)</f><v>0</v></c>'
        '<c r="B1"><v>1</v></c></row><row r="100000"><c r="C100000"><v>5</v></c></row>'
    )
    path = books.raw(tmp_path / "far.xlsx", rows)
    assert Workbook.open(Package.from_path(path)).used_columns == 3
    assert recalc(path).changed == 1
    assert books.cached(path) == {"A1": 6, "B1": 1, "C100000": 5}


def test_a_cell_that_does_not_say_where_it_is_may_be_anywhere() -> None:
    assert last_column(b'<row><c r="B1"/><c/></row>') == 16384
    assert last_column(b'<cols><col min="1"/></cols><row><x:c s="2" r="AA1"/></row>') == 27
    assert last_column(b"<row/>") == 0


@pytest.mark.parametrize(
    "formula",
    [
        *("SUM(Far)", 'SUM(INDIRECT("B1:XFD1048576"))', "SUM(OFFSET(B1,0,0,1048576,16383))"),
        *('TEXTJOIN(",",FALSE,B1:XFD1048576)', "SUMPRODUCT(B:XFD,B:XFD)", "SUM(B:XFD*1)"),
        *('COUNTIF(B:XFD,">3")', "COUNTIF(Far,5)"),
    ],
)
def test_what_would_take_the_engine_minutes_is_named_at_once(tmp_path, formula) -> None:
    cells = {"A1": (f"={formula}", 7), "ZZ100000": 5}
    path = books.book(tmp_path / "far.xlsx", cells, names={"Far": "Sheet1!$B$1:$XFD$1048576"})
    (kept,) = recalc(path).kept
    assert kept.message == "it reads too many cells one by one, blank ones among them"


def test_what_looks_at_few_of_them_is_calculated(tmp_path) -> None:
    cells = {"C100000": 5, "A1": ("=VLOOKUP(5,C:XFD,1,0)+ROWS(Far)+INDEX(Far,1,1)", 7)}
    path = books.book(tmp_path / "far.xlsx", cells, names={"Far": "Sheet1!$B$1:$XFD$1048576"})
    assert recalc(path).changed == 1
