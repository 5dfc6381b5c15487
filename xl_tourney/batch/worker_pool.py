"""A pool of worker processes in which a worker that dies or exceeds a limit loses only its task.

The standard pool loses every task in flight when a worker dies.  This executor gives each worker a
pipe of its own, so that the task of a dead worker is known and the worker is replaced.  Only the
pool's manager thread accesses the workers.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from typing import Any, cast

from ..guarded_call import exit_with_parent, remove_temporary_folders
from ..resource_limits import (
    CHECK_SECONDS,
    DEFAULT_SECONDS,
    CalculationStart,
    LimitError,
    ResourceLimits,
    WorkerDiedError,
    WorkerLostError,
    describe_death,
    kill_tree,
)

# The process of a worker: it receives calls through a pipe and sends their results.

CONTEXT = multiprocessing.get_context("spawn")
READY, RECEIVED = b"ready", b"received"
"""The messages before a result: the worker waits for a task, and it has received one."""


def start_process(initializer: Callable[[], object] | None) -> tuple[Any, Connection]:
    """Start a worker; return its process and the pool's end of the pipe."""
    pool_end, worker_end = CONTEXT.Pipe()
    process = CONTEXT.Process(target=_serve, args=(worker_end, initializer), daemon=True)
    here: Any = multiprocessing.current_process()
    was_daemon = here._config.pop("daemon", False)  # a worker of dask must not, but does no harm
    try:
        process.start()
    finally:
        here._config["daemon"] = was_daemon
        worker_end.close()
    return process, pool_end


