"""A workbook looks the same after LibreOffice has saved it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import NamedTuple

import openpyxl
import pytest
from openpyxl import Workbook
from openpyxl.styles import Border, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle

from tests.conftest import NEEDED
from tests.sample_files import SAMPLES
from tests.templates.plain_libreoffice import convert
from xl_tourney import update
from xl_tourney.ooxml.package import Package
from xl_tourney.templates import TEMPLATES
from xl_tourney.updates.redrawn import redrawn

PRINTED = (
    "bridge_mitchell",
    "chess_rapid_2025",
    "go_final_2020",
    "kdice_2008_h1",
    "league_euro_2024_e",
    "tantrix_2001",
    "tantrix_euro_2001",
)
"""A sample of each template, and one of each other kind."""
SIDES = ("left", "right", "top", "bottom")
pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module")
def saved(sample_files) -> dict[str, tuple[Path, Path]]:
    """Every sample, and what LibreOffice saves of it."""
    files = [sample_files.path(template, sample) for template, sample in SAMPLES]
    folder = sample_files.saved_by_libreoffice()
    return {path.name: (path, folder / path.name) for path in files}


def formats(workbook: Workbook) -> set[tuple[object, ...]]:
    """The conditional formats of a workbook: sheet, first cell, formula, colours, lines."""
    return {
        (sheet.title, min(cell for area in cells.sqref.ranges for cell in area.cells), *look(rule))
        for sheet in workbook
        for cells in sheet.conditional_formatting
        for rule in cells.rules
    }


def cells_with_lines(workbook: Workbook) -> dict[str, str]:
    """The lines around cells; those of one border are read once."""
    of_border: dict[int, str] = {}
    found = {}
    for sheet in workbook:
        for cell in sheet._cells.values():
            number = cell._style.borderId
            if number not in of_border:
                of_border[number] = lines(cell.border)
            if of_border[number] != NO_LINES:
                found[f"{sheet.title}!{cell.coordinate}"] = of_border[number]
    return found


def look(rule) -> tuple[object, ...]:
    dxf = rule.dxf or DifferentialStyle()
    text = dxf.font.color.rgb[-6:] if dxf.font and dxf.font.color else ""
    paper = dxf.fill.bgColor.rgb[-6:] if dxf.fill else ""
    return rule.formula[0], text, paper, lines(dxf.border or Border())


def lines(border) -> str:
    sides = [getattr(border, side) or Side() for side in SIDES]
    return " ".join(f"{side.style} {side.color.rgb[-6:] if side.color else ''}" for side in sides)


NO_LINES = lines(Border())


@pytest.mark.slow
@pytest.mark.parametrize("name", PRINTED)
def test_libreoffice_keeps_every_format_and_line(saved, name) -> None:
    before, after = map(openpyxl.load_workbook, saved[f"native_{name}.xlsx"])
    assert len(found := formats(before)) > 10 and formats(after) == found
    assert len(found := cells_with_lines(before)) > 20 and cells_with_lines(after) == found


def pages(pdf: Path) -> list[bytes]:
    """The grey values of each page."""
    command = ["pdftoppm", "-r", "40", "-gray", str(pdf)]
    out, found = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout, []
    while out:
        _, size, _, rest = out.split(b"\n", 3)
        width, height = map(int, size.split())
        found.append(rest[: width * height])
        out = rest[width * height :]
    return found


def differences(one: Path, other: Path) -> list[float]:
    """The share of points that differ clearly, of each page of two prints."""
    printed = list(zip(pages(one), pages(other)))
    return [sum(abs(x - y) > 64 for x, y in zip(a, b)) / len(a) for a, b in printed]


FILLED_IN = ("Games", "Results", "Travellers", "Blank traveller", "Difference", "Affiliation")
"""Sheets with blank rows to be filled in, which are printed."""
GROUPS, SAVED = "tantrix_euro_2001", "saved"
"""What is printed once more as LibreOffice saves it, and how that print is called."""
LINE = 1.22
"""The height of a line of Carlito, LibreOffice's Calibri, in heights of its type."""


@pytest.fixture(scope="module")
def printed(saved, tmp_path_factory) -> dict[str, Path]:
    """What LibreOffice prints, by sample; one process for all."""
    folder = tmp_path_factory.mktemp("printed")
    paths = {name: saved[f"native_{name}.xlsx"][0] for name in PRINTED}
    paths[SAVED] = folder / f"{SAVED}.xlsx"
    shutil.copy(saved[f"native_{GROUPS}.xlsx"][1], paths[SAVED])
    convert([*paths.values()], folder, "pdf:calc_pdf_Export")
    return {name: folder / f"{path.stem}.pdf" for name, path in paths.items()}


