"""The derivation of each example of each function ends with the example's value, and holds."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from xl_tourney.catalogue.cells import is_blank, is_error, to_block
from xl_tourney.catalogue.derivation import Step
from xl_tourney.events.event import Event
from xl_tourney.explanations.book import Book
from xl_tourney.explanations.explanation import Explanation, Part, agree
from xl_tourney.explanations.figure.derivations import (
    ValueOrigin,
    figure_of_call,
    follow,
)
from xl_tourney.explanations.figure.expressions import trace_calls
from xl_tourney.functions import CATALOGUE, Function
from xl_tourney.grammar.references import CellAddress, Range
from xl_tourney.ooxml.package import Package

SENTENCES = Path(__file__).parent / "derivations.txt"
WITH_DERIVATIONS = [function for function in CATALOGUE if function.has_derivation]


def lay_out(function: Function) -> tuple[Book, list[tuple[str, Any]]]:
    """A workbook with the arguments of all examples, and the calls with their values."""
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    calls, top = [], 1
    for example in function.help.examples:
        texts, left, depth = [], 1, 1
        for argument in example.arguments:
            if argument is None:
                texts.append("")
                continue
            block = to_block(argument)
            for r, row in enumerate(block):
                for c, value in enumerate(row):
                    cell = sheet.cell(top + r, left + c)
                    cell.value = value
                    if isinstance(value, str):
                        cell.data_type = "s"
            area = Range(top, left, top + len(block) - 1, left + len(block[0]) - 1)
            texts.append(f"Sheet!{area}")
            left += len(block[0]) + 1
            depth = max(depth, len(block))
        calls.append((f"{function.name}({','.join(texts)})", example.value))
        top += depth + 1
    data = io.BytesIO()
    workbook.save(data)
    package = Package(data.getvalue(), f"{function.name}.xlsx")
    return Book(Event(package)), calls


def accounts(function: Function) -> Iterator[tuple[Book, Any, list[Step]]]:
    """The value of each cell of each example, with its derivation."""
    book, calls = lay_out(function)
    for call, value in calls:
        for row, cells in enumerate(to_block(value)):
            for column, expected in enumerate(cells):
                if not is_error(expected):
                    origin = ValueOrigin(CellAddress("Sheet", 1, 1), call, row, column)
                    yield book, expected, figure_of_call(book, origin, expected).explain()


@pytest.mark.parametrize("function", WITH_DERIVATIONS, ids=lambda function: function.name)
def test_the_account_of_each_example_holds(function: Function) -> None:
    explained = 0
    sentences: dict[str, None] = {}
    for book, expected, steps in accounts(function):
        assert agree(steps[-1].result.value, expected), (expected, list(map(str, steps)))
        check = Explanation("", [Part(steps[-1], steps)]).check(book)
        assert not check.wrong, list(map(str, check.wrong))
        explained += len(steps) > 1 or not is_blank(expected)
        sentences |= dict.fromkeys(map(str, steps))
    assert explained
    assert [*sentences] == known_sentences()[function.name]


@cache
def known_sentences() -> dict[str, list[str]]:
    """What the derivations of the examples say, each sentence once, by function."""
    found: dict[str, list[str]] = {}
    for line in SENTENCES.read_text("utf-8").splitlines():
        if line.startswith("    "):
            found[[*found][-1]].append(line.strip())
        elif line:
            found[line] = []
    return found


def write_sentences() -> None:
    """Write them anew."""
    text = ""
    for function in WITH_DERIVATIONS:
        said = dict.fromkeys(str(step) for *_, steps in accounts(function) for step in steps)
        text += "\n".join([function.name, *(f"    {sentence}" for sentence in said), "\n"])
    SENTENCES.write_text(text.rstrip() + "\n", "utf-8")


@pytest.fixture
def three_rows() -> Book:
    """A sheet with 4, =A1+1 and 6 in its first column, and 1 to 3 in its second."""
    workbook = Workbook()
    for row, value in enumerate((4, "=A1+1", 6), 1):
        workbook.worksheets[0].append([value, row])
    data = io.BytesIO()
    workbook.save(data)
    package = Package(data.getvalue(), "book.xlsx")
    return Book(Event(package))


def test_a_call_that_gives_a_block_is_described_by_its_size(three_rows: Book) -> None:
    steps = list(trace_calls(three_rows, "SUM(TRANSPOSE(Sheet!B1:C3))", 6.0))
    assert [str(step) for step in steps] == [
        "TRANSPOSE(Sheet!B1:C3) gives 6 values, the first is 1.",
        "SUM(TRANSPOSE(Sheet!B1:C3)) is 6.",
    ]


def test_an_index_is_followed_into_cells_and_no_further(three_rows: Book) -> None:
    followed = [
        follow(three_rows, ValueOrigin(CellAddress("Sheet", 9, 9), formula))
        for formula in ("INDEX(Sheet!A1:A3,2)", "INDEX(Sheet!A1:A3*2,2)", "INDEX(Sheet!A1:A3,4)")
    ]
    assert [origin and origin.cell for origin in followed] == [
        CellAddress("Sheet", 2, 1),
        None,
        None,
    ]
