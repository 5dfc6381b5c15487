"""The desk in the hall: a director's page, phones and the wall in Chromium, with a real server."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

import xl_tourney
from tests.desk.hall import Hall, open_hall, standings_of, type_result, wait_for
from tests.desk.plays import HALL, PLAYS, Act, Results
from tests.desk.serving import Json, make_book, serving
from tests.desk.window import fill_in, wait
from tests.desk.window import type_result as type_in_row
from tests.publication.axe import violations
from tests.templates.plain_libreoffice import convert
from xl_tourney.calculation import as_shown
from xl_tourney.chromium import sandbox_options
from xl_tourney.desk.server.codes import qr_code
from xl_tourney.languages import DESK, language_of
from xl_tourney.templates import TEMPLATES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_SMALL = 48
"""The least height, in CSS pixels, of what cold fingers press."""


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=[*sandbox_options()])
        yield started
        started.close()


@pytest.mark.parametrize("game", HALL)
def test_an_evening_from_an_empty_folder_to_the_page(
    game: str, browser: Browser, tmp_path: Path
) -> None:
    """Players type results; the director does all else; standings are the command line's."""
    with open_hall(browser, tmp_path) as hall:
        page = hall.director
        page.wait_for_selector("#hall")
        for act in PLAYS[game]:
            if isinstance(act, Act):
                fill_in(page, game, act)
                assert page.inner_text("#dialog-error") == ""
            elif act.round:
                page.select_option("#round", act.round)
                page.wait_for_selector("#working", state="hidden")
                type_in_row(page, 0, act.results[0])
                played = str(hall.desk.event()["progress"]["round"])
                assert game == "bridge" or played in page.inner_text("#next-line")
            else:
                _results(hall, act)
            (book,) = (one for one in tmp_path.glob("*.xlsx") if not one.name.startswith("~"))
            hall.until(hall.standings, standings_of(book))
        assert [*tmp_path.rglob("*.html")], "the page is published"
        with page.context.expect_page() as opened:
            page.get_by_role("button", name="Open ").click()
        opened.value.wait_for_selector("table")
        page.click("[data-command=close]")
        page.wait_for_selector("#state:has-text('The desk is closed')")


def _results(hall: Hall, act: Results) -> None:
    """Both sides of the first boards type; of the very first, one is wrong at first."""
    boards = [one for one in hall.boards() if one["state"] == "open"]
    for at, (board, result) in enumerate(zip(boards, act.results)):
        white, black = (hall.phone(board, side) for side in ("white", "black"))
        if at == 0:
            type_result(white, act.results[-1])
            wait_for(white, "entered")
        type_result(white, result)
        wait_for(black, "entered")
        type_result(black, result)
        for phone in (white, black):
            wait_for(phone, "confirmed")
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
_CONFLICT, _PRESS, _KEYBOARD, _SHOWN = range(4)
"""The boards of the tests that share a hall, each its own."""


@pytest.fixture(scope="module")
def _open_hall(
    browser: Browser, book: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Hall]:
    copy = Path(shutil.copy(book, tmp_path_factory.mktemp("hall")))
    with open_hall(browser, copy, "--lan") as opened:
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
    wall.wait_for_selector(".result")  # what is there when it is first shown is not new
    type_result(white, "1-0")
    wait_for(black, "entered")
    wall.wait_for_selector(".result.entered.new:text('1 – 0')")
    type_result(black, "0-1")
    for phone in (white, black):
        wait_for(phone, "conflict")
    wall.wait_for_selector(".result.conflict.new")
    hall.director.click(f"#next [data-conflict='{board['board']}']")
    hall.until(lambda: hall.director.evaluate("document.activeElement.dataset.settle"), "1-0")
    both = [f"{board['white']}: 1-0", f"{board['black']}: 0-1"]
    hall.until(row.locator("[data-settle]").all_inner_texts, both)
    row.locator('[data-settle="0-1"]').click()
    for phone in (white, black):
        wait_for(phone, "confirmed")
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
    type_result(phone, "1/2")
    row = f".board[data-board='{board['board']}']"
    hall.director.click(f'{row}.entered [data-result="1/2"][aria-pressed=true]')
    wait_for(phone, "confirmed")
    hall.director.click(f'{row}.confirmed [data-result="1/2"]')
    wait_for(phone, "open")


