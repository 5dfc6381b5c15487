"""A run over many workbooks: stopping it early, its summary, and a progress bar."""

from __future__ import annotations

import _thread
import heapq
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, NoReturn

from ...batch.paths import expand
from ...calculation.receipt import Receipt, format_reasons
from ...errors import Exit
from ...resource_limits import kill_children
from .inert import inert, inert_streams

_MAX_SLOWEST = 5
_SECONDS_TO_END = 5
_MAX_FAILED = 20


class Stopper:
    """Stops a run early, on an interrupt or on demand; workbooks in progress are finished.

    A second interrupt is an exception, which ends them.  It may be raised anywhere: where locks are
    taken it leaves one taken, and in a finalizer it is lost.  So the process is ended after some
    seconds if it still runs.
    """

    def __init__(self) -> None:
        self.interrupted = False
        self._stopped = False
        self._previous_handlers: dict[int, Any] = {}
        self._timers: list[threading.Timer] = []

    def stop(self) -> None:
        """Start no more workbooks."""
        self._stopped = True

    def take_while_running(self, paths: Iterator[str]) -> Iterator[str]:
        """The paths, until the run is stopped."""
        for path in paths:
            if self._stopped:
                return
            yield path

    def __enter__(self) -> Stopper:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._previous_handlers[number] = signal.signal(number, self._interrupt)
        return self

    def __exit__(self, *exception: object) -> None:
        for timer in self._timers:
            timer.cancel()
        for number, handler in self._previous_handlers.items():
            signal.signal(number, handler)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """What is under way is finished; whoever sends SIGTERM kills soon after, so it ends too."""
        if self.interrupted:
            self._call_later(_end_process)
            raise KeyboardInterrupt
        self.interrupted = True
        self.stop()
        ends = "; interrupt again to end it at once."
        if number == signal.SIGTERM:
            self._call_later(_thread.interrupt_main, signal.SIGTERM)
            ends = f", for {_SECONDS_TO_END} seconds."
        print(f"Finishing what is under way{ends}", file=sys.stderr)

    def _call_later(self, call: Callable[..., object], *arguments: object) -> None:
        timer = threading.Timer(_SECONDS_TO_END, call, arguments)
        timer.daemon = True
        timer.start()
        self._timers.append(timer)


def _end_process() -> NoReturn:
    """End this process and those that it has started, whatever they are at."""
    kill_children(os.getpid())
    os._exit(Exit.WRONG)


@dataclass
class RunSummary:
    """The counts of a run over many workbooks."""

    check: bool
    has_record: bool = False
    workbooks: int = 0
    stale: int = 0
    skipped: int = 0
    unidentified: int = 0
    """Those whose store tells no version of their content, so that no record can know them."""
    kept: Counter[str] = field(default_factory=Counter)
    """The reasons why cells keep their values, over all workbooks."""
    empty: int = 0
    """Those of them that have no value."""
    uncertain: int = 0
    """The cells that depend on a kept one whose inputs changed."""
    failed: list[str] = field(default_factory=list)
    _slowest: list[tuple[float, str]] = field(default_factory=list)
    _started: float = field(default_factory=time.monotonic)

    def add(self, receipt: Receipt) -> None:
        """Count a workbook."""
        self.workbooks += 1
        self.stale += receipt.stale
        self.skipped += receipt.skipped
        self.kept += receipt.count_reasons()
        self.empty += len(receipt.empty)
        self.uncertain += len(receipt.uncertain)
        if self.has_record and not (self.check and receipt.stale):
            self.unidentified += receipt.is_unidentified
        if receipt.failed:
            self.failed.append(receipt.path)
        elif not receipt.skipped:
            heapq.heappush(self._slowest, (receipt.seconds, receipt.path))
            if len(self._slowest) > _MAX_SLOWEST:
                heapq.heappop(self._slowest)

    def format(self) -> str:
        """The counts, the slowest and the failed workbooks."""
        elapsed = time.monotonic() - self._started
        verb = "stale" if self.check else "changed"
        lines = [
            f"{self.workbooks:,} workbooks in {elapsed:.1f} s "
            f"({self.workbooks / elapsed:.1f} a second): "
            f"{self.stale:,} {verb}, {len(self.failed):,} failed"
            + (f", {self.skipped:,} up to date as recorded" if self.skipped else "")
        ]
        if self.kept:
            empty = f" ({self.empty:,} of them empty)" if self.empty else ""
            lines.append(
                f"{self.kept.total():,} cells kept{empty}, {self.uncertain:,} uncertain; "
                f"{inert(format_reasons(self.kept))}"
            )
        if self.unidentified:
            lines.append(
                f"{self.unidentified:,} can never be recorded: "
                "their store tells no certain version of their content"
            )
        if self.workbooks > _MAX_SLOWEST:
            slowest = sorted(self._slowest, reverse=True)
            lines += [
                "slowest:",
                *(f"  {seconds:.2f} s  {inert(path)}" for seconds, path in slowest),
            ]
        if self.failed:
            lines += ["failed:", *(f"  {inert(path)}" for path in self.failed[:_MAX_FAILED])]
        if len(self.failed) > _MAX_FAILED:
            lines.append(f"  and {len(self.failed) - _MAX_FAILED:,} more")
        return "\n".join(lines)

    def exit_code(self) -> Exit:
        """The exit code of the command."""
        if self.failed:
            return Exit.SOME_FAILED
        return Exit.DIFFERENT if self.check and self.stale else Exit.DONE


class Progress:
    """A progress bar on stderr, if that is a terminal."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self._bar: Any = None
        self._task: Any = None
        self._drawn = ExitStack()

    def advance(self) -> None:
        """Advance by one workbook."""
        if self._bar:
            self._bar.advance(self._task)

    def __enter__(self) -> Progress:
        if sys.stderr.isatty():
            self._bar = _make_bar()
            self._task = self._bar.add_task("", total=None)
            self._drawn.enter_context(self._bar)  # which prints what is written meanwhile
            self._drawn.enter_context(inert_streams())
            if "-" not in self._names:
                threading.Thread(target=self._count_workbooks, daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._drawn.close()

    def _count_workbooks(self) -> None:
        """Count the workbooks while the first are calculated."""
        self._bar.update(self._task, total=sum(1 for _ in expand(self._names)))


def _make_bar() -> Any:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        ProgressColumn,
        Task,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bar
    from rich.text import Text

    class Rate(ProgressColumn):
        """The rate, in workbooks a second."""

        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:.1f} a second" if task.speed else "")

    return Bar(
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        console=Console(file=Console(stderr=True).file),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # else stdout is data for a file
    )
