"""The options of a league, as the command line has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from ..parts.settings import About
from . import settings
from .rules.files import shipped_names
from .rules.rules import HeadToHead

MOST_TEAMS = 100
MOST_GAMES = 3000
MOST_BOARDS = 40
MOST_ROUNDS = 200
"""The most rows of the race."""


@dataclass(frozen=True)
class Options:
    """What may be chosen for a workbook of a league."""

    rows: Annotated[
        int | None, About("Rows for results; some more than there are.", 1, MOST_GAMES)
    ] = None
    teams: Annotated[
        int | None, About("Rows for teams, where one row is a game.", 1, MOST_TEAMS)
    ] = None
    places: Annotated[int | None, settings.PLACES] = None
    season: Annotated[int | None, settings.SEASON_GAMES] = None
    rounds: Annotated[
        int | None,
        About(
            "Rows for the race, the start among them; as many as the results have.", 2, MOST_ROUNDS
        ),
    ] = None
    closed: Annotated[str, settings.CLOSED] = "yes"
    layout: Annotated[
        Literal["table", "game"] | None, About("What is typed in; the data says it, else table.")
    ] = None
    rules: Annotated[
        str | None,
        About(
            "Points, criteria and more, where one row is a game: a sport or a league of the list "
            "of xl-tourney rules --league, or the path of a file; baseball if left out.",
            offers=shipped_names(),
        ),
    ] = None
    points: Annotated[
        str | None,
        About("Win-draw-loss such as 2-1-0, or with overtime such as 3-2-1-0; the rules say it."),
    ] = None
    criteria: Annotated[
        str | None,
        About("What teams are placed by, such as Points,Difference,For; the rules say it."),
    ] = None
    head_to_head: Annotated[HeadToHead | None, settings.HEAD_TO_HEAD] = None
    groups: Annotated[
        int | None, About("How many groups there are, each with a table; the data says it.", 1, 32)
    ] = None
    boards: Annotated[
        int | None,
        About(
            "How many single games a match of teams has, whose scores are added; the rules or the "
            "data say it.",
            2,
            MOST_BOARDS,
        ),
    ] = None
    adjusted: Annotated[
        Literal["yes"] | None,
        About("Points given or taken get a reason and a date; the rules or the data say it."),
    ] = None

    @property
    def chooses_rules(self) -> bool:
        """Whether it says how games count, so that one row is a game."""
        chosen = (self.rules, self.points, self.criteria, self.head_to_head)
        return any(option is not None for option in chosen)


USUAL = Options()
