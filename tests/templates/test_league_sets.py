"""Sets within a game, typed into one cell: what they count, and what is said of a wrong text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.templates.calculated import Calculated
from xl_tourney.errors import InputError
from xl_tourney.events.event import Event
from xl_tourney.explanations.flip.search import nearest_flip
from xl_tourney.exports.league import read_league
from xl_tourney.generator.generate import complete
from xl_tourney.ooxml.package import Package
from xl_tourney.readers.league import League, LeagueGame, format_csv, read
from xl_tourney.readers.tables.source import source_of
from xl_tourney.templates import TEMPLATES, package

TEMPLATE = TEMPLATES["league"]
PAIRS = ("AB", "CD", "AC", "BD", "AD", "BC")
FIXTURES = League([LeagueGame(*pair, None, None, str(n)) for n, pair in enumerate(PAIRS, 1)])
FIGURES = "entry home_result away_result home_second away_second"
EMPTY = ["", "", "", ""]


def typed_into(rules: str, folder: Path, sets: tuple[str, ...] = ()) -> Calculated:
    book = Calculated(TEMPLATE.build(FIXTURES, rules=rules, teams=5, rows=8), folder)
    return book.change({f"results[{at}].sets": text for at, text in enumerate(sets)})


@pytest.fixture(scope="module")
def volleyball(tmp_path_factory: pytest.TempPathFactory) -> Calculated:
    return typed_into("volleyball", tmp_path_factory.mktemp("sets"))


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("3:1", [3, 1, 0, 0]),
        ("0 – 3", [0, 3, 0, 0]),
        ("25-20 22-25 25-18 25-23", [3, 1, 97, 86]),
        ("25:20, 25:21; 25:22", [3, 0, 75, 63]),
        ("25-20 / 25 - 21 / 25 -22", [3, 0, 75, 63]),
        ("25-20\n25-21\n25-22", [3, 0, 75, 63]),
        ("[15-25] 20-25 25-20 25-20 15-17 (9)", [2, 3, 100, 107]),
    ],
)
def test_sets_give_the_score_and_the_points(
    volleyball: Calculated, text: str, figures: list[int]
) -> None:
    volleyball.change({"results[0].sets": text})
    assert volleyball.rows("matches", FIGURES, 1) == [["result", *figures]]
    assert volleyball["results[0].problem"] == ""


@pytest.mark.parametrize("text", ["25-20", "25-20 20-25", "25-20 20-25 25-20 23-25", "2:1"])
def test_a_game_that_is_not_decided_yet_is_to_play(volleyball: Calculated, text: str) -> None:
    volleyball.change({"results[0].sets": text})
    assert volleyball.rows("matches", FIGURES, 1) == [["fixture", *EMPTY]]
    assert volleyball["results[0].problem"] == ""
    assert volleyball["Status"] == "In progress, 6 games to play"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("25-20 25-25", "D6: level, so that nobody won it: correct the points"),
        ("25-20 25-20 25-20 25-20", "D6: more sets than the game can have"),
        ("25-20 20-25 25-20 25-20 20-25", "D6: more sets than the game can have"),
        ("25-1 1-25 25-1 1-25 25-1 25-1", "D6: more sets than the game can have"),
        ("won", "D6: not read: sets such as 3:1, or the points of each such as 11-7 8-11 11-5"),
        ("25-20 25-", "D6: not read: sets such as 3:1"),
        ("25-20 25.5-20", "D6: not read: sets such as 3:1"),
        ("3:1(25-20)", "D6: not read: sets such as 3:1"),
        (0.1256, "D6: not read: sets such as 3:1"),  # a spreadsheet made a time of 3:01
    ],
)
def test_a_text_that_cannot_be_counts_for_nothing_and_is_named(
    volleyball: Calculated, text: str | float, problem: str
) -> None:
    volleyball.change({"results[0].sets": text, "results[1].sets": "3:0"})
    assert volleyball.rows("matches", FIGURES, 2) == [
        ["incomplete", *EMPTY],
        ["result", 3, 0, 0, 0],
    ]
    assert volleyball["results[0].problem"].startswith(problem)
    assert volleyball["Status"] == "1 of 15 checks need a look: see Checks"
    volleyball.change({"results[0].sets": None, "results[1].sets": None})


@pytest.mark.parametrize(
    ("sets", "beside", "figures"),
    [
        ("25-20 25-21 25-22", {"home_score": 3, "away_score": 0}, ["result", 3, 0, 75, 63]),
        ("25-20", {"home_score": 3, "away_score": 0}, ["result", 3, 0, 25, 20]),  # gave up
        ("25-20 25-21 25-22", {"home_score": 3, "away_score": 1}, ["incomplete"]),
        ("25-20 25-21", {"home_score": 1, "away_score": 3}, ["incomplete"]),
        ("25-20 25-21 25-22", {"home_second": 75}, ["result", 3, 0, 75, 63]),
        ("25-20 25-21 25-22", {"home_second": 74}, ["incomplete"]),
        ("3:0", {"home_second": 75, "away_second": 60}, ["result", 3, 0, 75, 60]),
    ],
)
def test_scores_beside_the_sets_agree_with_them_or_are_named(
    volleyball: Calculated, sets: str, beside: dict[str, int], figures: list[object]
) -> None:
    cells = {f"results[0].{key}": value for key, value in beside.items()}
    volleyball.change({"results[0].sets": sets, **cells})
    (row,) = volleyball.rows("matches", FIGURES, 1)
    assert row[: len(figures)] == figures
    is_wrong = figures[0] == "incomplete"
    said = "D6: not what the scores beside it say; clear one of them" if is_wrong else ""
    assert volleyball["results[0].problem"] == said
    volleyball.change(dict.fromkeys(["results[0].sets", *cells]))


OWN = 'name = "Own"\nsource = "Ours."\nscores = "legs"\ncriteria = ["Points", "Difference"]\n'


def test_a_league_that_counts_legs_alone_takes_results_and_draws(tmp_path: Path) -> None:
    rules = f'{OWN}points = "2-1-0"\nsets = 7\n'
    book = typed_into(rules, tmp_path, ("7:3", "6:6", "8:3", "7:6", "5:5", "7:2 7:3"))
    assert book.column("matches", "entry", 6) == [
        *("result", "result", "incomplete", "incomplete", "fixture", "incomplete"),
    ]
    assert book.rows("matches", "home_points away_points", 2) == [[2, 0], [1, 1]]
    assert book.headings("results", "sets") == ["Legs"]


CYCLE = ("3:2", "3:0", "1:3", "3:2", "3:0", "3:0")
"""A, B and C have won against each other in a circle, and all of them against D."""


@pytest.mark.slow
def test_ratios_of_the_games_among_the_tied(tmp_path: Path) -> None:
    """B has 5:3, A 4:5, C 3:4 among the three; of all games C would be before A."""
    book = typed_into("table-tennis", tmp_path, CYCLE)
    rows = book.rows("standings", "place name points scored conceded decided", 4)
    assert rows == [
        [1, "B", 5, 8, 5, "Head-to-head ratio"],
        [2, "A", 5, 7, 5, "Head-to-head ratio"],
        [3, "C", 5, 6, 4, "Head-to-head ratio"],
        [4, "D", 3, 2, 9, "Points"],
    ]


@pytest.mark.slow
def test_ratios_of_the_points_among_the_tied(tmp_path: Path) -> None:
    """Each has 4:4 sets among the three; points decide: A 81:68, C 76:82, B 66:73."""
    a_b, a_c, b_c = "11-1 11-3 8-11 11-9", "9-11 11-9 9-11 11-13", "11-8 11-9 9-11 11-4"
    book = typed_into("table-tennis", tmp_path, (a_b, "3:0", a_c, "3:0", "3:0", b_c))
    rows = book.rows("standings", "name decided", 3)
    assert rows == [
        ["A", "Head-to-head points ratio"],
        ["C", "Head-to-head points ratio"],
        ["B", "Head-to-head points ratio"],
    ]


def test_of_two_who_are_level_in_legs_the_winner_between_them_is_ahead(tmp_path: Path) -> None:
    """As in the Grand Slam of Darts: A and B have 4 points, and 3 legs more than they lost."""
    book = typed_into("darts-groups", tmp_path, ("4:5", "4:5", "5:4", "5:1", "5:2", "3:5"))
    assert book.rows("standings", "place name points difference decided", 2) == [
        [1, "B", 4, 3, "Head-to-head points"],
        [2, "A", 4, 3, "Head-to-head points"],
    ]


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["australian-football", "table-tennis"])
def test_our_functions_take_a_league_of_ratios_by_points(tmp_path: Path, rules: str) -> None:
    """They know no ratio of games to come, so that ties are open."""
    games = [LeagueGame("A", "B", 3, 1, "1"), LeagueGame("B", "A", None, None, "2")]
    built = TEMPLATE.build(League(games), functions="addin", rules=rules, places=1, teams=3)
    book = Calculated(built, tmp_path)
    assert book["Status"] == "In progress, 1 game to play"
    assert book.rows("standings", "best_place worst_place", 2) == [[1, 2], [1, 2]]


@pytest.mark.slow
def test_nothing_of_the_sets_is_lost_between_files_and_workbooks(tmp_path: Path) -> None:
    """Points of sets, a result alone, a game that somebody gave up, one that goes on."""
    text = (
        "round,home,away,home_score,away_score,sets\n"
        "1,A,B,,,25-20 22-25 25-18 25-23\n"
        "2,C,D,3,1,\n"
        "3,A,C,3,0,25-20\n"
        "4,B,D,,,25-20 20-25\n"
    )
    path = tmp_path / "games.csv"
    path.write_text(text, "utf-8")
    league = read(source_of(path))
    content = package(TEMPLATE.build(league, rules="volleyball", teams=4, rows=6))
    saved = Event.open(Package(content, "book.xlsx"))
    found = read_league(saved)
    path.write_bytes(format_csv(found, by_game=True).content)
    again = Calculated(
        TEMPLATE.build(read(source_of(path)), rules="volleyball", teams=4, rows=6), tmp_path
    )
    assert again.rows("matches", FIGURES, 4) == [
        ["result", 3, 1, 97, 86],
        ["result", 3, 1, 0, 0],
        ["result", 3, 0, 25, 20],
        ["fixture", *EMPTY],
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sets", "new"),
    [
        ("25-20 22-25 25-18 23-25 15-13", "A 2\N{EN DASH}3 B (25-20 22-25 25-18 23-25 13-15)"),
        ("3:2", "A 2\N{EN DASH}3 B"),
    ],
)
def test_the_nearest_flip_turns_a_set(sets: str, new: str) -> None:
    league = League([LeagueGame("A", "B", None, None, "1", sets=sets)])
    workbook = TEMPLATE.build(league, rules="volleyball", teams=2, rows=2)
    content, _ = complete(package(workbook), "book.xlsx", workbook)
    flip = nearest_flip(Event.open(Package(content, "book.xlsx")), "A", "B")
    assert flip is not None
    assert flip.alternative.text == new


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("3,1,11-7 11-9 11-2", "the score is 3-1, but sets gives 3-0; correct one of them"),
        ("0,3,11-7", "the score is 0-3, but sets gives 1-0; correct one of them"),
        (",,11-7 11-11", "sets must be the points of each set such as 11-7 8-11 11-5"),
    ],
)
def test_sets_of_a_file_that_cannot_be_are_refused(tmp_path: Path, row: str, message: str) -> None:
    path = tmp_path / "games.csv"
    path.write_text(f"home,away,home_score,away_score,sets\nA,B,{row}\n", "utf-8")
    with pytest.raises(InputError, match=message):
        read(source_of(path))
