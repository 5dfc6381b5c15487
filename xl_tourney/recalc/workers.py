"""Processes that calculate: one that dies, hangs or swells takes nothing with it but its own task.

The standard pool loses every task in flight when a worker dies.  This one is an executor too, but
gives each worker a pipe of its own: whoever dies was at a known task, and is replaced.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any

from ..errors import TourneyError

_CONTEXT = multiprocessing.get_context("spawn")
_LOOK_EVERY = 0.05


class WorkerLostError(TourneyError):
    """The process that did a task is gone, or had to be ended."""


@dataclass
class _Task:
    future: Future[Any]
    call: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass
class _Worker:
    process: Any
    pipe: Connection
    task: _Task | None = None
    since: float = 0.0
    why_ended: str = ""


@dataclass
class _Queue:
    tasks: deque[_Task] = field(default_factory=deque)
    closing: bool = False


class WorkerPool(Executor):
    """An executor over processes, with limits of time (seconds) and memory (bytes) for a task."""

    def __init__(
        self, workers: int, *, timeout: float | None = None, max_memory: int | None = None
    ) -> None:
        self._timeout = timeout
        self._max_memory = max_memory
        self._queue = _Queue()
        self._lock = threading.Lock()
        self._bell_in, self._bell_out = _CONTEXT.Pipe(duplex=False)
        self._workers = [_started() for _ in range(workers)]
        self._thread = threading.Thread(target=self._run, name="xl-tourney workers", daemon=True)
        self._thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a worker call a function; its arguments go by position."""
        if kwargs:
            raise TypeError("arguments go by position")
        future: Future[Any] = Future()
        with self._lock:
            if self._queue.closing:
                raise RuntimeError("the workers are going home")
            self._queue.tasks.append(_Task(future, fn, args))
        self._ring()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the workers finish what they were given, or end them where they are."""
        with self._lock:
            self._queue.closing = True
            if cancel_futures:
                while self._queue.tasks:
                    self._queue.tasks.popleft().future.cancel()
                for worker in self._workers:
                    worker.process.kill()
        self._ring()
        if wait:
            self._thread.join()

    def _ring(self) -> None:
        self._bell_out.send_bytes(b".")

    def _run(self) -> None:
        """The thread that hands out tasks and takes in results."""
        while self._give_tasks():
            pipes = {worker.pipe: worker for worker in self._workers}
            patience = _LOOK_EVERY if self._timeout or self._max_memory else None
            for ready in wait([self._bell_in, *pipes], patience):
                if ready is self._bell_in:
                    self._bell_in.recv_bytes()
                else:
                    self._take_result(pipes[ready])  # type: ignore[index]
            self._end_the_unruly()
        for worker in self._workers:
            worker.pipe.close()
            worker.process.join()

    def _give_tasks(self) -> bool:
        """Give each idle worker something to do; whether there is anything left to wait for."""
        with self._lock:
            for worker in self._workers:
                while worker.task is None and self._queue.tasks:
                    task = self._queue.tasks.popleft()
                    if task.future.set_running_or_notify_cancel():
                        self._give(worker, task)
            return not self._queue.closing or any(worker.task for worker in self._workers)

    def _give(self, worker: _Worker, task: _Task) -> None:
        worker.task, worker.since, worker.why_ended = task, time.monotonic(), ""
        try:
            worker.pipe.send((task.call, task.arguments))
        except (OSError, ValueError) as error:
            self._replace(worker, f"it could not be reached ({error})")

    def _take_result(self, worker: _Worker) -> None:
        try:
            succeeded, result = worker.pipe.recv()
        except (EOFError, OSError):
            worker.process.join()
            self._replace(worker, worker.why_ended or _how_it_died(worker.process.exitcode))
            return
        task, worker.task = worker.task, None
        if task and succeeded:
            task.future.set_result(result)
        elif task:
            task.future.set_exception(result)

    def _replace(self, worker: _Worker, why: str) -> None:
        task, worker.task = worker.task, None
        worker.pipe.close()
        if not self._queue.closing:
            self._workers[self._workers.index(worker)] = _started()
        else:
            self._workers.remove(worker)
        if task:
            task.future.set_exception(WorkerLostError(why))

    def _end_the_unruly(self) -> None:
        for worker in self._workers:
            if worker.task is None or worker.why_ended:
                continue
            if self._timeout and time.monotonic() - worker.since > self._timeout:
                worker.why_ended = f"it took longer than {self._timeout:g} seconds"
            elif self._max_memory and _memory(worker.process.pid) > self._max_memory:
                worker.why_ended = f"it needed more than {self._max_memory:,} bytes of memory"
            if worker.why_ended:
                worker.process.kill()


def _started() -> _Worker:
    ours, theirs = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_work, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _work(pipe: Connection) -> None:
    """What a worker does until its pipe closes; an interrupt is the parent's to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            call, arguments = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, call(*arguments))
        except Exception as error:
            answer = (False, error)
        pipe.send(answer)


def _how_it_died(code: int | None) -> str:
    if code is not None and code < 0:
        return f"the process that calculated it died ({signal.Signals(-code).name})"
    return f"the process that calculated it ended ({code})"


def _memory(process: int) -> int:
    import psutil

    try:
        return int(psutil.Process(process).memory_info().rss)
    except psutil.Error:
        return 0


def cores() -> int:
    """How many processes this machine runs at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
