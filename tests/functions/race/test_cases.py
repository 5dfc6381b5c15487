"""Cases of a proof: what a game counts, who is ahead by criteria, and what is left to prove."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any

import pytest

from xl_tourney.functions.race.certificates.cases import (
    Cases,
    Game,
    Situation,
    proves_by_cases,
    proves_scores,
    separate,
)
from xl_tourney.functions.race.certificates.checker import Claim, Cut
from xl_tourney.functions.race.criteria.rules import Step

SOCCER = [Fraction(n) for n in (3, 1, 0)]
HOCKEY = [Fraction(n) for n in (3, 2, 1, 0)]
"""A win, a win and a loss after regular time, a loss."""


@pytest.mark.parametrize(
    ("result", "score", "scoring", "margin", "goals"),
    [
        (None, None, SOCCER, (-inf, inf), [(0, inf), (0, inf)]),
        (0, None, SOCCER, (1, inf), [(1, inf), (0, inf)]),
        (1, None, SOCCER, (0, 0), [(0, inf), (0, inf)]),
        (2, None, SOCCER, (-inf, -1), [(0, inf), (1, inf)]),
        (0, (3, 1), SOCCER, (2, 2), [(3, 3), (1, 1)]),
        (0, None, HOCKEY, (1, inf), [(1, inf), (0, inf)]),
        (1, None, HOCKEY, (1, 1), [(1, inf), (0, inf)]),
        (2, None, HOCKEY, (-1, -1), [(0, inf), (1, inf)]),
        (3, None, HOCKEY, (-inf, -1), [(0, inf), (1, inf)]),
    ],
)
def test_the_goals_that_a_game_may_have(
    result: int | None, score: Any, scoring: list[Fraction], margin: Any, goals: Any
) -> None:
    game = Game(0, 1, result, score)
    assert game.margin(len(scoring)) == margin
    assert [game.goals(side, len(scoring)) for side in (0, 1)] == goals
    low, high = margin
    difference = [game.figure("difference", side, scoring) for side in (0, 1)]
    assert difference == [(low, high), (-high, -low)]
    assert [game.figure("for", side, scoring) for side in (0, 1)] == goals
    against = [(-most, -least) for least, most in reversed(goals)]
    assert [game.figure("against", side, scoring) for side in (0, 1)] == against
    assert game.figure("away for", 0, scoring) == (0, 0)
    assert game.figure("away for", 1, scoring) == goals[1]


@pytest.mark.parametrize(
    ("result", "scoring", "points", "wins"),
    [
        (None, SOCCER, [(0, 3), (0, 3)], [(0, 1), (0, 1)]),
        (0, SOCCER, [(3, 3), (0, 0)], [(1, 1), (0, 0)]),
        (1, SOCCER, [(1, 1), (1, 1)], [(0, 0), (0, 0)]),
        (2, SOCCER, [(0, 0), (3, 3)], [(0, 0), (1, 1)]),
        (1, HOCKEY, [(2, 2), (1, 1)], [(1, 1), (0, 0)]),
        (2, HOCKEY, [(1, 1), (2, 2)], [(0, 0), (1, 1)]),
    ],
)
def test_the_points_and_wins_that_a_game_may_give(
    result: int | None, scoring: list[Fraction], points: Any, wins: Any
) -> None:
    game = Game(0, 1, result)
    assert [game.figure("points", side, scoring) for side in (0, 1)] == points
    assert [game.figure("wins", side, scoring) for side in (0, 1)] == wins


@pytest.mark.parametrize(
    ("result", "score", "scoring", "is_possible"),
    [
        (0, (2, 1), SOCCER, True),
        (0, (1, 1), SOCCER, False),
        (1, (0, 0), SOCCER, True),
        (2, (0, 1), SOCCER, True),
        (2, (1, 0), SOCCER, False),
        (0, (1, -1), SOCCER, False),
        (1, (2, 1), HOCKEY, True),
        (1, (3, 1), HOCKEY, False),
        (0, (3, 1), HOCKEY, True),
        (3, None, SOCCER, False),
        (3, None, HOCKEY, True),
        (None, (1, 0), SOCCER, False),
    ],
)
def test_which_scores_a_result_can_have(
    result: int | None, score: Any, scoring: list[Fraction], is_possible: bool
) -> None:
    assert Game(0, 1, result, score).is_possible(scoring) is is_possible


ALL = (Step(("difference",), False, False), Step(("for",), False, False))
AMONG = Step(("points", "difference"), True, False)


def claim(criteria: Any = ALL, **options: Any) -> Claim:
    """Three teams with three points each; team 0 is to be among the first."""
    usual = {
        "points": [Fraction(3)] * 3,
        "games": (),
        "scoring": SOCCER,
        "team": 0,
        "wish": "reach",
        "places": 1,
        "criteria": criteria,
    }
    return Claim(**{**usual, **options})


ROUND = [Game(0, 1, 0, (2, 0)), Game(1, 2, 0, (1, 0)), Game(2, 0, 0, (3, 0))]
"""Each beats another: the differences are -1, -1 and 2, the goals 2, 1 and 3."""


def test_criteria_over_all_games_separate_one_after_the_other() -> None:
    found = separate(claim(), {1, 2}, ROUND, True)
    assert found == ({2}, {1})
    assert separate(claim(ALL[:1]), {1, 2}, ROUND, True) == ({2}, set())
    assert separate(claim(ALL[:1]), {1, 2}, ROUND, False) == ({2}, set())
    assert separate(claim(()), {1, 2}, ROUND, True) == (set(), set())


def test_a_game_that_is_open_leaves_the_order_open() -> None:
    games = [*ROUND[:2], Game(2, 0, None)]
    assert separate(claim(), {1, 2}, games, True) == (set(), set())
    known = [*ROUND[:2], Game(2, 0, 1)]
    assert separate(claim(ALL[:1]), {1, 2}, known, True) == (set(), {1, 2})


def test_criteria_among_the_tied_count_their_games_alone() -> None:
    outside = Game(0, None, 0, (9, 0))
    assert separate(claim((AMONG,)), {1, 2}, [*ROUND, outside], True) == ({2}, set())
    assert separate(claim((AMONG,)), {1, 2}, [*ROUND, outside], False) == (set(), set())
    assert separate(claim((AMONG,)), {1}, ROUND, True) == (set(), {1})
    again = Step(("points", "difference"), True, True)
    assert separate(claim((again,)), {1, 2}, ROUND, True) == ({2}, {1})


def test_keys_decide_what_criteria_leave() -> None:
    keys = [Fraction(2), Fraction(1), Fraction(3)]
    assert separate(claim((), keys=keys), {1, 2}, ROUND, True) == ({2}, {1})
    assert separate(claim((), keys=[None, *keys[1:]]), {1, 2}, ROUND, True) == (set(), set())
    assert separate(claim((), keys=[keys[0]] * 3), {1, 2}, ROUND, True) == (set(), set())


def test_what_a_case_assumes() -> None:
    games = [(0, 1), (2, 0), (1, 2), (2, None)]
    start = Situation.of(claim(games=games))
    assert start.results == (0, 2, None, None)
    assert Situation.of(claim(games=games, wish="miss")).results == (2, 0, None, None)
    assert start.points == [9, 3, 3] and start.games == [(1, 2), (2, None)]
    assert [start.spread(team) for team in range(3)] == [(9, 9), (3, 6), (3, 9)]
    assert start.others == {1, 2} and start.can_be_level == {2} and not start.is_vacuous
    assert [len(start.cases(*of)) for of in (("game", 2), ("level", 1))] == [3, 2]
    assert [one.results[2] for one in start.cases("game", 2)] == [0, 1, 2]
    level, other = start.cases("level", 2)
    assert (level.level, level.not_level) == ({2}, set())
    assert (other.level, other.not_level) == (set(), {2})
    splits = [("game", 2), ("game", 0), ("game", 4), ("game", -1), ("level", 1), ("level", 0)]
    assert [start.can_be_split(*of) for of in splits] == [True, False, False, False, True, False]
    assert not level.can_be_split("level", 2) and not other.can_be_split("level", 2)
    assert not start.can_be_split("place", 1)
    assert start.cases("level", 1)[0].is_vacuous and not start.cases("level", 1)[1].is_vacuous
    won = start.with_result(2, 2).with_result(3, 0)
    assert won.points == [9, 3, 9] and won.cases("level", 2)[1].is_vacuous
    groups = Situation.of(claim(games=games, groups=[0, 1, 0]))
    assert groups.others == {2}


def test_what_is_left_by_points_alone() -> None:
    scores = tuple((*game[:2], game.result, game.score) for game in ROUND)
    level = Situation.of(claim(played=scores)).cases("level", 1)[0].cases("level", 2)[0]
    left = level.reduced
    assert (left.places, left.points[0], left.points[2]) == (0, 3, 2)
    assert left.keys == [0, None, None] and left.criteria == () == left.played
    missed = Situation.of(claim(played=scores, wish="miss")).cases("level", 1)[0]
    assert missed.reduced.places == 1 and missed.reduced.points == [3, 2, 3]
    apart = Situation.of(claim(played=scores, games=[(1, None)])).cases("level", 2)[1]
    assert apart.reduced.keys == [0, None, 1] and apart.reduced.games == [(1, None)]


def test_scores_prove_what_they_make_true() -> None:
    played = tuple((*game[:2], game.result, game.score) for game in ROUND[:2])
    left = claim(played=played, games=[(2, 0)], points=[Fraction(3), Fraction(3), Fraction(0)])
    lost, drawn = [Game(2, 0, 0, (3, 0))], [Game(2, 0, 1, (0, 0))]
    assert proves_scores(left, drawn) and not proves_scores(left, lost)
    missed = replace(left, wish="miss")
    assert proves_scores(missed, lost) and not proves_scores(missed, drawn)
    assert proves_scores(replace(left, places=2), lost)
    assert not proves_scores(left, [Game(2, 0, 1)])
    assert not proves_scores(left, [Game(0, 2, 1, (0, 0))])
    assert not proves_scores(left, [Game(2, 0, 1, (1, 0))])
    assert not proves_scores(left, []) and proves_scores(
        replace(left, criteria=()), [Game(2, 0, 1)]
    )
    level = replace(left, criteria=(), games=(), points=[Fraction(3)] * 3)
    assert proves_scores(level, []) and proves_scores(replace(level, wish="miss"), [])


def test_all_cases_must_be_there_and_closed() -> None:
    """Team 0 has 5 points; team 1 has 4 and a game left, of which it must not win one."""
    points = [Fraction(5), Fraction(4)]
    of = claim((), points=points, games=[(1, None)], ties="for")
    cut = Cut((1,))
    assert not proves_by_cases(of, Cases("game", 0, (cut, cut, cut)))
    safe = replace(of, wish="miss", points=[Fraction(9), Fraction(4)])
    assert proves_by_cases(safe, cut) and proves_by_cases(safe, Cases("game", 0, (cut, cut, cut)))
    assert not proves_by_cases(safe, Cases("game", 0, (cut, cut)))
    assert not proves_by_cases(safe, Cases("game", 1, (cut, cut, cut)))


@pytest.mark.parametrize(
    ("options", "wins"),
    [
        ({}, True),
        ({"wish": "miss"}, False),
        ({"ties": "for", "wish": "miss"}, True),
        ({"ties": "against"}, False),
        ({"keys": [Fraction(1), Fraction(2), None]}, False),
        ({"keys": [Fraction(2), Fraction(1), None], "wish": "miss"}, True),
        ({"keys": [Fraction(1), Fraction(1), None]}, True),
        ({"keys": [None, Fraction(1), None], "wish": "miss"}, False),
        ({"criteria": ALL, "keys": [Fraction(1), Fraction(2), None]}, True),
        ({"criteria": ALL, "keys": [Fraction(2), Fraction(1), None], "wish": "miss"}, False),
    ],
)
def test_who_wins_a_tie(options: Any, wins: bool) -> None:
    assert claim(**{"criteria": (), **options}).wins_tie(1) is wins


@pytest.mark.parametrize(
    ("options", "ahead", "is_true"),
    [
        ({}, [], True),
        ({}, [1], False),
        ({"places": 2}, [1], True),
        ({"places": 2}, [1, 2], False),
        ({"wish": "miss"}, [1], True),
        ({"wish": "miss"}, [], False),
        ({"extra": 1}, [1], True),
        ({"extra": 1}, [1, 2], False),
        ({"extra": 2}, [1, 2], True),
        ({"groups": [0, 1, 1]}, [1, 2], True),
        ({"groups": [0, 0, 1], "extra": 1}, [1, 2], True),
        ({"groups": [0, 0, 1, 1], "extra": 1}, [1, 2, 3], False),
        ({"groups": [0, 0, 1], "extra": 1, "thirds": True}, [1], True),
        ({"groups": [0, 0, 1, 1], "extra": 1, "thirds": True}, [1, 2, 3], False),
        ({"groups": [0, 0, 1, 1], "extra": 2, "thirds": True}, [1, 2, 3], True),
        ({"groups": [0, 0, 0, 1], "extra": 1, "thirds": True}, [1, 2], False),
    ],
)
def test_when_a_wish_comes_true(options: Any, ahead: list[int], is_true: bool) -> None:
    found = claim(**{"criteria": (), "points": [Fraction(3)] * 4, **options})
    found = replace(found, groups=options.get("groups") and [*options["groups"], 2, 2][:4])
    assert found.comes_true(ahead) is is_true
