"""A watched folder, by a process of its own, as a person and Excel save files in it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import openpyxl
import pytest

from tests.backups import backups_of
from tests.templates.tables import Tables
from xl_tourney import atomic
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.events.event import Event
from xl_tourney.grammar.references import CellAddress, parse_cell_reference
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.sheet.typed_values import with_values
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts.output import package

HEADING = "player_a,player_b,games,tps_a,tps_b\n"


class Watch:
    """The process, and the lines that it prints."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.lines: list[str] = []
        self._log = folder.parent / "watch.log"
        command = [sys.executable, "-u", "-m", "xl_tourney", "watch", str(folder), *options]
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)

    def wait_for(self, text: str) -> str:
        """The next line that holds a text."""
        while True:
            lines = self._log.read_text("utf-8").splitlines()
            for number in range(len(self.lines), len(lines)):
                self.lines.append(lines[number])
                if text in lines[number]:
                    return lines[number]
            assert self.process.poll() is None or len(lines) > len(self.lines), lines
            time.sleep(0.02)

    def end(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait()


@pytest.fixture(scope="module")
def book() -> bytes:
    from xl_tourney.calculation import calculator
    from xl_tourney.ooxml.package import Package

    built = TEMPLATES["tantrix"].build(players=4, rows=6, title="Club")
    return calculator().calculate(Package(package(built), "club.xlsx"))[0]


@pytest.fixture
def folder(book, tmp_path) -> Path:
    folder = tmp_path / "season"
    folder.mkdir()
    (folder / "club.xlsx").write_bytes(book)
    return folder


def names(path: Path) -> list[str]:
    sheet = openpyxl.load_workbook(path, data_only=True)["Standings"]
    return [sheet[f"D{row}"].value or "" for row in range(6, 9)]


def save_in_parts(path: Path, text: str) -> None:
    """Write a file slowly, as a program over a network does."""
    with path.open("w", encoding="utf-8") as file:
        for at in range(0, len(text), 12):
            file.write(text[at : at + 12])
            file.flush()
            time.sleep(0.02)


def test_an_evening_is_kept_up_to_date(folder) -> None:
    """Results, a half-written file, an open workbook, what a person types; then Ctrl-C."""
    site = folder / "site"
    watched = Watch(folder, "--publish", str(site))
    first = watched.wait_for("club.xlsx:")
    assert first.endswith("; published."), "with nobody entered the page says so"
    assert "Nobody is entered yet" in (site / "club.html").read_text("utf-8")
    save_in_parts(folder / "club.csv", HEADING + "Ada,Bob,2,25,15\n")
    assert watched.wait_for("club.csv").endswith("3 rows added; published.")
    assert names(folder / "club.xlsx") == ["Ada", "Bob", ""]
    page = (site / "club.html").read_text("utf-8")
    assert "Ada" in page and "Why 1st" in page
    assert "club.html" in (site / "index.html").read_text("utf-8")

    (folder / "club.csv").write_text(HEADING + "Ada,Bob,2,25\n", "utf-8")
    assert "row 2: tps_b is blank" in watched.wait_for("club.csv")
    assert names(folder / "club.xlsx") == ["Ada", "Bob", ""]

    (folder / "~$club.xlsx").write_bytes(b"a person")
    (folder / "club.csv").write_text(HEADING + "Ada,Bob,2,15,25\n", "utf-8")
    assert "waits: club.xlsx is open, says ~$club.xlsx" in watched.wait_for("club.csv")
    (folder / "~$club.xlsx").unlink()
    assert watched.wait_for("club.csv").endswith("2 values replaced; published.")
    assert names(folder / "club.xlsx") == ["Bob", "Ada", ""]

    (folder / "club.xlsx").write_bytes((folder / "club.xlsx").read_bytes()[:5000])
    assert "is not a workbook" in watched.wait_for("club.xlsx")
    workbook = openpyxl.load_workbook(backups_of(folder / "club.xlsx")[0])
    workbook["Setup"]["B6"], workbook["Setup"]["B7"] = "Zoe", "Yan"
    workbook.save(folder / "club.xlsx")
    assert watched.wait_for("values calculated anew").endswith("published.")
    assert names(folder / "club.xlsx") == ["Zoe", "Yan", ""]
    assert "Zoe" in (site / "club.html").read_text("utf-8")
    lines = len(watched.lines)
    time.sleep(1.0)
    assert watched.end(signal.SIGINT) == Exit.DONE
    watched.wait_for("not watched any more")
    assert len(watched.lines) == lines + 1, "its own writing is no change"
    assert len(backups_of(folder / "club.xlsx")) == 2, "as it was before each update"
    assert not list(folder.glob(".*")), "nothing is left behind"


def test_before_the_first_pairing_the_page_has_who_is_entered(folder) -> None:
    book, site = folder / "club.xlsx", folder / "site"
    watched = Watch(folder, "--publish", str(site))
    watched.wait_for("club.xlsx:")
    sheet, cell = Tables(Event.open(book).tables).place("listed[1].name").split("!")
    place = CellAddress(sheet, *parse_cell_reference(cell))
    atomic.write(
        book, lambda file: file.write(with_values(Package.from_path(book), {place: "Eve"}))
    )
    assert watched.wait_for("calculated anew").endswith("published.")
    page = (site / "club.html").read_text("utf-8")
    assert "Eve" in page and "Nobody is entered yet" not in page
    assert 'class="status alert"' not in page
    assert watched.end() == Exit.DONE


def test_it_ends_when_it_is_told_to_while_it_works(folder) -> None:
    watched = Watch(folder)
    watched.wait_for("watching; Ctrl-C ends it")
    (folder / "club.csv").write_text(HEADING + "Ada,Bob,2,25,15\n", "utf-8")
    time.sleep(0.5)
    assert watched.end() == Exit.DONE
    assert names(folder / "club.xlsx") in (["Ada", "Bob", ""], ["", "", ""])
    assert not list(folder.glob(".*"))


def test_the_extra_is_named_where_it_is_missing(run, folder, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    code, out, err = run("watch", folder)
    assert (code, out) == (Exit.WRONG, "")
    assert "watching needs the extra; pip install 'xl-tourney[watch]'." in err


def test_a_folder_that_is_none_is_refused(run, tmp_path) -> None:
    code, _, err = run("watch", tmp_path / "nowhere")
    assert code == Exit.WRONG and "does not exist" in err


def test_an_index_that_cannot_be_written_is_named_and_watching_goes_on(folder) -> None:
    site = folder.parent / "site"
    (site / "index.html").mkdir(parents=True)  # a folder where the index belongs
    watch = Watch(folder, "--publish", str(site))
    try:
        assert "is no regular file" in watch.wait_for("the index is not new")
        (folder / "club.csv").write_text(HEADING + "Ann,Bob,3,40,20\n", "utf-8")
        watch.wait_for("added; published")
        (site / "index.html").rmdir()
        (folder / "club.csv").write_text(HEADING + "Ann,Bob,3,30,30\n", "utf-8")
        watch.wait_for("2 values replaced; published")
        assert (site / "index.html").is_file()
    finally:
        assert watch.end() == Exit.DONE
