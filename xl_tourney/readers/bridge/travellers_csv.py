"""Travellers as CSV: one row a line, with ``board``, ``ns``, ``ew`` and ``score``.

``ns`` and ``ew`` are the numbers of the pairs, such as 3 or 3NS.  ``score`` is North-South's, or
an artificial one: A+, A and A- for North-South's 60, 50 and 40 percent with the rest for East-West,
or both sides' percentages as in A6040.  A row without a score was not played.  There may also be
``contract``, ``by`` and ``tricks``, and the players' names in ``ns_names`` and ``ew_names``, which
are needed once for each pair.  Other columns are ignored.
"""

from __future__ import annotations

from pathlib import Path

from ...errors import InputError
from ..files import Document
from ..results_csv import Columns, Row, Table, format_rows
from .session import SIDES, Line, Session, is_artificial_score, resolve_pairs

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
"""The accepted headings, in any letter case, with or without spaces and punctuation."""

REQUIRED_COLUMNS = ("board", "ns", "ew", "score")


def read(path: Path | str) -> Session:
    """Read the travellers of a session."""
    table = Table(path, COLUMNS)
    table.require_columns(REQUIRED_COLUMNS)
    rows = [row for row in table if row.text("score")]
    if not rows:
        raise InputError(f"{table.file}: no row has a score; fill in what was played.")
    lines = [_parse_line(row) for row in rows]
    session = resolve_pairs(Session(lines))
    names: dict[str, str] = {}
    for row, line in zip(rows, session.lines):
        for pair, side in zip((line.ns, line.ew), SIDES):
            _add_names(names, pair, row.text(f"{side.lower()}_names"), row)
    return Session(session.lines, names, winners=session.winners)


def _add_names(names: dict[str, str], pair: str, players: str, row: Row) -> None:
    """Add the names of a pair; rows that name it must agree."""
    known = names.get(pair, "")
    if players and known and players.casefold() != known.casefold():
        raise row.error(
            f"pair {pair} is {players} here and {known} above; correct the number or the names"
        )
    names[pair] = known or players


def _parse_line(row: Row) -> Line:
    board = row.required_integer("board")
    if board < 1:
        raise row.error(f"board must be 1 or more, not {board}; correct it")
    tricks = row.required_integer("tricks") if row.text("tricks") else None
    ns, ew = row.required_text("ns"), row.required_text("ew")
    return Line(board, ns, ew, _parse_score(row), row.text("contract"), row.text("by"), tricks)


def _parse_score(row: Row) -> float | str:
    text = row.required_text("score")
    if is_artificial_score(text):
        return text
    if text[0].isalpha():
        raise row.error(
            f"score must be a number, or an artificial score such as A6040, not “{text}”; "
            "correct it"
        )
    return float(row.required_integer("score"))


def format_csv(session: Session) -> Document:
    """The travellers of a session as :func:`read` takes them."""
    names = session.names
    rows = [
        {**vars(line), "ns_names": names.get(line.ns), "ew_names": names.get(line.ew)}
        for line in session.lines
    ]
    return format_rows(COLUMNS, rows, REQUIRED_COLUMNS)
