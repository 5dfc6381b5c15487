"""How pages fit the screen, measured in Chromium: nothing is cut, broken or wider than the window.

Each page is loaded once; its window is then made as wide as each screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.publication.axe import WITHOUT_CONTRAST, violations
from tests.publication.samples import SMALLEST, report, report_of_sample
from xl_tourney.explanations.standings import explain_standings
from xl_tourney.publication.page.content import format_embedded, format_page
from xl_tourney.publication.picture import WIDTH
from xl_tourney.templates import TEMPLATES

WIDTHS = (360, 390, 768, 1280)
WIDE_TYPE = "0.08em"
"""What each letter has more where the type of a page is as wide as DejaVu Sans."""
PORTRAIT, LANDSCAPE = 718, 1046
"""How wide A4 paper with margins of a centimetre is; pages with wide tables are printed across."""
OTHERS = [
    (template.name, number)
    for template in TEMPLATES
    for number, _ in enumerate(template.samples)
    if number != SMALLEST[template.name]
]
"""The samples that are no template's smallest."""
HOSTILE = '<img src=x onerror="document.title=1">'
NAMES = [
    "Niederschönhausen-Pankow II",
    "Elm Park Wanderers",
    HOSTILE,
    "W" * 60,
    "Llanfairpwllgwyngyll Rovers",
    "山田太郎",
]
FAULTS = """() => {
  const faults = [], wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push("the page is wider by " + wide);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; node = texts.nextNode();) {
    const box = node.parentElement;
    if (!node.data.trim() || box.closest("script, .unseen, noscript, option, svg")) continue;
    if (!box.checkVisibility()) continue;
    const cell = box.closest("th, td, h1, h2, h3, p, li, summary, dd, dt, a") || box;
    if (getComputedStyle(cell).display !== "inline" && cell.scrollWidth > cell.clientWidth + 1)
      faults.push("cut: " + node.data.trim());
    if (box.closest(".endless") || /\\w{29}/u.test(node.data)) continue;
    for (const word of node.data.matchAll(/[\\p{Script=Latin}\\p{M}\\d]+/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1)
        faults.push("broken: " + word[0]);
    }
  }
  for (const table of document.querySelectorAll("table")) {
    const [head, cell] = [table.tHead, table.tBodies[0]].map(part => part?.rows[0]?.cells[0]);
    if (!head || !cell || !cell.checkVisibility()) continue;
    if (Math.abs(head.getBoundingClientRect().left - cell.getBoundingClientRect().left) > 1)
      faults.push("moved: " + head.innerText);
  }
  return faults;
}"""
IN_VIEW = """() => [...document.querySelectorAll(".standings")].map(table => {
  const frame = table.closest(".frame"), row = table.tBodies[0].rows[0];
  row.scrollIntoView({block: "center"});
  frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2;
  return [".place", "th", ".figure"].map(name => row.querySelector(name)).every(cell => {
    const {left, right} = cell.getBoundingClientRect();
    const middle = document.elementFromPoint(
      (left + right) / 2, cell.getBoundingClientRect().top + cell.clientHeight / 2);
    return left >= 0 && right <= innerWidth + 1 && (cell === middle || cell.contains(middle));
  }) || row.innerText;
}).filter(found => found !== true)"""
"""The rows of which, half way along, place, name or what decides is out of view or covered."""
SCROLLING = """() => [...document.querySelectorAll(".standings")]
  .filter(table => table.parentElement.scrollWidth > table.parentElement.clientWidth)
  .map(table => table.tHead.innerText)"""
SMALL_PRINT = """() => [...document.querySelectorAll("body *")].filter(element =>
  element.checkVisibility() && !element.closest("svg, .unseen, .code")
  && [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim())
  && parseFloat(getComputedStyle(element).fontSize) < 12
).map(element => "small: " + element.innerText)"""
"""Texts that are printed with less than 9 points."""
UNPACK = "document.querySelectorAll('details').forEach(details => { details.open = true; })"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A league of names that are long, markup, or without an end; half of its games are open."""
    folder = tmp_path_factory.mktemp("hostile")
    rows = ["round,home,away,home_score,away_score"]
    pairs = [(a, b) for at, a in enumerate(NAMES) for b in NAMES[at + 1 :]]
    for number, (home, away) in enumerate(pairs):
        scores = f"{number % 3},{number % 2}" if number < 9 else ","
        one, two = ('"{}"'.format(name.replace('"', '""')) for name in (home, away))
        rows.append(f"{1 + number // 3},{one},{two},{scores}")
    (folder / "games.csv").write_text("\n".join([*rows, ""]), "utf-8")
    options = {"rules": "bundesliga", "places": 2, "title": HOSTILE}
    return report(TEMPLATES["league"], folder / "games.csv", **options)


def faults_of(
    page, html: str, folder: Path, widths: Sequence[int] = WIDTHS
) -> dict[str, list[str]]:
    """What does not fit at each width, with every part of the page opened."""
    path = folder / "page.html"
    path.write_text(html, "utf-8")
    found: dict[str, list[str]] = {}
    page.set_viewport_size({"width": widths[0], "height": 900})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(path.as_uri())
    assert page.evaluate(IN_VIEW) == []
    page.evaluate(UNPACK)
    for more in page.locator(".all-columns").all():
        more.click()
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        if width < 768:
            assert page.evaluate(IN_VIEW) == [], width
        found[f"{width}"] = page.evaluate(FAULTS)
    for widened in ("", WIDE_TYPE):
        page.evaluate(f"document.body.style.letterSpacing = '{widened}'")
        assert page.evaluate(SCROLLING) == [], "on a desktop no table of standings is cut"
    page.evaluate("document.body.style.letterSpacing = ''")
    page.emulate_media(media="print")
    is_wide = page.locator(".standings.wide").count() > 0
    page.set_viewport_size({"width": LANDSCAPE if is_wide else PORTRAIT, "height": 900})
    found["print"] = page.evaluate(FAULTS) + page.evaluate(SMALL_PRINT)
    page.emulate_media(media="screen")
    if widths == WIDTHS:
        assert violations(page, WITHOUT_CONTRAST) == []
    assert errors == [] and page.title() != "1"
    assert not page.evaluate("document.querySelector('img')")
    return {width: faults for width, faults in found.items() if faults}


@pytest.mark.parametrize("template", list(SMALLEST))
def test_samples_with_explanations_fit_every_screen(tab, template, tmp_path) -> None:
    of_sample = report_of_sample(template, SMALLEST[template])
    html = format_page(replace(of_sample, explained=explain_standings(of_sample)), "index.html")
    assert faults_of(tab, html, tmp_path) == {}


@pytest.mark.parametrize(("template", "number"), OTHERS)
def test_other_samples_fit_every_screen(tab, template, number, tmp_path) -> None:
    html = format_page(report_of_sample(template, number), "index.html")
    assert faults_of(tab, html, tmp_path, (WIDTHS[0], WIDTHS[-1])) == {}


def test_long_and_hostile_names_fit_every_screen(tab, hostile, tmp_path) -> None:
    assert faults_of(tab, format_page(hostile), tmp_path) == {}
    embedded = format_embedded(hostile, "page.html")
    assert faults_of(tab, embedded, tmp_path) == {}
    picture = format_page(hostile).replace("<html ", '<html class="picture" ', 1)
    (tmp_path / "picture.html").write_text(picture, "utf-8")
    tab.set_viewport_size({"width": WIDTH, "height": 900})
    tab.goto((tmp_path / "picture.html").as_uri())
    assert tab.evaluate(FAULTS) == []
