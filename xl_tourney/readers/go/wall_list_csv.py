"""Go wall lists as CSV: one row a player, the rounds in columns R1, R2 and so on.

Only ``name`` is needed.  Opponents are named by their row among the players, the first is 1.
``start`` is the McMahon score before the first round; where it is there, the tournament is a
McMahon.  Other columns are left alone.
"""

from __future__ import annotations

from pathlib import Path

from ...errors import InputError
from ..results_csv import Columns, Row, Table
from .tournament import (
    MOST_ROUNDS,
    Player,
    Tournament,
    completed,
    everybody_met,
    opponent_of,
    round_of,
)

_ROUNDS = [f"r{number}" for number in range(1, MOST_ROUNDS + 1)]
COLUMNS: Columns = {
    "name": ("player", "surname", "last name", "family name"),
    "first_name": ("given name",),
    "club": (),
    "country": ("co", "nation"),
    "rank": ("rk", "grade", "strength"),
    "rating": ("gor", "egf rating"),
    "start": ("smms", "start score", "mm start", "mcmahon start", "initial mms"),
    **{name: (f"round {name[1:]}", f"rd {name[1:]}", name[1:]) for name in _ROUNDS},
}
"""The headings that are understood, in any letter case, with or without spaces and signs."""


def read(path: Path | str) -> Tournament:
    """Read a wall list; a tournament in which everybody met everybody is a round robin."""
    table = Table(path, COLUMNS)
    table.need(("name",))
    rounds = [name for name in _ROUNDS if name in table]
    missing = [name for name in _ROUNDS[: len(rounds)] if name not in rounds]
    if missing:
        raise InputError(
            f"{table.file}: there is {rounds[-1]}, but no {missing[0]}; "
            "number the rounds from R1 without a gap."
        )
    rows = list(table)
    if not rows:
        raise InputError(f"{table.file}: there is no player in it; add one row a player.")
    players = completed([_player(row, rounds, len(rows)) for row in rows])
    if "start" in table:
        return Tournament(players, system="mcmahon", nbw="wins")
    return Tournament(players, system="round-robin" if everybody_met(players) else "swiss")


def _player(row: Row, rounds: list[str], players: int) -> Player:
    first, start = row.text("first_name"), row.number_or_none("start")
    return Player(
        f"{row.filled('name')} {first}".strip(),
        row.text("club"),
        row.text("country"),
        row.text("rank").lower(),
        row.number_or_none("rating"),
        start or 0.0,
        tuple(_round(row, name, players) for name in rounds),
    )


def _round(row: Row, name: str, players: int) -> str:
    written = row.text(name)
    one = round_of(written)
    if one is None:
        raise row.wrong(
            f"{name} must be a result such as 14+, 10-/w2 or 0=, or blank, not “{written}”; "
            "correct it"
        )
    if opponent_of(one) > players:
        raise row.wrong(
            f"{name} ({written}) names player {opponent_of(one)}, but there are {players}; "
            "correct it, or add the player"
        )
    return one
