"""The race of a league: games behind after each round, as the games are typed in."""

from __future__ import annotations

import io
from itertools import combinations
from random import Random
from zipfile import ZipFile

import pytest

from tests.templates.tables import Tables
from xl_tourney.functions import GAMES_BEHIND
from xl_tourney.readers.league import League, LeagueGame, rounds
from xl_tourney.templates import TEMPLATES, package
from xl_tourney.templates.league.games.race import MOST_TEAMS, TOP

pytestmark = pytest.mark.slow

TEMPLATE = TEMPLATES["league"]
COLUMNS = "after team_0:team_3"
GAME = ("round", "home", "away", "home_score", "away_score")
NAMES = ("Reds", "Blues", "Greens", "Golds")
GAMES = League(
    [
        LeagueGame("Reds", "Blues", 3, 1, "1 May"),
        LeagueGame("Greens", "Golds", 0, 2, "1 May"),
        LeagueGame("Reds", "Greens", 2, 2, "8 May"),
        LeagueGame("Blues", "Golds", 5, 4, "8 May"),
        LeagueGame("Golds", "Reds", 1, 7, "15 May"),
    ]
)


def race(book, count: int) -> list[list]:
    """The last rows of the race, with the headings above."""
    shown = int(book["RoundsShown"])
    return [book.headings("race", COLUMNS), *book.rows("race", COLUMNS, shown)[-count:]]


def test_games_behind_after_each_round(calculated) -> None:
    book = calculated(TEMPLATE.build(GAMES, places=2, rounds=12))
    assert race(book, 4) == [
        ["After", "Reds", "Blues", "Golds", "Greens"],
        ["Start", 0, 0, 0, 0],
        ["1 May", 0, 1, 0, 1],
        ["8 May", 0, 0.5, 0.5, 1],
        ["15 May", 0, 1, 1.5, 1.5],
    ]
    before = book.rows("race", "", 8)
    assert {cell for row in before for cell in row} == {""}
    assert (book["RoundsPlayed"], book["Race!A4"]) == (3, "")


def test_the_race_has_a_row_for_the_start_and_each_round(calculated) -> None:
    workbook = TEMPLATE.build(GAMES, places=2)
    first = Tables(workbook.tables)["race"].letter("team_0")
    drawn = workbook["Race"]._charts[0].series[0].val.numRef.f
    assert drawn == f"'Race'!${first}${TOP + 1}:${first}${TOP + 4}"
    book = calculated(workbook)
    assert book.column("race", "after", 4) == ["Start", "1 May", "8 May", "15 May"]


def test_the_race_follows_the_games(calculated) -> None:
    """A new round moves the window; a game that is not complete makes no round."""
    book = calculated(TEMPLATE.build(GAMES, places=2))
    later = dict(zip(GAME, ("22 May", "Greens", "Reds", 4, 0)))
    typed = {f"results[5].{key}": value for key, value in later.items()}
    book.change({key: value for key, value in typed.items() if not key.endswith("away_score")})
    assert book["RoundsPlayed"] == 3 and race(book, 1)[1][0] == "15 May"
    book.change(typed)
    assert race(book, 1) == [
        ["After", "Reds", "Blues", "Greens", "Golds"],
        ["22 May", 0, 0.5, 0.5, 1],
    ]
    postponed = dict(zip(GAME, ("1 May", "Blues", "Greens", 0, 1)))
    book.change({f"results[6].{key}": value for key, value in postponed.items()})
    assert book["RoundsPlayed"] == 4
    assert race(book, 4)[:2] == [
        ["After", "Reds", "Greens", "Blues", "Golds"],
        ["1 May", 0, 0.5, 1.5, 0],
    ]


def test_the_last_row_is_the_games_behind_of_the_standings(calculated) -> None:
    """When all have played as often, the leader is who has most games over even."""
    chance = Random(7)
    pairs = list(combinations(NAMES, 2))
    games = [
        LeagueGame(home, away, chance.randrange(5), chance.randrange(5), f"Round {at}")
        for at in range(1, 16)
        for home, away in (pairs[at % 3], pairs[5 - at % 3])
    ]
    book = calculated(TEMPLATE.build(League(games), places=1))
    table = book.table("standings")[:4]
    assert race(book, 1)[1][1:] == [row["gb_first"] for row in table]
    won, lost, tied = ([[row[key]] for row in table] for key in ("won", "lost", "tied"))
    assert race(book, 1)[1][1:] == [one for (one,) in GAMES_BEHIND(won, lost, tied, 1)]
    assert book["RoundsShown"] == 16 == len(rounds(League(games))) + 1


def test_games_without_a_round_are_said(calculated) -> None:
    book = calculated(TEMPLATE.build(League([LeagueGame("Reds", "Blues", 1, 0)]), places=1))
    assert book["Race!A4"] == "Give each game a date or a round: they make the race."
    assert book["Status"] == "All checks passed"


def test_an_empty_race_is_blank(calculated) -> None:
    book = calculated(TEMPLATE.build(layout="game"))
    rows = book.rows("race", "", 11)
    assert {cell for row in rows for cell in row} == {""}


@pytest.mark.parametrize(("teams", "lines"), [(4, 4), (12, MOST_TEAMS)])
def test_the_chart_has_a_line_for_each_of_the_first_teams(teams, lines) -> None:
    games = [LeagueGame(f"T{n}", f"T{n + 1}", 1, 0, "1") for n in range(0, teams, 2)]
    workbook = TEMPLATE.build(League(games))
    after = Tables(workbook.tables)["race"].letter("after")
    with ZipFile(io.BytesIO(package(workbook))) as archive:
        drawn = [archive.read(name).decode() for name in archive.namelist() if "/charts/" in name]
        texts = "".join(
            archive.read(n).decode() for n in archive.namelist() if "drawings/drawing" in n
        )
    [chart] = [text for text in drawn if "<lineChart>" in text]
    assert chart.count("<ser>") == chart.count(f"'Race'!${after}$") == lines
    for said in ("games behind after each round", "Date or round", "Games behind", 'val="maxMin"'):
        assert said in chart
    assert len({part.partition('"')[0] for part in chart.split('<symbol val="')[1:]}) == lines
    assert 'descr="Line chart of the games behind after each round' in texts


def test_a_table_of_teams_has_no_race() -> None:
    assert "Race" not in TEMPLATE.build(layout="table").sheetnames


def test_points_deducted_are_missing_from_the_start(calculated) -> None:
    """The chart ends where the table does."""
    games = [LeagueGame("Reds", "Blues", 2, 0, "1"), LeagueGame("Blues", "Reds", 0, 1, "2")]
    book = calculated(TEMPLATE.build(League(games), rules="premier-league-2019"))

    def points() -> list[list]:
        return [row[:3] for row in race(book, 3)[1:]]

    assert points() == [["Start", 0, 0], ["1", 0, 3], ["2", 0, 6]]
    book.change({"listed[0].deducted": 2})
    assert points() == [["Start", 2, 0], ["1", 0, 1], ["2", 0, 4]]
    assert sorted(filter(None, book.column("standings", "points", 2))) == [4]


@pytest.mark.parametrize(
    ("labels", "last"),
    [(("1", "2"), 2), (("8 May", "15 May"), ""), (("2026-05-08", "2026-05-15"), "")],
)
def test_dates_are_no_rounds(calculated, labels, last) -> None:
    games = [LeagueGame("Reds", "Blues", 2, 0, label) for label in labels]
    book = calculated(TEMPLATE.build(League(games)))
    assert book["RoundsPlayed"] == 2 and book["LastRound"] == last
