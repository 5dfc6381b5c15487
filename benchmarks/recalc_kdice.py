"""How long a recalculation takes, against formualizer's own command on a workbook without us.

Both are whole processes, run in turns; the best of each counts.

    python benchmarks/recalc_kdice.py [--players 8000] [--rounds 7]
"""

from __future__ import annotations

import argparse
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import xlsxwriter

OURS = "=TAPL(C{0}:I{0},B{0})"
NATIVE = "=1000*SQRT(B{0})*7*SUMPRODUCT((C{0}:I{0}/100-1/7)^2)"
OTHERS = (
    "=(60*C{0}+42*D{0}+35*E{0}-35*G{0}-42*H{0}-60*I{0})/6000",
    "=J{0}/SQRT(B{0})",
    '=IF(J{0}>1000,"yes","no")',
)
HEAD = ["player", "games", *(f"p{place}" for place in range(1, 8)), "TAPL", "CI", "PPG", "lucky"]


def profiles(players: int) -> Iterator[tuple[str, int, list[float]]]:
    """The name, the number of games and the percentages of places of each player."""
    some = random.Random(7)
    for number in range(1, players + 1):
        finishes = [some.random() for _ in range(7)]
        shares = [round(100 * finish / sum(finishes), 1) for finish in finishes]
        yield f"player {number}", some.randint(20, 3000), shares


def leaderboard(path: Path, tapl: str, players: int) -> Path:
    """A kdice leaderboard: four formulas a player, none of them calculated yet."""
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Players")
        sheet.write_row(0, 0, HEAD)
        for row, (name, games, shares) in enumerate(profiles(players), 1):
            sheet.write_row(row, 0, [name, games, *shares])
            for column, formula in enumerate((tapl, *OTHERS), 9):
                sheet.write_formula(row, column, formula.format(row + 1))
    return path


def seconds(command: list[str], environment: dict[str, str]) -> tuple[float, int]:
    """How long a process takes, and the memory it takes at most, in MB (0 where unknown)."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    )
    if not hasattr(os, "wait4"):
        status, peak = process.wait(timeout=300), 0
    else:
        _, status, usage = os.wait4(process.pid, 0)
        peak = usage.ru_maxrss // (1 << 20 if sys.platform == "darwin" else 1 << 10)
        process.returncode = status
    if status:
        return math.inf, peak  # it refuses the workbook
    return time.perf_counter() - started, peak


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--players", type=int, default=8000)
    arguments.add_argument("--rounds", type=int, default=7)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ours = leaderboard(Path(folder, "ours.xlsx"), OURS, given.players)
        native = leaderboard(Path(folder, "native.xlsx"), NATIVE, given.players)
        copy = Path(folder, "copy.xlsx")
        commands = {
            "xl_tourney recalc": (ours, [sys.executable, "-m", "xl_tourney", "recalc", str(copy)]),
            "formualizer recalc": (
                native,
                [sys.executable, "-m", "formualizer", "recalc", str(copy)],
            ),
        }
        # Modules are compiled once, as they are where a package is installed.
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(folder, "compiled"))}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        best: dict[str, tuple[float, int]] = {}
        for _ in range(given.rounds):
            for name, (book, command) in commands.items():
                shutil.copy(book, copy)
                best[name] = min(best.get(name, (math.inf, 10**9)), seconds(command, environment))
    for name, (took, peak) in best.items():
        print(f"{name:20} {given.players:,} players  {took:.3f} s  {peak} MB")
    (mine, _), (theirs, _) = best.values()
    print(f"ratio {mine / theirs:.2f}")


if __name__ == "__main__":
    main()
