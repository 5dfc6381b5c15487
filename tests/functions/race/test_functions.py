"""The functions of a race: worked values, what the cells may hold, and what is refused."""

from __future__ import annotations

import random
from unittest import mock

import pytest

from tests.same import same
from xl_tourney.functions import (
    BEST_PLACE,
    PLACE,
    RACE_SCENARIO,
    RACE_STATUS,
    TANTRIX_TP,
    WINS_TO_CLINCH,
    WINS_TO_STAY_ALIVE,
    WORST_PLACE,
)
from xl_tourney.functions.race import arguments
from xl_tourney.functions.race.answers import Answer, Answers, Clock
from xl_tourney.functions.race.methods import solver
from xl_tourney.functions.race.methods.contest import Contest
from xl_tourney.functions.race.methods.program import IntegerProgram

GROUP_D = ([[6], [3], [3], [0]], [[2, 3], [1, 4]])
FOOTBALL = [[3, 1, 0]]
WAYNE = ([[83], [80], [78], [77]], [[0, 1, 6, 1], [1, 0, 0, 2], [6, 0, 0, 0], [1, 2, 0, 0]])
LONG = (None, None, None, 60)
"""Time enough on a busy machine."""
TANTRIX = ([[70], [62], [55], [40]], [[1, 2], [3, 4], [2, 3]])


def column(*values: object) -> list[list[object]]:
    return [[value] for value in values]


# Worked values ------------------------------------------------------------------------------------


def test_group_d_of_2014() -> None:
    assert BEST_PLACE(*GROUP_D, FOOTBALL) == column(1, 1, 1, 3)
    assert WORST_PLACE(*GROUP_D, FOOTBALL) == column(2, 4, 4, 4)
    status = RACE_STATUS(*GROUP_D, 2, None, None, None, FOOTBALL)
    assert status == column("clinched", "open", "open", "out")
    assert WINS_TO_CLINCH(*GROUP_D, 2, None, FOOTBALL) == column(0, 1, 1, "")
    assert WINS_TO_STAY_ALIVE(*GROUP_D, 2, "points", FOOTBALL) == column(0, 1, 1, "")


def test_wayne() -> None:
    assert RACE_STATUS(*WAYNE, 1) == column("open", "out", "open", "out")
    assert WINS_TO_CLINCH(*WAYNE, 1) == column(2, "", "", "")
    assert WINS_TO_STAY_ALIVE(*WAYNE, 1) == column(1, "", 6, "")
    assert WINS_TO_CLINCH(*WAYNE, 2) == column(1, "", 6, "")
    assert WINS_TO_STAY_ALIVE(*WAYNE, 2) == column(0, 0, 2, 3)
    assert RACE_STATUS(*WAYNE, 2) == column("open", "open", "open", "open")
    assert BEST_PLACE(*WAYNE) == column(1, 2, 1, 2)
    assert WORST_PLACE(*WAYNE) == column(3, 4, 4, 4)


@pytest.mark.slow
def test_tantrix_in_steps_and_with_the_points_that_a_game_can_give() -> None:
    split = ([[20, 0]], 0.1)
    assert same(WINS_TO_CLINCH(*TANTRIX, 2, "points", *split), column(12.4, 20.4, 27.4, ""))
    assert same(WINS_TO_STAY_ALIVE(*TANTRIX, 2, "points", *split), column(0, 6.5, 13.5, ""))
    assert BEST_PLACE(*TANTRIX, *split) == column(1, 1, 1, 3)
    assert WORST_PLACE(*TANTRIX, *split) == column(3, 3, 4, 4)
    discrete = TANTRIX_TP([list(range(36, -37, -1))])
    assert len(discrete[0]) == 73
    assert same(
        WINS_TO_CLINCH(*TANTRIX, 2, "points", discrete, *LONG), column(13.3, 19.5, 26.8, "")
    )
    assert same(
        WINS_TO_STAY_ALIVE(*TANTRIX, 2, "points", discrete, *LONG), column(0, 6.7, 13.8, "")
    )


