"""A criterion of a league in one file, which no other file of the project knows."""

from typing import Any

from xl_tourney.catalogue.expression import where
from xl_tourney.templates.league.features.criteria.counted import criterion


@criterion("Big wins", "Games won by three or more.")
def big_wins(row: Any) -> Any:
    """Games won by three or more."""
    return row.total(lambda game: where(game.margin >= 3, 1, 0))
