"""The pane of the web add-in in Chromium over an open workbook, and a director who uses it."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from openpyxl import load_workbook
from openpyxl.utils.cell import coordinate_to_tuple

import xl_tourney
from tests.events.director import Director, Run
from tests.events.director import Page as Published
from tests.hosts.calc_menu import _arguments
from tests.stand_ins.open_workbook import OpenWorkbook
from tests.stand_ins.web_folder import serving
from tests.templates.tables import Tables
from xl_tourney.chromium import sandbox_options
from xl_tourney.desk.site import pane_files
from xl_tourney.events.event import Event
from xl_tourney.grammar.references import CellAddress
from xl_tourney.hosts.officejs import site
from xl_tourney.hosts.officejs.pyodide_files import load_files
from xl_tourney.ooxml.package import Package

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

STAND_IN = "office_workbook.js"
_SECONDS = 240


class Pane:
    """The pane, and the workbook that is open beside it."""

    def __init__(self, page: Page) -> None:
        self.page = page
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

    def new(self, template: str, **filled: object) -> bytes:
        """The workbook that Excel opens when the form of a new event was sent."""
        self.page.select_option("#game", template)
        self._send(self.page.locator("#new form"), filled)
        self.wait()
        return self.made.pop()

    def command(self, name: str, **filled: object) -> str:
        """Fill in the form of a command; what the pane says of it."""
        self.page.click(f"#acts [data-command={name}], #next [data-command={name}]")
        self.page.wait_for_selector("#dialog[open]")
        self._send(self.page.locator("#dialog form"), filled)
        self.wait()
        if error := self.page.inner_text("#dialog-error"):
            self.page.click("#dialog-close")
        return error or self.page.inner_text("#said-lines")

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

    def _send(self, form: Locator, filled: Mapping[str, object]) -> None:
        form.evaluate("form => form.querySelectorAll('details').forEach(one => one.open = true)")
        for name, value in filled.items():
            field = form.locator(f'[name="{name}"]:not([type=file])')
            kind = field.first.evaluate("one => one.type")
            if kind == "checkbox" and value is True:
                field.check()
            elif kind == "checkbox":
                for one in str(value).split("; "):
                    form.locator(f'[name="{name}"][value="{one}"]').check()
            elif kind == "select-one":
                field.select_option(str(value))
            else:
                field.fill(str(value))
        form.locator("button[type=submit]").click()


@contextmanager
def open_pane(folder: Path, pyodide: Path, chromium: str) -> Iterator[Pane]:
    """Chromium with the pane; no other server can be reached."""
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
        pane = Pane(context.new_page())
        pane.page.goto(f"http://127.0.0.1:{server.server_port}/{site.PAGE}")
        pane.page.wait_for_selector("#state:text('Python is ready')")
        try:
            yield pane
        finally:
            browser.close()


class PaneDirector(Director):
    """The one who runs an event in the pane; at every step the command line says the same."""

    def __init__(self, run: Run, pane: Pane, template: str, *options: object) -> None:
        self._run, self._pane = run, pane
        self.book = Path("event.xlsx").absolute()
        pane.workbook = OpenWorkbook(pane.new(template, **_arguments(options)))
        pane.workbook.type({})
        self._save()
        self._tables = Tables(Event.open(Package.from_path(self.book)).tables)
        pane.show()

    def _save(self) -> None:
        self.book.write_bytes(self._pane.workbook.content)

    def type(self, places: Mapping[str, str | float]) -> None:
        """Type into cells of the workbook that is open."""
        found = (self._tables.place(place).split("!") for place in places)
        self._pane.workbook.type(
            {
                CellAddress(sheet, *coordinate_to_tuple(cell)): value
                for (sheet, cell), value in zip(found, places.values())
            }
        )
        self._save()

    def pair(self, *options: object) -> list[tuple[str, str]]:
        """Pair the next round by the pane; what is typed is what the command line types."""
        options = (*options, "--seed", 1)
        there = Path("there.xlsx")
        there.write_bytes(self.book.read_bytes())
        self.command("pair", there, "--write", "--no-backup", *options)
        self._pane.command("pair", **_arguments(options))
        self._save()
        sheets = {cell.sheet for cell in self._pane.workbook.batches[-1]}
        assert typed_in(self.book, sheets) == typed_in(there, sheets)
        return []

    def enter(self, results: Sequence[str]) -> None:
        """Enter results of the first boards that are shown; one is in its cells, and no other."""
        page = self._pane.page
        for at, result in enumerate(results):
            board = page.locator(".board").nth(at)
            field = board.locator("input[name=score]")
            if field.count():
                field.fill(result)
                field.press("Enter")
            else:
                board.locator(f'[data-result="{result}"]').click()
            self._pane.wait()
            assert "entered" in (page.locator(".board").nth(at).get_attribute("class") or "")
        self._save()

    def check_standings(self) -> None:
        """The tables of the pane are those of the command line."""
        shown = self._pane.page.evaluate(
            """[...document.querySelectorAll("#tables tbody")].map((body) =>
              [...body.rows].map((row) => [...row.cells].map((cell) => cell.textContent)))"""
        )
        assert shown == [table.rows for table in xl_tourney.standings(self.book).tables]

    def check_why(self) -> None:
        """The first of the standings, asked by the name in the table."""
        name = self._pane.page.locator("#tables button.name").first
        subject = name.inner_text()
        name.click()
        self._pane.wait()
        said = self._pane.page.locator("#said-lines p:not(.note)").all_inner_texts()
        there = self.command("explain", self.book, subject)
        assert "".join(said).split() == there.split()

    def publish(self) -> Published:
        """Publish by the pane; the command line gives the same page."""
        there = super().publish()
        self._pane.command("publish")
        for name in ("event.html", "event.standings.json"):
            Path(name).write_bytes(self._pane.download(name))
        here = self.read_page()
        assert here == there
        return here


def typed_in(path: Path, sheets: Iterable[str]) -> dict[str, Any]:
    """What is typed into some sheets, which formulas do not calculate."""
    book = load_workbook(path)
    return {
        f"{cell.parent.title}!{cell.coordinate}": cell.value
        for sheet in sheets
        for row in book[sheet].iter_rows()
        for cell in row
        if cell.value is not None and cell.data_type != "f"
    }
