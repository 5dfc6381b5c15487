"""Draw docs/images: a sheet of small images of all printed pages of every sample workbook.

Needs LibreOffice and pdftoppm, and Carlito, which is as wide as Calibri: with another font texts
would be cut that are not.  The formulas are left out of the copies that are printed, so that
the values in the files are what the images show, whether or not our functions are installed.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parent.parent
WORKBOOKS, IMAGES = ROOT / "workbooks", ROOT / "docs" / "images"
MOST_PAGES, ACROSS, GAP, DPI, COLOURS = 12, 4, 8, 40, 64
FORMULA = re.compile(rb"<f(?:\s[^>]*)?(?:/>|>.*?</f>)", re.DOTALL)


def without_formulas(book: Path, copy: Path) -> None:
    with zipfile.ZipFile(book) as old, zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            sheet = name.startswith("xl/worksheets/sheet")
            new.writestr(name, FORMULA.sub(b"", data) if sheet else data)


def pages(book: Path, folder: Path) -> list[Image.Image]:
    copy = folder / book.name
    without_formulas(book, copy)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    office = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(folder)]
    subprocess.run([*office, str(copy)], check=True, capture_output=True, timeout=180)
    draw = ["pdftoppm", "-r", str(DPI), "-png", "-l", str(MOST_PAGES)]
    pdf = copy.with_suffix(".pdf")
    subprocess.run([*draw, str(pdf), str(folder / book.stem)], check=True, timeout=180)
    return [Image.open(path) for path in sorted(folder.glob(f"{book.stem}-*.png"))]


def contact_sheet(images: list[Image.Image]) -> Image.Image:
    """The pages in rows, each as high as its highest page."""
    wide = max(image.width for image in images)
    rows = [images[at : at + ACROSS] for at in range(0, len(images), ACROSS)]
    highs = [max(image.height for image in row) for row in rows]
    size = (min(ACROSS, len(images)) * (wide + GAP) + GAP, sum(highs) + GAP * (len(rows) + 1))
    sheet = Image.new("RGB", size, "#8a949e")
    top = GAP
    for row, high in zip(rows, highs):
        for at, image in enumerate(row):
            sheet.paste(image, (GAP + at * (wide + GAP), top))
        top += high + GAP
    return sheet.quantize(COLOURS)


def main(names: list[str]) -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    for book in sorted(WORKBOOKS.glob("*.xlsx")):
        if names and book.stem not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            sheet = contact_sheet(pages(book, Path(folder)))
        path = IMAGES / f"{book.stem}.png"
        sheet.save(path, optimize=True)
        print(f"{path.relative_to(ROOT)}: {sheet.width} × {sheet.height}, {path.stat().st_size} B")


if __name__ == "__main__":
    main(sys.argv[1:])
