"""Pages of every game in German: no English label is left, neither in a table nor in a section."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from docs.messages import read_messages
from tests.languages.test_workbooks import same_in_both, texts_of
from tests.publication.samples import SMALLEST, report_of_sample
from xl_tourney.explanations.standings import explain_standings
from xl_tourney.languages import LANGUAGES, language_of, message_of, speaking
from xl_tourney.publication.page.content import format_page
from xl_tourney.templates import TEMPLATES

_WORD = re.compile(r"[A-Za-z][a-z]{2,}")
_PARTS = re.compile(r"[:;] | & | \(|[,.]$")
"""What stands between names: of a pair, of a bar and its figure, of a tie-break and its code."""


@pytest.mark.slow
@pytest.mark.parametrize("template", list(SMALLEST))
def test_no_english_label_is_left(template: str) -> None:
    number = SMALLEST[template]
    report = report_of_sample(template, number)
    pages = {}
    for code in ("en", "de"):
        with speaking(language_of(code, template)):
            explained = replace(report, explained=explain_standings(report))
            pages[code] = texts_of(format_page(explained))
    assert len(pages["de"]) > 50
    path = TEMPLATES[template].samples[number].path
    typed = path.read_text("utf-8") if path else ""
    names = [row[table.row_header_column] for table in report.tables for row in table.rows]
    known = "\n".join([typed, report.title, report.note, *LANGUAGES.values(), *names])
    same = {one for text in same_in_both("de") for one in (text, f"{text}.")}
    same |= {said.id.partition(":")[0] for said in read_messages("de") if begins_alike(said)}
    left = {
        text
        for text in map(unescape, pages["de"] & pages["en"])
        if message_of(text)[0] not in same
        and any(
            part not in known and part not in same
            for part in _PARTS.split(text)
            if _WORD.search(part)
        )
    }
    assert left == set()


def begins_alike(entry: Any) -> bool:
    """Whether what a message explains has the same name: Koya."""
    if not isinstance(entry.id, str) or ":" not in entry.id:
        return False
    return bool(entry.string.partition(":")[0] == entry.id.partition(":")[0])
