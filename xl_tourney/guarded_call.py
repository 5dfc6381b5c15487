"""A call in a process of its own: an engine may die or find no end, its caller may not.

On Linux the process is a fork, which costs two milliseconds; elsewhere Python is started anew, and
the call must be one that can be pickled.  The process never outlives its caller.

The fork is made before anything else is imported: pages of memory that two processes have in common
are copied when one of them writes there.  So what few calls need is imported inside of functions.
"""

from __future__ import annotations

import _thread
import gc
import marshal
import os
import select
import sys
import time
from contextlib import contextmanager, suppress
from functools import partial

TYPE_CHECKING = False  # that of typing takes as long to import as the fork takes
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection
    from pathlib import Path
    from typing import Any, NoReturn, TypeVar

    from .resource_limits import LimitError, ResourceLimits

    T = TypeVar("T")

_BLOCK = 1 << 20
_MANY_OBJECTS = 100_000
"""So many new objects are collected at once: of a workbook's cells nearly all live to the end."""
_PICKLED = b"\x80"
"""How a pickled value begins."""
_FOLDER_PREFIX = "xl-tourney-"
_UNMEASURED_SECONDS = 0.3
"""How long a process runs before it is measured for the first time; most need no more."""


def call_guarded(
    call: Callable[[], T],
    subject: str,
    limits: ResourceLimits | None = None,
) -> T:
    """What a call returns or raises; it runs in a process with limits of time and memory.

    Parameters
    ----------
    call
        A call without arguments, such as a ``functools.partial`` of a module's function.
    subject
        What is calculated, for the message.
    limits
        The limits; without them, or where they are None, two minutes of a processor, and three
        quarters of the free memory.

    Raises
    ------
    LimitError
        The call exceeded a limit.
    WorkerLostError
        Its process died.
    """
    if sys.platform == "emscripten":  # a page of a browser has one process, with limits of its own
        return call()
    process = _Fork(call) if sys.platform == "linux" else _Spawned(call)
    message = b""
    try:
        exceeded = _wait(process, limits)
        if exceeded:
            raise type(exceeded)(
                f"{subject}: {exceeded}; nothing was written "
                "(--timeout and --max-memory allow more)."
            )
        message = process.message()
    finally:
        process.end()
    if not message:
        from .resource_limits import WorkerLostError, describe_death

        raise WorkerLostError(
            f"{subject}: {describe_death(process.exit_code)}; nothing was written."
        )
    try:
        return result_of(message)  # type: ignore[no-any-return]
    except MemoryError as error:
        from .resource_limits import LimitError

        raise LimitError(
            f"{subject}: there is not enough memory for it; nothing was written."
        ) from error


def result_of(message: bytes) -> Any:
    """What a call returned or raised in another process, by its message."""
    try:
        succeeded, result, traceback = _loads(message)
    except Exception as error:
        raise TypeError(f"the result cannot be read ({error!r})") from error
    if succeeded:
        return result
    raise result from RemoteTracebackError(traceback)


def _wait(process: _Fork | _Spawned, limits: ResourceLimits | None) -> LimitError | None:
    """Wait for a process to end; return the limit that it exceeds."""
    began = time.monotonic()
    if process.has_ended(_UNMEASURED_SECONDS):
        return None
    from .resource_limits import (
        CHECK_SECONDS,
        DEFAULT_SECONDS,
        CalculationStart,
        ResourceLimits,
        default_memory,
    )

    start = CalculationStart(process.id, began, 0.0)
    limits = limits or ResourceLimits()
    limits = limits._replace(
        seconds=limits.seconds or DEFAULT_SECONDS, memory=limits.memory or default_memory()
    )
    while not (exceeded := limits.exceeded_by(start)):
        if process.has_ended(CHECK_SECONDS):
            return None
    return exceeded