def test_a_known_tie_break_decides_and_an_open_one_does_not() -> None:
    race = ([[10], [10], [8]], [[2, 3]], [[2, 1, 0]], None)
    assert BEST_PLACE(*race, [[3], [1], [2]]) == column(1, 1, 2)
    assert BEST_PLACE(*race) == column(1, 1, 1)
    assert BEST_PLACE(*race, [[3], [3], [None]]) == column(1, 1, 1)


def test_not_every_place_between_best_and_worst_can_be_reached() -> None:
    race = ([[3], [5], [5]], [[1, None]], FOOTBALL)
    assert BEST_PLACE(*race)[0] == [1] and WORST_PLACE(*race)[0] == [3]


def test_the_best_thirds_and_wild_cards() -> None:
    points = column(6, 3, 3, 0, 6, 4, 1, 0)
    groups = column(*"AAAABBBB")
    games = [[1, 4], [2, 3], [5, 8], [6, 7]]
    places = (points, games, 2, groups)
    direct = RACE_STATUS(*places, 0, "next", FOOTBALL)
    thirds = RACE_STATUS(*places, 1, "next", FOOTBALL)
    assert direct == column("clinched", "open", "open", "out", "clinched", "open", "open", "out")
    assert thirds == column("clinched", "open", "open", "open", "clinched", "open", "open", "open")


# Scenarios ----------------------------------------------------------------------------------------


def test_points_with_many_decimals() -> None:
    points, games = column(6, -1.4137055997998829, 3, 0), [[2, 3], [1, 4]]
    assert WINS_TO_CLINCH(points, games, 2, "points", FOOTBALL) == column(0, "", 1, "")
    assert WINS_TO_STAY_ALIVE(points, games, 2, "points", FOOTBALL) == column(0, "", 0, 3)


@pytest.mark.slow
def test_results_with_many_decimals() -> None:
    thirds = [[2 / 3, 1 / 3, 0]]
    games = [[1, 2]] * 3 + [[3, 4]] * 3
    found = WINS_TO_STAY_ALIVE(column(3, 2, 1.9, 0), games, 1, "points", thirds)
    assert [row[0] for row in found[:3]] == pytest.approx([2 / 3, 5 / 3, 2])
    assert found[3] == [""]
    many = [[1, 0.7182818284590451, 0.5772156649015329, 0.14159265358979, 0]]
    error = WINS_TO_CLINCH(column(1, 2), [[1, 2]] * 60, 1, "points", many)
    assert error == "#NUM!"
    assert "fewer decimals" in error.message


def totals(points: list[list[float]], games: list, results: list) -> list[list[float]]:
    end = [own for (own,) in points]
    for (first, second), (own, other) in zip(games, results):
        end[first - 1] += own
        if second:
            end[second - 1] += other
    return [[own] for own in end]


@pytest.mark.parametrize("team", [1, 2, 3, 4])
def test_a_scenario_gives_the_place_that_it_is_for(team: int) -> None:
    points, games = GROUP_D
    best = RACE_SCENARIO(points, games, team, "best", None, FOOTBALL)
    assert (
        PLACE(totals(points, games, best))[team - 1]
        == BEST_PLACE(points, games, FOOTBALL)[team - 1]
    )
    worst = RACE_SCENARIO(points, games, team, "worst", None, FOOTBALL)
    end = totals(points, games, worst)
    not_behind = sum(own >= end[team - 1] for own in end)
    assert [not_behind] == WORST_PLACE(points, games, FOOTBALL)[team - 1]


def test_a_scenario_has_a_row_for_each_row_of_the_list() -> None:
    games = [[2, 3], [None, None], [1, ""], [3, 2]]
    found = RACE_SCENARIO(column(5, 4, 4), games, 2, "best")
    assert found == [[1, 0], ["", ""], [0, ""], [0, 1]]


def test_what_is_impossible_says_why() -> None:
    error = RACE_SCENARIO(*GROUP_D, 4, "reach", 2, FOOTBALL)
    assert error == "#N/A"
    assert error.message == (
        "it is impossible: row 1 has 6 already; row 2 and row 3 have 6 points and 1 game between "
        "them, worth 2 or more each: one of them gets 4; row 4 gets 3 at most"
    )
    assert RACE_SCENARIO(*GROUP_D, 1, "miss", 2, FOOTBALL) == "#N/A"


