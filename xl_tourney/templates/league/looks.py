"""How the standings of a league look: what they are for, marks, and the chart."""

from __future__ import annotations

from collections.abc import Sequence

from ..parts import theme
from ..parts.plan import Bars, Look, Mark, Qualifying
from ..parts.table import Column


def purpose(by_percentage: bool) -> str:
    """The line below the title of the standings."""
    if not by_percentage:
        return "Sorted by the criteria on Setup. Q would qualify now."
    return (
        "Sorted by Pct. Q would qualify now. Games behind: above 0 is behind, below 0 ahead. A "
        "magic number of 0 is certain, an elimination number of 0 is out."
    )


def deciding(by_percentage: bool) -> tuple[str, str]:
    """The columns that decide."""
    return ("percent", "gb_first") if by_percentage else ("points", "difference")


_SETTLED = Mark(
    "state",
    [
        ('OR({row[state]}="first",{row[state]}="qualified")', theme.GOOD),
        ('{row[state]}="out"', theme.QUIET),
    ],
)


MOST_BARS = 20
"""The teams that a chart shows before any are listed."""


def of_standings(
    columns: Sequence[Column], teams: int, room: int, by_percentage: bool
) -> list[Look]:
    """The looks of the table of standings, in which so many teams are listed already."""
    teams = teams or min(room, MOST_BARS)
    keys = [column.key for column in columns]
    before = keys[keys.index("state") - 1]
    return [
        Qualifying(f"place no:{before} decided", "Places", between=[_SETTLED]),
        _chart_of_games_behind(teams) if by_percentage else _chart_of_points(teams),
    ]


def _chart_of_games_behind(teams: int) -> Bars:
    return Bars(
        label="name",
        value="gb_first",
        title="Games behind the leader",
        axes=("Team", "Games behind (below 0: ahead)"),
        text="Bar chart of the games behind the leader by team, in the order of the standings. "
        "The figures are in the column Behind leader of the table above.",
        rows=teams,
    )


def _chart_of_points(teams: int) -> Bars:
    return Bars(
        label="name",
        value="points",
        title="Points",
        axes=("Team", "Points"),
        text="Bar chart of the points by team, in the order of the standings. The figures are in "
        "the column Points of the table above.",
        rows=teams,
        number_format="General",
    )
