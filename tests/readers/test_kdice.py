"""kdice profiles, one row a player."""

from __future__ import annotations

import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers.kdice import PlayerProfile, read

HEAD = "player,games,p1,p2,p3,p4,p5,p6,p7"
ANN = (20.0, 17.0, 14.0, 11.0, 11.0, 11.0, 14.0)
EARLIER = (3.0, 3.0, 6.0, 20.0, 28.0, 21.0, 19.0)


@pytest.fixture
def profiles(tmp_path):
    def of(text: str):
        path = tmp_path / "list.csv"
        path.write_text(text, encoding="utf-8")
        return read(path)

    return of


def test_one_row_a_player(profiles) -> None:
    assert profiles(HEAD + ",points,note\nAnn,35,20,17,14,11,11,11,14,-120,as published\n") == [
        PlayerProfile("Ann", 35, ANN, -120, note="as published")
    ]


def test_finishes_may_have_percent_signs_or_be_fractions(profiles) -> None:
    text = HEAD + "\nAnn,35,20%,17 %,14,11,11,11,14\nBob,40,0.4,0.1,0.1,0.1,0.1,0.1,0.1\n"
    assert [row.finishes for row in profiles(text)] == [ANN, (0.4, *[0.1] * 6)]


@pytest.mark.parametrize(
    "profile",
    [
        "20%-17%-14%-11%-11%-11%-14%",
        "20-17-14-11-11-11-14",
        "20 17 14 11 11 11 14",
        "20–17–14–11–11–11–14",
    ],
)
def test_a_profile_may_stand_in_one_cell(profiles, profile) -> None:
    assert profiles(f"name,games,profile\nAnn,35,{profile}\n") == [PlayerProfile("Ann", 35, ANN)]


def test_headings_may_be_those_of_the_profile_page(profiles) -> None:
    text = "Name;Played;1st;2nd;3rd;4th;5th;6th;7th\nAnn;35;20;17;14;11;11;11;14\n"
    assert profiles(text) == [PlayerProfile("Ann", 35, ANN)]


def test_games_may_be_left_blank_for_counts(profiles) -> None:
    assert profiles(HEAD + "\nAnn,,7,6,5,4,4,4,5\n") == [
        PlayerProfile("Ann", None, (7, 6, 5, 4, 4, 4, 5))
    ]


@pytest.mark.parametrize("cells", [",,,,,,,", "0,0,0,0,0,0,0,0", "0,,,,,,,", ",0,0,0,0,0,0,0"])
def test_a_player_without_games_is_listed(profiles, cells) -> None:
    (ann,) = profiles(f"{HEAD}\nAnn,{cells}\n")
    assert ann.player == "Ann" and not ann.games and not any(ann.finishes)


def test_points_may_be_negative_and_halves(profiles) -> None:
    rows = "Ann,35,20,17,14,11,11,11,14,-12.5\nBob,35,20,17,14,11,11,11,14,\n"
    assert [row.points for row in profiles(f"{HEAD},points\n{rows}")] == [-12.5, None]


def test_a_level_that_is_left_out_had_no_games(profiles) -> None:
    in_cells = profiles(HEAD + ",l0,l1\nAnn,35,20,17,14,11,11,11,14,20,80\n")
    in_one = profiles(HEAD + ",levels\nAnn,35,20,17,14,11,11,11,14,20-80\n")
    assert in_cells == in_one == [PlayerProfile("Ann", 35, ANN, levels=(20, 80, 0, 0, 0, 0))]
    assert profiles(HEAD + ",l0,l1\nAnn,35,20,17,14,11,11,11,14,,\n")[0].levels == ()


def test_earlier_profiles(profiles) -> None:
    names = ",".join(f"w{place}" for place in range(1, 8))
    text = (
        f"player,games,profile,{names},last zero\nAnn,35,20-17-14-11-11-11-14,3,3,6,20,28,21,19,\n"
    )
    assert profiles(text) == [PlayerProfile("Ann", 35, ANN, worst=EARLIER)]
    text = "player,games,profile,last zero\nAnn,35,20-17-14-11-11-11-14,3-3-6-20-28-21-19\n"
    assert profiles(text) == [PlayerProfile("Ann", 35, ANN, last_zero=EARLIER)]


def test_percentages_that_do_not_add_up_are_left_to_the_checks(profiles) -> None:
    assert sum(profiles(HEAD + "\nAnn,35,20,17,14,11,11,11,34\n")[0].finishes) == 118


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("player,games,p1\nAnn,35,20\n", "there is no column p2, p3, p4, p5, p6, p7; the first"),
        (HEAD + "\n,35,20,17,14,11,11,11,14\n", "row 2: player is blank; fill it in"),
        (HEAD + "\nAnn,3.5,20,17,14,11,11,11,14\n", "row 2: games must be a whole number"),
        (HEAD + "\nAnn,35,20,17,14,11,11,11,\n", "row 2: p7 is blank; fill it in"),
        (HEAD + "\nAnn,35,20,17,14,11,11,11,x\n", "row 2: p7 must be a number, not “x”"),
        (HEAD + "\nAnn,35,20,17,14,11,11,11,-1\n", "profile must not be negative, and has -1"),
        (HEAD + ",levels\nAnn,,7,6,5,4,4,4,5,1-1-1-1-1-1-1\n", "levels must hold 6 numbers"),
        (HEAD + ",w1,w2\nAnn,35,20,17,14,11,11,11,14,3,3\n", "row 2: w3 is blank"),
    ],
)
def test_a_fault_names_the_file_the_row_and_the_remedy(profiles, text, says) -> None:
    with pytest.raises(InputError) as error:
        profiles(text)
    message = str(error.value)
    assert message.startswith("list.csv") and says in message
    assert "; " in message and message.endswith(".")
