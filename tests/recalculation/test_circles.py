"""Cells in circles, and those where a mistake begins, among thousands; in time that is linear."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.steps import at_most
from xl_tourney.grammar.references import CellAddress
from xl_tourney.recalculation.precedents.circles import cells_in_circles, first_cells


def at(row: int, column: int = 1) -> CellAddress:
    return CellAddress("Sheet1", row, column)


@pytest.fixture(autouse=True)
def _steps_are_few() -> Iterator[None]:
    with at_most(2_000_000):
        yield


def test_a_circle_with_a_long_chain_on_either_side() -> None:
    """A chain was taken apart cell by cell, with a look at all others each time."""
    formulas = {at(row): f"A{row - 1}+1" for row in range(1, 4_001)}
    formulas[at(2_000)], formulas[at(2_001)] = "A2001+A1999", "A2000"
    formulas[at(1)] = "5"
    assert cells_in_circles(formulas) == {at(2_000), at(2_001)}


def test_cells_that_read_themselves_or_each_other() -> None:
    formulas = {at(1): "SUM(A:A)", at(2): "1", at(3): "B3", at(3, 2): "sheet1!A3", at(4): "A1"}
    assert cells_in_circles(formulas) == {at(1), at(3), at(3, 2), at(4)}
    assert cells_in_circles({at(1): "1", at(2): "A1"}) == {at(1), at(2)}


def test_where_a_mistake_begins_among_long_formulas() -> None:
    """Each reference of each was compared with every cell."""
    formulas = {at(row, 3): "+".join(f"B{n}" for n in range(1, 500)) for row in range(1, 400)}
    formulas[at(400, 3)] = "+".join(["C399"] * 2_000)
    assert first_cells(formulas) == {at(row, 3) for row in range(1, 400)}


def test_of_very_many_cells_each_counts_as_one_of_a_circle() -> None:
    """What they depend on is not looked at, for it would take too long."""
    formulas = {at(row): f"A{row - 1}+1" for row in range(2, 5_002)}
    assert (len(formulas), first_cells(formulas)) == (5_000, {at(2)})
    formulas[at(1)] = "A1"
    assert first_cells(formulas) == cells_in_circles(formulas) == set(formulas)
