"""The pages of the league workbook: checks, what it all means, and how its standings look."""

from __future__ import annotations

from collections.abc import Sequence

from ..parts import theme
from ..parts.checks import OPTIONS, Check, count_of, read_checks, unlisted_name
from ..parts.pages import read_first_page
from ..parts.plan import Bars, Look, Mark, Qualifying
from ..parts.qualification import page as what_if
from ..parts.qualification.race import TemplateRace
from ..parts.qualification.terms import terms
from ..parts.table import Column
from .divided import conferences, playoffs, split
from .rules.criteria import MAX_CRITERIA, left_over
from .rules.rules import Rules

WRITTEN = read_checks("league")


def checks(
    rules: Rules | None, raced_by: TemplateRace | None, summed_by: Sequence[str] = ()
) -> list[Check]:
    """What must hold: of games by their rules, or of the table that was typed in."""
    by_game = rules is not None
    closed = '+IF(OR(Closed="yes",Closed="no"),0,1)'
    usable = (
        "=IF(TeamsListed=0,0,"
        "IF(ISNUMBER(Places),IF(AND(Places>=1,OR(Places<=TeamsListed,SUM({group[played]})=0),"
        "INT(Places)=Places),0,1),1)"
        '+IF(SeasonGames="",0,IF(ISNUMBER(SeasonGames),'
        "IF(AND(SeasonGames>=1,INT(SeasonGames)=SeasonGames),0,1),1))"
        f"{_RULES_USABLE if by_game else closed})"
    )
    remedy = "Places: 1 to the number of teams; SeasonGames: a whole number from 1, or blank"
    more = "points: numbers; criteria: from the list" if by_game else "Closed: yes or no"
    return [
        *(_OF_GAMES if by_game else _OF_A_TABLE),
        Check(
            "No team has played more games than the season has",
            "=SUM({group[over]})",
            "Correct the results, or SeasonGames.",
            "Setup",
        ),
        Check(OPTIONS, usable, f"{remedy}; {more}.", "Setup"),
        Check(
            "What stands beside the teams can be used",
            "=SUM({group[refused]})",
            "Points deducted and Fair play: numbers; Lot: 1, 2 and so on."
            if by_game
            else f"{_numbers(summed_by)}Lot: 1, 2 and so on.",
            "Setup" if by_game else "Results",
        ),
        *([_followed(rules)] if rules else ()),
        *(split.CHECKS if rules and rules.split else ()),
        *(conferences.CHECKS if rules and rules.conferences else ()),
        *(playoffs.CHECKS if rules and rules.playoffs else ()),
        Check(
            "At the end of the season no place on the line is shared",
            "=IF(SeasonOver=1,SUM({group[across]}),0)",
            "So many teams are tied across the line: type what a play-off or the drawing of lots "
            "gave into the column Lot, 1 for the first. When games are to come, say so in "
            "SeasonGames.",
            "Setup" if by_game else "Results",
        ),
        *([_SCHEDULE] if by_game else ()),
        *([what_if.check(raced_by)] if raced_by else ()),
        *([_TO_PLAY] if by_game else ()),
    ]


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


def _followed(rules: Rules) -> Check:
    return Check(
        "The criteria were followed to the last",
        f"={left_over(rules)}",
        "Ties were looked at as often as there is room for: settle the rest in the column Lot.",
        "Setup",
    )


_SCHEDULE = Check(
    "Where the season's length is known, as many games are to come as are left of it",
    "=IF(OR(RaceOn=0,NOT(ISNUMBER(SeasonGames))),0,"
    'SUMPRODUCT(({group[race_points]}<>"")*({group[race_length]}<>SeasonGames)))',
    "So many teams have too few games to come, or too many: enter the whole schedule, or clear "
    "SeasonGames.",
    "Results",
)

_OF_GAMES = [
    Check(
        "Every row of results is complete",
        "=SUM({matches[incomplete]},{matches[undecided]})",
        "Fill in two teams, and both scores or none: without scores it is a game to play. What is "
        "wrong stands beside the row.",
        "Results",
    ),
    Check(
        "Every team in the results is listed",
        "=SUM({matches[unknown]})",
        "Correct the spelling, or add the team to the list.",
        "Setup",
        unlisted=unlisted_name(
            "1,{matches[unknown]}", "matches[no_home]", "results[home]", "results[away]"
        ),
    ),
    *WRITTEN["games"],
]

_TO_PLAY = Check(
    "Every game of the schedule is played",
    "=SUM({matches[to_play]})",
    "So many games wait for their scores: fill them in when they are played.",
    "Results",
    progress=count_of("game", " to play"),
)

_OF_A_TABLE = [
    *WRITTEN["table"],
]


def _numbers(summed_by: Sequence[str]) -> str:
    names = ", ".join(name.removeprefix("-") for name in summed_by)
    return f"{names}: numbers; " if names else ""


def nothing(by_game: bool) -> str:
    """Whether no team is listed and nothing was played."""
    typed = "{results[home:away_score]}" if by_game else "{listed[name:tied]}"
    return f"TeamsListed+COUNTA({typed})=0"


def read_me(
    by_game: bool, rules: Rules, summed_by: Sequence[str] = ()
) -> dict[str, list[tuple[str, str]]]:
    """The first page, in sections; games behind are explained where they are shown."""
    is_table = not (by_game or summed_by)
    by_percentage = rules.is_by_percentage if by_game else is_table
    flags = {
        "games": by_game and not summed_by,
        "summed": summed_by,
        "table": is_table,
        "split": rules.split,
        "percentage": by_percentage,
        "behind": by_percentage or summed_by,
        "magic": by_percentage,
        "american": rules.is_american if by_game else is_table,
    }
    of_race = terms("wins", "team") if by_game else []
    return read_first_page("league", flags, {"race": of_race}, source=rules.source)


def order(rules: Rules) -> str:
    """By what the standings are sorted: the director chooses the criteria."""
    return f"Sorted by {'Pct' if rules.is_by_percentage else 'the criteria on Setup'}."


QUALIFIES_NOW = "Q would qualify now."


def purpose(rules: Rules) -> str:
    """What the signs of the standings mean."""
    if rules.split:
        return f"{QUALIFIES_NOW} {split.announced(rules.split)}"
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


_COLOURS_OF_STATES = Mark(
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
        named = f'AND({{row[zone]}}<>"",{{row[zone]}}={theme.elsewhere(f"Line{k}Name")})'
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
            between=[_COLOURS_OF_STATES, *of_lines],
            signs="Qxy" if rules.is_american else "Q",
            counts="place" if rules.has_groups else "",
        ),
        _chart(teams, rules.is_by_percentage),
    ]


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
