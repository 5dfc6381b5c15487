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
from ..parts.settings import Setting, constant, one_of
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
)
MEASURED_FROM = Setting(
    "MeasuredFrom",
    "Whose GBQ is 0: line, the last place that qualifies for certain, or leader.",
    rule=one_of("line", "leader"),
)
ROUNDING = Setting(
    "Step",
    "To what GBQ is rounded: 0.5 as published; 0 leaves it unrounded.",
    rule=InputRule("decimal", "A number from 0.", 0),
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
    InputRule("decimal", "Minutes: a number from 0.", 0),
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


_DECIDED_BY = {"FirstKey": "TP%", "SecondKey": "GBQ", "ThirdKey": "play-off"}
"""The named cells with what decides a place, in this order."""


_GAME_FIGURES = [
    Setting(
        "WinnerTPs", "Fixed: what the winner of a game has before the margin.", WINNER, fixed=True
    ),
    Setting(
        "MarginTPs",
        f"Fixed: how many TPs the square root of the margin in tiles is worth; {MARGIN_TEXT}.",
        MARGIN,
        fixed=True,
    ),
    Setting("DrawTPs", "Fixed: the TPs of each player in a drawn game.", DRAW, fixed=True),
    Setting(
        "GameDecimals",
        "Fixed: the winner's TPs of a game are rounded to so many decimals.",
        GAME_DECIMALS,
        fixed=True,
    ),
    Setting(
        "LimitUsed",
        "Counted: TimeLimit, or 0 where it is no number of minutes.",
        formula="=IF(ISNUMBER(TimeLimit),MAX(TimeLimit,0),0)",
    ),
]


def _match_games(by_game: bool) -> Setting:
    games = "{matches[games]}"
    most = f"IF(COUNT({games})<=1,MAX({games}),IFERROR(MODE({games}),MAX({games})))"
    return Setting(
        "MatchGames",
        "Counted: how many games a match to come has: as most of those that were played.",
        formula="=1" if by_game else f"=IF(COUNT({games})=0,1,{most})",
    )


def figures(by_game: bool, groups: int) -> list[Setting]:
    """The named cells that only calculate: what the rules fix, what is counted."""
    smallest = ",".join(f"SUM({{group_{n}[plays]}})" for n in range(groups))
    return [
        Setting(
            "GameTPs", "Fixed: the TPs that two players share in a game.", GAME_TPS, fixed=True
        ),
        Setting("FullPercent", "Fixed: TP% is in percent of this.", FULL_PERCENT, fixed=True),
        Setting(
            "EvenShare",
            "Fixed: the TP% at which a player without games is sorted in.",
            EVEN_SHARE,
            fixed=True,
        ),
        Setting(
            "OutShare",
            "Fixed: the TP% at which a player who withdrew is sorted in, below all others.",
            -1000000,
            fixed=True,
        ),
        Setting(
            "WinAlone",
            "Fixed: the games that a win makes up on somebody who does not play.",
            HALF,
            fixed=True,
        ),
        Setting(
            "HalfGame",
            "Fixed: WBQ is rounded to this, and GBQ where Step is blank.",
            STEP,
            fixed=True,
        ),
        Setting(
            "Decimals",
            "Fixed: sums of TPs are rounded to this, so that equal TPs are equal.",
            6,
            fixed=True,
        ),
        *(
            replace(
                constant(name, "what decides a place, as Decided by says it.", text),
                part_of=DECIDED_LABELS,
            )
            for name, text in _DECIDED_BY.items()
        ),
        *(_GAME_FIGURES if by_game else []),
        Setting("PlayersListed", "Counted: the players.", formula='=COUNTIF({all[key]},">0")'),
        Setting(
            "PlayersIn",
            "Counted: the players without those who withdrew.",
            formula="=SUM({all[plays]})",
        ),
        Setting(
            "Fixtures",
            f"Counted: the {'games' if by_game else 'matches'} that are still to play.",
            formula="=SUM({matches[to_play]})",
        ),
        *([] if groups > 1 else [_match_games(by_game)]),
        Setting(
            "LineUsed",
            "Counted: the place that GBQ is measured from, where there are so many players.",
            formula='=IF(MeasuredFrom="leader",1,PlacesUsed)',
        ),
        Setting(
            "PlacesUsed",
            "Counted: Places, or 1 where it is no number from 1.",
            formula="=MAX(1,INT(N(Places)))",
        ),
        Setting(
            "SmallestGroup",
            "Counted: the players of the smallest group, without those who withdrew.",
            formula=f"=MIN({smallest})",
        )
        if groups > 1
        else Setting(
            "LastPlace",
            "Counted: the place that GBQ is measured from.",
            formula="=MIN(LineUsed,PlayersIn)",
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
