"""The last change is taken back, and that is, too; nobody else's work is lost by it."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import signal
from datetime import date, datetime
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

import xl_tourney
from tests.backups import backups_of
from tests.templates.small import SMALL
from xl_tourney.batch.paths import expand
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.errors import OptionError, WorkbookError, WriteError
from xl_tourney.languages import LANGUAGES, language_of
from xl_tourney.ooxml.backups import Backups
from xl_tourney.publication import state
from xl_tourney.publication.site.folder import find_books
from xl_tourney.publication.state import describe_saved

MATCHES = "player_a,player_b,games,tps_a,tps_b,event\nAda,Bob,3,45,15,1\nBob,Cy,3,40,20,1\n"
TODAY = date.today()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workbook that was renamed in twice, with its backups."""
    folder = tmp_path_factory.mktemp("event")
    data, book = folder / "data.csv", folder / "book.xlsx"
    data.write_text(MATCHES, "utf-8")
    xl_tourney.new("tantrix", book, data, **SMALL["tantrix"])
    xl_tourney.rename(book, "Bob", "Rob")
    xl_tourney.rename(book, "Cy", "Cyd")
    return book


@pytest.fixture
def book(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made.parent, tmp_path, dirs_exist_ok=True)
    return tmp_path / "book.xlsx"


def test_an_undo_is_undone_by_the_next_one(book: Path) -> None:
    new, (first, second) = book.read_bytes(), backups_of(book)
    before = [path.read_bytes() for path in (first, second)]
    (undone,) = xl_tourney.undo(book)
    assert (undone.name, undone.act) == (second.name, "rename")
    assert book.read_bytes() == before[1] and backups_of(book)[-1].read_bytes() == new
    xl_tourney.undo(book)
    assert book.read_bytes() == new
    xl_tourney.undo(book, to=first.name)
    assert book.read_bytes() == before[0]
    xl_tourney.undo(book)
    assert book.read_bytes() == new


def test_a_terminal_says_what_is_there_and_what_was_done(run, book: Path) -> None:
    first, second = backups_of(book)
    code, out, err = run("undo", book, "--list")
    titles, _, *lines = out.splitlines()
    assert (code, titles.split("  ")[0]) == (Exit.DONE, "Written over")
    assert [line.partition("rename")[2].strip() for line in lines] == [second.name, first.name]
    assert err == f"{book}: undo brings back {second.name}; backups are in {second.parent}.\n"
    _, out, _ = run("undo", book, "--list", "--json")
    assert [one["name"] for one in json.loads(out)] == [second.name, first.name]
    code, out, err = run("undo", book, "--to", first.stem)
    kept = backups_of(book)[-1]
    assert (code, out) == (Exit.DONE, "") and kept not in (first, second)
    assert err.startswith(f"{book}: is again as before rename, from {first.name}. ")
    assert err.endswith(f"The old workbook is {kept}; undo brings it back.\n")


def test_where_nothing_was_written_over_there_is_nothing_to_undo(run, tmp_path: Path) -> None:
    book = tmp_path / "book.xlsx"
    book.write_bytes(b"any")
    says = f"{book}: there is nothing to undo; no backup is in {tmp_path / 'book.backups'}."
    assert run("undo", book) == (Exit.WRONG, "", f"{says}\n")
    assert "there is nothing to undo; backups are in" in run("undo", book, "--list")[2]
    assert [*tmp_path.iterdir()] == [book]
    missing = (Exit.WRONG, "", "no.xlsx: there is no such file; check the name.\n")
    assert run("undo", "no.xlsx") == run("undo", "no.xlsx", "--list") == missing


def test_what_somebody_saved_since_is_not_taken_back_but_by_force(book: Path) -> None:
    *_, second = backups_of(book)
    old = second.read_bytes()
    xl_tourney.rename(book, "Ada", "Ida", backup=False)
    theirs = book.read_bytes()
    for options in ({}, {"to": second.name}):
        with pytest.raises(
            WriteError, match=r"was changed since a command wrote it, at .* --force"
        ):
            xl_tourney.undo(book, **options)
    assert book.read_bytes() == theirs
    xl_tourney.undo(book, force=True)
    assert book.read_bytes() == old and backups_of(book)[-1].read_bytes() == theirs


