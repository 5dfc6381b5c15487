"""Travellers as CSV: one row a line, with ``board``, ``ns``, ``ew`` and ``score``.

``ns`` and ``ew`` are the numbers of the pairs, such as 3 or 3NS.  ``score`` is North-South's; an
artificial one: A+, A and A- for North-South's 60, 50 and 40 percent with the rest for East-West, or
both sides' percentages as in 60/40 or A6040; PASS; or NP for a board that was not played.  Instead
of it, or beside it, there may be ``contract``, ``by`` and ``tricks``; ``score_ew`` is what
East-West are given where it is not the opposite.  A row without any of them is still to play.
There may also be the players' names in ``ns_names`` and ``ew_names``, which are needed once for
each pair, ``section``, and ``session``, the number of one of several.  Other columns are ignored.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ...errors import InputError
from ..files import Document
from ..results_csv import CsvRow, CsvTable, format_rows
from ..tables.headings import Columns
from ..tables.source import Given
from .session import SIDES, Session, TravellerLine, is_award, qualify_by_section, resolve_pairs

_NOTRUMP = re.compile(r"([1-7])\s*(?:nt|n|sa|ba)\s*(x{0,2}|\*{1,2})", re.IGNORECASE)
COLUMNS: Columns = {
    "board": ("board number", "board no", "bd"),
    "ns": ("ns pair", "ns pair number", "pair ns", "ns no", "north south"),
    "ew": ("ew pair", "ew pair number", "pair ew", "ew no", "east west"),
    "score": ("ns score", "score ns", "result"),
    "score_ew": ("ew score",),
    "section": ("sec",),
    "session": ("session number", "session no"),
    "contract": ("bid",),
    "by": ("declarer", "played by"),
    "tricks": ("tricks made",),
    "ns_names": ("ns players", "ns name", "names ns", "players ns"),
    "ew_names": ("ew players", "ew name", "names ew", "players ew"),
}
"""The accepted headings, in any letter case, with or without spaces and punctuation."""

REQUIRED_COLUMNS = ("board", "ns", "ew")


def _parse_contract(written: str) -> str:
    """A contract with NT for notrump: 3NT, 3N, 3 SA and 3BA are one.

    >>> _parse_contract("3 SA x"), _parse_contract("1n"), _parse_contract("4S")
    ('3NTx', '1NT', '4S')
    """
    found = _NOTRUMP.fullmatch(written)
    return f"{found[1]}NT{found[2]}" if found else written


def read(given: Given) -> Session:
    """Read the travellers of a session."""
    table = CsvTable(given, COLUMNS)
    scored = () if "contract" in table else ("score",)
    table.require_columns([*REQUIRED_COLUMNS, *scored])
    rows = list(table)
    if not rows:
        raise InputError(f"{table.file}: there is no row below the headings; add what was played.")
    lines, sections = qualify_by_section([(row.text("section"), _parse_line(row)) for row in rows])
    session = resolve_pairs(Session(lines, sections=sections))
    names: dict[str, str] = {}
    for row, line in zip(rows, session.lines):
        for pair, side in zip((line.ns, line.ew), SIDES):
            _add_names(names, pair, row.text(f"{side.lower()}_names"), row)
    return replace(session, names=names)


def _add_names(names: dict[str, str], pair: str, players: str, row: CsvRow) -> None:
    """Add the names of a pair; rows that name it must agree."""
    known = names.get(pair, "")
    if players and known and players.casefold() != known.casefold():
        raise row.error(
            f"pair {pair} is {players} here and {known} above; correct the number or the names"
        )
    names[pair] = known or players


def _parse_line(row: CsvRow) -> TravellerLine:
    board = row.required_integer("board")
    if board < 1:
        raise row.error(f"board must be 1 or more, not {board}; correct it")
    ns, ew = row.required_text("ns"), row.required_text("ew")
    return TravellerLine(
        board,
        ns,
        ew,
        _parse_score(row, "score"),
        _parse_contract(row.text("contract")),
        row.text("by"),
        _parse_tricks(row),
        _parse_score(row, "score_ew"),
        _parse_session(row),
    )


def _parse_session(row: CsvRow) -> int:
    if "session" not in row.cells:
        return 0
    session = row.required_integer("session")
    if session < 1:
        raise row.error(f"session must be 1 or more, not {session}; correct it")
    return session


def _parse_tricks(row: CsvRow) -> int | str | None:
    text = row.text("tricks").replace("\N{MINUS SIGN}", "-")
    if not text or text[0] in "=+-":
        return text or None
    return row.required_integer("tricks")


def _parse_score(row: CsvRow, column: str) -> float | str | None:
    text = row.text(column)
    if not text or is_award(text):
        return text or None
    if text[0].isalpha():
        raise row.error(
            f"{column} must be a number, or an artificial score such as A6040, not “{text}”; "
            "correct it"
        )
    return float(row.required_integer(column))


def format_csv(session: Session) -> Document:
    """The travellers of a session as :func:`read` takes them."""
    names = session.names
    rows = [
        {
            **vars(line),
            "session": line.session or None,
            "ns_names": names.get(line.ns),
            "ew_names": names.get(line.ew),
        }
        for line in session.lines
    ]
    return format_rows(COLUMNS, rows, REQUIRED_COLUMNS)
