"""A sheet of a workbook is read cell by cell, and every fault is said in one sentence."""

from __future__ import annotations

import random
import zipfile
from datetime import date
from pathlib import Path

import openpyxl
import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers.results_csv import CsvTable
from xl_tourney.readers.tables.source import Source
from xl_tourney.readers.tables.workbook import parse_name, read_sheets

ODS = """<office:document-content
 xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>
<table:table table:name="Games">
<table:table-row><table:table-cell><text:p>Name</text:p></table:table-cell>
<table:table-cell table:number-columns-repeated="2"/><table:table-cell><text:p>Points</text:p>
</table:table-cell><table:table-cell table:number-columns-repeated="16380"/></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell><text:p>Zoë<text:s/>
<text:span>Müller</text:span></text:p></table:table-cell>
<table:table-cell office:value-type="date" office:date-value="2026-03-01"><text:p>1.3.26</text:p>
</table:table-cell><table:table-cell/><table:table-cell office:value-type="float"
 office:value="12.5"><text:p>12,5</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="1048571"><table:table-cell/></table:table-row>
</table:table></office:spreadsheet></office:body></office:document-content>"""


def write_ods(path: Path, content: str = ODS) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("content.xml", content)
    return path


def write_xlsx(path: Path) -> Path:
    book = openpyxl.Workbook()
    book.active.title = "Games"
    for row in (
        ["Club night"],
        [],
        [None, "Name", "Points", "Day"],
        [None, "Ann", 1.5],
        ["by Eve"],
    ):
        book.active.append(row)
    book.active["D4"] = date(2026, 3, 1)
    book.create_sheet("Even!").append(["here"])
    book.save(path)
    return path


def read(path: Path) -> list[list[str]]:
    file, place = parse_name(path)
    return next(iter(read_sheets(file.read_bytes(), file, place).values()))


def test_ods_has_repeated_cells_and_rows_and_values_as_they_are_stored(tmp_path) -> None:
    rows = read(write_ods(tmp_path / "a.ods"))
    player = ["Zoë  Müller", "2026-03-01", "", "12.5"]
    assert [[" ".join(c.split()) for c in row] for row in rows] == [
        ["Name", "", "", "Points"],
        [],
        [],
        *[["Zoë Müller", *player[1:]]] * 2,
    ]


def test_the_rows_of_a_range_keep_their_numbers(tmp_path) -> None:
    path = write_xlsx(tmp_path / "a.xlsx").with_name("a.xlsx#Games!B3:D4")
    table = CsvTable(Source(path, {"Day": "date"}), {"name": (), "points": (), "date": ()})
    (row,) = table
    assert (row.number, row.text("name"), row.text("points")) == (4, "Ann", "1.5")
    assert row.text("date") == "2026-03-01"
    assert read(path.with_name("a.xlsx#Even!")) == [["here"]]


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("Others", "has no sheet Others; it has Games, Even!"),
        ("Others!A1:B2", "has no sheet Others; it has Games"),
        ("Games!A1", "“A1” is no range of cells; write one like A3:H40"),
        ("Games!F1:H9", "nothing stands in F1:H9"),
    ],
)
def test_a_place_that_is_not_there_says_what_is(tmp_path, place, says) -> None:
    path = write_xlsx(tmp_path / "a.xlsx")
    with pytest.raises(InputError, match=says):
        read(path.with_name(f"a.xlsx#{place}"))


@pytest.mark.parametrize("suffix", ["xlsx", "ods"])
def test_a_damaged_workbook_is_read_or_refused(tmp_path, suffix) -> None:
    path = (write_ods if suffix == "ods" else write_xlsx)(tmp_path / f"a.{suffix}")
    whole, refused = path.read_bytes(), 0
    for seed in range(100):
        chance = random.Random(seed)
        data = bytearray(whole[: chance.randrange(len(whole))] if seed % 2 else whole)
        for _ in range(chance.randrange(1, 9)):
            if data:
                data[chance.randrange(len(data))] = chance.randrange(256)
        path.write_bytes(data)
        try:
            read(path)
        except InputError as error:
            assert str(path) in str(error)
            refused += 1
    assert refused >= 50  # every file that was cut


def test_ods_without_end_or_with_a_document_type_is_refused(tmp_path) -> None:
    endless = ODS.replace(
        'rows-repeated="2"><table:table-cell><', 'rows-repeated="999999"><table:table-cell><'
    )
    assert endless != ODS
    with pytest.raises(InputError, match="more than 2,000,000 cells"):
        read(write_ods(tmp_path / "a.ods", endless))
    with pytest.raises(InputError, match="document type"):
        read(write_ods(tmp_path / "b.ods", "<!DOCTYPE x>" + ODS))


def test_formulas_that_were_never_calculated_are_no_blank_cells(tmp_path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["name", "points"])
    book.active.append(["Ann", "=1+1"])
    book.save(tmp_path / "a.xlsx")
    with pytest.raises(InputError, match="sheet Sheet: its formulas have no values yet"):
        read(tmp_path / "a.xlsx")
