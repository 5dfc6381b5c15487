"""What a wall list's cells say, and what is said when they cannot be right."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from xl_tourney.catalogue.cells import CellError, ErrorValue
from xl_tourney.catalogue.declaration import Function
from xl_tourney.functions import CATALOGUE, DIRECT_COMPARISON, MMS, NBW, SOS
from xl_tourney.functions.go.wall_list import (
    NO_ENTRY,
    Unpaired,
    WallListGame,
    read_wall_list,
    read_wall_list_or_cross_table,
)

GO = [f for f in CATALOGUE if f.category == "Go"]


def rows(*texts: str) -> list[list[str | None]]:
    """A wall list written as lines; a dot is a blank cell."""
    return [[None if cell == "." else cell for cell in text.split()] for text in texts]


def refusal(*texts: str) -> str:
    """The sentence that a wall list is refused with."""
    with pytest.raises(CellError) as caught:
        read_wall_list(rows(*texts), "wall_list")
    assert caught.value.value == "#VALUE!"
    return caught.value.value.message


# What a cell says ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "other", "points"), [("2+", "1-", 1), ("2-", "1+", 0), ("2=", "1=", 0.5)]
)
def test_a_result_is_a_row_and_a_sign(own: str, other: str, points: float) -> None:
    (mine,), (theirs,) = read_wall_list([[own], [other]], "wall_list").players
    assert mine == WallListGame(1, points)
    assert theirs == WallListGame(0, 1 - points)


@pytest.mark.parametrize(("cell", "points"), [("0+", 1), ("0=", 0.5), ("0-", 0), ("0+/w0", 1)])
def test_row_0_is_no_opponent(cell: str, points: float) -> None:
    assert read_wall_list([[cell]], "wall_list").players == [[Unpaired(points)]]


@pytest.mark.parametrize("cell", ["14+/b3", "14+b3", "14+/B3", " 14+/b3 "])
def test_colour_and_handicap_may_follow(cell: str) -> None:
    lists = rows("0-", *["0-"] * 13)
    lists[0], lists[13] = [cell], ["1-/w3"]
    game = read_wall_list(lists, "wall_list").players[0][0]
    assert (game.opponent, game.points, game.colour, game.stones) == (13, 1, "b", -3)


def test_white_gives_the_stones_and_black_takes_them() -> None:
    (white,), (black,) = read_wall_list(rows("2-/w4", "1+/b4"), "wall_list").players
    assert (white.stones, black.stones) == (4, -4)


@pytest.mark.parametrize(
    ("own", "other"),
    [("2-/w4", "1+"), ("2-", "1+/b4"), ("2-/w", "1+/b4"), ("2-/w4", "1+/b"), ("2-/?4", "1+/b")],
)
def test_one_side_may_say_what_the_other_leaves_out(own: str, other: str) -> None:
    (white,), (black,) = read_wall_list([[own], [other]], "wall_list").players
    assert (white.stones, black.stones) == (4, -4)


@pytest.mark.parametrize("mark", ["!", "!/", "!w0", "!/w0"])
def test_an_exclamation_mark_is_a_forfeit(mark: str) -> None:
    (winner,), _ = read_wall_list([[f"2+{mark}"], ["1-!"]], "wall_list").players
    assert winner.forfeit and not winner.played and winner.points == 1


@pytest.mark.parametrize("result", ["-", "+"])
def test_both_may_lose_or_win_by_forfeit(result: str) -> None:
    assert NBW([[f"2{result}!"], [f"1{result}!"]]) == [[float(result == "+")]] * 2


def test_both_may_lose_a_game_which_then_is_not_rated() -> None:
    lists = rows("2- 0+", "1- 3+", "0- 2-")
    assert NBW(lists) == [[1.0], [1.0], [0.0]]
    starts = [[0], [0], [0]]
    assert SOS(lists, starts) == SOS(rows("2-! 0+", "1-! 3+", "0- 2-"), starts)
    assert not any(player[0].played for player in read_wall_list(lists, "wall_list").players)


def test_a_pairing_without_result_is_an_opponent_and_no_points() -> None:
    lists = rows("2?", "1?")
    assert NBW(lists) == [[0.0], [0.0]]
    assert SOS(lists, [[30], [20]]) == [[20.0], [30.0]]


@pytest.mark.parametrize("cell", [None, "", "?", " ", "0?"])
def test_blank_and_question_mark_are_no_result(cell: str | None) -> None:
    assert read_wall_list([["2+", "0+"], ["1-", cell]], "wall_list").players[1][1] is NO_ENTRY


@pytest.mark.parametrize("minus", ["−", "–"])
def test_a_minus_may_be_one_that_a_spreadsheet_made_longer(minus: str) -> None:
    assert NBW([["2+"], [f"1{minus}"]]) == [[1.0], [0.0]]


# Blank rows and rounds ----------------------------------------------------------------------------


def call(function: Function, lists: list[list[Any]], column: list[list[Any]]) -> Any:
    """A go function of a wall list, with one column where it takes one beside it."""
    return function(lists) if function is NBW else function(lists, column)


@pytest.mark.parametrize("function", GO, ids=lambda f: f.name)
def test_a_blank_row_stays_blank_wherever_it_is(function) -> None:
    lists = rows("3+ 4-", ". .", "1- 0+", "0+ 1+", ". .")
    value = call(function, lists, [[2100], [None], [2000], [1900], [""]])
    assert [row[0] == "" for row in value] == [False, True, False, False, True]


@pytest.mark.parametrize("function", GO, ids=lambda f: f.name)
def test_a_round_in_which_nothing_is_said_counts_for_nobody(function) -> None:
    held = [*rows("2+ 3-", "1- 0=", "0- 1+"), [None] * 2]
    template = [[one, None, two, "", two and "?"] for one, two in held]
    column = [[25], [24], [23], [None]]
    assert call(function, template, column) == call(function, held, column)


def test_all_blank_is_all_blank() -> None:
    assert NBW([[None, ""], ["", None]]) == [[""], [""]]
    assert NBW(None) == ""


# Refusals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "other"),
    [
        ("2+", "1+"),
        ("2-", "1-!"),
        ("2=", "1-"),
        ("2+", "1?"),
        ("2?", "1-"),
        ("2+!", "1-"),
        ("2+!", "1=!"),
        ("2+/w", "1-/w"),
        ("2+/w3", "1-/b2"),
        ("2+/w0", "1-/b2"),
        ("2+", "0-"),
        ("2+", "?"),
        ("2+", "."),
        ("2+", "3-"),
    ],
)
def test_two_sides_that_disagree_are_both_named(own: str, other: str) -> None:
    message = refusal(f"0+ {own}", f"0- {other}", "0- 0-")
    assert f"wall_list, row 1, round 2 (“{own}”)" in message
    assert "wall_list, row 2, round 2 (" in message
    assert other == "." or f"“{other}”" in message


def test_the_opponents_blank_cell_is_named_too() -> None:
    assert refusal("2+ 0+", ". 0+") == (
        "wall_list, row 1, round 1 (“2+”) and wall_list, row 2, round 1 (which is blank) must tell "
        "the same game; correct one of them"
    )


def test_a_row_beyond_the_list_is_named() -> None:
    assert refusal("0+ 4-", "0+ 0+") == (
        "wall_list, row 1, round 2 (“4-”) names row 4, but the wall list has 2 rows"
    )


def test_nobody_meets_himself() -> None:
    assert refusal("0+ 1=") == "wall_list, row 1, round 2 (“1=”) names its own row"


def test_stones_need_somebody_who_takes_them() -> None:
    assert refusal("2+/?3", "1-") == (
        "wall_list, row 1, round 1 (“2+/?3”) must say who took the stones: b or w"
    )


@pytest.mark.parametrize(
    "cell", ["2", "+", "2+/g", "2+/b123", "2++", "+2", "two+", "2+ b3", "1234567+", 2, 2.0, True]
)
def test_anything_else_is_named_and_told_what_belongs_there(cell: object) -> None:
    value = NBW([["0+", "0+"], ["0+", "0+"], [cell, "0+"]])
    assert value == "#VALUE!"
    assert value.message.startswith("wall_list, row 3, round 1 (")
    assert "such as 14+" in value.message


@pytest.mark.parametrize("function", GO, ids=lambda f: f.name)
def test_an_error_cell_comes_out_as_it_went_in(function) -> None:
    lists = [["0+", ErrorValue("#REF!", "gone")], ["0+", "0+"]]
    value = call(function, lists, [[1], [1]])
    assert value == "#REF!" and value.message == "gone"


@pytest.mark.parametrize(
    ("name", "value"), [("scores", [[1]]), ("scores", [[1], [2], [3]]), ("scores", [[1, 2]])]
)
def test_a_column_must_lie_beside_the_wall_list(name: str, value: object) -> None:
    error = SOS(rows("2+", "1-"), value)
    assert error == "#VALUE!" and name in error.message
    assert MMS(rows("2+", "1-"), value) == ([[2.0], [1.0]] if value == [[1]] else "#VALUE!")


# Cross tables -------------------------------------------------------------------------------------


def test_a_cross_table_holds_the_wins_against_each_other() -> None:
    table = [[None, 2, 0.5], [1, None, Decimal(1)], [0.5, 0, None]]
    assert NBW(table) == [[2.5], [2.0], [0.5]]


@pytest.mark.parametrize("diagonal", [None, "", 0, "–", "x"])
def test_the_diagonal_of_a_cross_table_may_be_struck_out(diagonal: object) -> None:
    assert NBW([[diagonal, 1], [0, diagonal]]) == [[1.0], [0.0]]


def test_a_square_of_text_is_a_wall_list() -> None:
    assert NBW([["2+", "0="], ["1-", "0="]]) == [[1.5], [0.5]]
    assert NBW([["0+"]]) == 1.0


def test_blank_in_a_cross_table_is_no_meeting_and_so_are_no_wins_of_either() -> None:
    assert read_wall_list_or_cross_table([[0, 1, None], [0, 0, 0], [None, 0, 0]], "").players[
        1
    ] == [WallListGame(0, 0.0)]


def test_a_blank_row_of_a_cross_table_stays_blank() -> None:
    assert NBW([[None, 1, None], [0, None, None], [None, None, None]]) == [[1.0], [0.0], [""]]


@pytest.mark.parametrize(
    ("table", "error", "says"),
    [
        ([[None, 1], [None, None]], "#VALUE!", "row 2, column 1, and row 1, column 2, disagree"),
        ([[None, -1], [0, None]], "#NUM!", "row 1, column 2, must be a number of wins"),
        ([[None, 0.3], [0.7, None]], "#NUM!", "row 2, column 1, must be a number of wins"),
        ([[None, 1e300], [0, None]], "#NUM!", "row 1, column 2, must be a number of wins"),
        ([[2, 1], [0, None]], "#VALUE!", "row 1, column 1, is a player against itself"),
        ([[None, 1], ["1-", None]], "#VALUE!", "row 2, column 1, must be a number"),
        ([["#N/A", 1], [0, None]], "#N/A", ""),
        ([[None, 1, 0], [0, None, 1]], "#VALUE!", "row 1, round 2 (1) must be text"),
    ],
)
def test_a_cross_table_that_cannot_be_right_is_refused(table, error: str, says: str) -> None:
    for function in (NBW, DIRECT_COMPARISON):
        value = function(table)
        assert value == error and says in value.message


def test_a_cross_table_has_no_rounds_and_so_no_sum_over_them() -> None:
    assert SOS([[None, 1], [0, None]], [[1], [0]]) == "#VALUE!"
