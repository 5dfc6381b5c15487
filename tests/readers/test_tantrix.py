"""Tantrix results, one row a match or one row a game."""

from __future__ import annotations

import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers.tantrix import Match, TantrixGame, players, read

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
        TantrixGame("Ann", "Bob", -5, 16.5),
        TantrixGame("Bob", "Ann", 0),
    ]


def test_minutes_may_be_left_out(results) -> None:
    assert results("Player 1;Player 2;Tiles\nAnn;Bob;3\n") == [TantrixGame("Ann", "Bob", 3)]


def test_players_come_in_the_order_in_which_they_appear(results) -> None:
    assert players(results(MATCHES + "Bob,Ann,1,10,10\nANN,Cleo,1,10,10\n")) == [
        "Bob",
        "Ann",
        "Cleo",
    ]


def test_points_that_do_not_add_up_are_left_to_the_checks(results) -> None:
    assert results(MATCHES + "Ann,Bob,2,30,18.8\n") == [Match("Ann", "Bob", 2, 30, 18.8)]


def test_a_row_without_a_score_is_a_fixture(results) -> None:
    assert results(MATCHES + "Ann,Bob,,,\nAnn,Cy,3,,\nBob,Cy,3,,") == [
        Match("Ann", "Bob"),
        Match("Ann", "Cy", 3),
        Match("Bob", "Cy", 3),
    ]
    assert results(GAMES + "Ann,Bob,,,\nBob,Ann,3,,\n") == [
        TantrixGame("Ann", "Bob"),
        TantrixGame("Bob", "Ann", 3),
    ]
    assert not any(row.is_played for row in results("home,away,round\nAnn,Bob,1\nBob,Cy,2\n"))


def test_a_row_with_one_name_lists_a_player(results) -> None:
    found = results(MATCHES + "Ann,Bob,1,10,10\nCy,,,,\nann,,,,\n")
    assert found[1:] == [Match("Cy"), Match("ann")]
    assert players(found) == ["Ann", "Bob", "Cy"]
    assert players(results("player,group,club\nDi,A,\nEve,B,Kiel\n")) == ["Di", "Eve"]
    assert results(GAMES + "Cy,,,,\n") == [TantrixGame("Cy")]


@pytest.mark.parametrize("name", ["Bye", "BYE", "bye", "Freilos"])
def test_a_bye_is_kept_as_a_row_and_nobody_is_called_so(results, name) -> None:
    found = results(MATCHES + f"Ann,{name},,,\n{name},Bob,0,0,0\nAnn,Bob,1,12,8\n{name},,,,\n")
    assert found[:2] == [Match("Ann", name), Match(name, "Bob")]
    assert players(found) == ["Ann", "Bob"]
    assert players(results(GAMES + f"{name},Cy,,,\n")) == ["Cy"]
    grouped = results(f"group,{GAMES}A,Ann,{name},,,\nB,Cy,{name},,,\n")
    assert players(grouped) == ["Ann", "Cy"]
    with pytest.raises(InputError, match="row 2: a bye has no score, since nobody plays; clear it"):
        results(MATCHES + f"Ann,{name},2,40,0\n")


def test_two_players_of_one_name_are_told_apart_by_a_column_and_never_merged(results) -> None:
    text = "player_a,club_a,player_b,club_b,games,tps_a,tps_b\n"
    found = results(text + "Ann,Kiel,Bob,,1,12,8\nBob,Bonn,ann,bern,1,10,10\nANN,kiel,Cy,,1,9,11\n")
    assert players(found) == ["Ann (Kiel)", "Bob", "ann (bern)", "Cy"]
    assert found[2].player_a == "ANN (Kiel)"
    with pytest.raises(
        InputError, match="row 3: Ann may be the one of Kiel or Bern; fill in club_b"
    ):
        results(text + "Ann,Kiel,Bob,,1,12,8\nCy,,Ann,,1,10,10\nAnn,Bern,Di,,1,10,10\n")
    listed = results("player,club\nAnn,Kiel\nAnn,Bern\n")
    assert players(listed) == ["Ann (Kiel)", "Ann (Bern)"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (MATCHES + "Ann,,,,\nBob,,,,\nann,,,,\n", "row 4: ann is listed in row 2 already; remove"),
        ("player\nAnn\nAnn\n", "two players of one name need the columns club_a and club_b"),
        (
            MATCHES + "Ann,Ann,1,9,11\n",
            "on both sides; correct player_a or player_b: two players of one",
        ),
        ("group," + MATCHES + "A,Ann,Bob,,,\nB,Ann,Cy,,,\n", "correct it: two players of one name"),
    ],
)
def test_two_of_one_name_are_asked_about(results, text, says) -> None:
    with pytest.raises(InputError) as error:
        results(text)
    assert says in str(error.value) and "club_a" in str(error.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("player_a,player_b,games\nAnn,Bob,1\n", "there is no column tps_a, tps_b; the first row"),
        ("player_a,margin\nAnn,1\n", "there is no column player_b; the first row"),
        ("player_a,player_b,margin,games\nAnn,Bob,1,1\n", "games that it is a match"),
        (MATCHES + "Ann,Bob,-2,10,10\n", "row 2: games must be 1 or more, not -2"),
        (MATCHES + "Ann,Bob,1.5,10,10\n", "row 2: games must be a whole number, not 1.5"),
        (MATCHES + "Ann,,1,10,10\n", "row 2: player_b is blank"),
        (MATCHES + ",Ann,,,\n", "row 2: player_a is blank"),
        (MATCHES + "Ann,Bob,,10,10\n", "row 2: games is blank"),
        (GAMES + "Ann,Bob,,5,\n", "row 2: margin is blank"),
        ("player_a,player_b,Punkte\nAnn,Bob,12\n", "there is no column games, tps_a, tps_b"),
        ("player,Widersacher\nAnn,Bob\n", "there is no column player_b, games, tps_a, tps_b"),
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
