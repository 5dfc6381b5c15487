"""The cells of a workbook whose explanations are read: two of every column, and all others."""

from __future__ import annotations

from collections.abc import Iterator

from xl_tourney.explanations.book import Book
from xl_tourney.grammar.references import CellAddress


def cells_to_explain(book: Book, rows: int = 2) -> Iterator[CellAddress]:
    """Some filled rows of each column, from the first to the last, and each formula elsewhere.

    Only what a reader sees: the cells of hidden sheets and of hidden columns are none.
    """
    for sheet in book.values.worksheets:
        if sheet.sheet_state != "visible":
            continue
        columns: dict[tuple[int, str], list[CellAddress]] = {}
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value in (None, "") or sheet.column_dimensions[cell.column_letter].hidden:
                    continue
                address = CellAddress(sheet.title, cell.row, cell.column)
                found = book.table_cell(address)
                if found:
                    columns.setdefault((id(found.table), found.key), []).append(address)
                elif book.formula(address):
                    yield address
        for cells in columns.values():
            steps = range(0, len(cells), max(1, (len(cells) - 1) // (rows - 1)))
            yield from (cells[at] for at in steps[:rows])
