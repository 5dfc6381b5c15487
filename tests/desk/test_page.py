"""The page in Chromium, with Python in it: an event from a form to its workbook, and no network."""

from __future__ import annotations

import functools
import gzip
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import xl_tourney
from tests.hosts.conftest import node_folder
from tests.publication.axe import violations
from xl_tourney.chromium import sandbox_options
from xl_tourney.cli.main import main
from xl_tourney.desk.site import PAGE
from xl_tourney.hosts.officejs.server import MEDIA_TYPES
from xl_tourney.languages import DESK, language_of

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

__all__ = ["node_folder"]

MOST_BYTES = 11_000_000
SECONDS = 240
_PLAYERS = "name,rating\nAda,2100\nBen,2050\nCleo,2000\nDan,1950\nEve,1900\n"
_WIDTHS = (360, 768, 1280)


class _Files(SimpleHTTPRequestHandler):
    """Serves the files of a folder, as any web server does."""

    extensions_map = {**MEDIA_TYPES, "": "application/octet-stream"}  # noqa: RUF012

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site(node_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("desk")
    package = node_folder / "node_modules" / "pyodide"
    with pytest.raises(SystemExit) as ended:
        main(["desk", "--static", str(folder), "--pyodide", str(package)])
    assert ended.value.code == 0
    return folder


@pytest.fixture(scope="module")
def server(site: Path) -> Iterator[ThreadingHTTPServer]:
    handler = functools.partial(_Files, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running
        running.shutdown()


@pytest.fixture(scope="module")
def window(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        profile = str(tmp_path_factory.mktemp("profile"))
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=chromium, args=[*sandbox_options()]
        )
        context.set_default_timeout(SECONDS * 1000)
        yield context
        context.close()


def _wait(page: Page) -> None:
    page.wait_for_selector("#working", state="hidden")


def _opened(window: BrowserContext, server: ThreadingHTTPServer) -> Page:
    page = window.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(f"http://127.0.0.1:{server.server_port}/{PAGE}")
    page.wait_for_selector("#state:text('Python is ready')")
    return page


def test_it_is_small(site: Path) -> None:
    files = [path.read_bytes() for path in site.rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(data)) for data in files) < MOST_BYTES


def test_an_event_without_anything_installed(
    window: BrowserContext, server: ThreadingHTTPServer, tmp_path: Path
) -> None:
    page = _opened(window, server)
    page.select_option("#game", "chess")
    page.fill("#new textarea[name=data]", _PLAYERS)
    page.fill("#new input[name=rounds]", "3")
    page.fill("#new input[name=title]", "Spring Open")
    page.click("#new button[data-command=new]")
    _wait(page)
    assert page.inner_text("h1") == "Spring Open"
    page.click("#next button[data-command=pair]")
    page.check("#dialog input[name=absent][value=Eve]")
    page.click("#dialog button[data-command=pair]")
    _wait(page)
    assert "Not paired: Eve." in page.inner_text("#said")
    for board in (1, 2):
        page.focus(f'button[data-board="{board}"][data-result="1-0"]')
        page.keyboard.press("Enter")
        _wait(page)
    assert page.inner_text("#next-line") == "All results are in."
    winner = page.inner_text('.board[data-board="1"] .side >> nth=0')
    page.click(f"#standings button:text-is('{winner}')")
    _wait(page)
    assert page.inner_text("#said-lines").startswith(f"{winner} shares place 1 of 5")
    page.click("#acts button[data-command=publish]")
    page.click("#dialog button[data-command=publish]")
    _wait(page)
    assert page.locator('#said button[data-file="chess.html"]').count() == 1
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
    for width in _WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    shown = page.locator("#standings tbody tr").all_inner_texts()
    with page.expect_download() as download:
        page.click("#next button[data-command=download]")
    download.value.save_as(saved := tmp_path / "saved.xlsx")
    (table,) = xl_tourney.standings(saved).tables
    assert [line.split("\t")[:3] for line in shown] == [row[:3] for row in table.rows]


def test_it_speaks_the_language_of_the_browser(
    window: BrowserContext, server: ThreadingHTTPServer
) -> None:
    page = window.new_page()
    page.add_init_script("Object.defineProperty(navigator, 'language', { get: () => 'de-AT' })")
    page.goto(f"http://127.0.0.1:{server.server_port}/{PAGE}")
    page.wait_for_selector("#state:text('Python ist bereit')")
    assert page.get_attribute("html", "lang") == "de"
    assert page.title() == "Die Turnierleitung"
    page.select_option("#game", "chess")
    system = page.locator("#new select[name=system] option")
    assert system.all_inner_texts()[1:3] == ["Schweizer System", "Rundenturnier"]
    english = {*language_of("de").messages(DESK)}
    assert english.isdisjoint(line.strip() for line in page.inner_text("body").splitlines())
    page.close()


def test_it_starts_without_a_network(window: BrowserContext, server: ThreadingHTTPServer) -> None:
    sample = Path(__file__).parents[2] / "workbooks" / "league_npb_central_2021.xlsx"
    _opened(window, server).close()
    server.shutdown()
    server.server_close()
    window.set_offline(True)
    page = _opened(window, server)
    page.set_input_files("input[name=book]", str(sample))
    page.wait_for_selector("#standings table")
    (table,) = xl_tourney.standings(sample).tables
    assert page.locator("#standings tbody tr").count() == len(table.rows)
