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


def typed(book, area):
    sheet, cells = area.split("!")
    return [[cell.value for cell in row] for row in openpyxl.load_workbook(book)[sheet][cells]]


def test_a_fixture_gets_its_score_and_what_stands_beside_the_teams_stays(run, files) -> None:
    new = ("new", "league", "--data", "cup.csv", "-o", "cup.xlsx", "--rules", "uefa-2024")
    assert run(*new)[0] == Exit.DONE
    workbook = openpyxl.load_workbook("cup.xlsx")
    workbook["Setup"]["C7"], workbook["Setup"]["F8"] = 2, 1
    workbook.save("cup.xlsx")
    code, _, err = run("update", "cup.xlsx", "--data", "night.csv", "--no-backup", "--rows", 50)
    assert code == Exit.DONE, err
    assert typed("cup.xlsx", "Results!A6:E9") == [
        ["1", "Reds", "Blues", 3, 1],
        ["2", "Blues", "Golds", 2, 2],
        ["3", "Golds", "Reds", None, None],
        [None] * 5,
    ]
    assert typed("cup.xlsx", "Setup!A7:F8") == [
        [2, "Blues", 2, None, None, None],
        [3, "Golds", None, None, None, 1],
    ]
    values = openpyxl.load_workbook("cup.xlsx", data_only=True)["Standings"]
    headings = {cell.value: cell.column for cell in values[5]}
    shown = {
        row[3].value: [
            values.cell(row[0].row, headings[key]).value for key in ("To play", "Points")
        ]
        for row in values["A6:D8"]
    }
    assert shown == {"Reds": [1, 3], "Golds": [1, 1], "Blues": [0, -1]}