def test_a_desk_that_is_started_again_in_a_round(
    browser: Browser, book: Path, tmp_path: Path
) -> None:
    """A phone keeps its entry; the old page of the director asks for the new address."""
    copy = Path(shutil.copy(book, tmp_path))
    with open_hall(browser, copy) as hall, ExitStack() as stack:
        board, page = hall.boards()[0], hall.director
        white, black = hall.phone(board), hall.phone(board, "black")
        page.wait_for_selector(".board")
        hall.desk.kill()
        type_result(white, "1-0")
        white.wait_for_selector(":text('kept on this phone')")
        page.wait_for_selector("#state:text('The desk is not reached')")
        port = str(hall.desk.port)
        hall.desk = stack.enter_context(serving(copy, "--port", port))
        wait_for(black, "entered")
        type_result(black, "1-0")
        for phone in (white, black):
            wait_for(phone, "confirmed")
        hall.until(lambda: white.inner_text("#line"), "")
        page.wait_for_selector("#state:text('for the director')")
        page.goto(f"http://{hall.desk.host}/?token={hall.desk.token}")
        page.wait_for_selector(f".board.confirmed[data-board='{board['board']}']")


def test_the_next_round_on_the_phones_of_the_last(
    browser: Browser, book: Path, tmp_path: Path
) -> None:
    """Who is not here is not paired; each phone has its place and its next opponent."""
    with open_hall(browser, Path(shutil.copy(book, tmp_path))) as hall:
        hall.director.wait_for_selector(".board")
        for board in hall.boards()[1:]:
            hall.director.click(f".board[data-board='{board['board']}'] [data-result='1-0']")
            hall.director.wait_for_selector("#working", state="hidden")
        _next_round(hall, hall.boards()[:1])


def _next_round(hall: Hall, boards: Sequence[Json]) -> None:
    phones = [hall.phone(board, side) for board in boards for side in ("white", "black")]
    for phone, other in zip(phones[::2], phones[1::2]):
        type_result(phone, "1-0")
        wait_for(other, "entered")
        type_result(other, "1-0")
    for phone in phones:
        wait_for(phone, "confirmed")
    page = hall.director
    page.wait_for_selector("#next [data-command=pair]:text('Pair round 2')")
    page.click("#byes summary")
    page.select_option("#byes [name='Player 2 3']", "½")
    hall.until(lambda: hall.desk.event()["byes"]["typed"], {"Player 2": {"3": "½"}})
    page.click("#here summary")
    page.uncheck("#here [value='Player 1']")
    fill_in(page, "chess", Act("pair", {"seed": "1"}))
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
    unknown.wait_for_selector("#state:text('This code is for no board')")


@pytest.mark.usefixtures("libreoffice")
def test_the_desk_goes_on_with_what_libreoffice_saved(
    browser: Browser, book: Path, tmp_path: Path
) -> None:
    """It calculates the same standings, and the desk types into its file."""
    copy = Path(shutil.copy(book, tmp_path))
    with open_hall(browser, copy) as hall:
        for board, result in zip(hall.boards()[:2], ("1-0", "1/2")):
            assert hall.desk.enter(board, result, "director").status == 200
        (tmp_path / "saved").mkdir()
        convert([copy], tmp_path / "saved")
        wanted, content = standings_of(copy), (tmp_path / "saved" / copy.name).read_bytes()
        copy.write_bytes(content)
        with as_shown():
            assert standings_of(copy) == wanted
        hall.until(hall.standings, wanted)
        assert hall.desk.enter(hall.boards()[2], "0-1", "director").status == 200
        assert copy.read_bytes() != content
        hall.until(hall.standings, standings_of(copy))


def test_the_keyboard_alone_plays_a_round(browser: Browser, tmp_path: Path) -> None:
    with open_hall(browser, tmp_path) as hall:
        hall.director.wait_for_selector("#new form")
        _play_a_round(hall.director)