def test_who_saves_in_that_very_moment_is_not_written_over(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_whole = Backups.is_whole

    def overtaken(*given: object) -> bool:
        book.write_bytes(b"theirs")
        return is_whole(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(Backups, "is_whole", overtaken)
    with pytest.raises(WriteError, match="was changed by somebody meanwhile"):
        xl_tourney.undo(book)
    assert book.read_bytes() == b"theirs"


def test_a_workbook_that_is_open_stays(book: Path) -> None:
    before = book.read_bytes()
    book.with_name("~$book.xlsx").touch()
    with pytest.raises(WriteError, match="is open in a spreadsheet program"):
        xl_tourney.undo(book)
    assert book.read_bytes() == before and len(xl_tourney.undo(book, list=True)) == 2


def test_a_damaged_backup_and_an_unknown_one_are_refused(book: Path) -> None:
    before, (first, second) = book.read_bytes(), backups_of(book)
    second.write_bytes(second.read_bytes()[:5000])
    with pytest.raises(WorkbookError, match=r"\.xlsx: is damaged, or was changed; take another"):
        xl_tourney.undo(book)
    with pytest.raises(OptionError, match=r"yesterday: is no backup of .*; --list names them"):
        xl_tourney.undo(book, to="yesterday")
    assert book.read_bytes() == before
    xl_tourney.undo(book, to=first.name)
    assert book.read_bytes() == first.read_bytes()


@pytest.mark.parametrize("how", ["missing", "damaged", "of the same state"])
def test_a_workbook_that_is_lost_is_brought_back(book: Path, how: str) -> None:
    *_, second = backups_of(book)
    old = second.read_bytes()
    if how == "missing":
        book.unlink()
    elif how == "damaged":
        book.write_bytes(b"damaged")
    else:
        shutil.copy(second, book)
        old = backups_of(book)[0].read_bytes()
    xl_tourney.undo(book, force=how != "missing")
    assert book.read_bytes() == old


def act_and_die(act: str, book: Path, writes: int) -> None:
    """Do something, and be killed at a write to the disk."""
    sync, left = os.fsync, count(-writes)

    def die(file: int) -> None:
        if next(left) == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        sync(file)

    os.fsync = die
    if act == "undo":
        xl_tourney.undo(book)
    else:
        xl_tourney.rename(book, "Ada", "Ida")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="it forks")
@pytest.mark.parametrize("act", ["undo", "rename"])
def test_whenever_it_is_killed_nothing_is_lost_and_the_next_undo_is_right(
    book: Path, tmp_path: Path, act: str
) -> None:
    old, before = book.read_bytes(), backups_of(book)[-1].read_bytes()
    seen = set()
    for writes in count():
        event = tmp_path / str(writes)
        shutil.copytree(book.parent, event, ignore=shutil.ignore_patterns("[0-9]*"))
        again = event / "book.xlsx"
        killed = multiprocessing.get_context("fork").Process(
            target=act_and_die, args=(act, again, writes), daemon=True
        )
        killed.start()
        killed.join()
        now = again.read_bytes()
        xl_tourney.undo(again)
        seen.add(now == old)
        assert again.read_bytes() == (before if now == old else old)
        assert now in [path.read_bytes() for path in backups_of(again)]
        assert not [*event.rglob(".*")]
        if not killed.exitcode:
            break
    assert writes > 5 and seen == {True, False}


def fake(monkeypatch: pytest.MonkeyPatch, code: str, held: int) -> None:
    """Let every workbook be one in a language, in which some rounds are over and one is begun."""
    over = [
        SimpleNamespace(label=f"Round {n + 1}", is_begun=True, is_open=False) for n in range(held)
    ]
    going_on = SimpleNamespace(label=f"Round {held + 1}", is_begun=True, is_open=True)
    event = SimpleNamespace(rounds=[*over, going_on], language=language_of(code))
    monkeypatch.setattr(state, "Package", lambda _: None)
    monkeypatch.setattr(state, "Event", lambda _: event)


@pytest.mark.parametrize("code", LANGUAGES)
def test_names_are_in_the_language_and_valid_everywhere(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = datetime(TODAY.year, 11, 29, 14, 5)
    fake(monkeypatch, code, 3)
    name, held = describe_saved(b"", saved)
    said = {"en": " after round 3, 29 Nov 14.05", "de": " nach Runde 3, 29. Nov. 14.05"}
    assert held == 3 and said.get(code, name) == name
    assert "3" in name and "29" in name and name.endswith(" 14.05")
    fake(monkeypatch, code, 0)
    plain, none = describe_saved(b"", saved.replace(year=2020))
    assert none is None and plain.startswith(", ") and "2020" in plain and plain.endswith(" 14.05")
    for text in (name, plain):
        assert not set(text) & set('<>:"/\\|?*') and text.isprintable()


@pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n"])
def test_of_what_is_no_workbook_the_time_is_known(content: bytes) -> None:
    assert describe_saved(content, datetime(2020, 1, 2, 3, 4)) == (", 2 January 2020 03.04", None)


def test_backups_are_no_workbooks_of_their_folder(book: Path) -> None:
    (book.parent / "book.bak.xlsx").write_bytes(b"of an earlier version")
    assert [*find_books(book.parent)] == [book]
    for words in (book.parent, book.parent / "**" / "*.xlsx"):
        assert [*expand([str(words)])] == [str(book)]
    named = [Backups(book).folder / "*.xlsx", book.parent / "*.bak.xlsx"]
    assert len([*expand(map(str, named))]) == 3, "where they are what is asked for"
