"""Divisions of conferences: who leads, who gets a wild card, and what is certain of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.saved import read_standings, read_status
from tests.templates import plain_libreoffice
from tests.templates.calculated import Calculated
from xl_tourney.errors import InputError, OptionError
from xl_tourney.generator.generate import made
from xl_tourney.readers.league import League, LeagueGame, format_csv, groups, read
from xl_tourney.readers.tables.source import source_of
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.league.features.divided.conferences import Conferences
from xl_tourney.templates.league.rules.files import read_rules

RULES = """name = "Two conferences"
source = "Made for this test."
points = "3-1-0"
criteria = ["Points", "Difference", "For"]
groups = true

[conferences]
leaders = 1
places = 3

[conferences.divisions]
North = "Inland"
South = "Inland"
East = "Coast"
West = "Coast"
"""
DIVISIONS = {
    team: division
    for division in ("North", "South", "East", "West")
    for team in (f"{division} 1", f"{division} 2")
}
INLAND = ("North", "South")


def game(home: str, away: str, *score: int) -> LeagueGame:
    own, other = score or (None, None)
    one = LeagueGame(home, away, own, other, f"{home}-{away}")
    return replace(one, home_group=DIVISIONS[home], away_group=DIVISIONS[away])


def book(folder: Path, played: list[LeagueGame], rules: str = RULES) -> Calculated:
    built = TEMPLATES["league"].build(League(played), rules=rules, teams=8, rows=32)
    return Calculated(built, folder)


def conferences(calculated: Calculated) -> dict[str, dict[str, Any]]:
    """The page of the conferences, by team."""
    return {row["name"]: row for row in calculated.table("conferences")[:8]}


def seeds(played: list[tuple[str, str, int, int]]) -> dict[str, tuple[int, int]]:
    """The place of each team in its division and in its conference, by plain arithmetic."""

    def key(team: str) -> tuple[int, int, int]:
        own = [(a, b) if team == h else (b, a) for h, w, a, b in played if team in (h, w)]
        points = sum(3 if a > b else 1 if a == b else 0 for a, b in own)
        return -points, -sum(a - b for a, b in own), -sum(a for a, _ in own)

    found: dict[str, tuple[int, int]] = {}
    for conference in (INLAND, ("East", "West")):
        inside = [team for team, division in DIVISIONS.items() if division in conference]
        ranked = sorted(inside, key=key)
        leaders = {next(t for t in ranked if DIVISIONS[t] == division) for division in conference}
        order = sorted(ranked, key=lambda team: team not in leaders)
        found |= {t: (1 if t in leaders else 2, at) for at, t in enumerate(order, 1)}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_what_is_certain_comes_true_however_the_last_games_end(seed: int, tmp_path: Path) -> None:
    chance = Random(seed)
    pairs = list(combinations(DIVISIONS, 2))
    chance.shuffle(pairs)
    goals = [(chance.randrange(20), chance.randrange(20)) for _ in pairs]
    played = [(*pair, *score) for pair, score in zip(pairs, goals)]
    done, to_come = played[:-4], played[-4:]
    calculated = book(tmp_path, [game(*row) for row in done] + [game(*row[:2]) for row in to_come])
    shown = conferences(calculated)
    now = seeds(done)
    assert {t: (row["in_division"], row["place"]) for t, row in shown.items()} == now
    assert {t for t, row in shown.items() if row["mark"] in ("Q", "y", "x")} <= set(DIVISIONS)
    states = {row["name"]: row["state"] for row in calculated.table("standings")[:8]}
    assert set(states.values()) <= {"first", "qualified", "open", "out"}
    for ends in product([(0, 30), (30, 0), (5, 5)], repeat=4):
        ended = seeds(done + [(*row[:2], *score) for row, score in zip(to_come, ends)])
        for team, (in_division, place) in ended.items():
            assert states[team] != "first" or in_division == 1
            assert states[team] != "qualified" or place <= 3
            assert states[team] != "out" or place > 3
    typed = {
        f"results[{24 + at}].{side}_score": goals
        for at, row in enumerate(to_come)
        for side, goals in zip(("home", "away"), row[2:])
    }
    at_the_end = conferences(calculated.change({**typed, "SeasonGames": 7}))
    assert {t: (row["in_division"], row["place"]) for t, row in at_the_end.items()} == seeds(played)
    states = {row["name"]: row["state"] for row in calculated.table("standings")[:8]}
    assert states == {
        team: "first" if in_division == 1 else "qualified" if place <= 3 else "out"
        for team, (in_division, place) in seeds(played).items()
    }


@pytest.mark.slow
def test_games_between_count_across_divisions_by_criteria_of_their_own(tmp_path: Path) -> None:
    """North 2 and South 2 have a win each; South 2 won their game, North 2 has more goals."""
    played = [
        game("North 1", "North 2", 1, 0),
        game("North 1", "East 2", 1, 0),
        game("South 1", "South 2", 1, 0),
        game("North 2", "South 2", 0, 1),
        game("North 2", "East 1", 9, 0),
    ]
    ahead = [conferences(book(tmp_path, played))[team]["place"] for team in ("North 2", "South 2")]
    assert ahead == [3, 4]
    own = RULES.replace("places = 3", 'places = 3\ncriteria = ["Points", "Head-to-head points"]')
    shown = conferences(book(tmp_path, played, own))
    assert [shown[team]["place"] for team in ("North 2", "South 2")] == [4, 3]
    assert shown["South 2"]["decided"] == "Head-to-head points"


@pytest.mark.slow
def test_percentages_within_the_division_and_games_behind(tmp_path: Path) -> None:
    text = RULES.replace('"Points", "Difference", "For"', '"Pct", "Division Pct"')
    played = [
        game("North 1", "North 2", 1, 0),
        game("East 1", "North 1", 1, 0),
        game("North 2", "East 1", 1, 0),
        game("South 1", "South 2", 1, 0),
    ]
    calculated = book(tmp_path, played, text.replace("3-1-0", "1-0.5-0"))
    rows = {row["name"]: row for row in calculated.table("standings")[:8]}
    assert [rows[f"North {n}"]["percent"] for n in (1, 2)] == [0.5, 0.5]
    assert [rows[f"North {n}"]["decided"] for n in (1, 2)] == ["Division Pct"] * 2
    assert [rows[name]["gb_first"] for name in ("North 2", "South 2")] == [0, 1]
    behind = {name: row["behind"] for name, row in conferences(calculated).items()}
    assert (behind["North 2"], behind["South 2"], behind["North 1"]) == (0, 0.5, "")


@pytest.mark.slow
def test_a_division_without_a_conference_is_said(tmp_path: Path) -> None:
    calculated = book(
        tmp_path, [game(one, other, 1, 0) for one, other in combinations(DIVISIONS, 2)]
    )
    assert calculated["Status"] == "All checks passed"
    wrong = calculated.change({"divisions[0].division": "Nord"})
    look = [row[0] for row in wrong["Checks!A6:C26"] if row[2] == "Look"]
    assert look == ["Every division has its conference"]


def test_divisions_are_read_with_the_games(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text(
        "home,away,score,home division,away division\nA,B,1-0,X,Y\nB,A,2-2,Y,X\n", "utf-8"
    )
    assert groups(read(source_of(path))) == {"A": "X", "B": "Y"}
    path.write_text("home,away,score,home division,away division\nA,B,1-0,X,Y\nB,A,2-2,X,Y\n")
    with pytest.raises(InputError, match="B is in group X here and in group Y in row 2"):
        read(source_of(path))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("leaders = 1\n", "", "conferences.leaders is missing; add a number"),
        ("places = 3", "places = 3\nwild = 2", "conferences.wild is not known; known are leaders"),
        ('North = "Inland"', "North = 1", "conferences.divisions.North is 1; it must be a text"),
        ("places = 3", 'places = 3\ncriteria = ["Luck"]', "conferences.criteria has “Luck”"),
    ],
)
def test_a_mistake_is_said_in_a_sentence(old: str, new: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        read_rules(RULES.replace(old, new))


def test_a_league_without_divisions_is_one_table(tmp_path: Path) -> None:
    played = [LeagueGame("A", "B", 2, 1), LeagueGame("B", "C", 1, 0), LeagueGame("C", "A", 0, 3)]
    built = TEMPLATES["league"].build(League(played), rules="nhl-2019")
    assert "Conferences" not in built.sheetnames


@pytest.mark.slow
def test_plain_libreoffice_calculates_more_than_thirty_teams(
    tmp_path: Path, libreoffice: object
) -> None:
    """It calculates columns of so many teams on several threads where nothing forbids it."""
    clubs = [(f"{team} {n}", division) for team, division in DIVISIONS.items() for n in range(4)]
    played = [
        replace(LeagueGame(one, other, at % 5, at % 3, f"{at}"), home_group=a, away_group=b)
        for at, ((one, a), (other, b)) in enumerate(zip(clubs, clubs[1:] + clubs[:1]), 1)
    ]
    (tmp_path / "games.csv").write_bytes(format_csv(League(played), by_game=True).content)
    (tmp_path / "rules.toml").write_text(RULES, "utf-8")
    content, _ = made(
        TEMPLATES["league"], tmp_path / "games.csv", "book.xlsx", rules=f"{tmp_path}/rules.toml"
    )
    path = tmp_path / "book.xlsx"
    path.write_bytes(content)
    plain_libreoffice.convert([path], tmp_path / "saved")
    saved = tmp_path / "saved" / "book.xlsx"
    own, its = ([table.rows for table in read_standings(p)] for p in (path, saved))
    assert read_status(saved) == "All checks passed"
    assert len(own) == 2 and its == own


def test_divisions_stand_in_the_order_of_the_rules() -> None:
    """Whoever plays first: the list of teams, and so the table, begins with the first division."""
    conferences = read_rules("nfl").of(Conferences)
    assert conferences
    division_of = {"Rams": "NFC West", "Bills": "AFC East", "Jets": "AFC East", "Else": "North"}
    assert conferences.in_order(["Else", "Rams", "Jets", "Bills"], division_of) == [
        "Jets", "Bills", "Rams", "Else"
    ]  # fmt: skip


@pytest.mark.slow
def test_games_lost_are_printed_with_those_after_overtime_where_the_league_does_so(
    tmp_path: Path,
) -> None:
    text = """name = "Overtime within"
source = "Made for this test."
points = "3-2-1-0"
criteria = ["Points"]
"""
    played = [
        LeagueGame("A", "B", 3, 2, "1", overtime="OT"),
        LeagueGame("A", "B", 3, 2, "2"),
    ]
    for key, record in (("", [[1, 1, 0, 0], [0, 0, 1, 1]]), ("true", [[2, 1, 0, 0], [0, 0, 1, 2]])):
        own = text + (f"overtime_within = {key}\n" if key else "")
        built = TEMPLATES["league"].build(League(played), rules=own)
        found = Calculated(built, tmp_path).rows("standings", "won late_won late_lost lost", 2)
        assert found == record
