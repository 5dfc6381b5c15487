"""Who reads a cell, found by blocks of cells of one shape, is who reads it cell by cell."""

from __future__ import annotations

import io

import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.steps import at_most
from xl_tourney.engines import load_engine
from xl_tourney.grammar.references import CellAddress, Range, cell_reference
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.precedents.readers import Cell, Readers
from xl_tourney.recalculation.recalculation import Recalculation

PIECES = [
    *("{left}", "{up}", "{left}*$B$2", "SUM(B$2:{left})", "SUM({left}:B$9)", "SUM($A:$A)"),
    *("SUM(3:3)", "Other!{left}", "Fixed", "SUM({up}:{right})", "C$5&{left}", "1", "NOW()"),
]
"""What formulas are made of; one range is turned round in some rows."""


def readers_of(formulas: dict[tuple[str, int, int], str]) -> tuple[Readers, list[CellAddress]]:
    """What the cells of a workbook with these formulas read, and their addresses in order."""
    file = io.BytesIO()
    with xlsxwriter.Workbook(file) as book:
        sheets = {name: book.add_worksheet(name) for name in ("Data", "Other")}
        book.define_name("Fixed", "=Data!$D$4")
        for (sheet, row, column), formula in formulas.items():
            sheets[sheet].write_formula(row - 1, column - 1, f"={formula}")
    recalculation = Recalculation(Workbook.open(Package(file.getvalue())), load_engine())
    cells = [
        task.address(index)
        for task in recalculation._tasks
        for index in range(len(task.sheet.formula_cells))
    ]
    return recalculation._readers, cells


@st.composite
def formulas_by_cell(draw: st.DrawFn) -> dict[tuple[str, int, int], str]:
    """Columns and rows of one formula each, written over each other."""
    formulas = {}
    for _ in range(draw(st.integers(1, 5))):
        piece = draw(st.sampled_from(PIECES))
        sheet = draw(st.sampled_from(["Data", "Other"]))
        rows = sorted(draw(st.tuples(st.integers(2, 16), st.integers(2, 16))))
        columns = sorted(draw(st.tuples(st.integers(2, 6), st.integers(2, 6))))
        for row, column in Range(rows[0], columns[0], rows[1], columns[1]).cells():
            formulas[sheet, row, column] = piece.format(
                left=cell_reference(row, column - 1),
                up=cell_reference(row - 1, column),
                right=cell_reference(row + 1, column + 1),
            )
    return formulas


@settings(max_examples=30, deadline=None)
@given(formulas_by_cell(), st.randoms(use_true_random=False))
def test_dependents_are_those_that_are_found_cell_by_cell(formulas, chance) -> None:
    readers, addresses = readers_of(formulas)
    cells: list[Cell] = [
        (number, index)
        for number, task in enumerate(readers.tasks)
        for index in range(len(task.sheet.formula_cells))
    ]
    read = {
        cell: readers._precedents.written(readers.tasks[cell[0]], cell[1]).ranges for cell in cells
    }
    assert readers.read_by(cells) == [read[cell] for cell in cells]
    origins = chance.sample(cells, min(2, len(cells)))
    places = [(address.sheet.casefold(), address.row, address.column) for address in addresses]
    depending = {*origins}
    while more := {
        cell
        for cell in cells
        if cell not in depending
        and any(
            sheet == places[cells.index(one)][0] and range_.contains(*places[cells.index(one)][1:])
            for sheet, range_ in read[cell]
            for one in depending
        )
    }:
        depending |= more
    found = readers.dependents(origins)
    assert {*found, *origins} == depending
    assert {*found.values()} <= {*origins}


@pytest.mark.parametrize("rows", [2_000, 8_000])
def test_a_long_chain_is_followed_in_steps_for_each_cell(rows: int) -> None:
    """All formulas of a workbook were read for one cell that was not certain."""
    formulas = {("Data", row, 3): f"A{row}*2" for row in range(2, rows)}
    formulas |= {("Data", row, 4): f"D{row - 1}+C{row}" for row in range(2, 400)}
    readers, cells = readers_of(formulas)
    start = cells.index(CellAddress("Data", 200, 4))
    assert readers.read_by([(0, start)])  # the blocks are found
    with at_most(200_000):
        found = readers.dependents([(0, start)])
    assert {cells[index].row for _, index in found} == {*range(201, 400)}
