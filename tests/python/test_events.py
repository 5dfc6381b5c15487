"""An event as a Python program runs it: made, updated, shown, explained, compared."""

from __future__ import annotations

from pathlib import Path

import pytest

import xl_tourney

FIRST = "date,home,away,home_score,away_score\n2026-01-01,Ash,Birch,2,1\n"
SECOND = FIRST + "2026-01-08,Birch,Cedar,0,0\n2026-01-15,Cedar,Ash,3,1\n"


@pytest.mark.slow
def test_an_event_from_the_first_game_to_the_page(tmp_path: Path) -> None:
    results, book = tmp_path / "results.csv", tmp_path / "league.xlsx"
    results.write_text(FIRST, "utf-8")
    made = xl_tourney.new("league", book, results, places=1, teams=4, rows=8)
    assert (made.kept, made.errors, made.written) == ([], [], str(book))
    results.write_text(SECOND, "utf-8")
    assert len(xl_tourney.update(book, results).added) >= 2
    report = xl_tourney.standings(book)
    (table,) = report.tables
    team = table.headings.index("Team")
    assert [row[team] for row in table.rows] == ["Cedar", "Ash", "Birch"]
    page = xl_tourney.publish(book)
    assert page == tmp_path / "league.html" and "Cedar" in page.read_text("utf-8")
    sentences = list(xl_tourney.explain(book, "Cedar").lines())
    assert any("Cedar" in sentence for sentence in sentences)
    assert xl_tourney.verify(book).agrees


@pytest.mark.slow
def test_a_workbook_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    book = tmp_path / "group.xlsx"
    book.write_bytes(b"mine")
    with pytest.raises(xl_tourney.WriteError):
        xl_tourney.new("tantrix", book)
    assert book.read_bytes() == b"mine"


def test_unknown_templates_and_options_are_named(tmp_path: Path) -> None:
    with pytest.raises(xl_tourney.OptionError, match="no template shogi; there are bridge, chess"):
        xl_tourney.new("shogi", tmp_path / "a.xlsx")
    with pytest.raises(xl_tourney.OptionError, match="tantrix has no option colour; it has"):
        xl_tourney.new("tantrix", tmp_path / "a.xlsx", colour="red")
