"""Whole evenings at the desk in Chromium: python -m benchmarks.desk_evening [NAME …] [--in de].

NAME is one of ``EVENINGS``, all without one: the director on one page, a second window of the
director, the wall, and a phone for each player, each a browser of its own.  Some type a wrong
result first, some are in conflict, somebody comes late, somebody leaves while an entry waits,
results are corrected after the next pairing, the desk is stopped, killed and started again in a
round, and LibreOffice calculates and saves the workbook in between.  In the middle of a round and
at its end the pages have the standings of the command line.  ``boards`` is one round of 60 boards
whose 120 phones type one after the other.

Printed are the seconds from an entry to the other pages, worst and median, what the server took of
the processor and of memory, and with ``--said`` all sentences that were said to anybody.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import openpyxl
import psutil
from playwright.sync_api import sync_playwright

from tests.desk import hall
from tests.desk.hall import Hall, open_hall, standings_of, type_result, wait_for
from tests.desk.plays import Act, Results
from tests.desk.serving import SIDES, Json, make_book, serving
from tests.desk.window import fill_in, wait
from tests.desk.window import type_result as type_in_row
from tests.templates.plain_libreoffice import convert
from xl_tourney.calculation import as_shown
from xl_tourney.chromium import find_browser, sandbox_options

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WRONG = CONFLICTS = DESK = 0.1
"""How often somebody types a wrong result first, both differ, or the desk types it."""
_KEPT = "body[data-state=waiting], #line:not(:empty)"
"""The page of a phone that could not send what was typed."""
Seconds = dict[str, list[float]]
Score = Callable[[random.Random], str]


class Round(NamedTuple):
    """Players type what is open of the round, or of all rounds a share."""

    share: float = 1
    trouble: str = ""
    """What happens in its middle: ``sleep``, ``kill``, or ``lock`` when it is open elsewhere."""


class Office(NamedTuple):
    """LibreOffice calculates the workbook and saves it, and the desk goes on with that."""


class Evening(NamedTuple):
    """An event, step by step."""

    game: str
    score: Score
    steps: Sequence[Act | Results | Round | Office]


def _list(heading: str, count: int, line: Callable[[int], str]) -> str:
    return heading + "\n" + "".join(f"{line(at)}\n" for at in range(1, count + 1))


def _chess(count: int) -> str:
    return _list("name,rating", count, lambda at: f"Player {at},{2400 - 7 * at}")


def _go(count: int) -> str:
    return _list("name,rank", count, lambda at: f"Player {at},{at // 3 + 1}k")


def _groups(count: int) -> str:
    return _list("name,group", count, lambda at: f"Player {at},{'CAB'[at % 3]}")


def _late_games(late: int, others: Sequence[int]) -> str:
    games = (f"{at + 3},Player {late},Player {others[at - 1]}" for at in range(1, len(others) + 1))
    return "\n".join(["event,player_a,player_b", *games, ""])


def _fixtures(teams: int, *more: str) -> str:
    names = [*(f"Team {at}" for at in range(1, teams + 1)), *more]
    games = [
        (at + 1, names[(at + one) % teams], names[(at - one) % teams])
        for at in range(teams if teams % 2 else teams - 1)
        for one in range(1, (teams + 1) // 2)
    ]
    extra = [(1, home, names[0]) for home in more]
    return "round,home,away\n" + "".join(f"{r},{h},{a}\n" for r, h, a in [*games, *extra])


def _profiles(week: int, count: int) -> str:
    def line(at: int) -> str:
        chance = random.Random(at)
        counts = [chance.randint(5, 20) + week * chance.randint(0, 9) for _ in range(7)]
        shares = "-".join(f"{round(100 * one / sum(counts))}%" for one in counts)
        return f"Player {at},{sum(counts)},{shares}"

    return _list("player,games,profile", count, line)


def _any(*results: str) -> Score:
    return lambda chance: chance.choice(results)


def _goals(chance: random.Random) -> str:
    return f"{chance.randint(0, 4)}-{chance.randint(0, 4)}"


def _tps(chance: random.Random) -> str:
    half = chance.randint(4, 76) / 2
    return f"{half:g}-{40 - half:g}"


_PAIR = {"seed": "1"}
EVENINGS = {
    "chess": Evening(
        "chess",
        _any("1-0", "1/2", "0-1", "1-0", "1/2", "0-1", "+--", "--+"),
        [
            Act("new", {"data": _chess(24), "rounds": "5", "players": "26", "games": "64"}),
            Act("pair", _PAIR),
            Round(),
            Act("update", {"data": _chess(25)}),
            Act("pair", _PAIR | {"absent": ["Player 5"]}),
            Round(trouble="sleep"),
            Results(["0-1"], round="1"),
            Act("pair", _PAIR | {"withdrawn": ["Player 7"]}),
            Results(["1/2"], round="2"),
            Round(trouble="kill"),
            Office(),
            Act("rename", {"old": "Player 9", "new": "Łucja “Lu” Ngo"}),
            Act("pair", _PAIR),
            Results(["1-0"], round="3"),
            Round(),
            Act("pair", _PAIR),
            Act("undo"),
            Act("pair", _PAIR),
            Round(trouble="lock"),
            Act("check"),
            Act("print"),
            Act("publish"),
            Office(),
            Results(["0-1"], round="5"),
        ],
    ),
    "go": Evening(
        "go",
        _any("W", "B", "W", "B", "W", "B", "jigo", "W!", "B!"),
        [
            Act(
                "new",
                {
                    "data": _go(20),
                    "rounds": "4",
                    "rows": "22",
                    "games": "44",
                    "system": "mcmahon",
                },
            ),
            Act("pair", _PAIR),
            Round(trouble="kill"),
            Act("update", {"data": _go(21)}),
            Act("pair", _PAIR),
            Results(["B"], round="1"),
            Round(trouble="sleep"),
            Act("pair", _PAIR | {"withdrawn": ["Player 7"]}),
            Round(),
            Office(),
            Act("rename", {"old": "Player 9", "new": "ノゾミ"}),
            Act("pair", _PAIR),
            Results(["W"], round="3"),
            Round(),
            Act("whatif", {"team": "Player 1"}),
            Act("publish"),
            Office(),
            Results(["B"], round="4"),
        ],
    ),
    "bridge": Evening(
        "bridge",
        _any("420", "-50", "620", "-100", "140", "-110", "NP", "0", "1430", "-630", "A6040"),
        [
            Act("new", {"pairs": "10", "tables": "5", "boards": "10", "winners": "2"}),
            Act("pair", {"tables": "5", "movement": "mitchell"}),
            Round(0.3),
            Round(0.4, "kill"),
            Results(["170"], round="1"),
            Office(),
            Round(0.6, "sleep"),
            Round(),
            Results(["-420"], round="10"),
            Act("explain", {"subject": "1"}),
            Act("publish"),
            Office(),
            Results(["-90"], round="2"),
        ],
    ),
    "howell": Evening(
        "bridge",
        _any("420", "-50", "620", "-100", "140", "-110", "NP"),
        [
            Act("new", {"pairs": "6", "tables": "3", "boards": "10"}),
            Act("pair", {"tables": "3", "movement": "howell"}),
            Round(0.5),
            Round(),
            Results(["170"], round="1"),
            Act("publish"),
            Office(),
        ],
    ),
    "tantrix": Evening(
        "tantrix",
        _tps,
        [
            Act("new", {"data": _groups(12), "places": "1", "players": "15", "rows": "40"}),
            Act("pair", _PAIR),
            Round(),
            Act("update", {"data": _groups(13)}),
            Act("update", {"data": _late_games(13, (1, 4, 7, 10))}),
            Round(trouble="kill"),
            Results(["20-20"], round="1"),
            Office(),
            Act("rename", {"old": "Player 9", "new": "Zoë"}),
            Round(trouble="sleep"),
            Round(),
            Round(),
            Act("publish"),
            Office(),
            Results(["25-15"], round="2"),
        ],
    ),
    "league": Evening(
        "league",
        _goals,
        [
            Act("new", {"data": _fixtures(8), "rules": "premier-league-2019", "rows": "36"}),
            Round(),
            Act("update", {"data": _fixtures(8, "Latecomers")}),
            Round(trouble="kill"),
            Results(["2-2"], round="1"),
            Office(),
            Act("rename", {"old": "Team 3", "new": "Ünion 03"}),
            Round(trouble="sleep"),
            Act("whatif", {"team": "Team 1"}),
            Round(),
            Round(),
            Act("explain", {"subject": "Team 1 over Team 2"}),
            Act("publish"),
            Office(),
            Results(["0-1"], round="2"),
        ],
    ),
    "volleyball": Evening(
        "league",
        _any("3-0", "3-2", "25-20 25-22 25-18", "20-25 25-22 25-20 18-25 11-15", "1-3"),
        [
            Act("new", {"data": _fixtures(6), "rules": "volleyball", "rows": "20"}),
            Round(),
            Round(trouble="kill"),
            Results(["0-3"], round="1"),
            Office(),
            Round(),
            Act("publish"),
            Office(),
        ],
    ),
    "kdice": Evening(
        "kdice",
        _any(),
        [
            Act("new", {"data": _profiles(0, 30), "rows": "40"}),
            Act("update", {"data": _profiles(1, 31)}),
            Act("update", {"data": _profiles(2, 34)}),
            Office(),
            Act("rename", {"old": "Player 9", "new": "Zoë"}),
            Act("explain", {"subject": "Player 3"}),
            Act("update", {"data": _profiles(3, 36).replace("Player 9,", "Zoë,")}),
            Act("publish"),
            Office(),
        ],
    ),
}
"""What is played, from an empty folder to the page."""


class Played:
    """An evening that is played; every page is looked at on the way."""

    def __init__(self, hall: Hall, folder: Path, evening: Evening, stack: ExitStack) -> None:
        self.hall, self.folder, self.evening = hall, folder, evening
        self.stack = stack
        """Holds the desks that are started again."""
        self.chance = random.Random(evening.game)
        self.seconds: Seconds = defaultdict(list)
        self.said: dict[str, set[str]] = defaultdict(set)
        self.phones: dict[str, Page] = {}
        self.unconfirmed: list[tuple[Page, str]] = []
        self.old_keys: list[str] = []
        hall.director.wait_for_selector("#hall")
        self.windows = [hall.director, hall.open(f"/?token={hall.desk.token}", width=1280)]
        self.wall = hall.open("/wall?seconds=9999", width=1920)

    def play(self) -> None:
        """All steps; after each the pages have the standings of the command line."""
        for step in self.evening.steps:
            begun = time.monotonic()
            {Act: self._act, Results: self._correct, Round: self._round, Office: self._office}[
                type(step)
            ](step)
            self._compare()
            print(f"  {time.monotonic() - begun:5.1f} s  {step!r:.100}", flush=True)

    @property
    def book(self) -> Path:
        """The workbook."""
        (book,) = (one for one in self.folder.glob("*.xlsx") if one.name[0] not in "~.")
        return book

    # The director ---------------------------------------------------------------------------------

    def _act(self, act: Act) -> None:
        page = self.windows[0]
        self._fill_in(page, act)
        assert page.inner_text("#dialog-error") == "", page.inner_text("#dialog-error")
        if act.command in ("new", "undo"):
            self.unconfirmed = []
        self.windows.reverse()

    def _fill_in(self, page: Page, act: Act) -> None:
        fill_in(page, self.evening.game, act)
        self._hear("director", page, "#dialog-error", "#state", "#facts", "#said-lines p")

    def _correct(self, results: Results) -> None:
        page = self.windows[0]
        page.select_option("#round", results.round)
        wait(page)
        type_in_row(page, 0, results.results[0])
        if not self.hall.boards(results.round)[0]["result"]:  # it was that already
            type_in_row(page, 0, results.results[0])
        self.windows.reverse()

    # The players ----------------------------------------------------------------------------------

    def _open(self) -> list[Json]:
        """The boards without a result: of the round, or of all boards of bridge."""
        event = self.hall.desk.event()
        rounds = [""] if event["in_rounds"] else map(str, event["rounds"])
        boards = (board for round_ in rounds for board in self.hall.boards(round_))
        return [board for board in boards if board["state"] == "open"]

    def _round(self, step: Round) -> None:
        for phone, result in self.unconfirmed:  # whoever it is may have left meanwhile
            if phone.get_attribute("body", "data-state") != "confirmed":  # by a correction
                type_result(phone, result)
            wait_for(phone, "confirmed")
        self.unconfirmed = []
        boards = self._open()
        if step.share < 1:
            boards = self.chance.sample(boards, round(step.share * len(boards)))
        self.chance.shuffle(boards)
        assert boards, "there is something to play"
        for at, board in enumerate(boards):
            if at == len(boards) // 2:
                self._compare()
                getattr(self, f"_{step.trouble or 'nothing'}")(board)
            self._play(board, is_last=at == len(boards) - 1)
        self._look_at_phones()
        for key in self.old_keys:
            self._come_late(key)
        self.old_keys = [boards[0]["keys"]["white"]]

    def _play(self, board: Json, *, is_last: bool) -> None:
        white, black = (self._scan(board, side) for side in SIDES)
        score = self.evening.score(self.chance)
        other = self.evening.score(self.chance)
        if self.chance.random() < WRONG:
            type_result(white, other)
            wait_for(white, "entered")
        self._measured(board, white, black, score)
        if is_last:
            self.unconfirmed = [(black, score)]
            return
        draw = self.chance.random()
        if draw < CONFLICTS and score != other:
            type_result(black, other)
            wait_for(white, "conflict")
            self._settle(board, score)
        elif draw < CONFLICTS + DESK:
            self._settle(board, score)
        else:
            type_result(black, score)
        for phone in (white, black):
            wait_for(phone, "confirmed")
            self._hear_phone(phone)

    def _settle(self, board: Json, score: str) -> None:
        page = self.windows[0]
        if page.locator("#round").is_visible():
            page.select_option("#round", str(board["round"]))
            wait(page)
        named = f".board[data-board='{board['board']}'][data-round='{board['round']}']"
        page.locator(f'{named} [data-settle="{score}"]').click()

    def _scan(self, board: Json, side: str) -> Page:
        """The phone of a player reads the code of a board."""
        name = board[side]
        if phone := self.phones.get(name):
            phone.goto("about:blank")
            phone.goto(f"http://{self.hall.desk.host}/board#{board['keys'][side]}")
        else:
            phone = self.phones[name] = self.hall.phone(board, side)
        phone.wait_for_selector(f"body[data-state={board['state']}]")
        assert name in phone.inner_text(".side.me")
        return phone

    def _measured(self, board: Json, white: Page, black: Page, score: str) -> None:
        begun = time.monotonic()
        type_result(white, score)
        for page, what in ((white, "own phone"), (black, "other phone")):
            wait_for(page, "entered")
            self._hear_phone(page)
            self.seconds[f"to the {what}"].append(time.monotonic() - begun)
        shown = self.wall.locator("tr", has_text=board["white"]).locator(".result.entered")
        if self.wall.locator(".result").count() and shown.count():
            self.seconds["to the wall"].append(time.monotonic() - begun)

    def _look_at_phones(self) -> None:
        """Each has its own place."""
        self.hall.until(self._wrong_places, [])
        for phone in self.phones.values():
            self._hear_phone(phone)

    def _wrong_places(self) -> list[str]:
        tables = self.hall.desk.event()["tables"]
        rows = [(row[one["names"]], row[0] or "") for one in tables for row in one["rows"]]
        places = dict(reversed(rows))  # in the first table that somebody stands in
        return [
            f"{name}: {shown[0]}, not {places[name]}"
            for name, phone in self.phones.items()
            if (shown := phone.locator("#figures dd").all_inner_texts())
            and shown[0] != places.get(name, shown[0])
        ]

    def _come_late(self, key: str) -> None:
        """Somebody scans the code of an earlier round."""
        phone = self.hall.open(f"/board#{key}")
        phone.wait_for_selector("body[data-state=confirmed]")
        assert phone.is_hidden("#entry")
        phone.context.close()
        self.hall.contexts.remove(phone.context)

    # What happens in a round ----------------------------------------------------------------------

    def _nothing(self, board: Json) -> None:
        pass

    @property
    def server(self) -> psutil.Process:
        """The process that answers."""
        found = (
            one.pid
            for one in psutil.net_connections("tcp")
            if one.status == psutil.CONN_LISTEN and one.laddr.port == self.hall.desk.port
        )
        return psutil.Process(next(found))

    def _sleep(self, board: Json) -> None:
        """The director closes the laptop, and opens it again."""
        phone, server = self._scan(board, "white"), self.server
        score = self.evening.score(self.chance)
        server.suspend()
        type_result(phone, score)
        phone.wait_for_selector(_KEPT)
        self._hear_phone(phone)
        server.resume()
        wait_for(phone, "entered")
        self.hall.until(lambda: phone.inner_text("#line"), "")
        board["state"] = "entered"

    def _kill(self, board: Json) -> None:
        """The machine goes off, and the desk is started again while a phone has an entry."""
        phone = self._scan(board, "white")
        self.server.kill()
        type_result(phone, self.evening.score(self.chance))
        phone.wait_for_selector(_KEPT)
        self._hear_phone(phone)
        self.hall.until(lambda: self.wall.inner_text("#state") != "", True)
        self._hear("wall", self.wall, "#state")
        self._hear("director", self.windows[0], "#state")
        port = str(self.hall.desk.port)
        self.hall.desk = self.stack.enter_context(serving(self.book, "--port", port, "--lan"))
        wait_for(phone, "entered")
        self._hear("director", self.windows[0], "#state")
        for page in self.windows:
            page.goto(f"http://{self.hall.desk.host}/?token={self.hall.desk.token}")
            page.wait_for_selector(".board")
        board["state"] = "entered"

    def _lock(self, board: Json) -> None:
        """Somebody has the workbook open in LibreOffice while a phone types."""
        lock = self.book.with_name(f".~lock.{self.book.name}#")
        lock.touch()
        phone = self._scan(board, "white")
        type_result(phone, self.evening.score(self.chance))
        wait_for(phone, "entered")
        phone.wait_for_selector("#line:not(:empty)")
        self._hear_phone(phone)
        page = self.windows[0]
        self.hall.until(lambda: self.book.name in page.inner_text("#next-line"), True)
        self._hear("director", page, "#next-line")
        self._fill_in(page, Act("rename", {"old": board["white"], "new": "Nobody"}))
        assert page.inner_text("#dialog-error"), "it is refused"
        page.click("#dialog-close")
        lock.unlink()
        self.hall.until(lambda: self.hall.desk.event()["waiting"], 0)
        board["state"] = "entered"

    # What is compared -----------------------------------------------------------------------------

    def _compare(self) -> None:
        """All pages show what the command line does."""
        begun, wanted = time.monotonic(), standings_of(self.book)
        self.seconds["of the command line"].append(time.monotonic() - begun)
        begun = time.monotonic()
        for page in self.windows:
            self.hall.until(lambda page=page: self.hall.standings(page), wanted)
        self.seconds["to the standings"].append(time.monotonic() - begun)
        self._hear("director", self.windows[0], "#state", "#facts", "#next-line", "#values")
        event = self.hall.desk.event()
        names = {
            one["caption"]: [row[one["names"]] for row in one["rows"]] for one in event["tables"]
        }
        self.hall.until(lambda: self._names_on_the_wall(names), names)
        if isinstance(event["round"], int) and event["in_rounds"]:
            known = sum(board["state"] != "open" for board in event["boards"])
            wanted_numbers = [str(event["round"]), str(known), str(len(event["boards"]))]
            for page, place in ((self.wall, "#state"), (self.windows[0], "#next-line")):
                self.hall.until(
                    lambda p=page, at=place: re.findall(r"\d+", p.inner_text(at))[:3],
                    wanted_numbers,
                )
        done = subprocess.run(
            [sys.executable, "-m", "xl_tourney", "recalc", "--check", str(self.book)],
            capture_output=True,
            text=True,
        )
        assert done.returncode in (0, 1), done.stdout + done.stderr
        self.seconds["stale"].append(float(done.returncode))

    def _names_on_the_wall(self, captions: Iterable[str]) -> dict[str, list[str]]:
        views = self._wall()
        return {one: [row[1] for row in views.get(one, ())] for one in captions}

    def _wall(self) -> dict[str, list[list[str]]]:
        """The views of the wall, by their titles."""
        views: dict[str, list[list[str]]] = defaultdict(list)
        seen = set()
        while (view := self.wall.inner_text("#view")) not in seen:
            seen.add(view)
            rows = self.wall.locator("#shown tbody tr").evaluate_all(
                "all => all.map(row => [...row.cells].map(one => one.innerText))"
            )
            title = re.sub(r" \d+/\d+$", "", view)
            views[title] += rows
            self.wall.keyboard.press("ArrowRight")
        self._hear("wall", self.wall, "#state")
        return views

    def _office(self, step: Office) -> None:
        """LibreOffice calculates and saves the workbook, and has the same standings."""
        wanted = standings_of(self.book)
        with tempfile.TemporaryDirectory() as home:
            convert([self.book], Path(home))
            saved = Path(home, self.book.name)
            sheets = openpyxl.load_workbook(saved, data_only=True)
            errors = [
                f"{sheet.title}!{cell.coordinate}: {cell.value}"
                for sheet in sheets
                for row in sheet.iter_rows()
                for cell in row
                if cell.data_type == "e"
            ]
            assert errors == [], errors
            with as_shown():
                assert standings_of(saved) == wanted
            assert standings_of(saved) == wanted
            self.book.write_bytes(saved.read_bytes())

    def cost(self, began: float) -> None:
        """Say what the server took."""
        times, memory = self.server.cpu_times(), self.server.memory_info().rss / 1e6
        share = (times.user + times.system) / (time.monotonic() - began)
        print(f"  server: {share:.0%} of a processor, {memory:.0f} MB, {len(self.phones)} phones")

    def _hear_phone(self, phone: Page) -> None:
        self._hear("phone", phone, "#where", "#state", "#line", "#next", "#place", "#results")

    def _hear(self, who: str, page: Page, *places: str) -> None:
        for place in places:
            for said in page.locator(place).all_inner_texts():
                self.said[who].add(re.sub(r"\d+", "9", f"{place}: {said}".replace("\n", " | ")))


def main() -> None:
    """Play what is named, or all."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", choices=[*EVENINGS, "boards"])
    parser.add_argument("--in", dest="language", default="en")
    parser.add_argument("--said", action="store_true")
    asked = parser.parse_args()
    hall.SECONDS = 120  # others may use the machine, too
    for name in asked.names or [*EVENINGS, "boards"]:
        with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=find_browser(), args=[*sandbox_options()]
            )
            began = time.monotonic()
            print(name, flush=True)
            if name == "boards":
                seconds = _sixty_boards(browser, Path(folder))
            else:
                seconds = _evening(browser, Path(folder), EVENINGS[name], asked)
            print(f"{name}: {time.monotonic() - began:.0f} s in all")
            for what, found in seconds.items():
                median, worst = statistics.median(found), max(found)
                print(f"  {what}: median {median:.2f}, worst {worst:.2f} of {len(found)}")


