"""LibreOffice's menu on documents that are open: an event to the middle, and what stays as it is.

Whole events are played by it in ``tests/events/test_played.py``.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import xl_tourney
from tests.desk.serving import Client
from tests.hosts.calc_menu import MenuDirector, Window
from xl_tourney import __version__
from xl_tourney.calculation import as_shown, calculator
from xl_tourney.cli.terminal.open_workbooks import answer
from xl_tourney.commands import everything
from xl_tourney.events import values
from xl_tourney.events.event import Event
from xl_tourney.grammar.references import CellAddress
from xl_tourney.hosts.libreoffice.dialogs import Dialogs
from xl_tourney.hosts.libreoffice.menu import BESIDE, PROTOCOL, Program, ProgramError
from xl_tourney.updates.journal import folder_of

Run = Callable[..., tuple[int, str, str]]
CHESS = ("chess", "--rounds", 3, "--players", 8, "--listed", "chosen", "--tiebreaks", "BH")
NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay"]


@pytest.fixture(scope="module")
def begun() -> dict[str, bytes]:
    """The workbook of ``event``, once a test has begun one by the menu."""
    return {}


@pytest.fixture
def event(run: Run, calc_menu: Window, begun: dict[str, bytes]) -> MenuDirector:
    """A chess event of six with the results of round 1, in a document that is open."""
    if begun:
        return MenuDirector.going_on(run, calc_menu, begun["book"])
    event = MenuDirector(run, calc_menu, *CHESS)
    event.type(
        {f"listed[{n}].name": name for n, name in enumerate(NAMES)}
        | {f"listed[{n}].rating": 2200 - 40 * n for n in range(len(NAMES))}
    )
    event.pair("--seed", 1)
    event.type({f"games[{at}].result": result for at, result in enumerate(("1-0", "0-1", "=-="))})
    begun["book"] = event.book.read_bytes()
    return event


def test_the_menu_has_every_command_that_menus_have(calc_menu: Window) -> None:
    calc_menu("load", "private:factory/scalc")
    named = {made.name: made.menu for made in everything() if made.menu} | BESIDE
    assert calc_menu("menu") == {"Tournament": {PROTOCOL + name: at for name, at in named.items()}}
    assert len(named) == 11


def test_an_event_to_the_middle(event: MenuDirector, calc_menu: Window) -> None:
    """Asked, corrected, renamed, paired without somebody, printed, checked, taken back."""
    sheet, cell = event.place("games[2].result")
    assert calc_menu.command("explain", subject="Ada").startswith("Ada ")
    event.type({"games[2].result": "1-0"})  # a correction
    said = calc_menu.command("rename", old="Cleo", new="Cleopatra")
    assert "Cleo → Cleopatra" in said and calc_menu("state")["undo"][0] == "Rename"
    calc_menu("select", *event.place("listed[2].name"))
    assert calc_menu.command("explain").startswith("Cleopatra")
    calc_menu("select", sheet, cell)
    pairs = event.pair("--absent", "Ben", "--seed", 1)
    assert not any("Ben" in pair for pair in pairs)
    assert calc_menu("state")["undo"][0] == "Next round"
    assert "judged" in calc_menu.command("check")
    assert calc_menu.command("print", kinds="boards") == "made.print.html: to print."
    shown = Path("made.print.html").read_text("utf-8")
    assert all(white in shown and black in shown for white, black in pairs)
    assert "Cleopatra" in [row["Player"] for row in event.publish().table]
    before = calc_menu("cells")
    assert calc_menu("command", "undo", {}) == "Next round: was taken back."
    assert calc_menu("command", "undo", {}) == "Rename: was taken back."
    said = calc_menu("command", "undo", {})
    assert said.startswith("There is nothing to undo that a command has typed last; ")
    calc_menu("undo")  # the correction, by hand
    cells = calc_menu("cells")
    assert cells != before and "Cleopatra" not in str(cells)


def test_the_desk_of_a_document_is_opened(event: MenuDirector, calc_menu: Window) -> None:
    """It serves the saved workbook; what is entered waits, and comes in from the menu."""
    book = Path("hall.xlsx").absolute()
    calc_menu("save", book.with_suffix(".ods").as_uri(), "ods", False)
    assert "hall.ods: save it as .xlsx first" in calc_menu.command("desk")
    calc_menu("save", book.as_uri(), "xlsx", False)
    book.with_name(f".~lock.{book.name}#").touch()  # as a LibreOffice with a window has it
    said = calc_menu.command("desk")
    assert "token" not in said  # a document is handed on
    desk = Client((folder_of(book) / "address").read_text("utf-8"))
    try:
        board = desk.boards()[0]
        assert desk.enter(board, "0-1", "director").json["state"] == "confirmed"
        assert desk.event()["waiting"] == 1
        assert "1 value replaced" in calc_menu.command("update")
        assert calc_menu("state")["undo"][0] == "Bring in results"
        assert calc_menu.command("desk") == said  # the one that is open
    finally:
        assert desk.ask("/api/close", {}, token=desk.token).status == 200


def test_what_a_command_refuses_is_said_as_by_the_command_line(
    event: MenuDirector, calc_menu: Window
) -> None:
    assert event.pair("--seed", 1)
    refused = event.refused("pair", event.book)
    assert "has no result yet" in refused
    assert calc_menu.command("pair") + "\n" == refused
    assert calc_menu.command("rename", old="Nobody", new="N") == (
        "made.xlsx: has no “Nobody” that could be renamed."
    )
    assert calc_menu.command("pair", rounds=3) == "pair has no parameter rounds."
    assert calc_menu.command("nothing") == "There is no command nothing."


def test_a_cell_that_is_locked_is_named_and_nothing_is_written(
    event: MenuDirector, calc_menu: Window
) -> None:
    sheet, cell = event.place("games[4].white")
    calc_menu("lock", sheet, cell)
    before = calc_menu("cells")
    said = calc_menu.command("pair", seed=1)
    assert said.startswith(f"{sheet}.{cell} is protected, so nothing was written: ")
    assert calc_menu("cells") == before


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_all_else_stays(event: MenuDirector, calc_menu: Window, kind: str) -> None:
    """Protection, hidden rows, what is selected; also of a document in LibreOffice's own format."""
    saved = Path(f"saved.{kind}").absolute()
    calc_menu("save", saved.as_uri(), kind, False)
    sheet, cell = event.place("games[1].white")
    calc_menu("hide", sheet, 6)
    calc_menu("select", sheet, cell)
    before, content = calc_menu("state"), saved.read_bytes()
    pairs = event.pair("--seed", 1)
    after = calc_menu("state")
    assert after["undo"] == ["Next round", *before["undo"]]
    for what in ("selection", "sheet", "protected", "hidden"):
        assert after[what] == before[what] != [], what
    assert saved.read_bytes() == content, "the file is the director's to save"
    assert len(pairs) == 3
    assert calc_menu.command("publish").startswith("saved.html: ")
    assert Path("saved.html").exists()


