"""Play-offs that follow from the table: seeds, home advantage, series, what cannot be."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.templates.calculated import Calculated
from xl_tourney.errors import OptionError
from xl_tourney.readers.league import League, LeagueGame
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.league.rules.files import read_rules

RULES = """name = "Play-offs of four"
source = "Made for this test."
points = "3-1-0"
criteria = ["Points", "Difference"]

[[playoff]]
name = "Semi-final"
best_of = 3
pairs = ["1-4", "2-3"]

[[playoff]]
name = "Final"
best_of = 5
pairs = ["W1-W2"]

[[playoff]]
name = "Third place"
pairs = ["L1-L2"]
"""
TEAMS = ("Reds", "Blues", "Golds", "Greens")
"""Each beats all that stand behind it."""


def league(teams: tuple[str, ...] = TEAMS, group: str = "") -> League:
    pairs = combinations(teams, 2)
    return League([LeagueGame(a, b, 2, 0, f"{a}-{b}", group=group) for a, b in pairs])


def games_of(one: str, other: str, group: str) -> list[LeagueGame]:
    return [LeagueGame(one, other, 2, 0, f"{one}-{other}", group=group)]


def book(folder: Path, results: League, rules: str = RULES) -> Calculated:
    return Calculated(TEMPLATES["league"].build(results, rules=rules, teams=8, rows=28), folder)


def series(calculated: Calculated) -> list[list[Any]]:
    return [row[:3] for row in calculated.rows("playoffs", "home away winner")]


@pytest.mark.slow
def test_the_winners_go_on_and_the_better_placed_begins_at_home(tmp_path: Path) -> None:
    calculated = book(tmp_path, league())
    assert series(calculated) == [
        ["Reds", "Greens", ""],
        ["Blues", "Golds", ""],
        ["", "", ""],
        ["", "", ""],
    ]
    played = {"playoffs[0].home_wins": 1, "playoffs[0].away_wins": 2, "playoffs[1].home_wins": 2}
    assert series(calculated.change(played)) == [
        ["Reds", "Greens", "Greens"],
        ["Blues", "Golds", "Blues"],
        ["Blues", "Greens", ""],
        ["Reds", "Golds", ""],
    ]
    ended = calculated.change({"playoffs[2].home_wins": 3, "playoffs[3].away_wins": 1})
    assert [row[2] for row in series(ended)[2:]] == ["Blues", "Golds"]
    assert ended["Status"] == "All checks passed"
    assert [row for row in ended.column("playoffs", "problem") if row] == []


@pytest.mark.slow
def test_another_table_gives_other_pairs(tmp_path: Path) -> None:
    calculated = book(tmp_path, league()).change({"listed[0].deducted": 9})
    assert [row[:2] for row in series(calculated)[:2]] == [["Blues", "Greens"], ["Golds", "Reds"]]


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ({"playoffs[0].home_wins": 3}, "More games won than decide the series"),
        ({"playoffs[0].home_wins": 2, "playoffs[0].away_wins": 2}, "Both cannot win it"),
    ],
)
def test_what_cannot_be_is_said(typed: dict[str, int], problem: str, tmp_path: Path) -> None:
    calculated = book(tmp_path, league()).change(typed)
    assert calculated["playoffs[0].problem"] == problem
    assert calculated["Status"].startswith("1 of ")


@pytest.mark.slow
def test_places_of_groups(tmp_path: Path) -> None:
    games = [game for teams in ("ABX", "CDY") for game in games_of(*teams)]
    rules = RULES.replace('"1-4", "2-3"', '"X 1-Y 2", "Y 1-X 2"')
    calculated = book(tmp_path, League(games), rules)
    assert [row[:2] for row in series(calculated)[:2]] == [["A", "D"], ["C", "B"]]
    built = TEMPLATES["league"].build(league(), rules=rules)
    assert "Play-offs" not in built.sheetnames


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("best_of = 3", "best_of = 4", "best_of is 4; it must be odd, so that one wins"),
        ('"1-4"', '"1 gegen 4"', "pairs has “1 gegen 4”; a pair is such as 1-8, A 1-B 2"),
        ('"1-4"', '"W1-4"', "pairs has “W1-4”; places and series above count from 1"),
        ("best_of = 5", "rounds = 5", "rounds is not known; known are name, best_of and pairs"),
    ],
)
def test_a_mistake_is_said_in_a_sentence(old: str, new: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        read_rules(RULES.replace(old, new))


# The brackets of real leagues ---------------------------------------------------------------------

NFL_2023 = {
    "AFC": "North Ravens, East Bills, West Chiefs, South Texans, North Browns, East Dolphins, "
    "North Steelers",
    "NFC": "West 49ers, East Cowboys, North Lions, South Buccaneers, East Eagles, West Rams, "
    "North Packers",
}
"""The seeds of each conference, each behind its division."""
NHL_2023 = {
    "Atlantic": {"Bruins": 135, "Maple Leafs": 111, "Lightning": 98, "Panthers": 92},
    "Metropolitan": {"Hurricanes": 113, "Devils": 112, "Rangers": 107, "Islanders": 93},
    "Central": {"Avalanche": 109, "Stars": 108, "Wild": 103, "Jets": 95},
    "Pacific": {"Golden Knights": 111, "Oilers": 109, "Kings": 104, "Kraken": 100},
}
"""The points of those that went on."""


def given(points: dict[str, dict[str, int]]) -> League:
    """A league in which nothing is played yet, and every team has been given its points."""
    games = []
    for division, teams in points.items():
        names = list(teams)
        for home, away in zip(names, [*names[1:], names[0]]):
            games.append(LeagueGame(home, away, None, None, f"{home}-{away}", group=division))
    given_to = [Adjustment(t, -n) for teams in points.values() for t, n in teams.items()]
    return League(games, adjusted=given_to)


def play(calculated: Calculated, winners: str) -> list[tuple[str, str]]:
    """Who met, best placed first, while those who went on are typed in round by round."""
    size = len(calculated.column("playoffs", "number"))
    wanted = set(winners.split(", "))
    best_of = calculated.column("playoffs", "best_of")
    for _ in range(4):
        typed: dict[str, object] = {}
        for at, (home, away) in enumerate(calculated.rows("playoffs", "home away", size)):
            if home and away:
                round_of = calculated.column("playoffs", "round")[at]
                side = "home" if f"{round_of}: {home}" in wanted else "away"
                typed[f"playoffs[{at}].{side}_wins"] = int(best_of[at]) // 2 + 1
        calculated = calculated.change(typed)
    assert [problem for problem in calculated.column("playoffs", "problem") if problem] == []
    return [(home, away) for home, away in calculated.rows("playoffs", "home away", size)]
