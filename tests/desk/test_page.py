"""The page in Chromium, with Python in it: an event from a form to its workbook, and no network."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import xl_tourney
from tests.desk.plays import PAGE as GAMES
from tests.desk.plays import PLAYS, Act, Results
from tests.desk.window import CELLS, fill_in, type_result, wait
from tests.hosts.conftest import node_folder
from tests.publication.axe import violations
from tests.stand_ins.web_folder import serving
from xl_tourney.chromium import sandbox_options
from xl_tourney.cli.main import main
from xl_tourney.desk.answers import Desk
from xl_tourney.desk.site import PAGE
from xl_tourney.languages import DESK, language_of

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

__all__ = ["node_folder"]

MOST_BYTES = 11_000_000
SECONDS = 240
_WIDTHS = (360, 768, 1280)


_IS_KEPT = "caches.open('xl-tourney').then(kept => kept.keys()).then(keys => keys.length > 0)"
"""Whether the browser has the memory that Python had, which it is given after the first answers."""


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
    with serving(site) as running:
        yield running


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


def _opened(window: BrowserContext, server: ThreadingHTTPServer) -> Page:
    page = window.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(f"http://127.0.0.1:{server.server_port}/{PAGE}")
    page.wait_for_selector("#state:text('Python is ready')")
    return page


def test_it_is_small(site: Path) -> None:
    files = [path.read_bytes() for path in site.rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(data)) for data in files) < MOST_BYTES


class _Director:
    """Runs an event on the page; at every step the same commands run beside it, with an engine."""

    def __init__(self, page: Page, desk: Desk, game: str) -> None:
        self._page, self._desk, self._game, self._round = page, desk, game, ""

    def _ask(self, what: str, **more: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self._desk.answer(json.dumps({"ask": what, **more})))
        assert "error" not in answer, answer
        return answer

    def fill_in(self, act: Act) -> None:
        page = self._page
        fill_in(page, self._game, act)
        filled: dict[str, Any] = {
            name: "; ".join(value) if isinstance(value, list) else value
            for name, value in act.filled.items()
        }
        if "data" in filled:
            Path("data.csv").write_text(filled["data"], "utf-8")
            filled["data"] = "data.csv"
        if act.command == "new":
            filled["template"] = self._game
        if act.command == "pair":
            filled["write"] = True
        said = self._ask("run", command=act.command, filled=filled)
        if said["changed"]:
            self._round = ""
        assert page.inner_text("#dialog-error") == "" and page.is_visible("#said")
        lines = page.locator("#said-lines > p:not(.note):not(:has(button))").all_text_contents()
        assert lines == [line for line in said["lines"] if isinstance(line, str)]
        assert [
            file for file in said["files"] if not page.locator(f'[data-file="{file}"]').count()
        ] == []

    def type(self, act: Results) -> None:
        """With the keyboard alone."""
        page = self._page
        if act.round:
            page.select_option("#round", act.round)
            wait(page)
        event = self._ask("event", round=act.round or self._round)
        self._round = event["round"]
        for at, (board, result) in enumerate(zip(event["boards"], act.results)):
            row = page.locator(".board").nth(at)
            assert row.get_attribute("data-board") == str(board["board"])
            type_result(page, at, result)
            self._ask("result", cell=board["cell"], result=result)

    def compare(self) -> None:
        """The boards, the results and the tables are those of the commands."""
        page, event = self._page, self._ask("event", round=self._round or None)
        sides = page.locator("#board-list .side").all_inner_texts()
        assert sides == [side for one in event["boards"] for side in (one["white"], one["black"])]
        if event["buttons"]:
            pressed = page.locator(".board [aria-pressed=true]").count()
            assert pressed == sum(one["state"] == "entered" for one in event["boards"])
        else:
            typed = page.locator(".board input").evaluate_all("all => all.map(one => one.value)")
            assert typed == [one["result"] or "" for one in event["boards"]]
        assert page.locator("#standings table").evaluate_all(CELLS) == [
            [[*table["headings"]], *([cell or "" for cell in row] for row in table["rows"])]
            for table in event["tables"]
        ]


@pytest.mark.timeout(4 * SECONDS)
@pytest.mark.parametrize("game", GAMES)
def test_an_event_without_anything_installed(
    game: str,
    window: BrowserContext,
    server: ThreadingHTTPServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From a form to the last page."""
    monkeypatch.chdir(tmp_path)
    page = _opened(window, server)
    director = _Director(page, Desk(tmp_path), game)
    for act in PLAYS[game]:
        director.fill_in(act) if isinstance(act, Act) else director.type(act)
        director.compare()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
    for width in _WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    shown = page.locator("#standings table").first.locator("tbody tr").all_inner_texts()
    with page.expect_download() as download:
        page.click("#next button[data-command=download]")
    download.value.save_as(saved := tmp_path / "saved.xlsx")
    table = xl_tourney.standings(saved).tables[0]
    assert [line.split("\t")[:3] for line in shown] == [row[:3] for row in table.rows]
    page.close()


