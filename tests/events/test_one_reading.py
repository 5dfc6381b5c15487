"""Every command reads the workbook of an event once, and opens it with its values at most once."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import openpyxl
import pytest

from tests.without_engine import EVENTS_OF, make_event
from xl_tourney.defined_names import STAMP_PROPERTY
from xl_tourney.events import values
from xl_tourney.ooxml.custom_properties import with_property
from xl_tourney.ooxml.package import Package

pytestmark = pytest.mark.slow
COMMANDS = (
    "standings book.xlsx",
    "standings book.xlsx --format html",
    "explain book.xlsx C5",
    "publish book.xlsx -o page.html",
    "print book.xlsx -o sheets.html",
    "export book.xlsx --to csv -o out.csv --force",
    "check book.xlsx",
    "whatif book.xlsx",
    "pair book.xlsx",
    "pair book.xlsx --pdf sheets.html",
    "update book.xlsx --data results.in.csv --as-of 2026-05-01",
    "pair book.xlsx --write --force",
)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """How often a file is read, and opened."""
    count: Counter[str] = Counter()
    read, load = Package.from_path, openpyxl.load_workbook

    def from_path(*arguments: object) -> Package:
        count["read"] += 1
        return read(*arguments)

    def load_workbook(*arguments: object, **options: object) -> openpyxl.Workbook:
        count["opened"] += 1
        return load(*arguments, **options)

    monkeypatch.setattr(Package, "from_path", from_path)
    monkeypatch.setattr(openpyxl, "load_workbook", load_workbook)
    monkeypatch.setattr(values, "_CALCULATED", {})
    gc.freeze()  # what other tests keep is not searched at each command: minutes
    yield count
    gc.unfreeze()


def without_stamp(content: bytes) -> bytes:
    """The same workbook, which does not say any more that it is calculated."""
    package = Package(content)
    parts = with_property(package, STAMP_PROPERTY, "none")
    return package.with_parts({name: text.encode() for name, text in parts.items()})


@pytest.mark.parametrize(
    ("game", "is_current"), [("chess", False), *zip(EVENTS_OF, cycle([False, True]))]
)
def test_a_command_reads_once_and_opens_once(game, is_current, run, counted) -> None:
    """Both of chess, and one of each other game: how a workbook is opened is no matter of games."""
    new = make_event(game, Path("event"))
    os.chdir("event")
    assert run(*new)[0] == 0
    content = Path("book.xlsx").read_bytes()
    content = content if is_current else without_stamp(content)
    for command in COMMANDS:
        Path("book.xlsx").write_bytes(content)
        gc.collect()  # what an earlier command has opened is gone
        values._CALCULATED.clear()
        counted.clear()
        _, _, err = run(*command.split())
        assert "went wrong" not in err, command
        assert counted["read"] == 1 and counted["opened"] <= 1, (command, counted, err)


@pytest.mark.parametrize("command", ["export --to csv -o out.csv", "whatif", "pair", "update"])
def test_rows_that_were_moved_are_what_is_said_first(command, run) -> None:
    """Whatever the checks of such a workbook find: its formulas look elsewhere now."""
    new = make_event("league", Path("event"))
    os.chdir("event")
    assert run(*new)[0] == 0
    moved = openpyxl.load_workbook("book.xlsx")
    moved["Results"].insert_rows(2)
    moved.save("book.xlsx")
    name, *options = command.split()
    more = ["--data", "results.in.csv"] if name == "update" else []
    _, _, err = run(name, "book.xlsx", *options, *more)
    assert "is not the heading" in err, err
