"""League tables in the words of those who follow such leagues, without columns that say nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.templates.calculated import Calculated
from xl_tourney.readers.league import League, LeagueGame, TeamRecord
from xl_tourney.templates import TEMPLATES

pytestmark = pytest.mark.slow

TEMPLATE = TEMPLATES["league"]
FIRST = ["Place", "Mark", "No.", "Team"]
LAST = ["Settled", "Decided by"]
RACE = ["Best", "Worst", "Wins to clinch", "Wins to stay alive"]


def shown(workbook) -> list[str]:
    """The headings of the standings that are not hidden."""
    sheet = workbook["Standings"]
    cells = [cell for cell in sheet[5] if cell.value]
    return [c.value for c in cells if not sheet.column_dimensions[c.column_letter].hidden]


def played(*scores: tuple[float, float], overtime: str = "", to_come: bool = False) -> League:
    """Games of Reds at home, with another one to come."""
    games = [
        LeagueGame("Reds", "Blues", own, other, str(n), overtime)
        for n, (own, other) in enumerate(scores, 1)
    ]
    return League([*games, LeagueGame("Blues", "Reds", None, None, "9")] if to_come else games)


FOOTBALL = ["P", "W", "D", "L", "GF", "GA", "GD", "Pts"]
OTHERS = ["P", "W", "D", "L", "For", "Against", "Diff", "Pts"]
BY_GOALS = {"criteria": "Points,Difference,For"}


@pytest.mark.parametrize(
    ("league", "options", "figures"),
    [
        (played((2, 1), (0, 0)), {"rules": "la-liga-2010"}, FOOTBALL),
        (played((2, 1)), {"points": "3-1-0", **BY_GOALS}, FOOTBALL),
        (played((28, 25), (30, 30)), {"points": "2-1-0", **BY_GOALS}, OTHERS),
        (played((4.5, 3.5)), {"points": "2-1-0", **BY_GOALS}, OTHERS),
        (
            played((3, 1)),
            {"points": "3-0-0", "criteria": "Points,Wins"},
            ["P", "W", "L", "For", "Against", "Diff", "Pts"],
        ),
        (
            played((3, 2), overtime="yes"),
            {"points": "3-2-1-0", "criteria": "Points"},
            ["P", "W", "OTW", "OTL", "L", "For", "Against", "Diff", "Pts"],
        ),
        (played((99, 98)), {"rules": "baseball"}, ["GP", "W", "L", "Pct", "GB", "GB line"]),
        (played((1, 1)), {"rules": "baseball"}, ["GP", "W", "L", "T", "Pct", "GB", "GB line"]),
        (
            played((3, 2), overtime="SO"),
            {"rules": "nhl-2019"},
            ["GP", "W", "L", "OTL", "Pts", "RW", "ROW", "GF", "GA", "Diff"],
        ),
    ],
    ids=["football", "3-1-0", "handball", "chess teams", "volleyball", "3-2-1-0", "NBA", "NFL",
         "NHL"],
)  # fmt: skip
def test_a_table_has_the_columns_of_its_league(league, options, figures) -> None:
    assert shown(TEMPLATE.build(league, **options)) == [*FIRST, *figures, "Decided by"]


@pytest.mark.parametrize(("rules", "figures"), [("fifa-2022", FOOTBALL)])
def test_with_games_to_come_the_race_is_shown(rules, figures) -> None:
    league = played((2, 1), to_come=True)
    columns = [*FIRST, "P", "To play", *figures[1:], *RACE, *LAST]
    assert shown(TEMPLATE.build(league, rules=rules)) == columns


def test_a_table_of_teams_is_that_of_newspapers() -> None:
    league = League([TeamRecord("Reds", 2, 1), TeamRecord("Blues", 1, 2)])
    assert shown(TEMPLATE.build(league)) == [
        *FIRST, "GP", "W", "L", "Pct", "GB", "GB line", "Decided by"
    ]  # fmt: skip


def test_home_and_away_have_the_losses_of_the_nhl_apart(calculated) -> None:
    book = calculated(
        TEMPLATE.build(played((3, 2), (1, 4), (2, 3), overtime="OT"), rules="nhl-2019")
    )
    assert book.headings("home", "home_won home_lost home_late_lost") == ["W", "L", "OTL"]
    assert book.rows("home", "home_won home_lost home_late_lost home_points", 1) == [[1, 0, 2, 4]]


def test_short_headings_say_what_they_mean() -> None:
    sheet = TEMPLATE.build(played((2, 1)), rules="fifa-2022")["Standings"]
    said = {
        sheet[str(rule.sqref)].value: rule.promptTitle
        for rule in sheet.data_validations.dataValidation
    }
    assert (said["GD"], said["P"], said["Pts"]) == ("Goal difference", "Games played", "Points")


def test_a_hidden_column_that_gets_a_value_is_asked_for(calculated) -> None:
    book = calculated(TEMPLATE.build(played((99, 98)), rules="baseball"))
    assert book["Standings!A2"].startswith("Sorted by Pct. y has clinched")
    book.change({"results[1].home": "Blues", "results[1].away": "Reds"})
    assert book["Standings!A2"].startswith("A hidden column holds something now")


@pytest.mark.parametrize("functions", ["native", "addin"])
def test_wins_in_the_nhl_are_told_apart_by_how_they_came_about(calculated, functions) -> None:
    games = [
        ("Reds", "Blues", 3, 1, ""),
        ("Reds", "Blues", 2, 1, "OT"),
        ("Blues", "Reds", 2, 3, "SO"),
        ("Blues", "Reds", 4, 0, "pen."),
        ("Blues", "Golds", 5, 2, "REG"),
        ("Golds", "Blues", 3, 0, ""),
    ]
    league = League([LeagueGame(*game[:4], str(n), game[4]) for n, game in enumerate(games)])
    book = calculated(TEMPLATE.build(league, functions=functions, rules="nhl-2019"))
    keys = "name played won lost late_lost points regulation_wins wins_before_shootouts difference"
    assert book.rows("standings", keys, 3) == [
        ["Reds", 4, 3, 0, 1, 7, 1, 2, 0],
        ["Blues", 6, 2, 2, 2, 6, 1, 1, 0],
        ["Golds", 2, 1, 1, 0, 2, 1, 1, 0],
    ]
    assert book.column("standings", "decided", 3) == ["Points"] * 3
    assert book["Status"] == "All checks passed"


@pytest.mark.parametrize("functions", ["native", "addin"])
def test_the_nhl_places_level_teams_by_regulation_wins(calculated, functions) -> None:
    """Both have four points of two wins; Blues won one of theirs in a shootout."""
    games = [("Reds", 3, 1, ""), ("Reds", 2, 1, "OT"), ("Blues", 4, 1, "OT"), ("Blues", 2, 1, "SO")]
    rows = [LeagueGame(team, "Golds", a, b, str(n), o) for n, (team, a, b, o) in enumerate(games)]
    to_come = LeagueGame("Reds", "Blues", None, None, "9")
    workbook = TEMPLATE.build(League([*rows, to_come]), functions=functions, rules="nhl-2019")
    book = calculated(workbook)
    assert book.rows("standings", "name points regulation_wins decided", 3) == [
        ["Reds", 4, 1, "Regulation wins"],
        ["Blues", 4, 0, "Regulation wins"],
        ["Golds", 3, 0, "Points"],
    ]
    assert book["RaceNote"].startswith("Best and worst place are bounds")


PUBLISHED = {
    "Tampa Bay": (62, 16, 4, 56, 128),
    "Boston": (49, 24, 9, 47, 107),
    "Calgary": (50, 25, 7, 50, 107),
    "Washington": (48, 26, 8, 44, 104),
    "Pittsburgh": (44, 26, 12, 42, 100),
    "Dallas": (43, 32, 7, 42, 93),
    "Colorado": (38, 30, 14, 36, 90),
    "Florida": (36, 32, 14, 33, 86),
    "NY Rangers": (32, 36, 14, 26, 78),
    "Ottawa": (29, 47, 6, 29, 64),
}
"""The final table of ten NHL teams in 2018-19: W, L, OTL, ROW and Pts; each played 82 games."""


@pytest.mark.slow
def test_sixty_published_figures_of_the_nhl(tmp_path: Path) -> None:
    """The games are made up, against all others as one: so many were won and lost so."""
    games = []
    for team, (won, lost, late, before_shootouts, _) in PUBLISHED.items():
        results = [(3, 1, "")] * (before_shootouts - 2) + [(2, 1, "OT")] * 2
        results += [(2, 1, "SO")] * (won - before_shootouts)
        results += [(0, 2, "")] * lost + [(1, 2, "OT")] * (late - late // 2)
        results += [(2, 3, "SO")] * (late // 2)
        games += [
            LeagueGame(team, "The others", own, other, f"{team} {n}", overtime)
            for n, (own, other, overtime) in enumerate(results)
        ]
    book = Calculated(TEMPLATE.build(League(games), rules="nhl-2019"), tmp_path)
    keys = "name played won lost late_lost wins_before_shootouts points"
    found = {name: tuple(figures) for name, *figures in book.rows("standings", keys)}
    assert {team: found[team] for team in PUBLISHED} == {
        team: (82, *figures) for team, figures in PUBLISHED.items()
    }
