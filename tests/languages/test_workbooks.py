"""Workbooks in other languages: no English label is left, and all commands read them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import xl_tourney
from docs.messages import SAME, read_messages
from tests.languages.test_messages import LONGEST_TITLE, OTHERS
from tests.templates.small import SMALL
from xl_tourney.languages import (
    LANGUAGES,
    SHEET,
    VALUE,
    language_of,
    message_of,
    read_codes,
)
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts.plan.labels import labels, texts_of_formula

_SMALL = re.compile(r"[a-z]")
_COMPARED = re.compile(r'(?<=.)(?:=|<>|MATCH\(|COUNTIF\([^",]+,)"([^"]+)"')
"""A text in a formula that a cell is compared with."""
LONGEST_PROMPT = 255
"""The most letters that Excel shows beside a cell; it repairs a workbook with more."""
GAMES = """round,home,away,home_score,away_score
1,Ajax,Celtic,2,1
1,Porto,Roma,0,0
2,Ajax,Porto,{0},{1}
2,Roma,Celtic,1,3
3,Celtic,Porto,,
3,Roma,Ajax,,
"""


def same_in_both(code: str) -> set[str]:
    """The messages that are called alike in English, as the message file says."""
    return {entry.id for entry in read_messages(code) if SAME in entry.user_comments} | read_codes()


@pytest.mark.slow
@pytest.mark.parametrize("template", TEMPLATES.names)
def test_no_english_label_is_left(template: str) -> None:
    english = TEMPLATES[template].build()
    german = TEMPLATES[template].build(language="de")
    same, names = same_in_both("de"), set(english.defined_names)
    pairs = list(zip(labels(english), labels(german), strict=True))
    assert len(pairs) > 100
    for old, new in pairs:
        if old.kind == "formula":
            texts = zip(texts_of_formula(old.text), texts_of_formula(new.text), strict=True)
            left = [one for one, other in texts if one == other and _SMALL.search(one)]
            assert {message_of(text.strip())[0] for text in left} <= same, old.text
        elif old.is_shown and old.text == new.text and _SMALL.search(old.text):
            assert message_of(old.text)[0] in same or old.text in names, old.text
    assert set(german.defined_names) == names
    rules = [rule for sheet in german for rule in sheet.data_validations.dataValidation]
    assert [rule.prompt for rule in rules if len(rule.prompt or "") > LONGEST_PROMPT] == []


@pytest.mark.parametrize("template", TEMPLATES.names)
def test_titles_and_words_that_formulas_compare(template: str) -> None:
    english = TEMPLATES[template].build()
    found = list(labels(english))
    compared = {
        text for one in found if one.kind == "formula" for text in _COMPARED.findall(one.text)
    }
    headings = {column.heading for table in english.tables for column in table.columns}
    looked_up = {one.text for one in found if one.kind == "text" and not one.is_shown} - headings
    for code in OTHERS:
        language = language_of(code, template)
        titles = [language.text(name, SHEET) for name in english.titles]
        assert len({title.lower() for title in titles}) == len(titles)
        assert max(map(len, titles)) <= LONGEST_TITLE
        assert not any(set("[]:*?/\\") & set(title) for title in titles)
        assert [t for t in looked_up & compared if language.text(t) != language.value(t)] == []


def test_english_is_what_it_was() -> None:
    assert "language" not in TEMPLATES["league"].build().layout
    assert TEMPLATES["league"].build(language="de").layout["language"] == "de"


@pytest.mark.slow
def test_a_german_league_is_played_to_the_middle(tmp_path: Path) -> None:
    book, data, page = tmp_path / "liga.xlsx", tmp_path / "games.csv", tmp_path / "liga.html"
    data.write_text(GAMES.format("", ""), encoding="utf-8")
    xl_tourney.new("league", book, data, language="de", teams=4, rows=8, title="Liga")
    data.write_text(GAMES.format(2, 2), encoding="utf-8")
    done = xl_tourney.update(book, data, room={"teams": 6})
    assert done.written and done.grown == {"teams": (5, 6)}
    xl_tourney.publish(book, page, languages=["de", "fr", "ja", "en"])
    german, japanese = (path.read_text("utf-8") for path in (page, tmp_path / "liga.ja.html"))
    assert '<html lang="de"' in german and '<html lang="ja"' in japanese
    assert ">qualifiziert<" in german and ">通過確定<" in japanese
    assert "Nach Spieltag 2 von 3" in german and ">GB Grenze<" in german
    assert "ゲーム差" in japanese and "data-leads" in german and "data-leads" not in japanese
    rows = json.loads((tmp_path / "liga.standings.json").read_text("utf-8"))["tables"][0]["rows"]
    assert "qualified" in rows[0]  # what programs read is the same in every language
    again = tmp_path / "again.html"
    xl_tourney.publish(book, again, languages=["de", "fr", "ja", "en"])
    assert again.read_text("utf-8").replace("again.", "liga.") == german
    words = (tmp_path / "liga.en.html").read_text("utf-8")
    left = {text for text in texts_of(german) & texts_of(words) if _SMALL.search(text)}
    names = ("Ajax", "Celtic", "Porto", "Roma", "Liga", *LANGUAGES.values())
    german_words = {entry.string for entry in read_messages("de") if entry.id}
    left = {text for text in left - german_words if not any(name in text for name in names)}
    assert {message_of(text)[0] for text in left} <= same_in_both("de")


def texts_of(page: str) -> set[str]:
    """The texts of a page that are shown, without those that it marks as English."""
    page = re.sub(r"<(style|script)\b.*?</\1>", "", page, flags=re.DOTALL)
    page = re.sub(r'<(div|ul) lang="en">.*?</\1>', "", page, flags=re.DOTALL)
    said = re.findall(r'(?:aria-label|title|placeholder)="([^"]*)"', page)
    return {text.strip() for text in [*re.findall(r">([^<]+)<", page), *said]} - {""}


WALKS = {
    "bridge": ("fr", "board,ns,ew,score", "1,1,2,420 1,3,4,-50", "2,1,2,110 2,3,4,50", "4"),
    "go": ("de", "name,rank,r1", "Ada,1d,2+ Bob,1k,1- Cy,2k,4? Dan,3k,3?", "", "Ada"),
    "kdice": (
        "pl",
        "player,games,p1,p2,p3,p4,p5,p6,p7",
        "Ada,100,20,20,20,10,10,10,10",
        "Bob,90,10,10,10,10,20,20,20",
        "Ada",
    ),
    "tantrix": (
        "ja",
        "player_a,tps_a,player_b,tps_b,games",
        "Ada,29,Bob,11,2",
        "Cy,20,Bob,20,2",
        "Cy",
    ),
}
"""Of each template a language, headings, results, later ones, and whose place is explained."""


@pytest.mark.slow
@pytest.mark.parametrize("template", WALKS)
def test_a_workbook_of_another_language_is_filled_in_and_read(
    template: str, tmp_path: Path
) -> None:
    code, headings, first, later, who = WALKS[template]
    whole = f"{first} {later}" if later else first.replace("4?", "4+").replace("3?", "3-")
    some, whole = ("\n".join([headings, *rows.split(" ")]) for rows in (first, whole))
    data, read, said = tmp_path / "data.csv", [], []
    for language in (code, "en"):
        book, page = tmp_path / language / "event.xlsx", tmp_path / language / "event.html"
        book.parent.mkdir()
        data.write_text(some, encoding="utf-8")
        xl_tourney.new(template, book, data, language=language, title="Event", **SMALL[template])
        data.write_text(whole, encoding="utf-8")
        assert xl_tourney.update(book, data).written
        report = xl_tourney.standings(book)
        rows = [row for table in report.tables for row in table.rows]
        numbers = [[cell for cell in row if not any(map(str.isalpha, cell))] for row in rows]
        read.append((report.status, [table.headings for table in report.tables], numbers))
        xl_tourney.publish(book, page, languages=["es"])
        said.append(texts_of(page.read_text("utf-8")))
        assert str(xl_tourney.explain(book, who))
    assert read[0] == read[1]
    values = {entry.string for entry in read_messages(code) if entry.context == VALUE}
    assert (said[0] - said[1]) & values == set()


def test_the_page_of_a_kdice_player_goes_onto_one_sheet_of_paper_in_every_language() -> None:
    for code in LANGUAGES:
        sheet = TEMPLATES["kdice"].build(language=code)["Player"]
        assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 1), code
