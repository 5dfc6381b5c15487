"""Tables and notes in a terminal: data to stdout, messages to stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table


def table(
    headings: Sequence[str], rows: Iterable[Sequence[object]], *, title: str | None = None
) -> None:
    """A table: numbers to the right, texts to the left."""
    lines = [[cell_text(cell) for cell in row] for row in rows]
    values = [list(column) for column in zip(*lines)]
    terminal = sys.stdout.isatty()
    made = Table(
        title=title and escape(title),
        title_justify="left",
        header_style="bold",
        box=box.ROUNDED if terminal else box.SIMPLE,
    )
    for at, heading in enumerate(headings):
        numeric = at < len(values) and all(map(_looks_numeric, filter(None, values[at])))
        made.add_column(escape(heading), justify="right" if numeric else "left")
    for line in lines:
        made.add_row(*map(escape, line))
    # a pipe has no width to fit into
    Console(file=sys.stdout, highlight=False, width=None if terminal else 10_000).print(made)


def cell_text(value: object) -> str:
    """A value as a spreadsheet shows it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return f"{value:.15g}"
    return str(value)


def _looks_numeric(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def as_json(data: Any) -> None:
    """Something for a program to read, on one line."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
