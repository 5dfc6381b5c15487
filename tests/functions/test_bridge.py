"""The rules of the bridge functions, one test for each edge."""

from __future__ import annotations

import pytest

from tests.same import same
from tests.steps import at_most
from xl_tourney.catalogue.cells import ErrorValue
from xl_tourney.functions import BUTLER, CATALOGUE, CROSS_IMPS, IMPS, MATCHPOINT, NEUBERG
from xl_tourney.functions.bridge.imps import IMP_SCALE

LAW_78B = [
    *((0, 10, 0), (20, 40, 1), (50, 80, 2), (90, 120, 3), (130, 160, 4), (170, 210, 5)),
    *((220, 260, 6), (270, 310, 7), (320, 360, 8), (370, 420, 9), (430, 490, 10)),
    *((500, 590, 11), (600, 740, 12), (750, 890, 13), (900, 1090, 14), (1100, 1290, 15)),
    *((1300, 1490, 16), (1500, 1740, 17), (1750, 1990, 18), (2000, 2240, 19)),
    *((2250, 2490, 20), (2500, 2990, 21), (3000, 3490, 22), (3500, 3990, 23), (4000, 9990, 24)),
]


def column(*cells: object) -> list[list[object]]:
    return [[cell] for cell in cells]


# MATCHPOINT ---------------------------------------------------------------------------------------


def test_equal_scores_share() -> None:
    assert MATCHPOINT(column(100, 100, 100)) == column(2, 2, 2)
    assert MATCHPOINT(column(100, 100, 50), "acbl") == column(1.5, 1.5, 0)
    assert MATCHPOINT(column(100, 100, 50), "modified") == column(4, 4, 1)


def test_a_passed_out_board_is_a_score_and_a_blank_is_none() -> None:
    assert MATCHPOINT(column(50, 0, -50)) == column(4, 2, 0)
    assert MATCHPOINT(column(50, None, "", -50)) == column(2, "", "", 0)


@pytest.mark.parametrize("word", ["modified", "wignall", "ascherman", "Wignall", " ASCHERMAN "])
def test_the_modified_formula_has_three_names(word: str) -> None:
    assert MATCHPOINT(column(420, -50), word, "percent") == column(75, 25)


@pytest.mark.parametrize("method", ["standard", "acbl", "modified"])
def test_the_side_is_the_complement(method: str) -> None:
    scores = column(420, -50, 450, 420)
    for show in ("points", "percent"):
        ns, ew = (MATCHPOINT(scores, method, show, side) for side in ("ns", "ew"))
        top = 100 if show == "percent" else {"standard": 6, "acbl": 3, "modified": 8}[method]
        assert [a + b for [a], [b] in zip(ns, ew)] == [top] * 4


def test_each_column_is_a_board() -> None:
    assert MATCHPOINT([[420, -100], [-50, None], [450, 200]]) == [[2, 0], [0, ""], [4, 2]]


def test_a_single_row_is_one_board() -> None:
    assert MATCHPOINT([420, -50, None, 450]) == [[2, 0, "", 4]]
    assert MATCHPOINT([[420, -50, None, 450]]) == [[2, 0, "", 4]]


def test_a_board_that_nobody_played_is_blank() -> None:
    assert MATCHPOINT([[420, None], [-50, ""]]) == [[2, ""], [0, ""]]
    assert MATCHPOINT([[None, None], [None, None]]) == [["", ""], ["", ""]]
    assert MATCHPOINT(None) == ""
    assert MATCHPOINT(column(None, None), "standard", "percent", "NS", 7) == column("", "")


def test_one_result_has_no_percentage_but_by_the_modified_formula() -> None:
    assert MATCHPOINT(100) == 0
    assert MATCHPOINT(100, "standard", "percent") == "#DIV/0!"
    assert MATCHPOINT(100, "acbl", "percent") == "#DIV/0!"
    assert MATCHPOINT(100, "modified", "percent") == 50
    assert MATCHPOINT(100, "modified") == 1


def test_one_result_of_several_expected_is_average() -> None:
    assert MATCHPOINT(100, "standard", "points", "NS", 5) == 4
    assert MATCHPOINT(100, "acbl", "percent", "NS", 5) == 50


