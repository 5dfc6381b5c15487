"""Travellers as CSV: one row a line, with ``board``, ``ns``, ``ew`` and ``score``.

Instead of the score, or beside it, there may be ``contract``, ``by`` and ``tricks``.  The players'
names are needed once for each pair.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace

from ...errors import InputError
from ..entrants import EntrantNames
from ..files import Document
from ..results_csv import Candidate, CsvRow, CsvTable, format_rows
from ..tables.headings import Columns, normalize_heading, words
from ..tables.names import name_key
from ..tables.reading import Reading
from ..tables.source import Given, Source
from ..tables.workbook import texts_of
from .session import SIDES, Session, TravellerLine, is_award, qualify_by_section, resolve_pairs

_NOTRUMP = re.compile(r"([1-7])\s*(?:nt|n|sa|ba)\s*(x{0,2}|\*{1,2})", re.IGNORECASE)
_PASSED = ("pass", "passed", "passed out", "pass out", "all pass", "ap", "p")
COLUMNS: Columns = {
    "board": ("board number", "board no", "bd", "brd"),
    "ns": words("ns pair|ns id|pair id ns|pairid ns|ns pair number|pair ns|ns no|north south"),
    "ew": words("ew pair|ew id|pair id ew|pairid ew|ew pair number|pair ew|ew no|east west"),
    "score": ("ns score", "score ns", "result", "points ns", "ns points"),
    "score_ew": ("ew score",),
    "section": ("sec",),
    "session": ("session number", "session no"),
    "contract": ("bid",),
    "by": ("declarer", "played by", "ns/ew", "dec", "decl"),
    "tricks": ("tricks made", "tricks taken"),
    "remarks": ("remark",),
    "ns_names": ("ns players", "ns name", "names ns", "players ns"),
    "ew_names": ("ew players", "ew name", "names ew", "players ew"),
    **{seat: (f"{seat} player", f"{seat} name") for seat in ("north", "south", "east", "west")},
}
REQUIRED_COLUMNS = ("board", "ns", "ew")


def _parse_contract(written: str) -> str:
    """A contract with NT for notrump: 3NT, 3N, 3 SA and 3BA are one.

    >>> _parse_contract("3 SA x"), _parse_contract("1n"), _parse_contract("4S")
    ('3NTx', '1NT', '4S')
    """
    found = _NOTRUMP.fullmatch(written)
    if not found:
        passed = written.casefold() in _PASSED and " " in written
        return "PASS" if passed else "".join(written.split())
    return f"{found[1]}NT{found[2]}"


_COMBINED = re.compile(
    r"([1-7]\s*(?:NT|SA|N|S|H|D|C|[♠♥♦♣])\s*(?:XX|X|\*{1,2})?)\s*([NESW])\s*(=|[-+]\d{1,2})?",
    re.IGNORECASE,
)
"""Contract, declarer and tricks in one cell: 6NE=, 4♥XW-1."""
_MADE = re.compile(r"=|[-+−]\d{1,2}|\d|1[0-3]")
_TRICKS = {normalize_heading(one) for one in ("tricks", *COLUMNS["tricks"])}
_PERCENTAGES = re.compile(r"(\d{1,3})\s*%\s*[-/:]\s*(\d{1,3})\s*%")
_SEATS = ("north", "south", "east", "west")


def _name_results(headings: list[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Headings with another text for a result that is no score but what was bid or made.

    >>> _name_results(["Board", "Contract", "Result"], [["1", "3NT", "+1"], ["1", "3NT", ""]])
    ['Board', 'Contract', 'tricks']
    >>> _name_results(["Board", "Result"], [["1", "6NE="], ["1", "Pass"]])
    ['Board', 'contract']
    """
    named = list(headings)
    has_tricks = any(normalize_heading(heading) in _TRICKS for heading in headings)
    for at, heading in enumerate(headings):
        cells = texts_of(rows, at)
        contracts = {cell for cell in cells if cell.casefold() not in _PASSED}
        if normalize_heading(heading) != "result" or not contracts:
            continue
        if all(map(_MADE.fullmatch, cells)):
            named[at] = "" if has_tricks else "tricks"
        elif all(map(_COMBINED.fullmatch, contracts)):
            named[at] = "contract"
    return named


