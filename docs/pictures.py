"""Take the pictures of docs/images from the current program: ``python docs/pictures.py``.

For each template, the page with the standings of a sample, and some other pages, as LibreOffice
prints them with nothing of ours installed; and the web page of one of them, on a desktop, and on a
phone with the section of the first player open.

It needs LibreOffice, pdftoppm and pdftotext (poppler-utils), Chromium, Pillow, and Carlito, which
is as wide as Calibri.  Each picture carries a digest of what it shows; a test compares it with
the workbooks.
"""

from __future__ import annotations

import hashlib
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

from openpyxl import load_workbook

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from xl_tourney.chromium import OPTIONS, find_browser, sandbox_options
from xl_tourney.errors import TourneyError
from xl_tourney.explanations.standings import explain_standings
from xl_tourney.generator import samples
from xl_tourney.hosts.libreoffice.program import UserProfile, find
from xl_tourney.ooxml.package import Package
from xl_tourney.publication.charts import read_charts
from xl_tourney.publication.page.content import format_page
from xl_tourney.publication.page.drawings import format_svg
from xl_tourney.publication.report import make_report
from xl_tourney.publication.standings import find_standings, format_cell, read_standings
from xl_tourney.templates import TEMPLATES

if TYPE_CHECKING:
    from PIL.Image import Image

ROOT = Path(__file__).resolve().parent.parent
WORKBOOKS, IMAGES = ROOT / samples.FOLDER, ROOT / "docs" / "images"
DIGEST = "Digest of what is shown"
WEB_TEMPLATE = "tantrix"
"""The template whose web page is shown."""
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
    fragment: str = ""
    """What of the page is opened."""


SCREENS = {"web_desktop": Screen(1280, 1), "web_phone": Screen(390, 2, fragment="#player-1")}


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
    web = page_digest(web_page())
    return printed | dict.fromkeys(SCREENS, web)


def digest_in(picture: Path) -> str:
    """The digest that a picture carries."""
    from PIL import Image

    with Image.open(picture) as image:
        return str(image.info.get(DIGEST, ""))


def web_page() -> str:
    """The published page."""
    report = make_report(Package.from_path(workbook_of(WEB_TEMPLATE)))
    return format_page(replace(report, explained=explain_standings(report)))


def page_digest(page: str) -> str:
    """The digest of a web page, without the values behind the numbers that it shows."""
    return hashlib.sha256(re.sub(r' data-value="[^"]*"', "", page).encode()).hexdigest()


def sheet_digest(book: Path, title: str = "") -> str:
    """The digest of a workbook's first sheet of standings, or of another: texts, looks, charts."""
    package = Package.from_path(book)
    values = load_workbook(io.BytesIO(package.data), data_only=True)
    sheet = values[title or next(find_standings(values)).sheet]
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
        "charts": [
            format_svg(chart, "chart") for chart in read_charts(package, values, sheet.title)
        ],
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
    """Take all pictures, and remove those of earlier times."""
    check_programs()
    for path in samples.build(WORKBOOKS):
        print(f"{path.relative_to(ROOT)}: was stale, written anew")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        images = printed_pages(Path(folder)) | dict(screenshots(Path(folder)))
    carried = digests()
    IMAGES.mkdir(parents=True, exist_ok=True)
    for path in sorted(IMAGES.glob("*.png")):
        if path.stem not in images:
            path.unlink()
            print(f"{path.relative_to(ROOT)}: removed")
    for name, image in images.items():
        path = IMAGES / f"{name}.png"
        write(image, path, carried[name])
        size = path.stat().st_size / 1000
        print(f"{path.relative_to(ROOT)}: {image.width} × {image.height}, {size:.0f} kB")


def write(image: Image, path: Path, digest: str) -> None:
    """Save a picture with few colours and with the digest of what it shows."""
    from PIL import ImageOps
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text(DIGEST, digest)
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


def screenshots(folder: Path) -> Iterator[tuple[str, Image]]:
    """The published page on each screen, down to where it ends."""
    from PIL import Image

    page = folder / "page.html"
    page.write_text(web_page(), encoding="utf-8")
    for name, screen in SCREENS.items():
        path = folder / f"{name}.png"
        _output(
            find_browser(),
            *OPTIONS,
            *sandbox_options(),
            f"--user-data-dir={folder / name}",
            f"--window-size={screen.width},{screen.height}",
            f"--force-device-scale-factor={screen.scale}",
            f"--screenshot={path}",
            f"{page.as_uri()}{screen.fragment}",
        )
        if not path.is_file():
            raise PictureError("Chromium took no picture of the page.")
        with Image.open(path) as opened:
            whole = opened.convert("RGB")
        if whole.width != screen.width * screen.scale:
            raise PictureError(f"Chromium's window is {whole.width} wide, not {screen.width}.")
        yield name, trimmed(whole, sides=False)


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