def _play_a_round(page: Page) -> None:
    def go_to(selector: str, key: str = "Tab") -> None:
        for _ in range(60):
            page.keyboard.press(key)
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        pytest.fail(f"{key} does not lead to {selector}")

    go_to("#game")
    page.keyboard.type("Go")
    go_to("#new textarea")
    assert page.get_attribute("#new textarea", "placeholder") == TEMPLATES["go"].begins
    page.keyboard.type("name,rank\nAnn,3d\nBob,2d\nCy,1d\nDora,1k\nEd,2k\n")
    page.eval_on_selector("#new [name=rows]", "field => field.value = 8")
    go_to("#new button[data-command=new]")
    page.keyboard.press("Enter")
    wait(page)
    assert page.evaluate("document.activeElement.id") == "said"
    go_to("[data-command=pair]", "Shift+Tab")
    page.keyboard.press("Enter")
    go_to("#dialog [name=absent][value=Ed]")
    page.keyboard.press("Space")
    go_to("#dialog button[data-command=pair]")
    page.keyboard.press("Enter")
    wait(page)
    assert "Not paired: Ed." in page.inner_text("#said")
    for board in ("1", "2"):
        go_to(f'[data-board="{board}"][data-result=W]')
        page.keyboard.press("Enter")
        wait(page)
    assert page.locator("#board-list [aria-pressed=true]").all_inner_texts() == ["W", "W"]
    page.wait_for_selector("#next-line:text('Round 1: 2 of 2 results are in')")
    go_to("#standings [data-command=explain]")
    name = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    wait(page)
    said = page.inner_text("#said")
    assert said.startswith("Why is this here?") and name in said


def test_with_the_keyboard_alone(hall: Hall) -> None:
    board = hall.boards()[_KEYBOARD]
    phone, wall = hall.phone(board), hall.open("/wall?seconds=999", width=1280)
    for _ in range(3):
        phone.keyboard.press("Tab")
    assert phone.evaluate("document.activeElement.dataset.result") == "0-1"
    phone.keyboard.press("Enter")
    wait_for(phone, "entered")
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
    wait_for(phone, "confirmed")


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


_CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
_SIZES = "all => [...new Set(all.map(one => getComputedStyle(one).fontSize))]"
_SMALLEST = "all => Math.min(...all.map(one => parseFloat(getComputedStyle(one).fontSize)))"


def test_the_wall_is_read_from_ten_metres(hall: Hall) -> None:
    """No letter is smaller than a fortieth of its height, no name is cut, and all are alike."""
    wall = hall.open("/wall?seconds=999", width=1920)
    for width, height in ((1920, 1080), (1280, 720), (1024, 768)):
        wall.set_viewport_size({"width": width, "height": height})
        wall.reload()
        wall.wait_for_selector("#view:text('by board')")
        for _ in wall.inner_text("#turns").split():
            cells = wall.locator("h1, #view, #state, th, td")
            wall.wait_for_timeout(300)
            assert cells.evaluate_all(_CUT) == []
            assert cells.evaluate_all(_SMALLEST) >= height / 40
            assert len(wall.locator("tbody td:not(.short)").evaluate_all(_SIZES)) == 1
            assert wall.evaluate("document.querySelector('table').scrollHeight < innerHeight")
            wall.keyboard.press("ArrowRight")


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


def test_a_traveller_goes_with_its_board(browser: Browser, tmp_path: Path) -> None:
    """It has all lines of the board, and so have phones its number alone: a line has none."""
    book = tmp_path / "bridge.xlsx"
    xl_tourney.new("bridge", book, pairs=4, tables=2, boards=6)
    xl_tourney.pair(book, tables=2, movement="howell", write=True)
    with open_hall(browser, book) as hall:
        page = hall.open(f"/slips?token={hall.desk.token}", width=900)
        page.wait_for_selector(".traveller img")
        numbers = page.locator(".traveller .board-number").all_inner_texts()
        assert numbers == [f"Board {number}" for number in range(1, 7)]
        assert page.locator(".traveller tbody tr").count() == 12
        assert hall.phone(hall.boards()[1]).inner_text("#where") == "Board 1"


def test_phones_speak_the_language_of_their_owners(hall: Hall) -> None:
    code, said = "ja", language_of("ja").messages(DESK)
    board = hall.boards()[_SHOWN]
    phone = hall.phone(board, locale=code)
    assert phone.inner_text("#entry-title") == said["What is the result?"]
    assert phone.get_attribute("html", "lang") == code
    wall = hall.open("/wall?seconds=999", width=1280, locale=code)
    wall.wait_for_selector(f"#view:text('{said['Pairings by board']}')")
    english = {*said} - {*said.values()}
    page = hall.open(f"/?token={hall.desk.token}", locale=code)
    page.wait_for_selector(".board")
    assert page.input_value("#new [name=language]") == code, "a new workbook, too"
    for page in (phone, wall):
        assert english.isdisjoint(line.strip() for line in page.inner_text("body").splitlines())
