"""Go wall lists as CSV, read and written: one row a player, the rounds in columns R1, R2 and so on.

Only ``name`` is mandatory.  Opponents are named by the number of the column ``no``, or by their row
among the players, the first is 1.  In an extract some of these rows are missing.  ``start`` is the
McMahon score before the first round; with it the tournament is a McMahon.  ``out_after`` is the
last round of a player who left.  Other columns are ignored.
"""

from __future__ import annotations

from ...errors import InputError
from ..files import Document
from ..results_csv import CsvRow, CsvTable, format_rows
from ..tables.headings import Columns
from ..tables.source import Given
from ..values import parse_rank, parse_rating
from .tournament import (
    MAX_NUMBER,
    MAX_ROUNDS,
    GoPlayer,
    GoTournament,
    complete_colours,
    is_round_robin,
    named_apart,
    normalize_round,
    parse_opponent,
    without_bye,
)

_ROUNDS = [f"r{number}" for number in range(1, MAX_ROUNDS + 1)]
COLUMNS: Columns = {
    "no": ("number", "nr"),
    "name": ("player", "surname", "last name", "family name"),
    "first_name": ("given name",),
    "club": (),
    "country": ("co", "nation"),
    "rank": ("rk", "grade", "strength"),
    "rating": ("gor", "egf rating"),
    "pin": ("egd pin", "egf pin"),
    "start": ("smms", "start score", "mm start", "mcmahon start", "initial mms"),
    "out_after": ("out after round", "out", "withdrew after"),
    **{name: (f"round {name[1:]}", f"rd {name[1:]}", name[1:]) for name in _ROUNDS},
}
"""The accepted headings, in any letter case, with or without spaces and punctuation."""


def read(given: Given) -> GoTournament:
    """Read a wall list."""
    table = CsvTable(given, COLUMNS)
    table.require_columns(("name",))
    rounds = table.consecutive_columns(_ROUNDS)
    rows = list(table)
    if not rows:
        raise InputError(f"{table.file}: there is no player in it; add one row a player.")
    numbered = _number_rows(rows) if "no" in table else dict(enumerate(rows, 1))
    listed = [
        _parse_player(numbered[number], rounds) if number in numbered else GoPlayer("")
        for number in range(1, max(numbered) + 1)
    ]
    named = named_apart(without_bye(listed), lambda at, text: numbered[at + 1].error(text))
    players = complete_colours(named)
    if "start" in table:
        return GoTournament(players, system="mcmahon", nbw="wins")
    return GoTournament(players, system="round-robin" if is_round_robin(players) else "swiss")


def _number_rows(rows: list[CsvRow]) -> dict[int, CsvRow]:
    """The rows by the numbers that opponents are named by."""
    numbered: dict[int, CsvRow] = {}
    for row in rows:
        number = row.required_integer("no")
        if not 1 <= number <= MAX_NUMBER:
            raise row.error(f"no must be from 1 to {MAX_NUMBER}, not {number}; correct it")
        if number in numbered:
            raise row.error(f"no {number} stands in row {numbered[number].number} too; correct it")
        numbered[number] = row
    return numbered


def _parse_player(row: CsvRow, rounds: list[str]) -> GoPlayer:
    first, start = row.text("first_name"), row.optional_number("start")
    out = row.required_integer("out_after") if row.text("out_after") else None
    if out is not None and not 0 <= out <= MAX_ROUNDS:
        raise row.error(f"out_after must be from 0 to {MAX_ROUNDS}, not {out}; correct it")
    return GoPlayer(
        f"{row.required_text('name')} {first}".strip(),
        row.text("club"),
        row.text("country"),
        parse_rank(row, "rank"),
        parse_rating(row, "rating"),
        start or 0.0,
        tuple(_parse_round(row, name) for name in rounds),
        row.text("pin"),
        out,
    )


def _parse_round(row: CsvRow, name: str) -> str:
    text = row.text(name)
    entry = normalize_round(text)
    if entry is None:
        raise row.error(
            f"{name} must be a result such as 14+, 10-/w2 or 0=, or blank, not “{text}”; correct it"
        )
    opponent = parse_opponent(entry)
    if opponent > MAX_NUMBER:
        raise row.error(f"{name} ({text}) names player {opponent}; correct it")
    return entry


def format_csv(tournament: GoTournament) -> Document:
    """The wall list of a tournament as :func:`read` takes it."""
    mcmahon = tournament.system == "mcmahon"
    is_extract = not all(player.name for player in tournament.players)
    rows = [
        {
            **vars(player),
            "no": number if is_extract else None,
            "start": player.start if mcmahon else None,
            "out_after": player.out,
            **dict(zip(_ROUNDS, player.rounds)),
        }
        for number, player in enumerate(tournament.players, 1)
        if player.name
    ]
    return format_rows(COLUMNS, rows, ["name", *_ROUNDS[: tournament.rounds]])
