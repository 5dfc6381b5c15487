"""The least that must happen: enough against all scores, nothing to be left out, and in words."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tests.functions.race.criteria_cases import WIDE, Contest, place, places, random_case
from xl_tourney.functions.race.answers import Clock
from xl_tourney.functions.race.least import Condition, Least, in_words, least_of
from xl_tourney.functions.race.race import Scoring, Target, exact
from xl_tourney.functions.race.table import RaceTable


def result_of(score, results: int) -> int:
    own, other = score
    return 0 if own > other else results - 1 if own < other else 1


def outcomes(case, team: str):
    """The results of the games left, with the best and the worst place that a team has then."""
    choices = [score for score in WIDE if len(case["scoring"]) > 2 or score[0] != score[1]]
    for scores in product(choices, repeat=len(case["left"])):
        results = [result_of(score, len(case["scoring"])) for score in scores]
        yield results, places(place(case, scores), team)


def meets(conditions, results) -> bool:
    return all(results[game] in allowed for game, allowed in conditions)


@pytest.mark.parametrize("seed", range(12))
def test_it_is_enough_and_nothing_can_be_left_out(seed) -> None:
    case = random_case(random.Random(f"least {seed}"), 2)
    contest, count = Contest.of(case), len(case["teams"])
    target, table = Target.top(case["places"], count), contest.answers.table
    for number, team in enumerate(case["teams"]):
        for wish, side in (("reach", 1), ("miss", 0)):
            verdict = contest.answers.verdict(number, wish, target, None, Clock(60))
            if not verdict.possible:
                continue
            scores = verdict.scores
            results = [s.result for s in scores] if scores else table.results_of(verdict.completion)
            least = least_of(table, number, wish, target, results, Clock(60))
            if least is None:
                continue
            found = [
                (results, (at[side] <= case["places"]) == (wish == "reach"))
                for results, at in outcomes(case, team)
            ]
            assert all(good for results, good in found if meets(least.conditions, results))
            for condition in least.conditions:
                rest = [one for one in least.conditions if one != condition]
                assert not all(good for results, good in found if meets(rest, results))
                if least.is_needed:
                    without = (good for results, good in found if not meets([condition], results))
                    assert not any(without)


NAMES = ["Dunmore", "Ashford", "Castle Rovers", "Fairview"]


def sentence(scoring, conditions, is_needed=True, more: int = 14) -> str:
    games = [(0, 1), (3, 0), (2, 3), *[(1, 3)] * more]
    none = [None] * 4
    table = RaceTable(NAMES, [exact(0)] * 4, games, Scoring.of(scoring), none)
    return in_words(table, 0, Least(tuple(Condition(*one) for one in conditions), is_needed))


@pytest.mark.parametrize(
    ("scoring", "conditions", "is_needed", "said"),
    [
        (
            [3, 1, 0],
            [(0, (0,)), (1, (2,)), (2, (1, 2))],
            True,
            "Dunmore must beat Ashford and Fairview, and Castle Rovers must not beat Fairview; the "
            "other 14 games do not matter.",
        ),
        (
            [3, 1, 0],
            [(0, (0, 1)), (1, (1,))],
            False,
            "It is enough that Dunmore draws with Fairview and does not lose to Ashford; the other "
            "15 games do not matter.",
        ),
        (
            [3, 2, 1, 0],
            [(0, (0,)), (1, (1, 2, 3)), (2, (1,))],
            True,
            "Dunmore must beat Ashford without overtime and must not lose to Fairview without "
            "overtime, and Castle Rovers must beat Fairview in overtime; the other 14 games do not "
            "matter.",
        ),
        (
            [1, 0],
            [(2, (1,))],
            True,
            "Fairview must beat Castle Rovers; the other 16 games do not matter.",
        ),
        ([3, 1, 0], [], True, "It is so whatever happens."),
    ],
)
def test_the_words(scoring, conditions, is_needed, said) -> None:
    assert sentence(scoring, conditions, is_needed) == said


def test_one_other_game_does_not_matter() -> None:
    end = "the other game does not matter."
    assert sentence([1, 0], [(0, (0,)), (1, (1,)), (2, (0,))], more=1).endswith(end)
