"""Play-offs that follow from the table: seeds, home advantage, series, what cannot be."""

from __future__ import annotations

from dataclasses import replace
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
        ("best_of = 5", "rounds = 5", "rounds is not known; known are name, best_of, pairs"),
    ],
)
def test_a_mistake_is_said_in_a_sentence(old: str, new: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        read_rules(RULES.replace(old, new))


# The brackets of real leagues ---------------------------------------------------------------------

NFL_2023 = {
    "AFC": "AFC North/Ravens, AFC East/Bills, AFC West/Chiefs, AFC South/Texans, AFC North/Browns, "
    "AFC East/Dolphins, AFC North/Steelers",
    "NFC": "NFC West/49ers, NFC East/Cowboys, NFC North/Lions, NFC South/Buccaneers, "
    "NFC East/Eagles, NFC West/Rams, NFC North/Packers",
}
NHL_2023 = {
    "Eastern": "Atlantic/Bruins, Metropolitan/Hurricanes, Metropolitan/Devils, "
    "Atlantic/Maple Leafs, Metropolitan/Rangers, Atlantic/Lightning, Metropolitan/Islanders, "
    "Atlantic/Panthers",
    "Western": "Pacific/Golden Knights, Central/Avalanche, Pacific/Oilers, Central/Stars, "
    "Pacific/Kings, Central/Wild, Pacific/Kraken, Central/Jets",
}
"""Those that went on, by their records, each behind its division."""


def season(conferences: dict[str, str]) -> League:
    """Whoever stands before another in its conference has won the one game between them."""
    games = []
    for teams in conferences.values():
        listed = [team.split("/") for team in teams.split(", ")]
        for (own, home), (other, away) in combinations(listed, 2):
            game = LeagueGame(home, away, 3, 1, f"{home}-{away}")
            games.append(replace(game, home_group=own, away_group=other))
    return League(games)


def play(calculated: Calculated, winners: str, rounds: int) -> list[str]:
    """Who met, the better placed first, while those who went on are typed in, round by round."""
    size = len(calculated.column("playoffs", "number"))
    names = calculated.column("playoffs", "round")
    best_of = calculated.column("playoffs", "best_of")
    for number in list(dict.fromkeys(names))[:rounds]:
        typed: dict[str, object] = {}
        for at, (home, away) in enumerate(calculated.rows("playoffs", "home away", size)):
            if names[at] == number:
                goes_on = next(team for team in winners.split(", ") if team in (home, away))
                side = "home" if goes_on == home else "away"
                typed[f"playoffs[{at}].{side}_wins"] = int(best_of[at]) // 2 + 1
        calculated = calculated.change(typed)
    assert not any(calculated.column("playoffs", "problem"))
    return [f"{home} - {away}" for home, away in calculated.rows("playoffs", "home away", size)]


@pytest.mark.slow
def test_the_nfl_pairs_anew_after_each_round(tmp_path: Path) -> None:
    """January 2024: the first of a conference met the last of those who were left."""
    built = TEMPLATES["league"].build(season(NFL_2023), rules="nfl")
    winners = "Chiefs, 49ers, Ravens, Lions, Bills, Texans, Packers, Buccaneers"
    met = play(Calculated(built, tmp_path), winners, 3)
    assert met[6:10] == [
        "Ravens - Texans", "Bills - Chiefs", "49ers - Packers", "Lions - Buccaneers"
    ]  # fmt: skip
    assert met[10:] == ["Ravens - Chiefs", "49ers - Lions", "49ers - Chiefs"]


@pytest.mark.slow
def test_the_nhl_meets_by_divisions_with_wild_cards(tmp_path: Path) -> None:
    """April to June 2023: the better leader of a conference met its second wild card."""
    built = TEMPLATES["league"].build(season(NHL_2023), rules="nhl-2019")
    winners = "Golden Knights, Panthers, Stars, Hurricanes, Maple Leafs, Devils, Oilers, Kraken"
    met = play(Calculated(built, tmp_path), winners, 3)
    assert met[:8] == [
        "Bruins - Panthers", "Maple Leafs - Lightning",
        "Hurricanes - Islanders", "Devils - Rangers",
        "Avalanche - Kraken", "Stars - Wild",
        "Golden Knights - Jets", "Oilers - Kings",
    ]  # fmt: skip
    assert met[8:12] == [
        "Maple Leafs - Panthers", "Hurricanes - Devils", "Stars - Kraken", "Golden Knights - Oilers"
    ]  # fmt: skip
    assert met[12:] == [
        "Hurricanes - Panthers", "Golden Knights - Stars", "Golden Knights - Panthers"
    ]  # fmt: skip


@pytest.mark.slow
def test_where_the_next_game_of_a_series_is(tmp_path: Path) -> None:
    text = RULES.replace("best_of = 3", 'best_of = 3\nhome_games = "1-1-1"')
    calculated = book(tmp_path, league(), text)
    (home, away), *_ = calculated.rows("playoffs", "home away", 2)
    found = []
    for own, other in ((0, 0), (1, 0), (1, 1), (2, 1)):
        changed = calculated.change({"playoffs[0].home_wins": own, "playoffs[0].away_wins": other})
        found.append(changed.column("playoffs", "venue")[0])
    assert found == [home, away, home, ""]
