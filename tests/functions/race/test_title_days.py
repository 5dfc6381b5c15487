"""The days on which papers said “champion”: sure on that day, by criteria, and not a day before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.functions.race.proof_document import check_proofs
from xl_tourney.functions.race.answers import Answers, Clock
from xl_tourney.functions.race.certificates.writing import certify
from xl_tourney.functions.race.criteria.answers import answers_about
from xl_tourney.functions.race.race import Scoring, Target, exact
from xl_tourney.functions.race.table import PlayedGame, RaceTable

FILE = Path(__file__).parents[2] / "data" / "title_days.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["cases"]


def race(case: dict[str, Any], is_over: bool) -> RaceTable:
    """The race before or after the games of the day."""
    points = [exact(float(own)) for own, _, _ in case["table"]]
    left = [tuple(map(int, game.split("-"))) for game in case["left"].split()]
    played = [PlayedGame(*game) for game in case["met"]]
    # What each team scored in its other games is one game with an outsider.
    for team, (_, scored, conceded) in enumerate(case["table"]):
        for game in case["met"]:
            if team in game[:2]:
                own, other = game[2:] if team == game[0] else game[:1:-1]
                scored, conceded = scored - own, conceded - other
        played.append(PlayedGame(team, None, scored, conceded))
    for first, second, own, other in case["on_the_day"]:
        if is_over:
            played.append(PlayedGame(first, second, own, other))
            points[first] += 3 if own > other else own == other
            points[second] += 3 if other > own else own == other
        else:
            left.append((first, second))
    none = [None] * len(points)
    scoring = Scoring.of([3, 1, 0])
    criteria = tuple(case["criteria"])
    return RaceTable(case["teams"], points, left, scoring, none, criteria=criteria, played=played)


def status(table: RaceTable, team: int) -> str:
    target = Target.top(1, len(table.names))
    return answers_about(table).status(team, target, Clock(60))


def name(case: dict[str, Any]) -> str:
    return f"{case['league']} {case['season']}"


def test_there_are_20_with_their_sources() -> None:
    assert len({name(case) for case in CASES}) == 20
    assert all(case["source"].startswith("http") for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=name)
def test_a_champion_is_sure_on_the_day_and_not_the_match_day_before(case) -> None:
    assert status(race(case, is_over=False), case["champion"]) == "open"
    assert status(race(case, is_over=True), case["champion"]) == "clinched"


@pytest.mark.slow
def test_madrid_2013_was_sure_of_the_second_place_by_head_to_head() -> None:
    case = next(case for case in CASES if name(case) == "La Liga 2012-13")
    table = race(case, is_over=True)
    madrid, target = table.names.index("R. Madrid"), Target.top(2, len(table.names))
    by_points = Answers(table._replace(criteria=()).race())
    assert by_points.status(madrid, target, Clock(60)) == "open"
    assert answers_about(table).status(madrid, target, Clock(60)) == "clinched"
    found = certify(table, answers_about(table), 2, 60)
    assert "R. Madrid is certain to be among the first 2." in map(str, found.statements)
    assert found.without == []
    assert all(check_proofs(found.text))
