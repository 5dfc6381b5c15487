"""The pane of the web add-in in Chromium over an open workbook, and a director who uses it."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from openpyxl import load_workbook

import xl_tourney
from tests.desk.plays import Act, Results
from tests.desk.window import CELLS, fill_in, type_result
from tests.events.director import Run
from tests.stand_ins.open_workbook import OpenWorkbook, typed_in
from tests.stand_ins.web_folder import serving
from xl_tourney.calculation.stamp import stamped
from xl_tourney.chromium import sandbox_options
from xl_tourney.cli.terminal.declared import words_of
from xl_tourney.commands import find
from xl_tourney.desk.site import pane_files
from xl_tourney.errors import Exit
from xl_tourney.grammar.references import CellAddress
from xl_tourney.hosts.officejs import site
from xl_tourney.hosts.officejs.pyodide_files import load_files
from xl_tourney.languages import Language, language_of, say_term, speaking
from xl_tourney.ooxml.package import Package

if TYPE_CHECKING:
    from playwright.sync_api import Page

STAND_IN = "office_workbook.js"
_SECONDS = 240


class Pane:
    """The pane, and the workbook that is open beside it."""

    def __init__(self, page: Page, language: Language) -> None:
        self.page, self.language = page, language
        self.workbook = OpenWorkbook(b"")
        self.made: list[bytes] = []
        """The workbooks that Excel was given."""
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.errors: list[str] = []
        page.expose_function("excel", lambda batch: self.workbook.run(batch))
        page.expose_function("saved", lambda: self.workbook.saved())
        page.expose_function("created", lambda text: self.made.append(base64.b64decode(text)))

    def wait(self) -> None:
        """Until the pane has done what it was asked."""
        self.page.wait_for_selector("#working", state="hidden")
        assert self.errors == []

    def fill_in(self, game: str, act: Act) -> None:
        """Fill in the form of a command; it is done."""
        fill_in(self.page, game, act)
        self.wait()
        assert self.page.inner_text("#dialog-error") == ""

    def refused(self, command: str, **filled: str) -> str:
        """What is said of an act that cannot be done."""
        fill_in(self.page, "", Act(command, filled))
        self.wait()
        error = self.page.inner_text("#dialog-error")
        self.page.click("#dialog-close")
        return error

    @property
    def said(self) -> list[str]:
        """The sentences of the last act, without its notes."""
        lines = self.page.locator("#said-lines > p:not(.note):not(:has(button))")
        return lines.all_text_contents()

    @property
    def tables(self) -> list[list[list[str]]]:
        """The standings that are shown, by rows."""
        tables = self.page.locator("#standings table")
        found: list[list[list[str]]] = tables.evaluate_all(CELLS)
        return found

    def press(self, name: str) -> str:
        """Press a button of the ribbon that asks nothing."""
        self.page.evaluate("name => press(name)", f"XLTourney_{name}")
        self.wait()
        return self.page.inner_text("#said-lines")

    def download(self, name: str) -> bytes:
        """A file that was offered."""
        with self.page.expect_download() as download:
            self.page.click(f'#said [data-file="{name}"]')
        return Path(download.value.path()).read_bytes()

    def show(self) -> None:
        """Read the workbook that is open now."""
        self.page.evaluate("import('./desk.js').then((desk) => desk.work(null, desk.showEvent))")
        self.wait()


@contextmanager
def open_pane(folder: Path, pyodide: Path, chromium: str, language: Language) -> Iterator[Pane]:
    """Chromium with the pane, which is loaded, in a language; no other server can be reached."""
    from playwright.sync_api import sync_playwright

    files = site.build_files(
        "https://localhost", load_files(pyodide), office_js=STAND_IN, event=pane_files()
    )
    files[STAND_IN] = (Path(__file__).parents[1] / "stand_ins" / STAND_IN).read_bytes()
    site.write_site(folder, files)
    policy = site.content_security_policy(STAND_IN)
    with serving(folder, policy) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=[*sandbox_options()])
        context = browser.new_context(viewport={"width": 360, "height": 800})
        context.set_default_timeout(_SECONDS * 1000)
        pane = Pane(context.new_page(), language)
        pane.page.goto(
            f"http://127.0.0.1:{server.server_port}/{site.PAGE}?language={language.code}"
        )
        pane.page.click("#open")
        pane.page.wait_for_selector("#new form")
        pane.wait()
        try:
            yield pane
        finally:
            browser.close()


class PaneDirector:
    """The one who runs an event in the pane; at every step the command line does the same."""

    def __init__(self, run: Run, pane: Pane, game: str) -> None:
        self._run, self._pane, self._game = run, pane, game
        self.book, self._there = Path("event.xlsx").absolute(), Path("there.xlsx")
        self._before: list[Mapping[CellAddress, Any]] = []
        """What was typed into the workbook that is open before each act that typed anything."""

    def play(self, act: Act | Results) -> None:
        """Do it, and compare."""
        if isinstance(act, Results):
            self._enter(act)
        elif act.command == "new":
            self._pane.fill_in(self._game, act)
            self._take_made()
        else:
            self._command(act)

    def check_standings(self) -> None:
        """The tables of the pane are those of the command line."""
        tables = xl_tourney.standings(self.book).tables
        with speaking(language_of(self._pane.language.code, self._game)):
            headings = [[*map(say_term, one.headings)] for one in tables]
        expected = [[of_it, *one.rows] for of_it, one in zip(headings, tables)]
        assert self._pane.tables == expected

    def take_back(self) -> None:
        """Undo all that was typed into the workbook, act by act."""
        while self._before:
            self._pane.fill_in(self._game, Act("undo"))
            self._save()
            assert self._pane.workbook.typed == self._before.pop()
            self.check_standings()

    def _save(self) -> None:
        """With a mark that its values are right, so that no command calculates them again."""
        self.book.write_bytes(stamped(Package(self._pane.workbook.content, self.book.name)))

    def _take_made(self) -> None:
        """Go on in the workbook that Excel was given, and has calculated."""
        self._pane.workbook = OpenWorkbook(self._pane.made.pop())
        self._pane.workbook.type({})
        self._before = []
        self._save()
        self._pane.show()

    def _command(self, act: Act) -> None:
        filled = dict(act.filled)
        if "data" in filled:
            Path("data.csv").write_text(filled["data"], "utf-8")
            filled["data"] = "data.csv"
        workbook, is_typed = self._pane.workbook, act.command in ("pair", "update", "rename")
        before = workbook.typed
        self._there.write_bytes(self.book.read_bytes())
        printed = self._print(act.command, self._there if is_typed else self.book, filled)
        self._pane.fill_in(self._game, act)
        said = self._pane.said
        if self._pane.made:
            assert workbook.typed is before
            self._take_made()
        elif is_typed:
            self._save()
            self._before.append(before)
        if is_typed:
            there = typed_in(load_workbook(self._there))
            assert self._of_people(self._pane.workbook.typed) == self._of_people(there)
        elif act.command == "publish":
            for name in ("event.html", "event.standings.json"):
                assert self._pane.download(name) == Path(name).read_bytes()
        else:
            assert "".join(said).split() == printed.split()

    def _print(self, command: str, book: Path, filled: Mapping[str, Any]) -> str:
        """What the command line prints."""
        made = find(command)
        assert made
        words = [word for one in made.parameters for word in words_of(one, filled.get(one.name))]
        typed = {"pair": ("--write", "--no-backup"), "update": ("--no-backup",)}
        language = language_of(self._pane.language.code, self._game)
        with speaking(language, language):
            code, out, err = self._run(command, book, *words, *typed.get(command, ()))
        assert code == Exit.DONE, err
        return out

    def _enter(self, act: Results) -> None:
        """Results of the first boards of a round; one is in its cells, and no other."""
        page = self._pane.page
        if act.round:
            page.select_option("#round", act.round)
            self._pane.wait()
        for at, result in enumerate(act.results):
            self._before.append(self._pane.workbook.typed)
            type_result(page, at, result)
            self._pane.wait()
            board = page.locator(".board").nth(at)
            assert "entered" in (board.get_attribute("class") or "")
            self._save()
            changed = self._pane.workbook.typed.items() - self._before[-1].items()
            assert set() < {cell for cell, _ in changed} <= self._pane.workbook.batches[-1].keys()

    def _of_people(self, typed: Mapping[CellAddress, Any]) -> dict[CellAddress, Any]:
        """Without the exact figures of a race, which a command keeps where no program is open."""
        calculation = self._pane.language.text("Calculation")
        return {cell: value for cell, value in typed.items() if cell.sheet != calculation}
