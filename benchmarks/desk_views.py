"""Every view of the desk as pictures: python -m benchmarks.desk_views FOLDER [chess …].

Each game is played from an empty folder: the director's page, phones, the wall and printed slips
are taken at the start, in a round, between rounds and at the end, in the widths of phones and
screens, light and dark, or in the languages that are named with ``--languages``.  Of each view is
said what axe-core finds, what is scrolled sideways or cut off, what is too small for a finger, and,
on the wall, whether letters are smaller than a 40th of its height.  ``--figures`` says instead
what the pages weigh, and when they are painted on a slow phone in a slow network.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tests.desk import hall
from tests.desk.hall import Hall, open_hall, type_result, wait_for
from tests.desk.plays import Act
from tests.desk.serving import Json, make_book
from tests.desk.window import fill_in, wait
from tests.publication.axe import violations
from xl_tourney.chromium import find_browser, sandbox_options

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Response

SCHEMES = ("light", "dark")
SCREENS = {
    "director": ((320, 700), (390, 844), (768, 1024), (1280, 800)),
    "form": ((320, 3000), (1280, 3000)),
    "phone": ((320, 640), (390, 844)),
    "wall": ((1920, 1080), (1280, 720), (390, 844)),
    "slips": ((320, 700), (1280, 800)),
}
FINGER, LETTERS_OF_THE_WALL = 44, 40
NAMES = (
    "Aleksandra Wiśniewska-Kowalczyk",
    "Ben Li",
    "Jean-Baptiste de La Rochefoucauld-Liancourt",
    "Dora",
    "Šárka Příborská",
    "Muhammad Abdurrahman al-Khwarizmi",
    "Ilse Grün",
    "Íñigo Fernández de Córdoba y Álvarez",
    "K. Ōta",
    "Nils-Åke Bergström",
    "Olga Ivanova",
    "Peter Smith",
    "Quentin O'Brien",
    "Ruth van der Westhuizen",
)
TEAMS = (
    "Rovers",
    "Borussia Mönchengladbach",
    "Wolverhampton Wanderers",
    "Ajax",
    "Deportivo Alavés",
)
_PROFILES = "29%-14%-12%-11%-11%-11%-12% 15%-14%-14%-14%-15%-14%-14% 10%-20%-20%-20%-10%-10%-10%"


def _lines(heading: str, *values: str) -> str:
    rows = (f"{name},{values[at % len(values)]}" for at, name in enumerate(NAMES))
    return "\n".join([heading, *rows, ""])


NEW: Mapping[str, Act] = {
    "chess": Act("new", {"data": _lines("name,rating", "2400", "2150", "1900"), "rounds": "3"}),
    "go": Act("new", {"data": _lines("name,rank", "5d", "1k", "8k"), "system": "mcmahon"}),
    "bridge": Act("new", {"pairs": "8", "tables": "4", "boards": "12"}),
    "tantrix": Act("new", {"data": _lines("name,group", "A", "B", "C")}),
    "league": Act(
        "new",
        {
            "data": "home,away\n"
            + "".join(f"{one},{other}\n" for one in TEAMS for other in TEAMS if one != other),
            "rules": "premier-league-2019",
        },
    ),
    "kdice": Act(
        "new",
        {
            "data": "player,games,profile\n"
            + "".join(
                f"{name},{40 + 9 * at},{_PROFILES.split()[at % 3]}\n"
                for at, name in enumerate(NAMES)
            )
        },
    ),
}
RESULTS = {
    "chess": ("1-0", "1/2", "0-1"),
    "go": ("W", "B", "jigo"),
    "bridge": ("420", "-50", "1430"),
    "tantrix": ("22.5-17.5", "20-20", "0-40"),
    "league": ("2-1", "0-0", "10-3"),
}
WHY = {"bridge": "1", "league": "Rovers"}

_CUT = """() => [...document.querySelectorAll('body *')].filter(one => {
  const look = getComputedStyle(one), box = one.getBoundingClientRect();
  return box.width && look.overflowX !== 'auto' && look.overflowX !== 'visible'
    && one.tagName !== 'INPUT' && one.scrollWidth > one.clientWidth + 1;
}).map(one => `${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 60)}`)"""
_OUTSIDE = """() => { const wide = document.documentElement.clientWidth;
  return [...document.querySelectorAll('body *')].filter(one => {
    const box = one.getBoundingClientRect();
    return box.width && !one.closest('.window, .ticks') && (box.right > wide + 1 || box.left < -1);
  }).map(one => `${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 60)}`) }"""
_SMALL = """finger => [...document.querySelectorAll('button, select, summary, input, textarea, a')]
  .filter(one => { const box = one.getBoundingClientRect();
    const place = one.closest('label') ?? one, room = place.getBoundingClientRect();
    return box.width && Math.max(box.height, room.height) < finger; })
  .map(one => `${one.tagName}.${one.className} ${(one.textContent || one.name).slice(0, 40)} `
    + Math.round(one.getBoundingClientRect().height))"""
_LETTERS = """least => { const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const one = texts.currentNode, place = one.parentElement;
    const size = parseFloat(getComputedStyle(place).fontSize);
    const isSeen = one.data.trim() && place.getBoundingClientRect().width;
    if (isSeen && size < innerHeight / least)
      found.add(`${one.data.trim().slice(0, 40)} ${size}`); }
  return [...found] }"""


class Album:
    """Pictures in a folder, and what is wrong with what they show."""

    def __init__(self, folder: Path, asked: argparse.Namespace) -> None:
        self.folder, self.asked = folder, asked
        self.findings: dict[str, list[str]] = {}
        self.count = 0
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, name: str, kind: str, page: Page, *, axe: bool = True) -> None:
        """A view in all its widths, light and dark."""
        screens = SCREENS[kind]
        if self.asked.widths:
            screens = tuple(one for one in screens if one[0] in self.asked.widths)
        for width, height in screens:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(400 if kind == "wall" else 100)
            for scheme in self.asked.schemes:
                page.emulate_media(color_scheme=scheme)
                path = self.folder / f"{name}_{width}_{scheme}.png"
                if kind == "form":
                    page.locator("#dialog").screenshot(path=path)
                else:
                    page.screenshot(path=path, full_page=kind != "wall")
                self.count += 1
                if axe and width == screens[0][0]:
                    self._say(violations(page), f"axe, {scheme}", name)
            self._say(page.evaluate(_OUTSIDE), f"outside at {width}", name)
            self._say(page.evaluate(_CUT), f"cut at {width}", name)
            if kind == "wall" and width > height:
                self._say(page.evaluate(_LETTERS, LETTERS_OF_THE_WALL), f"small at {width}", name)
            elif kind != "slips" and width <= 390 and kind != "wall":
                self._say(page.evaluate(_SMALL, FINGER), f"small at {width}", name)

    def _say(self, found: Sequence[str], what: str, name: str) -> None:
        for one in found:
            self.findings.setdefault(f"{what}: {one}", []).append(name)

    def print(self, name: str, page: Page) -> None:
        """What is printed, a picture a page."""
        path = self.folder / f"{name}.pdf"
        path.write_bytes(page.pdf(prefer_css_page_size=True))
        subprocess.run(["pdftoppm", "-r", "60", "-png", path, path.with_suffix("")], check=True)


def play(album: Album, browser: Browser, game: str, locale: str) -> None:
    """An event of a game, and what its pages look like."""
    with tempfile.TemporaryDirectory() as place, open_hall(browser, Path(place), "--lan") as hall:
        if locale != "en":
            hall.director.context.close()
            hall.director = hall.open(f"/?token={hall.desk.token}", width=1280, locale=locale)
        page, name = hall.director, f"{game}_{locale}" if locale != "en" else game
        page.wait_for_selector("#hall")
        page.select_option("#game", game)
        album.take(f"{name}_00_new", "director", page)
        wall = hall.open("/wall?seconds=9999", width=1920, locale=locale)
        phone = hall.open("/board#nobodyskey", locale=locale)
        phone.wait_for_timeout(300)
        album.take(f"{name}_01_wrong_code", "phone", phone)
        phone.goto(f"http://{hall.desk.host}/board")
        phone.wait_for_timeout(300)
        album.take(f"{name}_02_no_code", "phone", phone)
        album.take(f"{name}_03_wall_before", "wall", wall)
        fill_in(page, game, NEW[game])
        _at_end(page)
        album.take(f"{name}_04_begun", "director", page)
        if page.locator("#next [data-command=pair]").count():
            for details in page.locator("#next details:visible > summary").all():
                details.click()
            album.take(f"{name}_04_entrants", "director", page)
            page.click("#next [data-command=pair]")
            album.take(f"{name}_05_pair", "form", page)
            page.keyboard.press("Escape")
            fill_in(
                page,
                game,
                Act(
                    "pair",
                    {"seed": "1"} if game != "bridge" else {"tables": "4", "movement": "mitchell"},
                ),
            )
            _at_end(page)
            album.take(f"{name}_06_paired", "director", page)
        if game != "kdice":
            _round(album, hall, name, game, locale, wall)
        _commands(album, page, name, game)
        _walls(album, wall, f"{name}_50_wall_end")


def _at_end(page: Page) -> None:
    wait(page)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(300)


def _round(album: Album, hall: Hall, name: str, game: str, locale: str, wall: Page) -> None:
    page, results = hall.director, RESULTS[game]
    boards = [one for one in hall.boards() if one["state"] == "open"]
    white, black = (hall.phone(boards[0], side, locale=locale) for side in ("white", "black"))
    album.take(f"{name}_10_phone_open", "phone", white)
    if game in ("chess", "bridge"):
        slips = hall.open(f"/slips?token={hall.desk.token}", width=1280, locale=locale)
        slips.wait_for_selector("article img")
        slips.wait_for_timeout(800)
        album.take(f"{name}_11_slips", "slips", slips)
        album.print(f"{name}_12_slips", slips)
        slips.check("[value=cards]")
        slips.wait_for_timeout(800)
        album.print(f"{name}_13_cards", slips)
    _walls(album, wall, f"{name}_14_wall")
    type_result(white, results[0])
    wait_for(black, "entered")
    album.take(f"{name}_15_phone_mine", "phone", white)
    album.take(f"{name}_16_phone_theirs", "phone", black)
    type_result(black, results[0])
    wait_for(white, "confirmed")
    album.take(f"{name}_17_phone_confirmed", "phone", white)
    one, other = (hall.phone(boards[1], side, locale=locale) for side in ("white", "black"))
    type_result(one, results[0])
    wait_for(other, "entered")
    type_result(other, results[1])
    wait_for(one, "conflict")
    album.take(f"{name}_18_phone_conflict", "phone", one)
    one.context.set_offline(True)
    type_result(one, results[1])
    one.wait_for_timeout(600)
    album.take(f"{name}_19_phone_offline", "phone", one, axe=False)
    for at, board in enumerate(boards[2:5]):
        hall.desk.enter(board, results[at % 3], "white")
    page.wait_for_timeout(1500)
    _at_end(page)
    album.take(f"{name}_20_in_round", "director", page)
    _walls(album, wall, f"{name}_21_wall_in_round")
    for at, board in enumerate(boards[1:]):
        if board["round"] == boards[0]["round"]:
            hall.desk.enter(board, results[at % 3], "director")
    page.wait_for_timeout(2500)
    _at_end(page)
    album.take(f"{name}_22_between", "director", page)
    if game in ("chess", "go", "tantrix") and page.locator("#next [data-command=pair]").count():
        fill_in(page, game, Act("pair", {"seed": "1"}))
        page.wait_for_timeout(1500)
        album.take(f"{name}_23_phone_next", "phone", white)
        _walls(album, wall, f"{name}_24_wall_next")


def _walls(album: Album, wall: Page, name: str) -> None:
    wall.set_viewport_size({"width": 1920, "height": 1080})
    wall.wait_for_timeout(500)
    count = wall.evaluate(
        "document.querySelector('#turns').textContent.split(' ').filter(Boolean).length"
    )
    for at in range(count):
        album.take(f"{name}_{at}", "wall", wall, axe=at == 0)
        wall.set_viewport_size({"width": 1920, "height": 1080})
        wall.wait_for_timeout(400)
        wall.keyboard.press("ArrowRight")
        wall.wait_for_timeout(400)


def _commands(album: Album, page: Page, name: str, game: str) -> None:
    """What is asked and said: each command's form, and the answers of those that only read."""
    names = page.locator("#acts [data-command]").evaluate_all(
        "all => all.map(one => one.dataset.command)"
    )
    for at, command in enumerate(names):
        page.click(f"#acts [data-command={command}]")
        page.wait_for_timeout(150)
        if page.locator("#dialog[open]").count():
            album.take(f"{name}_3{at:02}_form_{command}", "form", page)
            page.click("#dialog-close")
    why = page.locator("#standings [data-command=explain]")
    if why.count():
        why.nth(1).click()
        _at_end(page)
        album.take(f"{name}_40_why", "director", page)
    for at, command in enumerate(("check", "whatif", "publish", "print", "undo")):
        if not page.locator(f"#acts [data-command={command}]").count():
            continue
        page.click(f"#acts [data-command={command}]")
        page.wait_for_timeout(150)
        if page.locator("#dialog[open]").count():
            page.click(f"#dialog button[data-command={command}]")
            wait(page)
            page.wait_for_timeout(300)
        _at_end(page)
        album.take(f"{name}_41_{at}_{command}", "director", page)
        if page.locator("#dialog[open]").count():
            page.click("#dialog-close")
    page.click("#log summary")
    page.wait_for_timeout(300)
    album.take(f"{name}_42_log", "director", page)


