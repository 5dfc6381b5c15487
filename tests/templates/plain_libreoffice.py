"""Workbooks as a LibreOffice without our functions shows them, recalculated hard.

Run as a program it renders workbooks for a person to look at::

    python -m tests.templates.plain_libreoffice book.xlsx -o folder   # one PNG a page
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from xl_tourney.engines.libreoffice import setting_xml
from xl_tourney.hosts.libreoffice import program

NO_TESTS = ("Setup/Product", "ooSetupLastVersion", "99.0")
"""Draw no tests, as after an upgrade, which takes most of a start."""
RECALCULATE = ("Office.Calc/Formula/Load", "OOXMLRecalcMode", "0")
"""Recalculate every workbook on load, whoever saved it."""


def make_profile(folder: Path, *settings: tuple[str, str, str]) -> program.UserProfile:
    """A profile with nothing but some settings."""
    items = "".join(map(setting_xml, (NO_TESTS, *settings)))
    path = folder / "user" / "registrymodifications.xcu"
    path.parent.mkdir(parents=True)
    path.write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<oor:items xmlns:oor="http://openoffice.org/2001/registry">{items}</oor:items>',
        "utf-8",
    )
    return program.UserProfile(folder)


def convert(paths: Sequence[Path], folder: Path, form: str = "xlsx:Calc MS Excel 2007 XML") -> None:
    """Open workbooks in one LibreOffice with an empty profile, and save them into a folder."""
    with tempfile.TemporaryDirectory() as home:
        profile = make_profile(Path(home), RECALCULATE)
        sources = [str(path) for path in paths]
        program.find().run_soffice(profile, "--convert-to", form, "--outdir", str(folder), *sources)


def render(paths: Sequence[Path], folder: Path, resolution: int = 70) -> list[Path]:
    """The pages that LibreOffice prints of workbooks, a PNG each."""
    convert(paths, folder, "pdf:calc_pdf_Export")
    for path in paths:
        pages = str(folder / path.stem)
        pdf = str(folder / f"{path.stem}.pdf")
        subprocess.run(["pdftoppm", "-r", str(resolution), "-png", pdf, pages], check=True)
    return sorted(folder.glob("*.png"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=Path("pages"))
    parser.add_argument("-r", "--resolution", type=int, default=70)
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    for page in render(arguments.paths, arguments.output, arguments.resolution):
        print(page)
