"""Commands in processes of their own, which end with the test that started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import psutil

from xl_tourney.resource_limits import kill_tree

ROOT = Path(__file__).parents[1]


@contextmanager
def started(*arguments: str, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """The command with pipes to it; where the test fails, it and what it started are killed."""
    with subprocess.Popen(
        [sys.executable, "-m", "xl_tourney", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=heed_interrupts if os.name != "nt" else None,
        **options,
    ) as process:
        try:
            yield process
            process.wait()
        except BaseException:
            kill_tree(process.pid)
            raise


def heed_interrupts() -> None:
    """A shell lets what runs in the background, such as these tests, ignore interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def is_running(process: psutil.Process) -> bool:
    """Whether a process goes on; one that has ended may be listed until somebody looks at it."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def over_time(seconds: float) -> str:
    """What is said of a calculation without end; where others keep the processors, by the clock."""
    clock = rf"was not done after {10 * seconds:g} s on the clock, for .* stopped"
    return rf"it (took more than {seconds:g} s of a processor|{clock})"


def wait_for_end(*processes: psutil.Process) -> None:
    """Wait until none of some processes goes on."""
    while any(map(is_running, processes)):
        time.sleep(0.01)


def read_line(stream: IO[str]) -> str:
    """A line, and nothing ahead of it: the buffer of a stream is lost to ``communicate``."""
    line = b""
    while not line.endswith(b"\n"):
        byte = os.read(stream.fileno(), 1)
        assert byte, f"it ended after {line!r}"
        line += byte
    return line.decode()
