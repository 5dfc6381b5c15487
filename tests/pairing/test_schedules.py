"""Fixture lists of leagues and Tantrix groups, as they stand in the workbook."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.pairing.files import listed
from xl_tourney.generator.generate import make
from xl_tourney.templates import TEMPLATES

pytestmark = pytest.mark.slow


def rows(book: Path, *headings: str) -> list[tuple[Any, ...]]:
    """What stands below some headings of the page Results, row by row."""
    sheet = load_workbook(book)["Results"]
    head = next(row for row in sheet.iter_rows() if headings[0] in [cell.value for cell in row])
    at = [next(cell.column for cell in head if cell.value == heading) for heading in headings]
    found = []
    for row in sheet.iter_rows(min_row=head[0].row + 1):
        cells = tuple(row[column - 1].value for column in at)
        if cells[-1]:
            found.append(cells)
    return found


@pytest.fixture
def league(tmp_path: Path) -> Path:
    book = tmp_path / "league.xlsx"
    make(TEMPLATES["league"], None, book, layout="game", teams=8, rows=16)
    listed(book, ["Reds", "Blues", "Greens", "Whites"])
    return book


def test_the_fixtures_of_a_league_have_dates_and_both_homes(league: Path, run) -> None:
    options = ("--double", "--from", "2026-09-05", "--days", "14", "--seed", "1")
    code, out, _ = run("pair", league, *options, "--json")
    assert code == 0
    rounds = json.loads(out)["rounds"]
    assert [one["day"] for one in rounds] == [
        "2026-09-05",
        "2026-09-19",
        "2026-10-03",
        "2026-10-17",
        "2026-10-31",
        "2026-11-14",
    ]
    code, _, err = run("pair", league, *options, "--write")
    assert code == 0 and "the list of 6 rounds was written" in err
    found = rows(league, "Date or round", "Home", "Away")
    homes = {(home, away) for _, home, away in found}
    assert len(found) == len(homes) == 12
    assert {frozenset(pair) for pair in homes} == set(
        map(frozenset, combinations(("Reds", "Blues", "Greens", "Whites"), 2))
    )
    assert found[0][0] == "2026-09-05" and found[-1][0] == "2026-11-14"
    _, status, _ = run("standings", league)
    assert "Whites" in status
    code, _, err = run("pair", league, "--write")
    assert code == 2
    assert "has games in its list already, such as" in err


def test_a_league_without_room_says_how_to_get_it(league: Path, run) -> None:
    listed(league, ["A", "B", "C", "D", "E", "F", "G"])
    assert run("pair", league)[0] == 0
    code, _, err = run("pair", league, "--write")
    assert code == 2
    assert f"room for 16 games, and 21 are needed; xl-tourney update {league} --rows 21" in err


def test_tantrix_groups_play_side_by_side(tmp_path: Path, run) -> None:
    data = tmp_path / "players.csv"
    lines = [f"{name},,,,,,{group}" for name, group in zip("ABCDEFG", "1111222")]
    data.write_text("\n".join(["player_a,player_b,games,tps_a,tps_b,event,group", *lines]), "utf-8")
    book = tmp_path / "cup.xlsx"
    make(TEMPLATES["tantrix"], data, book, rows=12)
    code, out, err = run("pair", book, "--write")
    assert code == 0, err
    assert "Player A" in out and "Home" not in out
    found = rows(book, "Event or note", "Player A", "Player B")
    assert len(found) == 6 + 3
    assert {event for event, *_ in found} == {"Round 1", "Round 2", "Round 3"}
    groups = dict(zip("ABCDEFG", "1111222"))
    assert all(groups[one] == groups[other] for _, one, other in found)
