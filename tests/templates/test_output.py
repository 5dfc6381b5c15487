"""The same workbook gives the same file, whenever it is written."""

from __future__ import annotations

import io
import time
from zipfile import ZipFile

import openpyxl

from xl_tourney.templates import TEMPLATES, package


def test_the_same_results_give_the_same_bytes(monkeypatch) -> None:
    template = TEMPLATES["tantrix"]
    results = template.read(template.sample)
    first = package(template.build(results))
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 86_400)
    assert package(template.build(results)) == first


def test_a_file_bears_no_date() -> None:
    data = package(TEMPLATES["tantrix"].build())
    with ZipFile(io.BytesIO(data)) as archive:
        assert {part.date_time for part in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert b"2026" not in archive.read("docProps/core.xml")
        assert b"1980-01-01" in archive.read("docProps/core.xml")


def test_the_file_opens() -> None:
    workbook = openpyxl.load_workbook(io.BytesIO(package(TEMPLATES["tantrix"].build())))
    assert workbook.sheetnames[0] == "Read me"