@pytest.mark.parametrize(
    ("code", "ns", "ew"),
    [
        ("A+", 60, 40),
        ("A", 50, 50),
        ("A-", 40, 60),
        ("a+", 60, 40),
        (" a ", 50, 50),
        ("A6040", 60, 40),
        ("a6060", 60, 60),
        ("A6030", 60, 30),
        ("A0099", 0, 99),
    ],
)
@pytest.mark.parametrize("method", ["standard", "acbl", "modified"])
def test_artificial_scores_are_in_percent_of_the_full_top(
    code: str, ns: int, ew: int, method: str
) -> None:
    scores = column(100, code, -100, 0)
    top = {"standard": 6, "acbl": 3, "modified": 6}[method]
    for side, percent in (("NS", ns), ("EW", ew)):
        assert same(MATCHPOINT(scores, method, "percent", side)[1][0], percent)
        assert same(MATCHPOINT(scores, method, "points", side)[1][0], percent * top / 100)


def test_artificial_scores_are_left_out_of_the_comparison() -> None:
    # (M + 1)·4/3 − 1 for M = 4, 0, 2
    expected = column(17 / 3, "?", 1 / 3, 3)
    expected[1] = [2.4]
    assert same(MATCHPOINT(column(100, "A-", -100, 0)), expected)
    assert same(MATCHPOINT(column(100, "A-", -100, 0), "modified"), column(5, 0.4 * 6, 1, 3))


def test_an_artificial_score_alone_is_its_percentage() -> None:
    assert MATCHPOINT("A+", "standard", "percent") == 60
    assert MATCHPOINT("A+", "standard", "percent", "EW") == 40
    assert MATCHPOINT("A+") == 0
    assert same(MATCHPOINT("A+", "modified"), 1.2)
    assert same(MATCHPOINT("A+", "modified", "points", "NS", 6), 7.2)
    assert same(MATCHPOINT("A+", "standard", "points", "NS", 6), 6)


@pytest.mark.parametrize("code", ["A++", "B", "A604", "A60400", "60", "A60%", "NP", " ", "A٦٠٤٠"])
def test_other_text_is_an_error_that_names_the_line(code: str) -> None:
    [[first], [second], _] = MATCHPOINT(column(100, code, None))
    assert first == second == "#VALUE!"
    assert "board 1, line 2" in first.message and "A6040" in first.message


def test_results_expected_factor_by_neuberg() -> None:
    expected = [NEUBERG(points, 3, 7) for points in (4, 2, 0)]
    assert same(MATCHPOINT(column(9, 8, 7), "standard", "points", "NS", 7), column(*expected))
    expected = [NEUBERG(points, 3, 7, "acbl") for points in (2, 1, 0)]
    assert same(MATCHPOINT(column(9, 8, 7), "acbl", "points", "NS", 7), column(*expected))


def test_results_count_artificial_scores_once() -> None:
    scores = column(9, 8, 7, "A")
    assert MATCHPOINT(scores, "standard", "points", "NS", 4) == MATCHPOINT(scores)
    assert MATCHPOINT(scores, "standard", "points", "NS", 5) != MATCHPOINT(scores)


@pytest.mark.parametrize("results", [None, "", 0, 1, 3, [[None]]])
def test_results_not_above_those_there_are_change_nothing(results: object) -> None:
    assert MATCHPOINT(column(9, 8, 7), "standard", "points", "NS", results) == column(4, 2, 0)


def test_modified_points_stay_out_of_twice_the_results_compared() -> None:
    for results in (0, 3, 12):
        assert MATCHPOINT(column(9, 8, 7), "modified", "points", "NS", results) == column(5, 3, 1)
        shown = MATCHPOINT(column(9, 8, 7), "modified", "percent", "NS", results)
        assert same(shown, column(250 / 3, 50, 50 / 3))


def test_results_for_each_board() -> None:
    scores = [[9, 9, 9], [8, 8, 8]]
    got = MATCHPOINT(scores, "standard", "points", "NS", [[2, 4, None]])
    assert same(got, [[2, 5, 2], [0, 1, 0]])


