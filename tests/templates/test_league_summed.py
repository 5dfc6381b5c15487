"""Tables of teams whose points are summed already."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.templates.calculated import Calculated
from xl_tourney.errors import OptionError
from xl_tourney.events.event import Event
from xl_tourney.explanations.explain import explain, read_book
from xl_tourney.explanations.flip.search import nearest_flip
from xl_tourney.exports.league import read_league
from xl_tourney.generator.generate import made
from xl_tourney.ooxml.package import Package
from xl_tourney.readers.league import League, TeamRecord, format_csv, read
from xl_tourney.readers.tables.source import source_of
from xl_tourney.templates import TEMPLATES

TEMPLATE = TEMPLATES["league"]
CHESS = """Place,Team,Captain,Pts,Board points,SB
1,Anvil,Ann,9,20.5,"51,5"
2,Bellows,Bob,9,20.5,48.25
3,Crane,Cy,7,18,40
4,Dredge,Di,7,18,40
"""
FOOTBALL = """Team,P,W,D,L,GF,GA,GD,Pts
A,3,2,1,0,5,2,3,7
B,3,2,1,0,6,2,4,7
C,3,1,0,2,3,4,-1,3
D,3,0,0,3,1,7,-6,0
"""


def table(folder: Path, text: str) -> Path:
    path = folder / "table.csv"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("functions", ["native", "addin"])
def test_points_and_what_else_decides_sort_the_teams(tmp_path: Path, functions: str) -> None:
    league = read(source_of(table(tmp_path, CHESS)))
    assert league.figures.keys() == {"Points", "Board points", "SB"}
    book = Calculated(TEMPLATE.build(league, functions=functions, places=2), tmp_path)
    assert book.rows("standings", "place mark name figure_1:figure_3 behind decided", 4) == [
        [1, "Q", "Anvil", 9, 20.5, 51.5, 0, "SB"],
        [2, "Q", "Bellows", 9, 20.5, 48.25, 0, "SB"],
        [3, "=", "Crane", 7, 18, 40, 2, "tied"],
        [3, "=", "Dredge", 7, 18, 40, 2, "tied"],
    ]
    assert book["Status"] == "All checks passed"
    book.change({"listed[3].lot": 1})
    assert book.rows("standings", "place name decided", 4)[2:] == [
        [3, "Dredge", "Lot"],
        [4, "Crane", "Lot"],
    ]
    book.change({"listed[0].figure_2": "many"})
    assert book["Status"] == "1 of 10 checks need a look: see Checks"


def test_criteria_choose_the_columns_and_games_give_games_behind(tmp_path: Path) -> None:
    league = read(source_of(table(tmp_path, FOOTBALL)))
    book = Calculated(TEMPLATE.build(league, criteria="Points,-GA,GF"), tmp_path)
    rows = book.rows("standings", "place name won lost tied figure_1:figure_3 behind gb_first", 4)
    assert rows == [
        [1, "B", 2, 0, 1, 7, 2, 6, 0, 0],
        [2, "A", 2, 0, 1, 7, 2, 5, 0, 0],
        [3, "C", 1, 2, 0, 3, 4, 3, 4, 1.5],
        [4, "D", 0, 3, 0, 0, 7, 1, 7, 2.5],
    ]
    book.change({"listed[0].figure_2": 1})
    assert book.column("standings", "name", 2) == ["A", "B"]


def test_a_table_with_games_goes_by_points_where_it_has_some_else_by_percentage(
    tmp_path: Path,
) -> None:
    workbook = TEMPLATE.build(read(source_of(table(tmp_path, FOOTBALL))))
    assert workbook.layout["criteria"].startswith("Points")
    without = "\n".join(line.rpartition(",")[0] for line in FOOTBALL.splitlines())
    workbook = TEMPLATE.build(read(source_of(table(tmp_path, without))))
    assert "criteria" not in workbook.layout or workbook.layout["criteria"] is None


def test_a_workbook_is_made_again_from_its_layout() -> None:
    workbook = TEMPLATE.build(layout="table", criteria="Points,-Penalties")
    again = TEMPLATE.build(**workbook.layout)
    headings = [cell.value for cell in again["Results"][5] if cell.value]
    assert headings[5:8] == ["Points", "Penalties", "Lot"]


@pytest.mark.slow
def test_a_place_is_explained_and_turned_by_points_and_comes_back(tmp_path: Path) -> None:
    content, _ = made(TEMPLATE, table(tmp_path, CHESS), "book.xlsx")
    (tmp_path / "book.xlsx").write_bytes(content)
    book = read_book(Package.from_path(tmp_path / "book.xlsx"))
    assert next(explain(book, "Crane").lines()).startswith("Crane ")
    saved = Event.open(Package(content, "book.xlsx"))
    flip = nearest_flip(saved, "Bellows", "Crane")
    assert flip is not None
    assert flip.alternative[2:4] == ("Crane with 10 Points", "3 Points")
    found = read_league(saved)
    text = format_csv(found, by_game=False).content.decode()
    assert text.splitlines()[:2] == ["team,Points,Board points,SB", "Anvil,9,20.5,51.5"]


def test_criteria_that_the_table_has_not_are_named() -> None:
    league = League([TeamRecord("A", 0, 0)], figures={"Points": [3.0]})
    with pytest.raises(OptionError, match=r"criteria has “SB”.*choose among Points, with commas"):
        TEMPLATE.build(league, criteria="Points,SB")
    with pytest.raises(OptionError, match="criteria are too many"):
        TEMPLATE.build(league, criteria=",".join(["Points"] * 9))
