"""What the league workbook says: its options, its checks, its first page."""

from __future__ import annotations

from ..parts.checks import Check
from ..parts.pages import FILLING, SOURCES, Setting
from ..parts.table import InputRule


def options(places: int, season: int | None, closed: str, by_game: bool) -> list[Setting]:
    """The named cells that may be changed."""
    alone = Setting(
        "Closed",
        "yes when the teams play nobody else: then wins must equal losses; else no.",
        closed,
        InputRule("list", "yes or no", '"yes,no"'),
    )
    return [
        Setting(
            "Places",
            "How many places qualify; Behind the line is measured from the last of them.",
            places,
            InputRule("whole", "A whole number from 1 to the number of teams.", 1),
        ),
        Setting(
            "SeasonGames",
            "How many games each team has in the season: for the magic and elimination numbers. "
            "Blank when it is not known, or not the same for all: then there are none, and a "
            "workbook made from results hides their columns on Standings; unhide them there.",
            season,
            InputRule("whole", "A whole number from 1, or blank.", 1),
        ),
        *([] if by_game else [alone]),
    ]


def figures() -> list[Setting]:
    """The named cells that only calculate: what the rules fix, what is counted."""
    return [
        Setting(
            "Half",
            "Fixed: a tie is half a win; a game behind is half a win and half a loss.",
            0.5,
            fixed=True,
        ),
        Setting("TeamsListed", "Counted: the teams.", formula='=COUNTIF({group[key]},">0")'),
        Setting(
            "PlacesUsed",
            "Counted: Places, or 1 where it is no number from 1.",
            formula="=MAX(1,INT(N(Places)))",
        ),
        Setting(
            "LastPlace",
            "Counted: the place that Behind the line is measured from.",
            formula="=MIN(PlacesUsed,TeamsListed)",
        ),
    ]


def race_figures(rounds_shown: int) -> list[Setting]:
    """The named cells that the race needs."""
    return [
        Setting(
            "RoundsShown", "Fixed: how many rounds the race has rows for.", rounds_shown, fixed=True
        ),
        Setting(
            "RoundsPlayed", "Counted: the rounds with results.", formula="=MAX({matches[nth]})"
        ),
    ]


def checks(by_game: bool) -> list[Check]:
    """What must hold: of games, or of the table that was typed in."""
    closed = "" if by_game else '+IF(OR(Closed="yes",Closed="no"),0,1)'
    usable = (
        "=IF(TeamsListed=0,0,"
        "IF(ISNUMBER(Places),IF(AND(Places>=1,Places<=TeamsListed,INT(Places)=Places),0,1),1)"
        '+IF(SeasonGames="",0,IF(ISNUMBER(SeasonGames),'
        f"IF(AND(SeasonGames>=1,INT(SeasonGames)=SeasonGames),0,1),1)){closed})"
    )
    remedy = "Places: 1 to the number of teams; SeasonGames: a whole number from 1, or blank"
    return [
        *(_OF_GAMES if by_game else _OF_A_TABLE),
        Check(
            "No team has played more games than the season has",
            "=SUM({group[over]})",
            "Correct the results, or SeasonGames.",
            "Setup",
        ),
        Check(
            "The options can be used",
            usable,
            remedy + ("." if by_game else "; Closed: yes or no."),
            "Setup",
        ),
    ]


_OF_GAMES = [
    Check(
        "Every row of results is complete",
        "=SUM({matches[incomplete]})",
        "Fill in two teams and both scores.",
        "Results",
    ),
    Check(
        "Every team in the results is listed",
        "=SUM({matches[unknown]})",
        "Correct the spelling, or add the team to the list.",
        "Setup",
    ),
    Check(
        "No team plays against itself",
        "=SUM({matches[itself]})",
        "Correct one of the two teams.",
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
        "Remove the second entry; it counts for nothing.",
        "Setup",
    ),
    Check(
        "Every team has the games that the results say",
        "=ABS(SUM({group[played]})-SUM({matches[home_won:tied]},{matches[home_won:tied]}))",
        "So many games are missing in the table: look for teams that are not listed.",
        "Results",
    ),
]

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


def nothing(by_game: bool) -> str:
    """Whether no team is listed and nothing was played."""
    typed = "{results[home:away_score]}" if by_game else "{listed[name:tied]}"
    return f"TeamsListed+COUNTA({typed})=0"


def read_me(by_game: bool) -> dict[str, list[tuple[str, str]]]:
    """The first page, in sections; only games make a race."""
    race = [_RACE] if by_game else []
    return {
        heading: [*terms, *(race if heading == _TABLE_TERMS else ())]
        for heading, terms in _READ_ME.items()
    }


_TABLE_TERMS = "What the table says"
_RACE = (
    "Race",
    "Games behind after each date or round, in the order in which these first appear in the "
    "results: half of the difference in wins less losses to the team that has most. It shows the "
    "last rounds, as many as it has rows; the option rounds of xl-tourney new asks for more.",
)
_READ_ME = {
    FILLING: [
        ("Setup", "Say how many places qualify and how many games the season has."),
        ("Results", "Write into the tinted cells; the rest of a row says when something is wrong."),
    ],
    _TABLE_TERMS: [
        (
            "Pct",
            "Wins, with a tie as half a win, over games played. The table is sorted by it; equal "
            "ones by games over even, and then in the order of the list.",
        ),
        (
            "Games behind",
            "Half of the difference in wins less losses: the games that the team behind would have "
            "to win against the team ahead to draw level. Behind leader is measured from the first "
            "place, Behind the line from the last place that qualifies; below 0 is ahead. With "
            "unequal numbers of games a team can be ahead of the leader.",
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
        (
            "Settled",
            "first: the first place is certain; qualified: one of the places is; out: none can be "
            "reached; open: neither.",
        ),
        ("Mark", "Q would qualify now, ? is tied across the line, = shares the place."),
        (
            "Decided by",
            "What separates a team from all others: Pct; at equal Pct the games behind the leader; "
            "or nothing (tied).",
        ),
    ],
    SOURCES: [
        (
            "Games behind",
            "As newspapers print them with league tables; the page on GBQ published with the "
            "Tantrix group tables explains them in section 6.",
        ),
    ],
}
