"""Chess wall lists as CSV: one row a player, the rounds in columns R1, R2 and so on.

Only ``name`` is mandatory.  Opponents are named by their row among the players, the first is 1, or
by a column of numbers, such as Rk. and SNo in the crosstables of chess-results and Swiss-Manager.
Lines of text above the headings and below the players, and columns that are not read, are named in
the warnings; a column of games under a heading that is no round is refused.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ...catalogue.cells import CellError
from ...errors import InputError
from ...functions.chess.wall_list import clean
from ...functions.chess.wall_list import read as read_wall_list
from ..entrants import tell_apart
from ..files import Document
from ..results_csv import CsvRow, CsvTable, format_rows
from ..tables.headings import Columns
from ..tables.source import Given
from ..values import parse_rating
from .tournament import MAX_ROUNDS, ChessPlayer, ChessTournament

_ROUND_WORDS = [
    "round",
    "rd",
    "runde",
    "rde",
    "ronde",
    "ronda",
    "rda",
    "turno",
    "kolo",
    "runda",
    "forduló",
    "kierros",
    "omgång",
    "tur",
    "тур",
    "回戦",
]


def _round_headings(number: str) -> tuple[str, ...]:
    """The headings of a round: 1, Round 1, Rd1, 1.Rd, 1. Runde and so on."""
    texts = (text for word in _ROUND_WORDS for text in (f"{word} {number}", f"{number}. {word}"))
    return (number, *texts)


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
    **{name: _round_headings(name[1:]) for name in _ROUNDS},
    "rank": ("rk", "rg", "rang", "pl", "place", "platz", "pos"),
    "number": ("no", "nr", "sno", "startno", "snr", "start nr", "ini"),
}
"""The accepted headings, in any letter case, with or without spaces and punctuation."""
_NUMBERS = ("rank", "number")
"""The columns that opponents may be named by."""
_PAIRED = re.compile(r"0*([1-9]\d{0,3})([wbs-].?|=)")
"""A game in a wall list: the opponent, and the rest."""
_TELL_APART = ("federation", "club", "birth", "fide_number")
"""The columns that distinguish players with the same name."""


def read(given: Given) -> ChessTournament:
    """Read players, and their results where the file has them."""
    table = CsvTable(given, COLUMNS)
    table.require_columns(("name",))
    rounds = table.consecutive_columns(_ROUNDS)
    _refuse_unread_games(table)
    for row in table:
        if len(row.cells) > 1 and row.is_blank({*row.cells} - set(_NUMBERS)):
            table.leave_out(row, "nobody is named in it")
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
        players = _with_places(table.file, players, rows)
    return ChessTournament(players, warnings=tuple(table.reading.warnings()))


def _refuse_unread_games(table: CsvTable) -> None:
    """Refuse a column of games whose heading is no round."""
    for heading, cells in table.unread_columns():
        games = sum(bool(_PAIRED.fullmatch(clean(cell))) for cell in cells)
        if games > len(cells) / 2:
            raise InputError(
                f"{table.file}: the column “{heading}” holds games, such as {cells[0]}, but its "
                "heading is no round; rename it to R1, R2 and so on."
            )


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
    rating = parse_rating(row, column)
    if rating is None:
        return None
    if rating < 0:
        raise row.error(f"{column} must not be negative, and {rating:g} is; correct it")
    if rating != int(rating):
        raise row.error(f"{column} must be a whole number, not {rating:g}; correct it")
    return int(rating) or None


def _with_places(
    file: str, players: tuple[ChessPlayer, ...], rows: list[CsvRow]
) -> tuple[ChessPlayer, ...]:
    """The players with opponents by their rows; the numbers are those under which all sides agree.

    If no column of numbers makes them agree either, the message is that of the rows.
    """
    failed: CellError | None = None
    for places in (None, *filter(None, (_places(rows, column) for column in _NUMBERS))):
        renumbered = tuple(
            replace(player, rounds=tuple(_renumber(cell, places) for cell in player.rounds))
            for player in players
        )
        try:
            read_wall_list([list(player.rounds) for player in renumbered], "the wall list")
        except CellError as error:
            failed = failed or error
        else:
            return renumbered
    assert failed
    raise InputError(f"{file}: {failed.value.message}.") from failed


def _places(rows: list[CsvRow], column: str) -> dict[str, int]:
    """The row of each number in a column; none where two rows have the same or one has none."""
    numbers = [row.text(column).strip(".").lstrip("0") for row in rows]
    usable = all(number.isdecimal() for number in numbers) and len({*numbers}) == len(numbers)
    return {number: at for at, number in enumerate(numbers, 1)} if usable else {}


def _renumber(cell: str, places: dict[str, int] | None) -> str:
    """A cell with the row of the opponent in place of his number; unknown numbers give row 9999."""
    found = _PAIRED.fullmatch(clean(cell)) if places else None
    if not found or places is None:
        return cell
    return f"{places.get(found[1], 9999)}{found[2]}"


def format_csv(tournament: ChessTournament) -> Document:
    """The wall list of a tournament as :func:`read` takes it."""
    unwritten = dict.fromkeys(_NUMBERS)
    rows = [
        {**vars(player), **unwritten, **dict(zip(_ROUNDS, player.rounds))}
        for player in tournament.players
    ]
    return format_rows(COLUMNS, rows, ["name", *_ROUNDS[: tournament.rounds]])
