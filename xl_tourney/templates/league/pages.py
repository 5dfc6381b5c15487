"""The pages of the league workbook: checks, what it all means, and how its standings look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..parts import theme
from ..parts.checks import Check, count_of, read_checks, unlisted_name
from ..parts.pages import read_first_page
from ..parts.plan import Bars, Look, Mark, Qualifying, TablePlan
from ..parts.qualification import page as what_if
from ..parts.qualification.race import TemplateRace
from ..parts.qualification.terms import terms
from ..parts.table import Column
from .feature import Rules
from .features.divided.places import Lines
from .features.divided.split import Split
from .features.overtime import Shootouts
from .rules.criteria import MAX_CRITERIA, left_over

TITLE = "League table"
MOST_USUAL_PLACES = 4


def checks_of_games(rules: Rules, raced_by: TemplateRace) -> list[Check]:
    """What must hold of games by their rules."""
    written = read_checks(
        "league",
        sheet="Setup",
        usable=_RULES_USABLE,
        options="points: numbers; criteria: from the list",
        beside="Points deducted and Fair play: numbers; ",
        left=left_over(rules),
    )
    complete, listed, *others = written["games"]
    names = "matches[no_home]", "results[home]", "results[away]"
    return [
        complete,
        replace(listed, unlisted=unlisted_name("1,{matches[unknown]}", *names)),
        *(*others, *written["all"], *written["criteria"]),
        *rules.all(lambda feature: feature.checks()),
        *(*written["line"], *written["schedule"]),
        *(() if rules.is_bounded else [what_if.check(raced_by)]),
        *(replace(one, progress=count_of("game", " to play")) for one in written["to play"]),
    ]


def checks_of_a_table(summed_by: Sequence[str]) -> list[Check]:
    """What must hold of the table that was typed in."""
    names = ", ".join(name.removeprefix("-") for name in summed_by)
    written = read_checks(
        "league",
        sheet="Results",
        usable='+IF(OR(Closed="yes",Closed="no"),0,1)',
        options="Closed: yes or no",
        beside=f"{names}: numbers; " if names else "",
    )
    return [*written["table"], *written["all"], *written["line"]]


_UNKNOWN_CRITERIA = "+".join(
    f'IF(Criterion{k}="",0,IF(ISNA(MATCH(Criterion{k},{{criteria[name]}},0)),1,0))'
    for k in range(1, MAX_CRITERIA + 1)
)
_RULES_USABLE = (
    "+ROWS(WorthOfGames)-COUNT(WorthOfGames)"
    f"+{_UNKNOWN_CRITERIA}"
    '+IF(OR(HeadToHead="once",HeadToHead="again",HeadToHead="at the end"),0,1)'
    '+IF(OR(Withdrawn="stand",ISNUMBER(FIND("|"&Withdrawn&"|",AnnulledWords))),0,1)'
)


def nothing(typed: str) -> str:
    """Whether no team is listed and nothing was played."""
    return f"TeamsListed+COUNTA({typed})=0"


def places(asked: int | None, by_rules: int | None, teams: int) -> int:
    """The places that qualify: as asked for, as the rules say, or as is usual."""
    usual = by_rules or MOST_USUAL_PLACES
    return asked or (min(usual, teams) if teams else usual)


def read_me(rules: Rules, kind: str) -> dict[str, list[tuple[str, str]]]:
    """The first page of ``games``, a ``table``, or a ``summed`` one, in sections.

    Games behind are explained where they are shown.
    """
    by_percentage = rules.is_by_percentage and kind != "summed"
    flags = {
        "games": kind == "games",
        "summed": kind == "summed",
        "table": kind == "table",
        "split": rules.group_key == "part",
        "percentage": by_percentage,
        "behind": by_percentage or kind == "summed",
        "magic": by_percentage,
        "american": rules.is_american and kind != "summed",
    }
    of_race = terms("wins", "team") if kind == "games" else []
    return read_first_page("league", flags, {"race": of_race}, source=rules.source)


def order(rules: Rules) -> str:
    """By what the standings are sorted: the director chooses the criteria."""
    return f"Sorted by {'Pct' if rules.is_by_percentage else 'the criteria on Setup'}."


QUALIFIES_NOW = "Q would qualify now."


def purpose(rules: Rules) -> str:
    """What the signs of the standings mean."""
    if split := rules.of(Split):
        return f"{QUALIFIES_NOW} {split.announced}"
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
    after = "regulation_wins" if rules.of(Shootouts) else "difference"
    return "points", "played", "won", "tied", "lost", after


_COLOURS_OF_STATES = Mark(
    "state",
    [
        ("OR({row[state]}={said.first},{row[state]}={said.qualified})", theme.GOOD),
        ("{row[state]}={said.out}", theme.QUIET),
    ],
)


MOST_BARS = 20
"""The teams that a chart shows before any are listed."""


def of_standings(columns: Sequence[Column], teams: int, room: int, rules: Rules) -> list[Look]:
    """The looks of the table of standings, in which so many teams are listed already."""
    teams = teams or min(room, MOST_BARS)
    keys = [column.key for column in columns]
    before = keys[keys.index("state") - 1]
    lines = rules.of(Lines)
    of_lines = [lines.mark()] if lines else []
    if lines:
        before = keys[keys.index("zone") - 1]
    return [
        Qualifying(
            f"place no:{before} decided",
            "Places",
            between=[_COLOURS_OF_STATES, *of_lines],
            signs="Qxy" if rules.is_american else "Q",
            counts="place" if rules.has_groups else "",
        ),
        _chart(teams, rules.is_by_percentage),
    ]


def standings(
    columns: Sequence[Column], room: int, rules: Rules, looks: Sequence[Look]
) -> TablePlan:
    """The table of standings; a phone shows first what decides."""
    keys = {column.key for column in columns}
    return TablePlan(
        "Standings",
        columns,
        room,
        upto="name",
        blank="place",
        leading=("name", *(key for key in deciding(rules) if key in keys)),
        looks=looks,
    )


def _chart(teams: int, by_percentage: bool) -> Bars:
    """The figure that the teams are behind by, or their points."""
    value, what, axis, column, number_format = (
        ("gb_first", "games behind the leader", "Games behind (+ is ahead)", "GB", "0.0;+0.0;0")
        if by_percentage
        else ("points", "points", "Points", "Pts", "General")
    )
    return Bars(
        label="name",
        value=value,
        title=what.capitalize(),
        axes=("Team", axis),
        text=f"Bar chart of the {what} by team, in the order of the standings. The figures are in "
        f"the column {column} of the table above.",
        rows=teams,
        number_format=number_format,
    )
