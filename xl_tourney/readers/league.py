"""League results as CSV: the table as it stands, one row a team, or one row a game.

A row of the table has ``team``, ``wins`` and ``losses``, and may have ``ties``; a game has
``home``, ``away``, ``home_score`` and ``away_score``, and may have ``round``, a date or number that
tells the games of two teams apart.  Games with neither score are yet to be played, and ignored.
Both may have ``season_games``, how many games each team has in the season, the same in every row.
Other columns are ignored.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError
from .files import Document
from .results_csv import Columns, Row, Table, format_rows

COLUMNS: Columns = {
    "team": ("name", "club"),
    "wins": ("won", "w"),
    "losses": ("lost", "l"),
    "ties": ("tied", "t", "draws", "drawn", "d"),
    "home": ("team a", "team 1", "a", "home team"),
    "away": ("team b", "team 2", "b", "away team", "visitor", "visitors"),
    "home_score": ("score a", "score 1", "runs home", "points home", "home points", "home runs"),
    "away_score": ("score b", "score 2", "runs away", "points away", "away points", "away runs"),
    "round": ("date", "day", "week", "matchday"),
    "season_games": ("season", "schedule"),
}
"""The accepted headings, in any letter case, with or without spaces and punctuation."""

TEAM_COLUMNS = ("team", "wins", "losses")
GAME_COLUMNS = ("home", "away", "home_score", "away_score")


@dataclass(frozen=True)
class Record:
    """What a team has won, lost and tied so far."""

    team: str
    wins: int
    losses: int
    ties: int = 0


@dataclass(frozen=True)
class Game:
    """One game between two teams."""

    home: str
    away: str
    home_score: float
    away_score: float
    round: str = ""


@dataclass(frozen=True)
class League:
    """The table or the games of a league, and how long its season is."""

    rows: list[Record] | list[Game]
    season_games: int | None = None

    def __len__(self) -> int:
        return len(self.rows)


def read(path: Path | str) -> League:
    """Read a file of records or of games, told apart by the headings."""
    table = Table(path, COLUMNS)
    by_game = any(column in table for column in GAME_COLUMNS)
    table.require_columns(*((GAME_COLUMNS,) if by_game else (TEAM_COLUMNS, GAME_COLUMNS)))
    team_columns = [column for column in TEAM_COLUMNS if column in table] if by_game else []
    if team_columns:
        raise InputError(
            f"{table.file}: home and away say that a row is a game, {', '.join(team_columns)} "
            "that it is a team; leave one of them out."
        )
    rows = list(table)
    season_games = _parse_season_games(rows)
    if by_game:
        played = (row for row in rows if row.text("home_score") or row.text("away_score"))
        return League([_parse_game(row) for row in played], season_games)
    return League([_parse_record(row) for row in rows], season_games)


def teams(league: League) -> list[str]:
    """Every team, in the order in which they first appear.

    >>> teams(League([Game("Reds", "Blues", 3, 1), Game("blues", "Greens", 0, 2)]))
    ['Reds', 'Blues', 'Greens']
    """
    names: dict[str, str] = {}
    for row in league.rows:
        for name in [row.home, row.away] if isinstance(row, Game) else [row.team]:
            names.setdefault(name.casefold(), name)
    return list(names.values())


def rounds(league: League) -> list[str]:
    """Every date or round of the games, in the order in which they first appear."""
    games = (row for row in league.rows if isinstance(row, Game))
    return list(dict.fromkeys(game.round for game in games if game.round))


def _parse_season_games(rows: list[Row]) -> int | None:
    """How many games each team has in the season, on which all rows must agree."""
    season: int | None = None
    for row in rows:
        if row.text("season_games"):
            games = row.required_integer("season_games")
            if games < 1 or season not in (None, games):
                above = "1 or more" if games < 1 else f"{season} as in the rows above"
                raise row.error(f"season_games must be {above}, not {games}; correct it")
            season = games
    return season


def _parse_record(row: Row) -> Record:
    ties = _parse_count(row, "ties") if row.text("ties") else 0
    return Record(
        row.required_text("team"), _parse_count(row, "wins"), _parse_count(row, "losses"), ties
    )


def _parse_count(row: Row, column: str) -> int:
    count = row.required_integer(column)
    if count < 0:
        raise row.error(f"{column} must not be negative, and is {count}; correct it")
    return count


def _parse_game(row: Row) -> Game:
    home, away = row.required_text("home"), row.required_text("away")
    if home.casefold() == away.casefold():
        raise row.error(f"{home} plays against itself; correct home or away")
    scores = row.required_number("home_score"), row.required_number("away_score")
    return Game(home, away, *scores, row.text("round"))


def format_csv(league: League) -> Document:
    """The table or the games of a league as :func:`read` takes them."""
    by_game = any(isinstance(row, Game) for row in league.rows)
    rows = [{**vars(row), "season_games": league.season_games} for row in league.rows]
    return format_rows(COLUMNS, rows, GAME_COLUMNS if by_game else TEAM_COLUMNS)
