"""The derivation of each example of each function ends with the example's value, and holds."""

from __future__ import annotations

import io
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from xl_tourney.catalogue.cells import is_blank, is_error, to_block
from xl_tourney.explanations.book import Book
from xl_tourney.explanations.explanation import Explanation, Part, agree
from xl_tourney.explanations.figure.derivations import ValueOrigin, derivation_of_call
from xl_tourney.functions import CATALOGUE, Function
from xl_tourney.grammar.references import CellAddress, Range
from xl_tourney.ooxml.package import Package

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
    return Book(package.name, package, load_workbook(io.BytesIO(package.data))), calls


@pytest.mark.parametrize("function", WITH_DERIVATIONS, ids=lambda function: function.name)
def test_the_account_of_each_example_holds(function: Function) -> None:
    book, calls = lay_out(function)
    explained = 0
    for call, value in calls:
        for row, cells in enumerate(to_block(value)):
            for column, expected in enumerate(cells):
                if is_error(expected):
                    continue
                origin = ValueOrigin(CellAddress("Sheet", 1, 1), call, row, column)
                steps, _ = derivation_of_call(book, origin, expected)
                assert agree(steps[-1].result.value, expected), (call, row, list(map(str, steps)))
                title = steps[-1]
                check = Explanation("", [Part(title, steps)]).check(book)
                assert not check.wrong, list(map(str, check.wrong))
                explained += len(steps) > 1 or not is_blank(expected)
    assert explained