def _evening(
    browser: Browser, folder: Path, evening: Evening, asked: argparse.Namespace
) -> Seconds:
    began = time.monotonic()
    with open_hall(browser, folder, "--lan", locale=asked.language) as opened, ExitStack() as stack:
        played = Played(opened, folder, evening, stack)
        played.play()
        played.cost(began)
    if asked.said:
        for who, sentences in played.said.items():
            print(f"\n{who}", *sorted(sentences), sep="\n    ")
    return played.seconds


def _sixty_boards(browser: Browser, folder: Path) -> Seconds:
    seconds: Seconds = defaultdict(list)
    with open_hall(browser, make_book(folder, 120, 5)) as opened:
        opened.director.wait_for_selector(".board")
        boards = opened.boards()
        phones = [(opened.phone(board), opened.phone(board, "black")) for board in boards]
        began = time.monotonic()
        for at, (white, black) in enumerate(phones):
            begun = time.monotonic()
            result = ("1-0", "1/2", "0-1")[at % 3]
            type_result(white, result)
            wait_for(black, "entered")
            seconds["from an entry to the other phone"].append(time.monotonic() - begun)
            type_result(black, result)
            wait_for(white, "confirmed")
        took = time.monotonic() - began
        assert [one["state"] for one in opened.boards("1")] == ["confirmed"] * len(boards)
        seconds["a round of 60 boards with 120 phones"].append(took)
        begun = time.monotonic()
        opened.until(opened.standings, standings_of(folder / "open.xlsx"))
        seconds["to the standings"].append(time.monotonic() - begun)
    return seconds


if __name__ == "__main__":
    main()
