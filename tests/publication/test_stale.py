"""Stale and broken values of every template: the first never reach a page, the others are found.

That a page with an error is refused, and nothing is written, is in ``test_publish``.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from openpyxl import Workbook as OpenpyxlWorkbook
from openpyxl.cell import Cell

from tests.publication.samples import SMALLEST, report_of_sample
from xl_tourney.events.report import read_report
from xl_tourney.events.standings.table import StandingsTable
from xl_tourney.events.values import calculate
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.recalculation import Recalculation


def spoil(package: Package, table: StandingsTable, cell: Cell, old: bytes, new: bytes) -> Package:
    """Change part of a cell in the XML of its sheet, as no spreadsheet program would."""
    sheets = Workbook.open(package).worksheets
    part = next(sheet.part for sheet in sheets if sheet.name == table.sheet)
    pattern = rb'(<c r="%s"[^>]*>.*?)%s' % (cell.coordinate.encode(), old)
    changed, count = re.subn(pattern, rb"\g<1>" + new, package.read(part), count=1, flags=re.S)
    assert count == 1
    return Package(package.with_parts({part: changed}), package.name)


@pytest.mark.slow
@pytest.mark.parametrize("template", SMALLEST)
def test_a_stale_name_is_mended_and_an_error_is_found(template, tmp_path) -> None:
    right = report_of_sample(template, SMALLEST[template])
    table = right.tables[0]
    name = table.cells[0][table.row_header_column]
    figure = table.cells[1][table.leading_columns[-1]]
    package = spoil(right.event.package, table, name, b"<v>[^<]*</v>", b"<v>Nobody</v>")
    package = spoil(package, table, figure, b"<f>", b"<f>1/0+")
    book = Path(tmp_path / "book.xlsx")
    book.write_bytes(package.data)
    report = read_report(Package.from_path(book), anyway=True)
    assert report.is_provisional
    assert report.broken == [f"{table.sheet}!{figure.coordinate}"]
    assert report.tables[0].rows[0] == table.rows[0]


@pytest.mark.parametrize(("formula", "count"), [("=1+2", 1), ("=NOW()", 2)])
def test_the_same_bytes_are_calculated_once_unless_they_have_the_time(
    monkeypatch, formula, count
) -> None:
    book, content, found = OpenpyxlWorkbook(), io.BytesIO(), []
    book.active["A1"] = formula
    book.save(content)
    run = Recalculation.run
    monkeypatch.setattr(Recalculation, "run", lambda of: found.append(of) or run(of))
    first = calculate(Package(content.getvalue(), "one.xlsx"))
    again = calculate(Package(bytes(bytearray(content.getvalue())), "other.xlsx"))
    assert len(found) == count
    assert (first.name, again.name) == ("one.xlsx", "other.xlsx")
    if count == 1:
        assert again.data == first.data != content.getvalue()
