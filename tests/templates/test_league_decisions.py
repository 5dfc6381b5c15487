"""Games that both lose, annulled ones, caps, byes; and columns that a file of rules asks for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.templates.calculated import Calculated
from tests.templates.test_league_split import FIRST, RULES, THEN
from xl_tourney.commands.rules import rules as listed_rules
from xl_tourney.errors import OptionError
from xl_tourney.readers.league import League, LeagueGame
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.league.features.divided.places import Lines
from xl_tourney.templates.league.rules.files import read_rules, shipped_names

SOCCER = """name = "River City Fall Soccer Series"
source = "sites.google.com/site/rivercityfallsoccerseries/rules: four goals a game at most"
points = "3-1-0"
criteria = ["Points", "Head-to-head points", "Difference", "For", "Against"]
"""
Game = tuple[Any, ...]


def book(
    folder: Path, rules: str, *games: Game, functions: str = "native", **options: Any
) -> Calculated:
    played = [LeagueGame(*game) for game in games]
    built = TEMPLATES["league"].build(
        League(played), rules=rules, functions=functions, teams=8, rows=16, **options
    )
    return Calculated(built, folder)


def rows(calculated: Calculated, keys: str) -> dict[str, list[Any]]:
    """Figures of the standings by team."""
    names = [row[0] for row in calculated.rows("standings", "name", 8)]
    return {name: row for name, row in zip(names, calculated.rows("standings", keys, 8)) if name}


@pytest.mark.parametrize("functions", ["native", "addin"])
def test_a_cap_counts_as_the_published_example(tmp_path: Path, functions: str) -> None:
    """10-4, 1-3, 2-2 is +4, -2, 0: together +2 (sincsports.com, tie-breaker 2)."""
    games = [("A", "B", 10, 4, "1"), ("C", "A", 3, 1, "2"), ("A", "D", 2, 2, "3")]
    calculated = book(tmp_path, f"{SOCCER}difference_cap = 4\n", *games, functions=functions)
    assert rows(calculated, "scored conceded difference")["A"] == [13, 9, 2]
    free = calculated.change({"DifferenceCap": None})
    assert rows(free, "difference")["A"] == [4]


def test_both_lose_with_goals_against_each(tmp_path: Path) -> None:
    games = [("A", "B", None, None, "1", "both lost"), ("C", "A", 1, 1, "2")]
    calculated = book(tmp_path, f"{SOCCER}both_lose = 3\n", *games)
    assert rows(calculated, "played won tied lost scored conceded difference points") == {
        "A": [2, 0, 1, 1, 1, 4, -3, 1],
        "B": [1, 0, 0, 1, 0, 3, -3, 0],
        "C": [1, 0, 1, 0, 1, 1, 0, 1],
    }
    assert calculated["Status"] == "All checks passed"


def test_annulled_is_neither_played_nor_to_play(tmp_path: Path) -> None:
    games = [("A", "B", 3, 1, "1", "annulled"), ("A", "B", None, None, "2", "void")]
    calculated = book(tmp_path, SOCCER, *games, ("B", "A", 2, 0, "3"))
    assert rows(calculated, "played points to_play") == {"A": [1, 0, 0], "B": [1, 3, 0]}
    assert calculated["GamesToPlay"] == 0 and calculated["Status"] == "All checks passed"


def test_annulled_is_the_word_of_the_text_beside(tmp_path: Path) -> None:
    calculated = book(tmp_path, SOCCER, ("A", "B", 3, 1, "1"), ("A", "C", 3, 1, "2"))
    out = {"listed[1].out_after": "1"}
    for word in ("annulled", "annul"):
        gone = calculated.change({**out, "Withdrawn": word})
        assert rows(gone, "played")["A"] == [1] and gone["Status"] == "All checks passed"


def test_two_teams_may_meet_twice_in_a_round(tmp_path: Path) -> None:
    twice = [("A", "B", 3, 1, "1"), ("A", "B", 0, 1, "1")]
    allowed = book(tmp_path, f"{SOCCER}games_in_round = 2\n", *twice)
    assert [row[0] for row in allowed.rows("results", "problem", 2)] == ["", ""]
    once = book(tmp_path, SOCCER, *twice)
    assert [row[0] for row in once.rows("results", "problem", 2)][1].startswith("The same teams")


def test_byes_give_points_and_are_printed(tmp_path: Path) -> None:
    games = [("A", "B", 12, 6, "1"), ("C", "bye", None, None, "1"), ("bye", "A", None, None, "2")]
    calculated = book(tmp_path, "rugby-league", *games)
    assert rows(calculated, "played byes points") == {
        "A": [1, 1, 4],
        "C": [0, 1, 2],
        "B": [1, 0, 0],
    }


COLUMNS = """name = "Papers"
source = "Made for this test."
points = "2-1-0"
criteria = ["Points", "Difference"]
columns = ["Home", "Away", "Last five", "Last ten", "Streak", "Win percentage", "No result"]
"""


@pytest.mark.parametrize("functions", ["native", "addin"])
def test_papers_print_form_streak_and_records(tmp_path: Path, functions: str) -> None:
    scores = [(9, 1), (2, 2), (6, 0), (0, 1), (8, 1), (7, 1)]
    games: list[Game] = [("A", "B", *score, str(nth)) for nth, score in enumerate(scores, 1)]
    games.append(("B", "A", None, None, "7", "no result"))
    calculated = book(tmp_path, COLUMNS, *games, functions=functions)
    keys = "played won tied lost no_result at_home on_road form latest streak percent"
    assert rows(calculated, keys) == {
        "A": [7, 4, 1, 1, 1, "4-1-1", "0-1-0", "WLWWD", "4-2-1", "D1", pytest.approx(5 / 7)],
        "B": [7, 1, 1, 4, 1, "0-1-0", "1-1-4", "LWLLD", "1-2-4", "D1", pytest.approx(2 / 7)],
    }
    assert calculated["Status"] == "All checks passed"


def test_a_column_that_a_league_cannot_have_is_refused() -> None:
    with pytest.raises(OptionError, match="columns has “Overs for”, which needs overs"):
        read_rules(COLUMNS.replace("Home", "Overs for"))
    with pytest.raises(OptionError, match="columns has “Moon”; choose among PF, PA"):
        read_rules(COLUMNS.replace("Home", "Moon"))


def test_the_mean_of_a_second_figure_places(tmp_path: Path) -> None:
    """World Curling, C9: the mean of the draw shot challenge, where less is better."""
    rules = """name = "Curling"
