"""Results that come in for the fixtures of a league, and more room for it."""

from __future__ import annotations

import openpyxl
import pytest

from xl_tourney.cli.terminal.options import Exit

pytestmark = pytest.mark.slow

FIXTURES = (
    "home,away,home_score,away_score,round\nReds,Blues,3,1,1\nBlues,Golds,,,2\nGolds,Reds,,,3\n"
)


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cup.csv").write_text(FIXTURES, encoding="utf-8")
    played = FIXTURES.replace("Blues,Golds,,,2", "Blues,Golds,2,2,2")
    (tmp_path / "night.csv").write_text(played, encoding="utf-8")
    return tmp_path


def columns(sheet):
    """The number of each column, by its heading."""
    return {cell.value: cell.column for cell in sheet[5] if cell.value}


def table(sheet, headings, first, last):
    """Some columns of some rows."""
    found = columns(sheet)
    rows = range(first, last + 1)
    return [[sheet.cell(row, found[key]).value for key in headings] for row in rows]


GAME = ("Date or round", "Home", "Away", "Score home", "Score away")
TEAM = ("No.", "Team", "Points deducted", "Out after round", "Fair play", "Lot")


def test_a_fixture_gets_its_score_and_what_stands_beside_the_teams_stays(run, files) -> None:
    new = ("new", "league", "--data", "cup.csv", "-o", "cup.xlsx", "--rules", "uefa-2024")
    assert run(*new)[0] == Exit.DONE
    workbook = openpyxl.load_workbook("cup.xlsx")
    setup = workbook["Setup"]
    setup.cell(7, columns(setup)["Points deducted"]).value = 2
    setup.cell(8, columns(setup)["Lot"]).value = 1
    workbook.save("cup.xlsx")
    code, _, err = run("update", "cup.xlsx", "--data", "night.csv", "--no-backup", "--rows", 50)
    assert code == Exit.DONE, err
    saved = openpyxl.load_workbook("cup.xlsx")
    assert table(saved["Results"], GAME, 6, 9) == [
        ["1", "Reds", "Blues", 3, 1],
        ["2", "Blues", "Golds", 2, 2],
        ["3", "Golds", "Reds", None, None],
        [None] * 5,
    ]
    assert table(saved["Setup"], TEAM, 7, 8) == [
        [2, "Blues", 2, None, None, None],
        [3, "Golds", None, None, None, 1],
    ]
    values = openpyxl.load_workbook("cup.xlsx", data_only=True)["Standings"]
    shown = {team: figures for team, *figures in table(values, ("Team", "To play", "Points"), 6, 8)}
    assert shown == {"Reds": [1, 3], "Golds": [1, 1], "Blues": [0, -1]}