def test_who_is_level_is_ahead_by_the_tiebreak() -> None:
    """One of two with 10 wins gets 11, as the first has: whether that is enough the tie says."""
    race = (column(11, 10, 10), [[2, 3]], 1, "reach", 1, [[1, 0]], 0.0)
    error = RACE_SCENARIO(*race, column(1, 2, 3))
    assert error.message == (
        "it is impossible: row 2 and row 3 have 20 points and 1 game between them: "
        "one of them gets 11; row 1 gets 11 at most"
    )
    assert RACE_SCENARIO(*race, column(3, 2, 1)) == [[0, 1]]


def test_a_square_has_no_rows_for_a_scenario() -> None:
    assert RACE_SCENARIO(*WAYNE, 1, "best") == "#VALUE!"


# Cells --------------------------------------------------------------------------------------------


def test_blank_rows_stay_blank_and_keep_their_number() -> None:
    points = column(6, None, 3, 3, "", 0)
    assert BEST_PLACE(points, [[3, 4], [1, 6]], FOOTBALL) == column(1, "", 1, 1, "", 3)
    assert BEST_PLACE(column(None, ""), [[None, None]]) == column("", "")


def test_a_list_in_names() -> None:
    names = column("CRC", "ITA", "Uruguay ", 7)
    games = [["ita", "URUGUAY"], ["CRC", 7]]
    assert BEST_PLACE(GROUP_D[0], games, FOOTBALL, None, None, names) == column(1, 1, 1, 3)
    scenario = RACE_SCENARIO(GROUP_D[0], games, "crc", "best", "", FOOTBALL, "", "", names)
    assert scenario[1] == [3, 0]
    error = RACE_SCENARIO(GROUP_D[0], games, 7, "reach", 2, FOOTBALL, "", "", names)
    assert error.message.startswith("it is impossible: CRC has 6 already; ITA and Uruguay have 6")


def test_a_square_may_have_one_triangle() -> None:
    points = WAYNE[0]
    lower = [[0, 0, 0, 0], [1, "", "", ""], [6, 0, 0, 0], [1, 2, 0, 0]]
    upper = [list(row) for row in zip(*lower)]
    assert BEST_PLACE(points, lower) == BEST_PLACE(points, upper) == BEST_PLACE(*WAYNE)


def test_two_columns_are_a_list_but_for_two_teams_with_zeros_on_the_diagonal() -> None:
    assert WINS_TO_CLINCH(column(0, 0), [[0, 3], [3, 0]], 1) == column(2, 2)
    assert WINS_TO_CLINCH(column(0, 0), [[1, 2], [2, 1]], 1) == column(2, 2)
    assert WINS_TO_CLINCH(column(0, 1), [[1, None], [2, None]], 1) == column("", 1)


def test_outsiders_on_the_diagonal() -> None:
    listed = WORST_PLACE(column(5, 4), [[1, 2], [2, None], [2, None]])
    assert WORST_PLACE(column(5, 4), [[0, 1], [1, 2]]) == "#VALUE!"
    assert listed == column(2, 2)
    assert BEST_PLACE(column(5, 4, 0), [[0, 1, 0], [0, 2, 0], [0, 0, 0]]) == column(1, 1, 3)


def test_without_games_everything_is_settled() -> None:
    assert BEST_PLACE(column(3, 2, 2), [[None, None]]) == column(1, 2, 2)
    assert WORST_PLACE(column(3, 2, 2), "") == column(1, 3, 3)
    assert RACE_STATUS(column(3, 2, 2), None, 1) == column("clinched", "out", "out")
    assert BEST_PLACE(3, None) == 1


def test_decimals_are_exact() -> None:
    assert BEST_PLACE(column(0.1 + 0.2, 0.3), [[None, None]]) == column(1, 1)
    assert WORST_PLACE(column(0.3, 0), [[2, None]], [[0.3, 0]]) == column(2, 2)
    assert WORST_PLACE(column(0.31, 0), [[2, None]], [[0.3, 0]]) == column(1, 2)


