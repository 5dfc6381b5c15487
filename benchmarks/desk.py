"""The desk under load: kills, many entries at once, and how soon a result is on every screen.

python -m benchmarks.desk [kills --kills 200 --seed 1] [entries --entries 10000]
                          [screens --players 24] [soak --minutes 60]

``kills``: phones type while something happens to the disk (it is full, the folder or the file is
read-only), to the file (a spreadsheet program has it open, or somebody saves it), a command is at
work, or nothing; then the process is killed.  What was answered must be in the workbook, or, where
that could not be, wait in the journal, and what others saved must be there.  It wants to be root: a
full disk is a small one of memory, and nobody may write into a folder that is read-only but root.
``entries``: those of 60 boards at once: white, black, of which one in a hundred is another than
that of white, and the director, who empties the board again; none may be lost, none doubled.
``screens``: 200 phones that listen, and ask for their boards as the page does, and 30 entries.
``soak``: the same phones and an entry a second for so long; a line each minute says what it took.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil

from tests.desk.serving import SIDES, Client, Json, make_book
from xl_tourney.desk.server import serving
from xl_tourney.events.boards import boards_of
from xl_tourney.events.event import Event
from xl_tourney.ooxml.package import Package
from xl_tourney.updates.journal import Journal, folder_of, waiting_changes

RESULTS = ("1-0", "0-1", "1/2")
NOBODY = 65534
"""Who serves in ``kills``, as root writes anywhere."""


def serve(book: Path, address: Any, user: int) -> None:
    """A desk, in a process that was forked from one that has imported it."""
    os.setuid(user)
    with suppress(KeyboardInterrupt):
        serving.serve(book, address.send, 0, lan=False, browser=False)


@contextmanager
def served(book: Path, user: int = os.getuid()) -> Iterator[tuple[Any, Client]]:
    """The process of a desk, and somebody who asks it."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=serve, args=(book, theirs, user))
    process.start()
    theirs.close()
    try:
        yield process, Client(ours.recv())
    finally:
        process.kill()
        process.join()


class Phones(threading.Thread):
    """Who types results of some boards until the desk is gone; what was answered is remembered."""

    def __init__(self, desk: Client, boards: list[Json], seed: int) -> None:
        super().__init__()
        self.desk, self.boards, self.chance = desk, boards, random.Random(seed)
        self.answered: dict[int, str | None] = {}
        self.asked: dict[int, str] = {}
        self.refused = 0

    def run(self) -> None:
        with suppress(OSError, ValueError, http.client.HTTPException):
            while True:
                board, result = self.chance.choice(self.boards), self.chance.choice(RESULTS)
                by = self.chance.choice(("director", *SIDES))
                self.asked[board["board"]] = result
                answer = self.desk.enter(board, result, by)
                if answer.status == 200:
                    self.answered[board["board"]] = answer.json["result"]
                    del self.asked[board["board"]]
                elif answer.status in (409, 429, 503):
                    self.refused += 1
                    del self.asked[board["board"]]


def in_file(book: Path) -> dict[int, str]:
    """The results of the workbook with what waits for it, by board."""
    event = Event.open(Package.from_path(book))
    waiting = {str(change.cell): change.new for change in waiting_changes(event)}
    found = {}
    for board in boards_of(event):
        found[board.number] = board.named(waiting.get(board.cell, board.result) or "")
    return found


def leave(book: Path, desk: Client, chance: random.Random) -> None:
    """Nothing happens."""


def read_only_file(book: Path, desk: Client, chance: random.Random) -> None:
    """The file must not be written, or may again."""
    book.chmod(chance.choice((0o444, 0o644)))


def read_only_folder(book: Path, desk: Client, chance: random.Random) -> None:
    """Nothing comes into the folder, or that of the desk, or does again."""
    chance.choice((book.parent, folder_of(book))).chmod(chance.choice((0o500, 0o700)))


def full(book: Path, desk: Client, chance: random.Random) -> None:
    """The disk is full but for some bytes, or has room again."""
    filler = book.with_name("filler")
    if filler.exists():
        filler.unlink()
        return
    with suppress(OSError), filler.open("wb") as file:
        while True:
            file.write(bytes(chance.choice((1 << 12, 1 << 16))))
            file.flush()


