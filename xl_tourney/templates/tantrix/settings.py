"""The named cells of the Tantrix workbook: its options, and the figures that formulas use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...functions.tantrix.leads import EVEN_SHARE, HALF, LOSS, STEP, WIN
from ...functions.tantrix.points import (
    DRAW,
    FULL_PERCENT,
    GAME_DECIMALS,
    GAME_TPS,
    MARGIN,
    MARGIN_TEXT,
    TIME_LIMIT,
    WINNER,
)
from ..parts.settings import Needs, Setting, constant, counted, one_of
from ..parts.table import InputRule
from .tables import DECIDED_LABELS

PLACES = Setting(
    "Places",
    "How many places qualify for certain; GBQ is measured from the last of them.",
    rule=InputRule("whole", "A whole number from 1 to the number of players.", 1),
)
NEXT_PLACES = Setting(
    "NextPlaces",
    "How many of the best next-placed players, one a group, qualify as well; 0 for none.",
    rule=InputRule("whole", "A whole number from 0 to the number of groups.", 0),
)
BASIS = Setting(
    "Basis",
    "By what that place is counted: tp% (as in the 2004 WTTC) or gbq (as in the Euros).",
    rule=one_of("tp%", "gbq"),
    needs=Needs("NextPlaces", (">0",), '"tp%"'),
)
MEASURED_FROM = Setting(
    "MeasuredFrom",
    "Whose GBQ is 0: line, the last place that qualifies for certain, or leader.",
    rule=one_of("line", "leader"),
)
NO_GAMES = Setting(
    "NoGames",
    "Where a player without a game stands: last, below all who have played, or even, as if at 50% "
    "(as the GBQ page has it).",
    rule=one_of("last", "even"),
)
ROUNDING = Setting(
    "Step",
    "To what GBQ is rounded: 0.5 as published; 0 leaves it unrounded.",
    rule=InputRule("decimal", "A number from 0, such as 0.5.", whole_from=0),
)
SHOW_WBQ = Setting(
    "ShowWBQ",
    "Whether the standings show WBQ, the 2003 WTTC's games behind: yes or no.",
    rule=one_of("yes", "no"),
)
LIMIT = Setting(
    "TimeLimit",
    "From how many minutes on a player's time costs points.",
    TIME_LIMIT,
    InputRule("decimal", "Minutes: a number from 0, no time such as 15:00.", halves=False),
)
_POINTS = InputRule("decimal", "Tournament points: a number.", -999, 999)
WORTH = [
    Setting("Win", "The TPs of a standard win, by five tiles.", WIN, _POINTS),
    Setting("Loss", "The TPs of a standard loss.", LOSS, _POINTS),
]


def meetings(value: int | None, by_game: bool) -> Setting:
    """How often two meet."""
    return Setting(
        "Meetings",
        f"How many {'games' if by_game else 'matches'} two players have against each other; "
        "more are reported. Blank for any number.",
        value,
        InputRule("whole", "A whole number from 1, or blank.", 1),
    )


def of_groups(next_places: int, labels: Sequence[str]) -> list[Setting]:
    """The options of a workbook with several groups."""
    assert NEXT_PLACES.rule
    upto = replace(NEXT_PLACES.rule, maximum=len(labels))
    return [
        replace(NEXT_PLACES.of(next_places), rule=upto),
        Setting(
            "CompareGroup",
            "The group that the sheet Compare shows.",
            labels[0],
            InputRule("list", "Choose a group.", "{next[group]}"),
        ),
    ]


_DECIDED_BY = {
    "FirstKey": "games",
    "SecondKey": "TP%",
    "ThirdKey": "GBQ",
    "FourthKey": "play-off",
}
"""The named cells with what decides a place, in this order."""


_GAME_FIGURES = [
    constant("WinnerTPs", "what the winner of a game has before the margin.", WINNER),
    constant(
        "MarginTPs",
        f"how many TPs the square root of the margin in tiles is worth; {MARGIN_TEXT}.",
        MARGIN,
    ),
    constant("DrawTPs", "the TPs of each player in a drawn game.", DRAW),
    constant(
        "GameDecimals", "the winner's TPs of a game are rounded to so many decimals.", GAME_DECIMALS
    ),
    counted(
        "LimitUsed",
        "TimeLimit, or 0 where it is no number of minutes.",
        "IF(ISNUMBER(TimeLimit),MAX(TimeLimit,0),0)",
    ),
]


def _match_games(by_game: bool) -> Setting:
    games = "{matches[games]}"
    most = f"IF(COUNT({games})<=1,MAX({games}),IFERROR(MODE({games}),MAX({games})))"
    return counted(
        "MatchGames",
        "how many games a match to come has: as most of those that were played.",
        "1" if by_game else f"IF(COUNT({games})=0,1,{most})",
    )


def figures(by_game: bool, groups: int) -> list[Setting]:
    """The named cells that only calculate: what the rules fix, what is counted."""
    smallest = ",".join(f"SUM({{group_{n}[plays]}})" for n in range(groups))
    return [
        constant("GameTPs", "the TPs that two players share in a game.", GAME_TPS),
        constant("FullPercent", "TP% is in percent of this.", FULL_PERCENT),
        constant("EvenShare", "the TP% at which a player without games is sorted in.", EVEN_SHARE),
        constant(
            "OutShare",
            "the TP% at which a player who withdrew is sorted in, below all others.",
            -1000000,
        ),
        constant("WinAlone", "the games that a win makes up on somebody who does not play.", HALF),
        constant("HalfGame", "WBQ is rounded to this, and GBQ where Step is blank.", STEP),
        constant("Decimals", "sums of TPs are rounded to this, so that equal TPs are equal.", 6),
        *(
            constant(name, "what decides a place, as Decided by says it.", text, DECIDED_LABELS)
            for name, text in _DECIDED_BY.items()
        ),
        *(_GAME_FIGURES if by_game else []),
        counted("PlayersListed", "the players.", 'COUNTIF({all[key]},">0")'),
        counted("PlayersIn", "the players without those who withdrew.", "SUM({all[plays]})"),
        counted(
            "Fixtures",
            f"the {'games' if by_game else 'matches'} that are still to play.",
            "SUM({matches[to_play]})",
        ),
        *([] if groups > 1 else [_match_games(by_game)]),
        counted(
            "LineUsed",
            "the place that GBQ is measured from, where there are so many players.",
            'IF(MeasuredFrom="leader",1,PlacesUsed)',
        ),
        counted(
            "PlacesUsed", "Places, or 1 where it is no number from 1.", "MAX(1,INT(N(Places)))"
        ),
        counted(
            "SmallestGroup",
            "the players of the smallest group, without those who withdrew.",
            f"MIN({smallest})",
        )
        if groups > 1
        else counted(
            "LastPlace", "the place that GBQ is measured from.", "MIN(LineUsed,SUM({all[begun]}))"
        ),
        counted("BasisUsed", "Basis, or tp% where it is neither.", 'IF(Basis="gbq","gbq","tp%")'),
        counted(
            "StepUsed",
            "Step, or half a game where it is blank.",
            "IF(ISNUMBER(Step),MAX(Step,0),HalfGame)",
        ),
        counted(
            "WinLessLoss",
            "what a standard win is worth above a standard loss.",
            "IF(AND(ISNUMBER(Win),ISNUMBER(Loss)),MAX(Win-Loss,0),0)",
        ),
    ]
