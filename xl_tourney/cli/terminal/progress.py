"""What a long run shows: a bar on a terminal, a summary at the end, and a brake."""

from __future__ import annotations

import heapq
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FrameType, TracebackType
from typing import Any

from ...batch.paths import expand
from ...recalc.receipt import Receipt
from .options import Exit

_SLOWEST = 5
_FAILED = 20


class Brake:
    """Ends a list of workbooks early; those under way are finished.  An interrupt pulls it."""

    def __init__(self) -> None:
        self.interrupted = False
        self._pulled = False
        self._before: Any = None

    def pull(self) -> None:
        """Let no more workbooks begin."""
        self._pulled = True

    def over(self, paths: Iterator[str]) -> Iterator[str]:
        """The paths, until the brake is pulled."""
        for path in paths:
            if self._pulled:
                return
            yield path

    def __enter__(self) -> Brake:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True
        self.pull()
        print("Finishing what is under way; interrupt again to end it at once.", file=sys.stderr)


@dataclass
class Tally:
    """What a run over many workbooks did."""

    check: bool
    workbooks: int = 0
    stale: int = 0
    skipped: int = 0
    failed: list[str] = field(default_factory=list)
    _slowest: list[tuple[float, str]] = field(default_factory=list)
    _started: float = field(default_factory=time.monotonic)

    def count(self, receipt: Receipt) -> None:
        """Take one workbook in."""
        self.workbooks += 1
        self.stale += receipt.stale
        self.skipped += receipt.skipped
        if receipt.failed:
            self.failed.append(receipt.path)
        elif not receipt.skipped:
            heapq.heappush(self._slowest, (receipt.seconds, receipt.path))
            if len(self._slowest) > _SLOWEST:
                heapq.heappop(self._slowest)

    def summary(self) -> str:
        """What happened, the slowest and the failed."""
        took = time.monotonic() - self._started
        done = "stale" if self.check else "changed"
        lines = [
            f"{self.workbooks:,} workbooks in {took:.1f} s ({self.workbooks / took:.1f} a second): "
            f"{self.stale:,} {done}, {len(self.failed):,} failed"
            + (f", {self.skipped:,} up to date as recorded" if self.skipped else "")
        ]
        if self.workbooks > _SLOWEST:
            slowest = sorted(self._slowest, reverse=True)
            lines += ["slowest:", *(f"  {seconds:.2f} s  {path}" for seconds, path in slowest)]
        if self.failed:
            lines += ["failed:", *(f"  {path}" for path in self.failed[:_FAILED])]
        if len(self.failed) > _FAILED:
            lines.append(f"  and {len(self.failed) - _FAILED:,} more")
        return "\n".join(lines)

    def exit(self) -> Exit:
        """How the command ends."""
        if self.failed:
            return Exit.SOME_FAILED
        return Exit.DIFFERENT if self.check and self.stale else Exit.DONE


class Progress:
    """A bar with rate and time left on stderr, if that is a terminal."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self._bar: Any = None
        self._task: Any = None

    def show(self, receipt: Receipt) -> None:
        """Go on by one workbook."""
        if self._bar:
            self._bar.advance(self._task)

    def __enter__(self) -> Progress:
        if sys.stderr.isatty():
            self._bar = _bar()
            self._task = self._bar.add_task("", total=None)
            self._bar.start()
            if "-" not in self._names:
                threading.Thread(target=self._count, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar:
            self._bar.stop()

    def _count(self) -> None:
        """Find out how many there will be, while the first are calculated."""
        self._bar.update(self._task, total=sum(1 for _ in expand(self._names)))


def _bar() -> Any:
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
        """Workbooks a second."""

        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:.1f} a second" if task.speed else "")

    return Bar(
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # else it is data on its way to a file
    )
