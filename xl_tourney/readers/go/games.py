"""A list of games as a tournament of go."""

from __future__ import annotations

from ..results_csv import CsvRow, CsvTable
from ..tables import games
from ..tables.games import Game
from ..values import parse_rank
from .tournament import MAX_ROUNDS, GoPlayer, GoTournament, is_round_robin

_SIGNS = {"1": "+", "0": "-", "=": "=", "?": "?", "+": "+!", "-": "-!"}
_ALONE = {"10": "0+", "+-": "0+", "??": "0+", "==": "0="}
"""A round without opponent, by what White got."""


def read(table: CsvTable) -> GoTournament:
    """The tournament of a table with two sides and a result, one row a game."""
    found = games.read(table, MAX_ROUNDS)

    def cell(opponent: int, result: str, side: int, game: Game) -> str:
        if not found.knows_colours:
            return f"{opponent}{_SIGNS[result]}"
        stones = game.row.required_integer("handicap") if game.row.text("handicap") else 0
        if not 0 <= stones <= 99:
            raise game.row.error(f"handicap must be from 0 to 99, not {stones}; correct it")
        separator = "" if _SIGNS[result].endswith("!") else "/"
        return f"{opponent}{_SIGNS[result]}{separator}{'wb'[side]}{stones}"

    rounds = found.wall_list(cell, lambda game: _ALONE.get(game.result, "0-"))
    players = [
        GoPlayer(
            facts["name"],
            facts.get("club", ""),
            facts.get("federation", ""),
            parse_rank(CsvRow(table.file, 0, {"rank": facts.get("rank", "")}), "rank"),
            rounds=tuple(rounds[name]),
        )
        for name, facts in found.players.items()
    ]
    return GoTournament(
        tuple(players), system="round-robin" if is_round_robin(players) else "swiss"
    )
