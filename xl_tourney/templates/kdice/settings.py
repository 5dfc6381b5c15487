"""The named cells of the kdice workbook: its options, and the figures that formulas use."""

from __future__ import annotations

from dataclasses import replace

from ...functions.kdice.luck import SCALE, YATES_CORRECTION
from ...functions.kdice.points import MISSED_GAME, MOST_GUTS, PAYOFFS
from ...functions.kdice.record import PERCENT_ABOVE, SEATS, WHOLE
from ...readers import kdice as reader
from ..parts.settings import DECIMALS, Setting, one_of
from ..parts.table import InputRule
from .tables import SORTED_BY

_SORTED_BY = ",".join(SORTED_BY)
SORT_BY = Setting(
    "SortBy",
    f"The figure that the leaderboard is sorted by: {_SORTED_BY}. Of BSS less is better; who "
    "does not have the figure comes last, without a place.",
    rule=replace(one_of(*SORTED_BY), message=f"One of {_SORTED_BY}."),
)
YATES_BELOW = Setting(
    "YatesBelow",
    "Below how many games Yates' correction is used: 35, when fewer than five finishes are "
    "due in each place; 0 for never.",
    rule=InputRule("decimal", "A number of games, from 0.", 0),
)
ROUNDING = Setting(
    "Rounding",
    "How far percentages may be from adding up to 100: seven whole percents can be 3.5 "
    "off by rounding alone.",
    3.5,
    InputRule("decimal", "A number of percent, from 0.", 0),
)

FIGURES = [
    Setting("Seats", "Fixed: the places of a game.", SEATS, fixed=True),
    Setting("Scale", "Fixed: TAPL is given in thousandths.", SCALE, fixed=True),
    Setting("Whole", "Fixed: percentages add up to this.", WHOLE, fixed=True),
    Setting(
        "PercentAbove",
        "Fixed: shares that add up to more than this are percentages, else fractions.",
        PERCENT_ABOVE,
        fixed=True,
    ),
    DECIMALS,
    Setting(
        "YatesCorrection",
        "Fixed: Yates' correction takes so many games off each difference.",
        YATES_CORRECTION,
        fixed=True,
    ),
    Setting(
        "MissedGame",
        "Fixed: so many games behind is each game fewer than the player with the most (BSS).",
        MISSED_GAME,
        fixed=True,
    ),
    Setting("MostGuts", "Fixed: GPG is at most this.", MOST_GUTS, fixed=True),
    *(
        Setting(
            f"Payoff{seat}",
            f"Fixed: what the {seat} place pays; the {opposite} loses as much.",
            payoff,
            fixed=True,
        )
        for seat, opposite, payoff in zip(reader.SEATS, reversed(reader.SEATS), PAYOFFS[:3])
    ),
    Setting(
        "NoFigure",
        "Fixed: stands for a figure that a player does not have, so that it comes last.",
        -1e9,
        fixed=True,
    ),
    Setting("AffiliatedFrom", "Fixed: from this PPC on, y has an affiliation.", 3, fixed=True),
    Setting("GamesForPPC", "Fixed: PPC needs at least so many games.", 20, fixed=True),
    Setting(
        "PlayersListed",
        "Counted: the players with games.",
        formula='=COUNTIF({group[key]},">0")',
    ),
    Setting(
        "ChosenNo",
        "Counted: the number of the player chosen on the sheet Player.",
        formula='=IF(Chosen="",0,SUMPRODUCT(({group[name]}=Chosen)*{group[key]}))',
    ),
]
"""The named cells of Calculation: what the rules fix, and what is counted."""
