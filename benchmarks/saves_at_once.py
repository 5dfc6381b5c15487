"""Two commands, or a command and another program, write into one workbook at once.

python -m benchmarks.saves_at_once [--pairs 200] [--seed 1] [--only update]

Each run begins with the same league of four teams, two of whose games are played.  Two processes
begin at random moments.  One runs a command; the other runs a command too, or is another program
that saves the workbook by a rename, or over the file in place.  What a process says is done must be
there in the end: the score of an update, the function of ``lambda --into``, what was typed.  Only
what another program has written over later, not having looked, may be gone.
"""

from __future__ import annotations

import argparse
import io
import multiprocessing
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import openpyxl

from xl_tourney import atomic
from xl_tourney.cli.main import main as run_command
from xl_tourney.errors import WorkbookError
from xl_tourney.generator.generate import make
from xl_tourney.grammar.references import CellAddress
from xl_tourney.hosts.lambdas import embedding as _embedding  # noqa: F401 - forks have them already
from xl_tourney.ooxml.package import Package
from xl_tourney.templates import TEMPLATES
from xl_tourney.update import remaining_race as _race  # noqa: F401
from xl_tourney.update import update as _update  # noqa: F401
from xl_tourney.update.saved_workbook import SavedWorkbook

HEAD = "home,away,home_score,away_score\nReds,Blues,2,1\nGreens,Golds,0,0\n"
TYPED, NOTE_ROW = "somebody was here", 40
LONGEST = 1.5
"""The seconds within which the second process begins."""


class Outcome(NamedTuple):
    """What a process says of itself."""

    is_done: bool
    before: float = 0.0
    """When it began to replace the file the last time."""


class Actor(NamedTuple):
    """What a process does, and how the workbook shows that it was done."""

    act: Callable[[Path], Outcome]
    shows: Callable[[openpyxl.Workbook], bool] = lambda _: True


def command(*arguments: str, until: str = "") -> Callable[[Path], Outcome]:
    """A command of the program, in this process; interrupted when it has printed ``until``."""

    def run(book: Path) -> Outcome:
        times: list[float] = []
        printed = io.StringIO()
        if until:
            threading.Thread(target=interrupt_when, args=(printed, until), daemon=True).start()
        write = atomic.write

        def noted(path: Path, *given: Any, **options: Any) -> None:
            if path == book:
                times.append(time.monotonic())
            write(path, *given, **options)

        atomic.write = noted
        with redirect_stdout(printed), redirect_stderr(printed):
            try:
                run_command([a.format(book=book, folder=book.parent) for a in arguments])
            except SystemExit as stopped:
                is_done = not stopped.code and until in printed.getvalue()
                return Outcome(is_done, times[-1] if times else 0.0)
        raise AssertionError

    return run


def interrupt_when(printed: io.StringIO, text: str) -> None:
    """Press Ctrl-C when a text is printed, or after half a minute."""
    deadline = time.monotonic() + 30
    while text not in printed.getvalue() and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(os.getpid(), signal.SIGINT)


def other_program(in_place: bool) -> Callable[[Path], Outcome]:
    """A program that reads the workbook, has somebody type, and saves what it has."""

    def run(book: Path) -> Outcome:
        while True:
            try:
                saved = SavedWorkbook.open(Package.from_path(book))
                break
            except WorkbookError:  # half a file of another program that saves in place
                time.sleep(0.01)
        content = saved.with_values({CellAddress("Results", NOTE_ROW, 1): TYPED})
        before = time.monotonic()
        if in_place:
            with book.open("wb") as file:
                file.write(content[:5_000])
                file.flush()
                time.sleep(0.01)
                file.write(content[5_000:])
        else:
            copy = book.with_name("other program.tmp")
            copy.write_bytes(content)
            before = time.monotonic()
            copy.replace(book)
        return Outcome(True, before)

    return run


def scored(row: int, score: int) -> Callable[[openpyxl.Workbook], bool]:
    return lambda workbook: workbook["Results"].cell(row, 4).value == score


def defined(name: str) -> Callable[[openpyxl.Workbook], bool]:
    return lambda workbook: name in workbook.defined_names


