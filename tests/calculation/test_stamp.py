"""A workbook says that it is calculated, and is calculated again when anything in it is edited."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from pathlib import Path

import openpyxl
import pytest

from xl_tourney import update
from xl_tourney.calculation import stamp
from xl_tourney.calculation.stamp import is_stamped
from xl_tourney.events import values
from xl_tourney.events.report import make_report
from xl_tourney.events.standings.table import read_named_cell
from xl_tourney.generator.generate import complete, make
from xl_tourney.generator.generate import made as make_file
from xl_tourney.ooxml.package import Package
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts.output import package

TEMPLATE = TEMPLATES["go"]
RESULTS = b"name,rank,round1,round2\nAna,3d,2+,3+\nBob,2d,1-,4+\nCarl,1d,4+,1-\nDora,1k,3-,2-\n"
OPTIONS = {"rounds": 3}


@cache
def made() -> bytes:
    Path("results.csv").write_bytes(RESULTS)
    return make_file(TEMPLATE, "results.csv", "book.xlsx", **OPTIONS)[0]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(values, "_CALCULATED", {})


@pytest.fixture
def calculations(monkeypatch) -> list[str]:
    """The workbooks that are calculated."""
    called: list[str] = []

    def calculator():
        called.append("")
        return real()

    real = values.calculator
    monkeypatch.setattr(values, "calculator", calculator)
    return called


def edited(part: str, old: bytes, new: bytes, content: bytes | None = None) -> bytes:
    """The workbook with one text in a part replaced, by another zip program."""
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content or made())) as archive,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as copy,
    ):
        for info in archive.infolist():
            data = archive.read(info)
            if info.filename == part:
                assert old in data
                data = data.replace(old, new, 1)
            copy.writestr(info.filename, data)
    return buffer.getvalue()


def test_what_is_calculated_is_not_calculated_again(calculations) -> None:
    book = Package(made())
    assert values.calculate(book) is book and not calculations


def test_the_same_results_give_the_same_bytes() -> None:
    content = made()
    made.cache_clear()
    assert made() == content


def test_zipping_it_anew_changes_nothing() -> None:
    assert is_stamped(Package(edited("xl/workbook.xml", b"<", b"<")))


def test_a_cell_that_openpyxl_types_is_calculated(calculations) -> None:
    workbook = openpyxl.load_workbook(io.BytesIO(made()))
    ((sheet, cell),) = workbook.defined_names["Title"].destinations
    workbook[sheet][cell].value = "Spring cup"
    buffer = io.BytesIO()
    workbook.save(buffer)
    values.calculate(Package(buffer.getvalue()))
    assert calculations


def test_a_byte_that_is_edited_by_hand_is_seen(calculations) -> None:
    part = next(part for part in Package(made()).parts if b">Carl<" in Package(made()).read(part))
    values.calculate(Package(edited(part, b">Carl<", b">Karl<")))
    assert calculations


@pytest.mark.parametrize("old", [b" xl-tourney 0", b"xl-tourney calculated"])
def test_a_damaged_stamp_counts_for_nothing(old, calculations) -> None:
    assert is_stamped(Package(made()))
    values.calculate(Package(edited(stamp.PROPERTIES_PART, old, b"x")))
    assert calculations


def test_the_stamp_of_another_workbook_counts_for_nothing() -> None:
    other = Package(make_file(TEMPLATE, None, "book.xlsx", **OPTIONS)[0])
    part = stamp.PROPERTIES_PART
    data = other.with_parts({part: Package(made()).read(part)})
    assert is_stamped(other) and not is_stamped(Package(data))


@pytest.mark.parametrize("name", ["__version__", "version"])
def test_another_version_calculates_anew(name, monkeypatch) -> None:
    other = "0.0" if name == "__version__" else lambda package: "0.0"
    monkeypatch.setattr(stamp, name, other)
    assert not is_stamped(Package(made()))


def test_a_workbook_with_the_time_in_it_is_not_stamped() -> None:
    workbook = TEMPLATE.build(**OPTIONS)
    workbook.create_sheet("Mine")["A1"] = "=TODAY()"
    content, receipt = complete(package(workbook), "book.xlsx", workbook)
    assert receipt.volatile and not is_stamped(Package(content))


def test_an_update_stamps_what_it_writes(tmp_path) -> None:
    book, data = tmp_path / "book.xlsx", tmp_path / "results.csv"
    data.write_bytes(RESULTS)
    make(TEMPLATE, data, book, **OPTIONS)
    data.write_bytes(RESULTS.replace(b"1d,4+,1-", b"1d,4+,1+"))
    assert update(book, data).written and is_stamped(Package.from_path(book))


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_cell_that_libreoffice_types_is_calculated(tmp_path, typist, calculations) -> None:
    book = tmp_path / "book.xlsx"
    book.write_bytes(made())
    typist.type_into(book, [("", "Title", "Spring cup")])
    found = make_report(Package.from_path(book))
    assert read_named_cell(found.event.values, "Title") == "Spring cup" and calculations
