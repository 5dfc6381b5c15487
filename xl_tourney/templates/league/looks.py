"""How the standings of a league look: what they are for, marks, and the chart."""

from __future__ import annotations

from collections.abc import Sequence

from ..parts import theme
from ..parts.plan import Bars, Look, Mark, Qualifying
from ..parts.table import Column
from .rules.rules import Rules


def order(rules: Rules) -> str:
    """By what the standings are sorted: the director chooses the criteria."""
    return f"Sorted by {'Pct' if rules.is_by_percentage else 'the criteria on Setup'}."


QUALIFIES_NOW = "Q would qualify now."


def purpose(rules: Rules) -> str:
    """What the signs of the standings mean."""
    if not rules.is_american:
        return QUALIFIES_NOW
    behind = " GB is games behind: – is level, + is ahead."
    return (
        "y has clinched first place, x a place that qualifies, e is eliminated, "
        f"{QUALIFIES_NOW}{behind if rules.is_by_percentage else ''}"
    )


def deciding(rules: Rules) -> tuple[str, ...]:
    """The columns that decide, first what decides first, and those that a newspaper has too."""
    if rules.is_by_percentage:
        return "percent", "won", "lost", "gb_first"
    after = "regulation_wins" if rules.tells_shootouts else "difference"
    return "points", "played", "won", "tied", "lost", after


_SETTLED = Mark(
    "state",
    [
        ("OR({row[state]}={said.first},{row[state]}={said.qualified})", theme.GOOD),
        ("{row[state]}={said.out}", theme.QUIET),
    ],
)


def _zones(rules: Rules) -> Mark:
    """The names of places, those that are counted from the last in another tint."""
    looks = []
    for k, line in enumerate(rules.lines, 1):
        name = theme.elsewhere(f"Line{k}Name")
        named = f'AND({{row[zone]}}<>"",{{row[zone]}}={name})'
        looks.append((named, theme.LOOK_OUT if line.first < 0 else theme.GOOD))
    return Mark("zone", looks)


MOST_BARS = 20
"""The teams that a chart shows before any are listed."""


def of_standings(columns: Sequence[Column], teams: int, room: int, rules: Rules) -> list[Look]:
    """The looks of the table of standings, in which so many teams are listed already."""
    teams = teams or min(room, MOST_BARS)
    keys = [column.key for column in columns]
    before = keys[keys.index("state") - 1]
    of_lines = [_zones(rules)] if "zone" in keys else []
    if of_lines:
        before = keys[keys.index("zone") - 1]
    return [
        Qualifying(
            f"place no:{before} decided",
            "Places",
            between=[_SETTLED, *of_lines],
            signs="Qxy" if rules.is_american else "Q",
            counts="place" if rules.has_groups else "",
        ),
        _chart_of_games_behind(teams) if rules.is_by_percentage else _chart_of_points(teams),
    ]


def _chart_of_games_behind(teams: int) -> Bars:
    return Bars(
        label="name",
        value="gb_first",
        title="Games behind the leader",
        axes=("Team", "Games behind (+ is ahead)"),
        text="Bar chart of the games behind the leader by team, in the order of the standings. "
        "The figures are in the column GB of the table above.",
        rows=teams,
        number_format="0.0;+0.0;0",
    )


def _chart_of_points(teams: int) -> Bars:
    return Bars(
        label="name",
        value="points",
        title="Points",
        axes=("Team", "Points"),
        text="Bar chart of the points by team, in the order of the standings. The figures are in "
        "the column Pts of the table above.",
        rows=teams,
        number_format="General",
    )
