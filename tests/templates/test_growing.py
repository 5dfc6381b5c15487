"""Options are cells, and tables have room: saved workbooks, changed as a user changes them."""

from __future__ import annotations

import re
from zipfile import ZipFile

import openpyxl
import pytest

from tests.saved import read_standings, read_status
from xl_tourney.events.standings.formats import format_number
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts.registry import AtLeast, row_capacity

CHANGES = {
    "tantrix": ({"Places": 1, "Step": 0}, "GBQ", ["0.0", "+0.54", "+1.04", "+1.77", "+1.45"]),
    "kdice": ({"YatesBelow": 500}, "Score is", ["TAPL", "TAPL", "Yates", "TAPL"]),
    "bridge": ({"Method": "modified"}, "%", ["58.52", "57.90", "56.73", "52.84", "50.25"]),
    "go": (
        {"Criterion1": "SODOS", "Criterion2": "SOS"},
        "Player",
        ["P008", "P010", "P013", "P024", "P005"],
    ),
    "league": ({"Places": 2}, "GB line", ["+14.5", "–", "0.5", "2.5", "10.5"]),
}
"""An option, a column that follows from it, and how that begins."""


def edited(path, changes) -> None:
    """Write into named cells with a library, which saves the workbook without its values."""
    workbook = openpyxl.load_workbook(path)
    for name, value in changes.items():
        ((sheet, cell),) = workbook.defined_names[name].destinations
        workbook[sheet][cell.replace("$", "")].value = value
    workbook.save(path)


def typed(path, changes) -> None:
    """Write into named cells and leave all else as it is, the values that are now stale too."""
    workbook = openpyxl.load_workbook(path)
    with ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name, value in changes.items():
        ((sheet, cell),) = workbook.defined_names[name].destinations
        part = f"xl/worksheets/sheet{workbook.sheetnames.index(sheet) + 1}.xml"
        at = re.compile(rf'<c r="{cell.replace("$", "")}"( s="\d+")?[^>]*?(?:/>|>.*?</c>)'.encode())
        new = f"<is><t>{value}</t></is>" if isinstance(value, str) else f"<v>{value}</v>"
        kind = ' t="inlineStr"' if isinstance(value, str) else ""
        opened = f'<c r="{cell.replace("$", "")}"'.encode() + rb"\1" + f"{kind}>".encode()
        parts[part], count = at.subn(opened + new.encode() + b"</c>", parts[part])
        assert count == 1
    with ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


def column(path, heading: str) -> list[str]:
    found = next(read_standings(path))
    at = found.headings.index(heading)
    return [row[at] for row in found.rows]


@pytest.mark.parametrize(
    ("name", "engine", "write"),
    [
        *((name, "formualizer", typed) for name in CHANGES),
        ("tantrix", "formualizer", edited),
        ("tantrix", "libreoffice", edited),
    ],
)
def test_a_changed_option_changes_the_standings(
    name, engine, write, sample_files, tmp_path
) -> None:
    changes, heading, begins = CHANGES[name]
    sample = sample_files.path(TEMPLATES[name], TEMPLATES[name].samples[0])
    before, path = column(sample, heading), tmp_path / "book.xlsx"
    path.write_bytes(sample.read_bytes())
    write(path, changes)
    receipt = recalc(path, engine=engine)
    assert receipt.kept == []
    after = column(path, heading)
    assert len(after) == len(before) and after != before
    assert [text[: len(start)] for text, start in zip(after, begins)] == begins
    assert read_status(path) == "All checks passed"


ROOM = {
    "tantrix": ({"rows": 20, "players": 8}, {"rows": 30, "players": 12}),
    "kdice": ({"rows": 14}, {"rows": 24}),
    "bridge": (
        {"pairs": 12, "boards": 27, "tables": 6},
        {"pairs": 20, "boards": 30, "tables": 9},
    ),
    "go": ({"rows": 25, "rounds": 5, "games": 10}, {"rows": 32, "rounds": 7, "games": 20}),
    "league": ({"rows": 8}, {"rows": 14}),
}
"""As much room as the sample needs or a little more, and much more than that."""
NUMBERED = {"No.", "Row", "Row of the table", "Block", "Board"}
"""The columns that number the rows that are left free."""


def cells(workbook, book):
    """Every calculated cell, with its heading and what it shows."""
    for sheet in workbook:
        if sheet.title in ("Read me", "Setup", "Checks"):
            continue
        for row in sheet.iter_rows(min_row=6):
            values = book[f"{sheet.title}!A{row[0].row}:{row[-1].coordinate}"][0]
            for cell, value in zip(row, values):
                text = format_number(value, cell.number_format) if value == 0 else str(value)
                blank = value == 0 and cell.number_format == "0;-0;"
                heading = str(sheet.cell(5, cell.column).value).partition("=")[0]
                yield sheet.title, heading, cell.row, "" if blank else text


OF_ROOM = {"Blank traveller"}
"""Pages that show how much room there is."""


@pytest.mark.slow
@pytest.mark.parametrize("name", ROOM)
def test_more_room_changes_nothing_and_stays_blank(name, calculated) -> None:
    template, (tight, wide) = TEMPLATES[name], ROOM[name]
    data = template.read(template.sample)
    shown = []
    for room in (tight, wide):
        options = {**template.samples[0].options, **room}
        workbook = template.build(data, **options)
        book = calculated(workbook)
        assert book["Status"].partition(";")[0] == "All checks passed"
        texts = [
            (sheet, heading, text)
            for sheet, heading, _, text in cells(workbook, book)
            if text and heading not in NUMBERED and sheet not in OF_ROOM
        ]
        shown.append(sorted(texts, key=str))
    assert shown[0] == shown[1]


@pytest.mark.parametrize(
    ("name", "option", "sheet"),
    [("chess", "players", "Players"), ("go", "rows", "Wall list"), ("kdice", "rows", "Players")],
)
def test_a_new_workbook_has_room_for_64_entrants(name, option, sheet) -> None:
    workbook = TEMPLATES[name].build(**TEMPLATES[name].room)
    numbers = [cell.value for cell in workbook[sheet]["A"] if isinstance(cell.value, int)]
    assert numbers == list(range(1, 65))
    assert list(TEMPLATES[name].room) == [option]


@pytest.mark.parametrize(("listed", "room"), [(0, 64), (20, 64), (50, 100), (190, 200)])
def test_there_is_room_for_twice_what_is_given(listed, room) -> None:
    limits = {"minimum": 12, "spare": 2, "maximum": 200}
    assert row_capacity("players", AtLeast(64), listed, **limits) == room


def test_a_full_list_says_so_where_the_standings_are(calculated) -> None:
    """And where to click: the line of Checks leads to the list, and says what to do."""
    book = calculated(TEMPLATES["chess"].build(players=2))
    book.change({"listed[0].name": "Ann", "listed[1].name": "Bob"})
    full = "; Players is full: see Checks"
    assert book["Standings!A3"].endswith(f"2 players without an entry{full}")
    book.change({"listed[1].name": None})
    assert full not in book["Standings!A3"]
