"""Events in the pane of the web add-in, in an Excel that speaks German.

What stands in the workbook, and what is shown of it, is at every step what the command line gives.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.styles import Protection

import xl_tourney
from tests.desk.plays import PANE, PLAYS
from tests.events.director import Run
from tests.hosts.excel_pane import Pane, PaneDirector, open_pane
from tests.publication.axe import violations
from tests.stand_ins.open_workbook import OpenWorkbook
from xl_tourney.grammar.references import CellAddress
from xl_tourney.languages import DESK, language_of

pytestmark = pytest.mark.timeout(900)  # Python starts twice in a browser
GERMAN = language_of("de")
_WIDTHS = (320, 360, 768, 1280)
_CHESS = "name,rating\nAda,2100\nBen,2050\nCleo,2000\nDan,1950\n"


@pytest.fixture(scope="module")
def pane(
    node_folder: Path, chromium: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pane]:
    package = node_folder / "node_modules" / "pyodide"
    with open_pane(tmp_path_factory.mktemp("site"), package, chromium, GERMAN) as opened:
        yield opened


@pytest.mark.parametrize("game", PANE)
def test_an_event(game: str, pane: Pane, run: Run) -> None:
    """From a form to its page; then all that was typed is taken back."""
    director = PaneDirector(run, pane, game)
    for act in PLAYS[game]:
        director.play(act)
        director.check_standings()
    english = {text for text, said in GERMAN.messages(DESK).items() if text != said}
    assert english.isdisjoint(pane.page.locator("main :is(h2, h3, p, button)").all_inner_texts())
    director.take_back()


@pytest.fixture
def book(pane: Pane, run: Run) -> Path:
    """A chess event whose first round is paired, open in Excel."""
    Path("list.csv").write_text(_CHESS, "utf-8")
    book = Path("event.xlsx")
    xl_tourney.new("chess", book, "list.csv", rounds=2, players=6)
    xl_tourney.pair(book, write=True, seed=1)
    pane.workbook = OpenWorkbook(book.read_bytes())
    pane.show()
    return book


def test_everybody_can_read_it(pane: Pane, book: Path) -> None:
    for scheme in ("light", "dark"):
        pane.page.emulate_media(color_scheme=scheme)
        assert violations(pane.page) == []
    for width in _WIDTHS:
        pane.page.set_viewport_size({"width": width, "height": 800})
        assert pane.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_nothing_is_written_over(pane: Pane, book: Path) -> None:
    """What somebody has typed since stays; a locked cell is named, and nothing written."""
    pane.page.click('[data-board="1"][data-result="1-0"]')
    pane.wait()
    ((typed, _),) = pane.workbook.batches[-1].items()
    pane.workbook.type({typed: "0-1"})
    changed = pane.workbook.content
    assert pane.refused("undo").endswith("daher wurde nichts zurückgenommen.")
    made = load_workbook(io.BytesIO(changed))
    made["Games"].protection.enable()
    for row in made["Games"]["D1:F30"]:
        for cell in row:
            cell.protection = Protection(locked=True)
    made.save(saved := io.BytesIO())
    pane.workbook = OpenWorkbook(saved.getvalue())
    said = pane.refused("rename", old="Ben", new="Benjamin")
    assert "Games!" in said and "daher wurde nichts geschrieben" in said
    assert pane.workbook.batches == [] and pane.workbook.content == saved.getvalue()


def test_the_ribbon_does_what_the_pane_does(pane: Pane, book: Path) -> None:
    """What asks nothing is done at once, about the selected cell; the rest opens its form."""
    pane.workbook.selected = _find(book, "Standings", "Ada")
    of_the_cell = pane.press("explain")
    pane.page.click("#tables button.name:text-is('Ada')")
    pane.wait()
    assert pane.page.inner_text("#said-lines").split("\n\n")[0] == of_the_cell
    assert pane.press("check").endswith("1 Runde geprüft; alles ist in Ordnung.")
    pane.page.evaluate("press('XLTourney_pair')")
    pane.page.wait_for_selector("#dialog[open] input[name=absent]")
    pane.page.keyboard.press("Escape")


def _find(book: Path, sheet: str, text: str) -> CellAddress:
    lines = load_workbook(book, data_only=True)[sheet].iter_rows()
    cell = next(cell for line in lines for cell in line if cell.value == text)
    return CellAddress(sheet, cell.row, cell.column)
