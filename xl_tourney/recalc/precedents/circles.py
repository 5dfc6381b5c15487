"""The precedents of cells among some others: circular references, and where a mistake begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...grammar.formula_references import precedent_ranges
from ...grammar.references import CellAddress

_MAX_CELLS = 5_000
"""With more cells than these all of them count as part of a circular reference."""

Graph = Mapping[CellAddress, Sequence[CellAddress]]


def first_cells(formulas: Mapping[CellAddress, str]) -> set[CellAddress]:
    """The cells without precedents among all of them; all cells if none is found."""
    if len(formulas) > _MAX_CELLS:
        return set(formulas)
    precedents = _precedents(formulas)
    return {cell for cell in formulas if not precedents[cell]} or set(formulas)


def cells_in_circles(formulas: Mapping[CellAddress, str]) -> set[CellAddress]:
    """The cells in circular references, among those that an engine cannot calculate for one.

    An engine fails for the cells of a circular reference and for their dependents.  Only the former
    keep their cached values; their dependents are calculated from these.  If none is found it is
    all cells.
    """
    if len(formulas) > _MAX_CELLS:
        return set(formulas)
    precedents = _precedents(formulas)
    # a cell without precedents, or without dependents, among the rest is in no circle
    remaining = set(formulas)
    for neighbours in (precedents, _dependents(precedents)):
        free = remaining
        while free:
            free = {
                cell
                for cell in remaining
                if not any(neighbour in remaining for neighbour in neighbours[cell])
            }
            remaining -= free
    return remaining or set(formulas)


def _precedents(formulas: Mapping[CellAddress, str]) -> dict[CellAddress, list[CellAddress]]:
    """For each cell its precedents among the cells."""
    by_sheet: dict[str, list[CellAddress]] = {}
    for cell in formulas:
        by_sheet.setdefault(cell.sheet.casefold(), []).append(cell)
    return {
        cell: [
            precedent
            for sheet, range_ in precedent_ranges(formula, cell.sheet)
            for precedent in by_sheet.get(sheet.casefold(), ())
            if range_.contains(precedent.row, precedent.column)
        ]
        for cell, formula in formulas.items()
    }


def _dependents(precedents: Graph) -> dict[CellAddress, list[CellAddress]]:
    dependents: dict[CellAddress, list[CellAddress]] = {cell: [] for cell in precedents}
    for cell, cells in precedents.items():
        for precedent in cells:
            dependents[precedent].append(cell)
    return dependents