def _choose_declarer(candidates: Sequence[Candidate], _: CsvTable) -> Candidate | None:
    """Of the columns that may say who played it the one with N, E, S, W; numbers are pairs."""
    seats = [c for c in candidates if not any(cell.isdecimal() for cell in c.cells)]
    letters = [c for c in seats if {*map(str.upper, c.cells)} <= {*"NESWOZ", ""}]
    return next(iter([*letters, *seats]), None)


def _seats(rows: Sequence[CsvRow]) -> dict[str, str]:
    """N, E, S and W for the letters of other languages: O is East beside W, and West beside E."""
    used = {row.text("by").upper() for row in rows}
    if "O" not in used or {"E", "W"} <= used or not {"E", "W"} & used:
        return {"Z": "S"} if "Z" in used else {}
    return {"O": "W" if "E" in used else "E", "Z": "S"}


PAIR_COLUMNS: Columns = {
    "pair": words("pair no|pair number|no|number|nr|table"),
    "names": words("pair names|players|name|pairs|team|members"),
    "first": words("player 1|player a|name 1|first player|player|north|partner 1"),
    "second": words("player 2|player b|name 2|second player|partner|south|partner 2"),
    "club": (),
}
"""The columns of a session that is to be played: a row a pair, players in one column or two."""


def read_pairs(source: Source) -> Session | None:
    """The pairs of a list; None where it is none, or has figures, as a ranking does."""
    looked_at = copy(source)
    looked_at.reading = Reading()
    try:
        table = CsvTable(looked_at, PAIR_COLUMNS)
    except InputError:
        return None
    by_player = "first" in table and "second" in table
    rows = list(table)
    key = "names" if "names" in table else "pair"
    others = (cell for _, cells in table.unread_columns() for cell in cells)
    has_figures = any(character.isdigit() for cell in others for character in cell)
    if has_figures or not rows or not (by_player or key in table):
        return None
    if not by_player and all(row.text(key).isdecimal() for row in rows):
        return None
    source.reading.__dict__.update(looked_at.reading.__dict__)
    names: dict[str, str] = {}
    for at, row in enumerate(rows, 1):
        both = [row.required_text(side) for side in ("first", "second")] if by_player else []
        pair = row.text("pair") if by_player or key == "names" else ""
        if (pair or f"{at}") in names:
            raise row.error(f"pair {pair} stands there twice; correct the number")
        names[pair or f"{at}"] = " & ".join(both) or row.required_text(key)
    return Session([], names)


def read(given: Given) -> Session:
    """Read the travellers of a session."""
    table = CsvTable(given, COLUMNS, {"by": _choose_declarer}, _name_results)
    if "board" not in table:
        if to_play := read_pairs(table.source):
            return to_play
        raise table.error(
            "this is no list of travellers, for it has no column board; export what each pair "
            "scored on each board, not the ranking or one pair's card"
        )
    by_seat = "ns" not in table and all(seat in table for seat in _SEATS)
    scored = [column for column in ("contract", "score") if column in table]
    required = ["board"] if by_seat else [*REQUIRED_COLUMNS]
    if not by_seat and "ns" not in table and "ew" not in table and scored:
        raise table.error(
            "no column says which pairs played; one pair's card is not enough, so export what each "
            "pair scored on each board, with columns ns and ew"
        )
    table.require_columns([*required, *(() if scored else ("score",))])
    rows = list(table)
    if not rows:
        raise InputError(f"{table.file}: there is no row below the headings; add what was played.")
    rows = _with_one_spelling(table, rows, _SEATS if by_seat else REQUIRED_COLUMNS[1:])
    pairs = _pairs_by_seats(rows) if by_seat else {}
    letters = _seats(rows)
    lines, sections = qualify_by_section(
        [(row.text("section"), _parse_line(row, pairs, letters)) for row in rows]
    )
    session = resolve_pairs(Session(lines, sections=sections))
    names: dict[str, str] = {}
    for row, line in zip(rows, session.lines):
        for pair, side, seats in zip((line.ns, line.ew), SIDES, (_SEATS[:2], _SEATS[2:])):
            players = row.text(f"{side.lower()}_names")
            if not players:
                players = " & ".join(filter(None, map(row.text, seats)))
            _add_names(names, pair, players, row)
    return replace(session, names=names)


