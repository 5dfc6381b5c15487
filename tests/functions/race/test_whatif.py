"""What if: the table, the scenario, the reason in words, and assumed results."""

from __future__ import annotations

import json
from fractions import Fraction
from unittest import mock

import pytest

from xl_tourney.functions.race.assumptions import AssumptionError, assume
from xl_tourney.functions.race.methods import solver
from xl_tourney.functions.race.race import Scoring
from xl_tourney.functions.race.table import RaceTable
from xl_tourney.functions.race.whatif import what_if


def table(
    rows: dict[str, float], games: list[tuple[str, str | None]], *scoring: float
) -> RaceTable:
    names = list(rows)
    return RaceTable(
        names,
        [Fraction(own) for own in rows.values()],
        [(names.index(a), None if b is None else names.index(b)) for a, b in games],
        Scoring.of(scoring),
        [None] * len(names),
        "wins" if scoring == (1, 0) else "points",
    )


WAYNE = table(
    {"Atlanta": 83, "Philadelphia": 80, "New York": 78, "Montreal": 77},
    [
        ("Atlanta", "Philadelphia"),
        *[("Atlanta", "New York")] * 6,
        ("Montreal", "Atlanta"),
        *[("Philadelphia", "Montreal")] * 2,
    ],
    1,
    0,
)
GROUP_D = table(
    {"Uruguay": 3, "Costa Rica": 6, "England": 0, "Italy": 3},
    [("Italy", "Uruguay"), ("Costa Rica", "England")],
    3,
    1,
    0,
)


def test_the_reason_why_philadelphia_is_out() -> None:
    found = what_if(WAYNE, 1, "philadelphia")
    assert found.possible is False and found.is_settled
    assert found.reason == (
        "Atlanta and New York have 161 wins and 6 games between them: one of them gets 84; "
        "Philadelphia gets 83 at most"
    )
    assert [row.status for row in found.rows] == ["open", "out", "open", "out"]
    assert [(row.best_place, row.worst_place) for row in found.rows] == [
        (1, 3),
        (2, 4),
        (1, 4),
        (2, 4),
    ]
    assert [row.to_clinch for row in found.rows] == [2, "", "", ""]
    assert [row.to_stay_alive for row in found.rows] == [1, "", 6, ""]


def test_the_reason_why_england_was_out_and_costa_rica_in() -> None:
    assert what_if(GROUP_D, 2, "England").reason == (
        "Costa Rica has 6 already; Uruguay and Italy have 6 points and 1 game between them, worth "
        "2 or more each: one of them gets 4; England gets 3 at most"
    )
    assert what_if(GROUP_D, 2, "Costa Rica", "miss").reason == (
        "Costa Rica gets 6 at least; England cannot get ahead of that; Uruguay and Italy cannot "
        "both, for they play each other"
    )


def test_a_scenario_is_listed_game_by_game() -> None:
    found = what_if(GROUP_D, 2, "Italy", "best")
    assert found.possible
    assert [str(game) for game in found.scenario] == [
        "Italy beats Uruguay",
        "England beats Costa Rica",
    ]


def test_assumed_results_count() -> None:
    after = assume(WAYNE, ["new york 5-3 atlanta", "Atlanta 2 : 4 Montreal"])
    assert after.points == [83, 80, 79, 78]
    assert len(after.games) == len(WAYNE.games) - 2
    drawn = what_if(GROUP_D, 2, assumptions=["Uruguay 1–1 Italy"])
    assert [row.points for row in drawn.rows] == [4, 6, 0, 4]
    assert [row.status for row in drawn.rows] == ["open", "clinched", "out", "open"]
    assert [row.left for row in drawn.rows] == [0, 1, 1, 0]


def test_where_a_game_has_many_results_the_numbers_are_the_points() -> None:
    overtime = table({"A": 0, "B": 0}, [("A", "B")] * 2, 3, 2, 1, 0)
    assert assume(overtime, ["A 2-1 B"]).points == [2, 1]
    tps = RaceTable(["A", "B"], [Fraction(0)] * 2, [(0, 1)], Scoring.of([20, 0], 0.1), [None] * 2)
    assert assume(tps, ["B 13.3-6.7 A"]).points == [Fraction(67, 10), Fraction(133, 10)]
    with pytest.raises(AssumptionError, match="does not end with these points"):
        assume(overtime, ["A 5-1 B"])


@pytest.mark.parametrize(
    ("assumption", "message"),
    [
        ("Atlanta beats New York", "“Atlanta beats New York” is not written as “Reds 2-1 Blues”"),
        ("Atlanta 2-1 Boston", "there is no team “Boston”; the teams are Atlanta, Philadelphia"),
        ("New York 2-1 Montreal", "“New York 2-1 Montreal”: New York and Montreal have no game"),
        ("Atlanta 2-2 New York", "“Atlanta 2-2 New York”: a game does not end in a draw"),
    ],
)
def test_assumptions_that_cannot_be_taken(assumption: str, message: str) -> None:
    with pytest.raises(AssumptionError) as error:
        assume(WAYNE, [assumption])
    assert str(error.value).startswith(message)


def test_one_assumption_too_many_for_two_teams() -> None:
    with pytest.raises(AssumptionError, match="have no game left"):
        assume(GROUP_D, ["Italy 1-0 Uruguay", "Uruguay 1-0 Italy"])


def test_places_must_be_there() -> None:
    with pytest.raises(AssumptionError, match="places must be from 1 to 4"):
        what_if(WAYNE, 5)


def test_it_can_be_read_by_a_person_and_by_a_program() -> None:
    found = what_if(WAYNE, 1, "New York")
    lines = list(found.lines())
    heads = "team points left status best worst wins to clinch wins to stay alive"
    assert " ".join(lines[0].split()) == heads
    assert lines[1].split() == ["Atlanta", "83", "8", "open", "1", "3", "2", "1"]
    assert lines[6] == (
        "New York, to reach first place: It is enough that New York beats Atlanta 6 times, and "
        "Montreal beats Atlanta; the other 3 games do not matter."
    )
    assert lines[7] == "For example:"
    assert len(lines) == 8 + len(WAYNE.games)
    data = json.loads(json.dumps(found.as_json()))
    assert data["rows"][2]["status"] == "open" and data["possible"] is True
    assert data["scenario"][1] == {
        "first": "Atlanta",
        "first_points": 0,
        "second": "New York",
        "second_points": 1,
        "score": None,
        "words": "New York beats Atlanta",
    }


@pytest.mark.slow
def test_what_is_not_settled_stays_unknown() -> None:
    names = {f"T{at}": 40 + at % 5 for at in range(10)}
    games = [(a, b) for a in names for b in names if a < b]
    race = table(names, games, 3, 1, 0)
    up = mock.patch.object(solver, "solve", mock.Mock(side_effect=solver.TimeUpError))
    with up:
        found = what_if(race, 4, "T0", "worst", seconds=0.5)
    assert not found.is_settled
    assert "unknown" in "\n".join(found.lines())
