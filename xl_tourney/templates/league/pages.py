"""The pages of the league workbook: checks, what it all means, and how its standings look."""

from __future__ import annotations

from collections.abc import Sequence

from ..parts import theme
from ..parts.checks import OPTIONS, Check, count_of, unlisted_name
from ..parts.pages import FILLING, SOURCES
from ..parts.plan import Bars, Look, Mark, Qualifying
from ..parts.qualification import page as what_if
from ..parts.qualification.race import TemplateRace
from ..parts.qualification.terms import terms
from ..parts.table import Column
from .divided import conferences, playoffs, split
from .rules.criteria import LEFT_OVER, MAX_CRITERIA
from .rules.rules import Rules


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
        *([_FOLLOWED] if by_game else ()),
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
    '+IF(OR(Withdrawn="stand",Withdrawn="annul"),0,1)'
)

_FOLLOWED = Check(
    "The criteria were followed to the last",
    f"={LEFT_OVER}",
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
    Check(
        "No team plays against itself",
        "=SUM({matches[itself]})",
        "Correct one of the two teams; the row counts for nothing.",
        "Results",
    ),
    Check(
        "No game is entered twice",
        "=SUM({matches[again]})",
        "Remove the second row, or give the second game of a day a round of its own.",
        "Results",
    ),
    Check(
        "Nobody is listed twice",
        "=SUM({group[again]})",
        "Remove the second entry, which counts for nothing; two teams of one name need names that "
        "tell them apart.",
        "Setup",
    ),
    Check(
        "Every team has the games that the results say",
        "=ABS(SUM({group[played]})-SUM({matches[counted]},{matches[counted]}))",
        "So many games are missing in the table: look for teams that are not listed.",
        "Results",
    ),
]

_TO_PLAY = Check(
    "Every game of the schedule is played",
    "=SUM({matches[to_play]})",
    "So many games wait for their scores: fill them in when they are played.",
    "Results",
    progress=count_of("game", " to play"),
)