@pytest.mark.parametrize(
    ("arguments_", "message"),
    [
        (([[1], [2]], [[1, 3]]), "games, row 1, second team, names row 3, where there is no team"),
        (([[1], [None]], [[1, 2]]), "games, row 1, second team, names row 2, where there is no"),
        (([[1], [2]], [["", 2]]), "games, row 1, first team, must be a row number, and is blank"),
        (([[1], [2]], [[2, 2]]), "games, row 1, is a team against itself"),
        (([[1], [2]], [[1.5, 2]]), "games, row 1, first team, names row 1.5, where there is no"),
        (([[1], [2], [3]], [[0, 1, 0], [2, 0, 0], [0, 0, 0]]), "games, row 2, column 1, is 2, but"),
        (([[1], [2]], [[0, 1, 1], [1, 0, 1], [1, 1, 0]]), "games must be two columns, or 2 × 2"),
        (([[1], ["x"]], [[1, 2]]), "points, row 2, must be a number, not “x”"),
        (([[1, 2]], [[1, 2]]), "points must be one column, not 2"),
        (([[1], [2]], [[1, 2]], [["win", 0]]), "scoring, cell 1 must be a number, not “win”"),
        (([[1], [2]], [[1, 2]], [[1, 0], [2, 1]]), "scoring must be one row of numbers, not 2 × 2"),
        (([[1], [2]], [[1, 2]], "", "", [["x"], [1]]), "tiebreak, row 1, must be a number"),
        (([[1], [2]], [[1, 2]], "", "", [[1], [1], [1]]), "tiebreak has 3 rows, but points has 2"),
        (([[1], [2]], [["a", "b"]], "", "", "", [["a"], ["A"]]), "names, row 2, is the name of"),
        (
            ([[1], [2]], [["a", "c"]], "", "", "", [["a"], ["b"]]),
            "games, row 1, second team, names",
        ),
    ],
)
def test_wrong_cells(arguments_: tuple, message: str) -> None:
    error = BEST_PLACE(*arguments_)
    assert error == "#VALUE!"
    assert error.message.startswith(message)


@pytest.mark.parametrize(
    ("arguments_", "message"),
    [
        (([[1], [2]], [[1, 2]], [[1, 1]]), "scoring must fall strictly from the best to the worst"),
        (([[1], [2]], [[1, 2]], [[1]]), "scoring must hold at least two numbers"),
        (([[1], [2]], [[1, 2]], [[20, 0]], 0.3), "step 0.3 does not divide 20 (first − last)"),
        (([[1], [2]], [[1, 2]], [[20, 0]], -1), "step must not be negative; -1 is"),
        (([[1], [2]], [[1, 2]], [[20, 0]], 0.0001), "step 0.0001 makes more than 10000 results"),
        (([[1], [2]], [[1, 2]], "", "", "", "", -1), "seconds must be above 0, not -1"),
        (([[1], [2], [3]], [[0, -1, 0], [0, 0, 0], [0, 0, 0]]), "games, row 2, column 1, must not"),
        (([[1], [2], [3]], [[0, 0.5, 0], [0, 0, 0], [0, 0, 0]]), "games, row 2, column 1, must be"),
        (([[1], [2], [3]], [[0, 10001, 0], [0, 0, 0], [0, 0, 0]]), "there are more than 10000"),
    ],
)
def test_numbers_outside_the_domain(arguments_: tuple, message: str) -> None:
    error = BEST_PLACE(*arguments_)
    assert error == "#NUM!"
    assert error.message.startswith(message)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ((0,), "#NUM!"),
        ((5,), "#NUM!"),
        ((3, column("A", "A", "B", "B")), "#NUM!"),
        ((1, column("A", "A", "B", "")), "#VALUE!"),
        ((1, column("A", "A", "B")), "#VALUE!"),
        ((1, column("A", "A", "B", "B"), -1), "#NUM!"),
        ((1, column("A", "A", "B", "B"), 1, "best"), "#VALUE!"),
        ((1.5,), "#NUM!"),
    ],
)
def test_targets_that_are_none(options: tuple, error: str) -> None:
    assert RACE_STATUS(*GROUP_D, *options) == error


def test_a_team_that_is_not_there() -> None:
    assert RACE_SCENARIO(*GROUP_D, 5, "best") == "#VALUE!"
    assert RACE_SCENARIO(*GROUP_D, "", "best") == "#VALUE!"
    assert RACE_SCENARIO(*GROUP_D, "England", "best") == "#VALUE!"
    assert RACE_SCENARIO(*GROUP_D, "#DIV/0!", "best") == "#DIV/0!"