def test_tables_that_are_sorted_or_filtered_stay_so(event: MenuDirector, calc_menu: Window) -> None:
    """What is written goes into rows that a filter hides, too."""
    players, first = event.place("listed[0].name")
    _, last = event.place("listed[5].rating")
    calc_menu("sort", players, f"{first}:{last}")
    games, top = event.place("games[0].round")
    calc_menu("filter", games, f"{top}:{event.place('games[9].result')[1]}", 1)
    event.type({})  # which saves
    before = calc_menu("state")
    assert any(sheet == games for sheet, _ in before["hidden"])
    pairs = event.pair("--seed", 1)
    assert calc_menu("state")["hidden"] == before["hidden"]
    assert event.rows("listed", "name")[:6] == [[name] for name in sorted(NAMES, reverse=True)]
    assert [tuple(row) for row in event.rows("games", "white", "black")[3:6]] == pairs


def test_what_is_not_saved_is_seen(event: MenuDirector, calc_menu: Window) -> None:
    """After the first command too: a value, a sheet with another name, and that taken back."""
    assert calc_menu.command("explain", subject="Ada").startswith("Ada ")
    event.type({"listed[0].name": "Adele"})
    assert calc_menu.command("explain", subject="Ada") != calc_menu.command(
        "explain", subject="Adele"
    )
    calc_menu("rename_sheet", "Players", "People")
    assert "the sheet Players is missing" in calc_menu.command("pair")
    calc_menu("undo")
    assert "“Ada” on Games is not on the list" in calc_menu.command("pair")


