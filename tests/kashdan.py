"""A tie-break in one file: the Kashdan system, which no other file of the project knows."""

from typing import Any

from xl_tourney.functions.chess.criteria import Row, criterion


@criterion("KASH", "Kashdan", "4 for a win over the board, 2 for a draw, 1 for a loss.")
def kashdan(row: Row) -> Any:
    """The Kashdan system of 4-2-1-0 points."""
    return row.total(lambda game: 4 * game.won + 2 * game.drawn + game.lost)
