"""Direct comparison: the European Go Congress of 2009, and one test for each edge."""

from __future__ import annotations

import csv

import pytest

from tests.functions.gotha import DATA, answered
from tests.functions.test_go_wall_list import rows
from xl_tourney.functions import DC_PLACE, DIRECT_COMPARISON

# Four who all met: 1 beat 2 and 3, 2 beat 3 and 4, 3 beat 4, 4 beat 1.
CROSS = [[None, 1, 1, 0], [0, None, 1, 1], [0, 0, None, 1], [1, 0, 0, None]]
CYCLE = rows("2+ 3- 0+", "1- 0+ 3+", "0+ 1+ 2-")


def column(*values: object) -> list[list[object]]:
    return [[value] for value in values]


@pytest.fixture
def congress() -> list[dict[str, str]]:
    lines = (DATA / "egc2009_top4.csv").read_text("utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def expected(congress: list[dict[str, str]], *names: str) -> list[list[float]]:
    return [[float(row[f"expected_{name}"]) for name in names] for row in congress]


def test_the_congress_from_its_wall_list(congress) -> None:
    lists = answered([[row[f"R{number}"] for number in range(1, 11)] for row in congress])
    assert len(lists) == 33
    # The four were tied on eight wins, nobody else with them.
    tied = column(*(8 if row < 4 else "others" for row in range(33)))
    compared = DIRECT_COMPARISON(lists, tied, "swiss", 2)
    assert compared[:4] == expected(congress, "DC1", "DC2")
    assert all(row == [0, 0] for row in compared[4:])
    assert DC_PLACE(lists, tied)[:4] == expected(congress, "place")


def test_the_congress_from_its_virtual_round_robin(congress) -> None:
    for system in ("swiss", "McMahon", "round-robin"):
        assert DIRECT_COMPARISON(CROSS, None, system, 2) == expected(congress, "DC1", "DC2")
        assert DC_PLACE(CROSS, None, system) == expected(congress, "place")


def test_the_four_rows_of_the_congress_alone_name_players_who_are_not_there(congress) -> None:
    four = [[row[f"R{number}"] for number in range(1, 11)] for row in congress]
    error = DIRECT_COMPARISON(four)
    assert error == "#VALUE!"
    assert "row 1, round 1 (“14+”) names row 14" in error.message


def test_without_tied_on_everyone_is_one_group() -> None:
    assert DIRECT_COMPARISON(rows("2+", "1-")) == column(1, 0)
    assert DIRECT_COMPARISON(rows("2+ 0+", "1- 0+"), [[None], [""]]) == column(1, 0)


def test_a_group_of_one_has_nobody_to_compare_with() -> None:
    assert DIRECT_COMPARISON(rows("2+", "1-"), column(1, 2)) == column(0, 0)
    assert DC_PLACE(rows("2+", "1-"), column(1, 2)) == column(1, 1)
    assert DC_PLACE(rows("0+")) == 1.0


def test_two_who_have_not_met_stay_tied() -> None:
    assert DIRECT_COMPARISON(rows("0+", "0-")) == column(0, 0)
    assert DC_PLACE(rows("0+", "0-")) == column(1, 1)


def test_swiss_gives_0_unless_every_two_have_met() -> None:
    lists = rows("2+", "1-", "0+")
    assert DIRECT_COMPARISON(lists) == column(0, 0, 0)
    assert DIRECT_COMPARISON(lists, None, "round-robin") == column(1, 0, 0)
    assert DC_PLACE(lists) == column(1, 1, 1)
    assert DC_PLACE(lists, None, "round-robin") == column(1, 2, 2)


def test_swiss_gives_0_unless_every_two_have_met_equally_often() -> None:
    lists = rows("2+ 3+ 0- 2+", "1- 0- 3+ 1-", "0- 1- 2- 0-")
    assert DIRECT_COMPARISON(lists) == column(0, 0, 0)
    assert DIRECT_COMPARISON([row[:3] for row in lists]) == column(2, 1, 0)
    assert DIRECT_COMPARISON(lists, None, "round-robin") == column(3, 1, 0)
    assert DIRECT_COMPARISON([[0, 2, 1], [0, 0, 1], [0, 0, 0]]) == column(0, 0, 0)
    assert DIRECT_COMPARISON([[0, 2, 2], [0, 0, 2], [0, 0, 0]]) == column(4, 2, 0)


def test_swiss_rounds_halves_down_and_round_robin_keeps_them() -> None:
    lists = rows("2= 3+ 0-", "1= 0- 3-", "0- 1- 2+")
    assert DIRECT_COMPARISON(lists) == column(1, 0, 1)
    assert DIRECT_COMPARISON(lists, None, "round-robin") == column(1.5, 0.5, 1)
    assert DIRECT_COMPARISON(rows("2=", "1=")) == column(0, 0)
    assert DC_PLACE(lists) == column(1, 3, 2)


def test_only_those_still_tied_are_compared_again() -> None:
    # 1 beats 2, 2 beats 3, 3 beats 1, all beat 4 and 5, and 4 beats 5.
    table = [
        [None, 1, 0, 1, 1],
        [0, None, 1, 1, 1],
        [1, 0, None, 1, 1],
        [0, 0, 0, None, 1],
        [0, 0, 0, 0, None],
    ]
    compared = DIRECT_COMPARISON(table, None, None, 3)
    assert compared == [[3, 1, 1], [3, 1, 1], [3, 1, 1], [1, 0, 0], [0, 0, 0]]
    assert DC_PLACE(table) == column(1, 1, 1, 4, 5)


def test_a_circle_cannot_be_split() -> None:
    assert DIRECT_COMPARISON(CYCLE, None, "swiss", 2) == [[1, 1]] * 3
    assert DC_PLACE(CYCLE) == column(1, 1, 1)


def test_games_outside_the_group_do_not_count() -> None:
    lists = rows("2+ 3-", "1- 4+", "4+ 1+", "3- 2-")
    assert DIRECT_COMPARISON(lists, column("a", "a", "b", "b")) == column(1, 0, 1, 0)
    assert DC_PLACE(lists, column("a", "a", "b", "b")) == column(1, 2, 1, 2)


def test_a_forfeit_is_a_meeting_and_a_game_without_result_is_none() -> None:
    assert DIRECT_COMPARISON(rows("2+!", "1-!")) == column(1, 0)
    assert DIRECT_COMPARISON(rows("2+ 2?", "1- 1?")) == column(1, 0)
    assert DIRECT_COMPARISON(rows("2? 3+ 0-", "1? 0- 3+", "0- 1- 2-")) == column(0, 0, 0)


def test_blank_rows_belong_to_no_group() -> None:
    lists = rows("2+", "1-", ".")
    assert DIRECT_COMPARISON(lists, None, None, 2) == [[1, 0], [0, 0], ["", ""]]
    assert DC_PLACE(lists) == column(1, 2, "")


@pytest.mark.parametrize(
    "tied",
    [
        column("A", "a"),
        column(0.1 + 0.2, 0.3),
        column(8, 8.0),
        column(None, ""),
        [["x", 1, None], ["X", 1, ""]],
    ],
)
def test_equal_rows_are_tied(tied: list[list[object]]) -> None:
    assert DIRECT_COMPARISON(rows("2+", "1-"), [*tied]) == column(1, 0)


@pytest.mark.parametrize(
    "tied", [column(8, 7), column(8, "8"), column(0, ""), column(1.5, 1.5000001), [[1, 2], [1, 3]]]
)
def test_different_rows_are_not_tied(tied: list[list[object]]) -> None:
    assert DIRECT_COMPARISON(rows("2+", "1-"), tied) == column(0, 0)


def test_tied_on_must_have_a_row_for_each_player() -> None:
    error = DC_PLACE(rows("2+", "1-"), column(1, 1, 1))
    assert error == "#VALUE!" and "tied_on has 3 rows, but wall_list has 2" in error.message
    assert DC_PLACE(rows("2+", "1-"), column("#N/A", 1)) == "#N/A"


@pytest.mark.parametrize("iterations", [0, -1, 1.5, 101])
def test_iterations_are_a_whole_number_from_1_to_100(iterations: float) -> None:
    assert DIRECT_COMPARISON(CROSS, None, None, iterations) == "#NUM!"


def test_iterations_beyond_the_last_split_repeat_it() -> None:
    assert [row[2:] for row in DIRECT_COMPARISON(CROSS, None, None, 4)] == [[0, 0]] * 4


def test_an_unknown_system_is_refused() -> None:
    assert DIRECT_COMPARISON(CROSS, None, "knockout") == "#VALUE!"
