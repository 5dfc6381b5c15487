"""What the Tantrix workbook says: its options, its checks, and the first page."""

from __future__ import annotations

from ..parts.checks import Check
from ..parts.pages import FILLING, SOURCES, Setting
from ..parts.table import InputRule
from . import tables as columns


def options(
    places: int,
    basis: str,
    step: float,
    meetings: int | None,
    by_game: bool,
    groups: int,
    next_places: int | None,
    wbq: bool,
) -> list[Setting]:
    """The named cells that may be changed."""
    points = InputRule("decimal", "Tournament points: a number.", -999, 999)
    limit = Setting(
        "TimeLimit",
        "From how many minutes on a player's time costs points.",
        15,
        InputRule("decimal", "Minutes: a number from 0.", 0),
    )
    best = Setting(
        "NextPlaces",
        "How many of the best next-placed players, one a group, qualify as well; 0 for none.",
        next_places,
        InputRule("whole", "A whole number from 0 to the number of groups.", 0, groups),
    )
    show = Setting(
        "ShowWBQ",
        "Whether the standings show WBQ, the 2003 WTTC's games behind: yes or no.",
        "yes",
        InputRule("list", "yes or no", '"yes,no"'),
    )
    return [
        Setting(
            "Places",
            "How many places qualify for certain; GBQ is measured from the last of them.",
            places,
            InputRule("whole", "A whole number from 1 to the number of players.", 1),
        ),
        *([best] if groups > 1 else []),
        Setting(
            "Basis",
            "By what that place is counted: tp% (as in the 2004 WTTC) or gbq (as in the Euros).",
            basis,
            InputRule("list", "tp% or gbq", '"tp%,gbq"'),
        ),
        Setting(
            "Step",
            "To what GBQ is rounded: 0.5 as published; 0 leaves it unrounded.",
            step,
            InputRule("decimal", "A number from 0.", 0),
        ),
        *([show] if wbq else []),
        Setting(
            "Meetings",
            f"How many {'games' if by_game else 'matches'} two players have against each other; "
            "more are reported. Blank for any number.",
            meetings,
            InputRule("whole", "A whole number from 1, or blank.", 1),
        ),
        Setting("Win", "The TPs of a standard win, by five tiles.", 15, points),
        Setting("Loss", "The TPs of a standard loss.", 5, points),
        *([limit] if by_game else []),
    ]


_GAME_FIGURES = [
    Setting("WinnerTPs", "Fixed: what the winner of a game has before the margin.", 12, fixed=True),
    Setting(
        "MarginTPs",
        "Fixed: how many TPs the square root of the margin in tiles is worth; 4/3.",
        4 / 3,
        fixed=True,
    ),
    Setting("DrawTPs", "Fixed: the TPs of each player in a drawn game.", 10, fixed=True),
    Setting(
        "GameDecimals",
        "Fixed: the winner's TPs of a game are rounded to so many decimals.",
        1,
        fixed=True,
    ),
    Setting(
        "LimitUsed",
        "Counted: TimeLimit, or 0 where it is no number of minutes.",
        formula="=IF(ISNUMBER(TimeLimit),MAX(TimeLimit,0),0)",
    ),
]


def figures(by_game: bool, groups: int) -> list[Setting]:
    """The named cells that only calculate: what the rules fix, what is counted."""
    smallest = ",".join(f'COUNTIF({{group_{n}[key]}},">0")' for n in range(groups))
    return [
        Setting("GameTPs", "Fixed: the TPs that two players share in a game.", 20, fixed=True),
        Setting("FullPercent", "Fixed: TP% is in percent of this.", 100, fixed=True),
        Setting(
            "EvenShare",
            "Fixed: the TP% at which a player without games is sorted in.",
            50,
            fixed=True,
        ),
        Setting(
            "HalfGame",
            "Fixed: WBQ is rounded to this, and GBQ where Step is blank.",
            0.5,
            fixed=True,
        ),
        Setting(
            "Decimals",
            "Fixed: sums of TPs are rounded to this, so that equal TPs are equal.",
            6,
            fixed=True,
        ),
        *(_GAME_FIGURES if by_game else []),
        Setting("PlayersListed", "Counted: the players.", formula='=COUNTIF({all[key]},">0")'),
        Setting(
            "PlacesUsed",
            "Counted: Places, or 1 where it is no number from 1.",
            formula="=MAX(1,INT(N(Places)))",
        ),
        Setting(
            "SmallestGroup",
            "Counted: the players of the smallest group.",
            formula=f"=MIN({smallest})",
        )
        if groups > 1
        else Setting(
            "LastPlace",
            "Counted: the place that GBQ is measured from.",
            formula="=MIN(PlacesUsed,PlayersListed)",
        ),
        Setting(
            "BasisUsed",
            "Counted: Basis, or tp% where it is neither.",
            formula='=IF(Basis="gbq","gbq","tp%")',
        ),
        Setting(
            "StepUsed",
            "Counted: Step, or half a game where it is blank.",
            formula="=IF(ISNUMBER(Step),MAX(Step,0),HalfGame)",
        ),
        Setting(
            "WinLessLoss",
            "Counted: what a standard win is worth above a standard loss.",
            formula="=IF(AND(ISNUMBER(Win),ISNUMBER(Loss)),MAX(Win-Loss,0),0)",
        ),
    ]