def _serve(pipe: Connection, initializer: Callable[[], object] | None) -> None:
    """Execute tasks until the pipe closes; an interrupt is left to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    exit_with_parent()
    if initializer:
        initializer()
    try:
        pipe.send_bytes(READY)
        while True:
            message = pipe.recv_bytes()
            pipe.send_bytes(RECEIVED)
            pipe.send_bytes(_execute(message))
    except (EOFError, OSError):
        return  # the parent has ended or closed the pipe


def _execute(message: bytes) -> bytes:
    """Execute a pickled call; return its success with its result or exception, pickled."""
    try:
        call, arguments, options = pickle.loads(message)
        return pickle.dumps((True, call(*arguments, **options)))
    except Exception as error:
        try:
            return pickle.dumps((False, error))
        except Exception:
            return pickle.dumps((False, RuntimeError(repr(error))))


_MAX_FAILED_STARTS = 3
_START_LIMITS = ResourceLimits(DEFAULT_SECONDS)
"""The time that a process has until it is ready."""
WAIT_SECONDS = 0.5
"""The longest wait of the main thread: what interrupts it may be heard only after one."""
_MAX_WORKERS_ON_WINDOWS = 60  # the limit of handles of one wait


@dataclass(frozen=True)
class _Task:
    future: Future[Any]
    message: bytes
    """The call, pickled."""
    is_retry: bool = False
    """Whether a worker died before it received the task; a second time is a failure."""
    limits: ResourceLimits | None = None
    """Its limits, if they are not those of the pool."""

    def mark_running(self) -> bool:
        """Mark the task as running, so that it cannot be cancelled; return False if it was."""
        return self.future.running() or self.future.set_running_or_notify_cancel()


@dataclass
class _WorkerProcess:
    process: Any
    pipe: Connection
    start: CalculationStart
    """When it was started itself, or began its task."""
    ready: bool = False
    task: _Task | None = None
    has_received: bool = False
    """Whether it has received its task; a worker that dies before did not fail because of it."""
    exceeded_limit: LimitError | None = None
    """The limit that its task has exceeded."""


class WorkerPool(Executor):
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
        self._max_workers = workers if os.name != "nt" else min(workers, _MAX_WORKERS_ON_WINDOWS)
        self.timeout = timeout
        self._max_memory = max_memory
        self._initializer = initializer
        self._workers: list[_WorkerProcess] = []
        self._failed_starts = 0
        self._next_check = 0.0
        self._lock = threading.Lock()  # guards the four below
        self._pending: deque[_Task] = deque()
        self._is_shut_down = False
        self._is_cancelling = False
        self._broken_reason = ""
        self._wakeup_receiver, self._wakeup_sender = CONTEXT.Pipe(duplex=False)
        self._is_woken = False
        self._thread = threading.Thread(target=self._run, name="xl-tourney workers", daemon=True)
        self._thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Submit a call to a worker; it is pickled."""
        return self.submit_limited(None, fn, *args, **kwargs)

    def submit_limited(
        self, limits: ResourceLimits | None, fn: Callable[..., Any], /, *args: Any, **kwargs: Any
    ) -> Future[Any]:
        """Submit a call with limits of its own."""
        task = _Task(Future(), pickle.dumps((fn, args, kwargs)), limits=limits)
        with self._lock:
            if self._broken_reason:
                raise BrokenExecutor(self._broken_reason)
            if self._is_shut_down:
                raise RuntimeError("no new tasks after shutdown")
            self._pending.append(task)
            self._wake_up()
        return task.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Shut down when all tasks are done, or cancel the tasks and kill the workers.

        Unlike the standard pool this also kills running tasks when futures are cancelled: a task
        may never end by itself.
        """
        with self._lock:
            self._is_shut_down = True
            self._is_cancelling = self._is_cancelling or cancel_futures
            self._wake_up()
        while wait and self._thread.is_alive():
            self._thread.join(WAIT_SECONDS)

    def _wake_up(self) -> None:
        """Wake the manager thread; the caller holds the lock."""
        if not self._is_woken:
            self._wakeup_sender.send_bytes(b".")  # twice, if an interrupt comes after it
            self._is_woken = True

    def _run(self) -> None:
        """The manager thread: assign tasks, receive results, replace dead workers."""
        if hasattr(signal, "pthread_sigmask"):  # workers inherit the mask
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        reason = "the workers are gone"
        try:
            while self._assign_tasks():
                self._receive()
                self._enforce_limits()
        except Exception as error:  # such as a process that cannot be started
            reason = f"no process can be started to calculate ({error})"
        finally:
            self._terminate(reason)

    def _assign_tasks(self) -> bool:
        """Assign tasks to idle workers and start workers; return whether there is work left."""
        with self._lock:
            if self._is_cancelling:
                return False
            idle = [worker for worker in self._workers if worker.ready and not worker.task]
            while idle and self._pending:
                task = self._pending.popleft()
                if task.mark_running():
                    self._assign(idle.pop(), task)
            starting = sum(not worker.ready for worker in self._workers)
            wanted = min(len(self._pending) - starting, self._max_workers - len(self._workers))
            busy = any(worker.task for worker in self._workers)
            has_work = not self._is_shut_down or busy or bool(self._pending)
        for _ in range(wanted):
            self._start_worker()
        return has_work

    def _start_worker(self) -> None:
        try:
            process, pipe = start_process(self._initializer)
            start = CalculationStart.now(process.pid)
            self._workers.append(_WorkerProcess(process, pipe, start))
        except OSError:  # too many processes, or too little memory: those that run go on
            if not self._workers:
                raise

    def _assign(self, worker: _WorkerProcess, task: _Task) -> None:
        worker.task, worker.has_received = task, False
        worker.start = CalculationStart.now(worker.process.pid)
        try:
            worker.pipe.send_bytes(task.message)
        except OSError:
            return  # it has just died, which the next read of its pipe shows

    def _receive(self) -> None:
        """Wait for messages of the workers, and handle them."""
        pipes = {worker.pipe: worker for worker in self._workers}
        is_limited = any(self._limits(worker) for worker in self._workers)
        for ready in wait([self._wakeup_receiver, *pipes], CHECK_SECONDS if is_limited else None):
            if ready is not self._wakeup_receiver:
                self._handle_message(pipes[cast(Connection, ready)])
                continue
            with self._lock:
                self._wakeup_receiver.recv_bytes()
                self._is_woken = False

    def _handle_message(self, worker: _WorkerProcess) -> None:
        try:
            message = worker.pipe.recv_bytes()
        except (EOFError, OSError):
            self._remove_dead(worker)
            return
        if message == READY:
            worker.ready = True
            self._failed_starts = 0
            return
        if message == RECEIVED:
            worker.has_received = True
            return
        task, worker.task = worker.task, None
        assert task is not None
        try:
            succeeded, result = pickle.loads(message)
        except Exception as error:
            succeeded, result = False, TypeError(f"the result cannot be read ({error!r})")
        if succeeded:
            task.future.set_result(result)
        else:
            task.future.set_exception(result)

    def _remove_dead(self, worker: _WorkerProcess) -> None:
        """Remove a dead worker; its task fails, or is pending again if it was not received."""
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join()
        death = describe_death(worker.process.exitcode)
        if worker.task and not (worker.has_received or worker.task.is_retry):
            with self._lock:
                self._pending.appendleft(replace(worker.task, is_retry=True))
        elif worker.task:
            worker.task.future.set_exception(worker.exceeded_limit or WorkerDiedError(death))
        elif not worker.ready:
            self._failed_starts += 1
            if self._failed_starts == _MAX_FAILED_STARTS:
                raise ChildProcessError(
                    f"{death} before it could begin, {_MAX_FAILED_STARTS} times"
                )

    def _enforce_limits(self) -> None:
        """Kill the workers whose tasks exceed a limit, with what they have started."""
        now = time.monotonic()
        if now < self._next_check:
            return
        self._next_check = now + CHECK_SECONDS
        for worker in self._workers:
            limits = self._limits(worker)
            if limits is None or worker.exceeded_limit:
                continue
            worker.exceeded_limit = limits.exceeded_by(worker.start)
            if worker.exceeded_limit:
                kill_tree(worker.process.pid)
                remove_temporary_folders(worker.process.pid)

    def _limits(self, worker: _WorkerProcess) -> ResourceLimits | None:
        """The limits of what a worker does; None if it waits for a task, or there are none."""
        if worker.task is None:
            return None if worker.ready else _START_LIMITS
        limits = worker.task.limits or ResourceLimits(self.timeout, self._max_memory)
        return limits if any(limits) else None

    def _terminate(self, reason: str) -> None:
        """Kill the workers and complete every future."""
        with self._lock:
            if not self._is_shut_down:
                self._broken_reason = reason
            cancelled = [*self._pending]
            self._pending.clear()
        for worker in self._workers:
            if worker.task:
                kill_tree(worker.process.pid)
                remove_temporary_folders(worker.process.pid)
            worker.process.kill()
            worker.pipe.close()
        for worker in self._workers:
            worker.process.join()
            if worker.task:
                worker.task.future.set_exception(WorkerLostError("it was ended"))
        for task in cancelled:
            if not (self._is_cancelling and task.future.cancel()) and task.mark_running():
                task.future.set_exception(BrokenExecutor(reason))


def count_cores() -> int:
    """How many processes this machine can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
