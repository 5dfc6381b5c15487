"""Many workbooks: over the processes of this machine, or over any executor.

A task carries paths and options and brings receipts back; workers do the reading and writing.  A bad
workbook is a receipt, never an exception.
"""

from __future__ import annotations

import glob
import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from ..engines import ENGINES
from ..errors import TourneyError
from . import receipt as receipts
from .record import Record, content_hash
from .workers import WorkerPool, cores

SUFFIXES = (".xlsx", ".xlsm", ".xltx", ".xltm")
_TOGETHER = 16
_SMALL = 256 << 10
_AHEAD = 2  # tasks waiting for each worker


@dataclass(frozen=True)
class Options:
    """What is the same for every workbook of a run."""

    engine: str = ENGINES[0]
    check: bool = False
    now: datetime | None = None


def expand(names: Iterable[str]) -> Iterator[str]:
    """Paths from paths, folders, patterns such as ``season/**/*.xlsx``, and URLs, one at a time."""
    for name in names:
        if "://" in name:
            yield name
        elif os.path.isdir(name):
            for folder, folders, files in os.walk(name):
                folders.sort()
                for file in sorted(files):
                    if file.lower().endswith(SUFFIXES) and not file.startswith(("~$", ".")):
                        yield os.path.join(folder, file)
        elif glob.has_magic(name) and not os.path.exists(name):
            yield from glob.iglob(name, recursive=True)
        else:
            yield name


def recalc_many(
    paths: Iterable[str | Path],
    *,
    executor: Executor | None = None,
    jobs: int | None = None,
    options: Options | None = None,
    timeout: float | None = None,
    max_memory: int | None = None,
    record: Path | None = None,
) -> Iterator[receipts.Receipt]:
    """Recalculate many workbooks; receipts come as they are ready, in any order.

    Parameters
    ----------
    paths
        The workbooks, taken one by one: a hundred thousand need no list.
    executor
        Who runs the tasks, such as dask's ``Client.get_executor(pure=False, retries=1)``; without
        one, processes of this machine.
    jobs
        How many processes; as many as there are cores without it.
    options
        What is the same for every workbook.
    timeout, max_memory
        Seconds and bytes that a workbook may take (in processes of this machine); beyond it ends
        with a receipt of failure.
    record
        A file that remembers which workbooks are up to date; they are not calculated again.
    """
    options = options or Options()
    if executor is not None:
        yield from _Run(executor, 8, options).over(_tasks(paths), record)
        return
    workers = jobs or cores()
    pool = WorkerPool(workers, timeout=timeout, max_memory=max_memory)
    finished = False
    try:
        yield from _Run(pool, workers * _AHEAD, options).over(_tasks(paths), record)
        finished = True
    finally:
        pool.shutdown(cancel_futures=not finished)


def _tasks(paths: Iterable[str | Path]) -> Iterator[list[str]]:
    """Small workbooks together, large ones alone."""
    together: list[str] = []
    for path in map(str, paths):
        try:
            small = "://" not in path and os.path.getsize(path) < _SMALL
        except OSError:
            small = True
        if not small:
            yield [path]
            continue
        together.append(path)
        if len(together) == _TOGETHER:
            yield together
            together = []
    if together:
        yield together


class _Run:
    """One run over an executor, with only so many tasks in flight."""

    def __init__(self, executor: Executor, in_flight: int, options: Options) -> None:
        self._executor = executor
        self._most = in_flight
        self._options = options
        self._flying: dict[Future[list[receipts.Receipt]], list[str]] = {}
        self._again: deque[str] = deque()

    def over(self, tasks: Iterator[list[str]], record: Path | None) -> Iterator[receipts.Receipt]:
        """Run the tasks; what is recorded as up to date is not calculated."""
        if record is None:
            yield from self._run(tasks)
            return
        with Record(record, asdict(self._options)) as known:
            new: Iterator[list[str]] = iter(())
            skipped: deque[receipts.Receipt] = deque()

            def unknown() -> Iterator[list[str]]:
                for task in tasks:
                    left = []
                    for path in task:
                        if _is_known(path, known):
                            skipped.append(
                                receipts.Receipt(path, self._options.engine, skipped=True)
                            )
                        else:
                            left.append(path)
                    if left:
                        yield left

            new = unknown()
            for receipt in self._run(new):
                if receipt.content and not receipt.failed and not receipt.volatile:
                    known.add(receipt.content)
                yield receipt
                while skipped:
                    yield skipped.popleft()
            yield from skipped

    def _run(self, tasks: Iterator[list[str]]) -> Iterator[receipts.Receipt]:
        self._fill(tasks)
        while self._flying:
            done, _ = wait(self._flying, return_when=FIRST_COMPLETED)
            for future in done:
                paths = self._flying.pop(future)
                yield from self._landed(paths, future)
            self._fill(tasks)

    def _fill(self, tasks: Iterator[list[str]]) -> None:
        while len(self._flying) < self._most:
            task = [self._again.popleft()] if self._again else next(tasks, None)
            if task is None:
                return
            self._flying[self._executor.submit(recalc_all, task, self._options)] = task

    def _landed(
        self, paths: list[str], future: Future[list[receipts.Receipt]]
    ) -> Iterator[receipts.Receipt]:
        error = future.exception()
        if error is None:
            yield from future.result()
        elif len(paths) > 1:
            self._again.extend(paths)  # one by one, so that the culprit takes nobody with it
        else:
            why = f"{paths[0]}: {error}; the workbook is left as it is."
            yield receipts.Receipt(paths[0], self._options.engine, failed=why)


def _is_known(path: str, known: Record) -> bool:
    try:
        return "://" not in path and known.knows(content_hash(Path(path).read_bytes()))
    except OSError:
        return False


def recalc_all(paths: list[str], options: Options) -> list[receipts.Receipt]:
    """What a worker does: recalculate some workbooks, one after the other."""
    return [_recalc_one(path, options) for path in paths]


def _recalc_one(path: str, options: Options) -> receipts.Receipt:
    from .recalculate import recalc
    from .remote import recalc_url

    try:
        one = recalc_url if "://" in path else recalc
        receipt = one(path, engine=options.engine, check=options.check, now=options.now)
        if not receipt.content and not receipt.volatile:
            receipt.content = content_hash(Path(path).read_bytes())
        return receipt
    except TourneyError as error:
        return receipts.Receipt(path, options.engine, failed=str(error))
    except Exception as error:
        why = f"{path}: something went wrong in xl-tourney itself: {error!r}; it is left as it is."
        return receipts.Receipt(path, options.engine, failed=why)
