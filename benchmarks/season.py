"""A season of workbooks with bad ones of every kind: none is lost, and memory stays flat.

python -m benchmarks.season [--workbooks 2000] [--dask]
python -m benchmarks.season --workbooks 10000 --bad 50 --record

With ``--record`` two workers are killed on the way, a pipe lies in the folder, and the run is made
twice: the second time nothing is calculated.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from tests.batch import deadly, real_cluster
from xl_tourney.batch.dask_cluster import connect
from xl_tourney.batch.paths import expand
from xl_tourney.batch.scheduler import recalc_many
from xl_tourney.batch.worker_pool import WorkerPool
from xl_tourney.calculation.receipt import Receipt

TIMEOUT = 5.0


@dataclass
class Outcome:
    """What became of a season."""

    workbooks: int
    seconds: float
    succeeded: int
    failed_rightly: int
    lost: int
    first_megabytes: float
    """Memory of the parent after a tenth of the workbooks."""
    most_megabytes: float
    largest_worker: float
    """The most memory of a worker, in MB."""
    processor_seconds: float = 0.0
    """What all processes took of the processor."""


def run(workbooks: int, bad: int, *, dask: bool) -> Outcome:
    """Recalculate a season; through dask, with a worker killed in the middle."""
    with tempfile.TemporaryDirectory() as folder:
        season = Path(folder, "season")
        kinds = [kind for kind in deadly.BAD if not (dask and kind is deadly.without_end)]
        reasons = deadly.season(season, workbooks, bad, kinds)
        with _cluster(Path(folder)) if dask else _pool() as workers:
            return _watched(season, workbooks, reasons, workers, kill=int(dask))


def run_twice(workbooks: int, bad: int) -> tuple[Outcome, Outcome]:
    """Recalculate a season with a record, and once more."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        season = folder / "season"
        kinds = [*deadly.BAD, *deadly.ODD_FILES]
        reasons = deadly.season(season, workbooks, bad, kinds, all_different=True)
        deadly.pipe(season / "pipe.xlsx")
        options = {"record": folder / "runs.db"}
        outcomes = []
        for kill in (2, 0):
            before = sum(os.times()[:4])
            with _pool() as workers:
                given = {**workers, **options}
                outcomes.append(_watched(season, workbooks, reasons, given, kill))
            outcomes[-1].processor_seconds = sum(os.times()[:4]) - before
        return outcomes[0], outcomes[1]


def _watched(
    season: Path, workbooks: int, reasons: dict[str, str], workers: dict[str, Any], kill: int = 0
) -> Outcome:
    us = psutil.Process()
    receipts: dict[str, Receipt] = {}
    memory = []
    largest = 0.0
    started = time.perf_counter()
    for receipt in recalc_many(expand([str(season)]), **workers):
        assert receipt.path not in receipts, f"{receipt.path} came twice"
        receipts[receipt.path] = receipt
        memory.append(us.memory_info().rss / (1 << 20))
        if len(receipts) % 100 == 0:
            largest = max([largest, *_workers().values()])
        if kill and len(receipts) % (workbooks // (kill + 1)) == 0:
            kill -= 1
            next(iter(_workers())).kill()
    seconds = time.perf_counter() - started
    return Outcome(
        workbooks,
        seconds,
        sum(r.failed is None for r in receipts.values()),
        sum(why in (receipts[path].failed or "") for path, why in reasons.items()),
        workbooks - len(receipts),
        memory[len(memory) // 10],
        max(memory),
        largest,
    )


def _workers() -> dict[psutil.Process, float]:
    """The processes that calculate, and their memory in MB."""
    found = {}
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):  # it may die at any moment
            if "spawn_main" in " ".join(child.cmdline()):
                found[child] = child.memory_info().rss / (1 << 20)
    return found


@contextmanager
def _pool() -> Iterator[dict[str, Any]]:
    with WorkerPool(2, timeout=TIMEOUT, initializer=deadly.install) as pool:
        yield {"executor": pool, "jobs": 2}


@contextmanager
def _cluster(folder: Path) -> Iterator[dict[str, Any]]:
    with real_cluster.cluster(folder) as address, connect(address) as workers:
        yield workers


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--workbooks", type=int, default=2000)
    arguments.add_argument("--bad", type=int, default=20)
    arguments.add_argument("--dask", action="store_true")
    arguments.add_argument("--record", action="store_true")
    given = arguments.parse_args()
    if given.record:
        for outcome in run_twice(given.workbooks, given.bad):
            print(outcome)
    else:
        print(run(given.workbooks, given.bad, dask=given.dask))


if __name__ == "__main__":
    main()
