"""The limits of time and memory for a calculation, and what a process uses of them.

On Linux both are read in /proc: to import psutil takes a tenth of the time of a workbook, and so
do the standard modules with which who waits for it can do without.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from contextlib import contextmanager, suppress

from .errors import TourneyError
from .record import NamedTuple, Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

DEFAULT_SECONDS = 120.0
"""The time of a processor that a command gives a workbook."""
CHECK_SECONDS = 0.05
"""How often a process is measured."""

_MEMORY_SHARE = 0.75
"""The share of the free memory that a command gives a workbook."""
_CLOCK_SHARE = 10
"""How many times its time of a processor a calculation may take by the clock."""
_CGROUP = "/sys/fs/cgroup/"


class WorkerLostError(TourneyError):
    """The process of a calculation died."""


class WorkerDiedError(WorkerLostError):
    """It died by itself: nobody ended it for a limit, or because the run was stopped."""


class LimitError(WorkerLostError):
    """A calculation exceeded its limit of time or memory, and was ended."""


class CalculationStart(Record):
    """When a process began a calculation: by the clock, and in its own time of a processor."""

    process_id: int
    clock: float
    processor: float

    @classmethod
    def now(cls, process_id: int) -> CalculationStart:
        """The start of a calculation that a process begins now."""
        return cls(process_id, time.monotonic(), _usage(process_id).processor)


class ResourceLimits(NamedTuple):
    """The limits of a calculation; None for no limit."""

    seconds: float | None = None
    """Seconds of a processor, so that a busy machine changes nothing.

    By the clock it may take ten times as long: a process that waits for ever, or was stopped, takes
    no time of a processor.
    """
    memory: int | None = None
    """Bytes of resident memory, with those of its child processes."""

    def exceeded_by(self, start: CalculationStart) -> LimitError | None:
        """The limit that a calculation exceeds, as half a sentence."""
        elapsed = time.monotonic() - start.clock
        if self.seconds and elapsed > self.seconds:
            if measure(start.process_id).processor - start.processor > self.seconds:
                return LimitError(f"it took more than {self.seconds:g} s of a processor")
            if elapsed > self.seconds * _CLOCK_SHARE:
                return LimitError(
                    f"it was not done after {self.seconds * _CLOCK_SHARE:g} s on the clock, "
                    "for the machine is busy, or its process was stopped"
                )
        if self.memory and measure(start.process_id).memory > self.memory:
            return LimitError(f"it needed more than {self.memory:,} bytes of memory")
        return None


def default_memory(processes: int = 1) -> int:
    """The bytes of memory that a command gives each of its processes."""
    return int(_free_memory() * _MEMORY_SHARE) // processes


def _free_memory() -> int:
    """The memory that is free on this machine, or in this container if that is less."""
    free = _free_memory_of_machine()
    try:
        limit = _read(f"{_CGROUP}memory.max").strip()
        used = int(_read(f"{_CGROUP}memory.current"))
    except (OSError, ValueError):
        return free
    return min(free, max(int(limit) - used, 0)) if limit.isdigit() else free


def _free_memory_of_machine() -> int:
    if sys.platform == "linux":
        _, found, rest = _read("/proc/meminfo").partition("MemAvailable:")
        if found:
            return int(rest.split(None, 1)[0]) << 10
    import psutil

    return int(psutil.virtual_memory().available)


def _read(path: str) -> str:
    """A text of the system."""
    with open(path, encoding="utf-8", errors="replace") as file:  # noqa: PTH123
        return file.read()


def seconds_spent() -> float:
    """The processor time of this process and its ended children, on Windows the clock."""
    return time.monotonic() if sys.platform == "win32" else sum(os.times()[:4])


class Usage(Record):
    """What a process uses; nothing if it has ended."""

    processor: float = 0.0
    """Seconds of a processor, with those of its children."""
    memory: int = 0
    """Bytes of resident memory."""


def measure(process_id: int) -> Usage:
    """What a process and its children use."""
    used = [*map(_usage, (process_id, *_descendants(process_id)))]
    return Usage(sum(one.processor for one in used), sum(one.memory for one in used))


def _usage(process_id: int) -> Usage:
    """What a process uses, with the time of its children that have ended."""
    if sys.platform == "linux":
        try:
            status = _read(f"/proc/{process_id}/stat")
        except OSError:
            return Usage()
        numbers = [*map(int, status.rpartition(")")[2].split()[11:22])]
        pages, ticks = numbers[10], sum(numbers[:4])
        return Usage(ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE"))
    import psutil

    try:
        process = psutil.Process(process_id)
        times = process.cpu_times()
        return Usage(float(times.user + times.system), int(process.memory_info().rss))
    except psutil.Error:
        return Usage()


def kill_tree(process_id: int) -> None:
    """Kill a process and its children, such as the LibreOffice that it has started."""
    kill_children(process_id)
    _kill(process_id)


def kill_children(process_id: int) -> None:
    """Kill the children of a process, and theirs."""
    for child in reversed([*_descendants(process_id)]):
        _kill(child)


def _kill(process_id: int) -> None:
    with suppress(OSError):  # it has ended
        os.kill(process_id, 9)


def _descendants(process_id: int) -> Iterator[int]:
    """The children of a process, and theirs."""
    try:
        tasks = f"/proc/{process_id}/task"
        texts = [_read(f"{tasks}/{task}/children") for task in os.listdir(tasks)]  # noqa: PTH208
        children = [int(child) for text in texts for child in text.split()]
    except OSError:  # not Linux, or it has ended: psutil reads the table of all processes
        import psutil

        try:
            found = psutil.Process(process_id).children(recursive=True)
        except psutil.Error:
            return
        yield from (process.pid for process in found)
        return
    for child in children:
        yield child
        yield from _descendants(child)


def describe_death(exit_code: int | None) -> str:
    """How a process died, by its exit code."""
    import signal

    try:
        cause = signal.Signals(-(exit_code or 0)).name
    except ValueError:
        cause = f"exit code {exit_code}"
    return f"the process that calculated it died ({cause})"


@contextmanager
def paused_garbage_collection() -> Iterator[None]:
    """No garbage collection inside: many cells live, and each collection visits them all."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
