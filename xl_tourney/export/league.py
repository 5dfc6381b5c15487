"""The table or the games of a league workbook, as a file."""

from __future__ import annotations

from ..readers import league
from ..readers.league import League, LeagueGame, TeamRecord
from .filled_workbook import FilledWorkbook, format_text, is_blank


def read_league(book: FilledWorkbook) -> League:
    """The table as it was typed in, or the games."""
    season = book.setting("SeasonGames")
    season_games = int(season) if isinstance(season, (int, float)) else None
    if book.has_inputs("home", "away"):
        games = [
            LeagueGame(
                format_text(row["home"]),
                format_text(row["away"]),
                _parse_score(row["home_score"]),
                _parse_score(row["away_score"]),
                format_text(row["round"]),
                format_text(row["overtime"]),
            )
            for row in book.inputs("home", "away")
            if not is_blank(row, "home", "away")
        ]
        return League(games, season_games)
    records = [
        TeamRecord(
            format_text(row["name"]), *(int(row[key] or 0) for key in ("won", "lost", "tied"))
        )
        for row in book.inputs("name", "won")
        if not is_blank(row, "name")
    ]
    return League(records, season_games)


def _parse_score(cell: object) -> float | None:
    """The number in a cell; none in that of a fixture."""
    return float(cell) if isinstance(cell, (int, float)) else None


FORMATS = {"csv": lambda book: league.format_csv(read_league(book))}
