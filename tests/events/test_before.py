"""An event before its first pairing: every command works, with entrants and with nobody at all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.templates.tables import Tables
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.events.event import Event
from xl_tourney.grammar.references import CellAddress, parse_cell_reference

NAMES = ["Ann", "Bob", "Cy"]
EVENTS: Mapping[str, tuple[list[str], str, list[str]]] = {
    "chess": (
        ["chess", "--players", "6", "--rounds", "3", "--listed", "chosen"],
        "listed[{}].name",
        ["trf", "csv"],
    ),
    "go": (["go", "--rows", "6", "--rounds", "2"], "entries[{}].name", ["h9", "opengotha", "csv"]),
    "league table": (["league", "--rows", "8"], "listed[{}].name", ["csv"]),
    "league games": (
        ["league", "--layout", "game", "--rules", "fifa-2026", "--teams", "4", "--rows", "6"],
        "listed[{}].name",
        ["csv"],
    ),
    "tantrix": (["tantrix", "--players", "4"], "listed[{}].name", ["csv"]),
    "kdice": (["kdice", "--rows", "8"], "players[{}].name", ["csv"]),
    "bridge": (
        ["bridge", "--pairs", "4", "--tables", "2", "--boards", "4"],
        "listed[{}].names",
        ["usebio", "csv"],
    ),
}
"""How each workbook is made, where its names are typed, and what it is exported to."""
NO_PLACE = {"league games": "teams without a game", "bridge": "pairs without a board"}
"""For whom a csv of games has no place."""


def type_names(path: Path, place: str) -> None:
    """Type the entrants; pairs have numbers, and players of go have ranks."""
    saved = Event.open(path)
    tables = Tables(saved.tables)
    cells: dict[CellAddress, object] = {}
    for at, name in enumerate(NAMES):
        keys = {"names": ("pair", f"{at + 1}"), "name": ("rank", f"{at + 1}k")}
        table, _, key = place.format(at).partition(".")
        for column, value in ((key, name), keys[key]):
            if column != "rank" or saved.template.name == "go":
                sheet, cell = tables.place(f"{table}.{column}").split("!")
                cells[CellAddress(sheet, *parse_cell_reference(cell))] = value
    path.write_bytes(saved.with_values(cells))


@pytest.mark.slow
@pytest.mark.parametrize("name", EVENTS)
def test_every_command_works(name, run) -> None:
    new, place, formats = EVENTS[name]
    book = Path("book.xlsx")
    assert run("new", *new, "-o", book)[0] == Exit.DONE
    check_commands(run, book, formats, [])
    type_names(book, place)
    notes = check_commands(run, book, formats, NAMES)
    code, out, err = run("explain", book, "Ann")
    assert code == Exit.DONE and "Ann" in out, err
    if name in NO_PLACE:
        assert notes == f"3 {NO_PLACE[name]} are not in the file.\n"
        return
    assert not notes
    code, _, err = run("new", *new, "--data", "out.csv", "-o", "again.xlsx")
    assert code == Exit.DONE and "need a look" not in err, err
    code, out, _ = run("standings", "again.xlsx")
    assert code == Exit.DONE and all(entrant in out for entrant in NAMES)


def check_commands(run, book: Path, formats: list[str], entrants: list[str]) -> str:
    """Publish, print and export; gives what is said of the csv."""
    code, out, err = run("standings", book, "--format", "json")
    shown = json.loads(out)
    assert (code, shown["provisional"], err) == (Exit.DONE, False, "")
    texts = [text for table in shown["tables"] for row in table["texts"] for text in row]
    assert set(entrants) <= set(texts) and bool(texts) == bool(entrants)
    assert run("recalc", book)[0] == Exit.DONE  # as Excel saves it; the others need not
    code, _, err = run("publish", book, "-o", "page.html")
    assert code == Exit.DONE and "not explained" not in err, err
    page = Path("page.html").read_text("utf-8")
    assert ("Nobody is entered yet." in page) == (not entrants)
    assert all(entrant in page for entrant in entrants)
    for form in formats:
        target = f"out.{'xml' if form in ('opengotha', 'usebio') else form}"
        code, _, err = run("export", book, "--to", form, "--force", "-o", target)
        assert code == Exit.DONE, err
    return "".join(err.splitlines(keepends=True)[:-1])


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_nobody_is_said_in_every_form(form, run) -> None:
    assert run("new", "league", "--rows", 4, "-o", "book.xlsx")[0] == Exit.DONE
    code, out, err = run("standings", "book.xlsx", "--format", form)
    assert (code, err) == (Exit.DONE, "") and "Nobody is entered yet." in out
