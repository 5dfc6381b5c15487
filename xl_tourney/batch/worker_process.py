"""The process of a worker: it receives calls through a pipe and sends their results."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

CONTEXT = multiprocessing.get_context("spawn")
READY, RECEIVED = b"ready", b"received"
"""The messages before a result: the worker waits for a task, and it has received one."""


def start_process(initializer: Callable[[], object] | None) -> tuple[Any, Connection]:
    """Start a worker; return its process and the pool's end of the pipe."""
    pool_end, worker_end = CONTEXT.Pipe()
    process = CONTEXT.Process(target=_serve, args=(worker_end, initializer), daemon=True)
    try:
        process.start()
    finally:
        worker_end.close()
    return process, pool_end


def _serve(pipe: Connection, initializer: Callable[[], object] | None) -> None:
    """Execute tasks until the pipe closes; an interrupt is left to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
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


def _exit_with_parent() -> None:
    """Exit when the parent process is killed: a task may never end by itself."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


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


def describe_death(exit_code: int | None) -> str:
    """How a process died, by its exit code."""
    try:
        cause = signal.Signals(-(exit_code or 0)).name
    except ValueError:
        cause = f"exit code {exit_code}"
    return f"the process that calculated it died ({cause})"


def measure_memory(process_id: int) -> int:
    """The resident memory of a process in bytes; 0 if it has ended."""
    import psutil

    try:
        return int(psutil.Process(process_id).memory_info().rss)
    except psutil.Error:
        return 0
