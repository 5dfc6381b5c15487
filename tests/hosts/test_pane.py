"""Events of all six games in the pane of the web add-in; at every step the command line agrees."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from openpyxl import load_workbook
from openpyxl.styles import Protection

from tests.events.director import Run
from tests.hosts.excel_pane import Pane, PaneDirector, open_pane, typed_in
from tests.publication.axe import violations
from tests.stand_ins.open_workbook import OpenWorkbook
from xl_tourney.grammar.references import CellAddress
from xl_tourney.languages import DESK, language_of

pytestmark = pytest.mark.timeout(900)  # Python starts twice in a browser

_GROUPS = "\n".join(
    ["player_a,player_b,games,tps_a,tps_b,event,group"]
    + [f"{name},,,,,,{group}" for name, group in zip("ABCDEFG", "1111222")]
)
_CHESS = "name,rating\nAda,2100\nBen,2050\nCleo,2000\nDan,1950\nEve,1900\n"
_GO = "name,rank\nAnn,2d\nBob,1d\nCy,1d\nDora,1k\n"
_PROFILES = {"Ann": [20, 10, 8, 8, 8, 8, 8], "Bob": [10, 10, 10, 10, 10, 10, 10]}


class Game(NamedTuple):
    """An event: how it is made, what is typed, how it is paired, and the results of each round."""

    options: Sequence[object]
    typed: Mapping[str, str | float]
    pair: Sequence[object]
    rounds: Sequence[Sequence[str]]


GAMES = {
    "chess": Game(
        ("--data", _CHESS, "--rounds", 2, "--players", 6),
        {},
        (),
        [["1-0", "1/2"], ["0-1", "1-0"]],
    ),
    "go": Game(
        ("--data", _GO, "--rounds", 2, "--rows", 5, "--system", "mcmahon"),
        {},
        (),
        [["W", "B"], ["jigo", "W"]],
    ),
    "tantrix": Game(("--data", _GROUPS, "--rows", 12), {}, (), [["22.5-17.5", "31-9"]]),
    "league": Game(
        ("--rules", "premier-league-2019", "--teams", 4, "--rows", 12),
        {f"listed[{n}].name": name for n, name in enumerate(("Reds", "Blues", "Greens", "Golds"))},
        ("--from", "2026-09-05"),
        [["2-1", "0-0"]],
    ),
    "bridge": Game(
        ("--pairs", 4, "--tables", 2, "--boards", 6),
        {f"listed[{n}].pair": str(n + 1) for n in range(4)}
        | {f"listed[{n}].names": f"Team {n + 1}" for n in range(4)},
        ("--movement", "howell"),
        [["420", "NP"]],
    ),
    "kdice": Game(
        ("--rows", 4),
        {f"players[{at}].name": name for at, name in enumerate(_PROFILES)}
        | {f"players[{at}].games": float(sum(row)) for at, row in enumerate(_PROFILES.values())}
        | {
            f"players[{at}].p{place}": float(count)
            for at, row in enumerate(_PROFILES.values())
            for place, count in enumerate(row, 1)
        },
        (),
        [],
    ),
}


@pytest.fixture(scope="module")
def pane(
    node_folder: Path, chromium: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pane]:
    package = node_folder / "node_modules" / "pyodide"
    with open_pane(tmp_path_factory.mktemp("site"), package, chromium) as opened:
        opened.page.click("#open")
        opened.page.wait_for_selector("#new form")
        opened.wait()
        yield opened


@pytest.mark.parametrize("game", GAMES)
def test_an_event(game: str, pane: Pane, run: Run) -> None:
    """From a form to its page: pairs, results, standings and reasons, round after round."""
    made = GAMES[game]
    event = PaneDirector(run, pane, game, *made.options)
    event.type(made.typed)
    for results in made.rounds:
        event.pair(*made.pair)
        event.enter(results)
        event.check_standings()
    if not made.rounds:
        assert not pane.page.locator("[data-command=pair]").count()
        pane.show()
        event.check_standings()
    event.check_why()
    event.publish()
    if game == "chess":
        for scheme in ("light", "dark"):
            pane.page.emulate_media(color_scheme=scheme)
            assert violations(pane.page) == []
        assert pane.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_what_is_typed_is_taken_back(pane: Pane, run: Run) -> None:
    """But not over what somebody has typed since; and a locked cell is named, nothing written."""
    event = PaneDirector(run, pane, "chess", "--data", _CHESS, "--rounds", 2, "--players", 6)
    before = Path(shutil.copy(event.book, "before.xlsx"))
    event.pair()
    (batch,) = pane.workbook.batches
    sheets = {cell.sheet for cell in batch}
    assert pane.command("undo") == "What the pane typed last was taken back."
    event.type({})
    assert typed_in(event.book, sheets) == typed_in(before, sheets)
    event.pair()
    board = event.rows("games", "white").index(["Ada"])
    event.type({f"games[{board}].white": "Somebody"})
    changed = pane.workbook.content
    assert "was changed since, so nothing was taken back." in pane.command("undo")
    assert pane.workbook.content == changed
    book = load_workbook(io.BytesIO(pane.workbook.content))
    book["Games"].protection.enable()
    for row in book["Games"]["D1:F30"]:
        for cell in row:
            cell.protection = Protection(locked=True)
    book.save(saved := io.BytesIO())
    pane.workbook = OpenWorkbook(saved.getvalue())
    said = pane.command("rename", old="Ben", new="Benjamin")
    assert "Games!" in said and "is protected, so nothing was written: unprotect its sheet" in said
    assert pane.workbook.batches == [] and pane.workbook.content == saved.getvalue()


def test_the_ribbon_does_what_the_pane_does(pane: Pane, run: Run) -> None:
    """What asks nothing is done at once, about the selected cell; the rest opens its form."""
    event = PaneDirector(run, pane, "chess", "--data", _CHESS, "--rounds", 2, "--players", 6)
    event.pair()
    pane.workbook.selected = _find(event.book, "Standings", "Ada")
    assert pane.press("explain") == pane.command("explain", subject="Ada")
    assert pane.press("check").endswith("1 round judged; all is in order.")
    pane.page.evaluate("press('XLTourney_pair')")
    pane.page.wait_for_selector("#dialog[open] input[name=absent]")
    pane.page.keyboard.press("Escape")


def test_it_speaks_the_language_of_excel(pane: Pane, run: Run) -> None:
    page = pane.page.context.new_page()
    german, said = Pane(page), language_of("de").messages(DESK)
    page.goto(f"{pane.page.url}?language=de-AT")
    page.wait_for_selector("#state:text('Python ist bereit')")
    page.click("#open")
    page.wait_for_selector("#new form")
    german.wait()
    english = {text for text in said if text != said[text]}
    assert english.isdisjoint(line.strip() for line in page.inner_text("body").splitlines())
    PaneDirector(run, german, "chess", "--data", _CHESS, "--rounds", 2, "--players", 6)
    assert german.command("undo").startswith("Es gibt nichts zurückzunehmen: ")
    page.close()


def _find(book: Path, sheet: str, text: str) -> CellAddress:
    lines = load_workbook(book, data_only=True)[sheet].iter_rows()
    cell = next(cell for line in lines for cell in line if cell.value == text)
    return CellAddress(sheet, cell.row, cell.column)
