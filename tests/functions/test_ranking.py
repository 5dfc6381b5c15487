"""Places from sort keys, and the key that decided them."""

from __future__ import annotations

from xl_tourney.functions import DECIDED_BY, PLACE

KEYS = [[8, 30], [7, 31], [7, 31], [7, 25]]
LABELS = [["MMS", "SOS"]]


def test_equal_rows_share_the_better_place() -> None:
    assert PLACE(KEYS) == [[1.0], [2.0], [2.0], [4.0]]
    assert PLACE([[5], [5], [5]]) == [[1.0], [1.0], [1.0]]
    assert PLACE(5) == 1.0


def test_a_key_can_be_better_when_lower() -> None:
    assert PLACE([[8, 30], [8, 31]], [[1, -1]]) == [[1.0], [2.0]]
    assert PLACE([[8, 30], [8, 31]], [[1, 1]]) == [[2.0], [1.0]]
    assert PLACE([[3], [1], [2]], -1) == [[3.0], [1.0], [2.0]]


def test_a_blank_row_has_no_place_and_takes_none() -> None:
    assert PLACE([[None, ""], [7, 1], [None, None], [8, None]]) == [[""], [2.0], [""], [1.0]]
    assert DECIDED_BY([[None, ""], [7, 1], [7, 2]], LABELS) == [[""], ["SOS"], ["SOS"]]


def test_points_added_in_another_order_are_the_same_points() -> None:
    assert PLACE([[0.1 + 0.2], [0.3]]) == [[1.0], [1.0]]
    assert DECIDED_BY([[0.1 + 0.2], [0.3]], "points") == [["tied"], ["tied"]]


def test_the_first_key_that_nobody_shares_decides() -> None:
    assert DECIDED_BY(KEYS, LABELS) == [["MMS"], ["tied"], ["tied"], ["SOS"]]
    assert DECIDED_BY([[2, 1, 9], [2, 1, 4], [2, 3, 5]], [["a", "b", "c"]]) == [["c"], ["c"], ["b"]]
    # The second row's 31 is nobody else's among those with 7, whoever has it elsewhere.
    assert DECIDED_BY([[8, 31], [7, 31], [7, 30]], LABELS) == [["MMS"], ["SOS"], ["SOS"]]


def test_one_player_is_alone_at_the_first_key() -> None:
    assert DECIDED_BY([[3, 4]], LABELS) == "MMS"


def test_labels_are_read_as_a_cell_shows_them() -> None:
    assert DECIDED_BY([[1, 2], [1, 3]], [["SOS", 2]]) == [["2"], ["2"]]
    assert DECIDED_BY([[1, 2], [1, 3]], [["SOS"], ["SODOS"]]) == [["SODOS"], ["SODOS"]]
    assert DECIDED_BY([[1, 2], [1, 3]], [["SOS", "#REF!"]]) == "#REF!"


def test_keys_labels_and_order_have_the_same_width() -> None:
    assert DECIDED_BY(KEYS, [["MMS"]]) == "#VALUE!"
    assert DECIDED_BY(KEYS, LABELS, [[1]]) == "#VALUE!"
    assert PLACE(KEYS, -1) == "#VALUE!"
    assert PLACE(KEYS, [[1, 1, 1]]) == "#VALUE!"


def test_an_order_is_one_or_minus_one() -> None:
    assert PLACE(KEYS, [[1, 2]]) == "#NUM!"
    assert PLACE(KEYS, [[1, 0]]) == "#NUM!"
    assert DECIDED_BY(KEYS, LABELS, [[1, 2]]) == "#NUM!"
    assert DECIDED_BY(KEYS, LABELS, [[-1, 1]]) == DECIDED_BY(KEYS, LABELS)


def test_a_key_that_is_no_number_is_named() -> None:
    assert PLACE([[8, 30], [7, "x"]]).message == "keys, row 2, cell 2 must be a number, not “x”"
    assert PLACE([[8, 30], [7, "#N/A"]]) == "#N/A"
    assert PLACE([[8, 30], [7, True]]) == "#VALUE!"
