"""A worker that dies, hangs or swells takes nothing with it but its own task."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from functools import partial
from pathlib import Path

import psutil
import pytest

from xl_tourney import guarded_call
from xl_tourney.batch import worker_pool
from xl_tourney.batch.worker_pool import WorkerPool
from xl_tourney.guarded_call import call_guarded
from xl_tourney.resource_limits import CalculationStart, LimitError, ResourceLimits, WorkerLostError

from ..processes import wait_for_end
from . import deadly


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    with WorkerPool(2) as pool:
        yield pool


def test_results_and_errors_come_back(pool) -> None:
    futures = [pool.submit(pow, number, 2) for number in range(50)]
    assert [future.result(30) for future in futures] == [number**2 for number in range(50)]
    assert pool.submit(int, "12", base=8).result(30) == 10
    with pytest.raises(ZeroDivisionError):
        pool.submit(divmod, 1, 0).result(30)


def test_workers_are_processes_and_stay(pool) -> None:
    ids = {pool.submit(os.getpid).result(30) for _ in range(20)}
    assert os.getpid() not in ids
    assert len(ids) <= 2


def test_a_dying_worker_takes_only_its_own_task(pool) -> None:
    others = [pool.submit(deadly.sleep, 0.01) for _ in range(30)]
    dead = [pool.submit(deadly.die) for _ in range(3)]
    others += [pool.submit(deadly.sleep, 0.01) for _ in range(30)]
    for future in dead:
        with pytest.raises(WorkerLostError, match=r"died \((SIGKILL|exit code 9)\)"):
            future.result(30)
    assert [future.result(30) for future in others] == [0.01] * 60


def test_a_worker_killed_while_idle_is_replaced(pool) -> None:
    victim = pool.submit(os.getpid).result(30)
    process = psutil.Process(victim)
    process.kill()
    wait_for_end(process)
    assert {pool.submit(os.getpid).result(30) for _ in range(10)} - {victim}


def test_a_task_without_end_is_ended() -> None:
    with WorkerPool(2, timeout=600) as pool:
        endless = pool.submit(sum, range(10**12))
        short = [pool.submit(deadly.sleep, 0.1) for _ in range(5)]
        assert [future.result(60) for future in short] == [0.1] * 5
        pool.timeout = 0.05
        with pytest.raises(LimitError, match=r"more than 0\.05 s of a processor"):
            endless.result(60)
        pool.timeout = 600
        assert pool.submit(len, b"on").result(60) == 2


def test_a_task_pays_neither_for_waiting_nor_for_the_tasks_before_it() -> None:
    with WorkerPool(1) as pool:
        pool.submit(burn, 0.5).result(60)
        pool.timeout = 0.3
        assert pool.submit(deadly.sleep, 0.5).result(60) == 0.5


def burn(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


@pytest.mark.skipif(os.name == "nt", reason="Windows stops no process")
def test_a_worker_that_was_stopped_is_ended_by_the_clock() -> None:
    with WorkerPool(2) as pool:
        [pool.submit(len, b"").result(30) for _ in range(4)]
        pool.timeout = 0.03
        stopped = pool.submit(signal.raise_signal, signal.SIGSTOP)
        others = [pool.submit(len, b"on") for _ in range(20)]
        assert {future.result(30) for future in others} == {2}
        with pytest.raises(LimitError, match=r"on the clock, .* or its process was stopped"):
            stopped.result(30)


@pytest.mark.skipif(os.name == "nt", reason="Windows stops no process")
def test_a_task_that_a_stopped_worker_did_not_receive_is_done_by_another() -> None:
    with WorkerPool(1) as pool:
        first = pool.submit(os.getpid).result(30)
        os.kill(first, signal.SIGSTOP)
        pool.timeout = 0.03
        given = pool.submit(os.getpid)
        assert given.result(30) != first


@pytest.mark.skipif(os.name == "nt", reason="Windows stops no process")
def test_a_worker_that_is_stopped_before_it_is_ready_is_replaced(monkeypatch, tmp_path) -> None:
    with WorkerPool(1, initializer=partial(stop_once, tmp_path / "stopped")) as pool:
        given = pool.submit(len, b"on")
        while not (tmp_path / "stopped").exists():
            time.sleep(0.01)
        monkeypatch.setattr(worker_pool, "_START_LIMITS", ResourceLimits(0.01))
        while pool._failed_starts == 0:
            time.sleep(0.001)
        monkeypatch.setattr(worker_pool, "_START_LIMITS", ResourceLimits(60))
        assert given.result(30) == 2


def stop_once(path: Path) -> None:
    if not path.exists():
        path.touch()
        signal.raise_signal(signal.SIGSTOP)


def swell(size: int) -> int:
    block = bytearray(os.urandom(1 << 20) * (size >> 20))
    time.sleep(30)
    return len(block)


def test_a_task_that_needs_too_much_memory_is_ended() -> None:
    with WorkerPool(1, max_memory=200 << 20) as pool:
        with pytest.raises(LimitError, match="more than 209,715,200 bytes"):
            pool.submit(swell, 400 << 20).result(60)
        assert pool.submit(len, b"fits").result(30) == 4


def test_what_cannot_travel_is_an_error_and_nothing_more(pool) -> None:
    with pytest.raises((AttributeError, TypeError)):
        pool.submit(lambda: 1)
    with pytest.raises((AttributeError, TypeError)):
        pool.submit(make_a_lock).result(30)
    with pytest.raises(RuntimeError, match="StubbornError"):
        pool.submit(raise_what_cannot_travel).result(30)
    with pytest.raises(TypeError, match="cannot be read"):
        pool.submit(raise_what_cannot_arrive).result(30)
    assert pool.submit(len, b"on").result(30) == 2


def make_a_lock() -> object:
    return threading.Lock()


class StubbornError(Exception):
    def __reduce__(self) -> str:
        raise TypeError("I stay here")


class LostOnTheWayError(Exception):
    def __init__(self, one: int, two: int) -> None:
        super().__init__("what pickle cannot call again")


def raise_what_cannot_travel() -> None:
    raise StubbornError("no")


def raise_what_cannot_arrive() -> None:
    raise LostOnTheWayError(1, 2)


def test_a_large_result_arrives(pool) -> None:
    assert len(pool.submit(bytes, 50 << 20).result(60)) == 50 << 20
    assert pool.submit(len, bytes(50 << 20)).result(60) == 50 << 20


def test_shutdown_finishes_what_was_given() -> None:
    pool = WorkerPool(1)
    futures = [pool.submit(deadly.sleep, 0.01) for _ in range(5)]
    dying = pool.submit(deadly.die)
    futures += [pool.submit(deadly.sleep, 0.01) for _ in range(5)]
    pool.shutdown()
    assert [future.result(0) for future in futures] == [0.01] * 10
    assert isinstance(dying.exception(0), WorkerLostError)
    with pytest.raises(RuntimeError, match="after shutdown"):
        pool.submit(len, b"")


def test_shutdown_can_end_what_runs() -> None:
    pool = WorkerPool(1)
    running = pool.submit(deadly.sleep, 3600)
    waiting = pool.submit(deadly.sleep, 3600)
    while not running.running():
        time.sleep(0.01)
    pool.shutdown(cancel_futures=True)
    assert isinstance(running.exception(0), WorkerLostError)
    assert waiting.cancelled()
    assert not psutil.Process().children() or not any(
        "spawn_main" in " ".join(child.cmdline()) for child in psutil.Process().children()
    )


def test_a_cancelled_task_is_not_done(pool) -> None:
    busy = [pool.submit(deadly.sleep, 0.3) for _ in range(2)]
    dropped = pool.submit(deadly.die)
    assert dropped.cancel()
    assert [future.result(30) for future in busy] == [0.3, 0.3]


def test_processes_that_cannot_begin_break_the_pool() -> None:
    pool = WorkerPool(2, initializer=deadly.die)
    with pytest.raises(BrokenExecutor, match=r"died .* before it could begin, 3 times"):
        pool.submit(len, b"").result(60)
    with pytest.raises(BrokenExecutor):
        pool.submit(len, b"")
    pool.shutdown()


def test_workers_leave_when_their_parent_is_killed(tmp_path) -> None:
    script = (
        "import os, time\n"
        "from xl_tourney.batch.worker_pool import WorkerPool\n"
        "if __name__ == '__main__':\n"
        "    pool = WorkerPool(1)\n"
        "    print(pool.submit(os.getpid).result(), flush=True)\n"
        "    pool.submit(time.sleep, 3600)\n"
        "    time.sleep(3600)\n"
    )
    path = tmp_path / "parent.py"
    path.write_text(script, encoding="utf-8")
    root = Path(worker_pool.__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    with subprocess.Popen(
        [sys.executable, str(path)], stdout=subprocess.PIPE, env=environment
    ) as parent:
        assert parent.stdout
        worker = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
        wait_for_end(worker)


@pytest.mark.skipif(os.name == "nt", reason="Windows stops no process")
def test_a_task_that_waits_once_more_is_not_left_alone_at_the_end(tmp_path) -> None:
    """Its worker died before it had the task, and the next one never becomes ready."""
    pool = WorkerPool(1, initializer=partial(stop_after_first, tmp_path / "started"))
    first = pool.submit(os.getpid).result(30)
    os.kill(first, signal.SIGSTOP)
    pool.timeout = 0.03
    given = pool.submit(len, b"on")
    while (tmp_path / "started").read_text() != "..":
        time.sleep(0.01)
    pool.shutdown(cancel_futures=True)
    with pytest.raises(WorkerLostError):
        given.result(0)


def stop_after_first(path: Path) -> None:
    with path.open("a") as file:
        file.write(".")
    if path.read_text() != ".":
        signal.raise_signal(signal.SIGSTOP)


def test_a_process_that_has_ended_takes_no_more_of_a_processor() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    start = CalculationStart(process.pid, time.monotonic() - 2, 0.0)
    assert ResourceLimits(seconds=1).exceeded_by(start) is None


@pytest.mark.parametrize("kind", ["_Fork", "_Spawned"])
def test_a_call_in_a_process_of_its_own_is_the_same_in_both_kinds(monkeypatch, kind) -> None:
    """Linux forks; other systems start Python anew."""
    if kind == "_Fork" and sys.platform != "linux":
        pytest.skip("only Linux forks")
    monkeypatch.setattr(guarded_call, "_Fork", getattr(guarded_call, kind))
    assert call_guarded(partial(pow, 2, 10), "it", ResourceLimits()) == 1024
    with pytest.raises(ZeroDivisionError) as raised:
        call_guarded(partial(divmod, 1, 0), "it", ResourceLimits())
    assert isinstance(raised.value.__cause__, guarded_call.RemoteTracebackError)
    with pytest.raises(WorkerLostError, match=r"^it: the process .* died .*; nothing was written"):
        call_guarded(deadly.die, "it", ResourceLimits())
    with pytest.raises(LimitError, match=r"^it: it (took more than 0\.3 s|was not done)"):
        call_guarded(partial(burn, 30), "it", ResourceLimits(0.3))
