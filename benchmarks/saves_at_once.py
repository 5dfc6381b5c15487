"""Two commands, or a command and another program, write into one workbook at once.

python -m benchmarks.saves_at_once [--pairs 25] [--saves 100] [--seed 1] [--only update]

Each run begins with the same league of four teams, two of whose games are played.  Two processes
begin, the second one while the first is at work.  One runs a command; the other one runs a
command, too, or is another program that saves the workbook by a rename, or over the file in
place.  What a process says is done must be there in the end: the score of an update, the LAMBDA of
a function, the other program's mark; if a file is made anew (``new --force``, ``explain
--notes``), in a copy.  Only what another program has written over later, not having looked, may be
gone.

One more command is a line of ``ACTORS``, and its pairs lines of ``PAIRS``.
"""

from __future__ import annotations

import argparse
import io
import multiprocessing
import os
import random
import re
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

from rich import table as _table  # noqa: F401 - forks have it already

from xl_tourney import atomic
from xl_tourney.cli.main import main as run_command
from xl_tourney.errors import WorkbookError
from xl_tourney.explanations import notes as _notes  # noqa: F401
from xl_tourney.explanations import player as _player  # noqa: F401
from xl_tourney.generator.generate import make
from xl_tourney.hosts.lambdas import embedding as _embedding  # noqa: F401
from xl_tourney.ooxml.package import Package
from xl_tourney.pairing import next_round as _next_round  # noqa: F401
from xl_tourney.templates import TEMPLATES
from xl_tourney.updates import remaining_race as _race  # noqa: F401
from xl_tourney.updates import update as _update  # noqa: F401

HEAD = "home,away,home_score,away_score\nReds,Blues,2,1\nGreens,Golds,0,0\n"
END, MARK = b"</cp:coreProperties>", b"<cp:category>somebody was here</cp:category>"
BOOK, CORE = "book.xlsx", "docProps/core.xml"
SHEETS = [f"xl/worksheets/sheet{number}.xml" for number in range(1, 9)]


class Outcome(NamedTuple):
    """What a process says of itself."""

    is_done: bool
    before: float = 0.0
    """When it began to replace the file the last time."""
    reason: str = ""
    """Why it is not done."""


class Actor(NamedTuple):
    """What a process does to a workbook, and how that shows that it was done."""

    act: Callable[[Path], Outcome]
    shows: Callable[[Package], bool] = lambda _: True
    file: str = BOOK
    """The workbook that it writes."""
    makes_anew: bool = False
    """Whether what was there is kept in a copy only."""


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
                reason = printed.getvalue().strip().replace(str(book), book.name)
                return Outcome(is_done, times[-1] if times else 0.0, reason)
        raise AssertionError

    return run


def interrupt_when(printed: io.StringIO, text: str) -> None:
    """Press Ctrl-C when a text is printed, or after half a minute."""
    deadline = time.monotonic() + 30
    while text not in printed.getvalue() and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(os.getpid(), signal.SIGINT)


def other_program(in_place: bool) -> Callable[[Path], Outcome]:
    """A program that reads the workbook, leaves its mark in its properties, and saves it."""

    def run(book: Path) -> Outcome:
        while True:
            try:
                package = Package.from_path(book)
                properties = package.read(CORE)
                break
            except WorkbookError:  # half a file of another program that saves in place
                time.sleep(0.01)
        content = package.with_parts({CORE: properties.replace(END, MARK + END)})
        before = time.monotonic()
        if in_place:
            with book.open("wb") as file:
                file.write(content[:5_000])
                file.flush()
                time.sleep(0.01)
                file.write(content[5_000:])
        else:
            copy = book.with_name("other program")
            copy.write_bytes(content)
            before = time.monotonic()
            copy.replace(book)
        return Outcome(True, before)

    return run


def scored(row: int, score: int) -> Callable[[Package], bool]:
    return has_cell(rb'<c r="D%d"[^>]*><v>%d</v>' % (row, score))


def has_cell(pattern: bytes) -> Callable[[Package], bool]:
    cell = re.compile(pattern)
    return lambda book: any(cell.search(book.read(part)) for part in SHEETS if part in book)


def has_comments(book: Package) -> bool:
    return any("comments" in part for part in book.parts)


def named(name: str) -> Callable[[Package], bool]:
    return lambda book: b'name="%b"' % name.encode() in book.read("xl/workbook.xml")


def has_mark(book: Package) -> bool:
    return MARK in book.read(CORE)


