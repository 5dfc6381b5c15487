"""Workbooks of every kind of Excel's are read as they are shown, and none is wrong in silence."""

from __future__ import annotations

import io
import random
import struct
import zipfile
from datetime import date, datetime, time
from pathlib import Path

import openpyxl
import pytest

from tests.readers.test_broken_files import broken
from tests.recalculation.books import parts
from xl_tourney.errors import InputError
from xl_tourney.readers.files import PasswordError
from xl_tourney.readers.tables import excel
from xl_tourney.readers.tables.source import Source
from xl_tourney.readers.tables.workbook import read_sheets

DATA = Path(__file__).with_name("data")


def read(path: Path) -> dict[str, list[list[str]]]:
    return read_sheets(path.read_bytes(), path, None)


def saved(path: Path, *rows: list[object], formats: dict[str, str] | None = None) -> Path:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for cell, number_format in (formats or {}).items():
        book.active[cell].number_format = number_format
    book.save(path)
    return path


def test_an_old_workbook_has_its_values_as_they_are_shown() -> None:
    sheets = read(DATA / "values.xls")
    values = {row[0]: row[1] for row in sheets["V"] if len(row) > 1}
    assert (values["pct"], values["fpct"]) == ("60%", "40%")
    assert (values["err"], values["na"]) == ("#DIV/0!", "#N/A")
    assert (values["score21"], values["dur"], values["date"]) == ("2:1", "30:28", "2026-03-01")
    assert (values["int"], values["text"], values["bool"]) == ("3", "007", "True")
    assert sheets["Hidden"][2] == ["", "", "secret"] and sheets["Empty"] == []


def test_a_binary_workbook_is_read() -> None:
    sheets = read(DATA / "calamine_issues.xlsb")
    assert sheets["datatypes"] == [["1"], ["1.5"], ["ab"], ["False"], ["test"], ["2016-10-20"]]


def record(kind: int, data: bytes) -> bytes:
    number = bytes([kind]) if kind < 128 else bytes([kind & 0x7F | 0x80, kind >> 7])
    return number + bytes([len(data)]) + data


@pytest.mark.parametrize(
    ("format_of_cell", "kind", "row", "says"),
    [
        (9, 5, 3, "percentages, as in row 4"),
        (164, 5, 3, "percentages, as in row 4"),
        (0, 11, 3, "errors in cells, as in row 4"),
        (0, 5, 1_000_000, "more than 2,000,000 cells"),
    ],
)
def test_a_binary_workbook_that_would_be_read_wrong_is_refused(
    tmp_path, format_of_cell, kind, row, says
) -> None:
    text = "0.0%".encode("utf-16-le")
    own = record(44, struct.pack("<HI", 164, 4) + text)
    styles = [record(47, struct.pack("<HHI", 0, number, 0)) for number in (0, format_of_cell)]
    cell = struct.pack("<II", 7, 1) + struct.pack("<d", 0.5)
    path = tmp_path / "a.xlsb"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/workbook.bin", b"")
        archive.writestr(
            "xl/styles.bin", own + record(617, b"") + b"".join(styles) + record(618, b"")
        )
        archive.writestr(
            "xl/worksheets/sheet1.bin", record(0, struct.pack("<I", row)) + record(kind, cell)
        )
    with pytest.raises(InputError, match=says):
        read(path)


