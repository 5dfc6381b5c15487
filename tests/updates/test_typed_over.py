"""A name that is typed over in the list of players: its games are not lost in silence."""

from __future__ import annotations

import openpyxl
import pytest

from xl_tourney.cli.terminal.options import Exit

pytestmark = pytest.mark.slow

PLAYERS = "name,rating\nAnn,2000\nBob,1900\nCat,1800\nDan,1700\n"
GO = "name,rank\nAnn,2d\nBob,1d\nCat,1k\nDan,2k\n"
MATCHES = "player_a,player_b,games,tp_a,tp_b,wins_a\nAnn,Bob,3,45,15,3\nBob,Cat,3,40,20,2\n"
GAMES = "home,away,home_score,away_score\nAnn,Bob,3,1\nBob,Cat,2,2\n"
EVENTS = {
    "chess": (PLAYERS, ("--players", 4, "--rounds", 3), "Players"),
    "go": (GO, ("--rows", 4, "--rounds", 3), "Wall list"),
    "tantrix": (MATCHES, ("--players", 4, "--rows", 4), "Setup"),
    "league": (GAMES, ("--teams", 4, "--rows", 4), "Setup"),
}


@pytest.mark.parametrize("template", EVENTS)
def test_a_name_typed_over_is_said_with_the_command(template, run, tmp_path) -> None:
    data, room, sheet = EVENTS[template]
    (tmp_path / "data.csv").write_text(data, "utf-8")
    assert run("new", template, "--data", "data.csv", "-o", "book.xlsx", *room)[0] == Exit.DONE
    if template in ("chess", "go"):
        assert run("pair", "book.xlsx", "--write")[0] == Exit.DONE
    book = openpyxl.load_workbook("book.xlsx")
    (cell,) = (cell for row in book[sheet]["B6:D9"] for cell in row if cell.value == "Ann")
    cell.value = "Anna"
    book.save("book.xlsx")
    run("recalc", "book.xlsx")
    status = openpyxl.load_workbook("book.xlsx", data_only=True)["Setup"]["A3"].value
    assert "need a look" in status
    assert status.endswith('run xl-tourney update BOOK --renamed "Ann=NEW NAME"')
    command = 'xl-tourney update book.xlsx --renamed "Ann=Anna"'
    _, _, err = run("standings", "book.xlsx")
    assert command in err
    for words in (["pair"], ["pair", "--write"], ["update", "--data", "data.csv"]):
        code, out, err = run(words[0], "book.xlsx", *words[1:])
        assert (code, out) == (Exit.WRONG, "") and command in err
    assert run("update", "book.xlsx", "--renamed", "Ann=Anna")[0] == Exit.DONE
    assert "--renamed" not in run("standings", "book.xlsx")[2]
    status = openpyxl.load_workbook("book.xlsx", data_only=True)["Setup"]["A3"].value
    assert "need a look" not in status


def test_a_name_that_results_misspell_is_no_renamed_one(run, tmp_path) -> None:
    """Everybody on the list is among the results: it is the results that are wrong."""
    (tmp_path / "data.csv").write_text(MATCHES, "utf-8")
    run("new", "tantrix", "--data", "data.csv", "-o", "book.xlsx", "--players", 4, "--rows", 4)
    book = openpyxl.load_workbook("book.xlsx")
    book["Results"]["B6"].value = "Bobb"
    book.save("book.xlsx")
    assert "renamed" not in run("standings", "book.xlsx")[2].partition("\n")[2]