source = "Rules of Curling, World Curling (C9)"
points = "1-0-0"
criteria = ["Wins", "Head-to-head wins", "Least draw shots per game"]
second = "draw shots"
"""
    games = [("A", "B", 9, 1), ("B", "C", 7, 5), ("C", "A", 8, 2)]
    shots = [(30, 50), (20, 44), (12, 90)]
    played = [(*game, str(nth), "", *cm) for nth, (game, cm) in enumerate(zip(games, shots), 1)]
    calculated = book(tmp_path, rules, *played)
    assert calculated.rows("standings", "place name decided", 3) == [
        [1, "C", "Least draw shots per game"],
        [2, "B", "Least draw shots per game"],
        [3, "A", "Least draw shots per game"],
    ]


@pytest.mark.parametrize("functions", ["native", "addin"])
def test_games_behind_are_those_of_the_group(tmp_path: Path, functions: str) -> None:
    games = [("A", "B", 3, 1, "1"), ("C", "D", 2, 5, "1"), ("A", "B", 2, 4, "2")]
    games += [("D", "E", 2, 5, "2"), ("A", "B", 6, 4, "3"), ("C", "E", 2, 5, "3")]
    group = dict(zip("ABCDE", ("North", "North", "South", "South", "South")))
    played = [
        LeagueGame(*game, home_group=group[game[0]], away_group=group[game[1]]) for game in games
    ]
    built = TEMPLATES["league"].build(
        League(played), rules="baseball", functions=functions, teams=8, rows=8, places=1
    )
    assert rows(Calculated(built, tmp_path), "group_name place gb_first state") == {
        "A": ["North", 1, 0, "first"],
        "B": ["North", 2, 1, "out"],
        "E": ["South", 1, 0, "first"],
        "D": ["South", 2, 1, "out"],
        "C": ["South", 3, 2, "out"],
    }


def test_parts_follow_from_the_table_when_later_games_are_listed(tmp_path: Path) -> None:
    """Nobody types them: the later games are fixtures of all, as before a draw is made."""
    plan = [(home, away, None, None, nth) for home, away, *_, nth in THEN]
    typed = book(tmp_path, RULES, *FIRST, *plan)
    blank = typed.change({f"listed[{at}].group": None for at in range(4)})
    assert blank["Divided"] == 1
    assert rows(blank, "part points") == {
        "Reds": ["Upper", 3],
        "Blues": ["Upper", 2],
        "Golds": ["Lower", 1],
        "Greens": ["Lower", 0],
    }
    said = "After 3 games of each team the table divides: half of the points go on, rounded down."
    assert said in blank["Standings!A2"]


def test_rules_have_the_name_of_the_sport() -> None:
    sports = {"football", "hockey", "volleyball", "basketball", "handball", "rugby", "cricket"}
    sports |= {"american-football", "baseball", "curling", "goalball", "tennis", "water-polo"}
    assert sports <= {*shipped_names()}
    assert not [name for name in sports if "Champions League" in str(read_rules(name).of(Lines))]
    assert read_rules("American Football") == read_rules("american-football")


@pytest.mark.parametrize(
    ("name", "near"), [("soccer", "football"), ("hoki", "hockey"), ("ice", "ice-hockey")]
)
def test_a_name_that_is_not_known_has_near_ones_and_the_list(name: str, near: str) -> None:
    with pytest.raises(OptionError, match=f"{near}.*xl-tourney rules --league lists them"):
        read_rules(name)


def test_every_installation_has_the_list() -> None:
    assert {row["rules"] for row in listed_rules(league=True).data} == {*shipped_names()}
