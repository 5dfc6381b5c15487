"""A workbook in use is replaced only if it is the one that was read: no save of others is lost."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.backups import backups_of
from tests.recalculation.books import book, cached
from xl_tourney import atomic
from xl_tourney.errors import WriteError
from xl_tourney.ooxml import saving
from xl_tourney.ooxml.backups import Backups, Keeping
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.saving import replace_workbook, work_on, write_over
from xl_tourney.recalculation.recalculate import recalc


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return book(tmp_path / "book.xlsx", {"A1": 1})


@pytest.fixture(params=[True, False], ids=["exchange", "no exchange"])
def can_exchange(request, monkeypatch) -> bool:
    if not request.param:
        monkeypatch.setattr(atomic, "exchange", lambda one, other: False)
    return request.param


def content_of(folder: Path, cells: dict[str, object]) -> bytes:
    return book(folder / "other.xlsx", cells).read_bytes()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != "other.xlsx")


def test_what_was_read_is_replaced(file, tmp_path, can_exchange) -> None:
    new = content_of(tmp_path, {"A1": 2})
    old = file.read_bytes()
    saved = replace_workbook(Package.from_path(file), new, Keeping())
    assert saved == (new, True, *backups_of(file))
    assert file.read_bytes() == new and saved.backup.read_bytes() == old
    assert names(tmp_path) == ["book.backups", "book.xlsx"]


def test_what_was_saved_meanwhile_stays(file, tmp_path, can_exchange) -> None:
    package = Package.from_path(file)
    book(file, {"A1": 3})
    with pytest.raises(atomic.ChangedError, match="as they left it"):
        replace_workbook(package, content_of(tmp_path, {"A1": 2}), Keeping())
    assert cached(file) == {"A1": 3}
    assert names(tmp_path) == ["book.xlsx"]


def test_work_is_done_again_on_what_was_saved_meanwhile(file, tmp_path, can_exchange) -> None:
    read = []

    def work(package: Package) -> None:
        read.append(cached(file)["A1"])
        if len(read) < 3:
            book(file, {"A1": 10 * len(read)})
        replace_workbook(package, content_of(tmp_path, {"A1": 2}))

    work_on(file, work)
    assert read == [1, 10, 20]
    assert cached(file) == {"A1": 2}


def test_that_nothing_is_new_is_said_of_the_file_as_it_is(file) -> None:
    read = []

    def work(package: Package) -> None:
        read.append(cached(file)["A1"])
        if len(read) == 1:
            book(file, {"A1": 10})
        replace_workbook(package, package.data)

    work_on(file, work)
    assert read == [1, 10]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such exchange")
def test_a_save_in_the_very_moment_of_replacing_is_not_lost(file, tmp_path, monkeypatch) -> None:
    """Somebody saves after the last look at the file and before it is replaced."""
    package = Package.from_path(file)
    is_in, looks = package.is_in, []

    def look_and_be_overtaken(path: Path) -> bool:
        found = is_in(path)
        if not looks:
            book(file, {"A1": 7})
        looks.append(found)
        return found

    monkeypatch.setattr(package, "is_in", look_and_be_overtaken)
    with pytest.raises(atomic.ChangedError):
        replace_workbook(package, content_of(tmp_path, {"A1": 2}))
    assert looks == [True, False]
    assert cached(file) == {"A1": 7}
    assert names(tmp_path) == ["book.xlsx"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such exchange")
@pytest.mark.parametrize("more_saves", [1, 2, 3])
def test_saves_while_a_file_is_given_back_are_not_lost(
    file, tmp_path, monkeypatch, more_saves
) -> None:
    """Somebody saves again and again, each time just before two files change places."""
    package = Package.from_path(file)
    exchange, saves = atomic.exchange, []

    def save_first(one: Path, other: Path) -> bool:
        if len(saves) <= more_saves:
            saves.append(10 + len(saves))
            new = book(tmp_path / "other.xlsx", {"A1": saves[-1]})
            new.replace(one)
        return exchange(one, other)

    monkeypatch.setattr(atomic, "exchange", save_first)
    content = content_of(tmp_path, {"A1": 2})
    with pytest.raises(atomic.ChangedError):
        replace_workbook(package, content)
    assert cached(file) == {"A1": saves[-1]}
    assert names(tmp_path) == ["book.xlsx"]


def replace_but(file: Path, spoil: Callable[[Path], None]) -> None:
    """Replace a workbook; somebody saves just before, and all is spoiled at the second look."""
    package, looks = Package.from_path(file), []
    is_in = package.is_in

    def look(path: Path) -> bool:
        looks.append(path)
        if len(looks) == 1:
            found = is_in(path)
            book(file, {"A1": 7})
            return found
        spoil(path)
        return is_in(path)

    package.is_in = look  # type: ignore[method-assign]
    replace_workbook(package, book(file.with_name("other.xlsx"), {"A1": 2}).read_bytes())


def kill(_: Path) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def kept_saves(folder: Path) -> list[object]:
    """Cell A1 of every workbook that was saved meanwhile and is kept in sight."""
    return [cached(path)["A1"] for path in folder.glob("book (saved meanwhile, *).xlsx")]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such exchange")
def test_a_save_that_was_taken_away_is_kept_when_the_command_is_killed(file, tmp_path) -> None:
    """It is killed when it has put its own content there and has not looked at what stood there."""
    killed = multiprocessing.get_context("fork").Process(
        target=replace_but, args=(file, kill), daemon=True
    )
    killed.start()
    killed.join(60)
    assert killed.exitcode == -signal.SIGKILL
    assert cached(file) == {"A1": 2}
    assert [name[:1] for name in names(tmp_path)] == [".", "b"]
    atomic.clean(tmp_path)
    assert kept_saves(tmp_path) == [7]
    assert len(names(tmp_path)) == 2 and not [*tmp_path.glob(".*")]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such exchange")
@pytest.mark.parametrize("error", [KeyboardInterrupt, PermissionError])
def test_a_save_that_was_taken_away_is_kept_when_an_error_ends_it(file, tmp_path, error) -> None:
    def fail(_: Path) -> None:
        raise error

    with pytest.raises((error, WriteError)):
        replace_but(file, fail)
    assert kept_saves(tmp_path) == [7]
    assert not [*tmp_path.glob(".*")]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such exchange")
def test_a_save_that_cannot_be_given_back_is_kept(file, tmp_path, monkeypatch) -> None:
    def stop_exchanging(_: Path) -> None:
        monkeypatch.setattr(atomic, "exchange", lambda one, other: False)

    with pytest.raises(atomic.ChangedError, match="their save is beside it"):
        replace_but(file, stop_exchanging)
    assert kept_saves(tmp_path) == [7]
    assert not [*tmp_path.glob(".*")]


@pytest.mark.slow
def test_a_workbook_that_somebody_is_writing_is_replaced_when_it_is_whole(file, tmp_path) -> None:
    """Only what was whole is kept as a copy."""
    whole, new = content_of(tmp_path, {"A1": 5}), content_of(tmp_path, {"A1": 6})
    with file.open("wb", buffering=0) as target:
        target.write(whole[:3_000])
        rest = threading.Timer(0.1, target.write, (whole[3_000:],))
        rest.start()
        saved = write_over(file, new)
        rest.join(30)
    assert file.read_bytes() == new
    assert saved.backup and saved.backup.read_bytes() == whole
    assert names(tmp_path) == ["book.backups", "book.xlsx"]


@pytest.mark.parametrize("is_written", [True, False])
def test_the_copy_stays_when_an_interrupt_comes_too_late(file, monkeypatch, is_written) -> None:
    old, write = file.read_bytes(), atomic.write

    def interrupted(path: Path, *given: object, **options: object) -> None:
        if is_written or path != file:
            write(path, *given, **options)
        if path == file:
            raise KeyboardInterrupt

    monkeypatch.setattr(atomic, "write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        replace_workbook(Package.from_path(file), b"new", Keeping())
    assert file.read_bytes() == (b"new" if is_written else old)
    assert [path.read_bytes() for path in backups_of(file)] == [old]


@pytest.mark.parametrize("kept", [0, 1])
@pytest.mark.parametrize("write", [replace_workbook, write_over])
def test_what_cannot_be_written_leaves_no_backup(file, tmp_path, monkeypatch, write, kept) -> None:
    """Those of before stay, with what is known of them."""
    old, write_file = file.read_bytes(), atomic.write
    for n in range(kept):
        write_over(file, content_of(tmp_path, {"A1": n + 2}), Keeping("pair"))
    before = backups_of(file), Backups(file).read(), file.read_bytes()
    there = names(tmp_path)

    def full(path: Path, *given: object, **options: object) -> None:
        if path == file:
            raise WriteError("the disk is full")
        write_file(path, *given, **options)

    monkeypatch.setattr(atomic, "write", full)
    given = file if write is write_over else Package.from_path(file)
    with pytest.raises(WriteError, match="full"):
        write(given, content_of(tmp_path, {"A1": 9}), Keeping("update"))
    assert (backups_of(file), Backups(file).read(), file.read_bytes()) == before
    assert names(tmp_path) == there
    assert [path.read_bytes() for path in backups_of(file)] == [old] * kept


def test_a_workbook_that_is_saved_all_the_time_is_not_replaced(file, tmp_path, monkeypatch) -> None:
    def write(*_: object, **__: object) -> None:
        raise atomic.ChangedError("book.xlsx: was changed by somebody meanwhile.")

    monkeypatch.setattr(atomic, "write", write)
    monkeypatch.setattr(saving, "_SETTLED_SECONDS", 0.01)
    with pytest.raises(WriteError, match="was changed by somebody meanwhile"):
        write_over(file, b"new")
    assert names(tmp_path) == ["book.backups", "book.xlsx"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such exchange")
def test_saves_that_are_kept_never_replace_one_another(file, tmp_path) -> None:
    for number in (1, 2, 3):
        aside = tmp_path / f".{atomic.host_id()}-0-new{number}-old.xl-tourney-of-book.xlsx"
        book(aside, {"A1": number})
        os.utime(aside, (0, 0))
        atomic._put_away(aside)
    assert sorted(kept_saves(tmp_path)) == [1, 2, 3]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such exchange")
def test_the_next_command_removes_what_is_left_even_if_it_writes_nothing(file, tmp_path) -> None:
    status = atomic.FileVersion.of(file.stat())
    with subprocess.Popen([sys.executable, "-c", ""]) as dead:
        dead.wait()
    left = f".{atomic.host_id()}-{dead.pid}-new-{status.code}.xl-tourney-of-book.xlsx"
    file.rename(tmp_path / left)
    book(file, {"A1": 2})
    assert not recalc(file).changed
    assert names(tmp_path) == ["book.xlsx"]


def test_a_workbook_that_is_whole_when_it_is_looked_at_again(file, tmp_path, monkeypatch) -> None:
    """It was half written when it was read, and whole before anybody could wait for it."""
    whole = content_of(tmp_path, {"A1": 5})
    file.write_bytes(whole[:3_000])
    read = Package.from_path

    def read_and_finish(path: Path, limits: object = None) -> Package:
        try:
            return read(path)
        finally:
            path.write_bytes(whole)

    monkeypatch.setattr(saving.Package, "from_path", read_and_finish)
    assert work_on(file, lambda package: package.data) == whole


@pytest.mark.slow
def test_a_half_written_workbook_is_read_when_it_is_whole(file, tmp_path, monkeypatch) -> None:
    whole = content_of(tmp_path, {"A1": 5})
    file.write_bytes(whole[:100])

    def write_once(_: float) -> None:
        if file.read_bytes() != whole:
            file.write_bytes(whole)

    monkeypatch.setattr(saving.time, "sleep", write_once)
    assert work_on(file, lambda package: package.data) == whole


def test_a_new_workbook_is_written_over_an_old_one_that_is_kept(file, tmp_path) -> None:
    old = file.read_bytes()
    with pytest.raises(WriteError, match=r"is there already; .* --force"):
        write_over(file, b"new", force=False)
    saved = write_over(file, b"new")
    assert (file.read_bytes(), saved.backup.read_bytes()) == (b"new", old)
    fresh = write_over(tmp_path / "fresh.xlsx", b"new", force=False)
    assert fresh == (b"new", True, None)