ACTORS = {
    "update": Actor(command("update", "{book}", "--data", "{folder}/first.csv"), scored(8, 7)),
    "update 2": Actor(command("update", "{book}", "--data", "{folder}/second.csv"), scored(9, 9)),
    "recalc": Actor(command("recalc", "{book}")),
    "lambda": Actor(command("lambda", "TAPL", "--into", "{book}"), defined("TAPL")),
    "lambda 2": Actor(command("lambda", "GBQ", "--into", "{book}"), defined("GBQ")),
    "watch": Actor(command("watch", "{folder}", until="values filled in"), scored(8, 7)),
    "whatif": Actor(command("whatif", "{book}", "--write", "--anyway")),
}
PROGRAMS = {
    f"another program, {how}": Actor(
        other_program(in_place), lambda book: book["Results"].cell(NOTE_ROW, 1).value == TYPED
    )
    for how, in_place in (("by a rename", False), ("in place", True))
}
PAIRS = [
    *[("update", "update 2"), ("update", "lambda"), ("lambda", "lambda 2"), ("recalc", "update")],
    *[("whatif", "update"), ("whatif", "lambda"), ("watch", "update 2"), ("watch", "lambda")],
]


def serve(actor: Actor, book: Path, delay: float, outcomes: Any, number: int) -> None:
    time.sleep(delay)
    outcomes.put((number, actor.act(book)))


def run_pair(names: tuple[str, str], source: Path, random_: random.Random) -> str:
    """Two processes on a copy of the workbook; what became of what they did."""
    actors = [ACTORS.get(name) or PROGRAMS[name] for name in names]
    context = multiprocessing.get_context("fork")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(source, folder, dirs_exist_ok=True)
        book = folder / "book.xlsx"
        if "watch" in names:
            (folder / "first.csv").rename(folder / "book.csv")
            later = time.time() + 1
            os.utime(folder / "book.csv", (later, later))
        outcomes = context.Queue()
        delays = [0.0, random_.uniform(0, LONGEST)]
        random_.shuffle(delays)
        processes = [
            context.Process(target=serve, args=(actor, book, delay, outcomes, number), daemon=True)
            for number, (actor, delay) in enumerate(zip(actors, delays))
        ]
        try:
            for process in processes:
                process.start()
            found = dict(outcomes.get(timeout=60) for _ in processes)
        finally:
            for process in processes:
                process.join(10)
                process.kill()
        workbook = openpyxl.load_workbook(book)
        hidden = [path.name for path in folder.glob(".*")]
    if hidden:
        return f"left {hidden}"
    states = []
    for number, (name_, actor) in enumerate(zip(names, actors)):
        own, others = found[number], found[1 - number]
        if not own.is_done:
            states.append("refused")
        elif actor.shows(workbook):
            states.append("there")
        elif names[1 - number] in PROGRAMS and name_ not in PROGRAMS and others.before > own.before:
            states.append("written over later")
        else:
            return f"LOST: {name_}"
    return ", ".join(states)


def write_source(folder: Path) -> Path:
    """The workbook that each run begins with, and the files of results."""
    (folder / "games.csv").write_text(f"{HEAD}Reds,Greens,,\nBlues,Golds,,\n", "utf-8")
    (folder / "first.csv").write_text(f"{HEAD}Reds,Greens,7,1\n", "utf-8")
    (folder / "second.csv").write_text(f"{HEAD}Blues,Golds,9,2\n", "utf-8")
    make(TEMPLATES["league"], folder / "games.csv", folder / "book.xlsx")
    return folder


def measure(pairs: list[tuple[str, str]], count: int, seed: int) -> dict[tuple[str, str], Counter]:
    """How often each outcome came up."""
    random_ = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        source = write_source(Path(name))
        return {
            names: Counter(run_pair(names, source, random_) for _ in range(count))
            for names in pairs
        }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    pairs = PAIRS + [(name, other) for name in ACTORS if " " not in name for other in PROGRAMS]
    pairs = [names for names in pairs if arguments.only in names[0]]
    lost = 0
    for names in pairs:
        found = measure([names], arguments.pairs, arguments.seed)[names]
        print(f"{names[0]} and {names[1]}:", dict(found), flush=True)
        lost += sum(
            count for outcome, count in found.items() if "LOST" in outcome or "left" in outcome
        )
    print(f"{lost} lost")
    return lost > 0


if __name__ == "__main__":
    sys.exit(main())
