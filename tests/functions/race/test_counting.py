"""Leagues of many teams of whom several may be lost: counting, and good choices."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from xl_tourney.functions.race.answers import replays
from xl_tourney.functions.race.certificates.checker import Cut, proves_impossible
from xl_tourney.functions.race.methods.contest import Contest, Own, Wish
from xl_tourney.functions.race.methods.flow import MaximumFlow, counted_out
from xl_tourney.functions.race.methods.program import programs
from xl_tourney.functions.race.methods.solver import solve
from xl_tourney.functions.race.race import Scoring, Target
from xl_tourney.functions.race.table import RaceTable

TEAMS = 9
TARGET = Target.top(4, TEAMS)


def leagues() -> Iterator[RaceTable]:
    chance = random.Random(7)
    for scoring in ([1.0, 0.0], [3.0, 1.0, 0.0], [2.0, 1.0, 0.0]) * 2:
        games = [(a, b) for a in range(TEAMS) for b in range(a) for _ in range(2)]
        points = [Fraction(chance.randrange(0, int(8 * scoring[0]))) for _ in range(TEAMS)]
        names = [f"T{team}" for team in range(TEAMS)]
        yield RaceTable(names, points, games, Scoring.of(scoring), [None] * TEAMS)


def questions(table: RaceTable) -> Iterator[Contest]:
    race = table.race()
    wishes: tuple[Wish, Wish] = ("reach", "miss")
    for team in range(0, TEAMS, 2):
        for wish in wishes:
            for wins in range(0, race.left[team] + 1, 2):
                yield Contest(race, team, wish, TARGET, Own("wins", wins))


def refusals() -> Iterator[tuple[RaceTable, Contest, Cut]]:
    for table in leagues():
        for contest in questions(table):
            cut = counted_out(contest) if contest.verdict is None else None
            if cut:
                yield table, contest, cut


@pytest.mark.slow
def test_what_is_counted_out_is_impossible_and_the_checker_agrees() -> None:
    found = list(refusals())
    assert len(found) > 10 and {contest.wish for _, contest, _ in found} == {"reach", "miss"}
    for table, contest, cut in found:
        assert all(solve(way.program, 60.0) is None for way in programs(contest))
        claim = table.claim(contest.team, contest.wish, TARGET, contest.own, contest.race)
        for lost in sorted(contest.lost):
            cut = Cut((lost,), ((lost, cut),))
        assert proves_impossible(claim, cut)


def test_corrupted_counts_are_refused() -> None:
    for table, contest, cut in refusals():
        claim = table.claim(contest.team, contest.wish, TARGET, contest.own, contest.race)
        assert not proves_impossible(claim, cut._replace(teams=cut.teams[:1]))
        assert not proves_impossible(claim, cut._replace(teams=(*cut.teams, contest.team)))
        points = list(claim.points)
        points[contest.team] += 10**6 if contest.wish == "reach" else -(10**6)
        assert not proves_impossible(replace(claim, points=points), cut)


def test_a_choice_of_lost_teams_stands_up() -> None:
    chosen = 0
    for table in leagues():
        for contest in questions(table):
            if contest.verdict is None:
                flow = MaximumFlow(contest, 1)
                if flow.exact and flow.choose_lost():
                    games, own_units = flow.read_results()
                    assert replays(contest, contest.complete(games, own_units, {}))
                    chosen += 1
    assert chosen > 50


def test_two_teams_without_room_who_still_meet_are_counted_out() -> None:
    """Both are level with the first, who has no game left: one of them goes past."""
    names, level = ["A", "B", "C"], [Fraction(10)] * 3
    for games, is_refused in (([(1, 2)], True), ([(0, 1)], False)):
        table = RaceTable(names, level, games, Scoring.of([1.0, 0.0]), [None] * 3)
        contest = Contest(table.race(), 0, "reach", Target.top(1, 3), Own("wins", 0))
        found = counted_out(contest)
        assert (found is not None and found.teams == (1, 2)) == is_refused, (games, found)
