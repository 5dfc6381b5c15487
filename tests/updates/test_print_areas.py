"""What is printed of a workbook that a person fills in by hand, and then commands."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path

import openpyxl
import pytest

from tests.sample_files import ONE_OF_EACH
from tests.templates.plain_libreoffice import convert
from tests.templates.tables import Tables
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.events.event import Event
from xl_tourney.generator.generate import make
from xl_tourney.grammar.references import (
    CellAddress,
    cell_reference,
    column_number,
    parse_cell_reference,
)
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.sheet.typed_values import with_values
from xl_tourney.readers.tables.source import source_of
from xl_tourney.templates import TEMPLATES, Template
from xl_tourney.templates.parts.output import package
from xl_tourney.templates.parts.pages import PURPOSE
from xl_tourney.templates.parts.plan.printing import Printed
from xl_tourney.templates.parts.registry import Sample
from xl_tourney.templates.parts.table import Table
from xl_tourney.updates.print_areas import filled_in

PLAYERS, ROOM, PAGE = 10, 80, 60
RAPID = Path(__file__).parents[2] / "workbooks" / "chess_rapid_2025.xlsx"
"""One of 49 players."""


@pytest.fixture(scope="module")
def listed(tmp_path_factory) -> bytes:
    """A chess workbook with room for many, into which ten players are typed."""
    path = tmp_path_factory.mktemp("listed") / "open.xlsx"
    make(TEMPLATES["chess"], None, path, players=ROOM, rounds=4, listed="chosen", categories=1)
    tables = Tables(Event.open(path).tables)
    cells = {}
    for at in range(PLAYERS):
        for key, value in (("name", f"P{at:02}"), ("rating", 2000 - at)):
            sheet, cell = tables.place(f"listed[{at}].{key}").split("!")
            cells[CellAddress(sheet, *parse_cell_reference(cell))] = value
    return with_values(Package.from_path(path), cells)


@pytest.fixture
def book(listed, run) -> Path:
    """That workbook in a folder of its own."""
    path = Path("open.xlsx")
    path.write_bytes(listed)
    return path


@pytest.fixture(scope="module")
def kept() -> dict[str, bytes]:
    """What one test has made for another."""
    return {}


def pair(book: Path, run, kept: dict[str, bytes]) -> None:
    """Pair the first round of that workbook; once for all tests."""
    if not kept:
        assert run("pair", book, "--write", "--seed", 1)[0] == Exit.DONE
        kept["paired"] = book.read_bytes()
    book.write_bytes(kept["paired"])


def printed(workbook: openpyxl.Workbook) -> dict[str, int]:
    """The last row that is printed of the sheets that are longer than a page."""
    return {
        sheet.title: int(sheet.print_area.rpartition("$")[2])
        for sheet in workbook
        if sheet.print_area
    }


def test_a_pairing_prints_who_is_there_and_no_blank_pages(book, run, kept) -> None:
    before = printed(openpyxl.load_workbook(book))
    assert before["Players"] == 5 + ROOM, "nobody knows who will come"
    assert before["Games"] < 5 + ROOM * 2, "a page to be filled in"
    pair(book, run, kept)
    paired = openpyxl.load_workbook(book)
    after = printed(paired)
    assert 5 + PLAYERS <= after["Players"] < PAGE
    assert 5 + PLAYERS <= after["Standings"] < PAGE
    assert after["Games"] == before["Games"]
    purpose = paired["Players"][PURPOSE].value
    assert f'{after["Players"] + 1}="","","The last rows are not printed' in purpose
    shown = openpyxl.load_workbook(book, data_only=True)["Players"][PURPOSE].value
    assert shown.startswith("The starting rank"), "what is shown is what the sheet is for"


def test_the_pairings_of_a_full_list_are_all_printed() -> None:
    """A board has two players, so that there are fewer rows than entrants."""
    workbook = TEMPLATES["chess"].build(players=164, rounds=5)

    def typed(table: Table) -> list[dict[str, object]]:
        names = {"name": "Ann"} if table.option == "players" else {}
        return [names] * table.rows

    areas = {one.sheet: one.area for one in workbook.printing.of(typed)}
    last = workbook["Pairings"].max_row
    assert areas["Pairings"].endswith(str(last)) and areas["Players"].endswith("169")


def test_few_players_are_printed_on_one_page_after_every_command(run) -> None:
    """Columns in which nothing is typed are hidden, and what is left is printed larger."""
    names = [f"P{at:02},{2000 - at}" for at in range(6)]
    Path("six.csv").write_text("\n".join(["name,rating", *names]), "utf-8")
    made = ("new", "chess", "--data", "six.csv", "--players", 80, "--rounds", 3, "-o", "few.xlsx")
    assert run(*made)[0] == Exit.DONE
    before = printed(openpyxl.load_workbook("few.xlsx"))
    assert before["Standings"] < PAGE
    assert run("rename", "few.xlsx", "P05", "Late")[0] == Exit.DONE
    assert printed(openpyxl.load_workbook("few.xlsx")) == before


def test_what_a_person_has_cleared_stays_so(book, run) -> None:
    workbook = openpyxl.load_workbook(book)
    workbook["Players"].print_area = None
    workbook.save(book)
    assert run("pair", book, "--write", "--seed", 1)[0] == Exit.DONE
    after = printed(openpyxl.load_workbook(book))
    assert "Players" not in after and after["Standings"] < PAGE


@pytest.mark.slow
def test_a_plain_libreoffice_prints_one_page_a_table(book, run, kept, tmp_path) -> None:
    pair(book, run, kept)
    convert([book.absolute()], tmp_path)
    convert([tmp_path / book.name, RAPID], tmp_path, "pdf:calc_pdf_Export")
    for name in ("open.pdf", "chess_rapid_2025.pdf"):
        command = ["pdftotext", "-layout", str(tmp_path / name), "-"]
        text = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode()
        pages = Counter(page.split("\n", 1)[0].strip() for page in text.split("\f")[:-1])
        sheets = ("Setup", "Players", "Wall list", "Games", "Crosstable", "Standings")
        assert {sheet: pages[sheet] for sheet in sheets} == dict.fromkeys(sheets, 1)


def _outline(template: Template, sample: Sample) -> Event:
    """The workbook of a sample, of whose tables only the first rows are written."""
    results = template.read(source_of(sample.path))
    book = template.build(results, is_outline=True, **sample.options)
    return Event.open(Package(package(book), sample.name))


def _typed(saved: Event) -> CellAddress:
    """An input cell in the first row of the longest list."""
    table = max((t for t in saved.tables if t.option), key=lambda table: table.rows)
    key = next(column.key for column in table.columns if column.is_input)
    return CellAddress(table.sheet.title, table.first, column_number(table.letter(key)))


def _kept(package: Package, written: CellAddress, part: str) -> dict[str, bytes]:
    """The parts without a cell, and without what is printed and the hint that it is not all."""
    cell = rb'<c r="%b"[^>]*?(?:/>|>.*?</c>)' % cell_reference(*written[1:]).encode()
    hint = rb'IF\((?:AND\()?[^"()]*=""[^()]*"","The last rows[^"]*"\)&amp;'
    area = rb"(?<=_xlnm.Print_Area)[^<]*"
    return {
        name: re.sub(cell if name == part else b"$^", b"", re.sub(hint + b"|" + area, b"", content))
        for name in package.parts
        for content in [package.read(name)]
    }


@pytest.mark.parametrize(("template", "sample"), ONE_OF_EACH, ids=lambda one: one.name)
def test_nothing_but_what_is_typed_changes(template: Template, sample: Sample) -> None:
    """Nor what a sheet says of itself, which depends on the results that it was made of."""
    saved = _outline(template, sample)
    cell = _typed(saved)
    after = Package(filled_in(saved, {cell: "x"}), sample.name)
    part = saved.workbook.sheet_part(cell.sheet)
    assert after.read(part) != saved.package.read(part)
    assert _kept(after, cell, part) == _kept(saved.package, cell, part)


def test_the_hint_that_rows_are_not_printed_comes_before_what_the_sheet_says() -> None:
    said = 'IF(OR(COUNTA($F$6:$F$56)>0),"A hidden column. ","")&"The list."'
    hints = [Printed("S", "A1", f'IF({test},"","Not printed. ")&') for test in ('A9=""', TWO)]
    for one in hints:
        assert one.with_purpose(said) == one.hint + said
        for other in (*hints, Printed("S", "A1", "")):
            assert other.with_purpose(one.with_purpose(said)) == other.hint + said


TWO = 'AND(A9="",AB12="")'
