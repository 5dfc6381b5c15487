"""The precedents of cells among some others: circular references, and where a mistake begins.

An engine fails for A1 ``=B1``, B1 ``=A1+1`` and C1 ``=B1``.  A1 and B1 are in a circle: each has a
precedent and a dependent that are left when those without are taken away, again and again.  C1 has
no dependent, so it goes first; it is calculated when A1 and B1 are constants.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from ...grammar.formula_references import precedent_ranges
from ...grammar.references import CellAddress, CellSet, SheetRange

_MAX_CELLS = 5_000
"""With more cells than these all of them count as part of a circular reference."""

Graph = Mapping[CellAddress, Sequence[CellAddress]]


def first_cells(formulas: Mapping[CellAddress, str]) -> set[CellAddress]:
    """The cells without precedents among all of them; all cells if none is found."""
    if len(formulas) > _MAX_CELLS:
        return set(formulas)
    cells = _cell_set(formulas)
    return {
        cell
        for cell, formula in formulas.items()
        if cells.first_in(_ranges(formula, cell.sheet)) is None
    } or set(formulas)


def cells_in_circles(formulas: Mapping[CellAddress, str]) -> set[CellAddress]:
    """The cells in circular references, among those that an engine cannot calculate for one.

    An engine fails for the cells of a circular reference and for their dependents.  Only the former
    keep their cached values; their dependents are calculated from these.  If none is found it is
    all cells.
    """
    if len(formulas) > _MAX_CELLS:
        return set(formulas)
    precedents = _precedents(formulas)
    dependents = _dependents(precedents)
    # a cell without precedents, or without dependents, among the rest is in no circle
    remaining = set(formulas)
    for neighbours, followers in ((precedents, dependents), (dependents, precedents)):
        counts = {cell: sum(n in remaining for n in neighbours[cell]) for cell in remaining}
        free = [cell for cell, count in counts.items() if not count]
        while free:
            cell = free.pop()
            remaining.remove(cell)
            for follower in followers[cell]:
                if follower in remaining:
                    counts[follower] -= 1
                    if not counts[follower]:
                        free.append(follower)
    return remaining or set(formulas)


class Circles:
    """The circles that some cells are in, by their formulas."""

    def __init__(self, formulas: Mapping[CellAddress, str]) -> None:
        self._precedents = _precedents(formulas)
        self._dependents = _dependents(self._precedents)

    def read_too_early(self, sheets: Sequence[str]) -> set[CellAddress]:
        """The cells that read themselves, or that one reads which comes first in reading order."""
        numbers = {name: number for number, name in enumerate(sheets)}

        def place(cell: CellAddress) -> tuple[int, int, int]:
            return numbers.get(cell.sheet, 0), cell.row, cell.column

        return {
            precedent
            for cell, cells in self._precedents.items()
            for precedent in cells
            if place(cell) <= place(precedent)
        }

    def around(self, cell: CellAddress) -> set[CellAddress]:
        """The cells that a cell depends on, and that depend on it; it is among them."""
        return {cell} | (_reached(cell, self._precedents) & _reached(cell, self._dependents))

    def after(self, cells: Iterable[CellAddress]) -> set[CellAddress]:
        """Some cells, and those that depend on one of them."""
        found = set(cells)
        return found.union(*(_reached(cell, self._dependents) for cell in found))


def _reached(cell: CellAddress, neighbours: Graph) -> set[CellAddress]:
    reached: set[CellAddress] = set()
    waiting = [*neighbours.get(cell, ())]
    while waiting:
        found = waiting.pop()
        if found not in reached:
            reached.add(found)
            waiting += neighbours[found]
    return reached


def _cell_set(formulas: Mapping[CellAddress, str]) -> CellSet[CellAddress]:
    cells: CellSet[CellAddress] = CellSet()
    for cell in formulas:
        cells.add(cell.sheet.casefold(), cell.row, cell.column, cell)
    return cells


@lru_cache(maxsize=2 * _MAX_CELLS)
def _ranges(formula: str, sheet: str) -> Sequence[SheetRange]:
    """What a formula refers to; asked for the same cells again as their circles are cut."""
    return [(name.casefold(), range_) for name, range_ in precedent_ranges(formula, sheet)]


def _precedents(formulas: Mapping[CellAddress, str]) -> dict[CellAddress, list[CellAddress]]:
    """For each cell its precedents among the cells."""
    cells = _cell_set(formulas)
    return {
        cell: [*cells.all_in(_ranges(formula, cell.sheet))] for cell, formula in formulas.items()
    }


def _dependents(precedents: Graph) -> dict[CellAddress, list[CellAddress]]:
    dependents: dict[CellAddress, list[CellAddress]] = {cell: [] for cell in precedents}
    for cell, cells in precedents.items():
        for precedent in cells:
            dependents[precedent].append(cell)
    return dependents
