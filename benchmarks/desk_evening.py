"""Whole evenings at the desk in Chromium: python -m benchmarks.desk_evening [chess] [go] [boards].

``chess`` is a Swiss of 24 in 5 rounds, ``go`` a McMahon of 20 in 4: a director's page, the wall,
and a phone for each player, each a browser of its own.  Some type a wrong result first, some boards
are in conflict, somebody comes late, somebody leaves, and a result is corrected after the next
pairing; after each round the page has the standings of the command line.  ``boards`` is one round
of 60 boards whose 120 phones type one after the other.

Printed are the seconds from an entry to the other phone, to the wall and to the director's page,
worst and median, and what the server took of the processor and of memory.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import psutil
from playwright.sync_api import sync_playwright

from tests.desk.hall import Hall, open_hall, standings_of, type_result, wait_for
from tests.desk.plays import Act, fill_in
from tests.desk.serving import Json, make_book
from xl_tourney.chromium import find_browser, sandbox_options

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

WRONG, CONFLICTS = 0.1, 0.1
Seconds = dict[str, list[float]]


class Evening(NamedTuple):
    """An event."""

    game: str
    players: int
    rounds: int
    results: tuple[str, ...]
    heading: str
    room: Mapping[str, str]

    @property
    def listed(self) -> str:
        """Its players, as they are pasted."""
        return "".join(self.line(at) for at in range(1, self.players + 1))

    def line(self, at: int) -> str:
        """A player of the list."""
        strength = 2400 - 7 * at if self.game == "chess" else f"{at // 3 + 1}k"
        return f"Player {at},{strength}\n"


EVENINGS = {
    "chess": Evening(
        "chess", 24, 5, ("1-0", "1/2", "0-1"), "name,rating\n", {"players": "26", "games": "64"}
    ),
    "go": Evening(
        "go",
        20,
        4,
        ("W", "B"),
        "name,rank\n",
        {"rows": "22", "games": "44", "system": "mcmahon"},
    ),
}


def main() -> None:
    """Run what is named, or all."""
    for name in sys.argv[1:] or [*EVENINGS, "boards"]:
        with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=find_browser(), args=[*sandbox_options()]
            )
            began = time.monotonic()
            if name == "boards":
                seconds = _sixty_boards(browser, Path(folder))
            else:
                seconds = _evening(browser, Path(folder), EVENINGS[name])
            print(f"{name}: {time.monotonic() - began:.0f} s in all")
            _say(seconds)


def _say(seconds: Seconds) -> None:
    for what, found in seconds.items():
        median, worst = statistics.median(found), max(found)
        print(f"  {what}: median {median:.2f}, worst {worst:.2f} of {len(found)}", flush=True)


def _server(hall: Hall) -> psutil.Process:
    (found,) = (
        one.pid
        for one in psutil.net_connections("tcp")
        if one.status == psutil.CONN_LISTEN and one.laddr and one.laddr.port == hall.desk.port
    )
    return psutil.Process(found)


def _say_costs(hall: Hall, began: float) -> None:
    server = _server(hall)
    times, memory = server.cpu_times(), server.memory_info().rss / 1e6
    share = (times.user + times.system) / (time.monotonic() - began)
    print(f"  server: {share:.0%} of a processor since its start, {memory:.0f} MB")


def _evening(browser: Browser, folder: Path, evening: Evening) -> Seconds:
    chance, began = random.Random(1), time.monotonic()
    seconds: Seconds = defaultdict(list)
    with open_hall(browser, folder) as hall:
        page = hall.director
        page.wait_for_selector("#hall")
        new = {"data": evening.heading + evening.listed, "rounds": str(evening.rounds)}
        fill_in(page, Act("new", {**new, **evening.room}), evening.game)
        wall = hall.open("/wall?seconds=9999", width=1920)
        (book,) = folder.glob("*.xlsx")
        for number in range(1, evening.rounds + 1):
            options = {"withdrawn": ["Player 7"]} if number == 3 else {}
            fill_in(page, Act("pair", {"seed": "1", **options}), evening.game)
            _play(hall, wall, evening, chance, seconds)
            if number == 1:
                late = f"{evening.heading}{evening.listed}{evening.line(evening.players + 1)}"
                fill_in(page, Act("update", {"data": late}), evening.game)
            if number > 1:
                _correct(hall, str(number - 1), chance.choice(evening.results))
            begun = time.monotonic()
            wanted = standings_of(book)
            hall.until(hall.standings, wanted)
            seconds["until the standings are those of the command line"].append(
                time.monotonic() - begun
            )
            print(f"{evening.game}, round {number}: {time.monotonic() - began:.0f} s", flush=True)
            _say(seconds)
        fill_in(page, Act("publish"), evening.game)
        assert [*folder.rglob("*.html")]
        _say_costs(hall, began)
    return seconds


def _correct(hall: Hall, round_: str, result: str) -> None:
    page = hall.director
    page.select_option("#round", round_)
    page.wait_for_selector("#working", state="hidden")
    button = page.locator(f'.board >> nth=0 >> [data-result="{result}"]')
    if button.get_attribute("aria-pressed") == "false":
        button.click()
        page.wait_for_selector("#working", state="hidden")


def _play(
    hall: Hall, wall: Page, evening: Evening, chance: random.Random, seconds: Seconds
) -> None:
    """A round: each player scans the code and types."""
    before = len(hall.contexts)
    boards = hall.boards()
    phones = [(board, hall.phone(board, "white"), hall.phone(board, "black")) for board in boards]
    for board, white, black in phones:
        result, other = chance.choice(evening.results), chance.choice(evening.results)
        if chance.random() < WRONG:
            type_result(white, other)
            wait_for(white, "entered")
        _measured(hall, wall, board, white, black, result, seconds)
        if result != other and chance.random() < CONFLICTS:
            type_result(black, other)
            wait_for(white, "conflict")
            row = hall.director.locator(f".board.conflict[data-board='{board['board']}']")
            row.locator(f'[data-settle="{result}"]').click()
        else:
            type_result(black, result)
        for phone in (white, black):
            wait_for(phone, "confirmed")
    assert [one["state"] for one in hall.boards(str(boards[0]["round"]))] == ["confirmed"] * len(
        boards
    )
    while len(hall.contexts) > before:
        hall.contexts.pop().close()


def _measured(
    hall: Hall,
    wall: Page,
    board: Json,
    white: Page,
    black: Page,
    result: str,
    seconds: Seconds,
) -> None:
    """A result is typed, and seen by all."""
    begun = time.monotonic()
    type_result(white, result)
    row = f"[data-board='{board['board']}']"
    for what, shown in _screens(hall, wall, black, board, row):
        shown.wait_for()
        seconds[f"seconds from an entry to {what}"].append(time.monotonic() - begun)


def _screens(
    hall: Hall, wall: Page, black: Page, board: Json, row: str
) -> Iterator[tuple[str, Locator]]:
    yield "the other phone", black.locator("body[data-state=entered]")
    yield "the director", hall.director.locator(f".board.entered{row}")
    name = board["white"]
    there = wall.locator("tr", has=wall.get_by_text(name, exact=True)).locator(".result.entered")
    if wall.get_by_text(name, exact=True).count():
        yield "the wall", there


def _sixty_boards(browser: Browser, folder: Path) -> Seconds:
    seconds: Seconds = defaultdict(list)
    with open_hall(browser, make_book(folder, 120, 5)) as hall:
        hall.director.wait_for_selector(".board")
        boards = hall.boards()
        phones = [(hall.phone(board), hall.phone(board, "black")) for board in boards]
        began = time.monotonic()
        for at, (white, black) in enumerate(phones):
            begun = time.monotonic()
            result = ("1-0", "1/2", "0-1")[at % 3]
            type_result(white, result)
            wait_for(black, "entered")
            seconds["seconds from an entry to the other phone"].append(time.monotonic() - begun)
            type_result(black, result)
            wait_for(white, "confirmed")
        took = time.monotonic() - began
        assert [one["state"] for one in hall.boards("1")] == ["confirmed"] * len(boards)
        seconds["seconds of a round of 60 boards with 120 phones"].append(took)
        begun = time.monotonic()
        hall.until(hall.standings, standings_of(folder / "open.xlsx"))
        seconds["until the standings are those of the command line"].append(
            time.monotonic() - begun
        )
        _say_costs(hall, began)
    return seconds


if __name__ == "__main__":
    main()
