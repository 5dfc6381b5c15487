"""What is said of a cell that no rule explains: what it follows from, by sheets."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalogue.derivation import Step, listing, step
from ...grammar.parser import parse
from ...grammar.references import CellAddress
from ...grammar.syntax_tree import FormulaError, Reference
from ..book import Book, Precedent, TableCell, area_of


def plain_sentence(book: Book, cell: CellAddress, origin: CellAddress) -> Step:
    """Where the value of a cell of a template comes from; ``origin`` is the cell that it shows."""
    if book.formula(origin):
        sheets = _sheets_typed_into(book, cell)
        if not sheets:
            return step("The workbook writes that by itself.")
        names, terms = listing("sheet", sheets, len(sheets))
        return step(f"It follows from what is typed on {names}.", **terms)
    found = book.table_cell(origin)
    if _is_input(found) if found else _is_option(book, origin):
        return step("That is typed in.")
    if found and found.key.startswith(_KEPT):
        return step("It was worked out from the games still to play, and is kept.")
    return step("That is the same in every such workbook.")


_KEPT = "known_"
"""How the keys of columns begin that keep the figures of the race."""


def _is_input(cell: TableCell) -> bool:
    return next(c for c in cell.table.columns if c.key == cell.key).is_input


def _is_option(book: Book, cell: CellAddress) -> bool:
    """Whether a cell has a name of its own, as those of options."""
    return (cell.sheet, (cell.row, cell.column, cell.row, cell.column)) in book.named_areas


def _sheets_typed_into(book: Book, cell: CellAddress) -> list[str]:
    """The sheets with the inputs that a cell follows from, in the order of the workbook.

    All cells of a column have the same formula: one of them stands for it.
    """
    start = Precedent(cell, book.table_cell(cell))
    known = book.sheets_typed_into
    if start.column not in known:
        found = {source.sheet for source in _inputs(book, start)}
        known[start.column] = [sheet for sheet in book.values.sheetnames if sheet in found]
    return known[start.column]


def _inputs(book: Book, start: Precedent) -> Iterator[CellAddress]:
    """A cell of each column of inputs, and each single input, that a cell follows from."""
    seen: set[object] = set()
    waiting = [start]
    while waiting:
        at = waiting.pop()
        column = at.column
        if column in seen:
            continue
        seen.add(column)
        if column not in book.precedents:
            book.precedents[column] = _precedents(book, book.formula(at.cell))
        precedents = book.precedents[column]
        if precedents is not None:
            waiting += precedents
        elif book.is_shown(at.cell) and (
            _is_input(at.found) if at.found else _is_option(book, at.cell)
        ):
            yield at.cell


def _precedents(book: Book, formula: str) -> list[Precedent] | None:
    """A cell of each column that a formula refers to; the last, for above may be a heading."""
    if not formula:
        return None
    try:
        nodes = parse(book.without_names(formula)).nodes
    except FormulaError:
        return []
    areas = [area_of(node.text) for node in nodes if isinstance(node, Reference)]
    cells = [
        CellAddress(sheet, bottom, column)
        for area in areas
        if area
        for sheet, (_, left, bottom, right) in [area]
        for column in range(left, right + 1)
    ]
    found = [Precedent(cell, book.table_cell(cell)) for cell in dict.fromkeys(cells)]
    return list({one.column: one for one in found}.values())
