"""Tantrix and leagues: tournament points and games behind.

Who is in the place that is measured from is a search among all rows, which is written here.
"""

from __future__ import annotations

from ....catalogue.expression import formula_of
from ....functions.tantrix import leads as rules
from ..writer import with_arguments

_BEHIND = formula_of(rules.games_behind, "reference", "own", "to")
_WINS = formula_of(rules.checked_wins, "the_tps", "the_games", "the_win", "the_loss")
_SHARES = formula_of(rules.tp_share, "the_tps", "the_games")
_MEAN_WINS = formula_of(rules.mean_wins, "shares", "SUM(the_games)/SUM(here)")
_OVER_EVEN = formula_of(rules.games_over_even, "the_wins", "the_losses")
_WIN_SHARES = formula_of(rules.win_share, "the_wins", "the_ties", "(the_wins+the_losses+the_ties)")

LAMBDAS = {
    "XLT_BEHIND": f"""
        LAMBDA(lead, standing, here, wanted, to, LET(
            first, XLT_ROUNDED(standing),
            second, XLT_ROUNDED(lead),
            number, SEQUENCE(ROWS(lead)),
            rank, MAP(first, second, number, LAMBDA(own, tied, at,
                1 + SUM(here*((first>own) + (first=own)*((second>tied)
                    + (second=tied)*(number<at)))))),
            reference, SUM(here*(rank=wanted)*lead),
            IF(OR(to<0, wanted<1, wanted>SUM(here)), #NUM!,
            MAP(lead, here, LAMBDA(own, shown, IF(shown, {_BEHIND}, ""))))))
    """,
    "GBQ": with_arguments(
        "GBQ",
        f"""LET(
            lead, {_WINS},
            shares, {_SHARES},
            IF(MIN(the_games)<0, #NUM!,
            XLT_FIRST_ERROR(lead,
            XLT_BEHIND(lead, IF(the_basis="gbq", lead, shares), here, the_places, the_step))))
        """,
    ),
    "WBQ": with_arguments(
        "WBQ",
        f"""LET(
            shares, {_SHARES},
            IF(MIN(the_games)<0, #NUM!,
            XLT_BEHIND({_MEAN_WINS}, shares, here, the_places, {rules.STEP})))
        """,
    ),
    "GAMES_BEHIND": with_arguments(
        "GAMES_BEHIND",
        f"""IF(MIN(the_wins, the_losses, the_ties)<0, #NUM!,
            XLT_BEHIND({_OVER_EVEN}, {_WIN_SHARES}, here, the_place, the_step))
        """,
    ),
}
