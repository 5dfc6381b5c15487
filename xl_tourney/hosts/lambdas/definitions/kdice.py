"""kdice: games behind, for which all players' seasons are compared."""

from __future__ import annotations

from ....catalogue.expression import formula_of, lambda_body_of, symbol
from ....functions.kdice import points
from ..writer import with_arguments

_COUNTS = symbol("counts", is_array=True)
_GAMES = symbol("games", omitted='games=""')
_SEASON = lambda_body_of(points.season_of, _COUNTS, _GAMES)
_SIXTHS = formula_of(points.sixths_lost, "INDEX(seasons, 0, 2)", "played", "most")
_BEHIND = formula_of(lambda own, leader: points.in_games(own - leader), "sixths", "leader")

LAMBDAS = {
    "XLT_SEASON": f"""
        LAMBDA(counts, games, {_SEASON})
    """,
    "BSS": with_arguments(
        "BSS",
        f"""LET(
            lines, ROWS(finishes),
            fits, IF(no_games, TRUE, OR(ROWS(games)=1, ROWS(games)=lines)*(COLUMNS(games)=1)),
            seasons, MAKEARRAY(lines, 2, LAMBDA(at, what, IF(INDEX(here, at, 1)=0, 0,
                INDEX(XLT_SEASON(INDEX(the_finishes, at, 0),
                    IF(no_games, "", XLT_CELL(the_games, at, 1))), 1, what)))),
            played, INDEX(seasons, 0, 1),
            most, MAX(IF(here, played, 0)),
            sixths, XLT_ROUNDED({_SIXTHS}),
            leader, MIN(IF(here, sixths, 1E+300)),
            IF(NOT(fits), #VALUE!,
            XLT_FIRST_ERROR(the_finishes, XLT_FIRST_ERROR(seasons, IF(here, {_BEHIND}, "")))))
        """,
    ),
}
