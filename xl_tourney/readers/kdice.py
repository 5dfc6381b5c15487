"""kdice profiles as CSV: one row a player, as the profile pages give them.

Finishes and levels have a column each, or one for all, as in 20%-17%-14%-11%-11%-11%-14%.  They are
percentages of the games; without games, or when they add up to the games, they are counts.

A list without any finishes, such as a leaderboard, lists players; and a text may have profiles as
they are copied from the pages of the players, one below the other::

    Vermont
    Level 54
    Games: 211
    Points 1,204
    1st 20%  2nd 17%  3rd 14%  4th 11%  5th 11%  6th 11%  7th 16%
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .files import Document
from .results_csv import CsvRow, CsvTable, format_rows
from .tables.headings import Columns
from .tables.source import Given, Source, source_of

SEATS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th")
"""The places of a table, as accepted in headings."""

FINISHES = tuple(f"p{place}" for place in range(1, len(SEATS) + 1))
LEVELS = tuple(f"l{level}" for level in range(6))
WORST = tuple(f"w{place}" for place in range(1, len(SEATS) + 1))
LAST_ZERO = tuple(f"z{place}" for place in range(1, len(SEATS) + 1))

COLUMNS: Columns = {
    "player": ("name", "player name"),
    "games": ("games played", "played", "n", "g"),
    "points": ("score", "total points", "pts"),
    **{key: (seat, f"place {seat}", key[1:]) for key, seat in zip(FINISHES, SEATS)},
    "profile": ("finishes",),
    **{key: (f"level {key[1:]}",) for key in LEVELS},
    "levels": ("table levels",),
    **{key: (f"worst {seat}",) for key, seat in zip(WORST, SEATS)},
    "worst": ("worst profile", "worst rating"),
    **{key: (f"zero {seat}", f"last zero {seat}") for key, seat in zip(LAST_ZERO, SEATS)},
    "last_zero": ("zero", "zero profile", "last zero profile"),
    "note": ("remark", "comment"),
}
_SHARES_IN_ONE_CELL = re.compile(r"[\d.%\s/\N{EN DASH}\N{EM DASH}-]+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")

Shares = tuple[float, ...]
"""Percentages or counts, in order; empty if unknown."""


@dataclass(frozen=True)
class PlayerProfile:
    """The profile page of a player."""

    player: str
    games: int | None
    finishes: Shares = ()
    """Blank or 0 for a player who has not played yet."""
    points: float | None = None
    levels: Shares = ()
    worst: Shares = ()
    last_zero: Shares = ()
    note: str = ""


_COPIED = re.compile(r"\b1st:?\s+\d+(?:\.\d+)?\s*%?(?!\w)")
"""A finish with its number behind it: in a table the next heading stands there."""
_FACT = re.compile(
    rf"\b({'|'.join(SEATS)}|games(?: played)?|points|score|level|rank)[ \t:]*\n?[ \t]*"
    r"#?(-?\d[\d,.' ]*)%?(?=\s|$)",
    re.IGNORECASE,
)
_READ = {"games played": "games", "score": "points", **dict(zip(SEATS, FINISHES))}


def read(given: Given) -> list[PlayerProfile]:
    """Read a list of players."""
    source = source_of(given)
    if not source.has_sheets and _COPIED.search(source.text):
        source = source.with_rows(*_copied_profiles(source))
    table = CsvTable(source, COLUMNS)
    has_seats = any(seat in table for seat in FINISHES)
    table.require_columns(["player", *FINISHES] if has_seats else ["player"])
    if not (has_seats or "profile" in table):
        table.reading.notes.append(
            "nobody's finishes are in it, so it lists the players; copy those from their pages"
        )
        return [
            PlayerProfile(row.required_text("player"), None, (), row.optional_number("points"))
            for row in table
        ]
    return [_parse_profile(row) for row in table]


def _copied_profiles(source: Source) -> tuple[list[list[str]], list[tuple[int, str]]]:
    """Headings and a row a player from lines, and the lines that say nothing that is read.

    A name stands above what is said of it: the first line below a blank one, or below the last
    finish of another player.
    """
    columns = ["player", "games", "points", *FINISHES]
    found: list[dict[str, str]] = []
    above: list[tuple[int, str]] = []
    others: list[tuple[int, str]] = []
    for number, line, facts in _lines_with_facts(source.text):
        if facts and (above and (not found or FINISHES[-1] in found[-1])):
            found.append({"player": above[0][1]})
            others += above[1:]
            above = []
        if facts and found:
            found[-1] |= {_READ.get(name, name): value for name, value in facts}
        elif line:
            above.append((number, line))
        elif above:
            others += above
            above = []
    rows = [[one.get(column, "") for column in columns] for one in found]
    return [columns, *rows], [*others, *above]


def _lines_with_facts(text: str) -> Iterator[tuple[int, str, list[tuple[str, str]]]]:
    """The number of each line, the line, and the facts that begin in it."""
    facts: dict[int, list[tuple[str, str]]] = {}
    inside = set()
    for one in _FACT.finditer(text):
        first, last = (text.count("\n", 0, at) + 1 for at in (one.start(), one.end(2)))
        facts.setdefault(first, []).append((one[1].lower(), one[2].strip()))
        inside |= {*range(first + 1, last + 1)}
    for number, line in enumerate(text.splitlines(), 1):
        if number not in inside:
            yield number, line.strip(), facts.get(number, [])


def _parse_profile(row: CsvRow) -> PlayerProfile:
    player = row.required_text("player")
    games = row.required_integer("games") if row.text("games") else None
    if games is not None and games < 0:
        raise row.error(f"games must not be negative, and are {games}; correct it")
    finishes = _parse_shares(row, FINISHES, "profile")
    if games and not any(finishes):
        raise row.error("all seven finishes are blank or 0; copy them from the profile")
    if games == 0 and any(finishes):
        raise row.error("games are 0, but there are finishes; correct one of them")
    return PlayerProfile(
        player,
        games,
        finishes,
        row.optional_number("points"),
        _parse_shares(row, LEVELS, "levels", blank_text="0"),
        _parse_shares(row, WORST, "worst"),
        _parse_shares(row, LAST_ZERO, "last_zero"),
        row.text("note"),
    )


def _parse_shares(
    row: CsvRow, columns: Sequence[str], combined_column: str, blank_text: str = ""
) -> Shares:
    """The numbers of several columns, or of one combined column; none if all cells are blank.

    ``blank_text`` replaces a blank cell among others, where that is allowed.
    """
    texts = _split_cell(row, combined_column) or [
        row.text(column).rstrip("% ") for column in columns
    ]
    if not any(texts):
        return ()
    if blank_text:
        texts += [blank_text] * (len(columns) - len(texts))
    if len(texts) != len(columns):
        raise row.error(
            f"{combined_column} must hold {len(columns)} numbers, not {len(texts)}; correct it"
        )
    normalized = CsvRow(
        row.file, row.number, {c: text or blank_text for c, text in zip(columns, texts)}
    )
    shares = tuple(map(normalized.required_number, columns))
    if min(shares) < 0:
        raise row.error(
            f"{combined_column} must not be negative, and has {min(shares):g}; correct it"
        )
    return shares


def _split_cell(row: CsvRow, column: str) -> list[str]:
    """The numbers of a text such as 20%-17%-14%-11%-11%-11%-14%."""
    text = row.text(column)
    if text and not _SHARES_IN_ONE_CELL.fullmatch(text):
        raise row.error(f"{column} must be numbers such as 20-17-14, not “{text}”; correct it")
    return _NUMBER.findall(text)


def format_csv(profiles: Sequence[PlayerProfile]) -> Document:
    """A list of players as :func:`read` takes it."""
    rows = []
    for profile in profiles:
        row: dict[str, object] = {**vars(profile)}
        shares = (profile.finishes, profile.levels, profile.worst, profile.last_zero)
        for columns, values in zip((FINISHES, LEVELS, WORST, LAST_ZERO), shares):
            row |= dict(zip(columns, values))
        rows.append({key: value for key, value in row.items() if not isinstance(value, tuple)})
    return format_rows(COLUMNS, rows, ["player", *FINISHES])
