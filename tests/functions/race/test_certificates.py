"""Proofs of places that criteria decide: found, checked, and refused where they are wrong."""

from __future__ import annotations

import ast
import json
import random
from pathlib import Path

import pytest

from tests.functions.race.certificates import damaged, lies, texts
from tests.functions.race.criteria_cases import Contest, published, random_case
from tests.functions.race.proof_document import check_proofs
from tests.functions.race.test_criteria import PLAYED
from xl_tourney.functions.race.answers import Clock
from xl_tourney.functions.race.certificates import cases
from xl_tourney.functions.race.certificates.cases import Cases, proves_by_cases
from xl_tourney.functions.race.certificates.checker import Cut
from xl_tourney.functions.race.certificates.search import NoProofError, find_proof
from xl_tourney.functions.race.certificates.writing import certify, with_checksum
from xl_tourney.functions.race.race import Target

WORKED = {
    "scoring": [3, 1, 0],
    "criteria": ["points", "head_points", "head_difference", "difference", "for"],
    "again": False,
    "places": 1,
    "played": PLAYED,
}
"""The group of race.md in which a champion is known by head-to-head."""


def questions(contest: Contest):
    """Each claim of a contest with its answer."""
    answers, count = contest.answers, len(contest.case["teams"])
    target = Target.top(contest.case["places"], count)
    for team in range(count):
        for wish in ("reach", "miss"):
            answer = answers.verdict(team, wish, target, None, Clock(20))
            yield answers.table.claim(team, wish, target, None, answers.race), answer


def size(proof: Cases | Cut) -> int:
    return 1 + (sum(map(size, proof.cases)) if isinstance(proof, Cases) else 0)


def test_the_checker_imports_nothing_of_the_search() -> None:
    tree = ast.parse(Path(cases.__file__).read_text("utf-8"))
    ours = {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.level}
    assert ours == {"checker"}


def test_the_champion_by_head_to_head() -> None:
    left = [["Atlas", "Dinamo"], ["Celta", "Boca"]]
    contest = Contest.of(WORKED | {"left": left, "teams": ["Atlas", "Boca", "Celta", "Dinamo"]})
    certificates = certify(contest.answers.table, contest.answers, 1)
    assert [*map(str, certificates.statements)] == [
        "Atlas is certain to be first.",
        "Boca can no longer be first.",
        "Boca can end no worse than place 2.",
        "Celta can no longer be first.",
        "Dinamo can no longer be first.",
    ]
    champion = json.loads(certificates.text)["proofs"][0]["proof"]
    assert champion["level"] == 1  # Boca is level, or not
    assert check_proofs(certificates.text) == [True] * 5


@pytest.mark.slow
def test_what_criteria_exclude_is_proved_by_a_few_cases() -> None:
    by_cut = by_cases = 0
    without = []
    for case in published():
        contest = Contest.of(case)
        for claim, answer in questions(contest):
            if answer.possible:
                continue
            try:
                proof = find_proof(claim, contest.answers.table.scoring, Clock(20))
            except NoProofError as why:
                without.append((case["id"], str(why)))
                continue
            assert proves_by_cases(claim, proof)
            assert size(proof) < 40
            by_cut += isinstance(proof, Cut)
            by_cases += isinstance(proof, Cases)
    assert by_cut > 700
    assert by_cases >= 100
    assert without == [("c4", "the scores of several games decide together")]


@pytest.mark.parametrize("seed", range(25))
def test_nothing_possible_is_proved_impossible(seed) -> None:
    contest = Contest.of(random_case(random.Random(seed), 2))
    for claim, answer in questions(contest):
        try:
            proof = find_proof(claim, contest.answers.table.scoring, Clock(20))
        except NoProofError:
            continue
        assert not answer.possible
        assert proves_by_cases(claim, proof)


@pytest.mark.slow
def test_all_proofs_of_a_text_hold() -> None:
    found = [check_proofs(text) for text in texts()]
    assert sum(map(len, found)) > 150
    assert all(map(all, found))


@pytest.mark.slow
def test_100_damaged_texts_are_refused() -> None:
    assert sum(any(check_proofs(text)) for text in damaged(3, 100)) == 0


@pytest.mark.slow
def test_a_criterion_over_all_games_is_not_begun_anew() -> None:
    """A text may say so, and the check ends all the same."""
    for text in texts():
        stated = json.loads(text)
        del stated["checksum"]
        for step in stated["criteria"]:
            step["again"] = True
        assert len(check_proofs(with_checksum(stated))) == len(stated["proofs"])


@pytest.mark.slow
def test_100_lies_are_refused() -> None:
    refused = [not check_proofs(text)[number] for text, number in lies(4, 100)]
    assert len(refused) == 100
    assert all(refused)