@pytest.mark.parametrize("results", [[[4, 4]], [[4], [4], [4]], [[4, 4, 4], [4, 4, 4]]])
def test_results_of_another_shape_are_an_error(results: object) -> None:
    error = MATCHPOINT([[9, 9, 9], [8, 8, 8]], "standard", "points", "NS", results)
    assert error == "#VALUE!" and "results" in error.message


@pytest.mark.parametrize(
    ("results", "error"), [(-1, "#NUM!"), (2.5, "#NUM!"), ("two", "#VALUE!"), ("#N/A", "#N/A")]
)
def test_results_that_are_no_number_of_results(results: object, error: str) -> None:
    assert MATCHPOINT(column(9, 8), "standard", "points", "NS", results) == column(error, error)
    two_boards = MATCHPOINT([[9, 9], [8, 8]], "standard", "points", "NS", [[results, 2]])
    assert two_boards == [[error, 2], [error, 0]]


@pytest.mark.parametrize("function", [MATCHPOINT, CROSS_IMPS, BUTLER])
@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ("#REF!", "#REF!"),
        (ErrorValue("#N/A", "why"), "#N/A"),
        (True, "#VALUE!"),
        ("420", "#VALUE!"),
        (float("nan"), "#NUM!"),
    ],
)
def test_an_error_stays_on_its_board(function, bad: object, error: str) -> None:
    good = [50, 0, -50]
    [alone] = zip(*function(column(*good)))
    boards = zip(*function([[50, bad], [0, None], [-50, 100]]))
    assert list(boards) == [alone, (error, "", error)]


def test_an_error_keeps_its_message() -> None:
    [[got], _] = MATCHPOINT(column(ErrorValue("#N/A", "the table has not played"), 100))
    assert got.message == "the table has not played"


@pytest.mark.parametrize("at", [1, 2, 3])
def test_an_unknown_word_is_an_error(at: int) -> None:
    arguments = [column(1, 2), "standard", "points", "NS"]
    arguments[at] = "north"
    assert MATCHPOINT(*arguments) == "#VALUE!"


def test_blank_options_take_their_defaults() -> None:
    assert MATCHPOINT(column(1, 2), None, "", None, "") == MATCHPOINT(column(1, 2))


def test_a_large_field_is_scored_quickly() -> None:
    field = [[float(at % 97)] for at in range(20_000)]
    with at_most(10_000_000):
        MATCHPOINT(field)
        CROSS_IMPS(field)


# NEUBERG ------------------------------------------------------------------------------------------


def test_neuberg_for_a_column_and_single_numbers() -> None:
    assert same(NEUBERG(column(12, None, 0), 7, 10), column(123 / 7, "", 3 / 7))
    assert same(NEUBERG(column(4, 9), column(6, 6), 7), column(29 / 6, 32 / 3))


def test_neuberg_with_as_many_as_expected_changes_nothing() -> None:
    for actual in range(1, 60):
        assert [NEUBERG(points, actual, actual) for points in range(2 * actual - 1)] == list(
            range(2 * actual - 1)
        )


def test_neuberg_of_modified_points_keeps_their_percentage() -> None:
    assert same(NEUBERG(5, 3, 10, "wignall") / 20, 5 / 6)
    assert NEUBERG(6, 3, 6, "modified") == 12


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((0, 0, 5), "#DIV/0!"),
        ((4, 7, 6), "#NUM!"),
        ((4, -1, 6), "#NUM!"),
        ((4, 6.5, 7), "#NUM!"),
        ((-1, 6, 7), "#NUM!"),
        ((11, 6, 7), "#NUM!"),
        ((5.5, 6, 7, "acbl"), "#NUM!"),
        (("A", 6, 7), "#VALUE!"),
        ((4, "#REF!", 7), "#REF!"),
        ((4, 6, 7, "factor"), "#VALUE!"),
    ],
)
def test_neuberg_outside_its_domain(arguments: tuple[object, ...], error: str) -> None:
    assert NEUBERG(*arguments) == error


