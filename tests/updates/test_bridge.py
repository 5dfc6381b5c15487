"""Newer results of a bridge event with sessions or sections come into its workbook."""

from __future__ import annotations

import io

import openpyxl
import pytest

from tests.saved import read_standings
from tests.updates.conftest import cell_of
from xl_tourney import update
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts.output import package

TEMPLATE = TEMPLATES["bridge"]
FILES = {
    "session": ("1,1,1,2,420\n1,1,3,4,50\n2,1,1,4,50\n2,1,3,2,100\n", "3,1,1,2,50\n3,1,3,4,110\n"),
    "section": ("A,1,1,2,420\nA,1,3,4,50\nB,1,5,6,50\nB,1,7,8,100\n", "B,2,5,6,50\nA,2,3,4,110\n"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", FILES)
def test_an_updated_workbook_is_that_of_the_whole_file(tmp_path, kind: str) -> None:
    results, book = tmp_path / "event.csv", tmp_path / "event.xlsx"
    heading, (first, more) = f"{kind},board,ns,ew,score\n", FILES[kind]
    results.write_text(heading + first, "utf-8")
    book.write_bytes(package(TEMPLATE.build(TEMPLATE.read(results))))
    results.write_text(heading + first + more, "utf-8")
    done = update(book, results)
    assert done.grown == ({"sessions": (2, 3)} if kind == "session" else {})
    shown = openpyxl.load_workbook(io.BytesIO(book.read_bytes()), data_only=True)
    assert shown["Checks"]["A3"].value == "All checks passed"
    table, *_ = read_standings(book)
    pairs = {row["Pair"]: row for row in (dict(zip(table.headings, row)) for row in table.rows)}
    if kind == "session":
        figures = ("Session 1", "Session 2", "Session 3", "Boards", "Total")
        assert tuple(float(pairs["3"][heading]) for heading in figures) == (0, 100, 100, 3, 200)
    else:
        sheet, section = cell_of(book, "listed[6].section")
        assert pairs["7"]["Section"] == "B" and shown[sheet][section].value == "B"