RESULTS = ("--data", "{folder}/first.csv")
SMALL = ("--teams", "6", "--rows", "12")
NOTES = ("explain", "{folder}/book.xlsx", "--notes", "-o", "{folder}/notes.xlsx")
ACTORS = {
    "update": Actor(command("update", "{book}", *RESULTS), scored(8, 7)),
    "update 2": Actor(command("update", "{book}", "--data", "{folder}/second.csv"), scored(9, 9)),
    "recalc": Actor(command("recalc", "{book}")),
    "lambda": Actor(command("lambda", "TAPL", "--into", "{book}"), named("TAPL")),
    "lambda 2": Actor(command("lambda", "GBQ", "--into", "{book}"), named("GBQ")),
    "watch": Actor(command("watch", "{folder}", until="values filled in"), scored(8, 7)),
    "pair": Actor(
        command("pair", "{book}", "--write", "--force"), has_cell(rb'<c r="B10"[^>]*t="inlineStr"')
    ),
    "whatif": Actor(command("whatif", "{book}", "--write", "--anyway")),
    "explain": Actor(command(*NOTES), has_comments, "notes.xlsx", makes_anew=True),
    "new": Actor(
        command("new", "league", *SMALL, *RESULTS, "-o", "{book}", "--force"),
        scored(8, 7),
        makes_anew=True,
    ),
}
PROGRAMS = {
    f"another program, {how}": Actor(other_program(in_place), has_mark)
    for how, in_place in (("by a rename", False), ("in place", True))
}
PAIRS = [
    *[("update", "update 2"), ("update", "lambda"), ("lambda", "lambda 2"), ("recalc", "update")],
    *[("whatif", "update"), ("whatif", "lambda"), ("watch", "update 2"), ("watch", "lambda")],
    ("pair", "update"),
]


def serve(actor: Actor, book: Path, delay: float, outcomes: Any, number: int) -> None:
    time.sleep(delay)
    started = time.monotonic()
    outcomes.put((number, actor.act(book), time.monotonic() - started))


def run_pair(
    names: tuple[str, str], source: Path, random_: random.Random, seconds: dict[str, float]
) -> str:
    """Two processes on a copy of the workbook; what became of what they did.

    ``seconds`` is how long each took the last time: within these the second one begins.
    """
    actors = [ACTORS.get(name) or PROGRAMS[name] for name in names]
    context = multiprocessing.get_context("fork")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(source, folder, dirs_exist_ok=True)
        book = folder / actors[0].file
        if "explain" not in names:
            (folder / "notes.xlsx").unlink()
        if "watch" in names:
            (folder / "first.csv").rename(folder / "book.csv")
            later = time.time() + 3_600  # results that are older than their workbook wait
            os.utime(folder / "book.csv", (later, later))
        outcomes = context.Queue()
        delays = [0.0, 0.0]
        first = random_.randrange(2)
        delays[1 - first] = random_.uniform(0, seconds.get(names[first], 1.0))
        processes = [
            context.Process(target=serve, args=(actor, book, delay, outcomes, number), daemon=True)
            for number, (actor, delay) in enumerate(zip(actors, delays))
        ]
        try:
            for process in processes:
                process.start()
            found = {}
            for _ in processes:
                number, found[number], seconds[names[number]] = outcomes.get(timeout=120)
        finally:
            for process in processes:
                process.join(10)
                process.kill()
        written = Package.from_path(book)
        copies = [path for path in folder.glob(f"{book.stem}[. ]*.xlsx") if path != book]
        kept = [Package.from_path(path) for path in copies]
        hidden = [path.name for path in folder.glob(".*")]
    if hidden:
        return f"left {hidden}"
    states = []
    for number, (name_, actor) in enumerate(zip(names, actors)):
        own, others = found[number], found[1 - number]
        if not own.is_done:
            states.append(f"refused ({own.reason})")
        elif actor.shows(written):
            states.append("there")
        elif actors[1 - number].makes_anew and any(map(actor.shows, kept)):
            states.append("in a copy")
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
    make(TEMPLATES["league"], folder / "games.csv", folder / BOOK, teams=6, rows=12)
    shutil.copy(folder / BOOK, folder / "notes.xlsx")
    return folder


def measure(pairs: list[tuple[str, str]], count: int, seed: int) -> dict[tuple[str, str], Counter]:
    """How often each outcome came up."""
    random_ = random.Random(seed)
    seconds: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        source = write_source(Path(name))
        return {
            names: Counter(run_pair(names, source, random_, seconds) for _ in range(count))
            for names in pairs
        }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=25, help="of each two commands")
    parser.add_argument("--saves", type=int, default=100, help="of each kind, for each command")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    pairs = [(pair, arguments.pairs) for pair in PAIRS]
    commands = [name for name in ACTORS if " " not in name]
    pairs += [((name, other), arguments.saves) for name in commands for other in PROGRAMS]
    lost = 0
    for names, count in pairs:
        if arguments.only not in names[0]:
            continue
        found = measure([names], count, arguments.seed)[names]
        print(f"{names[0]} and {names[1]}:", dict(found), flush=True)
        lost += sum(
            count for outcome, count in found.items() if "LOST" in outcome or "left" in outcome
        )
    print(f"{lost} lost")
    return lost > 0


if __name__ == "__main__":
    sys.exit(main())
