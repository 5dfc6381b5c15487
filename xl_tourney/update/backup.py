"""Copies of workbooks, made before a command writes over them."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from .. import atomic


def back_up(book: Path) -> Path:
    """Copy a workbook to ``BOOK.bak.xlsx``, or ``BOOK.bak2.xlsx`` and so on; gives the copy.

    A copy that is there is never written over; one that is the same already is enough.
    """
    content = book.read_bytes()
    for number in count(1):
        copy = book.with_name(f"{book.stem}.bak{number if number > 1 else ''}{book.suffix}")
        if not copy.exists():
            atomic.write(copy, lambda target: target.write(content))
            return copy
        if copy.read_bytes() == content:
            return copy
    raise AssertionError
