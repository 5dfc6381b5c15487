"""What is said of a cell that no rule explains: what it follows from, by sheets."""

from __future__ import annotations

from ...catalogue.derivation import Step, listing, step
from ...grammar.references import CellAddress, Range
from ...grammar.syntax_tree import Reference, walk
from ..book import Book, TableCell, area_of, once, root_of


def plain_sentence(book: Book, cell: CellAddress, origin: CellAddress) -> Step:
    """Where the value of a cell of a template comes from; ``origin`` is the cell that it shows."""
    if book.formula(origin):
        sheets = _sheets_typed_into(book, _column_of(book, cell))
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
    return (cell.sheet, Range(cell.row, cell.column, cell.row, cell.column)) in _named_areas(book)


@once
def _named_areas(book: Book) -> frozenset[object]:
    """The cells and ranges that have a name of their own, as :func:`area_of` gives them."""
    return frozenset(area_of(name.attr_text) for name in book.values.defined_names.values())


def _column_of(book: Book, cell: CellAddress) -> CellAddress:
    """The last cell of a table's column, whose cells have the same formula; outside, the cell."""
    found = book.table_cell(cell)
    return cell._replace(row=found.table.last) if found else cell


@once
def _sheets_typed_into(book: Book, column: CellAddress) -> list[str]:
    """The sheets with the inputs that a column follows from, in the order of the workbook."""
    seen: set[CellAddress] = set()
    waiting = [column]
    sheets: set[str] = set()
    while waiting:
        cell = waiting.pop()
        if cell in seen:
            continue
        seen.add(cell)
        precedents = _precedents(book, cell)
        if precedents is not None:
            waiting += precedents
        elif book.is_shown(cell):
            found = book.table_cell(cell)
            if _is_input(found) if found else _is_option(book, cell):
                sheets.add(cell.sheet)
    return [sheet for sheet in book.values.sheetnames if sheet in sheets]


@once
def _precedents(book: Book, column: CellAddress) -> list[CellAddress] | None:
    """The columns, and cells outside of tables, to which the formula of a column refers.

    None for a constant.  Of a range the last row counts, for above may be a heading.
    """
    formula = book.formula(column)
    if not formula:
        return None
    root = root_of(book.without_names(formula))
    areas = (
        [area_of(node.text) for node in walk(root) if isinstance(node, Reference)] if root else []
    )
    cells = [
        _column_of(book, CellAddress(sheet, area.bottom, column_number))
        for sheet, area in filter(None, areas)
        for column_number in range(area.left, area.right + 1)
    ]
    return list(dict.fromkeys(cells))
