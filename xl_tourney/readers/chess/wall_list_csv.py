"""Chess wall lists as CSV: one row a player, the rounds in columns R1, R2 and so on.

Opponents are named by their row among the players, the first is 1, or by a column of numbers, such
as Rk. and SNo in the crosstables of chess-results and Swiss-Manager.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from ...catalogue.cells import CellError
from ...errors import InputError
from ...functions.chess.wall_list import clean, parse_match, parse_round
from ...functions.chess.wall_list import read as read_wall_list
from ..entrants import tell_apart
from ..files import Document
from ..results_csv import CsvRow, CsvTable, format_rows
from ..tables import games
from ..tables.games import Game
from ..tables.headings import Columns, round_headings, words
from ..tables.reading import Reading
from ..tables.source import Given
from ..values import own_numbers, parse_births, parse_points, parse_rating
from . import notation
from .tournament import (
    MAX_ROUNDS,
    ChessPlayer,
    ChessTournament,
    is_ranked,
    points_of,
    ranked,
    rules_on,
)

# A list of games as a tournament of chess.

_BYES = {"10": "U", "==": "H", "01": "Z", "00": "Z", "+-": "U", "--": "Z", "??": "U", "-+": "Z"}
"""The rounds without opponent, by what White got."""


def tournament_of_games(table: CsvTable) -> ChessTournament:
    """The tournament of a table with two sides and a result, one row a game."""
    found = games.read(table, MAX_ROUNDS)
    colours = "wb" if found.knows_colours else "--"

    def cell(opponent: int, result: str, side: int, _: Game) -> str:
        return f"{opponent}{colours[side]}{result}"

    rounds = found.wall_list(cell, lambda game: _BYES[game.result])
    players = [
        _player_of_games(table.file, at, facts, rounds[name])
        for at, (name, facts) in enumerate(found.players.items(), 1)
    ]
    return ChessTournament(tuple(players))


def _player_of_games(file: str, at: int, facts: dict[str, str], rounds: list[str]) -> ChessPlayer:
    rating = parse_rating(CsvRow(file, 0, {"rating": facts.get("rating", "")}), "rating")
    return ChessPlayer(
        at,
        facts["name"],
        title=facts.get("title", "").upper(),
        rating=int(rating) if rating else None,
        federation=facts.get("federation", ""),
        club=facts.get("club", ""),
        rounds=tuple(rounds),
    )


_ROUNDS = [f"r{number}" for number in range(1, MAX_ROUNDS + 1)]
COLUMNS: Columns = {
    "name": words("player|player name|full name|surname|last name|family name|username|user|nick"),
    "first_name": ("given name",),
    "title": ("ti",),
    "federation": ("fed", "country", "nation"),
    "rating": ("elo", "rtg", "fide rating", "rtgi", "eloi"),
    "national_rating": ("national", "rtgn", "dwz", "kfree"),
    "birth": ("born", "birth year", "year", "birthday", "date of birth"),
    "sex": ("gender",),
    "club": ("club/city", "team"),
    "fide_number": ("fide id", "fide no", "id"),
    "points": ("pts", "tot", "total", "points in the file"),
    **{name: round_headings(name[1:]) for name in _ROUNDS},
    "rank": ("rk", "rg", "rang", "pl", "place", "platz", "pos"),
    "number": ("no", "nr", "sno", "startno", "snr", "start nr", "ini"),
    **games.COLUMNS,
}
_NUMBERS = ("rank", "number")
"""The columns that opponents may be named by."""
_PAIRED = re.compile(r"0*([1-9]\d{0,3})([wbs-].?|=)")
"""A game in a wall list: the opponent, and the rest."""
_TIE_BREAK = re.compile(
    r"(?:TB|Wtg|Des|Tie-?\s?break|Tiebrk|BH|Buchholz|SB|Sonneborn|Rp|Perf)\b.{0,20}|TB ?\d|Wtg ?\d",
    re.IGNORECASE,
)
"""The headings of figures that follow from games."""
_POINTS = frozenset(("", "+", "-", "0", "1", "½", "0.5", "1/2", "1.0", "0.0", "=", "½.0"))
_TELL_APART = ("federation", "club", "birth", "fide_number")
"""The columns that distinguish players with the same name."""


def read(given: Given) -> ChessTournament:
    """Read players with their results, or games, where the file has them."""
    table = CsvTable(
        given, COLUMNS, rename=lambda headings, rows: games.name_sides(headings, rows, COLUMNS)
    )
    periods = table.take_period()
    start, end = map(date.isoformat, periods[0]) if len(periods) == 1 else ("", "")
    rules = _rules_of(periods, table)
    found = replace(_read_table(table), start=start, end=end, rules=rules)
    return replace(found, warnings=tuple(table.reading.warnings()))


def _rules_of(periods: Sequence[tuple[date, date]], table: CsvTable) -> str:
    """The text of C.07 that the first day picks, whichever of its readings is right."""
    rules = {rules_on(first) for first, _ in periods}
    if len(rules) > 1:
        days = " or ".join(first.isoformat() for first, _ in periods)
        table.reading.notes.append(
            f"the first day is {days}, which picks no rules; say which with --rules"
        )
    return rules.pop() if len(rules) == 1 else ""


def _read_table(table: CsvTable) -> ChessTournament:
    """The tournament of a list of games, of a wall list, or of players alone."""
    rounds = table.consecutive_columns(_ROUNDS)
    if games.is_list(table) and not rounds:
        return tournament_of_games(table)
    table.require_columns(("name",))
    _refuse_unread_games(table)
    rows = table.rows_of_players(_NUMBERS)
    pattern = games.split_name([row.text("name") for row in rows])
    parsed = [_parse_player(number, row, rounds, pattern) for number, row in enumerate(rows, 1)]
    births = parse_births(rows, "birth")
    parsed = [replace(player, birth=birth) for player, birth in zip(parsed, births)]
    marks = [[getattr(player, key) for player in parsed] for key in _TELL_APART]
    names = tell_apart(
        [player.name for player in parsed], marks, lambda at, text: rows[at].error(text)
    )
    players = tuple(replace(player, name=name) for player, name in zip(parsed, names))
    if not rounds:
        players = ranked_by_rating(_without_points(table, players), table.reading)
        return ChessTournament(players)
    if boards := _boards_of_matches([player.rounds for player in players]):
        return ChessTournament(players, boards=boards)
    numbers = [own_numbers(rows, column) for column in _NUMBERS]
    if pattern and not any(numbers):
        found = [pattern.fullmatch(row.text("name")) for row in rows]
        numbers.append([one.groupdict().get("number", "") if one else "" for one in found])
    players, system = _with_rounds(table, players, numbers)
    _note_points(table, players, rows)
    return ChessTournament(players, system=system)


def ranked_by_rating(players: tuple[ChessPlayer, ...], reading: Reading) -> tuple[ChessPlayer, ...]:
    """The players of a list without games in the order of their ratings, which is said."""
    if is_ranked(players):
        return players
    players = ranked(players)
    first = "; ".join(player.name for player in players[:3])
    reading.notes.append(f"ranked by rating (C.04.2): {first} …")
    return players


def _boards_of_matches(cells: Sequence[Sequence[str]]) -> int:
    """How many boards a match has, where the cells are those of teams: 8w2½; else 0."""
    texts = [cell for row in cells for cell in row if cell.strip()]
    if all(map(parse_round, texts)) or not all(map(parse_match, texts)):
        return 0
    found = [[parse_match(cell) for cell in row] for row in cells]
    boards = 0.0
    for row in found:
        for n, one in enumerate(row):
            other = found[one.opponent][n] if one and 0 <= one.opponent < len(found) else None
            if one and other:
                boards = max(boards, len(one.boards), one.game_points + other.game_points)
    return math.ceil(boards)


def _without_points(table: CsvTable, players: tuple[ChessPlayer, ...]) -> tuple[ChessPlayer, ...]:
    """The players without points that have no games: nobody can tell how they came about."""
    scores = [cell for cell in table.cells("result") if cell]
    has_tie_breaks = any(_TIE_BREAK.fullmatch(heading.strip()) for heading in table.heading)
    if any(player.points for player in players) or scores or has_tie_breaks:
        table.reading.notes.append(games.NO_GAMES)
    return tuple(replace(player, points=None, rank=None) for player in players)


def _note_points(table: CsvTable, players: Sequence[ChessPlayer], rows: Sequence[CsvRow]) -> None:
    """Say whose printed points are not what the results add up to."""
    own = points_of([player.rounds for player in players], None)
    for row, player, points in zip(rows, players, own):
        if player.points is not None and player.points != points:
            table.reading.notes.append(
                f"row {row.number}: {player.name} has {player.points:g} points in the file, but "
                f"the results add up to {points:g}"
            )


def _refuse_unread_games(table: CsvTable) -> None:
    """Refuse a column of games whose heading is no round."""
    for heading, cells in table.unread_columns():
        games = sum(bool(_PAIRED.fullmatch(clean(cell))) for cell in cells)
        if games > len(cells) / 2:
            raise table.error(
                f"the column “{heading}” holds games, such as {cells[0]}, but its heading is no "
                "round; rename it to R1, R2 and so on"
            )


def _parse_player(
    number: int, row: CsvRow, rounds: list[str], pattern: re.Pattern[str] | None
) -> ChessPlayer:
    name, first, title = row.required_text("name"), row.text("first_name"), row.text("title")
    found = pattern.fullmatch(name) if pattern else None
    if found:
        name, title = found["name"], title or (found.groupdict().get("title") or "").strip("-")
    return ChessPlayer(
        number,
        f"{name}{', ' if first else ''}{first}",
        sex=row.text("sex").lower()[:1],
        title=title.upper(),
        rating=_rating(row, "rating"),
        federation=row.text("federation"),
        fide_number=row.text("fide_number"),
        points=parse_points(row, "points"),
        rounds=tuple(notation.round_of(row, name) for name in rounds),
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


def _with_rounds(
    table: CsvTable, players: tuple[ChessPlayer, ...], numbers: Sequence[Sequence[str]]
) -> tuple[tuple[ChessPlayer, ...], str]:
    """The players with opponents by their rows, and the system.

    Opponents are named by their rows or by a column of numbers, in one of the notations of
    programs; the first way in which all sides agree is taken.
    """
    cells = [list(player.rounds) for player in players]
    all_numbers = [None, *filter(None, numbers)]
    for own in all_numbers:
        order = [*range(len(cells))] if own is None else [int(number) - 1 for number in own]
        if sorted(order) == [*range(len(cells))] == [*range(len(cells[0]))]:
            square_cells = [[row[at] for at in order] for row in cells]
            square = notation.rounds_of_square(square_cells)
            if square and (wrong := notation.find_disagreement(square_cells)):
                one, other = (players[at].name for at in wrong)
                own, theirs = (square_cells[a][b] for a, b in (wrong, wrong[::-1]))
                raise table.error(
                    f"the results of {one} against {other} do not fit each other: “{own}” and "
                    f"“{theirs}”; correct one of them"
                )
            if square:
                table.reading.notes.append(
                    "a square of results names no rounds; Berger's are taken"
                )
                return _replace_rounds(players, square), "round-robin"
    failed: CellError | None = None
    for written in notation.readings(cells):
        for own in all_numbers:
            places = {number: at for at, number in enumerate(own, 1)} if own else None
            found = [[_renumber(cell, places) for cell in row] for row in written]
            try:
                read_wall_list(found, "the wall list")
            except CellError as error:
                failed = failed or error
            else:
                return _replace_rounds(players, found), "swiss"
    for written in notation.readings(cells):
        for own in all_numbers:
            if listed := _with_others(players, written, own):
                others = listed[len(players) :]
                table.reading.notes.append(
                    f"the list ends before {len(others)} of the opponents; they are added as "
                    f"“{others[0].name}” and so on with these games alone, so tie-breaks by the "
                    "points of opponents are too low"
                )
                return listed, "swiss"
    if {cell.replace(",", ".") for row in cells for cell in row} <= _POINTS:
        raise table.error(
            "the rounds hold points without opponents, from which nobody can tell who met whom; "
            "export a crosstable with cells such as 12w1"
        )
    if not failed:
        try:
            read_wall_list(cells, "the wall list")
        except CellError as error:
            failed = error
    assert failed
    raise InputError(f"{table.file}: {failed.value.message}.") from failed


_MIRRORED = {**dict(zip("1=0?", "0=1?")), **dict(zip("+-", "-+")), **dict(zip("wb", "bw"))}


def _with_others(
    players: tuple[ChessPlayer, ...], cells: Sequence[Sequence[str]], own: Sequence[str] | None
) -> tuple[ChessPlayer, ...]:
    """The players, and behind them the opponents that a list cut after its first ranks leaves out.

    None of them where the list is whole, or where a single number is wrong.
    """
    numbers = [*own] if own else [f"{at}" for at in range(1, len(players) + 1)]
    games = [[_PAIRED.fullmatch(clean(cell)) for cell in row] for row in cells]
    met = {game[1] for row in games for game in row if game}
    others = sorted(met - {*numbers}, key=int)
    if len(others) < 2:
        return ()
    places = {number: at for at, number in enumerate([*numbers, *others], 1)}
    found = [[_renumber(cell, places) for cell in row] for row in cells]
    found += [[""] * max(map(len, found)) for _ in others]
    for at, row in enumerate(games, 1):
        for round_, game in enumerate(row):
            if game and game[1] in others:
                rest = "".join(_MIRRORED.get(letter, letter) for letter in game[2])
                found[places[game[1]] - 1][round_] = f"{at}{rest}"
    try:
        read_wall_list(found, "the wall list")
    except CellError:
        return ()
    more = [ChessPlayer(int(number), f"No. {number}") for number in others]
    return _replace_rounds([*players, *more], found)


def _replace_rounds(
    players: Sequence[ChessPlayer], rounds: Sequence[Sequence[str]]
) -> tuple[ChessPlayer, ...]:
    return tuple(replace(player, rounds=tuple(row)) for player, row in zip(players, rounds))


def _renumber(cell: str, places: Mapping[str, int] | None) -> str:
    """A cell with the row of the opponent in place of the number; unknown numbers give row 9999."""
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