_APART = Check(
    "The players of a match are in the same group",
    "=SUM({matches[apart]})",
    "Correct one of the two names, or the list.",
    "Setup",
)
_NEXT_PLACES = (
    "+IF(ISNUMBER(NextPlaces),IF(AND(NextPlaces>=0,NextPlaces<=ROWS({next[row]}),"
    "INT(NextPlaces)=NextPlaces),0,1),1)"
)


_TIME_LIMIT = "+IF(ISNUMBER(TimeLimit),IF(TimeLimit>=0,0,1),1)"


def checks(by_game: bool, many: bool) -> list[Check]:
    """What must hold, by games or matches, in one group or in several."""
    fewest = "SmallestGroup" if many else "PlayersListed"
    usable = (
        f"IF(ISNUMBER(Places),IF(AND(Places>=1,Places<={fewest},INT(Places)=Places),0,1),1)"
        '+IF(OR(Basis="",Basis="tp%",Basis="gbq"),0,1)+IF(Step="",0,IF(ISNUMBER(Step),'
        "IF(Step>=0,0,1),1))+IF(AND(ISNUMBER(Win),ISNUMBER(Loss)),IF(Win>Loss,0,1),1)"
        f"{_TIME_LIMIT if by_game else ''}{_NEXT_PLACES if many else ''}"
    )
    remedy = (
        "Places: 1 to the number of players; Basis: tp% or gbq; Step: from 0; Win above Loss"
        + ("; TimeLimit: from 0" if by_game else "")
        + ("; NextPlaces: 0 to the number of groups" if many else "")
    )
    return [
        Check(
            "Every row of results is complete",
            "=SUM({matches[incomplete]})",
            "Fill in two players and the margin; minutes are numbers from 0, or blank."
            if by_game
            else "Fill in two players, a whole number of games and the TPs of both players.",
            "Results",
        ),
        Check(
            "Every player in the results is listed",
            "=SUM({matches[unknown]})",
            "Correct the spelling, or add the player to the list.",
            "Setup",
        ),
        Check(
            "Nobody plays against himself",
            "=SUM({matches[itself]})",
            "Correct one of the two names.",
            "Results",
        ),
        *([_APART] if many else []),
        Check(
            "The TPs of both players add up to 20 a game",
            "=SUM({matches[unbalanced]})",
            "Correct the TPs or the number of games.",
            "Results",
        ),
        Check(
            "No two players meet more often than they should",
            "=SUM({matches[again]})",
            "Remove the row that was entered twice, or raise Meetings.",
            "Results",
        ),
        Check(
            "Nobody is listed twice",
            '=COUNTIF({all[key]},0)-COUNTIF({all[name]},"")',
            "Remove the second entry; it counts for nothing.",
            "Setup",
        ),
        Check(
            "Everybody has the games that the results say",
            "=ABS(SUM({all[games]})-SUM({matches[games]},{matches[games]}))",
            "So many games are missing in the table: look for players who are not listed.",
            "Results",
        ),
        Check(
            "All TPs are 20 times all games",
            "=ABS(ROUND(SUM({all[tps]})-GameTPs*SUM({matches[games]}),Decimals))",
            "The table is so many TPs off: mend what the lines above say.",
            "Results",
        ),
        Check(
            "The options can be used",
            f"=IF(PlayersListed=0,0,{usable})",
            f"{remedy}.",
            "Setup",
        ),
    ]


def nothing(by_game: bool) -> str:
    """Whether nobody is listed and nothing was played."""
    return f"PlayersListed+COUNTA({{results[{columns.inputs(by_game)}]}})=0"


_NEXT = (
    "Next placed",
    "The first player of each group below the places that qualify for certain, sorted by TP%, then "
    "by standard wins less half the games. Q qualifies as one of the best NextPlaces.",
)


def read_me(by_game: bool, many: bool) -> dict[str, list[tuple[str, str]]]:
    """How to fill the workbook in, and what its tables say."""
    row = (
        "One row a game: who played, the margin in tiles (of A less of B), and the minutes of "
        "each where they were noted. Games and TPs follow from that."
        if by_game
        else "One row a match: who played, how many games, and the TPs of both players."
    )
    return {
        FILLING: [
            ("Setup", "Write the players into the tinted cells; say how many places qualify."),
            ("Results", row),
        ],
        "What the table says": [
            ("TP%", "Tournament points in percent of those played for. The table is sorted by it."),
            (
                "GBQ",
                "Games behind the last definite qualifying place: about how many games, won by "
                "five tiles against the player in that place, would make up the difference. Above "
                "0 is behind, below 0 is ahead. To compare two players, subtract their GBQ.",
            ),
            ("Mark", "Q qualifies, ? is tied across the qualifying line, = shares the place."),
            (
                "Decided by",
                "What separates a player from all others: TP%; at equal TP% the games behind, "
                "before they are rounded (GBQ); or nothing (tied).",
            ),
            ("No games", "A player without games is sorted in at 50%, where GBQ has him too."),
            *([_NEXT] if many else []),
            ("Matrix", "The TPs of the player in the row against the player in the column."),
        ],
        SOURCES: [
            (
                "GBQ",
                "The page on GBQ published with the Tantrix group tables, sections 1 to 3, 6 and "
                "7. It calls the measure behind GBQ “wins − losses”; it is half of that.",
            ),
            (
                "TPs",
                "The winner of a game has 12 + 4/3·√margin, at most 20; a draw is 10 each; both "
                "add up to 20. A player who reaches the time limit gives 1 TP to the opponent, "
                "and 1 more for every full minute over.",
            ),
        ],
    }