def open_elsewhere(book: Path, desk: Client, chance: random.Random) -> None:
    """A spreadsheet program has it open, or closes it."""
    lock = book.with_name(f".~lock.{book.name}#")
    lock.unlink() if lock.exists() else lock.touch()


def saved_by_others(book: Path, desk: Client, chance: random.Random) -> None:
    """Somebody saves another result of the last board, unless the desk has just written."""
    read = book.read_bytes()
    event = Event.open(Package(read, str(book)))
    last, result = [*boards_of(event)][-1], chance.choice(RESULTS)
    other = book.with_name("saving")
    other.write_bytes(event.with_values(last.typed(result)))
    os.chown(other, NOBODY, NOBODY)
    if book.read_bytes() == read:
        other.replace(book)
        SAVED[0] = result


SAVED = [""]
"""What the last board must have."""


def commanded(book: Path, desk: Client, chance: random.Random) -> None:
    """A command that writes the file is at work; some rename a player."""
    if chance.random() < 0.5:
        desk.run("recalc")
    else:
        old = chance.choice(desk.event()["names"])
        desk.run("rename", old=old, new=f"{old.split()[0]} {chance.random()}")


DISTURBANCES = (
    leave,
    read_only_file,
    read_only_folder,
    full,
    open_elsewhere,
    saved_by_others,
    commanded,
)


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of 8 megabytes, in memory, that is nobody's."""
    (at := folder / "disk").mkdir(exist_ok=True)
    options = f"size=8m,uid={NOBODY},gid={NOBODY},mode=0700"
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(at)], check=True)
    try:
        yield at
    finally:
        subprocess.run(["umount", "-l", str(at)], check=True)


def kills(count: int, seed: int, folder: Path) -> int:
    """Kill desks at random moments; how many answered entries are lost."""
    folder.chmod(0o755)
    made, lost, seen = make_book(folder, 24), list[str](), Counter[str]()
    for number in range(count):
        with small_disk(folder) as disk:
            book = Path(shutil.copy(made, disk / "killed.xlsx"))
            lost += kill_once(book, number, random.Random(seed * 1000 + number), seen)
    print(f"{count} kills: {dict(seen)}, {len(lost)} lost", *lost, sep="\n")
    return len(lost)


def kill_once(book: Path, number: int, chance: random.Random, seen: Counter[str]) -> list[str]:
    """Kill a desk at a random moment; which answered entries are lost."""
    disturb, over, lost = DISTURBANCES[number % len(DISTURBANCES)], threading.Event(), list[str]()
    how = disturb.__name__
    os.chown(book, NOBODY, NOBODY)
    SAVED[0] = ""
    with served(book, NOBODY) as (process, desk):
        boards = desk.boards()[:-1]  # the last one is typed by those who save
        phones = [Phones(desk, boards[at::4], number * 9 + at) for at in range(4)]

        def go_on() -> None:
            while not over.wait(chance.uniform(0.01, 0.1)):
                seen[how] += 1
                with suppress(Exception):  # the desk is gone, or has written in this moment
                    disturb(book, desk, chance)

        other = threading.Thread(target=go_on)
        for thread in (*phones, other):
            thread.start()
        time.sleep(chance.uniform(0, 2.5))
        process.kill()
        for phone in phones:
            phone.join()
        over.set()
        other.join()
    for path, mode in ((book.parent, 0o700), (folder_of(book), 0o700), (book, 0o644)):
        path.chmod(mode)
    for name in (f".~lock.{book.name}#", "filler", "saving"):
        book.with_name(name).unlink(missing_ok=True)
    there = in_file(book)
    if SAVED[0] and there[12] != SAVED[0]:
        lost.append(f"{number} ({how}): somebody has saved {SAVED[0]}, not {there[12]}")
    for phone in phones:
        seen["answered"] += len(phone.answered)
        seen["refused"] += phone.refused
        for board, result in phone.answered.items():
            may_be = {result, phone.asked.get(board)}
            if there[board] not in may_be:
                lost.append(f"{number} ({how}): board {board} has {there[board]}, not {may_be}")
    with served(book, NOBODY) as (_, desk):  # it opens again, and brings in what waited
        boards = desk.boards()
        again = {board["board"]: board["result"] or "" for board in boards}
        seen["left behind"] += any(one.suffix == ".xl-tourney" for one in book.parent.iterdir())
        if desk.event()["waiting"]:
            lost.append(f"{number} ({how}): still waits")
    if again != in_file(book) or any(again[at] != there[at] for at in again if at < 12):
        lost.append(f"{number} ({how}): another start has {again}, not {there}")
    return lost


