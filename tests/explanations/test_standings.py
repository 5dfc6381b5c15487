"""The page says of each player why he is where he is, behind a tap."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.explanations.books import WORKBOOKS
from xl_tourney.events.report import Report, read_report
from xl_tourney.explanations import standings
from xl_tourney.explanations.standings import explain_standings
from xl_tourney.ooxml.package import Package
from xl_tourney.publication.page.content import format_page

Run = Callable[..., tuple[int, str, str]]
BOOK = WORKBOOKS / "tantrix_2001.xlsx"
_REASONS = re.compile(
    r'<details class="why"><summary>(.*?)</summary><div>(.*?)</div></details>'
    r'(?=<div class="window">)'
)


@pytest.fixture(scope="module")
def report() -> Report:
    return read_report(Package.from_path(BOOK))


def reasons_of(html: str) -> dict[str, str]:
    """What stands behind each tap, without the marks, by who it is about."""
    html = html.replace("\n", "")
    found = {}
    for section in re.split(r"<details><summary><h3>", html)[1:]:
        name = section.partition("<")[0]
        for title, content in _REASONS.findall(section):
            found[name] = f"{title}: " + " ".join(re.sub("<[^>]*>", " ", content).split())
    return found


def test_every_player_has_the_place_and_the_main_figures(report) -> None:
    explained = explain_standings(report)
    assert explained.failed == []
    found = reasons_of(format_page(replace(report, explained=explained)))
    assert [text.partition(":")[0] for text in found.values()] == [
        "Why 1st", "Why 2nd", "Why 3rd", "Why 4th", "Why 5th"
    ]  # fmt: skip
    assert found["P08"].startswith(
        "Why 1st: P08 is 1st of 5 with 74.00% of the TPs. The working TP% of P08: 74.00%."
    )
    assert "to the nearest 0.5, P08 is 0.5 ahead: −0.5." in found["P08"]
    assert not any("!" in text or "ROUND" in text for text in found.values())


def test_a_page_without_explanations_has_no_taps_for_them(report) -> None:
    assert 'class="why"' not in format_page(report)


def test_an_explanation_that_fails_does_not_prevent_the_page(run: Run, monkeypatch) -> None:
    explain = standings._explain

    def explain_others(book, player):
        if player.name == "P07":
            raise ZeroDivisionError("division by zero")
        return explain(book, player)

    monkeypatch.setattr(standings, "_explain", explain_others)
    code, _, err = run("publish", BOOK, "-o", "page.html")
    assert (code, err) == (
        0,
        "page.html: 1 table of standings, 5 rows. P07 is not explained: division by zero.\n",
    )
    page = Path("page.html").read_text(encoding="utf-8")
    assert list(reasons_of(page)) == ["P08", "P06", "P24", "P25"]
