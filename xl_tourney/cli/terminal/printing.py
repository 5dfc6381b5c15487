"""Tables in a terminal, for data and for readers, and JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...commands.parts.declaration import format_cell
from .inert import inert, json_line

GAPS = (2, 1)
"""The blanks between two columns of plain lines, the wider gap where there is room for it."""


def print_table(
    headings: Sequence[str], rows: Iterable[Sequence[object]], *, title: str | None = None
) -> None:
    """Print a table: numbers to the right, texts to the left."""
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    texts = [[inert(format_cell(cell)) for cell in row] for row in rows]
    columns = [list(column) for column in zip(*texts)]
    is_terminal = sys.stdout.isatty()
    table = Table(
        title=title and escape(inert(title)),
        title_justify="left",
        header_style="bold",
        box=box.ROUNDED if is_terminal else box.SIMPLE,
    )
    for index, heading in enumerate(headings):
        numeric = index < len(columns) and all(map(_is_numeric, filter(None, columns[index])))
        table.add_column(escape(inert(heading)), justify="right" if numeric else "left")
    for row_texts in texts:
        table.add_row(*map(escape, row_texts))
    # the width of a pipe is not limited
    Console(file=sys.stdout, width=None if is_terminal else 10_000).print(table)


def _is_numeric(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def print_json(data: Any) -> None:
    """Print data as JSON on one line."""
    sys.stdout.write(json_line(data) + "\n")


def table_lines(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    numeric: Sequence[bool],
    width: int,
    key: int = 0,
) -> Iterator[str]:
    """The lines of a table: numbers to the right, texts to the left, nothing cut off.

    A table that is too wide is printed in parts, one below the other; each part behind the key
    column begins with that column again.  A column wider than the width makes longer lines.

    >>> list(table_lines(["Place", "Player"], [["1", "Ada"]], [True, False], 80))
    ['Place  Player', '-----  ------', '    1  Ada']
    """
    from rich.cells import cell_len

    columns = [[*map(inert, column)] for column in zip(headings, *rows)]
    widths = [max(map(cell_len, column)) for column in columns]
    gap = next((gap for gap in GAPS if _total(widths, gap) <= width), GAPS[-1])
    for number, part in enumerate(_parts(widths, gap, width, key)):
        if number:
            yield ""
        padded = [_pad(columns[at], widths[at], numeric[at]) for at in part]
        for line in zip(*padded):
            yield (" " * gap).join(line).rstrip()


def _total(widths: Sequence[int], gap: int) -> int:
    return sum(widths) + gap * (len(widths) - 1)


def _parts(widths: Sequence[int], gap: int, width: int, key: int) -> Iterator[list[int]]:
    """The columns of each part of the table."""
    part: list[int] = []
    for column in range(len(widths)):
        if part not in ([], [key]) and _total([widths[at] for at in [*part, column]], gap) > width:
            yield part
            part = [key] if column > key else []
        part.append(column)
    if part:
        yield part


def _pad(column: Sequence[str], width: int, numeric: bool) -> Iterator[str]:
    """The cells of a column, all of the same width, with a line below the heading."""
    from rich.cells import cell_len

    heading, *cells = column
    for text in (heading, "-" * width, *cells):
        blanks = " " * (width - cell_len(text))
        yield blanks + text if numeric else text + blanks
