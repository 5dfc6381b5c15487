"""Chess wall lists as CSV: one row a player, the rounds in columns R1, R2 and so on.

Only ``name`` is mandatory.  Opponents are named by their row among the players, the first is 1.
Other columns are ignored.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ...catalogue.cells import CellError
from ...errors import InputError
from ...functions.chess.wall_list import read as read_wall_list
from ..entrants import tell_apart
from ..files import Document
from ..results_csv import Columns, CsvRow, CsvTable, format_rows
from .tournament import MAX_ROUNDS, ChessPlayer, ChessTournament

_ROUNDS = [f"r{number}" for number in range(1, MAX_ROUNDS + 1)]
COLUMNS: Columns = {
    "name": ("player", "surname", "last name", "family name"),
    "first_name": ("given name",),
    "title": ("ti",),
    "federation": ("fed", "country", "nation"),
    "rating": ("elo", "rtg", "fide rating", "rtgi"),
    "national_rating": ("national", "rtgn", "dwz", "kfree"),
    "birth": ("born", "birth year", "year", "birthday", "date of birth"),
    "sex": ("gender",),
    "club": ("club/city", "team"),
    "fide_number": ("fide id", "fide no", "id"),
    "points": ("pts", "points in the file"),
    **{name: (f"round {name[1:]}", f"rd {name[1:]}", name[1:]) for name in _ROUNDS},
}
"""The accepted headings, in any letter case, with or without spaces and punctuation."""
_TELL_APART = ("federation", "club", "birth", "fide_number")
"""The columns that distinguish players with the same name."""


def read(path: Path | str) -> ChessTournament:
    """Read players, and their results where the file has them."""
    table = CsvTable(path, COLUMNS)
    table.require_columns(("name",))
    rounds = table.consecutive_columns(_ROUNDS)
    rows = list(table)
    if not rows:
        raise InputError(f"{table.file}: there is no player in it; add one row a player.")
    parsed = [_parse_player(number, row, rounds) for number, row in enumerate(rows, 1)]
    marks = [[getattr(player, key) for player in parsed] for key in _TELL_APART]
    names = tell_apart(
        [player.name for player in parsed], marks, lambda at, text: rows[at].error(text)
    )
    players = tuple(replace(player, name=name) for player, name in zip(parsed, names))
    if rounds:
        _check_wall_list(table.file, players)
    return ChessTournament(players)


def _parse_player(number: int, row: CsvRow, rounds: list[str]) -> ChessPlayer:
    first = row.text("first_name")
    return ChessPlayer(
        number,
        f"{row.required_text('name')}{', ' if first else ''}{first}",
        sex=row.text("sex").lower()[:1],
        title=row.text("title").upper(),
        rating=_rating(row, "rating"),
        federation=row.text("federation"),
        fide_number=row.text("fide_number"),
        birth=row.text("birth"),
        points=row.optional_number("points"),
        rounds=tuple(row.text(name) for name in rounds),
        national_rating=_rating(row, "national_rating"),
        club=row.text("club"),
    )


def _rating(row: CsvRow, column: str) -> int | None:
    if not row.text(column):
        return None
    rating = row.required_integer(column)
    if rating < 0:
        raise row.error(f"{column} must not be negative, and {rating} is; correct it")
    return rating or None


def _check_wall_list(file: str, players: tuple[ChessPlayer, ...]) -> None:
    """Hold the two sides of every game to each other; the message names both."""
    try:
        read_wall_list([list(player.rounds) for player in players], "the wall list")
    except CellError as error:
        raise InputError(f"{file}: {error.value.message}.") from error


def format_csv(tournament: ChessTournament) -> Document:
    """The wall list of a tournament as :func:`read` takes it."""
    rows = [{**vars(player), **dict(zip(_ROUNDS, player.rounds))} for player in tournament.players]
    return format_rows(COLUMNS, rows, ["name", *_ROUNDS[: tournament.rounds]])
