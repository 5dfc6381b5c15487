"""League results as CSV: the table as it stands, one row a team, or one row a game.

A row of the table has ``team``, ``wins`` and ``losses``, and may have ``ties``; a game has
``home``, ``away``, ``home_score`` and ``away_score``, and may have ``round``, a date or number that
tells the games of two teams apart.  Games with neither score are yet to be played, and left out.
Both may have ``season_games``, how many games each team has in the season, the same in every row.
Other columns are left alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError
from .results_csv import Columns, Row, Table

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
"""The headings that are understood, in any letter case, with or without spaces and signs."""

OF_A_TEAM = ("team", "wins", "losses")
OF_A_GAME = ("home", "away", "home_score", "away_score")


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
    """Read a file of records or of games; the headings say which it is."""
    table = Table(path, COLUMNS)
    by_game = any(column in table for column in OF_A_GAME)
    table.need(*((OF_A_GAME,) if by_game else (OF_A_TEAM, OF_A_GAME)))
    both = [column for column in OF_A_TEAM if column in table] if by_game else []
    if both:
        raise InputError(
            f"{table.file}: home and away say that a row is a game, {', '.join(both)} that it is "
            "a team; leave one of them out."
        )
    rows = list(table)
    season = _season(rows)
    if by_game:
        played = (row for row in rows if row.text("home_score") or row.text("away_score"))
        return League([_game(row) for row in played], season)
    return League([_record(row) for row in rows], season)


def teams(league: League) -> list[str]:
    """Every team, in the order in which they first appear.

    >>> teams(League([Game("Reds", "Blues", 3, 1), Game("blues", "Greens", 0, 2)]))
    ['Reds', 'Blues', 'Greens']
    """
    first: dict[str, str] = {}
    for row in league.rows:
        for name in [row.home, row.away] if isinstance(row, Game) else [row.team]:
            first.setdefault(name.casefold(), name)
    return list(first.values())


def rounds(league: League) -> list[str]:
    """Every date or round of the games, in the order in which they first appear."""
    games = (row for row in league.rows if isinstance(row, Game))
    return list(dict.fromkeys(game.round for game in games if game.round))


def _season(rows: list[Row]) -> int | None:
    """How many games each team has in the season, on which all rows must agree."""
    season: int | None = None
    for row in rows:
        if row.text("season_games"):
            games = row.whole("season_games")
            if games < 1 or season not in (None, games):
                above = "1 or more" if games < 1 else f"{season} as in the rows above"
                raise row.wrong(f"season_games must be {above}, not {games}; correct it")
            season = games
    return season


def _record(row: Row) -> Record:
    ties = _count(row, "ties") if row.text("ties") else 0
    return Record(row.filled("team"), _count(row, "wins"), _count(row, "losses"), ties)


def _count(row: Row, column: str) -> int:
    count = row.whole(column)
    if count < 0:
        raise row.wrong(f"{column} must not be negative, and is {count}; correct it")
    return count


def _game(row: Row) -> Game:
    home, away = row.filled("home"), row.filled("away")
    if home.casefold() == away.casefold():
        raise row.wrong(f"{home} plays against itself; correct home or away")
    scores = row.number_in("home_score"), row.number_in("away_score")
    return Game(home, away, *scores, row.text("round"))