def test_a_copy_that_somebody_took_away_is_made_anew(
    event: MenuDirector, calc_menu: Window
) -> None:
    """As what tidies up temporary folders does after some days."""
    assert (said := calc_menu.command("explain", subject="Ada")).startswith("Ada ")
    copies = [*calc_menu.temporary.glob("*/book.xlsx")]
    for copy in copies:
        shutil.rmtree(copy.parent)
    assert copies and calc_menu.command("explain", subject="Ada") == said


def test_newer_results_come_in(event: MenuDirector, calc_menu: Window, run: Run) -> None:
    """In rows that there are; where more are needed a workbook that has them is made beside it."""
    lines = "name,rating,r1\nAda,2200,+w4\nBen,2160,-w5\nCleo,2120,=w6\n"
    Path("more.csv").write_text(f"{lines}Dan,2080,-b1\nEve,2040,+b2\nFay,2000,=b3\n", "utf-8")
    said = calc_menu.command("update", data=str(Path("more.csv").absolute()), same_event=True)
    assert "made.xlsx: " in said
    more = "".join(f"New {n},1500,\n" for n in range(9))
    Path("many.csv").write_text(f"name,rating,r1\nAda,2200,\nBen,2160,\n{more}", "utf-8")
    before = calc_menu("cells")
    said = calc_menu.command("update", data=str(Path("many.csv").absolute()), same_event=True)
    assert said.endswith("stays as it is: go on in made (2).xlsx, which opens.")
    assert calc_menu("cells") == before
    assert "New 8" in str(xl_tourney.standings("made (2).xlsx").tables[0].rows)


def program_that(prints: str, folder: Path) -> Program:
    """A program of which a line of Python is all."""
    settings = folder / "settings.json"
    settings.write_text(json.dumps([sys.executable, "-c", prints]), "utf-8")
    return Program(settings)


def test_a_program_that_does_not_answer_is_named(tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match="run xl-tourney calc install"):
        Program(tmp_path / "none.json").ask({})
    (tmp_path / "gone.json").write_text('["/nowhere/python"]', "utf-8")
    with pytest.raises(ProgramError, match="/nowhere/python is gone, which installed this menu"):
        Program(tmp_path / "gone.json").ask({})
    with pytest.raises(ProgramError, match=f"menu is of xl-tourney {__version__}, and .* has 0.0"):
        program_that("""print('{"version": "0.0"}')""", tmp_path).ask({})
    hello = f"""print('{{"version": "{__version__}"}}', flush=True)"""
    with pytest.raises(ProgramError, match="ended without an answer; nothing was written"):
        program_that(hello, tmp_path).ask({})


def test_a_program_that_waits_for_ever_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("xl_tourney.hosts.libreoffice.menu._SECONDS", 0.2)
    with pytest.raises(ProgramError, match=r"gave no answer in 0\.2 seconds and was stopped"):
        program_that("import time; time.sleep(60)", tmp_path).ask({})


def test_a_program_that_has_ended_is_started_anew(tmp_path: Path) -> None:
    hello = f"""print('{{"version": "{__version__}"}}\\n{{"said": "it"}}', flush=True); input()"""
    program = program_that(hello, tmp_path)
    for _ in range(2):
        assert program.ask({})["said"] == "it"
        program._process.wait()


