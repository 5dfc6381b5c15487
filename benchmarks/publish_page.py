"""What the page of a large event costs: to make, to carry, to open on a phone, to search.

    python -m benchmarks.publish_page [players] [rounds]

It makes a chess tournament (500 players, 9 rounds), publishes it as the command does, and opens the
page in Chromium with a processor that is four times slower.  The figures that it must keep stand
beside each.  The command and the process in which it works are counted together, too.
"""

from __future__ import annotations

import csv
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from xl_tourney.chromium import find_browser, sandbox_options
from xl_tourney.resource_limits import CHECK_SECONDS, measure

SLOWER = 4
SURNAMES = (
    "Abendroth", "Bergmann", "Castellanos", "Dabrowski", "Eriksson", "Fontaine", "Grünwald",
    "Ivanova", "Jankowski", "Kowalczyk", "Lindqvist", "Müller-Lüdenscheidt", "Nakamura",
    "Oppenheimer", "Petrosyan", "Quintero", "Rasmussen", "Schwarzenbach", "Thorvaldsen",
)  # fmt: skip
FORENAMES = ("Anna", "Ben", "Carla", "David", "Emil", "Frida", "Gustav", "Hanna", "Ivan", "Julia")
CLUBS = ("Rotation Pankow", "SG Lasker", "Turm", "Königsjäger Süd-West", "SC Zugzwang 95")
OTHER = {"1": "0", "0": "1", "=": "="}
"""The result from the other side."""
PAINTED = """() => performance.getEntriesByName("first-contentful-paint")[0].startTime"""
SEARCHED = """text => new Promise(done => {
  const input = document.querySelector("[role=search] input");
  input.value = text;
  const start = performance.now();
  input.dispatchEvent(new Event("input"));
  document.body.offsetHeight;
  const took = performance.now() - start;
  requestAnimationFrame(() => done(took));
})"""
SHOWN = "document.querySelectorAll('.standings tbody tr:not([hidden])').length"


def tournament(players: int, rounds: int) -> Iterator[list[object]]:
    """A wall list: who is level meets whom next, the results by chance."""
    drawn = random.Random(36)
    points = [0.0] * players
    met: list[set[int]] = [set() for _ in range(players)]
    cells: list[list[str]] = [[] for _ in range(players)]
    for _ in range(rounds):
        free = sorted(range(players), key=lambda player: (-points[player], player))
        while len(free) > 1:
            white = free.pop(0)
            at = next((at for at, other in enumerate(free) if other not in met[white]), 0)
            black = free.pop(at)
            result = drawn.choice("110=")
            met[white].add(black)
            met[black].add(white)
            worth = {"1": 1.0, "=": 0.5, "0": 0.0}[result]
            points[white] += worth
            points[black] += 1 - worth
            cells[white].append(f"{black + 1}w{result}")
            cells[black].append(
                f"{white + 1}b{ {'1': '0', '0': '1'}.get(result, '=') }".replace(" ", "")
            )
        for player in free:
            cells[player].append("U")
            points[player] += 1
    yield ["no", "name", "club", "rating", *(f"r{number}" for number in range(1, rounds + 1))]
    for player in range(players):
        surname, forename = SURNAMES[player * 7 % len(SURNAMES)], FORENAMES[player % len(FORENAMES)]
        name = f"{surname}, {forename} {player // 26 + 1}"
        yield [player + 1, name, CLUBS[player % len(CLUBS)], 2300 - 2 * player, *cells[player]]


class Cost(NamedTuple):
    """What a command takes."""

    seconds: float
    """The processor time of all its processes."""
    largest: float
    """The most memory of one of its processes, in MB."""
    together: float
    """The most memory of all its processes at one time, in MB; it is looked at now and then."""


def run(*command: object) -> Cost:
    """Run a command, which works in a process of its own."""
    words = [sys.executable, "-m", "xl_tourney", *map(str, command), "--timeout", "900"]
    together = 0
    process = subprocess.Popen(words)
    while True:  # what is waited for by itself is not mixed with the commands before it
        pid, status, used = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        together = max(together, measure(process.pid).memory)
        time.sleep(CHECK_SECONDS)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, words)
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, together / 2**20)


def open_page(page: Path) -> dict[str, float]:
    """How long the page takes to be seen and searched, in milliseconds."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(), args=[*sandbox_options()]
        )
        tab: Any = browser.new_page(viewport={"width": 390, "height": 844})
        tab.context.new_cdp_session(tab).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        paints = []
        for _ in range(3):
            tab.goto(page.as_uri())
            tab.wait_for_timeout(500)
            paints.append(tab.evaluate(PAINTED))
        searches: dict[str, list[float]] = {}
        for text in ("m", "mü", "müll", "", "anna", "") * 4:
            searches.setdefault(text, []).append(tab.evaluate(SEARCHED, text))
            tab.wait_for_timeout(300)
        assert tab.evaluate(SHOWN) > 0
        browser.close()
    return {
        "first paint": min(paints),
        "search, the slowest text": max(map(min, searches.values())),
    }


def main() -> None:
    players, rounds = ([int(text) for text in sys.argv[1:]] + [500, 9])[:2]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (folder / "event.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(tournament(players, rounds))
        book, page = folder / "event.xlsx", folder / "event.html"
        made = run("new", "chess", "--data", folder / "event.csv", "-o", book)
        cost = run("publish", book)
        first = page.read_bytes()
        run("publish", book)
        print(f"{players} players, {rounds} rounds; the workbook is made in {made.seconds:.1f} s")
        print(f"publish: {cost.seconds:.1f} s of processor time (30)")
        print(f"memory: {cost.largest:.0f} MB in one process (200), {cost.together:.0f} in all")
        print(f"page: {len(first) / 1000:.0f} kB (1000), same bytes: {first == page.read_bytes()}")
        for what, milliseconds in open_page(page).items():
            limit = 1000 if what == "first paint" else 50
            print(f"{what}, processor {SLOWER} times slower: {milliseconds:.0f} ms ({limit})")


if __name__ == "__main__":
    main()
