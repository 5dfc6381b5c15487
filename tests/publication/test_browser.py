"""The pages in Chromium: on a desktop, on a phone and in print, light and dark, with axe-core."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from openpyxl import Workbook
from PIL import Image

from tests.publication.axe import WITHOUT_CONTRAST, violations
from tests.publication.conftest import PHONE
from tests.publication.samples import SMALLEST, report_of_sample
from xl_tourney.chromium import VARIABLE, find_browser
from xl_tourney.errors import OptionError, WriteError
from xl_tourney.explanations.standings import explain_standings
from xl_tourney.publication.page.content import format_page
from xl_tourney.publication.picture import SCALE, WIDTH, take_picture
from xl_tourney.publication.site.folder import SiteEntry, format_index

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

DESKTOP: ViewportSize = {"width": 1280, "height": 900}
FIRST_SCREEN = {
    "tantrix": ["Place", "Player", "TP%", "GBQ"],
    "kdice": ["Place", "Player", "Score", "p-value"],
    "bridge": ["Place", "Players", "MPs", "%"],
    "go": ["Place", "Player", "NBW", "SODOS"],
    "chess": ["Place", "Player", "Points", "DE"],
    "league": ["Place", "Team", "W", "L", "Pct", "GB"],
}
Open = Callable[..., Any]


@pytest.fixture(scope="module", params=list(SMALLEST))
def template(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def address(template, tmp_path_factory) -> str:
    return write(tmp_path_factory.mktemp("pages"), template).as_uri()


def write(folder: Path, template: str) -> Path:
    page = folder / f"{template}.html"
    report = report_of_sample(template, SMALLEST[template])
    html = format_page(replace(report, explained=explain_standings(report)), "index.html")
    page.write_text(html, "utf-8")
    return page


@pytest.fixture
def opened(tabs) -> Iterator[Open]:
    """Open a page in a tab; nothing but the file may be asked for, and no script may fail."""
    pages, refused = [], []

    def open_page(address: str, screen: ViewportSize, scheme: str = "light", window=tabs):
        pages.append(page := window.new_page())
        page.set_viewport_size(screen)
        page.emulate_media(color_scheme=scheme)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.on("console", lambda message: refused.append(message.text))
        page.goto(address)
        assert {url.partition("#")[0] for url in asked} == {address.partition("#")[0]}
        return page

    yield open_page
    for page in pages:
        page.close()
    assert refused == [], "the page's own policy refuses nothing of the page"


def overflow(page) -> int:
    """By how much the page is wider than the window."""
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


HEADINGS = "document.querySelectorAll('.standings')[0].tHead.rows[0].cells"
SHOWN = f"[...{HEADINGS}].filter(cell => cell.checkVisibility()).map(cell => cell.innerText)"
RIGHT = """Math.max(...[...document.querySelector(".standings tbody tr").cells].map(
    cell => cell.getBoundingClientRect().right))"""
"""How far the cells of the first row go to the right."""


def test_a_phone_shows_first_what_decides(opened, address, template) -> None:
    page = opened(address, PHONE)
    assert overflow(page) <= 0
    assert page.evaluate(SHOWN) == FIRST_SCREEN[template]
    assert page.evaluate(RIGHT) <= PHONE["width"]
    row = page.locator("table.standings tbody tr").first
    assert row.bounding_box()["y"] < PHONE["height"] / 2
    more = page.locator(".all-columns").first
    count = page.evaluate(f"{HEADINGS}.length")
    assert more.inner_text() == f"All {count} columns"
    assert more.get_attribute("aria-expanded") == "false"
    more.click()
    assert len(page.evaluate(SHOWN)) == count and more.get_attribute("aria-expanded") == "true"
    window = page.locator(".window").first
    is_wider = window.evaluate("w => w.firstChild.scrollWidth > w.firstChild.clientWidth")
    assert is_wider == ("more" in window.get_attribute("class").split())
    assert overflow(page) <= 0


def test_a_name_opens_what_is_behind_it(opened, address) -> None:
    page = opened(address, PHONE)
    name = page.locator("table.standings tbody th a").nth(1)
    name.focus()
    page.keyboard.press("Enter")
    section = page.locator(".players > details[open]")
    assert section.count() == 1
    assert section.locator("h3").inner_text() == name.inner_text()
    assert 0 <= section.locator(".figures").bounding_box()["y"] < PHONE["height"]
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    assert overflow(page) <= 0
    why = section.locator(".why")
    assert not why.locator("p").first.is_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert why.locator("p").first.is_visible()
    assert overflow(page) <= 0
    page.locator(".all-columns").first.click()
    assert violations(page, WITHOUT_CONTRAST) == []


def test_a_desktop_and_paper_show_all(opened, address) -> None:
    page = opened(address, DESKTOP)
    assert overflow(page) <= 0 and not page.locator(".all-columns").first.is_visible()
    assert len(page.evaluate(SHOWN)) == page.evaluate(f"{HEADINGS}.length")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator(".players").is_visible()
    page.evaluate("document.querySelector('.players > details').open = true")
    assert page.locator(".players > details").first.is_visible()
    assert not page.locator(".players > details").nth(1).is_visible()


@pytest.fixture(scope="module")
def tantrix(tmp_path_factory) -> Path:
    return write(tmp_path_factory.mktemp("page"), "tantrix")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_there_is_contrast_in_both_schemes(opened, tantrix, scheme) -> None:
    page = opened(f"{tantrix.as_uri()}#player-p08", PHONE, scheme)
    page.locator(".why summary").first.click()
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", background))) < 200) == (scheme == "dark")
    assert violations(page) == []


def test_columns_are_sorted_from_the_keyboard(opened, tantrix) -> None:
    page = opened(tantrix.as_uri(), DESKTOP)
    button = page.get_by_role("button", name="TPs")
    orders = []
    for _ in range(3):
        button.focus()
        page.keyboard.press("Enter")
        sorted_as = page.locator("th[aria-sort]")
        direction = sorted_as.get_attribute("aria-sort") if sorted_as.count() else "as published"
        orders.append(
            (direction, page.locator("table.standings tbody th > :first-child").all_inner_texts())
        )
    by_points = ["P07", "P08", "P25", "P24", "P06"]
    assert orders == [
        ("ascending", by_points),
        ("descending", by_points[::-1]),
        ("as published", ["P08", "P06", "P07", "P24", "P25"]),
    ]


def test_nothing_runs_but_the_page_s_own_script(tab, tantrix, tmp_path) -> None:
    """Markup that came through by mistake would do nothing: here it is planted."""
    planted = (
        '<script>document.title = "planted"</script>'
        '<img src="https://other.example/" onerror="document.title = 1">'
        '<style>body { display: none }</style><base href="https://other.example/">'
    )
    page = tmp_path / "page.html"
    page.write_text(tantrix.read_text("utf-8").replace("<main>", f"<main>{planted}"), "utf-8")
    answered: list[str] = []
    tab.on("requestfinished", lambda request: answered.append(request.url))
    tab.goto(page.as_uri())
    assert tab.title() != "planted" and tab.title() != "1"
    assert tab.evaluate("getComputedStyle(document.body).display") == "block"
    assert not tab.evaluate("document.baseURI").startswith("https")
    assert answered == [page.as_uri()]


def test_nothing_moves(opened, tantrix) -> None:
    page = opened(tantrix.as_uri(), PHONE)
    moving = """[...document.querySelectorAll("*")].filter(element => {
        const style = getComputedStyle(element);
        return style.animationName !== "none" || parseFloat(style.transitionDuration) > 0
            || style.scrollBehavior === "smooth";
    }).length"""
    assert page.evaluate(moving) == 0


def test_without_scripts_everything_is_there(browser, opened, tantrix) -> None:
    page = opened(tantrix.as_uri(), PHONE, window=browser.new_context(java_script_enabled=False))
    assert len(page.evaluate(SHOWN)) == 7
    page.locator(".players summary").first.click()
    assert page.locator("details .figures").first.is_visible()
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_index_of_a_season(opened, tmp_path, scheme) -> None:
    title = "Dreadnought-Cup-of-the-Northern-Riverside-Bridge-Clubs " * 2
    entries = [
        SiteEntry(Path("a.xlsx"), "a.html", title, "3 May 2025", "After round 2", "Ann"),
        SiteEntry(Path("b.xlsx"), "b #1.html", "Spring & all", "2025-06-01", is_provisional=True),
        SiteEntry(Path("c.xlsx"), "", failed="c.xlsx: is not a workbook."),
    ]
    (tmp_path / "index.html").write_text(format_index("Season", entries), "utf-8")
    page = opened((tmp_path / "index.html").as_uri(), PHONE, scheme)
    assert overflow(page) <= 0
    assert violations(page) == []
    assert [item.split("\n") for item in page.locator("li").all_inner_texts()] == [
        ["Spring & all", "Provisional", "1 June 2025"],
        [title.strip(), "After round 2 · 3 May 2025", "First: Ann"],
        ["c", "Not published yet: its organiser has to look at it."],
    ]


def test_a_picture_for_a_messenger(chromium, tantrix, tmp_path) -> None:
    picture = tmp_path / "group.png"
    take_picture(tantrix, picture, chromium)
    with Image.open(picture) as image:
        assert image.width == WIDTH * SCALE
        rows = image.convert("L").resize((1, image.height), Image.Resampling.BOX).tobytes()
    written = [at for at, row in enumerate(rows) if row < 250]
    assert 0 < written[0] < 100 and image.height - 150 < written[-1] < image.height - 10


@pytest.mark.slow
def test_a_browser_that_takes_no_picture(tantrix, tmp_path) -> None:
    picture = tmp_path / "group.png"
    picture.write_bytes(b"older")
    with pytest.raises(WriteError, match="did not show the page"):
        take_picture(tantrix, picture, find_browser("true"))
    assert picture.read_bytes() == b"older"


def test_without_chromium_the_message_says_what_to_install(run, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OptionError, match="install the package chromium"):
        find_browser()
    monkeypatch.setenv(VARIABLE, "nowhere")
    Workbook().save(tmp_path / "book.xlsx")
    code, _, err = run("publish", "book.xlsx", "--png")
    assert code == 2 and err.startswith("nowhere was not found: install") and err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["book.xlsx"]
