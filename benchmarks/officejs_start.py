"""How long the Office.js add-in needs to its first value in Chromium, and for many calls; its size.

Cold is a browser that has never seen the page, warm one that has.  With --before, the add-in of an
earlier revision is loaded in turn with this one, so that a busy machine slows both alike.

XL_TOURNEY_PYODIDE=<a folder with node_modules> python -m benchmarks.officejs_start [--loads 10]
    [--before REVISION]
"""

from __future__ import annotations

import argparse
import gzip
import io
import os
import pickle
import statistics
import subprocess
import sys
import tarfile
import tempfile
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import psutil

from tests.stand_ins import chromium, officejs
from tests.stand_ins.pyodide import pyodide_package_folder
from xl_tourney.conformance.hosts import HostCall
from xl_tourney.conformance.suite import collect_cases
from xl_tourney.hosts.officejs import pyodide_files
from xl_tourney.hosts.officejs.site import PAGE

CALLS = 8000
DRIVER = f"""
const calls = await (await fetch("/calls.json")).json();
const [name, parameters] = calls[0];
const run = () => standIn.associated.get(name)(...parameters, {{ address: "Sheet1!A1" }});
await run();
const first = performance.now();
await Promise.all(Array.from({{ length: {CALLS} }}, run));
const many = performance.now() - first;
// what the next load starts from is kept a second after the first values
const keeps = (await (await fetch("worker.js")).text()).includes("caches");
const isKept = async () => (await (await caches.open("xl-tourney")).keys()).length;
for (let wait = 0; keeps && wait < 300 && !(await isKept()); wait++) {{
  await new Promise((resolve) => setTimeout(resolve, 100));
}}
if (keeps) await new Promise((resolve) => setTimeout(resolve, 3000)); // and written to the disk
await fetch("/result", {{ method: "POST", body: JSON.stringify({{ first, many }}) }});
"""


class ProcessorTime:
    """The processor time of the processes that this one starts, also of those that are ended."""

    def __enter__(self) -> ProcessorTime:
        self._seconds: dict[int, float] = {}
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    @property
    def seconds(self) -> float:
        return sum(self._seconds.values())

    def _watch(self) -> None:
        while not self._done.wait(0.1):
            for process in psutil.Process().children(recursive=True):
                with suppress(psutil.Error):
                    times = process.cpu_times()
                    self._seconds[process.pid] = times.user + times.system


Files = Mapping[str, bytes]
_BUILD = """
import pickle, sys
from benchmarks.officejs_start import build
sys.stdout.buffer.write(pickle.dumps(build()))
"""


def build() -> Files:
    """The files of the page with what drives it."""
    files = pyodide_files.load_files(pyodide_package_folder())
    calls = [HostCall(next(c for c in collect_cases() if c.function == "TAPL"), "cells")]
    return officejs.build_driven_files(files, calls, DRIVER.encode())


def build_of(revision: str) -> Files:
    """The same of an earlier revision, by its own program."""
    archive = subprocess.check_output(["git", "archive", revision, "xl_tourney"])
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(archive)) as sources:
            sources.extractall(folder, filter="data")
        own = Path(folder, "benchmarks")
        own.mkdir()
        own.joinpath("officejs_start.py").write_bytes(Path(__file__).read_bytes())
        environment = {**os.environ, "PYTHONPATH": folder}
        command = [sys.executable, "-c", _BUILD]
        built = subprocess.check_output(command, cwd=folder, env=environment)
    found: Files = pickle.loads(built)
    return found


def print_size(name: str, files: Files) -> None:
    site_files = [data for path, data in files.items() if path not in _OF_THE_BENCHMARK]
    total, packed = sum(map(len, site_files)), sum(len(gzip.compress(data)) for data in site_files)
    print(
        f"{name}: {len(site_files)} files, {total / 1e6:.1f} MB, {packed / 1e6:.1f} MB as gzip",
        flush=True,
    )


_OF_THE_BENCHMARK = (officejs.STAND_IN, "driver.js", "calls.json")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--loads", type=int, default=4)
    parser.add_argument("--before", metavar="REVISION")
    arguments = parser.parse_args()
    sites = {"before": build_of(arguments.before)} if arguments.before else {}
    sites["now"] = build()
    for name, files in sites.items():
        print_size(name, files)
    seconds: dict[tuple[str, str], list[tuple[float, float, float]]] = {}
    for number in range(arguments.loads):
        for name, files in sites.items():
            with ProcessorTime() as processor:
                results = chromium.run_page(PAGE, files, officejs.header_policy(), loads=2)
            for result, cache in zip(results, ("cold", "warm")):
                measured = result["first"] / 1000, result["many"] / 1000, processor.seconds
                seconds.setdefault((name, cache), []).append(measured)
                print(f"{number + 1} {name}, {cache}: {measured[0]:.2f} s", flush=True)
    for (name, cache), all_measured in sorted(seconds.items(), key=lambda item: item[0][1]):
        first, many, processor_seconds = zip(*all_measured)
        print(
            f"{cache} cache, {name}: first value after {statistics.median(first):.2f} s "
            f"({min(first):.2f} to {max(first):.2f}), {CALLS:,} calls of one row in "
            f"{statistics.median(many):.2f} s; {statistics.median(processor_seconds):.1f} s of a "
            "processor for both loads"
        )


if __name__ == "__main__":
    main()
