"""What a server asks for: many workbooks, the record's hits, URLs through dask, lost updates.

python -m benchmarks.server [--workbooks 10000] [--urls 1000] [--updates 50] [--only NAME]
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil

from tests.batch import deadly, real_cluster
from tests.recalculation import books
from xl_tourney.batch.dask_cluster import connect
from xl_tourney.batch.paths import expand
from xl_tourney.batch.scheduler import recalc_many
from xl_tourney.errors import TourneyError
from xl_tourney.recalculation.recalculate import recalc


def make_season(folder: Path, workbooks: int) -> None:
    """Small stale workbooks, all with another content."""
    folder.mkdir(parents=True)
    for number in range(workbooks):
        books.book(folder / f"{number:05}.xlsx", deadly.stale() | {"D1": number})


def command(root: Path, *arguments: str) -> tuple[float, float]:
    """The seconds of a command of a source tree, and the most memory of its parent in MB."""
    started, most = time.perf_counter(), 0
    with subprocess.Popen(
        [sys.executable, "-m", "xl_tourney", "recalc", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    ) as process:
        parent = psutil.Process(process.pid)
        while process.poll() is None:
            with suppress(psutil.Error):
                most = max(most, parent.memory_info().rss)
            time.sleep(0.1)
    assert process.returncode in (0, 1)
    return time.perf_counter() - started, most / 1e6


def many(workbooks: int, trees: list[Path]) -> None:
    """A whole season through some source trees, in turns; then what a record saves."""
    with tempfile.TemporaryDirectory() as folder:
        season = Path(folder, "season")
        make_season(season, workbooks)
        for tree in trees * 2:
            seconds, megabytes = command(tree, str(season), "--check")
            milliseconds = 1e3 * seconds / workbooks
            print(
                f"{tree}: {workbooks} workbooks, {seconds:.1f} s, {milliseconds:.2f} ms each, "
                f"{megabytes:.0f} MB in the parent",
                flush=True,
            )
        record = str(Path(folder, "runs.db"))
        command(trees[0], str(season), "--record", record)
        seconds, _ = command(trees[0], str(season), "--record", record)
        print(f"hits of the record: {1e3 * seconds / workbooks:.2f} ms each", flush=True)


def urls(count: int) -> None:
    """URLs of a server that acts as S3, through dask; then the hits of a record.

    Its bucket has no access rights of objects, as new ones of S3 have none.
    """
    import fsspec
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    os.environ |= {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "club",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    with tempfile.TemporaryDirectory() as folder:
        system = fsspec.filesystem("s3")
        system.mkdir("club")
        rules = {"Rules": [{"ObjectOwnership": "BucketOwnerEnforced"}]}
        system.call_s3("put_bucket_ownership_controls", Bucket="club", OwnershipControls=rules)
        path = books.book(Path(folder, "one.xlsx"), deadly.stale())
        names = [f"s3://club/{number:05}.xlsx" for number in range(count)]
        system.pipe(dict.fromkeys(names, path.read_bytes()))
        record = Path(folder, "runs.db")
        with real_cluster.cluster(Path(folder)) as address, connect(address) as workers:
            runs = {
                "calculated": names,
                "hits of the record, each asked for": names,
                "hits of the record, by a listing": ["s3://club/*.xlsx"],
            }
            for run, paths in runs.items():
                started = time.perf_counter()
                receipts = list(recalc_many(expand(paths), **workers, record=record))
                seconds = time.perf_counter() - started
                assert not any(receipt.failed for receipt in receipts)
                print(f"{count} URLs, {run}: {1e3 * seconds / count:.2f} ms each", flush=True)
    server.stop()


def updates(count: int) -> None:
    """A writer saves at random moments while a workbook is calculated: nothing it saved is lost."""
    chance, lost, given_up = random.Random(16), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path, other = Path(folder, "book.xlsx"), Path(folder, "other.xlsx")
        cells = {f"A{row}": (f"=TP_PERCENT({row},1)+1", 0) for row in range(1, 500)}
        for number in range(count):
            books.book(path, {**cells, "B1": -1})
            books.book(other, {**cells, "B1": number})
            started = time.perf_counter()
            recalc(path, check=True)
            whole = time.perf_counter() - started
            saved = other.read_bytes()
            by_rename = number % 2 == 0

            def save(wait: float, saved: bytes = saved, by_rename: bool = by_rename) -> None:
                time.sleep(wait)
                if by_rename:
                    other.replace(path)
                else:
                    path.write_bytes(saved)

            writer = threading.Thread(target=save, args=(chance.uniform(0, 1.2) * whole,))
            writer.start()
            try:
                recalc(path)
            except TourneyError:
                given_up += 1  # it was being written
            writer.join()
            lost += books.cached(path)["B1"] != number
            assert {entry.name for entry in Path(folder).iterdir()} <= {"book.xlsx", "other.xlsx"}
    print(f"{count} updates at random moments: {lost} lost, {given_up} times given up", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workbooks", type=int, default=10_000)
    parser.add_argument("--urls", type=int, default=1_000)
    parser.add_argument("--updates", type=int, default=50)
    parser.add_argument("--only", choices=["many", "urls", "updates"])
    parser.add_argument("--base", type=Path, help="another source tree, run in turns")
    arguments = parser.parse_args()
    here = Path(__file__).resolve().parents[1]
    trees = [here, arguments.base] if arguments.base else [here]
    tasks: dict[str, Callable[[], None]] = {
        "many": lambda: many(arguments.workbooks, trees),
        "urls": lambda: urls(arguments.urls),
        "updates": lambda: updates(arguments.updates),
    }
    for name, task in tasks.items():
        if arguments.only in (None, name):
            task()


if __name__ == "__main__":
    main()
