"""Commands are killed at random moments: whole files are left, and nothing hidden after the next.

python -m benchmarks.kills [--kills 200] [--seed 1] [--only update]

Each command runs in a process of its own group, which is killed with all that it has started.  Then
each file is the old one or the new one, a copy of the old workbook is whole, and where hidden files
are left, the command removes them when it runs once more.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path

from xl_tourney.cli.main import main as run_command
from xl_tourney.explanations import standings as _explanations  # noqa: F401 - forks have them already
from xl_tourney.publication import site as _site  # noqa: F401
from xl_tourney.publication.site.publish import PAGE_MARK
from xl_tourney.updates import update as _update  # noqa: F401

HEADINGS = "player_a,player_b,games,tps_a,tps_b\n"
OLD, NEW = "Ada,Bob,3,45,15\n", "Ada,Bob,3,44,16\nBob,Cy,3,40,20\n"
SMALL = ("--players", "6", "--rows", "12")
COMMANDS: dict[str, Sequence[str]] = {
    "update": ("update", "group.xlsx", "--data", "new.csv"),
    "watch": ("watch", ".", "--publish", "site"),
    "publish": ("publish", "group.xlsx", "-o", "page.html"),
    "new": ("new", "tantrix", *SMALL, "--data", "new.csv", "-o", "group.xlsx", "--force"),
}
LONGEST = 60.0


def start(folder: Path, arguments: Sequence[str]) -> int:
    """Run a command in a process of its own group; gives its number.

    It ends there, whatever is raised in it: a fork that went on would run the tests twice.
    So an interrupt waits until that is sure.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    process = os.fork()
    if process:
        with suppress(OSError):  # it may have done so itself, and ended
            os.setpgid(process, process)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        return process
    code = 1
    try:
        os.setpgid(0, 0)
        # A shell lets what runs in the background ignore interrupts, and a fork of it, too.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        os.chdir(folder)
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            run_command(list(arguments))
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    finally:
        os._exit(code)


def set_up(folder: Path, name: str) -> None:
    """The files before a command runs: a workbook, its page, and newer results."""
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for file, content in BEFORE.items():
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_bytes(content)
    (folder / "new.csv").write_text(HEADINGS + NEW, "utf-8")
    if name == "watch":
        (folder / "group.csv").write_text(HEADINGS + NEW, "utf-8")
        later = time.time() + 5
        os.utime(folder / "group.csv", (later, later))


BEFORE: dict[str, bytes] = {}
"""The files that each command finds."""


def make_before(folder: Path) -> None:
    (folder / "old.csv").write_text(HEADINGS + OLD, "utf-8")
    for arguments in (
        ("new", "tantrix", *SMALL, "--data", "old.csv", "-o", "group.xlsx"),
        ("publish", "group.xlsx", "-o", "page.html"),
        ("publish", ".", "-o", "site"),
    ):
        assert os.waitpid(start(folder, arguments), 0)[1] == 0
    names = ("group.xlsx", "page.html", "site/group.html", "site/index.html")
    BEFORE.update({name: (folder / name).read_bytes() for name in names})
    BEFORE["page.html"] = b"<!DOCTYPE html>" + PAGE_MARK + b"<title>A page of last week</title>"


def wait(process: int, is_done: Callable[[float], bool]) -> float:
    """Let a process run to its end, or until what it is for is done; gives the seconds.

    ``is_done`` takes the time at which it began.
    """
    started, began = time.monotonic(), time.time()
    stop = None
    while not os.waitpid(process, os.WNOHANG)[0]:
        if time.monotonic() - started > LONGEST:
            kill_group(process)
            raise AssertionError(f"not done in {LONGEST:g} seconds")
        if stop is None and is_done(began):
            stop = time.monotonic()
            os.killpg(process, signal.SIGINT)
        time.sleep(0.01)
    return (stop or time.monotonic()) - started


def kill_group(process: int) -> None:
    """Kill a process with all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    os.waitpid(process, 0)
    for _ in range(1_000):  # until those that it has started are gone, too
        try:
            os.killpg(process, 0)
        except ProcessLookupError:
            return
        time.sleep(0.01)


def visible(folder: Path) -> dict[str, bytes]:
    """The files that a person sees, but the results."""
    paths = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".csv"]
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in paths
        if not path.name.startswith(".") and path.name != "history.jsonl"
    }


def hidden_files(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob(".*")]


def kill(folder: Path, name: str, moments: Sequence[float]) -> Counter[str]:
    """Kill a command after shares of the time that it takes; how often what was left.

    On a busy machine that time changes: it is corrected so that half of the kills come too early.
    """
    if not BEFORE:
        make_before(folder)
    arguments = COMMANDS[name]

    def is_done(began: float) -> bool:
        """Whether the watch has written the index, its last file, and is idle."""
        if name != "watch":
            return False
        written = (folder / "site/index.html").stat().st_mtime
        return written > began and time.time() - written > 0.5

    set_up(folder, name)
    whole = wait(start(folder, arguments), is_done)
    after = visible(folder)
    assert after != BEFORE, name
    assert name != "watch" or b"Cy" in after["site/group.html"]
    found: Counter[str] = Counter()
    for moment in moments:
        set_up(folder, name)
        process = start(folder, arguments)
        time.sleep(moment * whole)
        kill_group(process)
        left = visible(folder)
        for file, content in left.items():
            is_backup = file.startswith("group.backups/") and content == BEFORE["group.xlsx"]
            assert content in (BEFORE.get(file), after.get(file)) or is_backup, (name, file)
        changed = {file for file in after if left.get(file) != BEFORE.get(file)}
        if "group.xlsx" in changed:
            assert BEFORE["group.xlsx"] in left.values(), name
        whole *= 0.9 if changed else 1.1
        state = "old" if not changed else "new" if left == after else "some new"
        state += ", hidden files" if hidden_files(folder) else ""
        found[state] += 1
        if hidden_files(folder):
            wait(start(folder, arguments), is_done)
            assert not hidden_files(folder), (name, hidden_files(folder))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    random_ = random.Random(arguments.seed)
    for name in COMMANDS:
        if arguments.only in name:
            moments = [random_.uniform(0.4, 1.05) for _ in range(arguments.kills)]
            with tempfile.TemporaryDirectory() as folder:
                print(f"{name}:", dict(kill(Path(folder), name, moments)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
