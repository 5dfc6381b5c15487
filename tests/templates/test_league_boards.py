"""Matches of teams made of single games: listed in a file, or typed into one cell."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.templates.calculated import Calculated
from xl_tourney.errors import InputError, OptionError
from xl_tourney.events.event import Event
from xl_tourney.explanations.flip.search import nearest_flip
from xl_tourney.exports.league import read_league
from xl_tourney.generator.generate import made
from xl_tourney.ooxml.package import Package
from xl_tourney.readers.league import League, format_csv, read
from xl_tourney.readers.tables.source import source_of
from xl_tourney.templates import TEMPLATES

TEMPLATE = TEMPLATES["league"]
CHESS = """round,board,home,away,score
1,1,Anvil,Bellows,1-0
1,2,Anvil,Bellows,½-½
1,3,Bellows,Anvil,1/2-1/2
1,4,Anvil,Bellows,0.5-0.5
1,1,Crane,Dredge,1-0
1,2,Crane,Dredge,0-1
1,3,Dredge,Crane,1-0
1,4,Crane,Dredge,0-1
2,1,Dredge,Anvil,1-0
2,2,Dredge,Anvil,½-½
2,3,Dredge,Anvil,½-½
2,4,Dredge,Anvil,0-1
2,1,Bellows,Crane,1-0
2,2,Bellows,Crane,
"""
"""Anvil 2½:1½ Bellows, Crane 1:3 Dredge, Dredge 2:2 Anvil; the last match goes on."""


def listed(folder: Path, text: str) -> League:
    path = folder / "games.csv"
    path.write_text(text, "utf-8")
    return read(source_of(path))


@pytest.mark.slow
def test_single_games_of_chess_are_added(tmp_path: Path) -> None:
    book = Calculated(TEMPLATE.build(listed(tmp_path, CHESS), rules="chess-teams"), tmp_path)
    assert book.column("results", "sets", 3) == [
        "1-0 ½-½ ½-½ ½-½",
        "1-0 0-1 0-1 0-1",
        "1-0 ½-½ ½-½ 0-1",
    ]
    assert book.rows("standings", "place name points scored conceded decided", 4) == [
        [1, "Dredge", 3, 5, 3, "For"],
        [2, "Anvil", 3, 4.5, 3.5, "For"],
        [3, "Bellows", 0, 1.5, 2.5, "For"],
        [4, "Crane", 0, 1, 3, "For"],
    ]
    assert book["Status"] == "In progress, 1 game to play"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "entry", "problem"),
    [
        ("4:0", ["result", 4, 0], ""),
        ("2½:1½", ["result", 2.5, 1.5], ""),
        ("½-3½", ["result", 0.5, 3.5], ""),
        ("1-0 0.5-0.5 0,5-0,5 =", ["result", 2.5, 1.5], ""),
        ("1-0 0-0 1-0 1-0", ["result", 3, 0], ""),
        ("1-0 1-0", ["fixture", "", ""], ""),
        ("1-0 1-0 1-0 1-0 1-0", ["incomplete", "", ""], "D6: more boards than the game can have"),
        ("1-0 -1 1-0 1-0", ["incomplete", "", ""], "D6: not read: boards such as 3½:½"),
        ("1-0 0.3-0.7 1-0 1-0", ["incomplete", "", ""], "D6: not read: boards such as 3½:½"),
    ],
)
def test_boards_are_typed_into_one_cell(
    chess: Calculated, text: str, entry: list[object], problem: str
) -> None:
    chess.change({"results[0].sets": text})
    assert chess.rows("matches", "entry home_result away_result", 1) == [entry]
    assert chess["results[0].problem"].startswith(problem)
    assert bool(problem) == bool(chess["results[0].problem"])


@pytest.fixture(scope="module")
def chess(tmp_path_factory: pytest.TempPathFactory) -> Calculated:
    folder = tmp_path_factory.mktemp("boards")
    return Calculated(TEMPLATE.build(listed(folder, CHESS), rules="chess-teams"), folder)


def table_tennis(*matches: list[str]) -> str:
    rows = (
        f"{nth},{board},T{2 * nth},T{2 * nth + 1},{score}"
        for nth, scores in enumerate(matches, 1)
        for board, score in enumerate(scores, 1)
    )
    return "\n".join(["match,board,home,away,score", *rows])


NINE = ["3:1", "0:3"] * 2 + ["3:0"] * 7
"""9:2, and 27:8 sets."""
LEVEL = ["3:2", "1:3"] * 8
"""8:8, and 32:40 sets."""


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["table-tennis-teams", "table-tennis-league"])
def test_single_games_of_table_tennis_are_won(tmp_path: Path, rules: str) -> None:
    league = listed(tmp_path, table_tennis(NINE, LEVEL))
    book = Calculated(TEMPLATE.build(league, rules=rules), tmp_path)
    figures = "name points scored conceded second_for second_against"
    assert book.rows("standings", figures, 4) == [
        ["T2", 2, 9, 2, 27, 8],
        ["T5", 1, 8, 8, 40, 32],
        ["T4", 1, 8, 8, 32, 40],
        ["T3", 0, 2, 9, 8, 27],
    ]
    assert book["Status"] == "All checks passed"


@pytest.mark.slow
def test_a_game_after_the_end_of_a_match_is_named(tmp_path: Path) -> None:
    league = listed(tmp_path, table_tennis([*NINE, "3:0"]))
    book = Calculated(TEMPLATE.build(league, rules="table-tennis-teams"), tmp_path)
    assert book["results[0].problem"] == "D6: more games than the game can have"
    book.change({"results[0].sets": " ".join(NINE[:-2])})
    assert book["results[0].problem"] == ""
    assert book["Status"] == "In progress, 1 game to play"


@pytest.mark.slow
def test_single_games_come_back_from_the_workbook(tmp_path: Path) -> None:
    content, _ = made(TEMPLATE, listed_path(tmp_path, CHESS), "b.xlsx", rules="chess-teams")
    saved = Event.open(Package(content, "b.xlsx"))
    found = read_league(saved)
    again = listed(tmp_path, format_csv(found, by_game=True).content.decode())
    assert [game.boards for game in again.rows] == [game.boards for game in found.rows]
    assert again.rows[0].home_score == 2.5


def listed_path(folder: Path, text: str) -> Path:
    listed(folder, text)
    return folder / "games.csv"


@pytest.mark.slow
def test_a_point_of_a_board_turns_a_table(tmp_path: Path) -> None:
    """Half a point more for Anvil against Dredge wins the match."""
    content, _ = made(TEMPLATE, listed_path(tmp_path, CHESS), "b.xlsx", rules="chess-teams")
    flip = nearest_flip(Event.open(Package(content, "b.xlsx")), "Dredge", "Anvil")
    assert flip is not None
    assert flip.alternative.change == "½ board point"
    assert flip.alternative.text == "Dredge 1½\N{EN DASH}2½ Anvil (½-½ ½-½ ½-½ 0-1)"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "board,home,away,score\n1,A,B,1-0\n1,A,B,0-1\n",
            "row 3: board 1 of A against B stands in row 2 already; correct it, or tell two "
            "matches apart in a column match",
        ),
        ("board,home,away,score\n1,A,B,1-0\n,A,B,0-1\n", "row 3: board is blank; fill it in"),
        ("home,away,boards\nA,B,1-0 won\n", "boards must be the score of each single game"),
        (
            "team,wins,losses,board\nA,1,0,1\nB,0,1,2\n",
            "board.* is for results with one row a game",
        ),
    ],
)
def test_lists_of_single_games_that_cannot_be_are_refused(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        listed(tmp_path, text)


def test_boards_are_not_added_where_sets_are_won() -> None:
    with pytest.raises(OptionError, match="boards is for matches whose single games are added"):
        TEMPLATE.build(rules="volleyball", boards=4)
