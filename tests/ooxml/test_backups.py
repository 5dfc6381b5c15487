"""What is written over is kept, under a name that a person understands, and some of it for ever."""

from __future__ import annotations

import errno
import json
import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.backups import backups_of
from xl_tourney import atomic
from xl_tourney.errors import WriteError
from xl_tourney.ooxml import backups as module
from xl_tourney.ooxml.backups import Backup, Backups, Keeping, digest
from xl_tourney.ooxml.saving import write_over

SAVED = datetime(2026, 11, 29, 14, 5)
posix = pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "open.xlsx"
    path.write_bytes(b"zero")
    return path


def after(round: int | None) -> Keeping:
    return Keeping("pair", lambda _, saved: (f" after round {round}, {saved:%d %b %H.%M}", round))


def save(book: Path, content: bytes, when: datetime = SAVED) -> None:
    """Save a workbook as another program does, at a time."""
    book.write_bytes(content)
    os.utime(book, (when.timestamp(), when.timestamp()))


def keep(book: Path, content: bytes, keeping: Keeping) -> str:
    save(book, content)
    copy = Backups(book).keep(content, b"new", keeping)
    assert copy.read_bytes() == content
    return copy.name


def test_names_have_the_time_of_saving_and_two_of_a_minute_are_two_files(book: Path) -> None:
    assert keep(book, b"one", Keeping()) == "open, 2026-11-29 14.05.xlsx"
    assert keep(book, b"two", after(3)) == "open after round 3, 29 Nov 14.05.xlsx"
    assert keep(book, b"three", after(3)) == "open after round 3, 29 Nov 14.05 (2).xlsx"
    assert [path.read_bytes() for path in backups_of(book)] == [b"one", b"two", b"three"]
    assert [one.act for one in Backups(book).read()] == ["", "pair", "pair"]


def test_workbooks_of_one_name_but_for_its_ending_share_a_folder(book: Path) -> None:
    keep(book, b"one", after(1))
    other = book.with_suffix(".xlsm")
    keep(other, b"macros", after(1))
    assert [one.old for one in Backups(book).read()] == [digest(b"one")]
    assert [one.old for one in Backups(other).read()] == [digest(b"macros")]