def form(command: str, book: Path, **given: Any) -> dict[str, Any]:
    question = {"command": command, "arguments": given, "form": True, "language": "de"}
    return answer(
        {
            **question,
            "book": str(book),
            "changes": [],
            "folder": str(book.parent),
            "name": book.name,
        }
    )


def test_dialogs_ask_for_what_is_declared(run: Run) -> None:
    run("new", "chess", "-o", "book.xlsx", "--rounds", "3", "--players", "4")
    book = Path("book.xlsx").absolute()
    asked = form("pair", book)
    assert asked["title"] == "Nächste Runde"
    assert [(one["name"], one["kind"]) for one in asked["fields"]] == [
        ("absent", "names"),
        ("withdrawn", "names"),
    ]
    wish = form("whatif", book)["fields"][1]
    assert wish["choices"] == ["reach", "miss", "best", "worst"] and wish["value"] == "reach"
    assert wish["words"][:2] == ["erreichen", "verfehlen"] and wish["label"] == "Wunsch"
    first = form("new", book)
    assert first["again"] and "tantrix" in first["fields"][0]["choices"]
    then = form("new", book, template="chess")
    kinds = {one["name"]: one["kind"] for one in then["fields"]}
    assert not then["again"] and kinds["path"] == "file" and kinds["system"] == "choice"
    assert form("check", book)["fields"] == []


class Model(SimpleNamespace):
    """The model of a dialog, which makes those of its controls; some are filled in by a person."""

    def createInstance(self, name: str) -> SimpleNamespace:
        return SimpleNamespace(kind=name.removeprefix("com.sun.star.awt.UnoControl"))

    def insertByName(self, name: str, made: SimpleNamespace) -> None:
        self.controls.append(made)


@pytest.mark.parametrize("presses_ok", [True, False])
def test_a_dialog_gives_what_was_changed(presses_ok: bool) -> None:
    model = Model(controls=[])

    def fill_in() -> bool:
        boxes, combo, tick = (model.controls[at] for at in (2, 5, 6))
        assert boxes.StringItemList == ("Ada", "Ben", "Cleo")
        boxes.SelectedItems, combo.Text, tick.State = (0, 2), "Ben", 1
        return presses_ok

    dialog = SimpleNamespace(
        setModel=lambda _: None, createPeer=lambda *_: None, execute=fill_in, dispose=lambda: None
    )
    made = {"awt.UnoControlDialogModel": model, "awt.UnoControlDialog": dialog}
    names = ["Ada", "Ben", "Cleo"]
    about = {"label": "It", "help": "What it is.", "choices": names, "words": names, "value": ""}
    fields = [
        {"name": "absent", "kind": "names", **about},
        {"name": "old", "kind": "name", **about},
        {**about, "name": "write", "kind": "tick", "value": False},
        {**about, "name": "wish", "kind": "choice", "value": "Ben", "words": ["A", "B", "C"]},
        {"name": "data", "kind": "file", **about},
    ]
    filled = Dialogs(made.__getitem__, SimpleNamespace(Toolkit=None)).ask("Next round", fields)
    expected = {"absent": "Ada; Cleo", "old": "Ben", "write": True}
    assert filled == (expected if presses_ok else None)
    kinds = [one.kind for one in model.controls if one.kind != "FixedTextModel"]
    assert kinds[3:] == ["ListBoxModel", "FileControlModel", "ButtonModel", "ButtonModel"]
    assert model.controls[-1].PositionY > model.controls[-3].PositionY


def test_values_of_an_open_workbook_are_those_that_it_shows(run: Run) -> None:
    """What is typed is calculated by the program in which it is open, and by nobody else."""
    run("new", *CHESS, "-o", "book.xlsx")
    typed = Event.open(Path("book.xlsx")).with_result({CellAddress("Players", 6, 3): "Ada"}).package
    assert values.calculate(typed) is not typed
    values._CALCULATED.clear()
    with as_shown():
        assert calculator().calculates
        assert calculator().calculate(typed)[0] is typed.data
        assert values.calculate(typed) is typed
    values._CALCULATED.clear()
