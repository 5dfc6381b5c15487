"""Take the pictures of docs/images from the current program: ``python docs/pictures.py``.

For each template, the page with the standings of a sample, and some other pages, as LibreOffice
prints them with nothing of ours installed; and the web pages of three of them, on a desktop, on a
dark one, and on a phone.

It needs LibreOffice, pdftoppm and pdftotext (poppler-utils), Chromium, Pillow, and Carlito, which
is as wide as Calibri.  Each picture carries a digest of what it shows; a test compares it with
the workbooks.
"""

from __future__ import annotations

import hashlib
import html
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import xl_tourney
from docs import sessions
from tests.desk.serving import make_book, serving
from tests.saved import read_standings
from xl_tourney.chromium import OPTIONS, find_browser, sandbox_options
from xl_tourney.errors import TourneyError
from xl_tourney.events.event import Event
from xl_tourney.events.report import make_report
from xl_tourney.events.standings.formats import format_cell
from xl_tourney.explanations.standings import explain_standings
from xl_tourney.generator import samples
from xl_tourney.hosts.libreoffice.program import UserProfile, find
from xl_tourney.ooxml.package import Package
from xl_tourney.publication.charts import read_charts
from xl_tourney.publication.page.content import format_page
from xl_tourney.publication.page.drawings import format_svg
from xl_tourney.templates import TEMPLATES

if TYPE_CHECKING:
    from PIL.Image import Image

ROOT = Path(__file__).resolve().parent.parent
WORKBOOKS, IMAGES = ROOT / samples.FOLDER, ROOT / "docs" / "images"
DIGEST = "Digest of what is shown"
WORDS = "Words beside it"
"""What the picture with an explanation carries of it, so that a test says what differs."""
PICTURED = {"chess": 1}
"""Which sample of a template is shown, if not the first: its standings must fit one page."""
SHEETS = {"bridge_sections": ("bridge", 2, "Apart and together")}
"""Other pages that are shown: the template, which of its samples, and the sheet with a table."""
PRINT_WIDTH, PRINT_DPI = 1198, 200
MARGIN, COLOURS, FRAME = 16, 64, "#c4ccd3"
LINE = rb"[^\0]+(?:\0{1,12}[^\0]+)*"
"""The rows of a page with the ink of one line of text: below an i-dot a few are empty."""
EDGE = 6
"""Rows beside a line of text whose ink is too faint to be found."""
SECONDS = 150.0
FONTS = ("Calibri", "Carlito")


@dataclass(frozen=True)
class Screen:
    """A screen: its width in CSS pixels, and how many pixels of the picture make one of them."""

    width: int
    scale: int
    height: int = 2000
    template: str = "league"
    sample: int = 0
    """The template and the sample whose page is shown."""
    is_dark: bool = False


SCREENS = {
    "web_desktop": Screen(1280, 1, 1350, template="league", sample=2),
    "web_phone": Screen(390, 2, 1150, template="chess", sample=1),
    "web_dark": Screen(1280, 1, 1500, template="go", sample=1, is_dark=True),
}
HALL = {
    "hall_phone": Screen(390, 2, 760),
    "hall_wall": Screen(1280, 1, 720),
    "hall_slips": Screen(794, 1, 640),
}
"""Pages of the desk in the hall: a phone, the wall, slips."""
HALL_FILES = ROOT / "xl_tourney" / "desk" / "server" / "static"
TUTORIAL = Screen(390, 2, 780)
"""What a phone shows first of the page that a tutorial ends with."""
VIEWS, VIEWS_SCREEN = "three_views", Screen(PRINT_WIDTH, 1)
"""The picture on README's first screen: a workbook, its page on a phone, and an explanation."""
VIEWS_TEMPLATE, EXPLAINED = "chess", "Player 6 over Player 2"
"""The template whose event is shown there, as on the phone, and what is explained of it."""


