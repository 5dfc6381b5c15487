"""The recalculation of many workbooks by the processes of this machine, or by any executor.

A task carries paths and options and returns receipts; workers do the reading and writing.  A bad
workbook is a receipt, never an exception.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeVar

from .. import atomic
from ..calculation.receipt import Receipt
from ..engines import load_engine
from ..errors import TourneyError, WorkbookError
from ..recalculation.options import Options
from ..resource_limits import LimitError, ResourceLimits, WorkerDiedError
from .record import RunOutcome, RunRecord
from .urls import ListedUrl, is_url
from .worker_pool import WAIT_SECONDS, WorkerPool, count_cores

T = TypeVar("T")

_BATCH_SIZE = 16
"""Small workbooks in one task of an executor; a local worker gets one workbook a task."""
_MAX_SMALL_BYTES = 256 << 10
_TASKS_PER_WORKER = 2
"""Tasks in flight for each worker, so that none is idle."""
_DEFAULT_REMOTE_WORKERS = 64
_NO_LIMITS = ResourceLimits()


def recalc_many(
    paths: Iterable[str | Path],
    *,
    executor: Executor | None = None,
    jobs: int | None = None,
    options: Options | None = None,
    timeout: float | None = None,
    max_memory: int | None = None,
    record: Path | None = None,
    is_lost: Callable[[], bool] = lambda: False,
) -> Iterator[Receipt]:
    """Recalculate many workbooks; yield receipts in the order of completion.

    A workbook whose worker died is retried in isolation, when no other task runs, so that the cause
    is certain.  If the worker died after it had written the workbook, the retry finds no change.

    Parameters
    ----------
    paths
        The workbooks, read lazily.
    executor
        The executor of the tasks, such as dask's ``Client.get_executor(pure=False, retries=1)``;
        None for processes of this machine.
    jobs
        How many processes; None for one a core.  With an executor, the number of its workers.
    options
        The options of the run.
    timeout, max_memory
        The limits of seconds (of a processor; by the clock ten times as many) and bytes for a
        workbook; beyond them the receipt is a failure.
    record
        A file that records which workbooks are up to date; those are skipped.

    is_lost
        Whether the executor is gone, such as a cluster whose scheduler has died.

    Raises
    ------
    ClusterLostError
        The executor is gone; what it had in flight is reported before.
    WriteError
        The record cannot be written.
    """
    options = (options or Options())._replace(identify_content=record is not None)
    limits, pool = ResourceLimits(timeout, max_memory), None
    workers = jobs or (_DEFAULT_REMOTE_WORKERS if executor else count_cores())
    if executor is None:
        preload = partial(_preload, options.engine)
        pool = WorkerPool(workers, timeout=timeout, max_memory=max_memory, initializer=preload)
        executor, limits = pool, _NO_LIMITS  # those of its own
    with RunRecord(record, options) if record else nullcontext() as opened_record:
        scheduler = _Scheduler(executor, options, limits, opened_record, workers, is_lost)
        try:
            yield from scheduler.run(paths)
        finally:  # not all receipts may be consumed
            if pool:
                unfinished = scheduler.unfinished
                pool.shutdown(cancel_futures=bool(unfinished))
                for path in unfinished:
                    _clean_beside(path)


@dataclass
class _Scheduler:
    """The tasks of one run over an executor, with a limited number of them in flight."""

    executor: Executor
    options: Options
    limits: ResourceLimits
    record: RunRecord | None
    workers: int
    is_lost: Callable[[], bool]
    in_flight: dict[Future[list[Receipt]], list[str]] = field(default_factory=dict)
    retries: list[str] = field(default_factory=list)
    """Workbooks whose worker was lost, to be retried in isolation."""
    is_retrying: bool = False

    @property
    def unfinished(self) -> list[str]:
        """The workbooks in flight."""
        return [path for task in self.in_flight.values() for path in task]

    def run(self, paths: Iterable[str | Path]) -> Iterator[Receipt]:
        """Recalculate all workbooks and yield their receipts."""
        most = 1 if isinstance(self.executor, WorkerPool) else _BATCH_SIZE
        try:
            batch: list[str] = []
            for listed in paths:
                path = str(listed)
                if recorded := self._find_recorded(listed):
                    yield _recorded_receipt(path, self.options.engine, recorded)
                elif most == 1 or not _is_small(path):
                    yield from self._submit([path])
                else:
                    batch.append(path)
                    if len(batch) == most:
                        yield from self._submit(batch)
                        batch = []
            yield from self._submit(batch)
            yield from self._collect_until(0)
            self.is_retrying = True
            for path in self.retries:
                yield from self._submit([path])
                yield from self._collect_until(0)
        finally:
            for future in self.in_flight:
                future.cancel()

    def _submit(self, task: list[str]) -> Iterator[Receipt]:
        """Submit a task to the executor, after collecting results until there is room for it."""
        if not task:
            return
        yield from self._collect_until(self.workers * _TASKS_PER_WORKER - 1)
        call = partial(recalc_all, task, self.options, self.limits, self._known(task))
        self.in_flight[_submit(self.executor.submit, call)] = task

    def _find_recorded(self, path: str | Path) -> RunOutcome | None:
        """What is recorded of a workbook; tasks ask for URLs that are not listed."""
        if not self.record or (is_url(str(path)) and not isinstance(path, ListedUrl)):
            return None
        return self.record.find(path)

    def _known(self, task: list[str]) -> dict[str, list[str]]:
        """The versions of URLs that are up to date, as recorded; a task reads which is there."""
        if not self.record:
            return {}
        return {path: self.record.known_versions(path) for path in task if is_url(path)}

    def _collect_until(self, remaining: int) -> Iterator[Receipt]:
        """Collect the results of completed tasks, until only so many are in flight."""
        while len(self.in_flight) > remaining:
            done, _ = wait(self.in_flight, timeout=WAIT_SECONDS, return_when=FIRST_COMPLETED)
            for future in done:
                yield from self._collect(self.in_flight.pop(future), future)
            if not done and self.is_lost():
                unfinished, self.in_flight = self.unfinished, {}
                error = ClusterLostError("The cluster is gone; run it again for what is left.")
                for path in unfinished:
                    yield _failure(path, self.options.engine, error)
                raise error

    def _collect(self, task: list[str], future: Future[list[Receipt]]) -> Iterator[Receipt]:
        """Yield the receipts of a completed task, or schedule its workbooks for a retry."""
        dropped = TourneyError("its task was dropped by the cluster")
        error = dropped if future.cancelled() else future.exception()
        if error is None:
            yield from map(self._recorded, future.result())
        elif self.is_retrying or isinstance(error, (LimitError, BrokenExecutor)):
            # who dies in the company of others is tried alone; who dies alone dies again.  A limit
            # depends on the machine too: what exceeds one is tried again in the next run.
            fails_again = self.is_retrying and isinstance(error, WorkerDiedError)
            for path in task:
                receipt = _failure(path, self.options.engine, error)
                receipt.fails_again = fails_again
                yield self._recorded(receipt)
        else:
            self.retries += task

    def _recorded(self, receipt: Receipt) -> Receipt:
        """A receipt that the record knows of."""
        if self.record:
            self.record.add(receipt)
        return receipt


class ClusterLostError(TourneyError):
    """No task will end any more."""


def _submit(submit: Callable[..., Future[T]], *arguments: object) -> Future[T]:
    """Submit a task; its future has the error of an executor that is broken."""
    try:
        return submit(*arguments)
    except BrokenExecutor as error:
        future: Future[T] = Future()
        future.set_exception(error)
        return future


def _is_small(path: str) -> bool:
    try:
        return is_url(path) or Path(path).stat().st_size < _MAX_SMALL_BYTES
    except OSError:
        return True  # reading it reports the error


def _preload(engine_name: str) -> None:
    """Import the modules of a recalculation before the first task arrives."""
    from ..recalculation import recalculate  # noqa: F401

    load_engine(engine_name)


def recalc_all(
    paths: list[str],
    options: Options,
    limits: ResourceLimits,
    known: Mapping[str, Sequence[str]],
) -> list[Receipt]:
    """The task of a worker: recalculate workbooks one after the other.

    ``known`` has the versions of URLs that are up to date.
    """
    if not any(limits):
        return [_recalc_one(path, options, known.get(path, ())) for path in paths]
    submit = partial(limiting_pool(options.engine).submit_limited, limits, _recalc_one)
    futures = [_submit(submit, path, options, known.get(path, ())) for path in paths]
    receipts = []
    for path, future in zip(paths, futures, strict=True):
        try:
            receipts.append(future.result())
        except (TourneyError, BrokenExecutor) as error:
            receipts.append(_failure(path, options.engine, error))
    return receipts


@lru_cache
def limiting_pool(engine: str) -> WorkerPool:
    """The processes in which a worker of a cluster calculates under limits; they stay with it."""
    return WorkerPool(count_cores(), initializer=partial(_preload, engine))


def _clean_beside(path: str) -> None:
    if not is_url(path):
        atomic.clean_beside(Path(path))


def _failure(path: str, engine: str, error: BaseException) -> Receipt:
    """The receipt of a workbook whose worker was lost."""
    _clean_beside(path)
    return Receipt(path, engine, failed=f"{path}: {error}; the workbook is left as it is.")


def _recorded_receipt(path: str, engine: str, outcome: RunOutcome) -> Receipt:
    """The receipt of a workbook that is not calculated, for an earlier run says what becomes of it.

    A failure is told with the path of today: the file may have been moved, or be a copy.
    """
    if not outcome.failed:
        return Receipt(path, engine, skipped=True)
    reason = f"{path}: {outcome.failed} (as recorded; it is tried again when the file changes)."
    return Receipt(path, engine, skipped=True, failed=reason)


def _recalc_one(path: str, options: Options, known: Sequence[str]) -> Receipt:
    from ..recalculation.recalculate import recalculated
    from .remote import recalc_url

    try:
        if is_url(path):
            return recalc_url(path, known, options)
        return recalculated(Path(path), options)[0]
    except WorkbookError as error:
        return Receipt(path, options.engine, failed=str(error), fails_again=True)
    except TourneyError as error:
        message = str(error)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic of a Rust engine is no Exception
        message = (
            f"{path}: something went wrong in xl-tourney itself: {error!r}; it is left as it is."
        )
    return Receipt(path, options.engine, failed=message)