def _with_one_spelling(
    table: CsvTable, rows: Sequence[CsvRow], columns: Sequence[str]
) -> list[CsvRow]:
    """The rows with one spelling of each name; nobody sits twice at a board."""
    written = [[row.required_text(column) for column in columns] for row in rows]
    names = EntrantNames(table, ((name, "") for row in written for name in row))
    boards: dict[tuple[str, ...], list[str]] = {}
    found = []
    for row, sides in zip(rows, written):
        cells = {c: names.find(row, name, c) for c, name in zip(columns, sides)}
        board = tuple(map(row.text, ("section", "session", "board")))
        boards.setdefault(board, []).extend(cells.values())
        found.append(row.with_cells(cells))
    names.ask(boards.values())
    return found


def _pairs_by_seats(rows: Sequence[CsvRow]) -> dict[frozenset[str], str]:
    """A number for each two players who sit together, in the order in which they first appear."""
    numbers: dict[frozenset[str], str] = {}
    for row in rows:
        for seats in (_SEATS[:2], _SEATS[2:]):
            players = frozenset(row.required_text(seat).casefold() for seat in seats)
            numbers.setdefault(players, str(len(numbers) + 1))
    return numbers


def _words(players: str) -> list[str]:
    """The words of a pair's names, whoever of the two is named first."""
    return sorted(name_key(players).split())


def _add_names(names: dict[str, str], pair: str, players: str, row: CsvRow) -> None:
    """Add the names of a pair; rows that name it must agree."""
    known = names.get(pair, "")
    if players and known and _words(players) != _words(known):
        raise row.error(
            f"pair {pair} is {players} here and {known} above; correct the number or the names"
        )
    names[pair] = known or players


def _parse_line(
    row: CsvRow, pairs: Mapping[frozenset[str], str], letters: Mapping[str, str]
) -> TravellerLine:
    if fouled := _FOULED.fullmatch(row.text("board")):
        board = int(fouled[1]) + _FOULED_BOARDS
        row.note(
            f"board {fouled[0]} is fouled: its lines are compared among themselves, as {board}"
        )
    else:
        board = row.required_integer("board", 1)
    ns, ew = (
        pairs[frozenset(row.text(seat).casefold() for seat in seats)]
        if pairs
        else row.required_text(side)
        for side, seats in (("ns", _SEATS[:2]), ("ew", _SEATS[2:]))
    )
    contract, by, tricks = row.text("contract"), row.text("by"), _parse_tricks(row)
    by = letters.get(by.upper(), by)
    combined = _COMBINED.fullmatch(contract or row.text("score"))
    score = None if combined and not contract else _parse_score(row, "score")
    if combined and not by:
        contract, by, tricks = combined[1], combined[2].upper(), tricks or combined[3]
    if not contract and score is None:
        score = _parse_remarks(row)
    return TravellerLine(
        board,
        ns,
        ew,
        score,
        _parse_contract(contract),
        by,
        tricks,
        _parse_score(row, "score_ew"),
        row.required_integer("session", 1) if "session" in row.cells else 0,
    )


def _parse_remarks(row: CsvRow) -> str | None:
    """An artificial score in the remarks of a Bridgemate: 40%-60%, Not played."""
    remarks = row.text("remarks")
    if found := _PERCENTAGES.fullmatch(remarks):
        return f"{int(found[1])}%/{int(found[2])}%"
    return "NP" if remarks.casefold() in ("not played", "no play") else None


def _parse_tricks(row: CsvRow) -> int | str | None:
    text = row.text("tricks").replace("\N{MINUS SIGN}", "-")
    if not text or text[0] in "=+-":
        return text or None
    return row.required_integer("tricks")


_FOULED = re.compile(r"(\d{1,2})\s*F", re.IGNORECASE)
_FOULED_BOARDS = 160
"""What is added to the number of a fouled board, so that dealer and vulnerability stay."""
_BY_PAIRS = re.compile(r"A(?:VE?)?([+-]?)\s*/\s*A(?:VE?)?([+-]?)")
_AVERAGES = {"+": 60, "": 50, "-": 40}
"""What the two signs of A+/A- give North-South and East-West."""


def _parse_score(row: CsvRow, column: str) -> float | str | None:
    text = row.text(column)
    if by_pairs := _BY_PAIRS.fullmatch(text.upper()):
        return "A{}{}".format(*(_AVERAGES[sign] for sign in by_pairs.groups()))
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
    return format_rows(COLUMNS, rows, [*REQUIRED_COLUMNS, "score"])
