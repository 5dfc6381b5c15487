"""A chess workbook as a tournament, and its files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..errors import InputError, OptionError
from ..events.cells import Row, up_to_last
from ..events.event import Event
from ..functions.chess.wall_list import Round
from ..functions.wall_lists import BYES, coming
from ..readers.chess import wall_list_csv
from ..readers.chess.pairing_records import baku, format_acceleration, format_forbidden
from ..readers.chess.tournament import (
    INDIVIDUAL_SCORING,
    Bye,
    ChessPlayer,
    ChessTournament,
    parse_cell,
)
from ..readers.chess.write import format_trf
from ..readers.entrants import find_entrant
from ..readers.files import Document
from ..templates.chess.rounds import BYE_LETTERS, COLOURS, RESULTS

_MOST_CODES = 6


def read_tournament(book: Event) -> ChessTournament:
    """The players, the rounds that have been held, and what Setup says."""
    listed = up_to_last(book.inputs("name", "fide"), "name")
    cells = list(_read_cells(book, book.inputs("r_1")[: len(listed)]))
    rounds_held = _rounds_held(cells)
    start, _, end = book.text("Dates").partition(" – ")
    codes = (book.text(f"TieBreak{k}") for k in range(1, _MOST_CODES + 1))
    players = tuple(
        _read_player(number, row, tuple(rounds[:rounds_held]))
        for number, (row, rounds) in enumerate(zip(listed, cells), 1)
    )
    boards = book.setting("Boards") if book.cell("Boards") else None
    return ChessTournament(
        players,
        name=book.text("Title"),
        city=book.text("Venue"),
        federation=book.text("Federation"),
        start=start,
        end=end or start,
        arbiter=book.text("Arbiter"),
        time_control=book.text("TimeControl"),
        announced_rounds=len(cells[0]) if cells else None,
        scoring=None if boards else _read_scoring(book),
        team_scoring=_read_team_scoring(book) if boards else None,
        boards=int(boards) if boards else None,
        codes=tuple(filter(None, codes)),
        system=book.setting("System"),
        rules=book.text("Rules"),
        unrated=book.setting("Unrated"),
        byes=tuple(_future_byes(cells, rounds_held)),
        first_colour=book.text("FirstColour")[:1].upper(),
        kept=tuple(_pairing_records(book, players, cells)),
    )


def _read_cells(book: Event, rows: Sequence[Row]) -> Iterator[list[str]]:
    """The cells of the wall list; a blank one is what the page Games says."""
    keys = [key for key in rows[0] if key.startswith("r_")] if rows else []
    codes = [key.replace("r_", "clean_" if book.cell("Boards") else "code_") for key in keys]
    for row, values in zip(rows, book.column_values(*codes)):
        yield [row.text(key) or _format_code(values[code]) for key, code in zip(keys, codes)]


def _format_code(code: Any) -> str:
    """A cell of the wall list from the number that the workbook has for it."""
    if not isinstance(code, (int, float)):  # a match, blank, or never calculated
        return code if isinstance(code, str) and parse_cell(code) else ""
    opponent, rest = divmod(int(code), 100)
    colour, result = divmod(rest, 10)
    if not opponent:
        return BYE_LETTERS[result]
    return f"{opponent}{COLOURS[colour]}{RESULTS[result - 1 : result]}"


def _pairing_records(
    book: Event, players: Sequence[ChessPlayer], cells: Sequence[Sequence[str]]
) -> Iterator[str]:
    """What Setup says for the pairing: accelerated points, and who is kept apart."""
    rounds = len(cells[0]) if cells else 0
    if book.text("Acceleration") == "Baku":
        from_start = sum(not row or _read(row[0]) != "Z" for row in cells)
        yield from format_acceleration(baku(from_start, rounds))
    names = {player.number: player.name for player in players if player.name}
    groups = [
        [
            find_entrant(name, names, "KeptApart on Setup")
            for name in re.split(r"\s+[-–+]\s+", group.strip())
        ]
        for group in book.text("KeptApart").split(";")
        if group.strip()
    ]
    yield from format_forbidden(groups, rounds)


def _read(cell: str) -> str:
    return _parse(cell).result if cell else ""


def _read_player(number: int, row: Row, rounds: tuple[str, ...]) -> ChessPlayer:
    return ChessPlayer(
        number,
        row.text("name"),
        sex=row.text("sex"),
        title=row.text("title"),
        rating=row.integer("rating"),
        federation=row.text("federation"),
        fide_number=row.text("fide"),
        birth=row.text("birth"),
        points=row["printed"],
        rounds=rounds,
        club=row.text("club"),
        national_rating=row.integer("national"),
    )


def _parse(cell: str) -> Round:
    found = parse_cell(cell)
    if found is None:
        raise InputError(
            f"The wall list has “{cell}”, which is no result such as 12w1 or H; correct it."
        )
    return found


def _rounds_held(cells: Sequence[Sequence[str]]) -> int:
    """The last round in which anybody has an opponent."""
    return max(
        (
            number
            for row in cells
            for number, cell in enumerate(row, 1)
            if cell and _parse(cell).opponent >= 0
        ),
        default=0,
    )


def _future_byes(cells: Sequence[Sequence[str]], rounds_held: int) -> list[Bye]:
    """The byes that are announced for rounds which have not been held."""
    found: dict[tuple[int, str], list[int]] = {}
    for number, row in enumerate(cells, 1):
        for round_, cell in enumerate(row, 1):
            if cell and round_ > rounds_held:
                found.setdefault((round_, _parse(cell).result), []).append(number)
    return [
        Bye(kind, round_, tuple(numbers))
        for (round_, kind), numbers in sorted(found.items())
        if coming(kind) in BYES
    ]


def _read_scoring(book: Event) -> tuple[float, ...] | None:
    win, draw, loss, bye = (
        float(book.setting(name) or 0) for name in ("Win", "Draw", "Loss", "ByePoints")
    )
    usual = (win, draw, loss) == INDIVIDUAL_SCORING
    if bye != win:
        return win, draw, loss, bye
    return None if usual else (win, draw, loss)


def _read_team_scoring(book: Event) -> tuple[float, ...]:
    names = ("Win", "Draw", "Loss", "ByePoints", "ByeGamePoints")
    return tuple(float(book.setting(name) or 0) for name in names)


def _national_records(tournament: ChessTournament) -> tuple[str, ...]:
    """A record for each national rating, which a federation's code begins."""
    found = []
    for player in tournament.players:
        code = (tournament.federation or player.federation).upper()
        if player.national_rating and len(code) == 3 and code.isalpha():
            found.append(f"{code} {player.number:>4}".ljust(48) + f"{player.national_rating:>4}")
    return tuple(found)


def _to_trf(book: Event) -> Document:
    tournament = read_tournament(book)
    if tournament.boards:
        raise OptionError(
            f"{book.name}: holds teams, and a TRF also says who played on each board; take csv."
        )
    kept = (*tournament.kept, *_national_records(tournament))
    tournament = replace(tournament, kept=kept)
    return format_trf(tournament, book.name)


FORMATS = {
    "trf": _to_trf,
    "csv": lambda book: wall_list_csv.format_csv(read_tournament(book)),
}
