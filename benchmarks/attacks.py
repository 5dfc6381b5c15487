"""Files that are built to cost hours or gigabytes: how each ends, in how long, in how much memory.

python -m benchmarks.attacks [--timeout 10] [--max-memory 1G]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from tests.batch import attacks
from xl_tourney.resource_limits import measure_memory


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--timeout", default="10")
    parser.add_argument("--max-memory", default="1G")
    limits = vars(parser.parse_args())
    options = ["--timeout", limits["timeout"], "--max-memory", limits["max_memory"]]
    print("| input | bytes | outcome | s | MB |\n| --- | ---: | --- | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "book.xlsx")
        every = attacks.CALCULATIONS | attacks.TEXTS | attacks.AREAS | attacks.PARTS
        for name, make in every.items():
            make(path)
            outcome, seconds, megabytes = run(path, options)
            size = path.stat().st_size
            print(f"| {name} | {size:,} | {outcome} | {seconds:.1f} | {megabytes:.0f} |")


def run(path: Path, options: list[str]) -> tuple[str, float, float]:
    """The outcome of the command, its seconds, and the most memory of its processes in MB."""
    command = [sys.executable, "-m", "xl_tourney", "recalc", str(path), *options]
    started, most = time.perf_counter(), 0
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        while process.poll() is None:
            most = max(most, measure_memory(process.pid))
            time.sleep(0.01)
        assert process.stdout
        output = process.stdout.read()
    assert not psutil.Process().children(recursive=True)
    first, *others = output.strip().splitlines()
    text = (others[0].partition(": ")[2] if others else "") or first.partition(": ")[2]
    return f"{process.returncode}: {text[:90]}", time.perf_counter() - started, most / 1e6


if __name__ == "__main__":
    main()
