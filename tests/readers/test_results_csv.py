"""A file of results is read whatever program wrote it, and every fault is said in one sentence."""

from __future__ import annotations

import codecs

import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers.results_csv import CsvTable

COLUMNS = {"name": ("player",), "points": ("pts", "score")}
TEXT = "Name,Points\nZoë Müller,12.5\n"


@pytest.fixture
def table(tmp_path):
    def read(content: str | bytes) -> CsvTable:
        path = tmp_path / "results.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return CsvTable(path, COLUMNS)

    return read


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        TEXT.encode("utf-8-sig"),
        TEXT.encode("utf-16"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        TEXT.encode("cp1252"),
    ],
    ids=["UTF-8", "with BOM", "UTF-16", "UTF-16 BE", "LE, no BOM", "BE, no BOM", "cp1252"],
)
def test_encodings(table, data) -> None:
    (row,) = table(data)
    assert (row.text("name"), row.required_number("points")) == ("Zoë Müller", 12.5)


@pytest.mark.parametrize(
    "text",
    [
        'Name,Points\nAnn,"12,5"\n',
        "Name;Points\nAnn;12,5\n",
        "Name\tPoints\r\nAnn\t12.5\r\n",
        "sep=;\r\nName;Points\r\nAnn;12,5\r\n",
        '"Name, as played";Name;Points\nx;Ann;12,5\n',
    ],
    ids=["comma", "semicolon", "tab", "sep line", "comma in a heading"],
)
def test_delimiters(table, text) -> None:
    (row,) = table(text)
    assert (row.text("name"), row.required_number("points")) == ("Ann", 12.5)


@pytest.mark.parametrize("heading", ["player,SCORE", " Name , Pts ", "name,points,club"])
def test_headings_go_by_other_names(table, heading) -> None:
    (row,) = table(f"{heading}\nAnn,7\n")
    assert (row.text("name"), row.required_integer("points")) == ("Ann", 7)


def test_rows_have_the_numbers_of_a_spreadsheet_and_blank_ones_are_passed_over(table) -> None:
    rows = list(table('name,points\nAnn,1\n\n,\n"Bob\nthe second",2\nCleo,3\n'))
    assert [(row.number, row.text("name")) for row in rows] == [
        (2, "Ann"),
        (5, "Bob the second"),
        (6, "Cleo"),
    ]


@pytest.mark.parametrize(
    ("typed", "number"), [("−3", -3), (" 4 ", 4), ("1e1", 10), ("2,5", 2.5), ("+1", 1)]
)
def test_numbers_as_people_type_them(table, typed, number) -> None:
    (row,) = table(f'name,points\nAnn,"{typed}"\n')
    assert row.required_number("points") == number


@pytest.mark.parametrize("typed", ["abc", "nan", "inf", "1_000", "1,2,3", "1.2.3", "=1+1"])
def test_what_is_no_number_is_refused_and_never_calculated(table, typed) -> None:
    (row,) = table(f'name,points\nAnn,"{typed}"\n')
    with pytest.raises(InputError) as error:
        row.required_number("points")
    assert str(error.value) == (
        f"results.csv, row 2: points must be a number, not “{typed}”; correct it."
    )


def test_a_number_that_is_not_whole_is_refused(table) -> None:
    (row,) = table("name,points\nAnn,2.5\n")
    with pytest.raises(InputError, match=r"row 2: points must be a whole number, not 2.5"):
        row.required_integer("points")


@pytest.mark.parametrize(
    ("name", "says"),
    [("", "name is blank"), ("a\x07b", "control character"), ("x" * 256, "longer than 255")],
)
def test_a_name_that_cannot_be_kept_is_refused(table, name, says) -> None:
    (row,) = table(f"name,points\n{name},1\n")
    with pytest.raises(InputError, match=f"results.csv, row 2: .*{says}"):
        row.required_text("name")


def test_blank_rows_above_the_headings_are_passed_over_and_counted(table) -> None:
    (row,) = table("\n;;\n;Points;Name\n;1,5;Ann\n")
    assert (row.number, row.text("name"), row.required_number("points")) == (4, "Ann", 1.5)
    with pytest.raises(InputError, match=r"there is no column name.*Ann, 1"):
        table(",,\nAnn,1\n").require_columns(["name"])


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "the file is empty"),
        (b"\n \n", "the file is empty"),
        (b",,\n , \n\n", "the first row is blank"),
        (b"PK\x03\x04rest", "a damaged workbook or archive"),
        (b"name,points\nAnn\x00,1", "no text that can be read"),
        (b"name,points\nAnn\x81,1", "no text that can be read"),
        (b'name,points\n"Ann,1\n', "line 2: the quotation marks do not match"),
        (b"name,pts,score\nAnn,1,2\n", "“pts” and “score” both mean points"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(table, data, says) -> None:
    with pytest.raises(InputError, match=f"results.csv.*{says}"):
        table(data)


def test_a_missing_file_is_named(tmp_path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.csv: there is no such file"):
        CsvTable(tmp_path / "nowhere.csv", COLUMNS)


def test_a_folder_is_no_file(tmp_path) -> None:
    with pytest.raises(InputError, match="no file of results in it"):
        CsvTable(tmp_path, COLUMNS)


def test_a_missing_column_is_named_with_those_that_were_found(table) -> None:
    with pytest.raises(InputError) as error:
        table("name,club\nAnn,Paris\n").require_columns(["name", "points"])
    assert str(error.value) == (
        "results.csv: there is no column points; the first row has name, club; "
        'rename a heading, or say what it means, as in --map "HEADING=points".'
    )


def test_cells_beyond_the_headings_are_not_lost_in_silence(table) -> None:
    with pytest.raises(InputError, match=r"results.csv, row 3: there are more cells than headings"):
        list(table("name,points\nAnn,1,\nBob,2,3\n"))


def test_a_row_without_a_score_is_told_from_one_with_half_of_it(table) -> None:
    fixture, half, spaces = table("name,points\nAnn,\n,2\nBob, \n")
    assert fixture.is_blank(["points"]) and not fixture.is_blank(["name", "points"])
    assert not half.is_blank(["points"]) and spaces.is_blank(["points", "no such column"])
