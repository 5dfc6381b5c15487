"""A dask cluster as one is set up: a scheduler, and workers in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

from . import deadly

WORKERS = 2
ROOT = Path(__file__).resolve().parents[2]
"""Where workers find the functions that the tests send them."""
FORKED = {"DASK_DISTRIBUTED__WORKER__MULTIPROCESSING_METHOD": "forkserver"}
"""A worker that follows a dead one is a fork, and need not import dask anew."""


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """The address of a scheduler with two workers, on which cells may call ``KILL``."""
    from distributed import Client, WorkerPlugin  # takes half a second of every run

    class Deadly(WorkerPlugin):  # type: ignore[misc]
        def setup(self, worker: Any) -> None:
            deadly.install()

    file = folder / "scheduler.json"
    where = ["--scheduler-file", str(file)]
    commands = [
        ["dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", *where],
        ["dask_worker", *where, "--nworkers", str(WORKERS), "--nthreads", "1", "--no-dashboard"],
    ]
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{command}", *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={**os.environ, **FORKED, "PYTHONPATH": str(ROOT)},
        )
        for command, *options in commands
    ]
    try:
        while not file.exists():
            assert processes[0].poll() is None, "the scheduler does not start"
            time.sleep(0.05)
        with Client(scheduler_file=str(file), set_as_default=False) as client:
            client.wait_for_workers(WORKERS, timeout=60)
            client.register_plugin(Deadly())
            address: str = client.scheduler.address
        yield address
    finally:
        for process in reversed(processes):
            everybody = [*psutil.Process(process.pid).children(recursive=True), process]
            for one in everybody:
                one.kill()
            process.wait()


def kill_the_scheduler(address: str) -> None:
    """End the process that hands out the tasks."""
    port = int(address.rpartition(":")[2])
    for connection in psutil.net_connections("tcp"):
        if connection.status == psutil.CONN_LISTEN and connection.laddr.port == port:
            psutil.Process(connection.pid).kill()


def kill_a_worker(address: str) -> None:
    """End one of the processes that calculate."""
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        pids = client.run(_pid)
    psutil.Process(next(iter(pids.values()))).kill()


def _pid() -> int:
    import os

    return os.getpid()
