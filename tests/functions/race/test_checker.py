"""The check of a list of results says what playing through them shows, in every kind of race."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from xl_tourney.functions.race.certificates.checker import (
    Claim,
    Cut,
    proves_impossible,
    proves_possible,
)

SCORINGS = ((1, 0), (2, 1, 0), (3, 1, 0), (3, 2, 1), (1, 0, -1), (4, 3, 1, 0))
GROUPS = (None, (0, 0, 0, 0), (0, 0, 1, 1), (0, 1, 1, 2))


def wish_after(claim: Claim, results: list[tuple[Fraction, Fraction | None]]) -> bool:
    """Whether the wish has come true: teams are sorted, and those who are in are counted off."""
    points = list(claim.points)
    for (first, second), (own, other) in zip(claim.games, results):
        points[first] += own
        if second is not None:
            points[second] += other or 0
    teams = range(len(points))

    def level(team: int) -> float:
        """Above or below our team where both have as many points: 0 for our team itself."""
        if team == claim.team:
            return 0
        if claim.ties != "open":
            return -1 if claim.ties == "for" else 1
        keys = claim.keys or [None] * len(points)
        own, its = keys[claim.team], keys[team]
        if own is None or its is None or own == its:
            return -1 if claim.wish == "reach" else 1
        return -1 if own > its else 1

    order = sorted(teams, key=lambda team: (points[team], level(team)), reverse=True)
    groups = claim.groups or [0] * len(points)
    tables = {group: [team for team in order if groups[team] == group] for group in groups}
    first = {team for table in tables.values() for team in table[: claim.places]}
    next_ones = {table[claim.places] for table in tables.values() if len(table) > claim.places}
    rest = [team for team in order if (team in next_ones if claim.thirds else team not in first)]
    is_in = claim.team in first or claim.team in rest[: claim.extra]
    return is_in == (claim.wish == "reach")


def is_as_assumed(claim: Claim, results: list[tuple[Fraction, Fraction | None]]) -> bool:
    """Whether our own games give what the claim says of them."""
    ours = []
    for (first, second), (own, other) in zip(claim.games, results):
        worth = claim.scoring[len(claim.scoring) - 1 - claim.scoring.index(own)]
        if claim.team == first:
            ours.append((own, worth))
        elif claim.team == second:
            ours.append((other or Fraction(0), own))
    gained = sum((own for own, _ in ours), Fraction(0))
    if claim.wins is not None and claim.wins != sum(own > other for own, other in ours):
        return False
    if claim.gain is None:
        return True
    return gained <= claim.gain if claim.wish == "reach" else gained >= claim.gain


def random_claim(chance: random.Random) -> Claim:
    points = [Fraction(chance.randrange(4)) for _ in range(4)]
    games = [
        (first, chance.choice([second, second, None]))
        for first, second in (chance.sample(range(4), 2) for _ in range(chance.randrange(1, 4)))
    ]
    return Claim(
        points,
        games,
        [Fraction(worth) for worth in chance.choice(SCORINGS)],
        chance.randrange(4),
        chance.choice(["reach", "miss"]),
        chance.randrange(3),
        chance.choice(GROUPS),
        chance.randrange(3),
        chance.choice([True, False]),
        chance.choice([None, [Fraction(chance.randrange(3)) for _ in range(4)]]),
        chance.choice(["open", "open", "for", "against"]),
        chance.choice([None, None, 0, 1]),
        chance.choice([None, None, Fraction(chance.randrange(5))]),
    )


def all_results(claim: Claim) -> list[list[tuple[Fraction, Fraction | None]]]:
    pairs = list(zip(claim.scoring, reversed(claim.scoring)))
    return [
        [(own, None if second is None else other) for (_, second), (own, other) in zip(games, one)]
        for games in [claim.games]
        for one in product(pairs, repeat=len(games))
    ]


def test_results_prove_a_wish_where_playing_them_fulfils_it() -> None:
    chance = random.Random(8)
    proved = refused = 0
    for _ in range(250):
        claim = random_claim(chance)
        for results in all_results(claim):
            due = is_as_assumed(claim, results) and wish_after(claim, results)
            assert proves_possible(claim, results) == due, (claim, results)
            proved += due
            refused += not due
    assert min(proved, refused) > 300


def test_results_that_no_game_gives_prove_nothing() -> None:
    claim = replace(RACE, games=[(1, None), (1, 2)], wish="reach")
    claim = replace(claim, points=[Fraction(9), Fraction(1), Fraction(1)])
    win, loss = claim.scoring
    assert proves_possible(claim, [(loss, None), (loss, win)])
    for wrong in (
        [(loss, None)],
        [(loss, win), (loss, win)],
        [(win / 2, None), (loss, win)],
        [(loss, None), (loss, None)],
        [(loss, None), (win, win)],
        [(loss, None), (loss, win), (loss, win)],
    ):
        assert not proves_possible(claim, wrong)


@pytest.mark.slow
def test_a_cut_of_teams_proves_no_wish_impossible_that_some_results_fulfil() -> None:
    chance = random.Random(9)
    proved = 0
    for _ in range(1000):
        claim = random_claim(chance)
        others = [team for team in range(4) if team != claim.team]
        teams = tuple(sorted(chance.sample(others, chance.randrange(4))))
        may_come_true = any(
            is_as_assumed(claim, results) and wish_after(claim, results)
            for results in all_results(claim)
        )
        for cut in (Cut(teams), Cut(teams, together=True)):
            proves = proves_impossible(claim, cut)
            assert not (proves and may_come_true), (claim, cut)
            proved += proves
    assert proved > 250


RACE = Claim([Fraction(4), Fraction(2)], [(1, None)] * 2, [Fraction(1), Fraction(0)], 0, "miss", 1)


@pytest.mark.parametrize(
    ("points", "is_proved"), [((5, 2), True), ((4, 2), False), ((4, 1), True), ((3, 1), False)]
)
def test_who_cannot_be_overtaken_is_proved_to_stay_in(
    points: tuple[int, int], is_proved: bool
) -> None:
    """Two wins bring the other one level at most: with open ties that is enough to be feared."""
    claim = replace(RACE, points=[Fraction(number) for number in points])
    assert proves_impossible(claim, Cut((1,))) == is_proved
    assert proves_impossible(claim, Cut((1,), together=True)) == is_proved
    assert not proves_impossible(claim, Cut((0,)))
    assert not proves_impossible(claim, Cut((1, 1)))
