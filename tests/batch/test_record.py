"""A second run does only what is left."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from xl_tourney.batch.paths import expand
from xl_tourney.batch.scheduler import recalc_many
from xl_tourney.batch.worker_pool import WorkerPool
from xl_tourney.calculation.receipt import Receipt
from xl_tourney.errors import WriteError
from xl_tourney.recalculation.options import Options

from ..recalculation import books
from . import attacks, deadly

pytestmark = pytest.mark.slow


@pytest.fixture
def season(tmp_path) -> Path:
    """A dozen workbooks, all different, one of them bad."""
    folder = tmp_path / "season"
    deadly.season(folder, 12, 1)
    for path in sorted(folder.iterdir())[1:]:
        books.book(path, deadly.stale() | {"D1": path.name})
    return folder


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    """Two workers for all runs."""
    with WorkerPool(2) as pool:
        yield pool


@pytest.fixture
def run(tmp_path, season, pool):
    def run(options: Options | None = None, stop_after: int = 0) -> list[Receipt]:
        """A run that is stopped has workers of its own, which end with it."""
        workers = None if stop_after else pool
        receipts = recalc_many(
            expand([str(season)]),
            executor=workers,
            jobs=2,
            options=options,
            record=tmp_path / "runs.db",
        )
        found = []
        for receipt in receipts:
            found.append(receipt)
            if len(found) == stop_after:
                receipts.close()
        return found

    return run


def skipped(receipts: list[Receipt]) -> int:
    return sum(receipt.skipped and not receipt.failed for receipt in receipts)


def test_a_second_run_calculates_nothing(run) -> None:
    first, second = run(), run()
    assert (len(first), skipped(first)) == (12, 0)
    assert (len(second), skipped(second)) == (12, 11)
    assert [r.path for r in second if r.failed] == [r.path for r in first if r.failed]
    assert all(r.skipped for r in second)


def test_a_run_that_was_stopped_goes_on_where_it_was(run) -> None:
    done = {r.path for r in run(stop_after=5) if not r.failed}
    second = run()
    assert done <= {r.path for r in second if r.skipped}
    assert len(second) == 12
    assert sum(r.stale for r in second) + len(done) >= 11 - 2 * 2  # two under way in each worker
    assert skipped(run()) == 11


def test_a_changed_workbook_is_calculated_again(run, season) -> None:
    run()
    books.book(season / "00007.xlsx", deadly.stale() | {"D1": "edited"})
    again = [r for r in run() if not r.skipped and not r.failed]
    assert [Path(r.path).name for r in again] == ["00007.xlsx"]
    assert again[0].changed == 3


def test_a_workbook_that_moves_is_known_by_its_content(run, season) -> None:
    run()
    (season / "00007.xlsx").rename(season / "moved.xlsx")
    assert skipped(run()) == 11


def test_another_clock_or_engine_is_another_run(run) -> None:
    run()
    assert skipped(run(Options(now=datetime(2026, 3, 31)))) == 0
    assert skipped(run(Options(now=datetime(2026, 3, 31)))) == 11


def test_what_depends_on_the_clock_or_on_chance_is_never_recorded(run, season) -> None:
    books.book(season / "00001.xlsx", {"A1": ("=YEAR(TODAY())", 2026)})
    books.book(season / "00002.xlsx", {"A1": ("=RAND()>2", False)})
    books.book(season / "00003.xlsx", {"A1": ("=later>0", True)}, {"later": "=NOW()"})
    run()
    again = sorted(Path(r.path).name for r in run() if not r.skipped and not r.failed)
    assert again == ["00001.xlsx", "00002.xlsx", "00003.xlsx"]


def test_a_stale_workbook_stays_stale_under_check(run) -> None:
    first = run(Options(check=True))
    second = run(Options(check=True))
    assert sum(r.stale for r in first) == sum(r.stale for r in second) == 11
    run()
    assert skipped(run(Options(check=True))) == 11  # a check believes what a run has recorded


def test_the_program_s_version_is_part_of_the_key(run, monkeypatch) -> None:
    run()
    monkeypatch.setattr("xl_tourney.batch.record.__version__", "99")
    assert skipped(run()) == 0


def test_two_runs_may_share_a_record(run) -> None:
    run()
    with sqlite3.connect(":memory:"):
        first, second = run(), run()
    assert skipped(first) == skipped(second) == 11


def test_a_file_that_is_no_record_is_refused_and_left_alone(tmp_path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("no database, but the notes of the season " * 20, encoding="utf-8")
    with pytest.raises(WriteError, match=r"notes\.txt: cannot keep the record"):
        list(recalc_many([], jobs=1, record=other))
    assert other.read_text(encoding="utf-8").startswith("no database")


def ids(path: Path) -> tuple[int, int]:
    """The application and the version that a database names."""
    head = path.read_bytes()
    return int.from_bytes(head[68:72], "big"), int.from_bytes(head[60:64], "big")


def test_a_record_of_an_older_version_is_taken_over(run, tmp_path) -> None:
    """It says nothing of itself, but has these tables and no other."""
    run()
    path = tmp_path / "runs.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript("PRAGMA application_id = 0; PRAGMA user_version = 0")
    assert ids(path) == (0, 0)
    assert skipped(run()) == 11
    assert ids(path) == (int.from_bytes(b"xltr", "big"), 1)


@pytest.mark.parametrize("change", ["PRAGMA application_id = 7", "CREATE TABLE own (a)"])
def test_a_database_of_another_program_is_left_alone_with_its_log(change, tmp_path) -> None:
    path = tmp_path / "own.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(f"{change}; PRAGMA journal_mode = WAL; PRAGMA user_version = 1")
        there = {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()}
        assert len(there) == 3
        with pytest.raises(WriteError, match=r"own\.db: is a database of another program; name"):
            list(recalc_many([], jobs=1, record=path))
        assert {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()} == there


def test_a_damaged_workbook_is_told_and_a_slow_one_is_tried_again(tmp_path) -> None:
    """Until it changes; how long one takes depends on the machine, and is no property of it."""
    slow = tmp_path / "slow.xlsx"
    damaged = tmp_path / "damaged.xlsx"
    damaged.write_bytes(b"no workbook")
    attacks.CALCULATIONS["CUMIPMT over 1E12 periods"](slow)

    def run() -> dict[str, Receipt]:
        receipts = recalc_many([slow, damaged], jobs=2, timeout=0.5, record=tmp_path / "db")
        return {Path(receipt.path).name: receipt for receipt in receipts}

    first = run()
    assert "took more than 0.5 s of a processor" in first["slow.xlsx"].failed
    second = run()
    assert not second["slow.xlsx"].skipped and second["slow.xlsx"].failed
    told = second["damaged.xlsx"]
    assert not first["damaged.xlsx"].skipped and told.skipped
    assert told.failed.endswith(" (as recorded; it is tried again when the file changes).")
    assert told.failed.startswith(first["damaged.xlsx"].failed.rstrip("."))
    books.book(damaged, deadly.stale())
    assert run()["damaged.xlsx"].changed == 3


def test_a_workbook_that_kills_its_worker_does_so_once(tmp_path) -> None:
    path = tmp_path / "deadly.xlsx"
    deadly.deadly(path)

    def run() -> Receipt:
        with WorkerPool(1, initializer=deadly.install) as pool:
            (receipt,) = recalc_many([path], executor=pool, jobs=1, record=tmp_path / "db")
        return receipt

    first, second = run(), run()
    assert "died" in first.failed and not first.skipped
    assert "died" in second.failed and second.skipped


def test_what_is_read_only_today_is_tried_again(tmp_path) -> None:
    path = books.book(tmp_path / "book.xlsx", deadly.stale())
    path.with_name("~$book.xlsx").touch()

    def run() -> Receipt:
        (receipt,) = recalc_many([path], jobs=1, record=tmp_path / "db")
        return receipt

    assert "is open in a spreadsheet program" in run().failed
    path.with_name("~$book.xlsx").unlink()
    assert run().changed == 3


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes and holes in files like these")
def test_the_record_reads_nothing_that_the_limits_refuse(tmp_path) -> None:
    """A sparse file of 40 GB took all memory, and a pipe without a writer waited for one."""
    good = books.book(tmp_path / "good.xlsx", deadly.stale())
    huge, pipe = tmp_path / "huge.xlsx", tmp_path / "pipe.xlsx"
    with huge.open("wb") as file:
        file.truncate(40 << 30)
    os.mkfifo(pipe)
    receipts = {
        Path(receipt.path).name: receipt
        for receipt in recalc_many([huge, pipe, good], jobs=1, record=tmp_path / "db")
    }
    assert "larger than" in receipts["huge.xlsx"].failed
    assert "is no regular file" in receipts["pipe.xlsx"].failed
    assert receipts["good.xlsx"].changed == 3