def _drop(page: Page, file: Path) -> None:
    """Drop a file as a person does who drags it in from a folder."""
    page.locator("h1").scroll_into_view_if_needed()
    box = page.locator("h1").bounding_box()
    assert box
    place = {"x": box["x"] + 5, "y": box["y"] + 5}
    session = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, **place, "data": data})
    wait(page)


def test_files_are_dropped(
    window: BrowserContext, server: ThreadingHTTPServer, tmp_path: Path
) -> None:
    """Results begin an event, newer ones come into it, and another workbook takes its place."""
    page = _opened(window, server)
    results = tmp_path / "spring.csv"
    results.write_text("home,away,home_score,away_score\nReds,Blues,2,1\nGolds,Reds,,\n", "utf-8")
    page.select_option("#game", "league")
    _drop(page, results)
    page.wait_for_selector("#new .hint:text-is('Results from spring.csv.')")
    for name in ("rows", "teams"):  # what costs time is the size of a workbook
        page.eval_on_selector(f"#new [name={name}]", "field => field.value = 8")
    page.click("#new [data-command=new]")
    page.wait_for_selector("#said:not([hidden])")
    scores = page.locator("#boards [name=score]").evaluate_all("all => all.map(one => one.value)")
    assert scores == ["2-1", ""]
    results.write_text("home,away,home_score,away_score\nReds,Blues,2,1\nGolds,Reds,0,3\n", "utf-8")
    _drop(page, results)
    page.wait_for_selector("#dialog-help:text-is('Results from spring.csv.')")
    page.click("#dialog [data-command=update]")
    page.wait_for_selector("#dialog", state="hidden")
    scores = page.locator("#boards [name=score]").evaluate_all("all => all.map(one => one.value)")
    assert scores == ["2-1", "0-3"]
    _drop(page, workbook := Path(__file__).parents[2] / "workbooks" / "go_gp2020.xlsx")
    page.wait_for_selector("#board-list [data-result=jigo]")
    wait(page)
    (table,) = xl_tourney.standings(workbook).tables
    assert page.locator("#standings tbody tr").count() == len(table.rows)
    assert page.locator("#board-list [aria-pressed=true]").count() == 12
    _drop(page, Path(__file__))
    page.wait_for_selector("#dialog-help:text('test_page.py')")
    page.click("#dialog [data-command=update]")
    wait(page)
    assert "test_page.py" in page.inner_text("#dialog-error")
    page.close()


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
    first = _opened(window, server)
    while not first.evaluate(_IS_KEPT):
        first.wait_for_timeout(100)
    first.close()
    server.shutdown()
    server.server_close()
    window.set_offline(True)
    page = _opened(window, server)
    state = page.evaluate("import('./connection.js').then((module) => module.ready)")
    assert state["kept"], "Python starts from the memory that it had"
    page.set_input_files("input[name=book]", str(sample))
    page.wait_for_selector("#standings table")
    (table,) = xl_tourney.standings(sample).tables
    assert page.locator("#standings tbody tr").count() == len(table.rows)
