"""The desk in the hall: a director's page, phones and the wall in Chromium, with a real server."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest

import xl_tourney
from tests.desk.plays import PLAYS, Act, Results, fill_in
from tests.publication.axe import violations
from xl_tourney.chromium import sandbox_options
from xl_tourney.cli.main import main
from xl_tourney.desk.server.codes import qr_code
from xl_tourney.languages import DESK, language_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

Json = dict[str, Any]
SECONDS = 60
_CELLS = "all => all.map(one => [...one.tBodies[0].rows].map(r => [...r.cells].map(c => c.innerText)))"
_SMALL = 48
"""The least height, in CSS pixels, of what cold fingers press."""


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=chromium, args=[*sandbox_options()]
        )
        yield started
        started.close()


@contextmanager
def _served(place: Path, *options: str) -> Iterator[str]:
    """A server of its own process; the address with the director's token."""
    command = [sys.executable, "-m", "xl_tourney", "desk", "--no-browser", "--port", "0", *options]
    root = Path(xl_tourney.__file__).parents[1]
    process = subprocess.Popen(
        [*command, str(place)], cwd=root, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait(SECONDS)


class Hall:
    """A director's page, and the phones of players, each a browser of its own."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._base, _, self._token = address.partition("/?token=")
        self._contexts: list[BrowserContext] = []
        self.director = self.open(f"/?token={self._token}", width=1280)

    def open(self, path: str, width: int = 390, **options: Any) -> Page:
        """A page in a context of its own."""
        context = self._browser.new_context(viewport={"width": width, "height": 800}, **options)
        context.set_default_timeout(SECONDS * 1000)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.goto(self._base + path)
        return page

    def close(self) -> None:
        """Close the pages of all."""
        for context in self._contexts:
            context.close()

    def event(self, round_: str = "") -> Json:
        """What the director knows."""
        with urlopen(f"{self._base}/api/event?token={self._token}&round={round_}") as answer:
            found: Json = json.load(answer)
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
    with _served(place, *options) as address:
        hall = Hall(browser, address)
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
    boards = [one for one in hall.event()["boards"] if one["state"] == "open"]
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
