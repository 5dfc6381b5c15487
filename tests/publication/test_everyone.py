"""Pages are for everyone: axe in each language, and the keyboard alone reaches everything."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.publication.axe import WITHOUT_CONTRAST, violations
from tests.publication.samples import SMALLEST, report_of_sample
from xl_tourney.events.report import Report
from xl_tourney.explanations.standings import explain_standings
from xl_tourney.languages import LANGUAGES, language_of, speaking
from xl_tourney.publication.page.content import format_page
from xl_tourney.publication.page.document import Address

pytestmark = pytest.mark.slow
OPEN_SOME = """document.querySelectorAll("details:not(.players > :nth-of-type(n + 3))")
  .forEach(details => { details.open = true; })"""
"""Of the sections, which are alike, the first two."""
STOPS = """() => [...document.querySelectorAll(
    "a[href], button, input, select, summary, [tabindex]:not([tabindex='-1'])"
  )].filter(stop => stop.checkVisibility({visibilityProperty: true}))
    .map((stop, at) => {
      stop.dataset.stop = at;
      return stop.innerText || stop.ariaLabel || "";
    })"""
"""What the keyboard must reach, in the order of the page."""
FOCUSED = """() => {
  const at = document.activeElement, style = getComputedStyle(at), box = at.getBoundingClientRect();
  const isMarked = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const isInWidth = box.right > 0 && box.left < innerWidth;
  const isInView = isInWidth && box.bottom > 0 && box.top < innerHeight;
  return [Number(at.dataset.stop ?? -1), isMarked && isInView];
}"""


@pytest.fixture(scope="module", params=["league", "chess"])
def of_sample(request) -> Report:
    report = report_of_sample(request.param, SMALLEST[request.param])
    return replace(report, explained=explain_standings(report))


@pytest.fixture
def opened(tab, of_sample, tmp_path):
    """Open the page of the sample in a language."""

    def open_page(code: str, width: int):
        others = {other: f"page.{other}.html" for other in LANGUAGES if other != code}
        beside = Address(feed="page.atom", data="page.json", languages=others, is_first=False)
        path: Path = tmp_path / f"page.{code}.html"
        with speaking(language_of(code)):
            path.write_text(format_page(of_sample, "index.html", beside), "utf-8")
        tab.set_viewport_size({"width": width, "height": 844})
        tab.goto(path.as_uri())
        return tab

    return open_page


def test_axe_finds_nothing_in_any_language(opened) -> None:
    for code in LANGUAGES:
        page = opened(code, 390)
        assert page.evaluate("document.documentElement.lang") == code
        page.evaluate(OPEN_SOME)
        assert page.locator("details[open] .why[open]").count() >= 2
        assert violations(page, WITHOUT_CONTRAST) == [], code


@pytest.mark.parametrize("width", [390, 1280])
def test_the_keyboard_reaches_everything(opened, width) -> None:
    page = opened("en", width)
    page.evaluate(OPEN_SOME)
    stops = page.evaluate(STOPS)
    assert len(stops) > 30
    reached = []
    for _ in stops:
        page.keyboard.press("Tab")
        reached.append(page.evaluate(FOCUSED))
    assert reached == [[at, True] for at in range(len(stops))], stops
    for at in range(len(stops) - 2, len(stops) - 12, -1):
        page.keyboard.press("Shift+Tab")
        assert page.evaluate(FOCUSED) == [at, True]


def test_the_keys_do_what_they_do_elsewhere(opened) -> None:
    page = opened("en", 390)
    summary = page.locator(".players > details > summary").last
    details = page.locator(".players > details").last
    summary.focus()
    for key, is_open in (("Enter", True), ("Space", False), ("Space", True), ("Enter", False)):
        page.keyboard.press(key)
        assert details.evaluate("details => details.open") == is_open
    heading = page.locator(".standings thead button").first
    for key, direction in (("Space", "ascending"), ("Enter", "descending")):
        heading.focus()
        page.keyboard.press(key)
        assert page.locator("th[aria-sort]").first.get_attribute("aria-sort") == direction
    more = page.locator(".all-columns").first
    more.focus()
    page.keyboard.press("Space")
    assert more.get_attribute("aria-expanded") == "true"
    search = page.locator("[role=search] input")
    if search.count():
        shown = ".standings tbody tr:not([hidden])"
        everybody = page.locator(shown).count()
        search.focus()
        page.keyboard.type("zzz")
        assert page.locator(shown).count() == 0
        page.keyboard.press("Escape")
        assert search.input_value() == "" and page.locator(shown).count() == everybody
