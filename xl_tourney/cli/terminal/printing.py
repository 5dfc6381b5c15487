"""Tables and notes in a terminal: data to stdout, messages to stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ...commands.parts.declaration import format_cell
from .inert import inert, json_line


def print_table(
    headings: Sequence[str], rows: Iterable[Sequence[object]], *, title: str | None = None
) -> None:
    """Print a table: numbers to the right, texts to the left."""
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
