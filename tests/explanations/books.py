"""The samples as explanations read them, opened once, and copies with another input."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

from openpyxl import load_workbook

from tests.templates.tables import Tables
from xl_tourney.explanations.book import Book
from xl_tourney.explanations.explain import read_book
from xl_tourney.ooxml.package import Package
from xl_tourney.templates.parts.table import Table

WORKBOOKS = Path(__file__).parents[2] / "workbooks"


@cache
def sample(name: str) -> Book:
    """A sample's workbook, with the values that it was saved with."""
    return read_book(Package.from_path(WORKBOOKS / f"{name}.xlsx"), is_calculated=True)


def with_input(name: str, sheet: str, cell: str, value: object) -> Book:
    """A sample's workbook in which one cell was typed anew."""
    path = WORKBOOKS / f"{name}.xlsx"
    workbook = load_workbook(path)
    assert workbook[sheet][cell].value != value
    workbook[sheet][cell].value = value
    data = io.BytesIO()
    workbook.save(data)
    return read_book(Package(data.getvalue(), path.name))


def place_of(name: str, place: str) -> str:
    """Where ``standings[0].gbq`` is in a sample's workbook."""
    return Tables(sample(name).tables).place(place)


def input_cell(book: Book, key: str, at: int = 0) -> tuple[str, str]:
    """The cell of an input column in a row of its table."""
    table = next(t for t in book.tables if _has_input(t, key))
    return table.sheet.title, f"{table.letter(key)}{table.first + at}"


def _has_input(table: Table, key: str) -> bool:
    return any(column.key == key and column.is_input for column in table.columns)
