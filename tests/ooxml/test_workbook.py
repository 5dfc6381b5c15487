"""A workbook is opened with its values once for all who read it."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import openpyxl

from tests.recalculation import books
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.generator.generate import make
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import open_values
from xl_tourney.templates import TEMPLATES


def test_the_same_bytes_are_opened_once_while_somebody_holds_them(tmp_path: Path) -> None:
    content = books.book(tmp_path / "one.xlsx", {"A1": 1}).read_bytes()
    other = books.book(tmp_path / "other.xlsx", {"A1": 2}).read_bytes()
    opened = open_values(Package(content, "one.xlsx"))
    assert open_values(Package(bytes(bytearray(content)), "copy.xlsx")) is opened
    assert open_values(Package(other, "other.xlsx")).active["A1"].value == 2
    assert opened.active["A1"].value == 1
    held = weakref.ref(opened)
    del opened
    gc.collect(1)  # what this test has made, and not all that others keep
    assert held() is None


def test_an_export_opens_its_workbook_once(run, monkeypatch) -> None:
    """What is calculated anew has the bytes that were saved; the headings are read of the same."""
    title = "No other test has this one open"
    make(TEMPLATES["tantrix"], TEMPLATES["tantrix"].sample, Path("group.xlsx"), title=title)
    gc.collect()  # what made it had it open
    opened = []
    load = openpyxl.load_workbook

    def counted(file, **options):
        opened.append(options)
        return load(file, **options)

    monkeypatch.setattr(openpyxl, "load_workbook", counted)
    assert run("export", "group.xlsx", "--to", "csv", "-o", "out.csv")[0] == Exit.DONE
    assert opened == [{"data_only": True}]
