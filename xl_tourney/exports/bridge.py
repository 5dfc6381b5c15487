"""A bridge workbook as a session, and its files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ..errors import InputError
from ..events.event import Event
from ..readers.bridge import travellers_csv
from ..readers.bridge.session import Session, TravellerLine
from ..readers.bridge.write_usebio import Ranking, format_usebio
from ..readers.files import Document
from .formats import describe_left_out


def read_session(book: Event) -> Session:
    """The lines of the travellers, and the pairs of Setup."""
    listed = book.listed("pair", "names")
    return Session(
        list(_read_lines(book)),
        {row.text("pair"): row.text("names") for row in listed},
        book.text("Title"),
        book.setting("Method"),
        int(book.setting("Winners") or 1),
        {row.text("pair"): row.text("section") for row in listed if not row.is_blank("section")},
    )


def _read_lines(book: Event) -> Iterator[TravellerLine]:
    """The lines with two pairs, each with the board of its block."""
    boards = book.inputs("board")
    lines = book.inputs("ns", "ew", "score")
    block = len(lines) // len(boards)
    for at, row in enumerate(lines):
        if row.is_blank("ns") or row.is_blank("ew"):
            continue
        of_block = boards[at // block]
        board = of_block.integer("board")
        if board is None:
            raise InputError(f"Block {at // block + 1} of the travellers has no board; fill it in.")
        tricks = _score(row.text("tricks"))
        yield TravellerLine(
            board,
            row.text("ns"),
            row.text("ew"),
            _score(row.text("score")),
            row.text("contract"),
            row.text("by"),
            int(tricks) if isinstance(tricks, float) else tricks,
            _score(row.text("score_ew")),
            of_block.integer("session") or 0,
        )


def _score(text: str) -> float | str | None:
    return float(text) if re.fullmatch(r"-?\d+", text) else text or None


def _with_scores(book: Event, session: Session) -> Session:
    """The session with the scores that follow from contracts; USEBIO has no line without one."""
    rows = zip(book.inputs("ns", "ew", "score"), book.column_values("number_ns"))
    scores = [
        _score(made.text("number_ns"))
        for row, made in rows
        if not (row.is_blank("ns") or row.is_blank("ew"))
    ]
    lines = [
        line if line.score is not None else replace(line, score=score)
        for line, score in zip(session.lines, scores)
    ]
    return replace(session, lines=[line for line in lines if line.score is not None])


def _to_usebio(book: Event) -> Document:
    ranking = {
        row.text("pair"): Ranking(row.text("place"), float(row["score"]))
        for row in book.column_values("pair", "as_ns", "place", "score")
        if isinstance(row["score"], (int, float)) and not row.is_blank("place")
    }
    session = read_session(book)
    scored = _with_scores(book, session)
    document = format_usebio(scored, ranking)
    if left_out := len(session.lines) - len(scored.lines):
        lines = "1 line has" if left_out == 1 else f"{left_out} lines have"
        note = f"{lines} no score yet, which USEBIO cannot say."
        document = document._replace(notes=[*document.notes, note])
    return document


def _to_csv(book: Event) -> Document:
    session = read_session(book)
    playing = {pair for line in session.lines for pair in (line.ns, line.ew)}
    idle = [pair for pair in session.names if pair not in playing]
    document = travellers_csv.format_csv(session)
    return document._replace(notes=describe_left_out("pair", "board", idle))


FORMATS = {
    "usebio": _to_usebio,
    "csv": _to_csv,
}
