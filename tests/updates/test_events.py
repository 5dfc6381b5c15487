"""An event of each game by commands: new, five updates, a page after the first and the last.

Between the updates LibreOffice types into the workbook, as a director does, and saves it.  At the
end nothing typed is lost, and the standings are those of the published source.
"""

from __future__ import annotations

import csv
from contextlib import closing
from pathlib import Path

import openpyxl
import pytest

from tests.backups import backups_of
from tests.saved import read_standings, read_status
from tests.updates.events import EVENTS, Event, Rows
from tests.updates.typing_in_libreoffice import Typed
from xl_tourney import update
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.engines import load_engine
from xl_tourney.events.standings.table import read_named_cell
from xl_tourney.publication.site.publish import publish

NOTE = "Typed by the director"
TYPED_BEFORE = {1: "first day", 5: "last day"}
"""What is typed on a sheet of the director's own before some of the updates."""

_IMPORTED_ONCE = load_engine(), publish, update
"""What each command would import anew in its process."""


def place_of(book: Path, event: Event) -> tuple[str, str]:
    """The cell that the director types into: a heading is in row 5."""
    sheet, heading, _ = event.typed
    with closing(openpyxl.load_workbook(book, read_only=True)) as workbook:
        if sheet not in workbook.sheetnames:
            return sheet, heading
        (headings,) = workbook[sheet].iter_rows(5, 5)
        cell = next(cell for cell in headings if cell.value == heading)
        return sheet, f"{cell.column_letter}6"


def save(path: Path, rows: Rows) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_ends_as_its_source_says(run, tmp_path, typist, name) -> None:
    event = EVENTS[name]()
    results, book = tmp_path / "results.csv", tmp_path / "event.xlsx"
    save(results, event.files[0])
    assert run("new", name, "--data", results, *event.options, "-o", book)[0] == Exit.DONE
    typed: list[Typed] = [(*place_of(book, event), event.typed[2])]
    backups = 0
    for number, rows in enumerate(event.files[1:], 1):
        if day := TYPED_BEFORE.get(number):
            typed.append(("Diary", f"B{number}", day))
            typist.type_into(book, [("", "Note", NOTE), *typed] if number == 1 else typed[-1:])
        save(results, rows)
        options: tuple[object, ...] = ()
        if number == 4 and event.clash:
            wrong, right = event.clash
            code, _, err = run("update", book, "--data", results)
            assert code == Exit.WRONG
            assert f"“{wrong}” is not in the workbook, but “{right}” is" in err
            options = ("--same", f"{wrong}={right}")
        code, out, err = run("update", book, "--data", results, *options)
        assert code == Exit.DONE, err
        assert ("only in the workbook:" in out) == (number == 3), out
        backups += "there is nothing new" not in err
        assert len(backups_of(book)) == backups
        if number in (1, 5):
            code, _, err = run("publish", book, *(() if number == 5 else ("--anyway",)))
            assert code == Exit.DONE, err
            assert NOTE in book.with_suffix(".html").read_text(encoding="utf-8")
    (table,) = read_standings(book)
    assert event.figures(table) == event.published
    assert read_status(book) == "All checks passed"
    workbook = openpyxl.load_workbook(book, read_only=True)
    assert read_named_cell(workbook, "Note") == NOTE
    for sheet, cell, value in typed:
        assert workbook[sheet][cell].value == value
