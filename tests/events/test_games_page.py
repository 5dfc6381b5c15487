"""Games that are typed on the page Games are seen by every command, as if in the wall list."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.templates.small import SMALL
from tests.templates.tables import Tables
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.events.values import calculate
from xl_tourney.ooxml.package import Package
from xl_tourney.templates import TEMPLATES, package
from xl_tourney.templates.parts import games

pytestmark = pytest.mark.slow

NAMES = ("Ann", "Bob", "Cy", "Dora")
ROUNDS = (
    (("Ann", "Bob"), ("Cy", "Dora")),
    (("Dora", "Ann"), ("Bob", "Cy")),
    (("Ann", "Cy"), ("Bob", "Dora")),
)
"""Who met whom, White or Black first; the first won, the last game is open."""
WON = {"chess": "1-0", "go": "B+"}
ROOM = {"chess": ("--players", 5, "--listed", "chosen"), "go": ("--rows", 5)}
SIDES = {"chess": ("white", "black"), "go": ("black", "white")}


@pytest.fixture(scope="module", params=["chess", "go"])
def made(request):
    """A round robin of four: the name of its template, and its workbook."""
    name = request.param
    workbook = TEMPLATES[name].build(None, **SMALL[name], system="round-robin")
    tables = Tables(workbook.tables)

    def type_in(place: str, value: object) -> None:
        sheet, cell = tables.place(place).split("!")
        workbook[sheet][cell].value = value

    listed = "listed" if name == "chess" else "entries"
    for at, player in enumerate(NAMES):
        type_in(f"{listed}[{at}].name", player)
        type_in(f"{listed}[{at}].rating", 2100 - 100 * at)
    games = [(k, *sides) for k, pairs in enumerate(ROUNDS, 1) for sides in pairs]
    first, second = SIDES[name]
    for at, (k, one, other) in enumerate(games):
        type_in(f"games[{at}].round", k)
        type_in(f"games[{at}].{first}", one)
        type_in(f"games[{at}].{second}", other)
        if (one, other) != ("Bob", "Dora"):
            type_in(f"games[{at}].result", WON[name])
    return name, calculate(Package(package(workbook), "book.xlsx")).data


@pytest.fixture
def event(made, tmp_path):
    """The name of the template; the workbook is there."""
    name, content = made
    (tmp_path / "book.xlsx").write_bytes(content)
    return name


def test_standings_page_and_files_have_them(event, run) -> None:
    code, out, _ = run("standings", "book.xlsx", "--format", "json")
    shown = json.loads(out)
    assert code == Exit.DONE
    assert shown["status"] == "In progress, round 3: 1 of 2 results"

    code, _, err = run("publish", "book.xlsx", "-o", "page.html")
    assert code == Exit.DONE and "explained" not in err
    page = Path("page.html").read_text("utf-8")
    of_ann = page.partition("<h3>Ann</h3>")[2].partition("<h3>")[0]
    assert [f">{name}</a>" in of_ann for name in NAMES] == [False, True, True, True]
    assert (of_ann.count('<td class="text">won</td>'), of_ann.count(">lost</td>")) == (2, 1)
    assert "Round 3 is being played: 1 of 2 results are in." in page

    code, _, err = run("export", "book.xlsx", "--to", "csv")
    assert code == Exit.DONE, err
    options = ("--system", "round-robin", *ROOM[event])
    code, _, err = run("new", event, "--data", "book.csv", "-o", "again.xlsx", *options)
    assert code == Exit.DONE, err
    again = json.loads(run("standings", "again.xlsx", "--format", "json")[1])
    assert again["status"] == shown["status"]
    results = [[row[:9] for row in of["tables"][0]["texts"]] for of in (again, shown)]
    assert results[0] == results[1]


@pytest.mark.parametrize("player", ["Ann", "Dora"])
def test_explain_derives_every_figure_from_them(event, run, player) -> None:
    code, out, err = run("explain", "book.xlsx", player, "--working")
    assert code == Exit.DONE, err
    opponents = [name for name in NAMES if name != player]
    rounds = [line for line in out.splitlines() if re.match(r" *Round \d: ", line)]
    assert all(any(name in line and player in line for line in rounds) for name in opponents), out
    assert "0 =" not in out.replace("0 = 0", ""), out


def test_explain_finds_the_result_that_would_turn_the_order(event, run) -> None:
    code, out, err = run("explain", "book.xlsx", "Ann over Dora")
    assert code == Exit.DONE, err
    assert "round" in out


def test_whatif_sees_them(event, run) -> None:
    code, out, err = run("whatif", "book.xlsx", "--team", "Bob", "--places", 1)
    assert code in (Exit.DONE, Exit.SOME_FAILED), err
    assert "1 game to come, 1 of them listed" in out + err


def test_an_update_of_a_list_so_long_that_new_workbooks_have_no_page_of_games(
    event, run, monkeypatch
) -> None:
    monkeypatch.setattr(games, "USUAL_GAMES", 0)
    lines = [f"{name},{2100 - 100 * at}" for at, name in enumerate(NAMES)]
    Path("late.csv").write_text("\n".join(["name,rating", *lines, "Late,1500"]), "utf-8")
    code, out, err = run("update", "book.xlsx", "--data", "late.csv")
    assert (code, out.count("added Late")) == (Exit.DONE, 1), err
    assert "1 row added" in err