def passed(book: Path, monkeypatch: pytest.MonkeyPatch, ages: list[tuple[int, int | None]]) -> None:
    """Keep states that were written over so many hours ago, each of a round."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:
            return SAVED - timedelta(hours=hours)

    monkeypatch.setattr(module, "datetime", Clock)
    for hours, number in ages:
        keep(book, f"{hours} hours ago".encode(), after(number))


def ages(book: Path) -> list[int]:
    return [int(path.read_bytes().split()[0]) for path in backups_of(book)]


def test_of_the_oldest_the_last_of_each_day_and_round_stay(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = [24 * day + hour for day in (400, 30, 9) for hour in (3, 2, 1)]
    passed(book, monkeypatch, [*((hours, 1) for hours in days), (200, 7), (199, 1)])
    passed(book, monkeypatch, [(23, 1), (22, 1), (0, 1)])
    assert ages(book) == [24 * 400 + 1, 24 * 30 + 1, 24 * 9 + 1, 200, 199, 23, 22, 0]


def test_what_was_not_written_here_is_never_removed(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed(book, monkeypatch, [(2002, 1), (2001, 1), (2000, 1)])
    folder = Backups(book).folder
    changed, *_ = backups_of(book)
    changed.write_bytes(b"opened, and saved")
    own = folder / "open after round 1, by myself.xlsx"
    own.write_bytes(b"own")
    passed(book, monkeypatch, [(0, 1)])
    assert changed.read_bytes() == b"opened, and saved" and own.read_bytes() == b"own"
    left = {path.name for path in folder.glob("*.xlsx")} - {changed.name, own.name}
    assert len(left) == 2


@pytest.mark.parametrize("letter", ["x", "ö", "語"])
def test_the_longest_names_have_backups_too(tmp_path: Path, letter: str) -> None:
    length = (255 - len(".xlsx")) // len(letter.encode())
    book = tmp_path / f"{letter * length}.xlsx"
    assert keep(book, b"one", after(3)).startswith(letter * 50)
    assert keep(book, b"two", after(3)).endswith(" after round 3, 29 Nov 14.05 (2).xlsx")
    assert len(backups_of(book)) == 2


@posix
@pytest.mark.parametrize(
    "what", ["folder", "history.jsonl", "open after round 1, 29 Nov 14.05.xlsx"]
)
def test_nothing_is_written_through_a_link(book: Path, what: str) -> None:
    elsewhere = book.with_name("elsewhere")
    folder = Backups(book).folder
    if what == "folder":
        elsewhere.mkdir()
        folder.symlink_to(elsewhere)
    else:
        elsewhere.write_bytes(b"somebody's")
        folder.mkdir()
        (folder / what).symlink_to(elsewhere)
    save(book, b"old")
    if what.endswith(".xlsx"):
        saved = write_over(book, b"new", after(1))
        assert saved.backup and saved.backup.name == "open after round 1, 29 Nov 14.05 (2).xlsx"
    else:
        with pytest.raises(WriteError, match=r"open.backups.* is a link; remove it"):
            write_over(book, b"new", after(1))
        assert book.read_bytes() == b"old"
    assert (
        [*elsewhere.iterdir()] == []
        if what == "folder"
        else elsewhere.read_bytes() == (b"somebody's")
    )


@posix
def test_a_history_with_a_second_name_is_replaced_under_its_own_alone(book: Path) -> None:
    elsewhere = book.with_name("elsewhere")
    elsewhere.write_bytes(b"somebody's")
    Backups(book).folder.mkdir()
    os.link(elsewhere, Backups(book).folder / "history.jsonl")
    keep(book, b"one", after(1))
    assert elsewhere.read_bytes() == b"somebody's" and len(backups_of(book)) == 1


@posix
def test_of_a_workbook_that_is_a_link_the_folder_is_beside_the_file(book: Path) -> None:
    link = book.parent / "elsewhere" / "link.xlsx"
    link.parent.mkdir()
    link.symlink_to(book)
    assert Backups(link).folder == book.with_name("open.backups")


def test_where_nothing_can_be_kept_the_workbook_stays_as_it_is(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(atomic, "_fill", fail)
        with pytest.raises(WriteError, match=r"\.xlsx: cannot be written \(No space left on"):
            write_over(book, b"new", after(1))
    assert book.read_bytes() == b"zero" and [*Backups(book).folder.iterdir()] == []
    Backups(book).folder.rmdir()
    book.with_name("open.backups").write_bytes(b"a file of this name")
    with pytest.raises(WriteError, match=r"open.backups: cannot be written \(File exists\)."):
        write_over(book, b"new", after(1))
    assert book.read_bytes() == b"zero"


def test_what_a_killed_run_left_is_enough(book: Path) -> None:
    """It has written the copy, and was killed before it noted that."""
    name = keep(book, b"one", after(1))
    (Backups(book).folder / "history.jsonl").unlink()
    assert keep(book, b"one", after(1)) == name
    assert len(backups_of(book)) == 1


def test_two_at_once_both_stand_in_the_history(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(book, b"one", after(1))
    write, others = atomic.write, [book.with_suffix(".xlsm")]

    def overtaken(path: Path, *given: object, **options: object) -> None:
        if others and path.name == "history.jsonl":
            keep(others.pop(), b"three", after(1))
        write(path, *given, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(atomic, "write", overtaken)
    save(book, b"two")
    write_over(book, b"four", after(1))
    kept = [
        one.old for suffix in (".xlsx", ".xlsm") for one in Backups(book.with_suffix(suffix)).read()
    ]
    assert kept == [digest(content) for content in (b"one", b"two", b"three")]


@pytest.mark.parametrize(
    "line",
    [
        b"no json", b"[]", b'{"name": "open.xlsx"}', b"\xff",
        *(
            json.dumps(Backup(name, 1, "pair", when, digest(b"zero"), "")._asdict()).encode()
            for name, when in (("../open.xlsx", "2026-11-29 14:05:00"), ("open, 1.xlsx", "today"))
        ),
    ],
)  # fmt: skip
def test_what_is_no_history_names_nothing(book: Path, line: bytes) -> None:
    folder = Backups(book).folder
    folder.mkdir()
    (folder / "open, 1.xlsx").write_bytes(b"zero")
    (folder / "history.jsonl").write_bytes(line + b"\n")
    assert Backups(book).read() == []
    keep(book, b"one", after(1))
    assert len(Backups(book).read()) == 1
