"""kdice profiles as CSV: one row a player, as the profile pages give them.

A row has ``player`` and how often the player came 1st … 7th: ``p1`` … ``p7``, or all of them in
one cell, ``profile``, as in 20%-17%-14%-11%-11%-11%-14%.  They are percentages of ``games``;
without games, or when they add up to the games, they are counts.  A row may have ``points``, the
percentages of games at each table level, lowest first (``l0`` … ``l5``, or ``levels``), and two
earlier profiles: at the lowest rating (``w1`` … ``w7``, or ``worst``) and when the score was last
zero (``z1`` … ``z7``, or ``last_zero``), and a ``note``, which also accepts percentages that do not
add up.  Other columns are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .results_csv import Columns, Row, Table

SEATS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th")
"""The places of a table, as the headings of a file may say them."""

FINISHES = tuple(f"p{place}" for place in range(1, len(SEATS) + 1))
LEVELS = tuple(f"l{level}" for level in range(6))
WORST = tuple(f"w{place}" for place in range(1, len(SEATS) + 1))
LAST_ZERO = tuple(f"z{place}" for place in range(1, len(SEATS) + 1))

COLUMNS: Columns = {
    "player": ("name",),
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
"""The headings that are understood, in any letter case, with or without spaces and signs."""

_IN_ONE_CELL = re.compile(r"[\d.%\s/\N{EN DASH}\N{EM DASH}-]+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")

Shares = tuple[float, ...]
"""Percentages or counts, in their order; empty where nothing is known."""


@dataclass(frozen=True)
class Profile:
    """What the page of a player says."""

    player: str
    games: int | None
    finishes: Shares
    points: int | None = None
    levels: Shares = ()
    worst: Shares = ()
    last_zero: Shares = ()
    note: str = ""


def read(path: Path | str) -> list[Profile]:
    """Read a list of players."""
    table = Table(path, COLUMNS)
    table.need(["player"] if "profile" in table else ["player", *FINISHES])
    return [_profile(row) for row in table]


def _profile(row: Row) -> Profile:
    player = row.filled("player")
    games = row.whole("games") if row.text("games") else None
    if games is not None and games < 1:
        raise row.wrong(f"games must be 1 or more, not {games}; leave out who has not played")
    finishes = _shares(row, FINISHES, "profile")
    if not any(finishes):
        raise row.wrong("all seven finishes are blank or 0; copy them from the profile")
    return Profile(
        player,
        games,
        finishes,
        row.whole("points") if row.text("points") else None,
        _shares(row, LEVELS, "levels", blank="0"),
        _shares(row, WORST, "worst"),
        _shares(row, LAST_ZERO, "last_zero"),
        row.text("note"),
    )


def _shares(row: Row, columns: Sequence[str], together: str, blank: str = "") -> Shares:
    """Numbers that stand in a cell each, or all in one; none when all cells are blank.

    ``blank`` is what a blank among them stands for, where it may be left so.
    """
    texts = _in_one_cell(row, together) or [row.text(column).rstrip("% ") for column in columns]
    if not any(texts):
        return ()
    if blank:
        texts += [blank] * (len(columns) - len(texts))
    if len(texts) != len(columns):
        raise row.wrong(
            f"{together} must hold {len(columns)} numbers, not {len(texts)}; correct it"
        )
    plain = Row(row.file, row.number, {c: text or blank for c, text in zip(columns, texts)})
    shares = tuple(map(plain.number_in, columns))
    if min(shares) < 0:
        raise row.wrong(f"{together} must not be negative, and has {min(shares):g}; correct it")
    return shares


def _in_one_cell(row: Row, column: str) -> list[str]:
    """The numbers of a text such as 20%-17%-14%-11%-11%-11%-14%."""
    text = row.text(column)
    if text and not _IN_ONE_CELL.fullmatch(text):
        raise row.wrong(f"{column} must be numbers such as 20-17-14, not “{text}”; correct it")
    return _NUMBER.findall(text)
