"""Workbooks of earlier versions, whose columns have other headings, are used as those of today."""

from __future__ import annotations

import shutil
from html import escape
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.sample_files import SAMPLES
from tests.saved import read_standings
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.events.event import Event
from xl_tourney.templates import TEMPLATES

EARLIER = Path(__file__).parents[1] / "data" / "earlier"
LEAGUES = ["league_al_1903", "league_euro_2024_e"]
FORMER = {"bridge_mitchell": "Out of", "chess_sinquefield_2014": "DE"} | dict.fromkeys(
    LEAGUES, "Played"
)
"""A heading of each that a column has no longer, or whose words are others now."""
ROOM = {"bridge_mitchell": ("--pairs", "40"), "chess_sinquefield_2014": ("--players", "20")}


@pytest.fixture(params=FORMER)
def book(request, tmp_path, monkeypatch) -> Path:
    """One of them, with the results that it was made from beside it."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(EARLIER / f"{request.param}.xlsx", "cup.xlsx")
    (sample,) = (s for _, s in SAMPLES if s.path.stem == request.param)
    shutil.copy(sample.path, f"results{sample.path.suffix}")
    return Path("cup.xlsx")


def results() -> Path:
    (found,) = Path().glob("results.*")
    return found


@pytest.mark.parametrize("name", FORMER)
def test_it_has_the_former_headings_and_the_names_of_today(name, sample_files) -> None:
    ((template, sample),) = ((t, s) for t, s in SAMPLES if s.path.stem == name)
    (before,) = read_standings(EARLIER / f"{name}.xlsx")
    (now,) = read_standings(sample_files.path(template, sample))
    assert FORMER[name] in before.headings and before.words == before.headings
    assert FORMER[name] not in now.headings and now.words != now.headings
    names = [[row[table.row_header_column] for row in table.rows] for table in (before, now)]
    assert names[0] == names[1]


@pytest.mark.slow
def test_it_is_published_explained_and_exported(book, run) -> None:
    (table,) = read_standings(book)
    first = table.rows[0][table.row_header_column]
    for command in (("publish", book), ("explain", book, first), ("export", book, "--to", "csv")):
        code, _, err = run(*command)
        assert code == Exit.DONE, (command, err)
    assert f">{escape(first)}</a>" in book.with_suffix(".html").read_text("utf-8")
    text = book.with_suffix(".csv").read_text("utf-8")
    assert first in text


@pytest.mark.slow
@pytest.mark.parametrize("book", ROOM, indirect=True)
def test_one_with_rounds_or_boards_gets_more_room_and_says_the_same(request, book, run) -> None:
    (before,) = read_standings(book)
    option, number = ROOM[request.node.callspec.params["book"]]
    code, out, err = run("update", book, "--data", results(), option, number)
    assert code == Exit.DONE and f"→ {number}" in out, (out, err)
    (now,) = read_standings(book)
    figures = [at for at, heading in enumerate(before.headings) if heading != "Decided by"]
    assert len(now.headings) == len(before.headings)
    assert [[row[at] for at in figures] for row in now.rows] == [
        [row[at] for at in figures] for row in before.rows
    ]


@pytest.mark.slow
@pytest.mark.parametrize("book", LEAGUES, indirect=True)
def test_it_is_updated_and_gets_more_room(book, run) -> None:
    results = Path("results.csv").read_text("utf-8")
    other = {"Boston,91": "Boston,90", "Romania,Ukraine,3,0": "Romania,Ukraine,4,0"}
    changed = next(results.replace(was, now) for was, now in other.items() if was in results)
    Path("results.csv").write_text(changed, "utf-8")
    code, out, err = run("update", book, "--data", "results.csv", "--rows", "60")
    assert code == Exit.DONE, err
    assert ("91 → 90 (Boston)" in out) != ("3 → 4 (17 June – Romania – Ukraine)" in out), out
    again = run("update", book, "--data", "results.csv")
    assert again[0] == Exit.DONE and "there is nothing new" in again[1] + again[2]


@pytest.mark.slow
@pytest.mark.parametrize("template", [TEMPLATES["bridge"], TEMPLATES["league"]])
def test_former_headings_are_known_wherever_there_are_any(template, sample_files) -> None:
    """Each column that was called otherwise is that column with the former heading, too."""
    sample = template.samples[0]
    path = sample_files.path(template, sample)
    saved, values = Event.open(path), load_workbook(path, data_only=True)
    formerly: list[str] = []
    for table in saved.tables:
        for column in table.columns:
            formerly += column.formerly
            for former in column.formerly:
                assert {former, column.heading} <= set(column.headings)
                values[table.sheet.title][f"{table.letter(column.key)}{table.top}"] = former
    assert {"bridge": "Out of", "league": "Behind leader"}[template.name] in formerly
    assert Event.open(saved.package, values)


@pytest.mark.slow
def test_what_is_said_of_a_heading_fits_into_excel() -> None:
    tables = (table for template in TEMPLATES for table in template.build().tables)
    said = [(column.words, column.note) for table in tables for column in table.columns]
    assert [one for one in said if len(one[0]) > 32 or len(one[1]) > 255] == []
