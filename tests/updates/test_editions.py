"""Leagues that earlier versions made: their tables have other columns than those of today."""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from tests.saved import read_standings
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.defined_names import LAYOUT_PROPERTY
from xl_tourney.events.event import Event
from xl_tourney.ooxml.custom_properties import with_property
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.league.rules.files import shipped_names
from xl_tourney.templates.league.rules.rules import EDITIONS

EARLIER = Path(__file__).parents[1] / "data" / "earlier"
BOOKS = ["league_nfl", "league_rugby_league", "league_own_split"]
"""Made by the version before rules had columns, bye_points and restart, and parts that are due."""
LEAGUE = TEMPLATES["league"]


def places_of_columns(name: str, edition: str) -> str:
    """Where the columns of all tables stand, in short."""
    size = {"layout": "game", "teams": 8, "rows": 40, "rounds": 12}
    made = LEAGUE.build(is_outline=True, rules=name, edition=edition, **size)
    tables = [
        [t.sheet.title, t.top, [c.key for c in t.columns], [t.letter(c.key) for c in t.columns]]
        for t in made.tables
    ]
    return sha256(json.dumps(tables, ensure_ascii=False).encode()).hexdigest()[:12]


@pytest.mark.slow
def test_the_columns_of_an_edition_stay_where_its_workbooks_have_them() -> None:
    """Of all rules that were shipped then, as those versions placed them.

    A new column is of a new edition: then the newest one gets its line here, and no other changes.
    """
    saved = json.loads((EARLIER / "layouts.json").read_text("utf-8"))
    assert saved.keys() <= {*shipped_names()}
    assert {edition for one in saved.values() for edition in one} == {*EDITIONS}
    for name, editions in saved.items():
        assert {e: places_of_columns(name, e) for e in editions} == editions, name


@pytest.fixture(params=BOOKS)
def book(request, tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copy(EARLIER / f"{request.param}.xlsx", "cup.xlsx")
    results = (EARLIER / f"{request.param}.csv").read_text("utf-8").splitlines()
    first = results[1].split(",")
    open_at = next(at for at, row in enumerate(results) if row.split(",")[3] == "")
    scored = results[open_at].split(",")
    scored[3:5] = first[3:5]
    results[open_at] = ",".join(scored)
    Path("results.csv").write_text("\n".join(results), "utf-8")
    return Path("cup.xlsx")


def rows(book: Path, *, without: str = "") -> list[list[str]]:
    (table, *_) = read_standings(book)
    return [[cell for cell in row if cell != without] for row in table.rows]


@pytest.mark.slow
def test_one_of_the_first_edition_is_used_as_before(book, run) -> None:
    """It is calculated, explained and published, gets results, more room and another name."""
    assert Event.open(book).refuse_moved().layout["edition"] == "1"
    before = rows(book)
    done = [
        run("recalc", book),
        run("explain", book, "Ants"),
        run("publish", book, "--anyway"),
        run("whatif", book, "--anyway"),
        run("pair", book),
    ]
    assert [code for code, _, _ in done] == [Exit.DONE] * len(done), done
    assert rows(book) == before
    code, out, err = run("update", book, "--data", "results.csv")
    assert code == Exit.DONE, (out, err)
    after = rows(book)
    assert after != before
    code, out, err = run("update", book, "--rows", "60")
    assert code == Exit.DONE and "→ 60" in out, (out, err)
    assert rows(book) == after
    assert run("rename", book, "Ants", "Aunts")[0] == Exit.DONE
    assert rows(book, without="Aunts") == [[c for c in row if c != "Ants"] for row in after]


def test_one_that_says_no_edition_may_be_of_the_second(tmp_path) -> None:
    made = LEAGUE.build(layout="game", teams=8, rows=40, rules="rugby-league")
    made.save(tmp_path / "cup.xlsx")
    event = Event.open(tmp_path / "cup.xlsx")
    layout = {name: value for name, value in event.layout.items() if name != "edition"}
    part = with_property(event.package, LAYOUT_PROPERTY, json.dumps(layout))
    data = event.package.with_parts({name: text.encode() for name, text in part.items()})
    assert Event.open(data).refuse_moved().layout["edition"] == "2"