class RemoteTracebackError(Exception):
    """Where an exception was raised in the other process."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


def _dumps(value: Any) -> bytes:
    """What is a value in another process; a plain one needs no module."""
    try:
        return marshal.dumps(value)
    except ValueError:
        import pickle

        return pickle.dumps(value)


def _loads(message: bytes) -> Any:
    if message[:1] != _PICKLED:
        return marshal.loads(message)
    import pickle

    return pickle.loads(message)


def _run(call: Callable[[], object]) -> bytes:
    """The message about a call: whether it succeeded, its result or exception, a traceback."""
    gc.set_threshold(_MANY_OBJECTS)
    try:
        return _dumps((True, call(), ""))
    except BaseException as error:
        import traceback

        text = traceback.format_exc()
        try:
            if isinstance(error, Exception):  # a panic of an engine in Rust is none
                return _dumps((False, error, text))
        except Exception:
            text = f"{text}It cannot be pickled.\n"
        return _dumps((False, RuntimeError(repr(error)), text))


class _Fork:
    """A fork of this process that makes a call and sends its message through a pipe."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.exit_code: int | None = None
        self._blocks: list[bytes] = []
        self._reader, writer = os.pipe()
        lifeline, self._lifeline = os.pipe()  # it closes when this process ends, in any way
        self.id = os.fork()
        if not self.id:
            os.close(self._reader)
            os.close(self._lifeline)
            _serve_fork(call, writer, lifeline)
        os.close(writer)
        os.close(lifeline)

    def has_ended(self, seconds: float) -> bool:
        """Read what it sends for some seconds; return whether that was all."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            if select.select([self._reader], [], [], left)[0]:
                block = os.read(self._reader, _BLOCK)
                if not block:
                    return True
                self._blocks.append(block)
        return False

    def message(self) -> bytes:
        """The message of the process, if it ended well."""
        self.exit_code = os.waitstatus_to_exitcode(os.waitpid(self.id, 0)[1])
        return b"" if self.exit_code else b"".join(self._blocks)

    def end(self) -> None:
        """Kill it, if it still runs."""
        if self.exit_code is None:
            from .resource_limits import kill_tree

            kill_tree(self.id)
            with suppress(ChildProcessError):
                os.waitpid(self.id, 0)
            remove_temporary_folders(self.id)
        os.close(self._reader)
        os.close(self._lifeline)


def _serve_fork(call: Callable[[], object], writer: int, lifeline: int) -> NoReturn:
    """The life of a fork.  It leaves by ``_exit``: what its parent has not printed is not its."""
    import signal

    exit_code = 1
    gc.freeze()  # to look at what the parent has made would copy all of its memory
    try:
        kill_when_closed(lifeline, os.getpid())
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 2)  # where an engine in Rust tells why it dies
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(_run(call))
        exit_code = 0
    finally:
        os._exit(exit_code)


def kill_when_closed(lifeline: int, owner: int) -> None:
    """Let the kernel kill a process when the other end of a pipe closes; a group if it is negative.

    A thread that waits for it would wait for Python's lock too, which a calculation may hold.
    """
    import fcntl
    import signal

    fcntl.fcntl(lifeline, fcntl.F_SETOWN, owner)
    fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
    flags = fcntl.fcntl(lifeline, fcntl.F_GETFL)
    fcntl.fcntl(lifeline, fcntl.F_SETFL, flags | os.O_ASYNC)
    if select.select([lifeline], [], [], 0)[0]:  # it has closed already
        os._exit(1)


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder that is removed at the end, or by whoever kills this process, or by the next one."""
    import tempfile
    from pathlib import Path

    import psutil

    from .atomic import host_id

    for old in Path(tempfile.gettempdir()).glob(f"{_FOLDER_PREFIX}{host_id()}-*-*"):
        process = old.name.split("-")[-2]
        if process.isdigit() and not psutil.pid_exists(int(process)):
            remove_temporary_folders(int(process))
    prefix = f"{_FOLDER_PREFIX}{host_id()}-{os.getpid()}-"
    with tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def remove_temporary_folders(process_id: int) -> None:
    """Remove the temporary folders of a process that was killed."""
    import shutil
    import tempfile
    from pathlib import Path

    from .atomic import host_id

    for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDER_PREFIX}{host_id()}-{process_id}-*"):
        shutil.rmtree(folder, ignore_errors=True)


READY, RECEIVED = b"ready", b"received"
"""What a worker says before a result: that it waits for calls, and that it has received one."""
_starting = _thread.allocate_lock()  # the table of child processes is not for several threads


class Worker:
    """A new Python that makes calls, one after the other; it calls ``initializer`` first."""

    def __init__(self, initializer: Callable[[], object] | None = None) -> None:
        import multiprocessing

        context = multiprocessing.get_context("spawn")
        self.exit_code: int | None = None
        self._pipe, their_end = context.Pipe()
        process: Any = context.Process(target=_serve, args=(their_end, initializer), daemon=True)
        self._process = process
        here: Any = multiprocessing.current_process()
        with _starting, their_end:
            was_daemon = here._config.pop("daemon", False)  # who serves dask may have no children
            try:
                process.start()
            finally:
                here._config["daemon"] = was_daemon
        self.id: int = process.pid

    def send(self, call: bytes) -> None:
        """Let it make a call, which is pickled; that it has died shows when its result is read."""
        with suppress(OSError):
            self._pipe.send_bytes(call)

    def has_message(self, seconds: float) -> bool:
        """Wait some seconds for a message; return whether there is one, or it has died."""
        return self._pipe.poll(seconds)

    def message(self) -> bytes:
        """The next message; empty if it has died."""
        try:
            return self._pipe.recv_bytes()
        except (EOFError, OSError):
            with _starting:
                self._process.join()
            self.exit_code = self._process.exitcode
            return b""

    def is_alive(self) -> bool:
        """Whether it lives."""
        with _starting:
            return bool(self._process.is_alive())

    def end(self) -> None:
        """Kill it, if it still runs, with what it has started."""
        if self.is_alive():
            from .resource_limits import kill_tree

            kill_tree(self.id)
            remove_temporary_folders(self.id)
        with _starting:
            self._process.join()
        self._pipe.close()


class _Spawned(Worker):
    """A worker that makes one call, with the same interface as a fork."""

    def __init__(self, call: Callable[[], object]) -> None:
        import pickle

        super().__init__()
        self.send(pickle.dumps(call))
        self._answer = b""

    def has_ended(self, seconds: float) -> bool:
        """Wait some seconds for its message; return whether there is one, or it has died."""
        if not self.has_message(seconds):
            return False
        self._answer = super().message()
        return self._answer not in (READY, RECEIVED)

    def message(self) -> bytes:
        """The message of the process."""
        return self._answer


def _serve(pipe: Connection, initializer: Callable[[], object] | None) -> None:
    """Make calls until the pipe closes; an interrupt is left to the parent process."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    exit_with_parent()
    if initializer:
        initializer()
    with suppress(EOFError, OSError):  # the parent has ended or closed the pipe
        pipe.send_bytes(READY)
        while True:
            message = pipe.recv_bytes()
            pipe.send_bytes(RECEIVED)
            pipe.send_bytes(_run(partial(_unpickle_and_call, message)))


def _unpickle_and_call(message: bytes) -> object:
    return _loads(message)()


def exit_with_parent() -> None:
    """Let this process of ``multiprocessing`` end when its parent does, in any way."""
    import multiprocessing
    import threading

    parent = multiprocessing.parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        kill_when_closed(parent.sentinel, os.getpid())
        return

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
