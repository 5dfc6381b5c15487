"""Travellers as CSV: one row a line, with ``board``, ``ns``, ``ew`` and ``score``.

``ns`` and ``ew`` are the numbers of the pairs, such as 3 or 3NS.  ``score`` is North-South's, or
an artificial one: A+, A and A- for North-South's 60, 50 and 40 percent with the rest for East-West,
or both sides' percentages as in A6040.  A row without a score was not played.  There may also be
``contract``, ``by`` and ``tricks``, and the players' names in ``ns_names`` and ``ew_names``, which
are needed once for each pair.  Other columns are left alone.
"""

from __future__ import annotations

from pathlib import Path

from ...errors import InputError
from ..results_csv import Columns, Row, Table
from .session import SIDES, Line, Session, artificial, settled

COLUMNS: Columns = {
    "board": ("board number", "board no", "bd"),
    "ns": ("ns pair", "ns pair number", "pair ns", "ns no", "north south"),
    "ew": ("ew pair", "ew pair number", "pair ew", "ew no", "east west"),
    "score": ("ns score", "score ns", "result"),
    "contract": ("bid",),
    "by": ("declarer", "played by"),
    "tricks": ("tricks made",),
    "ns_names": ("ns players", "ns name", "names ns", "players ns"),
    "ew_names": ("ew players", "ew name", "names ew", "players ew"),
}
"""The headings that are understood, in any letter case, with or without spaces and signs."""

NEEDED = ("board", "ns", "ew", "score")


def read(path: Path | str) -> Session:
    """Read the travellers of a session."""
    table = Table(path, COLUMNS)
    table.need(NEEDED)
    rows = [row for row in table if row.text("score")]
    if not rows:
        raise InputError(f"{table.file}: no row has a score; fill in what was played.")
    lines = [_line(row) for row in rows]
    session = settled(Session(lines))
    names: dict[str, str] = {}
    for row, line in zip(rows, session.lines):
        for pair, side in zip((line.ns, line.ew), SIDES):
            _note(names, pair, row.text(f"{side.lower()}_names"), row)
    return Session(session.lines, names, winners=session.winners)


def _note(names: dict[str, str], pair: str, said: str, row: Row) -> None:
    """Take in the names of a pair; they are the same wherever they are given."""
    known = names.get(pair, "")
    if said and known and said.casefold() != known.casefold():
        raise row.wrong(
            f"pair {pair} is {said} here and {known} above; correct the number or the names"
        )
    names[pair] = known or said


def _line(row: Row) -> Line:
    board = row.whole("board")
    if board < 1:
        raise row.wrong(f"board must be 1 or more, not {board}; correct it")
    tricks = row.whole("tricks") if row.text("tricks") else None
    ns, ew, contract, by = row.filled("ns"), row.filled("ew"), row.text("contract"), row.text("by")
    return Line(board, ns, ew, _score(row), contract, by, tricks)


def _score(row: Row) -> float | str:
    text = row.filled("score")
    if artificial(text):
        return text
    if text[0].isalpha():
        raise row.wrong(
            f"score must be a number, or an artificial score such as A6040, not “{text}”; "
            "correct it"
        )
    return float(row.whole("score"))
