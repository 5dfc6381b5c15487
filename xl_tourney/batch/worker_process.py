"""The process of a worker: it receives calls through a pipe and sends their results."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from ..guarded_call import exit_with_parent

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
