"""Go wall lists as CSV, read and written: one row a player, the rounds in columns R1, R2 and so on.

Only ``name`` is mandatory.  Opponents are named by their row among the players, the first is 1.
``start`` is the McMahon score before the first round; with it the tournament is a
McMahon.  Other columns are ignored.
"""

from __future__ import annotations

from pathlib import Path

from ...errors import InputError
from ..files import Document
from ..results_csv import Columns, Row, Table, format_rows
from .tournament import (
    MAX_ROUNDS,
    Player,
    Tournament,
    complete_colours,
    is_round_robin,
    normalize_round,
    parse_opponent,
)

_ROUNDS = [f"r{number}" for number in range(1, MAX_ROUNDS + 1)]
COLUMNS: Columns = {
    "name": ("player", "surname", "last name", "family name"),
    "first_name": ("given name",),
    "club": (),
    "country": ("co", "nation"),
    "rank": ("rk", "grade", "strength"),
    "rating": ("gor", "egf rating"),
    "pin": ("egd pin", "egf pin"),
    "start": ("smms", "start score", "mm start", "mcmahon start", "initial mms"),
    **{name: (f"round {name[1:]}", f"rd {name[1:]}", name[1:]) for name in _ROUNDS},
}
"""The accepted headings, in any letter case, with or without spaces and punctuation."""


def read(path: Path | str) -> Tournament:
    """Read a wall list."""
    table = Table(path, COLUMNS)
    table.require_columns(("name",))
    rounds = table.consecutive_columns(_ROUNDS)
    rows = list(table)
    if not rows:
        raise InputError(f"{table.file}: there is no player in it; add one row a player.")
    players = complete_colours([_parse_player(row, rounds, len(rows)) for row in rows])
    if "start" in table:
        return Tournament(players, system="mcmahon", nbw="wins")
    return Tournament(players, system="round-robin" if is_round_robin(players) else "swiss")


def _parse_player(row: Row, rounds: list[str], players: int) -> Player:
    first, start = row.text("first_name"), row.optional_number("start")
    return Player(
        f"{row.required_text('name')} {first}".strip(),
        row.text("club"),
        row.text("country"),
        row.text("rank").lower(),
        row.optional_number("rating"),
        start or 0.0,
        tuple(_parse_round(row, name, players) for name in rounds),
        row.text("pin"),
    )


def _parse_round(row: Row, name: str, players: int) -> str:
    text = row.text(name)
    entry = normalize_round(text)
    if entry is None:
        raise row.error(
            f"{name} must be a result such as 14+, 10-/w2 or 0=, or blank, not “{text}”; correct it"
        )
    opponent = parse_opponent(entry)
    if opponent > players:
        raise row.error(
            f"{name} ({text}) names player {opponent}, but there are {players}; "
            "correct it, or add the player"
        )
    return entry


def format_csv(tournament: Tournament) -> Document:
    """The wall list of a tournament as :func:`read` takes it."""
    mcmahon = tournament.system == "mcmahon"
    rows = [
        {
            **vars(player),
            "start": player.start if mcmahon else None,
            **dict(zip(_ROUNDS, player.rounds)),
        }
        for player in tournament.players
    ]
    return format_rows(COLUMNS, rows, ["name", *_ROUNDS[: tournament.rounds]])