_OF_A_TABLE = [
    Check(
        "Every row of results is complete",
        "=SUM({group[incomplete]})",
        "Fill in the team, and whole numbers from 0; a blank is 0. The row counts for nothing.",
        "Results",
    ),
    Check(
        "No team stands in two rows",
        "=SUM({group[again]})",
        "Remove the second row; it counts for nothing.",
        "Results",
    ),
    Check(
        "Wins equal losses, where the teams play nobody else",
        '=IF(Closed="yes",ABS(SUM({group[won]})-SUM({group[lost]})),0)',
        "Correct the results, or set Closed to no when there were games against others.",
        "Results",
    ),
    Check(
        "Two teams tie, where the teams play nobody else",
        '=IF(Closed="yes",IF(INT(Half*SUM({group[tied]}))=Half*SUM({group[tied]}),0,1),0)',
        "The ties add up to an odd number: correct them, or set Closed to no.",
        "Results",
    ),
    Check(
        "Every game of the results is in the table",
        "=ABS(SUM({standings[played]})-SUM({listed[won:tied]}))",
        "So many games are missing in the table: mend what the lines above say.",
        "Results",
    ),
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
    if summed_by:
        return {
            FILLING: [_OPTIONS, ("Results", f"{_FILL_IN} {_MAY_BE_BLANK}"), _LOT],
            _TABLE_TERMS: [_SUMMED_ORDER, _BEHIND_FIRST, _BEHIND_TERMS[0], _MARK, _DECIDED],
            SOURCES: [_GAMES_BEHIND],
        }
    if not by_game:
        return {
            FILLING: [_OPTIONS, ("Results", _FILL_IN), _LOT],
            _TABLE_TERMS: [_PCT, *_BEHIND_TERMS, _SETTLED, _MARK_CLINCHED, _DECIDED_BY_PCT],
            SOURCES: [_GAMES_BEHIND],
        }
    behind = [_PCT_OF_GAMES, *_BEHIND_TERMS] if rules.is_by_percentage else []
    mark = _MARK_CLINCHED if rules.is_american else _MARK
    return {
        FILLING: [_OPTIONS, *_FILLING_GAMES, *([_PART] if rules.split else ()), _LOT],
        _TABLE_TERMS: [_ORDER, *behind, *terms("wins", "team"), mark, _DECIDED, _RACE],
        SOURCES: [("Criteria", rules.source), *([_GAMES_BEHIND] if rules.is_by_percentage else [])],
    }


_TABLE_TERMS = "What the table says"
_FILL_IN = "Write into the tinted cells; the rest of a row says when something is wrong."
_OPTIONS = ("Setup", "Say how many places qualify and how many games the season has.")
_LOT = (
    "Lot",
    "Settles a tie that all criteria leave: type 1 for the team that won a play-off or the drawing "
    "of lots, or stands first in a ranking, 2 for the next. At the end of the season the line of "
    "the checks asks for it while a tie goes across the line.",
)
_FILLING_GAMES = [
    (
        "Results",
        f"{_FILL_IN} A score goes into two cells. A row with two teams and no score is a game to "
        "play; fill in the score when it is played. A team called bye has nobody to play: the row "
        "counts for nothing.",
    ),
    (
        "Out after",
        "For a team that withdraws, type the last round that it played into Out after round, or 0. "
        "It stands last, and its games to come are not played. The option Withdrawn says whether "
        "its results stand or are annulled, as many leagues want when a team leaves early.",
    ),
]
_PART = (
    "Part",
    "When the table divides, choose the part of each team beside it on Setup. From then on nobody "
    "leaves its part, places are counted through, and Carried says what becomes of the points.",
)
_MAY_BE_BLANK = (
    "Points and the columns beside them are typed as they are summed elsewhere. Won, Lost and Tied "
    "may stay blank: they give games behind."
)
_SUMMED_ORDER = (
    "Order",
    "The teams are sorted by the figures of Results, from left to right: those that are equal in "
    "the first by the second, and so on, and then by Lot.",
)
_BEHIND_FIRST = ("Behind", "How far a team is behind the first in the figure that decides first.")
_PCT = (
    "Pct",
    "Wins, with a tie as half a win, over games played. The table is sorted by it; equal "
    "ones by games over even, then by Lot, and then in the order of the list.",
)
_ORDER = (
    "Order",
    "The teams are placed by the criteria on Setup, one after the other. Criteria of the "
    "head-to-head count only games among the teams that are tied when the first of them is "
    "reached; HeadToHead says whether they are then looked at again among those still tied.",
)
_PCT_OF_GAMES = ("Pct", "Wins, with a tie as half a win, over games played.")
_BEHIND_TERMS = [
    (
        "GB",
        "Half of the difference in wins less losses: the games that the team behind would have "
        "to win against the team ahead to draw level. GB is measured from the first place, GB "
        "line from the last place that qualifies; – is level, + is ahead. With unequal numbers "
        "of games a team can be ahead of the leader.",
    ),
    (
        "Magic no.",
        "How many wins of this team and losses of its nearest rival, together, make the place "
        "certain: the most points that the rival can still reach, less one's own points, "
        "rounded down, plus 1. Without ties that is the games of the season + 1 − own wins − "
        "the rival's losses. For the last place that qualifies, the rival is the team that is "
        "best able to push this one out. It is 0 when the place is certain.",
    ),
    (
        "Elimination no.",
        "The same from below: how many losses of this team and wins of the team that holds the "
        "place, together, put the place out of reach. It is 0 when it is.",
    ),
    (
        "Both",
        "They take every team to play all games of the season, and a place to be certain only "
        "when no tie is possible. Who still plays whom is not looked at, so a place can be "
        "settled a little before they say it. They need SeasonGames.",
    ),
]
_MARK = ("Mark", "Q would qualify now, ? is tied across the line, = shares the place.")
_MARK_CLINCHED = (
    "Mark",
    "y has clinched first place, x a place that qualifies, e is eliminated; until then Q would "
    "qualify now, ? is tied across the line. = shares the place.",
)
_SETTLED = (
    "Settled",
    "first: the first place is certain; qualified: one of the places is; out: none can be "
    "reached; open: neither. When all games are played it follows from the places.",
)
_DECIDED_BY_PCT = (
    "Decided by",
    "What separates a team from all others: Pct; at equal Pct the games behind the leader; then "
    "the lot; or nothing (tied).",
)
_DECIDED = (
    "Decided by",
    "The criterion that separates a team from all others; Withdrawn, Lot, or nothing (tied).",
)
_RACE = (
    "Race",
    "Points behind after each date or round, in the order in which these first appear in the "
    "results; games behind where Pct comes first. It shows the last rounds, as many as it has "
    "rows; the option rounds of xl-tourney new asks for more.",
)
_GAMES_BEHIND = (
    "Games behind",
    "As newspapers print them with league tables; the page on GBQ published with the "
    "Tantrix group tables explains them in section 6.",
)


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
