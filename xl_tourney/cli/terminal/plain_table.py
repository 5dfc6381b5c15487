"""A table as plain lines that fit into a width, with every cell in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from .inert import inert

GAPS = (2, 1)
"""The blanks between two columns, the wider gap where there is room for it."""


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
    heading, *cells = column
    for text in (heading, "-" * width, *cells):
        blanks = " " * (width - cell_len(text))
        yield blanks + text if numeric else text + blanks
