"""The race of a round robin, from the cells that its workbook has."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.utils import get_column_letter

from tests.saved import event_of
from xl_tourney.errors import WorkbookError
from xl_tourney.qualification.round_robin import RoundRobin

GO = {"System": "round-robin", "Criterion1": "NBW", "Outsiders": "no"}
CHESS = {"System": "round-robin", "Win": 1, "Draw": 0.5, "Loss": 0, "ByePoints": 0.75}
LAST = 99
"""A round that is never held."""


def saved(named: dict[str, Any], *tables: dict[str, list[Any]]) -> Any:
    """A workbook whose named cells and tables hold these values."""
    workbook, found = Workbook(), []
    for columns in tables:
        sheet = workbook.create_sheet()
        letters = {key: get_column_letter(at) for at, key in enumerate(columns, 1)}
        for key, values in columns.items():
            for row, value in enumerate(values, 2):
                sheet[f"{letters[key]}{row}"] = value
        found.append(
            SimpleNamespace(
                columns=[SimpleNamespace(key=key) for key in columns],
                sheet=sheet,
                letter=letters.__getitem__,
                first=2,
                last=1 + len(next(iter(columns.values()))),
            )
        )
    return SimpleNamespace(named=named.get, event=event_of(workbook, found))


def go(*rounds: list[tuple[int, int]], meetings: int | None = None, **named: Any) -> RoundRobin:
    """Four players; of each round who met whom with which result: 1 won, 2 lost, 3 jigo, 4 open."""
    names = ["Ann", "Bo", "Cy", "Di", None]
    score = {"name": names, "nbw": [2, 1.5, 1, 0, None], "mms": [9, 8, 7, 6, None]}
    of_rounds: dict[str, list[Any]] = {"gone": [named.pop("gone", LAST)] + [LAST] * 4}
    for number, cells in enumerate(rounds, 1):
        of_rounds[f"result_{number}"] = [result for result, _ in cells] + [None]
        of_rounds[f"opponent_{number}"] = [opponent for _, opponent in cells] + [None]
    return RoundRobin(saved({**GO, **named}, score, of_rounds), "go", meetings)


FIRST, SECOND = [(1, 2), (2, 1), (1, 4), (2, 3)], [(1, 3), (4, 4), (2, 1), (4, 2)]
JIGO = [(3, 2), (3, 1), (1, 4), (2, 3)]


def test_games_to_come_are_those_listed_and_those_of_pairs_that_have_not_met() -> None:
    found = go(FIRST, SECOND)
    assert found.schedule == "Everybody meets everybody once: 3 games to come, 1 of them listed."
    table = found.read()
    assert table.names == ["Ann", "Bo", "Cy", "Di"]
    assert table.points == [2, Fraction(3, 2), 1, 0]
    assert table.games == [(1, 3), (0, 3), (1, 2)]
    assert (found.unit, table.scoring.values) == ("wins", (1, 0))
    assert go(FIRST, SECOND, Criterion1="MMS").read().points == [9, 8, 7, 6]


def test_how_often_everybody_meets() -> None:
    assert len(go(FIRST, SECOND, Meetings=2).read().games) == 9
    assert "twice: 9 games" in go(FIRST, SECOND, Meetings=2).schedule
    assert "3 times: 15 games" in go(FIRST, SECOND, meetings=3).schedule
    assert "twice: 8 games" in go(FIRST, FIRST).schedule
    last = [(4, 4), (1, 3), (2, 2), (4, 1)]
    one = go(FIRST, [(1, 3), (1, 4), (2, 1), (2, 2)], last)
    assert one.schedule == "Everybody meets everybody once: 1 game to come, 1 of them listed."


def test_a_jigo_makes_the_unit_points() -> None:
    found = go(JIGO, SECOND)
    assert found.unit == "points"
    assert found.read().scoring.values == (1, Fraction(1, 2), 0)
    assert go([(3, 0), (3, 0), (3, 0), (3, 0)], FIRST).unit == "wins"


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ({"System": "swiss"}, "pairs round by round; .*System on Setup is swiss"),
        ({"Criterion1": "SOS"}, "the first criterion is SOS; whatif takes NBW or MMS"),
        ({"Criterion1": None}, "the first criterion is blank"),
        ({"Outsiders": "yes"}, "rows of the wall list are missing"),
        ({"gone": 1}, "Ann has left, and a game of theirs is open"),
        ({"gone": 2}, "Ann has left, and a game of theirs is open"),
    ],
)
def test_what_leaves_open_what_a_game_is_worth_is_said(named: dict[str, Any], says: str) -> None:
    with pytest.raises(WorkbookError, match=says):
        go(FIRST, SECOND, **named).read()


def test_who_left_with_all_games_played_is_no_fault() -> None:
    assert go(FIRST, SECOND, gone=3).read().games
    third = [(1, 4), (1, 3), (2, 2), (2, 1)]
    done = go(FIRST, [(1, 3), (1, 4), (2, 1), (2, 2)], third, gone=1)
    with pytest.raises(WorkbookError, match="no game is left to play; everybody has met everybody"):
        done.read()


def test_points_without_an_opponent_must_be_even() -> None:
    even = [(1, 0), (1, 0), (1, 0), (1, 0)]
    assert go(even, FIRST).read().games
    for uneven in ([(1, 0), (3, 0), (1, 0), (1, 0)], [(2, 0), (2, 0), (3, 0), (2, 0)]):
        with pytest.raises(WorkbookError, match="has more points without an opponent than"):
            go(uneven, FIRST).read()


def chess(*rounds: list[int], **named: Any) -> RoundRobin:
    """Three players; the kind of each round is 100 times the opponent's row, and the result."""
    score = {"there": [1, 1, 1], "name": ["Ann", "Bo", "Cy"], "points": [1, 0.5, 0]}
    kinds = {f"kind_{number}": kind for number, kind in enumerate(rounds, 1)}
    return RoundRobin(saved({**CHESS, **named}, score, kinds), "chess")


def test_a_round_robin_of_chess() -> None:
    found = chess([201, 103, 0])
    assert found.read().games == [(0, 2), (1, 2)] and found.unit == "points"
    assert found.read().scoring.values == (1, Fraction(1, 2), 0)
    assert found.read().points == [1, Fraction(1, 2), 0]
    listed = chess([206, 106, 0])
    assert listed.schedule == "Everybody meets everybody once: 3 games to come, 1 of them listed."
    assert "twice" in chess(*[[0, 0, 0]] * 6).schedule
    assert "once" in chess(*[[0, 0, 0]] * 5).schedule
    assert "twice" in chess([201, 103, 0], [201, 103, 0]).schedule


@pytest.mark.parametrize(
    ("kind", "is_even"), [(7, False), (8, False), (9, False), (5, True), (-3, True)]
)
def test_a_bye_of_one_player_alone_leaves_open_who_gets_some(kind: int, is_even: bool) -> None:
    found = chess([201, 103, kind])
    if is_even:
        assert found.read().games
        return
    with pytest.raises(WorkbookError, match="Cy has more points without an opponent than Ann"):
        found.read()


@pytest.mark.parametrize(
    "named", [{"Draw": 1}, {"Loss": 0.5}, {"Win": 0.25}, {"Win": 0, "Draw": 0, "Loss": 0}]
)
def test_results_must_be_worth_less_and_less(named: dict[str, float]) -> None:
    with pytest.raises(WorkbookError, match="a win has to be worth more than a draw"):
        chess([201, 103, 0], **named).read()