@pytest.mark.slow
def test_every_page_is_printed_as_before(printed) -> None:
    """With groups, hidden columns of a matrix, qualifying lines, charts.

    With borders in conditional formats up to 6% of the points differed.
    """
    found = differences(printed[GROUPS], printed[SAVED])
    assert len(found) > 8 and max(found) < 0.001, found


@pytest.mark.slow
def test_pages_are_legible_and_none_has_headings_alone(printed) -> None:
    """Chess has more room for pairings than boards; Tantrix and the league have no game to come."""
    font = subprocess.run(["fc-match", "Calibri"], capture_output=True, text=True).stdout
    if "Carlito" not in font:  # how much fits on a page is a matter of the font
        leave_out = pytest.fail if os.environ.get(NEEDED) else pytest.skip
        leave_out("Carlito, which is as wide as Calibri: apt install fonts-crosextra-carlito")
    for name in PRINTED:
        pages = list(printed_pages(printed[name]))
        assert len(pages) > 5, name
        for page in pages:
            lines = [" ".join(word.text for word in line) for line in page]
            sheet, *body, _ = lines
            rows = [line for line in body if any(sign.isdigit() for sign in line)]
            is_filled = len(body) > 3 and (rows or len(body) > 8)
            assert sheet in FILLED_IN or is_filled, (name, lines)
            sizes = sorted(word.height / LINE for line in page[1:-1] for word in line)
            assert sizes[len(sizes) // 2] > 7.9, (name, sheet, sizes[len(sizes) // 2])


class Word(NamedTuple):
    """A word on a page, with its place in points."""

    top: float
    text: str
    height: float


def printed_pages(pdf: Path) -> Iterator[list[list[Word]]]:
    """The words of each page, line by line."""
    command = ["pdftotext", "-bbox", str(pdf), "-"]
    text = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode()
    for page in text.split("<page ")[1:]:
        found = re.findall(r'yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">(.*?)</word>', page)
        lines: dict[int, list[Word]] = {}
        for top, bottom, word in found:
            one = Word(float(top), unescape(word), float(bottom) - float(top))
            lines.setdefault(round((one.top + one.height / 2) / 4), []).append(one)
        yield [lines[at] for at in sorted(lines)]


def drawn_as_before(path: Path, colour: str | None) -> None:
    """Hide the unused rows of a workbook as earlier versions did; LibreOffice loses the colour."""
    workbook = openpyxl.load_workbook(path)
    grey, white = Side("thin", color="C3CBD3"), Side("thin", color=colour)
    for sheet in workbook:
        for cells in sheet.conditional_formatting:
            for rule in cells.rules:
                if look(rule)[1:3] == ("", "FFFFFF"):
                    rule.dxf.border = Border(white, white, white, white)
                    for area in cells.sqref.ranges:
                        for row in sheet[area.coord]:
                            for cell in row:
                                cell.border = Border(grey, grey, grey, grey)
                elif rule.dxf.border:
                    rule.dxf.border = Border(grey, grey, grey, Side("thin", color="1F4E5F"))
    workbook.save(path)


@pytest.mark.parametrize("colour", ["FFFFFF", None])
def test_a_workbook_of_an_earlier_version_is_redrawn(sample_files, tmp_path, colour) -> None:
    path = tmp_path / "group.xlsx"
    template = TEMPLATES["tantrix"]
    shutil.copy(sample_files.path(template, template.samples[0]), path)
    today = cells_with_lines(openpyxl.load_workbook(path))
    drawn_as_before(path, colour)
    assert cells_with_lines(openpyxl.load_workbook(path)) != today
    done = update(path)
    assert done.is_redrawn and done.written
    workbook = openpyxl.load_workbook(path)
    assert cells_with_lines(workbook) == today
    drawn = {format[-1] for format in formats(workbook)}
    assert drawn == {NO_LINES, lines(Border(bottom=Side("thin")))}
    assert redrawn(Package(path.read_bytes())) is None


def test_unused_rows_of_a_calculated_table_have_no_lines_to_hide() -> None:
    """No program takes the lines of a cell away, or colours them, the same as another one."""
    for template in TEMPLATES:
        for sheet in template.build():
            for cells in sheet.conditional_formatting:
                for rule in cells.rules:
                    border = rule.dxf.border or Border()
                    assert lines(border) in (NO_LINES, lines(Border(bottom=Side("thin"))))
                    if PatternFill(bgColor="FFFFFF") == rule.dxf.fill and not rule.dxf.font:
                        for area in cells.sqref.ranges:
                            for row in sheet[area.coord]:
                                for cell in row:
                                    is_typed = not cell.protection.locked
                                    assert is_typed or lines(cell.border) == NO_LINES
