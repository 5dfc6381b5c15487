"""Criteria that look at opponents: common games, a sweep, strengths, against plain arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from tests.templates.calculated import Calculated
from xl_tourney.readers.league import League, LeagueGame
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.league.features.divided.conferences import Conferences
from xl_tourney.templates.league.rules.files import read_rules

RULES = """name = "By opponents"
source = "Made for this test."
points = "1-0.5-0"
criteria = ["Pct", "Common games"]
opponents = true
scores = "points"
"""
TEAMS = "ABCDEFGH"
Played = list[tuple[str, str, int, int]]


def of(team: str, played: Played) -> list[tuple[str, float]]:
    """Whom a team met, and what it got: 1, a half or 0."""
    both = [(h, w, a, b) for h, w, a, b in played] + [(w, h, b, a) for h, w, a, b in played]
    return [(w, 1.0 if a > b else 0.5 if a == b else 0.0) for h, w, a, b in both if h == team]


def share(results: list[float]) -> float:
    return sum(results) / len(results) if results else 0.0


def of_teams(teams: list[str], played: Played) -> float:
    """The winning percentage of several teams together, each as often as it is named."""
    return share([result for team in teams for _, result in of(team, played)])


def common_games(fewest: int) -> Callable[[str, list[str], Played], float]:
    def figure(team: str, tied: list[str], played: Played) -> float:
        met = [{other for other, _ in of(one, played)} for one in tied]
        common = set.intersection(*met)
        games = {one: [r for o, r in of(one, played) if o in common] for one in tied}
        return share(games[team]) if min(map(len, games.values())) >= fewest else 0.0

    return figure


def sweep(team: str, tied: list[str], played: Played) -> float:
    among = [(other, result) for other, result in of(team, played) if other in tied]
    if not among or {other for other, _ in among} != {*tied} - {team}:
        return 0
    return {1.0: 1, 0.0: -1}.get(share([r for _, r in among]), 0)


def victory(team: str, tied: list[str], played: Played) -> float:
    return of_teams([other for other, result in of(team, played) if result == 1], played)


def schedule(team: str, tied: list[str], played: Played) -> float:
    return of_teams([other for other, _ in of(team, played)], played)


FIGURES: dict[str, Callable[[str, list[str], Played], float]] = {
    "Common games": common_games(1),
    "Four common games": common_games(4),
    "Head-to-head sweep": sweep,
    "Strength of victory": victory,
    "Strength of schedule": schedule,
}


def places(criterion: str, played: Played) -> dict[str, int]:
    """The place of each team by its percentage, then by the criterion among those tied."""
    by_percentage = {team: share([r for _, r in of(team, played)]) for team in TEAMS}
    keys = {}
    for team in TEAMS:
        tied = [one for one in TEAMS if abs(by_percentage[one] - by_percentage[team]) < 1e-9]
        figure = FIGURES[criterion](team, tied, played) if len(tied) > 1 else 0.0
        keys[team] = (round(by_percentage[team], 9), round(figure, 9))
    return {team: 1 + sum(key > keys[team] for key in keys.values()) for team in TEAMS}


@pytest.fixture(scope="module")
def contests(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Calculated, Played]]:
    """Workbooks of random games, whose criteria are cells of Setup, and these games."""
    found = []
    for seed, games_played in enumerate((20, 28, 28, 46, 22)):
        chance = Random(seed)
        met = chance.sample([*combinations(TEAMS, 2)] * (1 + games_played // 29), games_played)
        played = [(*pair, chance.randrange(3), chance.randrange(3)) for pair in met]
        games = [LeagueGame(*game, str(nth)) for nth, game in enumerate(played, 1)]
        functions = "addin" if seed == 4 else "native"
        built = TEMPLATES["league"].build(League(games), rules=RULES, functions=functions)
        found.append((Calculated(built, tmp_path_factory.mktemp("contest")), played))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("criterion", FIGURES)
def test_places_follow_from_opponents(
    criterion: str, contests: list[tuple[Calculated, Played]]
) -> None:
    separated = 0
    for book, played in contests:
        book.change({"Criterion2": criterion})
        rows = [row for row in book.table("standings") if row["name"]]
        assert {row["name"]: row["place"] for row in rows} == places(criterion, played)
        separated += sum(row["decided"] == criterion for row in rows)
    assert separated


def test_the_nfl_asks_for_common_games() -> None:
    rules = read_rules("nfl")
    assert rules.criteria[3] == "Common games"
    conferences = rules.of(Conferences)
    assert conferences and conferences.criteria_across[1:5] == (
        "Best of its division",
        "Head-to-head sweep",
        "Conference Pct",
        "Four common games",
    )


ACROSS = """name = "Two divisions"
source = "Made for this test."
points = "1-0.5-0"
criteria = ["Pct", "Head-to-head points"]
opponents = true
scores = "points"
groups = true

[conferences]
leaders = 1
places = 3
criteria = ["Pct", "Best of its division", "Head-to-head sweep"]

[conferences.divisions]
North = "All"
South = "All"
"""


@pytest.mark.slow
def test_only_the_best_of_each_division_is_compared(tmp_path: Path) -> None:
    """B, C and D have won one of two; B is before C in the North, and D has beaten B.

    All of them together have no sweep: C and D have not met.
    """
    group = {"A": "North", "B": "North", "C": "North", "D": "South", "E": "South", "F": "South"}
    won = [("A", "E"), ("A", "F"), ("E", "A"), ("B", "C"), ("D", "B"), ("C", "F"), ("E", "D")]
    games = [
        LeagueGame(h, w, 1, 0, str(at), home_group=group[h], away_group=group[w])
        for at, (h, w) in enumerate(won)
    ]
    built = TEMPLATES["league"].build(League(games), rules=ACROSS)
    rows = [row for row in Calculated(built, tmp_path).table("conferences") if row["name"]]
    assert [row["name"] for row in sorted(rows, key=lambda row: row["place"])] == [*"AEDBCF"]
    decided = {row["name"]: row["decided"] for row in rows}
    assert (decided["D"], decided["C"]) == ("Head-to-head sweep", "Best of its division")
