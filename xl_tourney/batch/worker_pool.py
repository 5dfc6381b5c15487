"""A pool of worker processes in which a worker that dies or exceeds a limit loses only its task.

The standard pool of processes loses every task in flight when a worker dies.  This one is the
standard pool of threads, and each of its threads waits for one process at a time: so it knows which
task was that of a dead one, measures what it uses, and goes on with another process.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from time import sleep
from typing import Any

from ..guarded_call import Worker, result_of
from ..resource_limits import (
    CHECK_SECONDS,
    DEFAULT_SECONDS,
    CalculationStart,
    ResourceLimits,
    WorkerDiedError,
    WorkerLostError,
    describe_death,
)

_MAX_FAILED_STARTS = 3
_START_LIMITS = ResourceLimits(DEFAULT_SECONDS)
"""The time that a process has until it is ready."""
WAIT_SECONDS = 0.5
"""The longest wait of the main thread: what interrupts it may be heard only after one."""


class WorkerPool(ThreadPoolExecutor):
    """An executor over processes, with limits of time (seconds) and memory (bytes) for a task.

    Workers are started on demand; each calls ``initializer`` first.  ``timeout`` may be changed
    while tasks run.
    """

    def __init__(
        self,
        workers: int,
        *,
        timeout: float | None = None,
        max_memory: int | None = None,
        initializer: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(workers, "xl-tourney workers", initializer=_leave_interrupts)
        self.timeout = timeout
        self._max_memory = max_memory
        self._begin = initializer
        self._processes: set[Worker] = set()
        self._idle: list[Worker] = []
        self._failed_starts = 0
        self._broken_reason = ""
        self._is_cancelling = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Submit a call to a worker; it is pickled."""
        return self.submit_limited(None, fn, *args, **kwargs)

    def submit_limited(
        self, limits: ResourceLimits | None, fn: Callable[..., Any], /, *args: Any, **kwargs: Any
    ) -> Future[Any]:
        """Submit a call with limits of its own."""
        message = pickle.dumps(partial(fn, *args, **kwargs))
        if self._broken_reason:
            raise BrokenExecutor(self._broken_reason)
        return super().submit(self._call, message, limits)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Shut down when all tasks are done, or cancel the tasks and kill the workers.

        Unlike the standard pool this also kills running tasks when futures are cancelled: a task
        may never end by itself.
        """
        self._is_cancelling = self._is_cancelling or cancel_futures
        super().shutdown(wait=False, cancel_futures=cancel_futures)
        for thread in self._threads if wait else ():
            while thread.is_alive():
                thread.join(WAIT_SECONDS)
        while self._idle:
            self._end(self._idle.pop())

    def _call(self, message: bytes, limits: ResourceLimits | None, is_retry: bool = False) -> Any:
        """What a call gives in a process.

        If that dies before it has received the call, which is not to blame then, another one makes
        it; a second time is a failure.
        """
        process = self._take()
        has_received = False
        start = CalculationStart.now(process.id)
        process.send(message)
        try:
            has_received = bool(self._receive(process, start, lambda: self._limits(limits)))
            answer = self._receive(process, start, lambda: self._limits(limits))
        except WorkerLostError:
            if has_received or is_retry or self._is_cancelling:
                raise
            return self._call(message, limits, is_retry=True)
        self._idle.append(process)
        return result_of(answer)

    def _limits(self, limits: ResourceLimits | None) -> ResourceLimits:
        return limits or ResourceLimits(self.timeout, self._max_memory)

    def _take(self) -> Worker:
        """A process that waits for a call: an idle one, or a new one."""
        while not self._broken_reason:
            with suppress(IndexError):  # none is idle
                process = self._idle.pop()
                if process.is_alive():
                    return process
                self._end(process)
                continue
            try:
                process = Worker(self._begin)
            except OSError as error:  # too many processes, or too little memory
                if not self._processes:
                    self._break(error)
                sleep(CHECK_SECONDS)  # those that run go on
                continue
            self._processes.add(process)
            if self._becomes_ready(process):
                return process
        raise BrokenExecutor(self._broken_reason)

    def _becomes_ready(self, process: Worker) -> bool:
        try:
            self._receive(process, CalculationStart.now(process.id), lambda: _START_LIMITS)
        except WorkerLostError as death:
            if self._is_cancelling:
                raise
            self._failed_starts += 1
            if self._failed_starts >= _MAX_FAILED_STARTS:
                self._break(f"{death} before it could begin, {_MAX_FAILED_STARTS} times")
            return False
        self._failed_starts = 0
        return True

    def _break(self, cause: object) -> None:
        self._broken_reason = f"no process can be started to calculate ({cause})"

    def _receive(
        self, process: Worker, start: CalculationStart, limits: Callable[[], ResourceLimits]
    ) -> bytes:
        """The next message of a process, which ends where it exceeds a limit, or the pool does."""
        lost: WorkerLostError | None = None
        while not lost:
            if process.has_message(CHECK_SECONDS):
                if message := process.message():
                    return message
                lost = WorkerDiedError(describe_death(process.exit_code))
            elif self._is_cancelling:
                lost = WorkerLostError("it was ended")
            else:
                lost = limits().exceeded_by(start)
        self._end(process)
        raise lost

    def _end(self, process: Worker) -> None:
        process.end()
        self._processes.discard(process)


def _leave_interrupts() -> None:
    """Leave interrupts to the main thread: processes begin with the mask of their thread."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def count_cores() -> int:
    """How many processes this machine can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
