"""Calls of our functions as cell formulas: the published cases, and the docstrings' examples.

The cases are not listed again.  The tests that hold the functions to them are run, and every call
that they make is noted.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import xlsxwriter

from tests.functions import (
    gotha,
    test_bridge_published,
    test_go_direct_comparison,
    test_go_opengotha,
    test_go_opera,
    test_kdice,
    test_tantrix,
)
from xl_tourney.address import Place, cell_name
from xl_tourney.engines import Engine
from xl_tourney.functions import CATALOGUE, Function
from xl_tourney.functions.cells import block
from xl_tourney.recalc.package import Package
from xl_tourney.recalc.recalculate import Recalculation
from xl_tourney.recalc.workbook import Workbook

Block = list[list[Any]]

ON_A_PAGE = 20
"""How many calls stand on a sheet: ``formulas`` holds each cell of one to each of its arrays."""


class Call(NamedTuple):
    """A call in a cell, and the cells it gives."""

    name: str
    arguments: tuple[Any, ...]
    value: Block

    def __str__(self) -> str:
        return f"{self.name}{self.arguments}"[:300]


def examples() -> list[Call]:
    """Every example of every docstring."""
    return [
        Call(function.name, example.arguments, block(example.value))
        for function in CATALOGUE
        for example in function.help.examples
    ]


def kdice() -> Iterable[object]:
    return [*test_kdice.worked_values(), *test_kdice.tally()]


def tantrix() -> Iterable[object]:
    published = test_tantrix
    return [*published.gbq_page(), *published.tournament_points(), *published.league_tables()]


def bridge() -> Iterable[object]:
    published = test_bridge_published
    for event in published.EVENTS.values():
        yield from [*published.lines(event), *published.standings(event)]
    for example in published.TRAVELLERS:
        yield from published.traveller(example)
    for case in published.GOLDEN:
        yield published.WORKED[case["fn"]](*case["inputs"].values())


def go() -> Iterable[object]:
    lines = (test_go_direct_comparison.DATA / "egc2009_top4.csv").read_text("utf-8").splitlines()
    congress = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    yield test_go_direct_comparison.test_the_congress_from_its_wall_list(congress)
    yield test_go_direct_comparison.test_the_congress_from_its_virtual_round_robin(congress)
    for table in test_go_opera.TABLES:
        yield test_go_opera.test_the_worked_tables(*table, lambda _, figures: list(figures)[:0])
    for label in gotha.TOURNAMENTS:
        yield test_go_opengotha.criteria(gotha.load(label))


def published(cases: Callable[[], Iterable[object]], patch: pytest.MonkeyPatch) -> list[Call]:
    """Every call that the published cases of a game make, once."""
    calls: dict[str, Call] = {}
    call = Function.__call__

    def noted(function: Function, *arguments: Any, **named: Any) -> Any:
        value = call(function, *arguments, **named)
        in_order = [*arguments]
        for parameter in function.parameters[len(arguments) :]:
            in_order.append(named.get(parameter.name))
        while in_order and in_order[-1] is None:
            in_order.pop()
        made = Call(function.name, tuple(in_order), block(value))
        calls.setdefault(str(made[:2]), made)
        return value

    with patch.context() as patched:
        patched.setattr(Function, "__call__", noted)
        list(cases())
    return list(calls.values())


# As cell formulas ---------------------------------------------------------------------------------


def constant(argument: Any) -> str:
    """An argument as a formula writes it; a blank in an array is an empty text."""
    if isinstance(argument, (list, tuple)):
        rows = (",".join(_constant(cell) for cell in row) for row in block(argument))
        return "{" + ";".join(rows) + "}"
    return "" if argument is None else _constant(argument)


def _constant(cell: Any) -> str:
    if cell is None:
        return '""'
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, (int, float)):
        return f"{cell:.17f}".rstrip("0").rstrip(".") if "e" in repr(cell) else repr(cell)
    return '"' + str(cell).replace('"', '""') + '"'


class Page:
    """A sheet that takes blocks and array formulas from the left to the right, then downwards."""

    def __init__(self, sheet: Any) -> None:
        self._sheet = sheet
        self._row = 0

    def lay_out(self, argument: Any, column: int) -> str:
        """Write an argument's cells, blanks left empty; gives the reference to them."""
        rows = block(argument)
        for down, row in enumerate(rows):
            for right, cell in enumerate(row):
                if cell is not None:
                    self._sheet.write(self._row + down, column + right, cell)
        first = cell_name(self._row + 1, column + 1)
        return f"{first}:{cell_name(self._row + len(rows), column + len(rows[0]))}"

    def call(self, made: Call, *, in_cells: bool) -> Place:
        """Write a call; gives the first cell of its value."""
        column, height, written = 0, len(made.value), []
        for argument in made.arguments:
            if in_cells and isinstance(argument, (list, tuple)):
                written.append(self.lay_out(argument, column))
                rows = block(argument)
                column, height = column + len(rows[0]), max(height, len(rows))
            else:
                written.append(constant(argument))
        formula = f"{made.name}({','.join(written)})"
        row, width = self._row, len(made.value[0])
        if len(made.value) == width == 1:
            self._sheet.write_formula(row, column, "=" + formula, None, 9)
        else:
            bottom, right = row + len(made.value) - 1, column + width - 1
            self._sheet.write_array_formula(
                row, column, bottom, right, "{=" + formula + "}", None, 9
            )
        self._row += height
        return Place(self._sheet.get_name(), row + 1, column + 1)


def calculated(
    folder: Path, calls: list[Call], engine: Engine, *, in_cells: bool
) -> Iterator[tuple[Call, Block]]:
    """Each call with the cells that an engine gives for it."""
    path = folder / "calls.xlsx"
    with xlsxwriter.Workbook(
        path, {"strings_to_formulas": False, "strings_to_urls": False}
    ) as book:
        places = []
        for first in range(0, len(calls), ON_A_PAGE):
            page = Page(book.add_worksheet())
            places += [
                page.call(call, in_cells=in_cells) for call in calls[first : first + ON_A_PAGE]
            ]
    values = Recalculation(Workbook.open(Package.from_path(path)), engine).values()
    for call, (sheet, row, column) in zip(calls, places):
        yield (
            call,
            [
                [
                    values[Place(sheet, row + down, column + right)]
                    for right in range(len(call.value[0]))
                ]
                for down in range(len(call.value))
            ],
        )
