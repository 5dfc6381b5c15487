"""The table or the games of a league workbook, as a file."""

from __future__ import annotations

from collections.abc import Mapping

from ..readers import league
from ..readers.files import Document
from ..readers.league import Adjustment, League, LeagueGame, TeamRecord
from ..readers.tables.teams.columns import OF_A_SIDE
from ..readers.tables.teams.scores import points_of_sets
from .filled_workbook import FilledWorkbook, describe_left_out, format_text, is_blank


def read_league(book: FilledWorkbook) -> League:
    """The table as it was typed in, or the games."""
    season = book.setting("SeasonGames")
    season_games = int(season) if isinstance(season, (int, float)) else None
    if book.has_inputs("home", "away"):
        listed = book.inputs("name", "lot")
        group_of = {identify(row["name"]): format_text(row.get("group")) for row in listed}
        games = [
            LeagueGame(
                format_text(row["home"]),
                format_text(row["away"]),
                *_scores(row, book),
                format_text(row["round"]),
                format_text(row["overtime"]),
                **{key: _parse_score(row.get(key)) for key in _BESIDE},
                group=groups[0],
                home_group=groups[1],
                away_group=groups[2],
                sets="" if _is_result(row, book) else format_text(row.get("sets")),
            )
            for row in book.inputs("home", "away")
            if not is_blank(row, "home", "away")
            for groups in [_groups(*(group_of.get(identify(row[side]), "") for side in _SIDES))]
        ]
        adjusted = [
            Adjustment(
                format_text(row["name"]),
                points,
                format_text(row.get("deducted_from")),
                format_text(row.get("reason")),
            )
            for row in listed
            if (points := _parse_score(row["deducted"]))
        ]
        return League(games, season_games, tuple(adjusted))
    records = [
        TeamRecord(
            format_text(row["name"]), *(int(row[key] or 0) for key in ("won", "lost", "tied"))
        )
        for row in book.inputs("name", "won")
        if not is_blank(row, "name")
    ]
    return League(records, season_games)


_SIDES = ("home", "away")
_BESIDE = [f"{side}_{what}" for what in OF_A_SIDE[:-1] for side in _SIDES]


def _scores(row: Mapping[str, object], book: FilledWorkbook) -> tuple[float | None, float | None]:
    """The scores that were typed, or the result that stands in the cell of the sets."""
    typed = _parse_score(row["home_score"]), _parse_score(row["away_score"])
    if typed == (None, None) and _is_result(row, book):
        ((home, away),) = points_of_sets(format_text(row.get("sets")))
        return float(home), float(away)
    return typed


def _is_result(row: Mapping[str, object], book: FilledWorkbook) -> bool:
    """Whether the cell of the sets holds a result such as 3:1, and not the points of sets."""
    sets = points_of_sets(format_text(row.get("sets")))
    if len(sets) != 1:
        return False
    return book.setting("SetsToWin") == max(sets[0]) or not book.has_inputs("home_second")


def identify(name: object) -> str:
    """A name as it is compared."""
    return format_text(name).casefold()


def _groups(home: str, away: str) -> tuple[str, str, str]:
    """The group of both teams, and blank; or blank, and that of each where they are in two."""
    return (home, "", "") if home == away else ("", home, away)


def _parse_score(cell: object) -> float | None:
    """The number in a cell; none in that of a fixture."""
    return float(cell) if isinstance(cell, (int, float)) else None


def _to_csv(book: FilledWorkbook) -> Document:
    """The file; one of games has no place for a team without a game."""
    by_game = book.has_inputs("home", "away")
    found = read_league(book)
    document = league.format_csv(found, by_game=by_game)
    playing = {name.casefold() for game in found.rows for name in _sides(game)}
    teams = [format_text(row["name"]) for row in book.inputs("name")] if by_game else []
    idle = [name for name in teams if name and name.casefold() not in playing]
    return document._replace(notes=describe_left_out("team", "game", idle))


def _sides(row: TeamRecord | LeagueGame) -> tuple[str, ...]:
    return (row.home, row.away) if isinstance(row, LeagueGame) else (row.team,)


FORMATS = {"csv": _to_csv}
