"""Many workbooks: none is lost, whatever one of them does."""

from __future__ import annotations

import os
import tracemalloc
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from xl_tourney.batch import scheduler
from xl_tourney.batch.paths import expand
from xl_tourney.batch.scheduler import recalc_many
from xl_tourney.batch.worker_pool import WorkerPool
from xl_tourney.calculation.receipt import Receipt
from xl_tourney.recalculation.options import Options

from ..recalculation import books
from . import deadly

pytestmark = pytest.mark.slow


def in_pool(paths: Sequence[str], unfinished: int) -> list[Receipt]:
    """A run whose workers know the deadly function.

    The time is limited only when nothing but ``unfinished`` workbooks is left: the endless one, and
    those to be tried again after it.  The others have the time that a busy machine needs.
    """
    receipts: list[Receipt] = []
    with WorkerPool(2, timeout=600, initializer=deadly.install) as pool:
        for receipt in recalc_many(paths, executor=pool, jobs=2):
            receipts.append(receipt)
            pool.timeout = 0.5 if len(receipts) == len(paths) - unfinished else 600
    return receipts


def test_every_workbook_has_its_receipt_and_every_bad_one_its_reason(tmp_path) -> None:
    season = tmp_path / "season"
    reasons = deadly.season(season, 120, 12)
    counts = Counter(reasons.values())
    assert counts[deadly.BAD[deadly.without_end]] == counts[deadly.BAD[deadly.deadly]] == 1
    before = {path: Path(path).read_bytes() for path in reasons}
    receipts = {r.path: r for r in in_pool(list(expand([str(season)])), unfinished=2)}
    assert sorted(receipts) == sorted(map(str, season.iterdir()))  # nothing lost or left behind
    assert len(receipts) == 120
    for path, receipt in receipts.items():
        if path in reasons:
            assert receipt.failed
            assert receipt.failed.startswith(f"{path}: ")
            assert reasons[path] in receipt.failed
            assert Path(path).read_bytes() == before[path]
        else:
            assert receipt.failed is None
            assert (receipt.formulas, receipt.changed) == (3, 3)
    good = next(path for path in receipts if path not in reasons)
    fresh = books.cached(Path(good))
    assert {cell: fresh[cell] for cell in deadly.FRESH} == pytest.approx(deadly.FRESH, rel=1e-5)


def test_the_receipts_do_not_gather_in_memory(tmp_path) -> None:
    """Ten times as many workbooks take the parent no more memory."""
    path = str(books.book(tmp_path / "one.xlsx", {"A1": 1, "A2": ("=A1+1", 2)}))

    def peak(workbooks: int) -> int:
        tracemalloc.start()
        try:
            with WorkerPool(2) as pool:
                many = (path for _ in range(workbooks))
                assert sum(1 for _ in recalc_many(many, executor=pool, jobs=2)) == workbooks
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(20)
    assert peak(200) < peak(20) + 100_000


def test_paths_are_taken_when_there_is_room_for_them(tmp_path) -> None:
    path = str(books.book(tmp_path / "one.xlsx", {"A1": ("=1+1", 2)}))
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield path

    receipts = recalc_many(endless(), jobs=1)
    for _ in range(5):
        next(receipts)
    assert taken < 10
    receipts.close()
    with ThreadPoolExecutor(1) as threads:
        taken = 0
        receipts = recalc_many(endless(), executor=threads, jobs=1)
        next(receipts)
        assert taken <= 3 * scheduler._BATCH_SIZE
        receipts.close()


def test_a_run_that_is_left_ends_its_processes(tmp_path) -> None:
    deadly.without_end(tmp_path / "endless.xlsx")
    deadly.not_a_zip(tmp_path / "bad.xlsx")
    paths = [str(tmp_path / "bad.xlsx"), *[str(tmp_path / "endless.xlsx")] * 4]
    receipts = recalc_many(paths, jobs=2)
    assert next(receipts).failed
    workers = [p for p in psutil.Process().children() if "spawn_main" in " ".join(p.cmdline())]
    receipts.close()  # and does not wait for them
    assert workers
    assert not any(worker.is_running() for worker in workers)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bad.xlsx", "endless.xlsx"]


def test_a_workbook_that_needs_too_much_memory_is_ended(tmp_path) -> None:
    deadly.swelling(tmp_path / "swelling.xlsx")
    books.book(tmp_path / "small.xlsx", deadly.stale())
    receipts = {
        Path(r.path).name: r
        for r in recalc_many(expand([str(tmp_path)]), jobs=1, max_memory=150 << 20)
    }
    assert "more than 157,286,400 bytes of memory" in (receipts["swelling.xlsx"].failed or "")
    assert receipts["small.xlsx"].changed == 3


