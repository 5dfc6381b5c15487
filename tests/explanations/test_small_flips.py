"""The nearest flip of events that are small enough to see that there is no nearer one."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl.utils import column_index_from_string

from tests.explanations.events import event
from tests.templates.tables import Tables
from xl_tourney.events.adapters.results import Alternative
from xl_tourney.events.event import Event
from xl_tourney.explanations.explain import explain
from xl_tourney.explanations.flip.flip import Flip, PairOfPlaces
from xl_tourney.explanations.flip.search import nearest_flip
from xl_tourney.generator.generate import complete, made
from xl_tourney.ooxml.package import Package
from xl_tourney.templates import TEMPLATES

LONG = 600.0
"""Seconds that are enough on a busy machine."""
Cells = dict[str, tuple[object, object]]


def flip_of(
    folder: Path, game: str, results: str, above: str, below: str, table: str = "results", **room
) -> Cells | None:
    """The cells of the nearest flip by their place in a table: as they are, and as typed."""
    path = folder / "results.csv"
    path.write_text(results, "utf-8")
    content, _ = made(TEMPLATES[game], path, "book.xlsx", **room)
    saved = Event.open(Package(content, "book.xlsx"))
    flip = nearest_flip(saved, above, below, seconds=LONG)
    if flip is None:
        return None
    typed = Tables(saved.tables)[table]
    keys = {
        column_index_from_string(typed.letter(column.key)): column.key for column in typed.columns
    }
    assert {changed.cell.sheet for changed in flip.cells} == {typed.sheet.title}
    return {
        f"{table}[{changed.cell.row - typed.first}].{keys[changed.cell.column]}": (
            changed.old,
            changed.new,
        )
        for changed in flip.cells
    }


GAMES = "home,away,home_score,away_score\nA,B,2,1\nB,C,1,0\n"


@pytest.mark.slow
def test_a_goal_less_for_the_first(tmp_path: Path) -> None:
    """A has 3 points and so has B; a draw between them leaves A one point, and gives B four."""
    found = flip_of(tmp_path, "league", GAMES, "A", "B", teams=3, rows=2, rules="fifa-2022")
    assert found == {"results[0].home_score": (2, 1)}


@pytest.mark.slow
def test_nobody_draws_by_the_rules_of_baseball(tmp_path: Path) -> None:
    found = flip_of(tmp_path, "league", GAMES, "A", "B", teams=3, rows=2)
    assert found == {"results[0].home_score": (2, 0)}


@pytest.mark.slow
def test_both_rows_of_a_game_of_go_are_turned(tmp_path: Path) -> None:
    """Ann has won twice and Bob once; the game that they played against each other decides."""
    wall_list = "name,rank,r1,r2\nAnn,1d,2+,3+\nBob,1d,1-,4+\nCleo,1d,4+,1-\nDora,1d,3-,2-\n"
    room = {"rows": 4, "rounds": 2, "games": 0, "criteria": "NBW"}
    assert flip_of(tmp_path, "go", wall_list, "Ann", "Bob", "entries", **room) == {
        "entries[0].r_1": ("2+", "2-"),
        "entries[1].r_1": ("1-", "1+"),
    }


@pytest.mark.slow
def test_tournament_points_move_from_one_to_the_other(tmp_path: Path) -> None:
    """45 + 40 TPs: 33.3 of 60 are 55.5%, and 66.7 of 120 are 55.6%."""
    matches = "player_a,player_b,games,tps_a,tps_b,event\nAda,Bob,3,45,15,1\nBob,Cy,3,40,20,1\n"
    found = flip_of(tmp_path, "tantrix", matches, "Ada", "Bob", players=3, rows=2)
    assert found == {"results[0].tps_a": (45, 33.3), "results[0].tps_b": (15, 26.7)}


OVERTIME = """round,home,away,home_score,away_score,overtime
1,A,B,3,2,OT
2,B,C,4,1,
3,C,A,2,3,SO
4,B,A,1,3,
5,C,B,2,4,
6,A,C,5,3,
"""


OVERTIME_RULES = {
    "points": "3-2-1-0",
    "criteria": "Points,Difference,For",
    "teams": 3,
    "rows": 6,
}


@pytest.mark.slow
def test_nobody_draws_in_a_league_with_overtime(tmp_path: Path) -> None:
    """Games after regular time end by one goal, and no game in a draw."""
    cells = flip_of(tmp_path, "league", OVERTIME, "A", "B", **OVERTIME_RULES)
    assert cells
    scores = {
        (f"results[{at}].home_score", f"results[{at}].away_score"): tuple(map(int, row[3:5]))
        for at, row in enumerate(line.split(",") for line in OVERTIME.splitlines()[1:])
    }
    for keys, old in scores.items():
        home, away = (cells.get(key, (None, value))[1] for key, value in zip(keys, old))
        assert home != away
        if keys[0] in ("results[0].home_score", "results[2].home_score"):
            assert abs(home - away) == 1


@pytest.mark.slow
def test_a_game_of_the_page_games_is_said_in_words() -> None:
    book = event("go_games")
    flip = nearest_flip(book.event, "Ann", "Bob", seconds=LONG)
    assert flip
    assert flip.sentences()[0] == ("Bob would be above Ann if Bob had won against Ann in round 1.")
    assert [changed.new for changed in flip.cells] == ["W+"]


@pytest.mark.slow
def test_pairs_without_names_are_turned_round_by_their_numbers() -> None:
    explanation = explain(event("bridge_numbers"), "3 over 2", with_flip=True)
    assert explanation.flip
    assert (explanation.flip.above, explanation.flip.below) == ("3", "2")
    assert explanation.closing[0].startswith("Pair 2 would be above Pair 3 with ")


GROUP_E = """round,home,away,home_score,away_score
1,Romania,Ukraine,3,0
1,Belgium,Slovakia,0,1
2,Slovakia,Ukraine,1,2
2,Belgium,Romania,2,0
3,Slovakia,Romania,1,1
3,Ukraine,Belgium,0,0
"""


@pytest.mark.slow
def test_a_place_that_is_shared_after_a_flip_is_said_so(tmp_path: Path) -> None:
    """With one goal more Slovakia is level with Romania in all criteria of UEFA."""
    path = tmp_path / "results.csv"
    path.write_text(GROUP_E, "utf-8")
    content, _ = made(TEMPLATES["league"], path, "book.xlsx", teams=4, rows=6, rules="uefa-2024")
    saved = Event.open(Package(content, "book.xlsx"))
    flip = nearest_flip(saved, "Belgium", "Slovakia", seconds=LONG)
    assert flip is not None
    assert flip.sentences()[1].startswith(
        "Then Slovakia shares 1st with Romania, and Belgium is 3rd, instead of 3rd and 2nd;"
    )
    tied = saved.with_values({cell.cell: cell.new for cell in flip.cells})
    content, _ = complete(tied, "book.xlsx", saved.outline)
    flip = nearest_flip(Event.open(Package(content, "book.xlsx")), "Slovakia", "Belgium")
    assert flip is not None
    assert "instead of 3rd and a shared 1st;" in flip.sentences()[1]


def test_places_that_several_share_are_said_of_pairs_too() -> None:
    places = PairOfPlaces(2, 1, ([], ["3", "4", "7"]))
    old = PairOfPlaces(1, 2)
    other = Alternative.by(1, "IMP", {}, "y")
    names = {"1": "Ann & Bob", **{number: f"Pair {number}" for number in "2347"}}
    flip = Flip("1", "2", "x", other, (), old, places, True, 1, names)
    assert flip.sentences()[1].startswith(
        "Then Pair 2 shares 1st with Pair 3, Pair 4 and Pair 7, and Ann & Bob are 2nd, instead of "
    )
