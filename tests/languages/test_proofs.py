"""What proofs of a race show, in all languages."""

from __future__ import annotations

import pytest

from tests.functions.race.criteria_cases import Contest
from tests.functions.race.test_certificates import WORKED
from tests.languages.test_messages import OTHERS
from xl_tourney.explanations.standings import _said_statement, said
from xl_tourney.functions.race.certificates.writing import Statement, certify
from xl_tourney.functions.race.least import _SAID, Condition, Least, clauses_of
from xl_tourney.functions.race.race import Scoring, exact
from xl_tourney.functions.race.table import RaceTable
from xl_tourney.languages import language_of, speaking

TEAMS = ["Atlas", "Boca", "Celta", "Dinamo"]


@pytest.fixture(scope="module")
def statements() -> list[Statement]:
    found = []
    for places, left in ((1, [["Atlas", "Dinamo"], ["Celta", "Boca"]]), (2, [["Boca", "Celta"]])):
        contest = Contest.of(WORKED | {"left": left, "teams": TEAMS})
        found += certify(contest.answers.table, contest.answers, places).statements
    return found


@pytest.mark.parametrize("code", OTHERS)
def test_what_is_proved_is_said_in_every_language(code: str, statements: list[Statement]) -> None:
    with speaking(language_of(code, "league")):
        texts = [_said_statement(statement) for statement in statements]
    assert len(texts) == len({*texts}) > 7
    for text, statement in zip(texts, statements):
        english = {str(statement.claim), *map(str, statement.clauses)}
        assert not any(sentence in text for sentence in english)
        assert str(statement.claim.terms["name"].value) in text


def test_german_says_who_is_certain_and_what_is_enough(statements: list[Statement]) -> None:
    with speaking(language_of("de", "league")):
        texts = [_said_statement(statement) for statement in statements]
    assert texts[0] == "Atlas steht sicher auf Platz 1."
    assert "Boca kann nicht schlechter als auf Platz 2 enden." in texts


def test_german_says_the_least_that_must_happen() -> None:
    games = [(0, 1), (3, 0), (2, 3), *[(1, 3)] * 14]
    table = RaceTable(TEAMS, [exact(0)] * 4, games, Scoring.of([3, 1, 0]), [None] * 4)
    needed = Least((Condition(0, (0,)), Condition(1, (2,)), Condition(2, (1, 2))), True)
    with speaking(language_of("de", "league")):
        texts = [said(clause) for clause in clauses_of(table, 0, needed)]
    assert texts == [
        "Atlas muss gegen Boca und Dinamo gewinnen.",
        "Celta darf nicht gegen Dinamo gewinnen.",
        "Die anderen 14 Spiele sind ohne Bedeutung.",
    ]


@pytest.mark.parametrize("code", OTHERS)
def test_every_condition_is_said(code: str) -> None:
    sentences = language_of(code).sentences
    own = [pair for pair in _SAID.values() if not any("{late" in sentence for sentence in pair)]
    assert len(own) == 5
    for sentence in (one for pair in own for one in pair):
        text = sentence.replace("{others}", "{other_0}, {other_1} and {other_2}")
        assert "{other_2}" in sentences.translate(text), sentence
