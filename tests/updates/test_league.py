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


SMALL = ("-o", "cup.xlsx", "--teams", 4, "--rows", 6)
GAME = ("Date or round", "Home", "Away", "Score home", "Score away")
TEAM = ("No.", "Team", "Points deducted", "Out after round", "Fair play", "Lot")


def test_a_fixture_gets_its_score_and_what_stands_beside_the_teams_stays(run, files) -> None:
    new = ("new", "league", "--data", "cup.csv", *SMALL, "--rules", "uefa-2024")
    assert run(*new)[0] == Exit.DONE
    workbook = openpyxl.load_workbook("cup.xlsx")
    setup = workbook["Setup"]
    setup.cell(7, columns(setup)["Points deducted"]).value = 2
    setup.cell(8, columns(setup)["Lot"]).value = 1
    workbook.save("cup.xlsx")
    code, _, err = run("update", "cup.xlsx", "--data", "night.csv", "--no-backup", "--rows", 9)
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
    shown = {team: figures for team, *figures in table(values, ("Team", "To play", "Pts"), 6, 8)}
    assert shown == {"Reds": [1, 3], "Golds": [1, 1], "Blues": [0, -1]}


def test_a_match_that_was_put_off_is_the_same_match(run, files) -> None:
    assert run("new", "league", "--data", "cup.csv", *SMALL)[0] == Exit.DONE
    moved = FIXTURES.replace("Blues,Golds,,,2", "Blues,Golds,2,0,5")
    (files / "night.csv").write_text(moved, encoding="utf-8")
    code, out, err = run("update", "cup.xlsx", "--data", "night.csv", "--no-backup")
    assert code == Exit.DONE, err
    saved = openpyxl.load_workbook("cup.xlsx")
    assert table(saved["Results"], GAME, 6, 9) == [
        ["1", "Reds", "Blues", 3, 1],
        ["5", "Blues", "Golds", 2, 0],
        ["3", "Golds", "Reds", None, None],
        [None] * 5,
    ]
    assert "2 → 5 (5 – Blues – Golds)" in out and "1 value" in err and "added" not in err


def test_a_result_that_is_gone_and_one_that_changed_are_named(run, files) -> None:
    assert run("new", "league", "--data", "night.csv", *SMALL)[0] == Exit.DONE
    (files / "cup.csv").write_text(FIXTURES.replace("3,1,1", "3,2,1"), encoding="utf-8")
    code, out, err = run("update", "cup.xlsx", "--data", "cup.csv", "--no-backup")
    assert code == Exit.DONE, err
    assert "Results: the file has no result of 2 – Blues – Golds; 2, 2 stays" in out
    assert ": 1 → 2 (1 – Reds – Blues)" in out


def test_a_file_of_another_event_is_a_question(run, files) -> None:
    assert run("new", "league", "--data", "cup.csv", *SMALL)[0] == Exit.DONE
    before = (files / "cup.xlsx").read_bytes()
    other = FIXTURES.replace("Reds", "Bears").replace("Blues", "Lions")
    (files / "night.csv").write_text(other, encoding="utf-8")
    code, _, err = run("update", "cup.xlsx", "--data", "night.csv")
    assert code == Exit.WRONG and (files / "cup.xlsx").read_bytes() == before
    assert "night.csv: of its 3 names 1 is in the workbook, which has 3: is it of another" in err
    assert run("update", "cup.xlsx", "--data", "night.csv", "--same-event")[0] == Exit.DONE


def test_other_spellings_are_those_of_the_workbook(run, files) -> None:
    text = FIXTURES.replace("Reds", "Jörg Müller")
    (files / "cup.csv").write_text(text, encoding="utf-8")
    assert run("new", "league", "--data", "cup.csv", *SMALL)[0] == Exit.DONE
    text = text.replace("Jörg Müller", '"Muller, Jorg"').replace(
        "Blues,Golds,,,2", "Blues,Golds,1,0,2"
    )
    (files / "night.csv").write_text(text, encoding="utf-8")
    code, out, err = run("update", "cup.xlsx", "--data", "night.csv")
    assert code == Exit.DONE, err
    assert "“Muller, Jorg” is taken for Jörg Müller in the workbook" in err and "added" not in out
    assert err.count("is taken for") == 1, "the other names are spelt as before"


def test_what_a_map_says_is_kept_for_the_next_file(run, files) -> None:
    text = FIXTURES.replace("home,away,home_score,away_score", "wir,ihr,unsere,eure")
    (files / "cup.csv").write_text(text, encoding="utf-8")
    maps = ("wir=home", "ihr=away", "unsere=home_score", "eure=away_score")
    new = ("new", "league", "--data", "cup.csv", *SMALL)
    assert run(*new)[0] == Exit.WRONG
    assert run(*new, *(o for text in maps for o in ("--map", text)))[0] == Exit.DONE
    (files / "cup.csv").write_text(text.replace("Blues,Golds,,,2", "Blues,Golds,1,0,2"), "utf-8")
    assert run("update", "cup.xlsx", "--data", "cup.csv")[0] == Exit.DONE
    (files / "cup.csv").write_text(text.replace("wir", "sie"), "utf-8")
    assert run("update", "cup.xlsx", "--data", "cup.csv", "--map", "sie=home")[0] == Exit.DONE
    (files / "cup.csv").write_text(text.replace("wir", "sie").replace("3,1,1", "3,2,1"), "utf-8")
    assert run("update", "cup.xlsx", "--data", "cup.csv")[0] == Exit.DONE
