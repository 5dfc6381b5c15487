"""The table or the games of a league workbook, as a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..events.adapters.results import normalize
from ..events.cells import Row
from ..events.event import Event
from ..readers import league
from ..readers.files import Document
from ..readers.league import Adjustment, League, LeagueGame, TeamRecord
from ..readers.tables.teams.boards import points_of_boards
from ..readers.tables.teams.columns import OF_A_SIDE
from ..readers.tables.teams.scores import is_result
from .formats import describe_left_out


def read_league(book: Event) -> League:
    """The table as it was typed in, or the games."""
    season = book.setting("SeasonGames")
    season_games = int(season) if isinstance(season, (int, float)) else None
    if book.has_inputs("home", "away"):
        listed = book.inputs("name", "lot")
        group_of = {normalize(row["name"]): row.text("group") for row in listed}
        games = [
            _with_parts(
                LeagueGame(
                    row.text("home"),
                    row.text("away"),
                    row.number("home_score"),
                    row.number("away_score"),
                    row.text("round"),
                    row.text("overtime"),
                    **{key: row.number(key) for key in _BESIDE},
                    group=groups[0],
                    home_group=groups[1],
                    away_group=groups[2],
                    sets="",
                    boards="",
                ),
                row.text("sets"),
                book,
            )
            for row in book.inputs("home", "away")
            if not row.is_blank("home", "away")
            for groups in [_groups(*(group_of.get(normalize(row[side]), "") for side in _SIDES))]
        ]
        adjusted = [
            Adjustment(row.text("name"), points, row.text("deducted_from"), row.text("reason"))
            for row in listed
            if (points := row.number("deducted"))
        ]
        return League(games, season_games, tuple(adjusted))
    rows = book.listed("name", "won")
    records = [
        TeamRecord(row.text("name"), *(int(row[key] or 0) for key in ("won", "lost", "tied")))
        for row in rows
    ]
    return League(records, season_games, figures=_figures(book, rows))


def _figures(book: Event, rows: Sequence[Row]) -> dict[str, list[float]]:
    """The columns that a table of teams is sorted by, by their headings."""
    return {
        column.heading: [row.number(column.key) or 0.0 for row in rows]
        for table in book.tables
        for column in table.columns
        if column.is_input and column.key.startswith("figure_")
    }


_SIDES = ("home", "away")
_BESIDE = [f"{side}_{what}" for what in OF_A_SIDE[:-1] for side in _SIDES]


def _with_parts(game: LeagueGame, text: str, book: Event) -> LeagueGame:
    """A game with what stands in the cell of its sets, or boards: these, or the result alone."""
    boards = points_of_boards(text)
    if len(boards) == 1 and _is_result(*boards[0], book):
        home, away = boards[0]
        return replace(game, home_score=home, away_score=away)
    if book.setting("BoardsOfMatch"):
        return replace(game, boards=text)
    return replace(game, sets=text)


def _is_result(home: float, away: float, book: Event) -> bool:
    """Whether two numbers are a result such as 3:1, and not the points of a set."""
    if boards := book.setting("BoardsOfMatch"):
        return bool(home + away == boards)
    if not book.has_inputs("home_second"):
        return True
    to_win = book.setting("SetsToWin")
    return to_win is not None and is_result([(home, away)], to_win)


def _groups(home: str, away: str) -> tuple[str, str, str]:
    """The group of both teams, and blank; or blank, and that of each where they are in two."""
    return (home, "", "") if home == away else ("", home, away)


def _to_csv(book: Event) -> Document:
    """The file; one of games has no place for a team without a game."""
    by_game = book.has_inputs("home", "away")
    found = read_league(book)
    document = league.format_csv(found, by_game=by_game)
    playing = {name.casefold() for game in found.rows for name in _sides(game)}
    teams = [row.text("name") for row in book.inputs("name")] if by_game else []
    idle = [name for name in teams if name and name.casefold() not in playing]
    return document._replace(notes=describe_left_out("team", "game", idle))


def _sides(row: TeamRecord | LeagueGame) -> tuple[str, ...]:
    return (row.home, row.away) if isinstance(row, LeagueGame) else (row.team,)


FORMATS = {"csv": _to_csv}
