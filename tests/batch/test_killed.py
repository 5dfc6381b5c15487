"""Killed at any moment, a recalculation leaves the old workbook or the new one.

``XL_TOURNEY_KILLS=200`` kills it more often than the usual few times.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.recalculation.books import book
from xl_tourney.recalculation.recalculate import recalc

KILLS = int(os.environ.get("XL_TOURNEY_KILLS", "4"))
CHILD = """
import sys
from xl_tourney.engines import load_engine
from xl_tourney.recalculation.recalculate import recalc
load_engine()
print("ready", flush=True)
sys.stdin.readline()
recalc(sys.argv[1])
print("done", flush=True)
sys.stdin.readline()
"""


def child(file: Path) -> subprocess.Popen[bytes]:
    """A process that is about to recalculate a workbook."""
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout and process.stdout.readline() == b"ready\n"
    return process


def start(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin
    process.stdin.write(b"\n")
    process.stdin.flush()


def end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()


def test_a_kill_leaves_the_old_workbook_or_the_new_one(tmp_path: Path) -> None:
    stale = tmp_path / "stale" / "book.xlsx"
    fresh = tmp_path / "fresh.xlsx"
    stale.parent.mkdir()
    cells = {f"{c}{r}": f"=TP_PERCENT({r},1)+1" for r in range(1, 1500) for c in "ABC"}
    old = book(stale, cells).read_bytes()
    recalc(stale, output=fresh)
    new = fresh.read_bytes()
    assert old != new

    process = child(stale)
    started = time.perf_counter()
    start(process)
    assert process.stdout and process.stdout.readline() == b"done\n"
    whole = time.perf_counter() - started
    end(process)

    some = random.Random(1609)
    seen = {"old": 0, "new": 0}
    for number in range(KILLS):
        file = tmp_path / f"killed{number}" / "book.xlsx"
        file.parent.mkdir()
        file.write_bytes(old)
        process = child(file)
        start(process)
        # Every second time it is killed near its end, where it writes.
        time.sleep(some.uniform(0 if number % 2 else 0.6, 1.3) * whole)
        end(process)
        after = file.read_bytes()
        seen["old" if after == old else "new"] += 1
        assert after in (old, new)
        recalc(file)
        assert file.read_bytes() == new
        assert [path.name for path in file.parent.iterdir()] == ["book.xlsx"]
        shutil.rmtree(file.parent)
    print(f"{KILLS} kills: {seen['old']} left the old workbook, {seen['new']} the new one")
    assert seen["old"]
