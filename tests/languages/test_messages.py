"""The message files are complete: every message in every language, with the same values in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest
from babel import Locale
from babel.dates import format_date, format_skeleton

from docs.messages import SAME, Message, messages, messages_at_hand, read_messages
from xl_tourney.languages import LANGUAGES, SENTENCE, Language, language_of
from xl_tourney.templates.league.rules.criteria import CRITERIA, criteria_of
from xl_tourney.templates.league.rules.files import read_rules, shipped_names

OTHERS = [code for code in LANGUAGES if code != "en"]
_IN_BRACES = re.compile(r"\{\w*\}")
LONGEST_TITLE = 31
"""The most letters of the title of a sheet."""
LONGEST_NOTE_TITLE = 32
"""The most letters of the title of what is said when a cell is chosen."""
WORDS = re.compile(r'\bwords="([^"{]+)"')
TEMPLATES = Path(__file__).parents[2] / "xl_tourney/templates"


def test_a_message_of_the_code_is_in_the_message_files() -> None:
    """One language has what all have; the slow test looks at every option and language."""
    catalog = read_messages(OTHERS[0])
    said = messages_at_hand()
    assert len(said) > 1000
    missing = [  # in its context, or anywhere
        text
        for context, text in said
        if catalog.get(text, context or None) is None and catalog.get(text) is None
    ]
    assert missing == [], "run python docs/messages.py, then translate them in locale/*.po"


@pytest.mark.slow
def test_every_message_is_translated() -> None:
    """One test of all languages: to find the messages takes half a minute."""
    said = messages()
    for code in OTHERS:
        _check(code, said)


def _check(code: str, known: Mapping[tuple[str, str], Message]) -> None:
    catalog = read_messages(code)
    there = {
        (entry.context or "", entry.id if isinstance(entry.id, str) else entry.id[0]): entry
        for entry in catalog
        if entry.id
    }
    remedy = f"run python docs/messages.py, then translate it in locale/{code}.po"
    for key, said in known.items():
        assert key in there, f"“{said.text}” ({said.where}) has no message in {code}: {remedy}."
    for (_, text), entry in there.items():
        forms = entry.string if isinstance(entry.string, tuple) else (entry.string,)
        assert all(forms), f"“{text}” is not translated to {LANGUAGES[code]}: {remedy}."
        assert not entry.fuzzy, f"“{text}” is marked as fuzzy in {code}.po: look at it again."
        wanted = sorted(_IN_BRACES.findall(text))
        for form in forms:
            found = sorted(_IN_BRACES.findall(form))
            is_one = "{count}" in found and "{count}" not in wanted
            assert found == wanted or is_one or isinstance(entry.id, tuple), f"{text}: {form}"
        is_same = SAME in entry.user_comments
        assert is_same == (text in forms), f"“{text}”: say “{SAME}” above it, or translate it."
    gone = there.keys() - known.keys()
    assert not gone, f"nothing says {sorted(gone)[:3]} any more: run python docs/messages.py."


@pytest.mark.parametrize("code", OTHERS)
def test_criteria_and_sheets_are_told_apart(code: str) -> None:
    language = Language(code)
    assert len({language.value(name) for name in CRITERIA}) == len(CRITERIA)
    english = [language.english(language.value(name), is_value=True) for name in CRITERIA]
    assert english == list(CRITERIA)
    sheets = ["Read me", "Setup", "Players", "Wall list", "Games", "Pairings", "Crosstable"]
    sheets += ["Standings", "Prizes", "Checks", "Calculation", "Rounds", "Results", "Race"]
    titles = [language.text(sheet) for sheet in (*sheets, "Home and away", "What if")]
    assert len(set(titles)) == len(titles)
    assert not any(set("[]:*?/\\") & set(title) for title in titles)
    assert max(map(len, titles)) <= LONGEST_TITLE


def test_what_a_short_heading_means_is_short() -> None:
    """Excel repairs, which is to say empties, a workbook with a longer one."""
    said = {
        text for path in TEMPLATES.rglob("*.py") for text in WORDS.findall(path.read_text("utf-8"))
    }
    assert "Wins behind qualifying" in said
    for code in LANGUAGES:
        long = [t for text in said if len(t := Language(code).text(text)) > LONGEST_NOTE_TITLE]
        assert long == [], code


def test_game_terms_are_those_of_the_field() -> None:
    short = ["GP", "W", "D", "L", "GF", "GA", "GD", "Pts"]
    assert [language_of("de").text(term) for term in short] == [
        "Sp", "S", "U", "N", "Tore", "Gegent.", "Diff", "Pkt"
    ]  # fmt: skip
    assert [language_of("it").text(term) for term in short] == [
        "G", "V", "N", "P", "GF", "GS", "DR", "Pt"
    ]  # fmt: skip
    assert language_of("es", "league").value("Head-to-head points") == "Directo: puntos"
    assert language_of("pl", "league").value(" games") == " meczów"
    assert language_of("pl").value(" games") == " partii"


def test_a_number_is_a_place_in_a_message() -> None:
    german = language_of("de")
    assert german.text("Choose a round from 1 to 9.") == "Wählen Sie eine Runde von 1 bis 9."
    assert german.english("Wählen Sie eine Runde von 1 bis 9.") == "Choose a round from 1 to 9."


@pytest.mark.parametrize("code", OTHERS)
def test_a_status_is_read_in_every_language(code: str) -> None:
    language = language_of(code)
    parts = ["In progress", ", round 4: ", "3", " of ", "6", " results"]
    said = "".join(map(language.value, parts))
    assert language.english_parts(said) == "In progress, round 4: 3 of 6 results"
    language = language_of(code, "league")
    games = ["In progress", ", ", "12", " games", " to play"]
    said = "".join(map(language.value, games))
    assert language.english_parts(said) == "In progress, 12 games to play"


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("but", ["ties on points", "fair play to come"])
def test_a_note_that_formulas_put_together_is_a_sentence_of_the_page(code: str, but: str) -> None:
    language = language_of(code, "league")
    parts = ["Best and worst place are exact", f" but for {but}", " after ", "5", " results", "."]
    said, note = "".join(map(language.value, parts)), "".join(parts)
    assert said == language.text(note) != note
    assert language.english_parts(said, SENTENCE) == note


@pytest.mark.parametrize("code", OTHERS)
def test_criteria_of_shipped_rules_are_told_apart(code: str) -> None:
    language = language_of(code, "league")
    for rules in map(read_rules, shipped_names()):
        names = [*criteria_of(rules)]
        there = [language.value(name) for name in names]
        assert len({*there}) == len(names), rules.name
        assert [language.english(name, is_value=True) for name in there] == names, rules.name


def test_what_is_not_whole_has_a_form_of_its_own() -> None:
    point = "{figure} point", "{figure} points"

    def forms(code: str, *counts: float) -> list[str]:
        return [language_of(code).plural(*point, count).split()[-1] for count in counts]

    assert forms("pl", 1, 2, 5, 0.5, 2.5) == ["punkt", "punkty", "punktów", "punktu", "punktu"]
    assert forms("fr", 0, 0.5, 1, 1.5, 2, 2.5) == ["point"] * 4 + ["points"] * 2
    assert forms("de", 0.5, 1, 1.5, 2) == ["Punkte", "Punkt", "Punkte", "Punkte"]


@pytest.mark.parametrize("code", OTHERS)
def test_dates_and_numbers_are_those_of_cldr(code: str) -> None:
    language, locale = Language(code), Locale.parse(code)
    signs = locale.number_symbols["latn"]
    assert language.number("1,010.5") == f"1{signs['group']}010{signs['decimal']}5"
    for month in range(1, 13):
        day = date(2026, month, 7 + month)
        assert language.date(day) == format_date(day, "long", code)
        assert language.day(day) == format_skeleton("MMMMd", day, locale=code)
        assert language.day(day, is_short=True) == format_skeleton("MMMd", day, locale=code)


def test_a_league_counts_its_own_games_and_rounds() -> None:
    games = "{count} more game", "{count} more games"
    assert language_of("pl", "league").plural(*games, 5) == "jeszcze {count} meczów"
    assert language_of("pl", "chess").plural(*games, 5) == "jeszcze {count} partii"
    assert language_of("de", "league").text("Round 4") == "Spieltag 4"
    assert language_of("de", "chess").text("Round 4") == "Runde 4"
    assert language_of("de", "league").english("Spieltag 4") == "Round 4"