def figures(browser: Browser) -> Iterator[str]:
    """What each page weighs, and when it is painted on a phone that is slow in a slow network."""
    with tempfile.TemporaryDirectory() as place:
        book = make_book(Path(place), 24)
        with open_hall(browser, book, "--lan") as hall:
            board: Json = hall.boards()[0]
            paths = {
                "director": f"/?token={hall.desk.token}",
                "phone": f"/board#{board['keys']['white']}",
                "wall": "/wall",
                "slips": f"/slips?token={hall.desk.token}",
            }
            for name, path in paths.items():
                bodies: dict[str, bytes] = {}
                page = hall.open("/icon-32.png")
                page.on("response", partial(_keep, bodies))
                page.goto(f"http://{hall.desk.host}{path}")
                page.wait_for_timeout(1500)
                whole = sum(map(len, bodies.values()))
                packed = sum(len(gzip.compress(one)) for one in bodies.values())
                times = [_painted(hall, path, name) for _ in range(5)]
                first, known = ([one[at] for one in times] for at in (0, 1))
                yield (
                    f"{name}: {len(bodies)} files, {whole / 1000:.1f} kB, "
                    f"{packed / 1000:.1f} packed; "
                    f"first paint {statistics.median(first):.2f} s (worst {max(first):.2f}), "
                    f"event shown {statistics.median(known):.2f} s (worst {max(known):.2f})"
                )