def test_a_worker_killed_from_outside_costs_no_workbook(tmp_path) -> None:
    deadly.season(tmp_path / "season", 80, 1)
    receipts = []
    for receipt in recalc_many(expand([str(tmp_path / "season")]), jobs=2):
        receipts.append(receipt)
        if len(receipts) == 25:
            children = psutil.Process().children()
            victims = [p for p in children if "spawn_main" in " ".join(p.cmdline())]
            victims[0].kill()
    assert len({r.path for r in receipts}) == len(receipts) == 80
    assert sum(bool(r.failed) for r in receipts) == 1  # the one that is no zip


class BreaksOnce(ThreadPoolExecutor):
    """An executor that loses its first tasks, as a cluster does when a machine goes."""

    lost = 3

    def submit(self, call, /, *arguments, **options):
        self.lost -= 1
        return super().submit(lose if self.lost >= 0 else call, *arguments, **options)


def lose(*_: object) -> None:
    raise OSError("the machine is gone")


def test_what_an_executor_loses_is_tried_again_alone(tmp_path) -> None:
    deadly.season(tmp_path / "season", 60, 1)
    with BreaksOnce(2) as executor:
        receipts = list(recalc_many(expand([str(tmp_path / "season")]), executor=executor))
        assert len({r.path for r in receipts}) == len(receipts) == 60
        assert sum(bool(r.failed) for r in receipts) == 1
        executor.lost = 100
        lost = list(recalc_many([str(tmp_path / "season" / "00001.xlsx")], executor=executor))
    assert [r.failed for r in lost] == [
        f"{lost[0].path}: the machine is gone; the workbook is left as it is."
    ]


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_will_do(kind: type[Executor], tmp_path) -> None:
    deadly.season(tmp_path / "season", 40, 1)
    with kind(1) as executor:
        receipts = list(recalc_many(expand([str(tmp_path / "season")]), executor=executor))
    assert len({r.path for r in receipts}) == 40
    assert sum(r.changed for r in receipts) == 3 * 39


def test_a_broken_standard_pool_still_gives_every_receipt(tmp_path) -> None:
    deadly.season(tmp_path / "season", 40, 1)
    with ProcessPoolExecutor(1) as executor:
        with pytest.raises(Exception, match="terminated abruptly"):
            executor.submit(deadly.die).result(30)
        receipts = list(recalc_many(expand([str(tmp_path / "season")]), executor=executor))
    assert len(receipts) == 40
    assert all("terminated abruptly" in (r.failed or "") for r in receipts)


def test_limits_hold_for_any_executor(tmp_path) -> None:
    small = books.book(tmp_path / "small.xlsx", deadly.stale())
    deadly.without_end(tmp_path / "endless.xlsx")
    with ThreadPoolExecutor(2) as executor:
        (good,) = recalc_many([small], executor=executor, timeout=600, max_memory=1 << 30)
        (bad,) = recalc_many([tmp_path / "endless.xlsx"], executor=executor, timeout=0.5)
    scheduler.limiting_pool("formualizer").shutdown()
    scheduler.limiting_pool.cache_clear()
    assert (good.failed, good.changed) == (None, 3)
    assert "it took more than 0.5 s of a processor; the workbook is left as it is" in (
        bad.failed or ""
    )


def test_check_writes_nothing(tmp_path) -> None:
    path = books.book(tmp_path / "one.xlsx", deadly.stale())
    before = path.read_bytes()
    (receipt,) = recalc_many([path], jobs=1, options=Options(check=True))
    assert receipt.stale
    assert path.read_bytes() == before


def test_what_a_killed_writer_left_is_removed(tmp_path) -> None:
    """A worker may die while it writes; its half file does not stay in the folder."""
    path = books.book(tmp_path / "one.xlsx", deadly.stale())
    before = path.read_bytes()
    with WorkerPool(1, initializer=die_while_writing) as pool:
        (receipt,) = recalc_many([path], executor=pool)
    assert "died" in (receipt.failed or "")
    assert [p.name for p in tmp_path.iterdir()] == ["one.xlsx"]
    assert path.read_bytes() == before


def die_while_writing() -> None:
    os.fsync = lambda _: deadly.die()


def test_folders_patterns_and_names(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("b.xlsx", "a.XLSM", "~$a.xlsm", ".hidden.xlsx", "notes.txt", "in/c.xltx"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).touch()
    folder = ["a.XLSM", "b.xlsx", str(Path("in", "c.xltx"))]
    assert list(expand(["."])) == folder
    assert sorted(expand(["**/*.x*"])) == ["b.xlsx", str(Path("in", "c.xltx"))]
    assert list(expand(["missing.xlsx", "none/*.xlsx"])) == ["missing.xlsx", "none/*.xlsx"]
    assert list(expand(["s3://club/a.xlsx"])) == ["s3://club/a.xlsx"]
    Path("[1].xlsx").touch()
    assert list(expand(["[1].xlsx"])) == ["[1].xlsx"]
