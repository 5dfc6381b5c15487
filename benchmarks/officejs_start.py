"""How long the Office.js add-in needs to its first value in Chromium, and for many calls; its size.

XL_TOURNEY_PYODIDE=<a folder with node_modules> python -m benchmarks.officejs_start [--loads 4]
"""

from __future__ import annotations

import argparse
import gzip
import threading
from contextlib import suppress

import psutil

from xl_tourney.conformance.hosts import chromium, officejs
from xl_tourney.conformance.hosts.base import HostCall
from xl_tourney.conformance.hosts.pyodide import pyodide_package_folder
from xl_tourney.conformance.suite import collect_cases
from xl_tourney.hosts.officejs import pyodide_files, site
from xl_tourney.hosts.officejs.addin_manifest import PAGE

CALLS = 8000
DRIVER = f"""
const calls = await (await fetch("/calls.json")).json();
const [name, parameters] = calls[0];
const run = () => standIn.associated.get(name)(...parameters, {{ address: "Sheet1!A1" }});
await run();
const first = performance.now();
await Promise.all(Array.from({{ length: {CALLS} }}, run));
const many = performance.now() - first;
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--loads", type=int, default=4)
    loads = parser.parse_args().loads
    files = pyodide_files.load_files(pyodide_package_folder())
    built = site.build_files(URL, files).values()
    sizes = [(len(data), len(gzip.compress(data))) for data in built]
    total, packed = map(sum, zip(*sizes))
    print(f"{len(sizes)} files, {total / 1e6:.1f} MB, {packed / 1e6:.1f} MB as gzip")
    calls = [HostCall(next(c for c in collect_cases() if c.function == "TAPL"), "cells")]
    driven = officejs.build_driven_files(files, calls, DRIVER.encode())
    with ProcessorTime() as processor:
        results = chromium.run_page(PAGE, driven, officejs.header_policy(), loads=loads)
    print(f"{processor.seconds / loads:.1f} s of a processor for each load")
    for result, cache in zip(results, ("cold", *["warm"] * loads)):
        print(
            f"{cache} cache: first value after {result['first'] / 1000:.2f} s, "
            f"{CALLS:,} calls of one row in {result['many'] / 1000:.2f} s"
        )


URL = "https://localhost"

if __name__ == "__main__":
    main()