def _keep(kept: dict[str, bytes], response: Response) -> None:
    if "changes" not in response.url and "icon" not in response.url:
        kept[response.url] = response.body()


_SHOWN = {
    "director": ".board",
    "phone": "body[data-state]",
    "wall": ".result",
    "slips": ".slip img",
}


def _painted(hall: Hall, path: str, name: str) -> tuple[float, float]:
    """Seconds to the first paint, and until the event is shown: 4 times slower, slow 3G."""
    page = hall.open("/icon-32.png")
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    slow = {"latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, **slow})
    page.goto(f"http://{hall.desk.host}{path}", wait_until="commit")
    page.wait_for_selector(_SHOWN[name])
    shown = page.evaluate("performance.now()")
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    page.context.close()
    return paint / 1000, shown / 1000


def main() -> None:
    """Take the pictures of the games that are named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", default=[*NEW])
    parser.add_argument("--languages", nargs="*", default=["en"])
    parser.add_argument("--schemes", nargs="*", default=[*SCHEMES])
    parser.add_argument("--widths", nargs="*", type=int, default=[])
    parser.add_argument("--figures", action="store_true")
    asked = parser.parse_args()
    hall.SECONDS = 240  # others may use the machine, too
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(), args=[*sandbox_options()]
        )
        if asked.figures:
            for line in figures(browser):
                print(line, flush=True)
            return
        album = Album(asked.folder, asked)
        for language in asked.languages:
            for game in asked.games:
                play(album, browser, game, language)
        print(f"{album.count} pictures")
        for what, where in sorted(album.findings.items()):
            print(f"{what}  [{len(where)}: {', '.join(dict.fromkeys(where))[:100]}]")


if __name__ == "__main__":
    main()
