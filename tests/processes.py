"""Commands in processes of their own, which end with the test that started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from xl_tourney.resource_limits import kill_tree

ROOT = Path(__file__).parents[1]
SECONDS_TO_END = 60


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
            process.wait(SECONDS_TO_END)
        except BaseException:
            kill_tree(process.pid)
            raise


def heed_interrupts() -> None:
    """A shell lets what runs in the background, such as these tests, ignore interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def read_line(stream: IO[str]) -> str:
    """A line, and nothing ahead of it: the buffer of a stream is lost to ``communicate``."""
    line = b""
    while not line.endswith(b"\n"):
        byte = os.read(stream.fileno(), 1)
        assert byte, f"it ended after {line!r}"
        line += byte
    return line.decode()
