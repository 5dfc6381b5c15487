"""Workbooks in use, and commands that are run on them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pytest
from openpyxl import Workbook

from tests.templates.tables import Tables
from xl_tourney.events.event import Event
from xl_tourney.ooxml.package import Package

MATCHES = "player_a,player_b,games,tps_a,tps_b,event"


def tables_of(book: Path) -> Tables:
    """The tables of a saved workbook, as its template places them."""
    return opened(book.read_bytes()).tables


class Opened(NamedTuple):
    """A saved workbook, to be read only."""

    tables: Tables
    values: Workbook


@lru_cache(maxsize=2)
def opened(content: bytes) -> Opened:
    """A saved workbook; tests ask the same one for many cells."""
    saved = Event.open(Package(content, "book.xlsx"))
    return Opened(Tables(saved.tables), saved.values)


def cell_of(book: Path, place: str) -> tuple[str, str]:
    """The sheet and the cell of ``results[0].tps_a``."""
    sheet, _, cell = tables_of(book).place(place).partition("!")
    return sheet, cell


@pytest.fixture
def matches(tmp_path):
    """A file of matches."""

    def matches(*rows: str, name: str = "matches.csv") -> Path:
        path = tmp_path / name
        path.write_text("\n".join([MATCHES, *rows, ""]), encoding="utf-8")
        return path

    return matches
