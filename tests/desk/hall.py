"""A hall in Chromium: the page of a director, and phones, each a browser of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import xl_tourney
from tests.desk.serving import Json, Served, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

SECONDS = 60
_CELLS = (
    "all => all.map(one => [...one.tBodies[0].rows].map(r => [...r.cells].map(c => c.innerText)))"
)


class Hall:
    """A director's page, and the phones of players, each a browser of its own."""

    def __init__(self, browser: Browser, desk: Served, **options: Any) -> None:
        self._browser, self.desk, self._options = browser, desk, options
        self.contexts: list[BrowserContext] = []
        self.director = self.open(f"/?token={desk.token}", width=1280)

    def open(self, path: str, width: int = 390, **options: Any) -> Page:
        """A page in a context of its own."""
        context = self._browser.new_context(
            viewport={"width": width, "height": 800}, **self._options, **options
        )
        context.set_default_timeout(SECONDS * 1000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", _fail)
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
        for _ in range(SECONDS * 20):
            if (found := condition()) == wanted:
                return
            self.director.wait_for_timeout(50)
        raise AssertionError(f"{found} is not {wanted}")

    def standings(self, page: Page | None = None) -> list[list[list[str]]]:
        """The tables of a director's page."""
        tables = (page or self.director).locator("#standings table")
        found: list[list[list[str]]] = tables.evaluate_all(_CELLS)
        return found


@contextmanager
def open_hall(browser: Browser, place: Path, *options: str, **more: Any) -> Iterator[Hall]:
    """A desk with the page of its director; ``more`` is what all browsers are told."""
    with serving(place, *options) as desk:
        hall = Hall(browser, desk, **more)
        try:
            yield hall
        finally:
            hall.close()


def type_result(phone: Page, result: str) -> None:
    """Type a result on a phone."""
    if phone.locator("[name=score]").count():
        phone.fill("[name=score]", result)
        phone.keyboard.press("Enter")
        return
    phone.locator("#results details").evaluate_all("all => all.forEach(one => one.open = true)")
    phone.click(f'[data-result="{result}"]')


def wait_for(phone: Page, state: str) -> None:
    """Wait until the board of a phone has a state."""
    phone.wait_for_selector(f"body[data-state={state}]")


def standings_of(book: Path) -> list[list[list[str]]]:
    """The standings of the command line."""
    return [
        [[cell or "" for cell in row] for row in table.rows]
        for table in xl_tourney.standings(book).parts
    ]


def _fail(error: Exception) -> None:
    raise AssertionError(str(error))
