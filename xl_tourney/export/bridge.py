"""A bridge workbook as a session, and its files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import InputError
from ..readers.bridge import travellers_csv
from ..readers.bridge.session import Line, Session
from ..readers.bridge.write_usebio import Ranking, format_usebio
from ..readers.files import Document
from .filled_workbook import FilledWorkbook, format_text, is_blank


def read_session(book: FilledWorkbook) -> Session:
    """The lines of the travellers, and the pairs of Setup."""
    listed = [row for row in book.inputs("pair", "names") if not is_blank(row, "pair")]
    return Session(
        list(_read_lines(book)),
        {format_text(row["pair"]): format_text(row["names"]) for row in listed},
        book.text("Title"),
        book.setting("Method"),
        int(book.setting("Winners") or 1),
    )


def _read_lines(book: FilledWorkbook) -> Iterator[Line]:
    """The lines with a score, each with the board of its block."""
    boards = [row["board"] for row in book.inputs("board")]
    lines = book.inputs("ns", "ew", "score")
    block = len(lines) // len(boards)
    for at, row in enumerate(lines):
        if is_blank(row, "score"):
            continue
        board = boards[at // block]
        if not isinstance(board, (int, float)):
            raise InputError(f"Block {at // block + 1} of the travellers has no board; fill it in.")
        tricks = row["tricks"]
        yield Line(
            int(board),
            format_text(row["ns"]),
            format_text(row["ew"]),
            _score(row["score"]),
            format_text(row["contract"]),
            format_text(row["by"]),
            int(tricks) if isinstance(tricks, (int, float)) else None,
        )


def _score(value: Any) -> float | str:
    text = format_text(value)
    return float(text) if text.lstrip("-").isdecimal() else text


def _to_usebio(book: FilledWorkbook) -> Document:
    ranking = {
        format_text(row["pair"]): Ranking(format_text(row["place"]), float(row["score"]))
        for row in book.values("pair", "as_ns", "place", "score")
        if isinstance(row["score"], (int, float)) and not is_blank(row, "place")
    }
    return format_usebio(read_session(book), ranking)


FORMATS = {
    "usebio": _to_usebio,
    "csv": lambda book: travellers_csv.format_csv(read_session(book)),
}
