"""What commands would write is data; one place writes it, and looks before it does."""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl
import pytest

import xl_tourney
from tests.backups import backups_of
from tests.templates.tables import Tables
from xl_tourney import commands
from xl_tourney.commands.pair import pair
from xl_tourney.commands.parts.declaration import Edit, Outcome
from xl_tourney.commands.parts.running import write
from xl_tourney.commands.publish import publish
from xl_tourney.commands.whatif import whatif
from xl_tourney.errors import WriteError
from xl_tourney.events.event import Event
from xl_tourney.grammar.references import CellAddress, parse_cell_reference
from xl_tourney.ooxml.package import Package

GAMES = "home,away,home_score,away_score\nAsh,Birch,2,1\nBirch,Cedar,,\nCedar,Ash,,\n"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    data, made = tmp_path / "data.csv", tmp_path / "book.xlsx"
    data.write_text(GAMES, "utf-8")
    xl_tourney.new("league", made, data, teams=4, rows=8, places=1)
    return made


def typed(content: bytes, edit: Edit) -> object:
    sheet = openpyxl.load_workbook(io.BytesIO(content))[edit.cell.sheet]
    return sheet.cell(edit.cell.row, edit.cell.column).value


def test_no_command_has_the_name_of_a_room() -> None:
    """Else ``xl_tourney.NAME`` is the package as soon as somebody imports it."""
    rooms = {path.name for path in Path(xl_tourney.__file__).parent.iterdir() if path.is_dir()}
    assert rooms & {*commands.names()} == set()


def test_a_file_that_is_not_ours_keeps_all_others_from_being_written(tmp_path: Path) -> None:
    ours, foreign, gone = (tmp_path / f"{name}.html" for name in ("ours", "foreign", "gone"))
    ours.write_bytes(b"old <mark>")
    gone.write_bytes(b"older <mark>")
    foreign.write_bytes(b"somebody's")
    files = {ours: b"new <mark>", foreign: b"new <mark>", gone: None}
    made = Outcome(None, files=files, marks=dict.fromkeys(files, b"<mark>"))
    with pytest.raises(WriteError, match="is there, and not from this program"):
        write(made)
    assert (ours.read_bytes(), gone.exists()) == (b"old <mark>", True)
    foreign.unlink()
    write(made)
    assert ours.read_bytes() == foreign.read_bytes() == b"new <mark>" and not gone.exists()
    assert len([*tmp_path.iterdir()]) == 2, "of a page of ours no copy is kept"


def test_what_has_no_mark_is_kept_as_a_copy_and_no_link_is_followed(tmp_path: Path) -> None:
    path, link = tmp_path / "a.csv", tmp_path / "b.csv"
    path.write_bytes(b"old")
    link.symlink_to(path)
    write(Outcome(None, files={path: b"new"}))
    (kept,) = backups_of(path)
    assert kept.read_bytes() == b"old"
    with pytest.raises(WriteError, match="is a link"):
        write(Outcome(None, files={link: b"new"}))
    assert path.read_bytes() == b"new"


def test_the_acts_say_what_they_would_write_and_write_nothing(book: Path) -> None:
    before = {path: path.read_bytes() for path in book.parent.iterdir()}
    package = Package.from_path(book)
    page = publish(package)
    assert {path.name for path in page.files} >= {"book.html", "book.atom", "book.standings.json"}
    assert page.files.keys() == page.marks.keys() - {book.with_name("book.embed.html")}
    paired = pair(package, write=True, force=True, seed=1)
    content = paired.files[book]
    assert content and paired.edits
    assert all(typed(content, edit) == edit.value for edit in paired.edits)
    assert whatif(package, write=True).edits == [], "its figures are up to date"
    assert not pair(package).files
    assert {path: path.read_bytes() for path in book.parent.iterdir()} == before


def test_figures_that_are_written_are_edits(book: Path) -> None:
    saved = Event.open(book)
    sheet, place = Tables(saved.tables).place("results[1].home_score").split("!")
    row, column = parse_cell_reference(place)
    scores = {CellAddress(sheet, row, column): 0, CellAddress(sheet, row, column + 1): 3}
    package = Package(saved.with_values(scores), str(book))
    done = whatif(package, write=True)
    assert done.edits and "the exact figures were written" in done.notes[0]
    assert all(typed(done.files[book] or b"", edit) == edit.value for edit in done.edits)
