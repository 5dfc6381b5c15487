"""Tantrix results, one row a match or one row a game."""

from __future__ import annotations

import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers.tantrix import Game, Match, players, read

MATCHES = "player_a,player_b,games,tps_a,tps_b\n"
GAMES = "player_a,player_b,margin,minutes_a,minutes_b\n"


@pytest.fixture
def results(tmp_path):
    def of(text: str):
        path = tmp_path / "group.csv"
        path.write_text(text, encoding="utf-8")
        return read(path)

    return of


def test_one_row_a_match(results) -> None:
    assert results("event," + MATCHES + "grp A,Ann,Bob,2,21.2,18.8\n,Cleo,Ann,3,−1,61\n") == [
        Match("Ann", "Bob", 2, 21.2, 18.8, "grp A"),
        Match("Cleo", "Ann", 3, -1, 61),
    ]


def test_one_row_a_game(results) -> None:
    assert results(GAMES + "Ann,Bob,-5,16.5,\nBob,Ann,0,,\n") == [
        Game("Ann", "Bob", -5, 16.5),
        Game("Bob", "Ann", 0),
    ]


def test_minutes_may_be_left_out(results) -> None:
    assert results("Player 1;Player 2;Tiles\nAnn;Bob;3\n") == [Game("Ann", "Bob", 3)]


def test_players_come_in_the_order_in_which_they_appear(results) -> None:
    assert players(results(MATCHES + "Bob,Ann,1,10,10\nANN,Cleo,1,10,10\n")) == [
        "Bob",
        "Ann",
        "Cleo",
    ]


def test_points_that_do_not_add_up_are_left_to_the_checks(results) -> None:
    assert results(MATCHES + "Ann,Bob,2,30,18.8\n") == [Match("Ann", "Bob", 2, 30, 18.8)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("player_a,player_b,games\nAnn,Bob,1\n", "there is no column tps_a, tps_b; the first row"),
        ("player_a,margin\nAnn,1\n", "there is no column player_b; the first row"),
        ("player_a,player_b,margin,games\nAnn,Bob,1,1\n", "games that it is a match"),
        (MATCHES + "Ann,Bob,1,10,10\nann,Ann,1,10,10\n", "row 3: ann plays against himself"),
        (MATCHES + "Ann,Bob,-2,10,10\n", "row 2: games must be 1 or more, not -2"),
        (MATCHES + "Ann,Bob,0,0,0\n", "row 2: games must be 1 or more, not 0"),
        (MATCHES + "Ann,Bob,1.5,10,10\n", "row 2: games must be a whole number, not 1.5"),
        (MATCHES + "Ann,Bob,two,10,10\n", "row 2: games must be a number, not “two”"),
        (MATCHES + "Ann,Bob,1,10,\n", "row 2: tps_b is blank"),
        (MATCHES + "Ann,,1,10,10\n", "row 2: player_b is blank"),
        (GAMES + "Ann,Bob,2.5,,\n", "row 2: margin must be a whole number"),
        (GAMES + "Ann,Bob,2,-1,\n", "row 2: minutes_a must not be negative"),
    ],
)
def test_a_fault_names_the_file_the_row_and_the_remedy(results, text, says) -> None:
    with pytest.raises(InputError) as error:
        results(text)
    message = str(error.value)
    assert message.startswith("group.csv") and says in message
    assert "; " in message and message.endswith(".")