def many(entries: int, folder: Path, players: int = 120) -> int:
    """Many entries at once; how many are lost or doubled."""
    book = make_book(folder, players, 3)
    with served(book) as (process, desk):
        boards = desk.boards()
        each, slowest, seen = -(-entries // len(boards)), list[float](), Counter[str]()
        wanted: dict[int, str] = {}

        def type_some(board: Json) -> None:
            chance = random.Random(board["board"])
            client = http.client.HTTPConnection("127.0.0.1", desk.port, timeout=120)
            result: str | None = ""
            for number in range(each):
                by = (*SIDES, "director")[number % 3]
                if by == "white" or chance.random() < 0.01:
                    result = chance.choice([one for one in RESULTS if one != result])
                elif by == "director":
                    result = None
                entry = {"round": 1, "board": board["board"], "result": result, "by": by}
                token = {"Authorization": f"Bearer {desk.token}"} if by == "director" else {}
                entry |= {"key": board["keys"][by]} if by in SIDES else {}
                headers = {"Content-Type": "application/json", "Host": desk.host, **token}
                started = time.perf_counter()
                client.request("POST", "/api/results", json.dumps(entry), headers)
                answer = client.getresponse()
                found = json.loads(answer.read())
                slowest.append(time.perf_counter() - started)
                seen[found["state"]] += 1
                if answer.status == 200:
                    wanted[board["board"]] = found["result"] or ""

        threads = [threading.Thread(target=type_some, args=(board,)) for board in boards]
        started, used = time.perf_counter(), psutil.Process(process.pid).cpu_times()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = time.perf_counter() - started
        after = psutil.Process(process.pid)
        processor = sum(after.cpu_times()[:2]) - sum(used[:2])
        shown = {one["board"]: one["result"] or "" for one in desk.boards()}
        memory = after.memory_info().rss >> 20
    lost, lines, doubled = compare(book, wanted, shown)
    slowest.sort()
    print(
        f"{len(slowest)} entries in {seconds:.1f} s, {dict(seen)}; answered in "
        f"{statistics.median(slowest) * 1000:.0f} ms, 99% in "
        f"{slowest[len(slowest) * 99 // 100] * 1000:.0f} ms, all in {slowest[-1] * 1000:.0f} ms; "
        f"{lines} lines of the journal, {lost} lost, {doubled} doubled; "
        f"{processor:.1f} s of a processor, {memory} MB"
    )
    return lost + doubled


def compare(book: Path, wanted: dict[int, str], shown: dict[int, str]) -> tuple[int, int, int]:
    """How many boards lost what was answered, the journal's lines, and how many came twice."""
    there = in_file(book)
    lost = sum(not there[at] == result == shown[at] for at, result in wanted.items())
    lines = [one for one in Journal(folder_of(book)).lines if "of" in one]
    last: dict[str, Json] = {}
    doubled = 0
    for line in lines:
        doubled += line["said"] == last.get(line["of"], {}).get("said")
        last[line["of"]] = line
    return lost, len(lines), doubled


class Listeners:
    """Phones that listen, and ask for their boards as the page does."""

    def __init__(self, desk: Client, boards: list[Json], count: int) -> None:
        self.heard: dict[tuple[str, int], list[float]] = {}
        """When each of them heard of a change."""
        for at in range(count):
            key = boards[at % len(boards)]["keys"][SIDES[at // len(boards) % 2]]
            threading.Thread(target=self._listen, args=(desk, key), daemon=True).start()
        time.sleep(15)  # the formulas are opened, and the file is finished

    def _listen(self, desk: Client, key: str) -> None:
        stream, phone = (http.client.HTTPConnection("127.0.0.1", desk.port) for _ in range(2))
        headers = {"Host": desk.host, "Authorization": f"Bearer {key}"}
        stream.request("GET", "/api/changes", headers={"Host": desk.host})
        answer = stream.getresponse()
        with suppress(OSError, ValueError, AttributeError):
            while line := answer.readline():
                if line.startswith(b"data: "):
                    found = json.loads(line[6:])
                    what = found["what"], found.get("version", 0)
                    self.heard.setdefault(what, []).append(time.perf_counter())
                    if found["what"] != "result":
                        time.sleep(random.uniform(0.1, 0.4))
                        phone.request("GET", "/api/board", headers=headers)
                        phone.getresponse().read()


def soak(minutes: int, folder: Path, players: int = 120, phones: int = 200) -> int:
    """An entry a second with phones that listen; how many are lost or doubled."""
    book, chance, wanted = make_book(folder, players, 3), random.Random(players), dict[int, str]()
    print("minute  entries  processor     MB  answered ms: median  worst")
    with served(book) as (process, desk):
        boards, here = desk.boards(), psutil.Process(process.pid)
        listeners = Listeners(desk, boards, phones)
        for minute in range(1, minutes + 1):
            began, used, took = time.perf_counter(), sum(here.cpu_times()[:2]), list[float]()
            while (so_far := time.perf_counter()) < began + 60:
                board = chance.choice(boards)
                answer = desk.enter(board, chance.choice(("", *RESULTS)) or None, "director")
                took.append(time.perf_counter() - so_far)
                wanted[board["board"]] = answer.json["result"] or ""
                time.sleep(max(0.0, 1 - took[-1]))
            share = (sum(here.cpu_times()[:2]) - used) / (time.perf_counter() - began)
            print(
                f"{minute:6}{len(took):9}{share:11.0%}{here.memory_info().rss >> 20:7}"
                f"{statistics.median(took) * 1000:21.0f}{max(took) * 1000:7.0f}",
                flush=True,
            )
            listeners.heard.clear()
        shown = {one["board"]: one["result"] or "" for one in desk.boards()}
    lost, lines, doubled = compare(book, wanted, shown)
    print(f"{players} players, {phones} phones: {lines} lines, {lost} lost, {doubled} doubled")
    return lost + doubled


def screens(players: int, folder: Path, phones: int = 200) -> None:
    """How soon a result, and what follows from it, is known to all who listen."""
    book = make_book(folder, players, 3)
    with served(book) as (process, desk):
        boards = desk.boards()
        heard = Listeners(desk, boards, phones).heard
        here = psutil.Process(process.pid)
        used = sum(here.cpu_times()[:2])
        results, values = list[float](), list[float]()
        for at, board in enumerate(boards[:30]):
            started = time.perf_counter()
            version = desk.enter(board, RESULTS[at % 3], "director").json["version"]
            until = started + 30
            while time.perf_counter() < until and not any(
                what == "values" and one > version and len(times) == phones
                for (what, one), times in [*heard.items()]
            ):
                time.sleep(0.01)
            time.sleep(0.5)
            results += [
                max(times) - started
                for (what, one), times in heard.items()
                if what == "result" and one >= version
            ][:1]
            values += [
                max(times) - started
                for (what, one), times in heard.items()
                if what == "values" and one > version and min(times) > started
            ][:1]
        spent = (sum(here.cpu_times()[:2]) - used) / len(results)
        print(
            f"{players} players, {phones} phones: a result on every screen in "
            f"{statistics.median(results):.3f} s (worst {max(results):.3f}), standings in "
            f"{statistics.median(values):.3f} s (worst {max(values):.3f}, {len(values)} of "
            f"{len(results)}); {spent:.2f} s of a processor for an entry, "
            f"{here.memory_info().rss >> 20} MB; the workbook {book.stat().st_size >> 10} kB"
        )


def main() -> int:
    """Run what is named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", nargs="*", default=["kills", "entries", "screens", "soak"])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--players", type=int, nargs="*", default=[24, 120, 500])
    asked = parser.parse_args()
    wrong = 0
    for what in asked.what:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            if what == "kills":
                wrong += kills(asked.kills, asked.seed, folder)
            elif what == "entries":
                wrong += many(asked.entries, folder)
            elif what == "soak":
                wrong += soak(asked.minutes, folder)
            else:
                for players in asked.players:
                    (there := folder / str(players)).mkdir()
                    screens(players, there)
    return min(wrong, 1)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    sys.exit(main())