# IMPs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("least", "most", "imps"), LAW_78B)
def test_the_scale_of_law_78b(least: int, most: int, imps: int) -> None:
    differences = list(range(least, most + 1, 10))
    assert IMPS([differences]) == IMPS([[float(d) for d in differences]])
    for difference in differences:
        assert IMPS(difference) == imps
        assert IMPS(-difference) == -imps


def test_the_scale_has_24_steps() -> None:
    assert len(IMP_SCALE) == 24 and list(IMP_SCALE) == sorted(IMP_SCALE)


def test_imps_cell_by_cell() -> None:
    assert IMPS([[100, None, "x"], [-100, 0, "#N/A"]]) == [[3, "", "#VALUE!"], [-3, 0, "#N/A"]]


def test_no_difference_is_no_negative_zero() -> None:
    assert str(IMPS(-10)) == "0.0"
    assert [str(cell) for cell in CROSS_IMPS([[50, 50]], "EW")[0]] == ["0.0", "0.0"]


def test_cross_imps_of_a_board() -> None:
    # 420 against 140 is 7 and against −50 10; 140 against −50 is 5
    assert CROSS_IMPS(column(420, 140, None, -50)) == column(8.5, -1, "", -7.5)
    assert CROSS_IMPS([[420, 140, -50]], "ew") == [[-8.5, 1, 7.5]]


def test_cross_imps_of_one_result_has_nothing_to_compare_with() -> None:
    assert CROSS_IMPS([[420, 50], [None, -50]]) == [["#DIV/0!", 3], ["", -3]]
    assert CROSS_IMPS(420) == "#DIV/0!"


@pytest.mark.parametrize("function", [CROSS_IMPS, BUTLER])
def test_artificial_scores_have_no_imps(function) -> None:
    [[error], *_] = function(column("A+", 100, 50, 0))
    assert error == "#VALUE!" and "line 1" in error.message


@pytest.mark.parametrize(
    ("scores", "drop", "datum"),
    [
        ([620, 600, 590, 100], 1, 600),  # 595: halves away from zero
        ([-620, -600, -590, -100], 1, -600),
        ([50, 40, 0, -50], 0, 10),
        ([600, 600, 50, 40, -50, -800], 2, 50),  # 45
    ],
)
def test_the_butler_datum(scores: list[int], drop: int, datum: int) -> None:
    assert BUTLER([scores], "NS", drop) == [[IMPS(score - datum) for score in scores]]


def test_butler_drops_one_of_equal_scores() -> None:
    assert BUTLER([[600, 600, 0]]) == [[0, 0, IMPS(-600)]]


def test_butler_drops_one_at_each_end_by_default() -> None:
    scores = [900, 300, 200, -500]
    assert BUTLER([scores]) == BUTLER([scores], None, None) == BUTLER([scores], "NS", 1)
    assert BUTLER([scores]) != BUTLER([scores], "NS", 0)


@pytest.mark.parametrize(
    ("drop", "error"), [(2, "#DIV/0!"), (-1, "#NUM!"), (0.5, "#NUM!"), ("x", "#VALUE!")]
)
def test_butler_without_a_datum(drop: object, error: str) -> None:
    got = BUTLER([[420, 170, 140, -50]], "NS", drop)
    assert {*got[0]} == {error} if isinstance(got, list) else got == error


# The catalogue ------------------------------------------------------------------------------------


def test_what_the_catalogue_says() -> None:
    bridge = {f.name: f for f in CATALOGUE if f.category == "Bridge"}
    assert {name: f.usage for name, f in bridge.items()} == {
        "MATCHPOINT": "MATCHPOINT(scores, [method], [show], [side], [results])",
        "NEUBERG": "NEUBERG(matchpoints, actual, expected, [method])",
        "IMPS": "IMPS(difference)",
        "CROSS_IMPS": "CROSS_IMPS(scores, [side])",
        "BUTLER": "BUTLER(scores, [side], [drop])",
    }
    assert bridge["MATCHPOINT"].result_shape == "the same shape as scores"
    assert all(f.returns_array for f in bridge.values())