VIEWS_PAGE = """<!doctype html><meta charset="utf-8"><style>
body { margin: 0; padding: 16px; background: #fff; font: 15px/1.4 Carlito, Calibri, sans-serif }
main { display: grid; grid-template: auto auto / 1fr 300px; gap: 6px 24px }
h2 { margin: 0; font-size: 17px; color: #0b5c63 }
figure { margin: 0; overflow: hidden; border: 1px solid #c4ccd3; border-radius: 8px }
figure img { display: block; width: 100% }
.phone { grid-row: span 4; height: 540px; border-radius: 22px; border-width: 4px }
.words { padding: 4px 14px; border: 1px solid #c4ccd3; border-radius: 8px }
.words { height: 262px; overflow: hidden }
.words p { margin: 3px 0; white-space: pre-wrap }
.sheet { height: 221px }
</style><main>
<h2>The workbook, in any spreadsheet program</h2><h2>The page, on a phone</h2>
<figure class="sheet"><img src="workbook.png"></figure>
<figure class="phone"><img src="phone.png"></figure>
<h2>And why</h2><div class="words">WORDS</div></main>"""


class PictureError(Exception):
    """A picture cannot be taken; the message says what to do."""


def workbook_of(template: str) -> Path:
    """The workbook whose standings are shown for a template."""
    return WORKBOOKS / TEMPLATES[template].samples[PICTURED.get(template, 0)].name


def printed_sheets() -> dict[str, tuple[Path, str]]:
    """The workbook and the sheet of each printed picture; no sheet for the first with standings."""
    first = {template.name: (workbook_of(template.name), "") for template in TEMPLATES}
    others = {
        name: (WORKBOOKS / TEMPLATES[template].samples[at].name, sheet)
        for name, (template, at, sheet) in SHEETS.items()
    }
    return first | others


def digests() -> dict[str, str]:
    """The name of each picture, with the digest of what it has to show."""
    printed = {name: sheet_digest(*page) for name, page in printed_sheets().items()}
    pages = {name: page_digest(web_page(screen)) for name, screen in SCREENS.items()}
    parts = [printed[VIEWS_TEMPLATE], pages["web_phone"], VIEWS_PAGE]
    views = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return printed | pages | {VIEWS: views} | dict.fromkeys(HALL, hall_digest())


def hall_digest() -> str:
    """The digest of the pages of the hall that are not the director's."""
    files = sorted(HALL_FILES.iterdir())
    shown = [path.read_bytes() for path in files if path.stem not in ("connection", "director")]
    return hashlib.sha256(b"".join(shown)).hexdigest()


def hall_pictures() -> dict[str, Image]:
    """A desk with an event in its second round, as a phone, the wall and a printer show it."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

    images = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        book = make_book(Path(folder), 20)
        with serving(book, "--lan") as desk, sync_playwright() as playwright:
            for at, board in enumerate(desk.boards()):
                desk.enter(board, ("1-0", "1/2", "0-1")[at % 3], "director")
            desk.run("pair", write=True, seed=1)
            first, *others = desk.boards()
            pages = {"phone": f"board#{first['keys']['black']}", "wall": "wall?seconds=99"}
            pages["slips"] = f"slips?token={desk.token}"
            browser = playwright.chromium.launch(
                executable_path=find_browser(), args=[*sandbox_options()]
            )
            for (name, screen), page in zip(HALL.items(), pages.values()):
                size = {"width": screen.width, "height": screen.height}
                tab = browser.new_page(viewport=size, device_scale_factor=screen.scale)
                tab.goto(f"http://{desk.host}/{page}")
                tab.wait_for_load_state("networkidle" if name == "hall_slips" else "load")
                if name == "hall_phone":
                    desk.enter(first, "1-0", "white")
                    tab.wait_for_selector("body[data-state=entered]")
                if name == "hall_wall":
                    tab.wait_for_selector("#view:text('by board')")
                    for at, board in enumerate(others[:5]):
                        desk.enter(board, ("1-0", "1/2", "0-1")[at % 3], "director")
                    tab.locator(".result.new").nth(4).wait_for()
                    tab.wait_for_timeout(1500)  # until what comes in has its size
                images[name] = Image.open(io.BytesIO(tab.screenshot()))
            browser.close()
    return images


def explanation() -> str:
    """The explanation that is shown: its lines down to the first rule that it names."""
    found = list(xl_tourney.explain(workbook_of(VIEWS_TEMPLATE), EXPLAINED).lines())
    last = next(at for at, line in enumerate(found) if "(Rule" in line)
    return "\n".join(found[: last + 1])


def tutorial_pages(folder: Path) -> dict[str, str]:
    """The page that each tutorial publishes, by the name of its picture."""
    pages = {}
    for game in sorted(template.name for template in TEMPLATES):
        own = folder / game
        sessions.current(sessions.DOCS / "tutorials" / f"{game}.md", own)
        (page,) = own.glob("*.html")
        pages[tutorial_picture(game)] = page.read_text(encoding="utf-8")
    return pages


def tutorial_picture(name: str) -> str:
    """The name of a tutorial's picture."""
    return f"tutorial_{name}"


