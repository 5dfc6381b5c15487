"""Explanations of places in every language: as much as in English, and nothing in English."""

from __future__ import annotations

import re

import pytest

from tests.publication.samples import SMALLEST, report_of_sample
from xl_tourney.catalogue.derivation import step
from xl_tourney.catalogue.expression import Term
from xl_tourney.events.report import Explained
from xl_tourney.explanations.standings import explain_standings, said
from xl_tourney.languages import LANGUAGES, language_of, speaking

OTHERS = [code for code in LANGUAGES if code != "en"]
ENGLISH = re.compile(
    r"\b(is|are|has|have|like|with|against|behind|ahead|place|points?|wins?|level|of|the|round|"
    r"together|games?|among|shares?|counts?|not|from|each)\b"
)
"""Words of English sentences that no other of the languages has, but for those in SAME."""
SAME = {"fr": {"points", "point", "place", "not"}, "it": {"point"}, "nl": {"is", "of"}}


@pytest.mark.slow
@pytest.mark.parametrize("template", list(SMALLEST))
def test_explanations_are_complete_in_every_language(template: str) -> None:
    report = report_of_sample(template, SMALLEST[template])
    english = explain_standings(report)
    assert english.reasons and not english.failed
    for code in OTHERS:
        with speaking(language_of(code, report.event.language.template)):
            other = explain_standings(report)
        assert not other.failed
        assert lengths(other) == lengths(english)
        for place, reasons in other.reasons.items():
            assert reasons.answer != english.reasons[place].answer
        left = {
            (word[0], text)
            for text in texts_of(other)
            for word in ENGLISH.finditer(text)
            if word[0] not in SAME.get(code, ())
        }
        assert left == set()


def lengths(explained: Explained) -> dict[tuple[str, int], list[int]]:
    """How many sentences each paragraph of each player has."""
    return {place: [*map(len, one.working)] for place, one in explained.reasons.items()}


def texts_of(explained: Explained) -> list[str]:
    """Everything that is said of the players."""
    return [
        text
        for one in explained.reasons.values()
        for text in (one.title, one.answer, *(text for part in one.working for text in part))
    ]


SAID = {
    "{own} is tied with {other_0} and {other_1}.": "Ann ist gleichauf mit Bob und Cid.",
    "{own} is tied with {other_0}, {other_1} and 3 more.": (
        "Ann ist gleichauf mit Bob, Cid und 3 weitere."
    ),
    "Together that is {figure} by BH/C1 (Article 8.1).": (
        "Zusammen ergibt das 12,5 nach BH/C1 (Artikel 8.1)."
    ),
    "All are measured from {own}, in place {place} by winning percentage, with {figure}.": (
        "Alle werden an Ann gemessen, Platz 1 nach Siegquote, mit 12,5."
    ),
    "Round {place}: {own} has {figure}; half of it counts: {figure}.": (
        "Runde 1: Ann hat 12,5; die Hälfte davon zählt: 12,5."
    ),
    "Nothing that any message says of {own}.": "",
    "Nobody knows why; {own} has {figure}.": "",
}
"""Sentences of derivations, in German; blank where a part is no message."""


@pytest.mark.parametrize("sentence", list(SAID))
def test_a_sentence_is_said_whole_or_not_at_all(sentence: str) -> None:
    terms = {"own": "Ann", "other_0": "Bob", "other_1": "Cid", "place": 1.0, "figure": 12.5}
    one = step(sentence, **{name: Term(value, "A1") for name, value in terms.items()})
    with speaking(language_of("de", "league")):
        assert said(one) == SAID[sentence]
    assert said(one) == str(one)
