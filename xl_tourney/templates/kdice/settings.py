"""The named cells of the kdice workbook: its options, and the figures that formulas use."""

from __future__ import annotations

from dataclasses import replace

from ...functions.kdice.luck import SCALE, YATES_CORRECTION
from ...functions.kdice.points import MISSED_GAME, MOST_GUTS, PAYOFFS
from ...functions.kdice.record import PERCENT_ABOVE, SEATS, WHOLE
from ...readers import kdice as reader
from ..parts.settings import DECIMALS, Setting, constant, counted, one_of
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
    InputRule("decimal", "A number of percent, from 0.", whole_from=0),
)

FIGURES = [
    constant("Seats", "the places of a game.", SEATS),
    constant("Scale", "TAPL is given in thousandths.", SCALE),
    constant("Whole", "percentages add up to this.", WHOLE),
    constant(
        "PercentAbove",
        "shares that add up to more than this are percentages, else fractions.",
        PERCENT_ABOVE,
    ),
    DECIMALS,
    constant(
        "YatesCorrection",
        "Yates' correction takes so many games off each difference.",
        YATES_CORRECTION,
    ),
    constant(
        "MissedGame",
        "so many games behind is each game fewer than the player with the most (BSS).",
        MISSED_GAME,
    ),
    constant("MostGuts", "GPG is at most this.", MOST_GUTS),
    *(
        constant(
            f"Payoff{seat}", f"what the {seat} place pays; the {opposite} loses as much.", payoff
        )
        for seat, opposite, payoff in zip(reader.SEATS, reversed(reader.SEATS), PAYOFFS[:3])
    ),
    constant(
        "NoFigure", "stands for a figure that a player does not have, so that it comes last.", -1e9
    ),
    constant("AffiliatedFrom", "from this PPC on, y has an affiliation.", 3),
    constant("GamesForPPC", "PPC needs at least so many games.", 20),
    counted("PlayersListed", "the players with games.", 'COUNTIF({group[key]},">0")'),
    counted(
        "ChosenNo",
        "the number of the player chosen on the sheet Player.",
        'IF(Chosen="",0,SUMPRODUCT(({group[name]}=Chosen)*{group[key]}))',
    ),
]
"""The named cells of Calculation: what the rules fix, and what is counted."""
