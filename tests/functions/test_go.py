"""The rules of the go functions on a wall list, one test for each edge."""

from __future__ import annotations

import pytest

from tests.functions.test_go_wall_list import rows
from xl_tourney.functions import CUSS, MMS, NBW, SODOS, SOS, SOSOS

FOUR = rows("2+ 3+ 4=", "1- 4+ 3-", "4+/w2 1- 2+", "3-/b2 2- 1=")
WINS = [[2.5], [1.0], [2.0], [0.5]]
FREE = rows("2+ 0+ 0=", "1- 0= 0=", "0- 0- 0-")


def column(*values: object) -> list[list[object]]:
    return [[value] for value in values]


# NBW, MMS, CUSS -----------------------------------------------------------------------------------


def test_a_jigo_is_half_a_win() -> None:
    assert NBW(FOUR) == WINS


def test_rounds_without_an_opponent_count_as_written() -> None:
    assert NBW(FREE) == NBW(FREE, "written") == column(2.5, 1.0, 0.0)


def test_down_rounds_their_sum_down_but_no_jigo() -> None:
    assert NBW(FREE, "down") == column(2.0, 1.0, 0.0)
    assert NBW(FOUR, "down") == WINS
    assert NBW(rows("2= 0=", "1= 0="), "down") == column(0.5, 0.5)


def test_wins_counts_no_half_points_without_a_game() -> None:
    assert NBW(FREE, "wins") == column(2.0, 0.0, 0.0)
    assert NBW(FOUR, "wins") == WINS


def test_half_counts_every_round_without_a_played_game() -> None:
    lists = rows("2+ 0+ 3+! ?", "1- 0- 0= 3+", "0= 0- 1-! 2-")
    assert NBW(lists) == column(3.0, 1.5, 0.5)
    assert NBW(lists, "half") == column(2.5, 2.0, 1.5)


def test_a_forfeit_counts_as_its_result() -> None:
    assert NBW(rows("2+!", "1-!")) == column(1.0, 0.0)


def test_the_word_for_rounds_not_played_may_have_any_case_and_no_other_is_known() -> None:
    assert NBW(FREE, "Down") == NBW(FREE, "down")
    error = NBW(FREE, "up")
    assert error == "#VALUE!" and "not_played must be one of written, down" in error.message


def test_mms_starts_from_a_column_or_one_number() -> None:
    assert MMS(FOUR, column(31, 30, 29, 28)) == column(33.5, 31.0, 31.0, 28.5)
    assert MMS(FOUR, 20) == column(22.5, 21.0, 22.0, 20.5)
    assert MMS(FREE, 20, "down") == column(22.0, 21.0, 20.0)


def test_cuss_adds_up_the_score_after_each_round() -> None:
    assert CUSS(FOUR) == column(1 + 2 + 2.5, 0 + 1 + 1, 1 + 1 + 2, 0 + 0 + 0.5)
    assert CUSS(FOUR, 10) == column(30 + 5.5, 30 + 2.0, 30 + 4.0, 30 + 0.5)


def test_cuss_rounds_down_after_each_round() -> None:
    assert CUSS(rows("0= 0= 0="), None, "down") == 0 + 1 + 1


# SOS, SODOS, SOSOS --------------------------------------------------------------------------------


def test_sos_adds_the_opponents_scores() -> None:
    assert SOS(FOUR, WINS) == column(3.5, 5.0, 4.0, 5.5)


def test_drop_leaves_out_the_smallest_rounds() -> None:
    assert SOS(FOUR, WINS, 1) == column(3.0, 4.5, 3.5, 4.5)
    assert SOS(FOUR, WINS, 2) == column(2.0, 2.5, 2.5, 2.5)


@pytest.mark.parametrize("drop", [3, 4, 1000])
def test_drop_may_leave_nothing(drop: int) -> None:
    assert SOS(FOUR, WINS, drop) == column(0, 0, 0, 0)


@pytest.mark.parametrize("drop", [-1, 0.5])
def test_drop_is_a_whole_number_from_0(drop: float) -> None:
    for function in (SOS, SODOS, SOSOS):
        assert function(FOUR, WINS, drop) == "#NUM!"


def test_a_round_without_opponent_adds_unplayed_and_can_be_dropped() -> None:
    assert SOS(FREE, column(3, 2, 1)) == column(2, 3, 0)
    assert SOS(FREE, column(3, 2, 1), 0, column(10, 20, 30)) == column(22, 43, 90)
    assert SOS(FREE, column(3, 2, 1), 1, column(10, 20, 30)) == column(20, 40, 60)
    assert SOS(FREE, column(3, 2, 1), 1, 10) == column(20, 20, 20)


def test_handicap_counts_stones_given_and_takes_off_stones_taken() -> None:
    assert SOS(FOUR, WINS, 0, None, True) == column(3.5, 5.0, 6.0, 3.5)
    assert SODOS(FOUR, WINS, 0, None, True) == column(3.25, 0.5, 3.5, 1.25)
    assert SOS(FOUR, WINS, 0, None, False) == SOS(FOUR, WINS)


def test_a_forfeited_pairing_is_an_opponent() -> None:
    lists = rows("2+!/w1", "1-!/b1")
    assert SOS(lists, column(30, 20), 0, 99) == column(20, 30)
    assert SOS(lists, column(30, 20), 0, 99, True) == column(21, 29)
    assert SODOS(lists, column(30, 20)) == column(20, 0)


def test_sodos_adds_defeated_opponents_and_half_of_a_jigo() -> None:
    assert SODOS(FOUR, WINS) == column(1 + 2 + 0.25, 0.5, 0.5 + 1, 1.25)


def test_sodos_counts_unplayed_with_the_points_of_the_round() -> None:
    assert SODOS(FREE, column(3, 2, 1), 0, 10) == column(2 + 10 + 5, 5 + 5, 0)


def test_sosos_adds_the_opponents_sos() -> None:
    assert SOSOS(FOUR, WINS) == column(5 + 4 + 5.5, 3.5 + 5.5 + 4, 5.5 + 3.5 + 5, 4 + 5 + 3.5)


def test_sosos_drops_rounds_of_its_own_sum_only() -> None:
    assert SOSOS(FOUR, WINS, 1) == column(10.5, 9.5, 10.5, 9.0)


def test_a_round_without_opponent_adds_to_sosos_what_it_adds_to_sos_in_every_round() -> None:
    sos = SOS(FREE, column(3, 2, 1), 0, 10)
    assert sos == column(22, 23, 30)
    assert SOSOS(FREE, column(3, 2, 1), 0, 10) == column(23 + 60, 22 + 60, 90)


def test_handicap_changes_sosos_through_sos_only() -> None:
    sos = SOS(FOUR, WINS, 0, None, True)
    assert SOSOS(FOUR, WINS, 0, None, True) == SOS(FOUR, sos)


def test_scores_too_large_to_add_up_are_out_of_range() -> None:
    for function in (SOS, SODOS, SOSOS):
        error = function(rows("2+ 2+", "1- 1-"), column(1.7e308, 1.7e308))
        assert error == "#NUM!"
    assert CUSS(rows("0+ 0+"), 1.7e308) == "#NUM!"
