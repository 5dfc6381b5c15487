"""A list of games as a tournament of chess."""

from __future__ import annotations

from ...results_csv import CsvRow, CsvTable
from ...tables import games
from ...tables.games import Game
from ...values import parse_rating
from ..tournament import MAX_ROUNDS, ChessPlayer, ChessTournament

_BYES = {"10": "U", "==": "H", "01": "Z", "00": "Z", "+-": "U", "--": "Z", "??": "U", "-+": "Z"}
"""The rounds without opponent, by what White got."""


def read(table: CsvTable) -> ChessTournament:
    """The tournament of a table with two sides and a result, one row a game."""
    found = games.read(table, MAX_ROUNDS)
    colours = "wb" if found.knows_colours else "--"

    def cell(opponent: int, result: str, side: int, _: Game) -> str:
        return f"{opponent}{colours[side]}{result}"

    rounds = found.wall_list(cell, lambda game: _BYES[game.result])
    players = [
        _player(table.file, at, facts, rounds[name])
        for at, (name, facts) in enumerate(found.players.items(), 1)
    ]
    return ChessTournament(tuple(players), warnings=tuple(table.reading.warnings()))


def _player(file: str, at: int, facts: dict[str, str], rounds: list[str]) -> ChessPlayer:
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
