"""Places by criteria: published cases, and random contests against all their scores."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from xl_tourney.functions import BEST_PLACE, RACE_SCENARIO, RACE_STATUS, WORST_PLACE
from xl_tourney.functions.race.answers import Clock
from xl_tourney.functions.race.criteria import answers as criteria_answers
from xl_tourney.functions.race.race import Scoring, Target, exact
from xl_tourney.functions.race.table import PlayedGame, RaceTable

from .criteria_cases import Contest, faults, place, places, published, random_case

WIDER = {
    ("c4", "Atlas", "worst_place"): 3,
    ("c218", "Celta", "best_place"): 1,
    ("c218", "Celta", "worst_place"): 4,
    ("c218", "Dinamo", "best_place"): 1,
    ("c218", "Dinamo", "worst_place"): 4,
    ("c256", "Boca", "worst_place"): 3,
    ("c331", "Dinamo", "best_place"): 1,
    ("c331", "Dinamo", "worst_place"): 4,
    ("c363", "Atlas", "worst_place"): 3,
    ("c401", "Boca", "best_place"): 1,
    ("c401", "Boca", "worst_place"): 3,
}
"""The places that the lists of scores behind the cases missed: each needs a margin of just 2."""
FOLLOWING = {
    ("c153", "Celta", "magic_wins"): None,
    ("c256", "Boca", "status"): "open",
    ("c256", "Boca", "magic_wins"): None,
    ("c331", "Dinamo", "status"): "open",
    ("c331", "Dinamo", "alive_wins"): 0,
    ("c363", "Atlas", "status"): "open",
    ("c363", "Atlas", "magic_wins"): None,
    ("c401", "Boca", "status"): "open",
    ("c401", "Boca", "magic_wins"): None,
}
"""What follows from them."""


@pytest.mark.slow
@pytest.mark.parametrize("ways", [criteria_answers.FEW_WAYS, 1], ids=["enumerated", "program"])
def test_every_published_figure(ways, monkeypatch) -> None:
    monkeypatch.setattr(criteria_answers, "FEW_WAYS", ways)
    other = {
        (case["id"], team, name): value
        for case in published()
        for team, name, value in Contest.of(case).figures()
        if value != case["expected"][team][name]
    }
    assert len(published()) == 325
    assert other == WIDER | FOLLOWING


@pytest.mark.parametrize(("name", "team", "figure"), WIDER)
def test_a_place_that_the_enumeration_missed_has_scores_that_show_it(name, team, figure) -> None:
    case = next(case for case in published() if case["id"] == name)
    best = figure == "best_place"
    target = Target.top(WIDER[name, team, figure] - (not best), len(case["teams"]))
    number = case["teams"].index(team)
    wish = "reach" if best else "miss"
    scores = Contest.of(case).answers.verdict(number, wish, target, None, Clock(20)).scores
    assert scores
    shown = places(place(case, [score[1:3] for score in scores]), team)
    assert shown[0 if best else 1] == WIDER[name, team, figure]


def test_a_match_won_by_two_makes_all_three_level() -> None:
    case = next(case for case in published() if case["id"] == "c4")
    assert place(case, [(0, 2), (5, 0)]) == [["Celta"], ["Boca"], ["Atlas"], ["Dinamo"]]
    assert place(case, [(0, 1), (5, 0)])[1] == ["Atlas"]


@pytest.mark.parametrize("seed", range(40))
def test_a_random_contest(seed) -> None:
    assert [*faults(random_case(random.Random(seed), 2))] == []


LA_LIGA = ["Head-to-head points", "Head-to-head difference", "Difference", "For"]
PLAYED = [
    ["Atlas", "Boca", 1, 0],
    ["Boca", "Atlas", 0, 2],
    ["Atlas", "Celta", 2, 0],
    ["Celta", "Atlas", 1, 0],
    ["Dinamo", "Atlas", 0, 1],
    ["Boca", "Celta", 2, 1],
    ["Boca", "Dinamo", 3, 0],
    ["Dinamo", "Boca", 0, 1],
    ["Celta", "Dinamo", 1, 1],
    ["Dinamo", "Celta", 0, 0],
]
NAMES = [["Atlas"], ["Boca"], ["Celta"], ["Dinamo"]]
POINTS, GAMES = [[12], [9], [5], [2]], [["Atlas", "Dinamo"], ["Celta", "Boca"]]


def test_a_champion_by_head_to_head() -> None:
    common = ([[3, 1, 0]], None, None, NAMES, None)
    by_criteria = (*common, [LA_LIGA], PLAYED)
    assert BEST_PLACE(POINTS, GAMES, *by_criteria)[:2] == [[1], [2]]
    assert WORST_PLACE(POINTS, GAMES, *by_criteria)[:2] == [[1], [2]]
    status = (1, None, None, None)
    assert RACE_STATUS(POINTS, GAMES, *status, *common)[:2] == [["open"], ["open"]]
    assert RACE_STATUS(POINTS, GAMES, *status, *by_criteria)[:2] == [["clinched"], ["out"]]


def test_what_is_impossible_is_said_with_the_criterion() -> None:
    end = (1, [[3, 1, 0]], None, None, NAMES, None, [LA_LIGA], PLAYED)
    error = RACE_SCENARIO(POINTS, GAMES, "Boca", "reach", *end)
    assert error.message == (
        "it is impossible: Boca can be level with Atlas on points, and Atlas is ahead by "
        "head-to-head points"
    )


@pytest.mark.parametrize(
    ("criteria", "played", "scoring"),
    [
        ([["Luck"]], PLAYED, [[3, 1, 0]]),
        ([["Difference"]], None, [[3, 1, 0]]),
        ([["Difference"]], [["Atlas", "Boca", 1]], [[3, 1, 0]]),
        ([["Difference"]], [["Atlas", "Atlas", 1, 0]], [[3, 1, 0]]),
        ([["Difference"]], PLAYED, [[1, 0]]),
        ([["Difference"]], PLAYED, [[4, 3, 2, 1, 0]]),
    ],
    ids=["unknown", "no games", "no score", "itself", "a draw", "too many results"],
)
def test_what_is_refused(criteria, played, scoring) -> None:
    games = (POINTS, GAMES, scoring, None, None, NAMES, None)
    assert BEST_PLACE(*games, criteria, played) == "#VALUE!"


@pytest.mark.parametrize("cell", [float("nan"), float("inf"), 10**400, Decimal("sNaN")], ids=str)
def test_a_number_that_is_none_names_no_row(cell) -> None:
    games = (POINTS, GAMES, [[3, 1, 0]], None, None)
    for row in ([cell, 2, 1, 0], [1, 2, cell, 0]):
        shown = BEST_PLACE(*games, None, None, [["Difference"]], [row])
        assert shown in ("#VALUE!", "#NUM!"), row
    assert BEST_PLACE(*games, cell) in ("#VALUE!", "#NUM!")


def test_criteria_that_no_result_decides_are_open() -> None:
    points, games = [[3], [3]], [[None, None]]
    assert BEST_PLACE(points, games, None, None, None, None, None, ["Fair play"]) == [[1], [1]]
    played = [[1, 2, 1, 0], [2, 1, 1, 0]]
    told = ["Difference", "Fair play", "Head-to-head points"]
    assert WORST_PLACE(points, games, [[3, 1, 0]], None, None, None, None, told, played) == [
        [2],
        [2],
    ]


def test_a_row_without_points_is_an_outsider_of_games_played() -> None:
    points, games = [[4], [4], [0], [""]], [[3, None]]
    games_played = [[1, 2, 0, 0], [1, 3, 1, 0], [2, 3, 1, 0], [4, 1, 0, 2], [2, 4, 1, 0]]
    end = ([[3, 1, 0]], None, None, None, None, ["Difference"])
    assert BEST_PLACE(points, games, *end, games_played) == [[1], [2], [3], [""]]
    assert WORST_PLACE(points, games, *end, games_played) == [[1], [2], [3], [""]]
    assert BEST_PLACE(points, games, *end, [[5, 1, 0, 2]]) == "#VALUE!"


def test_a_lot_decides_after_all_criteria() -> None:
    points, games = [[4], [4], [0]], [[3, None]]
    games_played = [[1, 2, 0, 0], [1, 3, 1, 0], [2, 3, 1, 0]]
    for criteria, worst in ((["Difference"], [[2], [1], [3]]), (["Fair play"], [[2], [2], [3]])):
        end = ([[3, 1, 0]], None, [[-2], [-1], [""]], None, None, criteria)
        assert WORST_PLACE(points, games, *end, games_played) == worst


@pytest.mark.parametrize("ways", [criteria_answers.FEW_WAYS, 0], ids=["all", "program"])
def test_who_is_in_another_group_may_have_any_points(ways: int, monkeypatch) -> None:
    """Bo may be level with Ann, whom he has beaten, whatever the other group has."""
    monkeypatch.setattr(criteria_answers, "FEW_WAYS", ways)
    table = RaceTable(
        ["Ann", "Bo", "Cy", "Di", "Ed"],
        [exact(points) for points in (3, 0, 0, 9, 9)],
        [(1, 2)],
        Scoring.of([3, 1, 0]),
        [None] * 5,
        criteria=["Head-to-head points"],
        played=[PlayedGame(1, 0, 1, 0)],
    )
    answers, target = criteria_answers.CriteriaAnswers(table), Target((0, 0, 0, 1, 1), 1)
    assert [answers.status(team, target, Clock(10)) for team in range(5)] == ["open"] * 5
