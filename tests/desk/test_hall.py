"""The desk in the hall: a director's page, phones and the wall in Chromium, with a real server."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest

import xl_tourney
from tests.desk.plays import PLAYS, Act, Results, fill_in
from tests.desk.serving import Client, Json, make_book, serving
from tests.publication.axe import violations
from xl_tourney.chromium import sandbox_options
from xl_tourney.desk.server.codes import qr_code
from xl_tourney.languages import DESK, language_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

SECONDS = 60
_CELLS = (
    "all => all.map(one => [...one.tBodies[0].rows].map(r => [...r.cells].map(c => c.innerText)))"
)
_SMALL = 48
"""The least height, in CSS pixels, of what cold fingers press."""


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=[*sandbox_options()])
        yield started
        started.close()


class Hall:
    """A director's page, and the phones of players, each a browser of its own."""

    def __init__(self, browser: Browser, desk: Client) -> None:
        self._browser, self.desk = browser, desk
        self.contexts: list[BrowserContext] = []
        self.director = self.open(f"/?token={desk.token}", width=1280)

    def open(self, path: str, width: int = 390, **options: Any) -> Page:
        """A page in a context of its own."""
        context = self._browser.new_context(viewport={"width": width, "height": 800}, **options)
        context.set_default_timeout(SECONDS * 1000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.goto(f"http://{self.desk.host}{path}")
        return page

    def close(self) -> None:
        """Close the pages of all."""
        for context in self.contexts:
            context.close()

    def boards(self, round_: str = "") -> list[Json]:
        """The boards of a round."""
        path = f"/api/event?round={round_}"
        found: list[Json] = self.desk.ask(path, token=self.desk.token).json["boards"]
        return found

    def phone(self, board: Json, side: str = "white", **options: Any) -> Page:
        """The phone of a side that has scanned its code."""
        page = self.open(f"/board#{board['keys'][side]}", **options)
        page.wait_for_selector("body[data-state]")
        return page

    def until(self, condition: Callable[[], Any], wanted: Any) -> None:
        """Wait until a page is as it should be, as changes come by themselves."""
        deadline = time.monotonic() + SECONDS
        while (found := condition()) != wanted:
            assert time.monotonic() < deadline, f"{found} is not {wanted}"
            self.director.wait_for_timeout(50)

    def standings(self) -> list[list[list[str]]]:
        """The tables of the director's page."""
        found: list[list[list[str]]] = self.director.locator("#standings table").evaluate_all(
            _CELLS
        )
        return found


@contextmanager
def _hall(browser: Browser, place: Path, *options: str) -> Iterator[Hall]:
    with serving(place, *options) as desk:
        hall = Hall(browser, desk)
        try:
            yield hall
        finally:
            hall.close()


def _type(phone: Page, result: str) -> None:
    """Type a result on a phone."""
    if phone.locator("[name=score]").count():
        phone.fill("[name=score]", result)
        phone.keyboard.press("Enter")
        return
    phone.locator("#results details").evaluate_all("all => all.forEach(one => one.open = true)")
    phone.click(f'[data-result="{result}"]')


def _state(phone: Page, state: str) -> None:
    phone.wait_for_selector(f"body[data-state={state}]")


def _expected(book: Path) -> list[list[list[str]]]:
    """The standings of the command line."""
    return [
        [[cell or "" for cell in row] for row in table.rows]
        for table in xl_tourney.standings(book).tables
    ]


@pytest.mark.parametrize("game", PLAYS)
def test_an_evening_from_an_empty_folder_to_the_page(
    game: str, browser: Browser, tmp_path: Path
) -> None:
    """Players type results; the director does all else; standings are the command line's."""
    with _hall(browser, tmp_path) as hall:
        page = hall.director
        page.wait_for_selector("#hall")
        for act in PLAYS[game]:
            if isinstance(act, Act):
                fill_in(page, act, game)
                assert page.inner_text("#dialog-error") == ""
            elif act.round:
                page.select_option("#round", act.round)
                page.wait_for_selector("#working", state="hidden")
                page.click(f'.board >> nth=0 >> [data-result="{act.results[0]}"]')
            else:
                _results(hall, act)
            (book,) = (one for one in tmp_path.glob("*.xlsx") if not one.name.startswith("~"))
            hall.until(hall.standings, _expected(book))
        assert [*tmp_path.rglob("*.html")], "the page is published"


def _results(hall: Hall, act: Results) -> None:
    """Both sides of the first boards type; of the very first, one is wrong at first."""
    boards = [one for one in hall.boards() if one["state"] == "open"]
    for at, (board, result) in enumerate(zip(boards, act.results)):
        white, black = (hall.phone(board, side) for side in ("white", "black"))
        if at == 0:
            _type(white, act.results[-1])
            _state(white, "entered")
        _type(white, result)
        _state(black, "entered")
        _type(black, result)
        for phone in (white, black):
            _state(phone, "confirmed")
        for phone in (white, black):
            phone.context.close()


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Swiss of a dozen, one with a hostile name, whose first round is paired."""
    book = make_book(tmp_path_factory.mktemp("swiss"), 12)
    with serving(book) as desk:
        assert desk.run("rename", old="Player 7", new=_HOSTILE)["changed"]
    return book


_HOSTILE = "<img src=x onerror=alert(1)>"
_CONFLICT, _PRESS, _OFFLINE, _KEYBOARD, _SHOWN = range(5)
"""The boards of the tests that share a hall, each its own."""


@pytest.fixture(scope="module")
def _open_hall(
    browser: Browser, book: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Hall]:
    copy = Path(shutil.copy(book, tmp_path_factory.mktemp("hall")))
    with _hall(browser, copy, "--lan") as opened:
        yield opened


@pytest.fixture
def hall(_open_hall: Hall) -> Iterator[Hall]:
    """A desk of that Swiss, which answers in the network of the hall, too; phones are closed."""
    before = len(_open_hall.contexts)
    _open_hall.director.wait_for_selector(".board")
    yield _open_hall
    while len(_open_hall.contexts) > before:
        _open_hall.contexts.pop().close()


def test_who_disagrees_waits_for_the_director(hall: Hall) -> None:
    board = hall.boards()[_CONFLICT]
    row = hall.director.locator(f".board[data-board='{board['board']}']")
    white, black, wall = (
        hall.phone(board),
        hall.phone(board, "black"),
        hall.open("/wall?seconds=999", width=1920),
    )
    _type(white, "1-0")
    _state(black, "entered")
    wall.wait_for_selector(".result.entered.new:text('1 – 0')")
    _type(black, "0-1")
    for phone in (white, black):
        _state(phone, "conflict")
    wall.wait_for_selector(".result.conflict.new")
    said = row.locator("[data-settle]").all_inner_texts()
    assert said == [f"{board['white']}: 1-0", f"{board['black']}: 0-1"]
    row.locator('[data-settle="0-1"]').click()
    for phone in (white, black):
        _state(phone, "confirmed")
    assert hall.boards()[_CONFLICT]["result"] == "0-1"
    hall.until(
        lambda: wall.locator("tr", has_text=board["white"]).inner_text().split("\t")[2], "0 – 1"
    )
    hall.director.click("#log summary")
    log = hall.director.locator("#log tbody tr")
    hall.until(lambda: "director" in log.first.inner_text(), True)
    assert "conflict" in log.nth(1).inner_text()


def test_a_press_at_the_desk_confirms_what_a_phone_has_typed(hall: Hall) -> None:
    """It does not take it back; when it is confirmed it does."""
    board = hall.boards()[_PRESS]
    phone = hall.phone(board)
    _type(phone, "1/2")
    row = f".board[data-board='{board['board']}']"
    hall.director.click(f'{row}.entered [data-result="1/2"][aria-pressed=true]')
    _state(phone, "confirmed")
    hall.director.click(f'{row}.confirmed [data-result="1/2"]')
    _state(phone, "open")


def test_a_phone_without_a_network_keeps_its_entry(hall: Hall) -> None:
    board = hall.boards()[_OFFLINE]
    white, black = hall.phone(board), hall.phone(board, "black")
    white.context.set_offline(True)
    _type(white, "1-0")
    white.wait_for_selector("#line:text('kept on this phone')")
    _type(black, "1-0")
    _state(black, "entered")
    white.context.set_offline(False)
    for phone in (white, black):
        _state(phone, "confirmed")
    assert white.inner_text("#line") == ""


def test_the_next_round_on_the_phones_of_the_last(
    browser: Browser, book: Path, tmp_path: Path
) -> None:
    """Who is not here is not paired; each phone has its place and its next opponent."""
    with _hall(browser, Path(shutil.copy(book, tmp_path))) as hall:
        hall.director.wait_for_selector(".board")
        for board in hall.boards()[2:]:
            hall.director.click(f".board[data-board='{board['board']}'] [data-result='1-0']")
            hall.director.wait_for_selector("#working", state="hidden")
        _next_round(hall, hall.boards()[:2])


def _next_round(hall: Hall, boards: Sequence[Json]) -> None:
    phones = [hall.phone(board, side) for board in boards for side in ("white", "black")]
    for phone, other in zip(phones[::2], phones[1::2]):
        _type(phone, "1-0")
        _state(other, "entered")
        _type(other, "1-0")
    for phone in phones:
        _state(phone, "confirmed")
    page = hall.director
    page.wait_for_selector("#next [data-command=pair]:text('Pair round 2')")
    page.click("#here summary")
    page.uncheck("#here [value='Player 1']")
    fill_in(page, Act("pair", {"seed": "1"}), "chess")
    games = hall.boards()
    assert {one["round"] for one in games} == {2} and len(games) == 5
    paired = {name: one for one in games for name in (one["white"], one["black"])}
    assert "Player 1" not in paired
    for phone in phones:
        me = phone.inner_text(".side.me strong")
        if me in paired:
            phone.wait_for_selector(f"#next-where:text('Board {paired[me]['board']}')")
            others = {paired[me]["white"], paired[me]["black"]} - {me}
            assert others.pop() in phone.inner_text("#next-who")
        assert phone.inner_text("#figures dd >> nth=0") in map(str, range(1, 13))
    old = hall.boards("1")[0]["keys"]["white"]
    late = hall.open(f"/board#{old}")
    late.wait_for_selector("body[data-state=confirmed]")
    assert late.is_hidden("#entry")
    unknown = hall.open("/board#nobodyskey")
    unknown.wait_for_selector("#state:text('This key is for no board')")


def test_with_the_keyboard_alone(hall: Hall) -> None:
    board = hall.boards()[_KEYBOARD]
    phone, wall = hall.phone(board), hall.open("/wall?seconds=999", width=1280)
    for _ in range(3):
        phone.keyboard.press("Tab")
    assert phone.evaluate("document.activeElement.dataset.result") == "0-1"
    phone.keyboard.press("Enter")
    _state(phone, "entered")
    assert phone.evaluate("document.activeElement.id") == "state"
    assert phone.get_attribute('[data-result="0-1"]', "aria-pressed") == "true"
    wall.wait_for_selector("#view:text('by board')")
    wall.keyboard.press("ArrowRight")
    wall.wait_for_selector("#view:text('by name')")
    wall.keyboard.press(" ")
    assert wall.get_attribute("#pause", "aria-pressed") == "true"
    page = hall.director
    row = f".board[data-board='{board['board']}']"
    page.wait_for_selector(f"{row}.entered")
    page.focus(f'{row} [data-result="0-1"]')
    page.keyboard.press("Enter")
    _state(phone, "confirmed")


def _pages(hall: Hall) -> Iterator[tuple[str, Page, Sequence[int]]]:
    boards = hall.boards()
    yield "phone", hall.phone(boards[_SHOWN]), (320, 390)
    yield "wall", hall.open("/wall?seconds=999"), (390, 1280, 1920)
    slips = hall.open(f"/slips?token={hall.desk.token}")
    slips.wait_for_selector(".slip img")
    yield "slips", slips, (320, 1280)
    yield "director", hall.director, (320, 390, 768, 1280)


_IS_TOO_SMALL = f"""all => all.filter(one => one.offsetParent
    && one.getBoundingClientRect().height < {_SMALL}).map(one => one.textContent)"""


def test_pages_are_for_everybody(hall: Hall) -> None:
    """No finding of axe, nothing to scroll sideways, nothing too small; names are inert."""
    for name, page, widths in _pages(hall):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert violations(page) == [], name
        for width in widths:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name
        assert page.locator("img[src=x]").count() == 0
        if name == "phone":
            small = page.locator("#results button, summary").evaluate_all(_IS_TOO_SMALL)
            assert small == []


def test_slips_have_the_code_of_each_side(hall: Hall) -> None:
    """What a phone reads from it is the address of the desk and the key of a side."""
    page = hall.open(f"/slips?token={hall.desk.token}", width=900)
    page.wait_for_selector(".slip img")
    boards = hall.boards()
    codes = page.locator(".slip img").evaluate_all("all => all.map(one => one.src)")
    keys = [board["keys"][side] for board in boards for side in ("white", "black")]
    assert [one.partition("board%23")[2] for one in codes] == keys
    address = page.input_value("[name=address]")
    with urlopen(codes[0]) as answer:
        assert answer.read() == qr_code(f"{address}/board#{keys[0]}")
    page.check("[value=cards]")
    assert page.locator(".card").count() == len(boards)
    printed = page.pdf(format="A4")
    assert printed.count(b"/Type /Page\n") == len(boards) / 2


@pytest.mark.parametrize("code", ["de", "ja"])
def test_phones_speak_the_language_of_their_owners(hall: Hall, code: str) -> None:
    said = language_of(code).messages(DESK)
    board = hall.boards()[_SHOWN]
    phone = hall.phone(board, locale=code)
    assert phone.inner_text("#entry-title") == said["What is the result?"]
    assert phone.get_attribute("html", "lang") == code
    wall = hall.open("/wall?seconds=999", width=1280, locale=code)
    wall.wait_for_selector(f"#view:text('{said['Pairings by board']}')")
    english = {*said} - {*said.values()}
    for page in (phone, wall):
        assert english.isdisjoint(line.strip() for line in page.inner_text("body").splitlines())
