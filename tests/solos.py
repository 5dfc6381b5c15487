"""A criterion of go in one file, which no other file of the project knows."""

from typing import Any

from xl_tourney.functions.go.criteria import criterion
from xl_tourney.functions.go.rows import Row


@criterion()
def SOLOS(row: Row) -> Any:
    """Sum of the scores of those who won against the player."""
    return row.total(lambda game: game.score * game.lost, cuts=(row.drop, 0))
