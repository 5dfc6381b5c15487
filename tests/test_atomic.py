"""A file is replaced as a whole, with all that stands for it, and never against its writer."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.recalculation.books import book, cached
from xl_tourney import atomic, guarded_call
from xl_tourney.errors import WorkbookError, WriteError
from xl_tourney.ooxml import saving
from xl_tourney.ooxml.package import Package
from xl_tourney.recalculation import recalculate
from xl_tourney.recalculation.recalculate import recalc

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return book(tmp_path / "book.xlsx", {"A1": 1, "A2": ("=A1+1", 0)})


def fill(path: Path, content: bytes = b"new") -> None:
    atomic.write(path, lambda file: file.write(content))


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


@posix
def test_owner_group_mode_and_attributes_survive(file) -> None:
    file.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(file, 1234, 2345)
    before = file.stat()
    has_attributes = hasattr(os, "setxattr")
    if has_attributes:
        try:
            os.setxattr(file, "user.club", b"go")
        except OSError:  # the file system has none
            has_attributes = False
    assert recalc(file).changed == 1
    after = file.stat()
    assert (after.st_uid, after.st_gid, after.st_mode) == (
        before.st_uid,
        before.st_gid,
        before.st_mode,
    )
    if has_attributes:
        assert os.getxattr(file, "user.club") == b"go"
    assert names(file.parent) == ["book.xlsx"]


@posix
def test_hard_links_survive(file) -> None:
    link = file.with_name("link.xlsx")
    os.link(file, link)
    assert recalc(file).changed == 1
    assert file.samefile(link)
    assert cached(link)["A2"] == 2
    assert names(file.parent) == ["book.xlsx", "link.xlsx"]


@posix
def test_a_temporary_file_is_never_more_readable(file) -> None:
    file.chmod(0o600)
    modes = []

    def note(target) -> None:
        target.write(b"x")
        modes.extend(path.stat().st_mode for path in file.parent.glob(".*"))

    atomic.write(file, note)
    assert [stat.S_IMODE(mode) for mode in modes] == [0o600]
    fill(file.with_name("new"))
    assert stat.S_IMODE(file.with_name("new").stat().st_mode) & 0o600 == 0o600


@posix
def test_what_is_read_only_or_no_regular_file_is_refused(file, tmp_path) -> None:
    before = file.read_bytes()
    file.chmod(0o440)
    with pytest.raises(WriteError, match="is read-only; it is left as it is"):
        recalc(file)
    assert file.read_bytes() == before
    pipe = tmp_path / "pipe.xlsx"
    os.mkfifo(pipe)
    with pytest.raises(WorkbookError, match="is no regular file"):
        recalc(pipe)
    for target in (pipe, tmp_path, Path(os.devnull)):
        with pytest.raises(WriteError, match="is no regular file"):
            recalc(file, output=target)
    for target in (pipe, Path("/dev/zero")):
        with pytest.raises(WriteError, match="is no regular file"):
            saving.write_over(target, b"new")
        with pytest.raises(WriteError, match="is there already"):
            saving.write_over(target, b"new", force=False)
    link = tmp_path / "link.xlsx"
    link.symlink_to(os.devnull)
    with pytest.raises(WriteError, match="is no regular file"):
        recalc(file, output=link)
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)
    assert names(tmp_path) == ["book.xlsx", "link.xlsx", "pipe.xlsx"]


def run_after(monkeypatch, change) -> list[int]:
    """Let somebody change the file after it was read and before it is written."""
    calls: list[int] = []
    run = recalculate.Recalculation.run

    def run_and_change(recalculation):
        receipt = run(recalculation)
        calls.append(1)
        change(len(calls))
        return receipt

    monkeypatch.setattr(recalculate.Recalculation, "run", run_and_change)
    return calls


def test_what_somebody_saves_meanwhile_is_calculated_too(file, monkeypatch) -> None:
    calls = run_after(
        monkeypatch,
        lambda number: number == 1 and book(file, {"A1": 20, "A2": ("=A1+1", 0)}),
    )
    assert recalc(file).changed == 1
    assert len(calls) == 2
    assert cached(file) == {"A1": 20, "A2": 21}


def test_it_gives_up_against_somebody_who_saves_all_the_time(file, monkeypatch) -> None:
    run_after(monkeypatch, lambda number: book(file, {"A1": 20 + number, "A2": ("=A1+1", 0)}))
    with pytest.raises(WriteError, match="was changed by somebody meanwhile; it is as they left"):
        recalc(file)
    assert cached(file) == {"A1": 20 + saving._MAX_ATTEMPTS, "A2": 0}
    assert names(file.parent) == ["book.xlsx"]


def test_the_same_content_saved_again_is_no_change(file, monkeypatch) -> None:
    data = file.read_bytes()
    calls = run_after(monkeypatch, lambda number: file.write_bytes(data))
    assert recalc(file).changed == 1
    assert len(calls) == 1


@pytest.mark.parametrize("name", ["~$book.xlsx", ".~lock.book.xlsx#"])
def test_what_a_program_has_open_is_left_alone(file, name) -> None:
    file.with_name(name).touch()
    with pytest.raises(WriteError, match=r"is open in .*close it there, or add --force"):
        recalc(file)
    assert recalc(file, check=True).stale
    assert recalc(file, force=True).written


def test_only_what_the_dead_left_is_removed(tmp_path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as dead:
        dead.wait()
    host = atomic.host_id()
    left = tmp_path / f".{host}-{dead.pid}-ab.xl-tourney"
    own = tmp_path / f".{host}-{os.getpid()}-ab.xl-tourney"
    other = tmp_path / f".elsewhere-{dead.pid}-ab.xl-tourney"
    old = tmp_path / f".elsewhere-{dead.pid}-cd.xl-tourney"
    for path in (left, own, other, old):
        path.touch()
    two_days_ago = time.time() - 172_800
    os.utime(old, (two_days_ago, two_days_ago))
    atomic.clean(tmp_path)
    assert names(tmp_path) == sorted([own.name, other.name])


def test_a_package_knows_its_file(file) -> None:
    package = Package.from_path(file)
    assert package.is_in(file)
    data = file.read_bytes()
    file.write_bytes(data[:-1])
    assert not package.is_in(file)
    file.unlink()
    assert not package.is_in(file)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells it in /proc")
def test_what_a_dead_process_left_is_removed_though_nobody_has_asked_for_its_end(tmp_path) -> None:
    """In a container without an init such a process keeps its number."""
    with subprocess.Popen([sys.executable, "-c", ""], stdout=subprocess.PIPE) as dead:
        assert dead.stdout and not dead.stdout.read()
        stat_file = Path(f"/proc/{dead.pid}/stat")
        while ") Z" not in stat_file.read_text("ascii"):
            time.sleep(0.01)
        (tmp_path / f".{atomic.host_id()}-{dead.pid}-x.xl-tourney").touch()
        atomic.clean(tmp_path)
        assert names(tmp_path) == []


def test_temporary_folders_of_another_machine_stay(tmp_path, monkeypatch) -> None:
    """Containers may share a folder for temporary files; a number is a process of one of them."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", ""]) as dead:
        dead.wait()
    left = tmp_path / f"xl-tourney-{atomic.host_id()}-{dead.pid}-ab"
    other = tmp_path / f"xl-tourney-elsewhere-{dead.pid}-ab"
    left.mkdir()
    other.mkdir()
    with guarded_call.temporary_folder() as folder:
        assert names(tmp_path) == sorted([folder.name, other.name])
    assert names(tmp_path) == [other.name]


@posix
def test_a_process_of_somebody_else_may_be_writing(monkeypatch) -> None:
    def refuse(process: int, signal: int) -> None:
        raise PermissionError

    assert atomic._lives(os.getpid()) is True
    monkeypatch.setattr(os, "kill", refuse)
    assert atomic._lives(1) is True


def test_a_new_file_is_written_where_the_system_has_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "link")
    atomic.write_new(tmp_path / "book.xlsx", lambda file: file.write(b"new"))
    assert (tmp_path / "book.xlsx").read_bytes() == b"new"
    with pytest.raises(FileExistsError):
        atomic.write_new(tmp_path / "book.xlsx", lambda file: file.write(b"newer"))
    assert names(tmp_path) == ["book.xlsx"]