def test_a_zero_for_a_column_is_a_column_left_out() -> None:
    """As some hosts hand over an argument that is left out."""
    assert RACE_STATUS(*GROUP_D, 2, 0, 0, None, FOOTBALL, 0, 0, 0) == RACE_STATUS(
        *GROUP_D, 2, None, None, None, FOOTBALL
    )


# What is not settled ------------------------------------------------------------------------------


def hard_race(teams: int = 10) -> tuple[list[list[float]], list[list[int]]]:
    """Close teams with many games left."""
    chance = random.Random(5)
    games = [[a, b] for a in range(1, teams + 1) for b in range(1, a) if chance.random() < 0.7]
    return [[float(chance.randrange(40, 50))] for _ in range(teams)], games


@pytest.fixture
def nothing_known() -> None:
    arguments._answers.cache_clear()


@pytest.mark.slow
def test_without_a_solver_what_needs_it_says_so(nothing_known: None) -> None:
    points, games = hard_race(14)
    absent = mock.patch.dict("sys.modules", {"highspy": None})
    with absent, mock.patch.object(solver, "is_installed", return_value=False):
        found = WINS_TO_CLINCH(points, games, 4, "points", FOOTBALL, "", "", "", 1)
        status = RACE_STATUS(*GROUP_D, 2, None, None, None, FOOTBALL)
    errors = [cell for (cell,) in found if cell == "#N/A"]
    assert errors
    for error in errors:
        assert error.message.endswith("this needs a solver: install xl-tourney[race]")
        assert error.message.startswith(("between ", "at least "))
    assert status == column("clinched", "open", "open", "out")


def test_when_time_is_up_nothing_is_guessed(nothing_known: None) -> None:
    points, games = hard_race()
    found = WINS_TO_CLINCH(points, games, 4, "points", FOOTBALL, "", "", "", 0.001)
    arguments._answers.cache_clear()
    settled = WINS_TO_CLINCH(points, games, 4, "points", FOOTBALL, "", "", "", 60)
    errors = [cell for (cell,) in found if cell == "#N/A"]
    assert errors and all(error.message.endswith("time is up") for error in errors)
    for (cell,), (true,) in zip(found, settled):
        if cell != "#N/A":
            assert cell == true
        elif cell.message.startswith("between"):
            low, high = cell.message.split(":")[0].removeprefix("between ").split(" and ")
            assert float(low) <= true <= float(high)


def test_results_that_do_not_stand_up_are_no_answer(nothing_known: None) -> None:
    points, games = hard_race()
    with mock.patch.object(solver, "solve", lambda program, _: [0] * len(program.upper)):
        found = WINS_TO_CLINCH(points, games, 4, "points", FOOTBALL)
    messages = {cell.message.split(": ")[-1] for (cell,) in found if cell == "#N/A"}
    assert messages == {"the solver's results do not stand up"}


def test_a_status_that_is_not_settled_is_unknown(nothing_known: None) -> None:
    settle = Answers.settle

    def time_is_up_for_one(answers: Answers, contest: Contest, clock: Clock) -> Answer:
        if contest.team == 2:
            raise solver.TimeUpError
        return settle(answers, contest, clock)

    with mock.patch.object(Answers, "settle", time_is_up_for_one):
        found = RACE_STATUS(*GROUP_D, 2, None, None, None, FOOTBALL)
    assert found == column("clinched", "open", "unknown", "out")


def test_all_functions_share_what_is_known() -> None:
    points, games = hard_race()
    RACE_STATUS(points, games, 4, "", "", "", FOOTBALL)
    hits = arguments._answers.cache_info().hits
    BEST_PLACE(points, games, FOOTBALL)
    WORST_PLACE(points, games, FOOTBALL)
    assert arguments._answers.cache_info().hits == hits + 2


def test_the_solver_says_nothing_of_itself(capfd) -> None:
    program = IntegerProgram()
    variable = program.new_variable(3)
    program.add([(variable, 2)], 4, 4)
    assert solver.solve(program, 10) == [2]
    assert capfd.readouterr() == ("", "")