def digest_in(picture: Path) -> str:
    """The digest that a picture carries."""
    return _carried(picture, DIGEST)


def words_in(picture: Path) -> str:
    """The explanation that a picture shows; blank where it shows none."""
    return _carried(picture, WORDS)


def _carried(picture: Path, name: str) -> str:
    from PIL import Image

    with Image.open(picture) as image:
        return str(image.info.get(name, ""))


def web_page(screen: Screen) -> str:
    """The published page that a screen shows."""
    sample = TEMPLATES[screen.template].samples[screen.sample]
    report = make_report(Package.from_path(WORKBOOKS / sample.name))
    return format_page(replace(report, explained=explain_standings(report), saved_on=""))


def page_digest(page: str) -> str:
    """The digest of a web page, without the values behind the numbers that it shows."""
    return hashlib.sha256(re.sub(r' data-value="[^"]*"', "", page).encode()).hexdigest()


def sheet_digest(book: Path, title: str = "") -> str:
    """The digest of a workbook's first sheet of standings, or of another: texts, looks, charts."""
    event = Event(Package.from_path(book))
    sheet = event.values[title or event.standings[0].sheet]
    content = {
        "cells": [
            [cell.coordinate, format_cell(cell), *_look(cell)]
            for row in sheet
            for cell in row
            if cell.value is not None or cell.fill.fill_type
        ],
        "widths": {letter: column.width for letter, column in sheet.column_dimensions.items()},
        "conditional": sorted(
            [str(area.sqref), _colour(rule.dxf.font), _colour(rule.dxf.fill)]
            for area in sheet.conditional_formatting
            for rule in area.rules
            if rule.dxf
        ),
        "charts": [format_svg(chart, "chart") for chart in read_charts(event, sheet.title)],
        "page": [sheet.page_setup.orientation, sheet.page_setup.fitToHeight],
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _look(cell: Any) -> Iterator[object]:
    yield from (bool(cell.font.b), cell.font.sz, _colour(cell.font), _colour(cell.fill))
    yield from (cell.alignment.horizontal, cell.alignment.textRotation)


def _colour(look: Any) -> str:
    """The colour of a font or of a fill, where it has one."""
    if look is None:
        return ""
    colours = [look.color] if hasattr(look, "color") else [look.fgColor, look.bgColor]
    return " ".join(str(colour.rgb) for colour in colours if colour)


def main() -> None:
    """Take all pictures, and remove those of earlier times.

    ``--tutorials`` takes theirs alone, and ``--hall`` those of the desk in the hall.
    """
    check_programs()
    if sys.argv[1:] == ["--hall"]:
        for name, image in hall_pictures().items():
            write(image, IMAGES / f"{name}.png", hall_digest())
        return
    only_tutorials = sys.argv[1:] == ["--tutorials"]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        pages = tutorial_pages(folder)
        carried = {name: page_digest(page) for name, page in pages.items()}
        images = {
            name: screenshot(page, TUTORIAL, folder / name, is_whole=False)
            for name, page in pages.items()
        }
        if not only_tutorials:
            for path in samples.build(WORKBOOKS):
                print(f"{path.relative_to(ROOT)}: was stale, written anew")
            images |= printed_pages(folder)
            images |= {
                name: screenshot(web_page(screen), screen, folder / name)
                for name, screen in SCREENS.items()
            }
            images[VIEWS] = three_views(images, folder)
            images |= hall_pictures()
            carried |= digests()
    IMAGES.mkdir(parents=True, exist_ok=True)
    for path in sorted(IMAGES.glob("*.png")):
        if path.stem not in images and not only_tutorials:
            path.unlink()
            print(f"{path.relative_to(ROOT)}: removed")
    for name, image in images.items():
        path = IMAGES / f"{name}.png"
        write(image, path, carried[name], explanation() if name == VIEWS else "")
        size = path.stat().st_size / 1000
        print(f"{path.relative_to(ROOT)}: {image.width} × {image.height}, {size:.0f} kB")


def write(image: Image, path: Path, digest: str, words: str = "") -> None:
    """Save a picture with few colours, the digest of what it shows, and words in it."""
    from PIL import ImageOps
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text(DIGEST, digest)
    if words:
        info.add_itxt(WORDS, words)
    framed = ImageOps.expand(image, border=1, fill=FRAME)
    framed.quantize(COLOURS).save(path, optimize=True, pnginfo=info)


def check_programs() -> None:
    """Say what is missing, all at once."""
    missing = []
    try:
        find()
    except TourneyError as error:
        missing.append(str(error))
    if not (shutil.which("pdftoppm") and shutil.which("pdftotext")):
        missing.append("pdftoppm or pdftotext was not found: install poppler-utils.")
    try:
        find_browser()
    except TourneyError as error:
        missing.append(str(error))
    try:
        import PIL  # noqa: F401
    except ImportError:
        missing.append("Pillow is missing: pip install '.[test]'.")
    if not _has_font():
        missing.append("Carlito was not found: install fonts-crosextra-carlito, or Calibri.")
    if missing:
        raise PictureError("\n".join(missing))


def _has_font() -> bool:
    """Whether Calibri is printed as wide as it is; where nobody can tell, it is there."""
    if not shutil.which("fc-match"):
        return True
    return _output("fc-match", "--format=%{family}", "Calibri").startswith(FONTS)


MOST_PAGES = 4
"""On how many pages a sheet of standings may stand."""


def printed_pages(folder: Path) -> dict[str, Image]:
    """The page with the standings of a sample of each template."""
    sheets = printed_sheets()
    books = dict.fromkeys(book for book, _ in sheets.values())
    own = UserProfile(folder / "profile", folder / "shared")
    arguments = ["--convert-to", "pdf", "--outdir", str(folder), *map(str, books)]
    find().run_soffice(own, *arguments, seconds=SECONDS)
    return {
        name: printed_page(book, folder / f"{book.stem}.pdf", sheet)
        for name, (book, sheet) in sheets.items()
    }


def printed_page(book: Path, pdf: Path, sheet: str = "") -> Image:
    """The page of a printed workbook that shows its first sheet of standings, without margins."""
    from PIL import Image

    texts = _output("pdftotext", "-layout", str(pdf), "-").split("\f")
    number = page_with_standings(book, texts, sheet)
    image = pdf.with_suffix("")
    page = ["-f", str(number), "-l", str(number), "-singlefile", "-r", str(PRINT_DPI), "-png"]
    _output("pdftoppm", *page, str(pdf), str(image))
    with Image.open(image.with_suffix(".png")) as opened:
        body = trimmed(without_header_and_footer(opened.convert("RGB")))
    height = round(body.height * PRINT_WIDTH / body.width)
    return body.resize((PRINT_WIDTH, height), Image.Resampling.LANCZOS)


def page_with_standings(book: Path, pages: list[str], sheet: str = "") -> int:
    """The number of the page with all words of a sheet of standings, the first one if not named.

    Of a sheet that is too large for one page it is the page on which the sheet begins.
    """
    found = list(read_standings(book))
    sheet = sheet or found[0].sheet
    cells = [cell for table in found if table.sheet == sheet for row in table.rows for cell in row]
    wanted = Counter(word for cell in cells for word in _words(cell))
    for length in range(1, MOST_PAGES + 1):
        runs = ["".join(pages[at : at + length]) for at in range(len(pages))]
        missing = [wanted - Counter(_words(run)) for run in runs]
        number, lacks = min(enumerate(missing, 1), key=lambda entry: entry[1].total())
        if not lacks:
            break
    errors = [word for word in _words(pages[number - 1]) if word[0] == "#" and word not in wanted]
    if lacks or errors:
        raise PictureError(
            f"{book.name}: LibreOffice does not print the standings that the workbook has. Page "
            f"{number} comes nearest; it lacks {_first(lacks)}, and has {_first(errors)} instead."
        )
    return number


def _first(words: Iterable[str]) -> str:
    return ", ".join(islice(words, 8)) or "nothing"


def _words(text: str) -> list[str]:
    return unicodedata.normalize("NFKC", text).split()


def screenshot(page: str, screen: Screen, place: Path, is_whole: bool = True) -> Image:
    """A page on a screen, down to where it ends; or only what the screen shows first."""
    from PIL import Image

    source, path = place.with_suffix(".page.html"), place.with_suffix(".png")
    source.write_text(page, encoding="utf-8")
    _output(
        find_browser(),
        *OPTIONS,
        *sandbox_options(),
        f"--user-data-dir={place.with_suffix('.profile')}",
        f"--window-size={screen.width},{screen.height}",
        f"--force-device-scale-factor={screen.scale}",
        *(["--blink-settings=preferredColorScheme=0"] if screen.is_dark else []),
        f"--screenshot={path}",
        source.as_uri(),
    )
    if not path.is_file():
        raise PictureError("Chromium took no picture of the page.")
    with Image.open(path) as opened:
        taken = opened.convert("RGB")
    if taken.width != screen.width * screen.scale:
        raise PictureError(f"Chromium's window is {taken.width} wide, not {screen.width}.")
    return trimmed(taken, sides=False) if is_whole else taken


def three_views(images: dict[str, Image], folder: Path) -> Image:
    """A workbook, its page on a phone and an explanation, side by side."""
    images[VIEWS_TEMPLATE].save(folder / "workbook.png")
    images["web_phone"].save(folder / "phone.png")
    words = "".join(f"<p>{html.escape(line)}</p>" for line in explanation().splitlines())
    return screenshot(VIEWS_PAGE.replace("WORDS", words), VIEWS_SCREEN, folder / "views")


def without_header_and_footer(page: Image) -> Image:
    """A page without its first and its last line, and the empty rows beside them."""
    from PIL import Image

    ink = _difference(page).convert("L").point(lambda value: 255 if value else 0)
    rows = ink.resize((1, page.height), Image.Resampling.BOX).tobytes()
    header, footer = re.match(rb"\0*" + LINE, rows), re.search(LINE + rb"\0*$", rows)
    if not (header and footer) or header.end() >= footer.start():
        raise PictureError("A page has nothing between its header and its footer.")
    return page.crop((0, header.end() + EDGE, page.width, footer.start() - EDGE))


def _difference(image: Image) -> Image:
    """What is not of the colour of the upper left corner."""
    from PIL import Image, ImageChops

    return ImageChops.difference(image, Image.new("RGB", image.size, image.getpixel((0, 0))))


def trimmed(image: Image, *, sides: bool = True) -> Image:
    """A picture without the empty space around it, or only without that below it."""
    from PIL import Image

    found = _difference(image).getbbox()
    if not found:
        raise PictureError("A picture is empty.")
    left, top, right, bottom = found
    if not sides:
        return image.crop((0, 0, image.width, min(image.height, bottom + 2 * MARGIN)))
    framed = Image.new("RGB", (right - left + 2 * MARGIN, bottom - top + 2 * MARGIN), "white")
    framed.paste(image.crop(found), (MARGIN, MARGIN))
    return framed


def _output(*command: str) -> str:
    """What a program printed; it must end in time.

    It prints into a file: a pipe would stay open as long as any child of the program.
    """
    with tempfile.TemporaryFile() as printed:
        try:
            subprocess.run(
                command, stdout=printed, stderr=subprocess.DEVNULL, check=True, timeout=SECONDS
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise PictureError(f"{Path(command[0]).name} failed: {error}") from error
        printed.seek(0)
        return printed.read().decode(errors="replace")


if __name__ == "__main__":
    try:
        main()
    except (PictureError, TourneyError) as error:
        sys.exit(str(error))