@pytest.mark.parametrize("seed", range(12))
def test_a_plain_workbook_is_read_alike_by_both_libraries(tmp_path, seed, monkeypatch) -> None:
    chance = random.Random(seed)
    values = [
        *(None, "", "Ann", " Bo  Li ", "a\nb", "½", "007", "2-1", "&lt;", "=x"),
        *(0, -3, 2.5, 1e-7, 123456789012345.0, 0.1 + 0.2, 1e22, True, False),
        *(date(2026, 3, 1), datetime(2026, 3, 1, 19, 30), time(2, 1), time(0, 0), time(23, 59, 1)),
    ]
    rows = [[chance.choice(values) for _ in range(9)] for _ in range(20)]
    path = tmp_path / "a.xlsx"
    book = openpyxl.Workbook()
    for row, cells in enumerate(rows, 1 + chance.randrange(4)):
        for column, value in enumerate(cells, 1 + chance.randrange(4)):
            cell = book.active.cell(row, column, value)
            if isinstance(value, str):
                cell.data_type = "s"
    book.save(path)

    def trimmed() -> list[list[str]]:
        (found,) = read(path).values()
        ends = [max((at for at, text in enumerate(row, 1) if text), default=0) for row in found]
        return [row[:end] for row, end in zip(found, ends)]

    with zipfile.ZipFile(path) as archive:
        assert excel._is_plain(archive)
    fast = trimmed()
    monkeypatch.setattr(excel, "_is_plain", lambda archive: False)
    assert fast == trimmed()


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [(0.6, "0%", "60%"), (0.125, '0.0" %"', "12.5%"), ("=1/0", "General", "#DIV/0!")],
)
def test_what_the_fast_library_does_not_say_is_read(tmp_path, value, number_format, text) -> None:
    path = saved(tmp_path / "a.xlsx", ["Name", "x"], ["Ann", value], formats={"B2": number_format})
    contents = parts(path)
    sheet = contents["xl/worksheets/sheet1.xml"]
    contents["xl/worksheets/sheet1.xml"] = sheet.replace(
        b'<c r="B2"><f>1/0</f><v></v></c>', b'<c r="B2" t="e"><v>#DIV/0!</v></c>'
    ).replace(b'<c r="B2"><f>1/0</f><v /></c>', b'<c r="B2" t="e"><v>#DIV/0!</v></c>')
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in contents.items():
            archive.writestr(name, data)
    assert read(path) == {"Sheet": [["Name", "x"], ["Ann", text]]}


def test_a_far_cell_makes_no_room_for_all_before_it(tmp_path) -> None:
    path = tmp_path / "a.xlsx"
    book = openpyxl.Workbook()
    book.active["A1"], book.active["ZZ9000"] = "Name", "far"
    book.save(path)
    with zipfile.ZipFile(path) as archive:
        assert not excel._is_plain(archive)
    assert read(path)["Sheet"][8999][-1] == "far"


def test_an_archive_that_unpacks_to_gigabytes_is_refused(tmp_path) -> None:
    path = saved(tmp_path / "a.xlsx", ["Name"])
    contents = parts(path)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():
            archive.writestr(name, data)
        with archive.open("xl/worksheets/sheet2.xml", "w", force_zip64=True) as file:
            for _ in range(520):
                file.write(bytes(2**20))
    assert path.stat().st_size < 2**20
    with pytest.raises(InputError, match="unpacks to more than 512 MB"):
        read(path)


@pytest.mark.parametrize("name", ["values.xls", "calamine_issues.xlsb"])
def test_a_damaged_workbook_is_read_or_refused(tmp_path, name) -> None:
    path, whole = tmp_path / name, (DATA / name).read_bytes()
    for seed in range(120):
        path.write_bytes(broken(whole, random.Random(seed)))
        try:
            Source(path).find_sheet({"name": "name"})
        except InputError as error:
            assert name in str(error) and "\n" not in str(error)


@pytest.fixture
def encrypted(tmp_path) -> Path:
    from msoffcrypto.format.ooxml import OOXMLFile

    path, opened = tmp_path / "secret.xlsx", io.BytesIO()
    saved(tmp_path / "plain.xlsx", ["Home", "Away", "Score"], ["Ants", "Bees", "2-1"])
    with (tmp_path / "plain.xlsx").open("rb") as file:
        OOXMLFile(file).encrypt("right", opened)
    path.write_bytes(opened.getvalue())
    return path


def test_an_encrypted_workbook_needs_its_password(encrypted) -> None:
    names = {"home": "home"}
    assert Source(encrypted, password="right").find_sheet(names).rows[1][:2] == ["Ants", "Bees"]
    old = Source(DATA / "encrypted.xls", password="secret").find_sheet(names)
    assert old.rows[1] == ["1", "Ants", "Bees", "2", "1"]
    for path in (encrypted, DATA / "encrypted.xls"):
        with pytest.raises(PasswordError, match=f"{path.name}: is encrypted; give .*--password"):
            Source(path).find_sheet(names)
        with pytest.raises(PasswordError, match="the password does not open it") as error:
            Source(path, password="wrong").find_sheet(names)
        assert "wrong" not in str(error.value)
    assert "right" not in repr(Source(encrypted, password="right"))


def test_who_lacks_the_library_learns_the_name_of_the_extra(encrypted, monkeypatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "msoffcrypto", None)
    with pytest.raises(InputError, match=r"pip install 'xl-tourney\[encrypted\]'"):
        Source(encrypted, password="right").find_sheet({})
