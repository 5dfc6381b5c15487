"""Many workbooks: over the processes of this machine, or over any executor.

A task carries paths and options and brings receipts back; workers do the reading and writing.  A
bad workbook is a receipt, never an exception.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from .. import atomic
from ..engines import ENGINES
from ..engines import engine as engine_named
from ..errors import OptionError, TourneyError
from ..recalc.receipt import Receipt
from .paths import is_url
from .record import Record
from .workers import LimitError, WorkerPool, cores

_TOGETHER = 16
"""Small workbooks in a task that travels to an executor; a pipe carries each alone."""
_SMALL = 256 << 10
_AHEAD = 2
"""Tasks under way for each worker, so that none waits for the next."""
_WORKERS_ELSEWHERE = 64
_PATIENCE = 0.5
"""Seconds after which a wait is renewed: Windows delivers no interrupt before."""


@dataclass(frozen=True)
class Options:
    """What is the same for every workbook of a run."""

    engine: str = ENGINES[0]
    check: bool = False
    now: datetime | None = None
    identify: bool = False
    """Whether receipts say what the content of a workbook is known by."""


def recalc_many(
    paths: Iterable[str | Path],
    *,
    executor: Executor | None = None,
    jobs: int | None = None,
    options: Options | None = None,
    timeout: float | None = None,
    max_memory: int | None = None,
    record: Path | None = None,
) -> Iterator[Receipt]:
    """Recalculate many workbooks; receipts come as they are ready, in any order.

    A workbook whose process died is tried a second time, when nothing else runs, so that the
    culprit is known.  If the process died after it had written the workbook, the second receipt
    finds nothing to change.

    Parameters
    ----------
    paths
        The workbooks, taken one by one: a hundred thousand need no list.
    executor
        Who runs the tasks, such as dask's ``Client.get_executor(pure=False, retries=1)``; without
        one, processes of this machine.
    jobs
        How many processes; as many as there are cores without it.  With an executor, how many
        workers it has.
    options
        What is the same for every workbook.
    timeout, max_memory
        Seconds and bytes that a workbook may take (in processes of this machine); beyond it ends
        with a receipt of failure.
    record
        A file that remembers which workbooks are up to date; they are not calculated again.

    Raises
    ------
    OptionError
        Limits were set for an executor, which does not know them, or an extra is missing.
    WriteError
        The record cannot be kept.
    """
    options = replace(options or Options(), identify=record is not None)
    if executor is None:
        workers = jobs or cores()
        warm = partial(_warm, options.engine)
        pool = WorkerPool(workers, timeout=timeout, max_memory=max_memory, initializer=warm)
        return _and_close(pool, _recalc_over(pool, paths, options, record, workers))
    if timeout or max_memory:
        raise OptionError("Limits of time and memory hold for processes of this machine only.")
    return _recalc_over(executor, paths, options, record, jobs or _WORKERS_ELSEWHERE)


def _and_close(pool: WorkerPool, receipts: Iterator[Receipt]) -> Iterator[Receipt]:
    """The receipts, and the end of the pool with them; whoever leaves early ends it at once."""
    finished = False
    try:
        yield from receipts
        finished = True
    finally:
        pool.shutdown(cancel_futures=not finished)


def _recalc_over(
    executor: Executor,
    paths: Iterable[str | Path],
    options: Options,
    record: Path | None,
    workers: int,
) -> Iterator[Receipt]:
    with Record(record, options.engine, options.now) if record else nullcontext() as known:
        yield from _Run(executor, options, known, workers * _AHEAD).over(paths)


class _Run:
    """One run over an executor, with only so many tasks in flight."""

    def __init__(
        self, executor: Executor, options: Options, record: Record | None, in_flight: int
    ) -> None:
        self._executor = executor
        self._options = options
        self._record = record
        self._in_flight = in_flight
        self._together = 1 if isinstance(executor, WorkerPool) else _TOGETHER
        self._flying: dict[Future[list[Receipt]], list[str]] = {}
        self._suspects: list[str] = []
        """Workbooks whose worker was lost, to be tried alone."""
        self._alone = False

    def over(self, paths: Iterable[str | Path]) -> Iterator[Receipt]:
        """The receipts of all these workbooks."""
        try:
            batch: list[str] = []
            for path in map(str, paths):
                if self._record and self._record.knows(path):
                    yield Receipt(path, self._options.engine, skipped=True)
                elif self._together == 1 or not _is_small(path):
                    yield from self._send([path])
                else:
                    batch.append(path)
                    if len(batch) == self._together:
                        yield from self._send(batch)
                        batch = []
            yield from self._send(batch)
            yield from self._land_until(0)
            self._alone = True
            for path in self._suspects:
                yield from self._send([path])
                yield from self._land_until(0)
        finally:
            for future in self._flying:
                future.cancel()

    def _send(self, task: list[str]) -> Iterator[Receipt]:
        """Give a task to the executor, when there is room for it."""
        if not task:
            return
        yield from self._land_until(self._in_flight - 1)
        try:
            future = self._executor.submit(recalc_all, task, self._options)
        except BrokenExecutor as error:
            future = Future()
            future.set_exception(error)
        self._flying[future] = task

    def _land_until(self, left: int) -> Iterator[Receipt]:
        """Take in what is done, until only so many tasks are under way."""
        while len(self._flying) > left:
            done, _ = wait(self._flying, timeout=_PATIENCE, return_when=FIRST_COMPLETED)
            for future in done:
                yield from self._landed(self._flying.pop(future), future)

    def _landed(self, task: list[str], future: Future[list[Receipt]]) -> Iterator[Receipt]:
        error = CancelledTaskError() if future.cancelled() else future.exception()
        if error is None:
            for receipt in future.result():
                if self._record:
                    self._record.add(receipt)
                yield receipt
        elif self._alone or isinstance(error, (LimitError, BrokenExecutor)):
            for path in task:
                yield self._lost(path, error)
        else:
            self._suspects += task

    def _lost(self, path: str, error: BaseException) -> Receipt:
        if not is_url(path):
            atomic.clean(Path(path).absolute().parent)
        why = f"{path}: {error}; the workbook is left as it is."
        return Receipt(path, self._options.engine, failed=why)


class CancelledTaskError(TourneyError):
    """The executor dropped the task."""

    def __str__(self) -> str:
        return "its task was dropped by the cluster"


def _is_small(path: str) -> bool:
    try:
        return not is_url(path) and Path(path).stat().st_size < _SMALL
    except OSError:
        return True  # whoever reads it says what is wrong


def _warm(engine: str) -> None:
    """Import what a workbook needs before the first one comes."""
    from ..recalc import recalculate  # noqa: F401

    engine_named(engine)


def recalc_all(paths: list[str], options: Options) -> list[Receipt]:
    """What a worker does: recalculate some workbooks, one after the other."""
    return [_recalc_one(path, options) for path in paths]


def _recalc_one(path: str, options: Options) -> Receipt:
    from ..recalc.recalculate import recalc
    from .remote import recalc_url

    one = recalc_url if is_url(path) else recalc
    try:
        return one(path, **vars(options))
    except TourneyError as error:
        why = str(error)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic of the engine is no Exception
        why = f"{path}: something went wrong in xl-tourney itself: {error!r}; it is left as it is."
    return Receipt(path, options.engine, failed=why)
