"""Leagues in which the worth of a result does not say what the opponent gets: places are bounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.templates.calculated import Calculated
from xl_tourney.readers.league import League, LeagueGame
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.league.rules.files import parse_points, read_rules, shipped_names
from xl_tourney.templates.league.rules.rules import Points

LEFT: dict[str, list[tuple[str, str]]] = {
    # Ann is ahead of both with 10 points: they have 9, and may draw for a point each.
    "floorball-bundesliga": [("Bo", "Cy")],
    # Ann has 6 points, they have none: each may win twice in overtime, and have 2 + 2 + 1 + 1.
    "nhl-2019": [("Bo", "Cy")] * 4,
}


def played(rules: str) -> list[LeagueGame]:
    """Ann has won three games; by the other rules so have Bo and Cy, and Ann has drawn one, too."""
    winners = ["Ann", "Bo", "Cy"] if rules == "floorball-bundesliga" else ["Ann"]
    games = [LeagueGame(one, other, 5, 1) for one in winners for other in ("Di", "Ed", "Flo")]
    games += [LeagueGame("Ann", "Di", 3, 3)] if len(winners) == 3 else []
    return games + [LeagueGame(one, other, None, None) for one, other in LEFT[rules]]


@pytest.mark.parametrize(
    ("rules", "places"), [("floorball-bundesliga", (1, 3)), ("nhl-2019", (1, 3))]
)
def test_a_point_of_a_loser_takes_none_from_the_winner(
    rules: str, places: tuple[int, int], tmp_path: Path
) -> None:
    games = League(played(rules))
    options = {"rules": rules, "teams": 6, "rows": 12, "places": 2}
    book = Calculated(TEMPLATES["league"].build(games, **options), tmp_path)
    rows = {row["name"]: row for row in book.table("standings")[:6]}
    assert (rows["Ann"]["best_place"], rows["Ann"]["worst_place"]) == places
    assert rows["Ann"]["state"] == "open"
    assert "are bounds" in book["RaceNote"]


@pytest.mark.slow
def test_a_level_game_of_the_nhl_lacks_its_winner(tmp_path: Path) -> None:
    games = League([LeagueGame("Ann", "Bo", 2, 2)])
    book = Calculated(TEMPLATES["league"].build(games, rules="nhl-2019", teams=4, rows=6), tmp_path)
    assert book["results[0].problem"].startswith("A draw, and the rules have none")


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        *((text, True) for text in ("3-1-0", "2-1-1", "3-2-1-0", "3-2-1.5-1-0")),
        *((text, False) for text in ("2-2-1-0", "3-2-1-1-0", "2-2-0", "3-1-1-0")),
    ],
)
def test_which_points_say_what_the_opponent_gets(text: str, is_read: bool) -> None:
    points = parse_points(text, lambda message: AssertionError(message))
    assert points.read_both_ways == is_read
    assert Points().read_both_ways


def test_points_that_are_typed_later_have_no_exact_race(tmp_path: Path) -> None:
    games = League([LeagueGame("Ann", "Bo", 2, 1), LeagueGame("Bo", "Cy", None, None)])
    built = TEMPLATES["league"].build(games, rules="ice-hockey", teams=4, rows=6)
    book = Calculated(built, tmp_path)
    assert (book["RaceOn"], book["RaceProblem"]) == (1, "")
    book = book.change({"OvertimeWinPoints": 3})
    assert book["RaceOn"] == 0 and "bounds of places alone" in book["RaceProblem"]


def test_most_rules_that_are_shipped_can_be_read_both_ways() -> None:
    assert [n for n in shipped_names() if not read_rules(n).points.read_both_ways] == [*LEFT]


def test_a_team_that_may_win_all_its_games_may_get_more(tmp_path: Path) -> None:
    """Ann has 4 points, and Bo 5 and no game left; Ann ends with 9 and 3 more, or with 4."""
    tries = {"home_second": 1, "away_second": 1}
    games = [
        LeagueGame("Ann", "Cy", 20, 5, **tries),
        LeagueGame("Di", "Cy", None, None),
        LeagueGame("Ann", "Di", None, None),
    ]
    games += [LeagueGame("Bo", name, 20, 5, **tries) for name in ("Cy", "Di")]
    league = League(games)
    options = {"rules": "rugby-six-nations", "teams": 4, "rows": 8, "places": 1}
    book = Calculated(TEMPLATES["league"].build(league, **options), tmp_path)
    most = {row["name"]: row["race_most"] for row in book.table("group")[:4]}
    assert most == {"Ann": 12, "Bo": 8, "Cy": 5, "Di": 10}
    lost = book.change({"results[0].home_score": 0})
    assert {row["name"]: row["race_most"] for row in lost.table("group")[:4]}["Ann"] == 6


SECONDS = """name = "Two groups"
source = "Made for this test."
points = "3-1-0"
criteria = ["Points", "Difference", "For"]
places = 1

[next_placed]
place = 2
best = 1
criteria = ["Points", "Difference", "For"]
"""


@pytest.mark.parametrize(
    ("goals", "found"),
    [
        (2, {"Bo": ["?", "open"], "Ed": ["?", "open"], "Cy": ["", "out"]}),
        (3, {"Bo": ["", "out"], "Ed": ["Q", "qualified"], "Cy": ["", "out"]}),
    ],
)
def test_of_two_that_are_level_across_the_groups_none_goes_on_for_certain(
    goals: int, found: dict[str, list[str]], tmp_path: Path
) -> None:
    """Both seconds have lost to the first by one and beaten the last by two: lots decide."""
    games = [
        LeagueGame(*row, group=group)
        for group, (one, two, last, won) in {
            "A": ("Ann", "Bo", "Cy", 2),
            "B": ("Di", "Ed", "Flo", goals),
        }.items()
        for row in ((one, two, 1, 0), (two, last, won, 0), (one, last, 1, 0))
    ]
    built = TEMPLATES["league"].build(League(games), rules=SECONDS, teams=6, rows=8)
    book = Calculated(built, tmp_path)
    rows = {row["name"]: row for row in book.table("standings")[:6]}
    assert {name: [rows[name]["mark"], rows[name]["state"]] for name in found} == found
    drawn = book.change({"listed[1].lot": 1})
    assert [row["state"] for row in drawn.table("standings")[:6] if row["name"] == "Bo"] == (
        ["qualified"] if goals == 2 else ["out"]
    )
