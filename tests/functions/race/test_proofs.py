"""Every answer to a published case comes with a proof, and the checker takes no wrong one."""

from __future__ import annotations

import ast
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from xl_tourney.functions.race.answers import Answer, Answers, Clock
from xl_tourney.functions.race.certificates import checker
from xl_tourney.functions.race.certificates.checker import (
    Claim,
    Cut,
    proves_impossible,
    proves_possible,
)
from xl_tourney.functions.race.methods.contest import Contest, Own
from xl_tourney.functions.race.proofs import list_of_results

from .published import Case, cases

PUBLISHED = [
    case
    for family in ("cup_groups", "riot_nl_2012", "wayne_baseball")
    for case in cases(family)
    if family != "cup_groups" or "published" in case.data
]


def proofs(case: Case) -> Iterator[tuple[Claim, Answer]]:
    """What is said of each team, and the proof."""
    answers = Answers(case.race)
    for team, wish, own in case.questions():
        verdict = answers.settle(Contest(case.race, team, wish, case.target, own), Clock(60.0))
        yield case.table.claim(team, wish, case.target, own, case.race), verdict


def magic_numbers(case: Case) -> Iterator[tuple[Claim, Answer]]:
    """Both sides of each magic number: with a win less it can go wrong, with so many it cannot."""
    answers = Answers(case.race)
    for team in case.race.teams:
        magic = answers.to_clinch(team, case.target, "wins", Clock(60.0))
        most = case.race.left[team]
        for wins in {most if magic is None else magic - 1, most if magic is None else magic}:
            if wins >= 0:
                own = Own("wins", wins)
                contest = Contest(case.race, team, "miss", case.target, own)
                verdict = answers.settle(contest, Clock(60.0))
                yield case.table.claim(team, "miss", case.target, own, case.race), verdict


def holds(case: Case, claim: Claim, verdict: Answer) -> bool:
    """Whether the checker takes a proof."""
    if verdict.completion:
        return proves_possible(claim, list_of_results(case.table, verdict.completion, claim))
    return verdict.cut is not None and proves_impossible(claim, verdict.cut)


def test_the_checker_imports_nothing_of_the_others() -> None:
    tree = ast.parse(Path(checker.__file__).read_text("utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    modules = {node.module for node in imports if isinstance(node, ast.ImportFrom)}
    assert all(not node.level for node in imports if isinstance(node, ast.ImportFrom))
    assert modules <= {*sys.stdlib_module_names, "collections.abc"}


@pytest.mark.parametrize("case", PUBLISHED, ids=lambda case: case.id)
def test_published_answers_are_proved(case: Case) -> None:
    for claim, verdict in proofs(case):
        if claim.wins is None or verdict.possible or case.race.step:
            assert holds(case, claim, verdict), (case.names[claim.team], claim.wish)


def test_the_magic_numbers_of_riot_are_proved_from_both_sides() -> None:
    (case,) = cases("riot_nl_2012")
    found = list(magic_numbers(case))
    assert len(found) >= len(case.race.teams)
    assert all(holds(case, claim, verdict) for claim, verdict in found)


@pytest.mark.slow
def test_of_all_answers_few_are_found_by_search_alone() -> None:
    by_search = total = 0
    for family in ("mlb_2011", "synthetic_groups_1-0", "synthetic_top_3-1-0"):
        for case in cases(family):
            for claim, verdict in proofs(case):
                total += claim.wins is None
                if verdict.possible or verdict.cut:
                    assert holds(case, claim, verdict)
                else:
                    by_search += claim.wins is None
    assert total > 800 and by_search <= 5


# What is wrong ------------------------------------------------------------------------------------


def impossible() -> Iterator[tuple[Case, Claim, Cut]]:
    for case in PUBLISHED:
        for claim, verdict in proofs(case):
            if verdict.cut:
                yield case, claim, verdict.cut


def possible() -> Iterator[tuple[Case, Claim, list[tuple[Fraction, Fraction | None]]]]:
    for case in PUBLISHED:
        for claim, verdict in proofs(case):
            if verdict.completion:
                yield case, claim, list_of_results(case.table, verdict.completion, claim)


def random_cut(claim: Claim, chance: random.Random, depth: int = 3) -> Cut:
    others = [team for team in range(len(claim.points)) if team != claim.team]
    teams = chance.sample(others, chance.randint(1, len(others)))
    following = chance.sample(teams, chance.randint(0, len(teams))) if depth else []
    cases = tuple((team, random_cut(claim, chance, depth - 1)) for team in following)
    return Cut(tuple(teams), cases)


def test_100_cuts_against_what_is_possible_are_refused() -> None:
    chance = random.Random(1)
    claims = [claim for _, claim, _ in possible()]
    # Cuts of other teams, where our team is none of them; and made-up ones.
    real = [cut for _, _, cut in impossible()]
    refused = 0
    for at in range(100):
        claim = chance.choice(claims)
        size = len(claim.points)
        fitting = [cut for cut in real if max(cut.everybody, default=0) < size]
        cut = random_cut(claim, chance) if at % 2 else chance.choice(fitting)
        refused += not proves_impossible(claim, cut)
    assert refused == 100


def test_100_corrupted_cuts_are_refused() -> None:
    chance = random.Random(2)
    found = [(claim, cut) for _, claim, cut in impossible() if cut.teams]
    refused = 0
    for at in range(100):
        claim, cut = chance.choice(found)
        if at % 4 == 0:  # our own team among those that are to be ahead of it
            cut = cut._replace(teams=(*cut.teams, claim.team))
        elif at % 4 == 1:  # a team twice
            cut = cut._replace(teams=(*cut.teams, cut.teams[0]))
        elif at % 4 == 2:  # nobody left of it
            cut = Cut(())
        else:  # for a team with enough points that it is no longer true
            points = list(claim.points)
            points[claim.team] += 10**6 * (1 if claim.wish == "reach" else -1)
            claim = replace(claim, points=points)
        refused += not proves_impossible(claim, cut)
    assert refused == 100


def test_100_corrupted_lists_of_results_are_refused() -> None:
    chance = random.Random(3)
    found = [(claim, results) for _, claim, results in possible() if results]
    refused = 0
    for at in range(100):
        claim, results = chance.choice(found)
        results = list(results)
        at_game = chance.randrange(len(results))
        first, second = results[at_game]
        if at % 4 == 0:  # a game less
            del results[at_game]
        elif at % 4 == 1:  # a game more
            results.append(results[at_game])
        elif at % 4 == 2:  # points that no result gives
            results[at_game] = (first + Fraction(1, 2), second)
        elif second is None:  # an outsider that scores
            results[at_game] = (first, Fraction(0))
        else:  # both win
            results[at_game] = (claim.scoring[0], claim.scoring[0])
        refused += not proves_possible(claim, results)
    assert refused == 100


def test_no_list_of_results_proves_what_is_impossible() -> None:
    chance = random.Random(4)
    found = [claim for _, claim, _ in impossible() if claim.games]
    for _ in range(300):
        claim = chance.choice(found)
        pairs = list(zip(claim.scoring, reversed(claim.scoring)))
        chosen = chance.choices(pairs, k=len(claim.games))
        results = [
            (own, None if second is None else other)
            for (_, second), (own, other) in zip(claim.games, chosen)
        ]
        assert not proves_possible(claim, results)
