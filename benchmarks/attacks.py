"""What becomes of attacks: files that are built to cost hours or gigabytes, with time and memory;
files and names that have a careless program write where nobody asked it to, with what is said.

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
from xl_tourney.cli.mcp import Folder
from xl_tourney.errors import OptionError
from xl_tourney.resource_limits import measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--timeout", default="10")
    parser.add_argument("--max-memory", default="1G")
    limits = vars(parser.parse_args())
    options = ["--timeout", limits["timeout"], "--max-memory", limits["max_memory"]]
    print("| input | bytes | code | outcome | s | MB |\n| --- | ---: | ---: | --- | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "book.xlsx")
        every = attacks.CALCULATIONS | attacks.TEXTS | attacks.AREAS | attacks.PARTS
        for name, make in every.items():
            make(path)
            code, said, seconds, megabytes = run(["recalc", str(path), *options])
            text = next(filter(None, (line.partition(": ")[2] for line in (*said[1:2], said[0]))))
            size = path.stat().st_size
            print(f"| {name} | {size:,} | {code} | {text[:90]} | {seconds:.1f} | {megabytes:.0f} |")
    print("\n| attack | code | what is said | the file is |\n| --- | ---: | --- | --- |")
    for name, prepare in attacks.FILES.items():
        with tempfile.TemporaryDirectory() as folder:
            line = prepare(Path(folder))
            before = Path(folder, attacks.VICTIM).read_bytes()
            code, said, *_ = run(line, Path(folder))
            found = [path for path in Path(folder).glob("victim*") if path.read_bytes() == before]
            print(f"| {name} | {code} | {said[-1]} | {found[0].name if found else 'LOST'} |")
    for name in attacks.NO_WORKBOOKS:
        print(f"| {name} as the workbook of an agent | | {ask(name)} | |")


def ask(path: str) -> str:
    """What the server of an agent says to the name of a workbook."""
    try:
        return str(Folder(Path(), 1).workbook(path))
    except OptionError as error:
        return str(error)


def run(line: list[str], folder: Path | None = None) -> tuple[int, list[str], float, float]:
    """The exit code of a command, what it said, its seconds, and its memory in MB at most."""
    command = [sys.executable, "-m", "xl_tourney", *line]
    started, most = time.perf_counter(), 0
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder
    ) as process:
        while process.poll() is None:
            most = max(most, measure(process.pid).memory)
            time.sleep(0.01)
        assert process.stdout
        output = process.stdout.read()
    assert not psutil.Process().children(recursive=True)
    said = output.strip().splitlines()
    return process.returncode, said, time.perf_counter() - started, most / 1e6


if __name__ == "__main__":
    main()
