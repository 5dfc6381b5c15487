"""Pages of every game in German: no English label is left, neither in a table nor in a section."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.languages.test_workbooks import same_in_both, texts_of
from tests.publication.samples import SMALLEST, report_of_sample
from xl_tourney.explanations.standings import explain_standings
from xl_tourney.languages import LANGUAGES, language_of, speaking
from xl_tourney.languages.languages import message_of
from xl_tourney.publication.page.content import format_page
from xl_tourney.templates import TEMPLATES

_WORD = re.compile(r"[A-Za-z][a-z]{2,}")


@pytest.mark.slow
@pytest.mark.parametrize("template", list(SMALLEST))
def test_no_english_label_is_left(template: str) -> None:
    number = SMALLEST[template]
    report = report_of_sample(template, number)
    report = replace(report, explained=explain_standings(report))
    pages = {}
    for code in ("en", "de"):
        with speaking(language_of(code)):
            pages[code] = texts_of(format_page(report))
    assert len(pages["de"]) > 50
    path = TEMPLATES[template].samples[number].path
    typed = path.read_text("utf-8") if path else ""
    left = {
        text
        for text in pages["de"] & pages["en"]
        if _WORD.search(text) and text not in typed and message_of(text)[0] not in same_in_both("de")
    }
    assert left - {*LANGUAGES.values(), report.title} == set()
