"""Copies of workbooks, made before a command writes over them."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from .. import atomic
from ..errors import WriteError


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


def refuse_open_workbook(book: Path) -> None:
    """Refuse a workbook that a spreadsheet program has open: it would write over the changes."""
    if lock := atomic.find_lock(book):
        raise WriteError(
            f"{book}: is open in a spreadsheet program, says {lock}; save and close it, and try "
            "again."
        )
