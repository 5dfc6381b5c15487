"""Values by plain Python are those of the engine, in a calculated workbook of each game."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook

import xl_tourney
from tests.explanations.events import EVENTS, event
from tests.without_engine import ROOT
from xl_tourney.events.cells import read_rows
from xl_tourney.events.event import Event
from xl_tourney.explanations.explanation import agree
from xl_tourney.explanations.plain_values import _NOTHING, _REMEMBERED, plain_values
from xl_tourney.ooxml.package import Package

SAMPLES = (
    "bridge_mitchell",
    "chess_sinquefield_2014",
    "go_final_2020",
    "kdice_2008_h1",
    "league_npb_central_2021",
    "tantrix_2001",
)


@pytest.mark.parametrize("sample", SAMPLES)
def test_no_value_changes(sample: str) -> None:
    package = Package.from_path(ROOT / "workbooks" / f"{sample}.xlsx")
    content, receipt = plain_values(package)
    assert receipt.kept == []
    new, old = Event(Package(content)).values, Event(package).values
    for sheet in old.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                value = new[sheet.title][cell.coordinate].value
                is_float = isinstance(cell.value, float)
                assert value == (pytest.approx(cell.value, 1e-9) if is_float else cell.value)


@pytest.mark.parametrize("sample", SAMPLES)
def test_what_is_remembered_changes_no_value(sample: str) -> None:
    """After half of what is typed was emptied, and is there again: as where nothing is known."""
    event = Event.open(ROOT / "workbooks" / f"{sample}.xlsx")
    typed = [
        row.cell(column.key)
        for table in event.tables
        for row in read_rows(table, event.values)
        for column in table.columns
        if column.is_input and row.text(column.key)
    ]
    emptied = event.with_values(dict.fromkeys(typed[::2]))
    books = [Package(book, event.name) for book in (event.package.data, emptied)]
    anew = []
    for book in books:
        _REMEMBERED[:] = [_NOTHING]
        anew.append(plain_values(book)[0])
    assert typed and [plain_values(book)[0] for book in books] == anew


def test_another_result_is_another_table() -> None:
    path = ROOT / "workbooks" / "league_npb_central_2021.xlsx"
    event = Event.open(path)
    row = event.rows("name", "won")[0]
    changed = event.with_result({row.cell("won"): (row.number("won") or 0) + 1})
    content, receipt = plain_values(changed.package)
    assert receipt.kept == [] and content != changed.package.data
    found, expected = Event(Package(content)).standings, changed.calculated.standings
    assert [table.rows for table in found] == [table.rows for table in expected]


@pytest.mark.parametrize("name", sorted(EVENTS))
def test_what_a_column_calls_gives_what_stands_in_its_first_rows(name: str) -> None:
    """Also where it is written out, as a column is that only the other variant has."""
    book = event(name)
    cells = [
        book.cell(table, column.key, at)
        for table in book.tables
        for column in table.columns
        for at in range(min(table.rows, 4))
        if table.related
    ]
    of_formulas = [c for c in cells if book.holds_formula(c) and not book.is_helper(c)]
    wrong = {
        str(cell): (book.formula(cell), found)
        for cell in of_formulas
        if not agree(found := book.evaluate_one(book.formula(cell)), book.value(cell))
    }
    assert len(of_formulas) > 300 and not wrong


def test_what_is_no_workbook_of_ours_stays_as_saved(tmp_path: Path) -> None:
    book = load_workbook(ROOT / "workbooks" / "league_npb_central_2021.xlsx")
    book.remove(book.worksheets[-1])
    book.save(path := tmp_path / "other.xlsx")
    package = Package.from_path(path)
    content, receipt = plain_values(package)
    assert content == package.data and len(receipt.kept) == 1


def test_what_is_tied_is_said_in_the_language_of_the_workbook(tmp_path: Path) -> None:
    """What our function gives in English, the formulas in its place say themselves."""
    book, games = tmp_path / "cup.xlsx", tmp_path / "games.csv"
    games.write_text("home,away,home_score,away_score\nReds,Blues,1,1\nBlues,Reds,1,1\n", "utf-8")
    xl_tourney.new("league", book, games, language="de")
    package = Package.from_path(book)
    content, _ = plain_values(package)
    assert "geteilt" in str(Event(Package(content)).standings[0].rows)
    assert Event(Package(content)).standings[0].rows == Event(package).standings[0].rows
