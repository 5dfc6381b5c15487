"""Processes that calculate: one that dies, hangs or swells takes nothing with it but its own task.

The standard pool loses every task in flight when a worker dies.  This one is an executor too, but
gives each worker a pipe of its own: whoever dies was at a known task, and is replaced.  One thread
looks after the workers; nobody else touches them.
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

from ..errors import OptionError, TourneyError

_CONTEXT = multiprocessing.get_context("spawn")
_LOOK_EVERY = 0.05
_READY, _BEGUN = b"ready", b"begun"
_STILLBORN = 3
_MOST_ON_WINDOWS = 60  # it waits for no more handles at once


class WorkerLostError(TourneyError):
    """The process that did a task died."""


class LimitError(WorkerLostError):
    """A task took more time or memory than it may, and was ended."""


@dataclass(frozen=True)
class _Task:
    future: Future[Any]
    message: bytes
    """The call, pickled."""
    again: bool = False
    """Whether a process died before it had it; that is not tried for ever."""

    def begins(self) -> bool:
        """Whether nobody has cancelled it; from now on nobody can."""
        return self.future.running() or self.future.set_running_or_notify_cancel()


@dataclass
class _Worker:
    process: Any
    pipe: Connection
    ready: bool = False
    task: _Task | None = None
    begun: bool = False
    """Whether it has its task; one that dies before that had no part in it."""
    since: float = 0.0
    over: str = ""
    """Which limit its task broke."""


class WorkerPool(Executor):
    """An executor over processes, with limits of time (seconds) and memory (bytes) for a task.

    Workers are started when there is something to do, each calls ``initializer`` first.
    """

    def __init__(
        self,
        workers: int,
        *,
        timeout: float | None = None,
        max_memory: int | None = None,
        initializer: Callable[[], object] | None = None,
    ) -> None:
        if max_memory:
            _look_for_psutil()
        self._most = workers if os.name != "nt" else min(workers, _MOST_ON_WINDOWS)
        self._timeout = timeout
        self._max_memory = max_memory
        self._initializer = initializer
        self._workers: list[_Worker] = []
        self._stillborn = 0
        self._lock = threading.Lock()  # guards the four below
        self._waiting: deque[_Task] = deque()
        self._closing = False
        self._ending = False
        self._broken = ""
        self._bell_in, self._bell_out = _CONTEXT.Pipe(duplex=False)
        self._rung = False
        self._thread = threading.Thread(target=self._run, name="xl-tourney workers", daemon=True)
        self._thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a worker call a function; both go to it pickled."""
        task = _Task(Future(), pickle.dumps((fn, args, kwargs)))
        with self._lock:
            if self._broken:
                raise BrokenExecutor(self._broken)
            if self._closing:
                raise RuntimeError("no new tasks after shutdown")
            self._waiting.append(task)
            self._ring()
        return task.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the workers finish what they were given; or drop that, and end them where they are.

        Unlike the standard pool this also ends running tasks when they are cancelled: a task may
        have no end.
        """
        with self._lock:
            self._closing = True
            self._ending = self._ending or cancel_futures
            self._ring()
        if wait:
            self._thread.join()

    def _ring(self) -> None:
        """Wake the thread; the lock is held."""
        if not self._rung:
            self._rung = True
            self._bell_out.send_bytes(b".")

    def _run(self) -> None:
        """What the thread does: hand out tasks, take in results, bury the dead."""
        if hasattr(signal, "pthread_sigmask"):  # an interrupt is not for the workers it starts
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        why = "the workers are gone"
        try:
            while self._hand_out():
                self._listen()
                self._end_the_unruly()
        except Exception as error:  # such as a process that cannot be started
            why = f"no process can be started to calculate ({error})"
        finally:
            self._give_up(why)

    def _hand_out(self) -> bool:
        """Give each idle worker something to do; whether there is anything left to wait for."""
        with self._lock:
            if self._ending:
                return False
            idle = [worker for worker in self._workers if worker.ready and not worker.task]
            while idle and self._waiting:
                task = self._waiting.popleft()
                if task.begins():
                    self._give(idle.pop(), task)
            starting = sum(not worker.ready for worker in self._workers)
            wanted = min(len(self._waiting) - starting, self._most - len(self._workers))
            busy = any(worker.task for worker in self._workers)
            going_on = not self._closing or busy or bool(self._waiting)
        for _ in range(wanted):
            self._start()
        return going_on

    def _start(self) -> None:
        try:
            self._workers.append(_started(self._initializer))
        except OSError:  # too many processes, or too little memory: those that run go on
            if not self._workers:
                raise

    def _give(self, worker: _Worker, task: _Task) -> None:
        worker.task, worker.begun, worker.since = task, False, time.monotonic()
        try:
            worker.pipe.send_bytes(task.message)
        except OSError:
            return  # it has just died; its pipe says so next

    def _listen(self) -> None:
        """Wait until somebody has something to say."""
        pipes = {worker.pipe: worker for worker in self._workers}
        limited = self._timeout or self._max_memory
        busy = any(worker.task for worker in self._workers)
        for ready in wait([self._bell_in, *pipes], _LOOK_EVERY if limited and busy else None):
            if ready is not self._bell_in:
                self._hear(pipes[cast(Connection, ready)])
                continue
            with self._lock:
                self._bell_in.recv_bytes()
                self._rung = False

    def _hear(self, worker: _Worker) -> None:
        try:
            message = worker.pipe.recv_bytes()
        except (EOFError, OSError):
            self._bury(worker)
            return
        if message == _READY:
            worker.ready = True
            self._stillborn = 0
            return
        if message == _BEGUN:
            worker.begun = True
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

    def _bury(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join()
        how = _how_it_died(worker.process.exitcode)
        if worker.task and not (worker.begun or worker.over or worker.task.again):
            with self._lock:
                self._waiting.appendleft(replace(worker.task, again=True))
        elif worker.task:
            lost = LimitError(worker.over) if worker.over else WorkerLostError(how)
            worker.task.future.set_exception(lost)
        elif not worker.ready:
            self._stillborn += 1
            if self._stillborn == _STILLBORN:
                raise ChildProcessError(f"{how} before it could begin, {_STILLBORN} times")

    def _end_the_unruly(self) -> None:
        for worker in self._workers:
            if worker.task is None or worker.over:
                continue
            if self._timeout and time.monotonic() - worker.since > self._timeout:
                worker.over = f"it took longer than {self._timeout:g} seconds"
            elif self._max_memory and _memory(worker.process.pid) > self._max_memory:
                worker.over = f"it needed more than {self._max_memory:,} bytes of memory"
            if worker.over:
                worker.process.kill()

    def _give_up(self, why: str) -> None:
        """End the workers, and leave nobody waiting for a result."""
        with self._lock:
            if not self._closing:
                self._broken = why
            left = [*self._waiting]
            self._waiting.clear()
        for worker in self._workers:
            worker.process.kill()
            worker.pipe.close()
        for worker in self._workers:
            worker.process.join()
            if worker.task:
                worker.task.future.set_exception(WorkerLostError("it was ended"))
        for task in left:
            if not (self._ending and task.future.cancel()) and task.begins():
                task.future.set_exception(BrokenExecutor(why))


def _started(initializer: Callable[[], object] | None) -> _Worker:
    ours, theirs = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_work, args=(theirs, initializer), daemon=True)
    try:
        process.start()
    finally:
        theirs.close()
    return _Worker(process, ours)


def _work(pipe: Connection, initializer: Callable[[], object] | None) -> None:
    """What a worker does until its pipe closes; an interrupt is the parent's to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    if initializer:
        initializer()
    try:
        pipe.send_bytes(_READY)
        while True:
            message = pipe.recv_bytes()
            pipe.send_bytes(_BEGUN)
            pipe.send_bytes(_answer(message))
    except (EOFError, OSError):
        return  # the parent is gone, or wants no more


def _leave_with_parent() -> None:
    """Nobody wants the end of a task whose parent was killed; it may have none."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


def _answer(message: bytes) -> bytes:
    """Make a call; whether it succeeded, with what it gave or raised."""
    try:
        call, arguments, options = pickle.loads(message)
        return pickle.dumps((True, call(*arguments, **options)))
    except Exception as error:
        try:
            return pickle.dumps((False, error))
        except Exception:
            return pickle.dumps((False, RuntimeError(repr(error))))


def _how_it_died(code: int | None) -> str:
    try:
        how = signal.Signals(-(code or 0)).name
    except ValueError:
        how = f"exit code {code}"
    return f"the process that calculated it died ({how})"


def _look_for_psutil() -> None:
    try:
        import psutil  # noqa: F401
    except ImportError as error:
        raise OptionError(
            "A limit of memory needs the extra; pip install 'xl-tourney[batch]'."
        ) from error


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
