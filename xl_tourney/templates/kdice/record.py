"""The record of each kdice player: whether it counts, the games, the share of each place."""

from __future__ import annotations

from ...catalogue.expression import formula_of, symbol
from ...functions.kdice.record import are_counts, whole_of
from ...readers.kdice import FINISHES, SEATS
from ..parts.columns import for_listed, name_of
from ..parts.table import Column, InputRule, computed, is_duplicate, refused

READING = ("Reading", ("counts", "percent", "fractions"))
"""What the finishes of a player are."""
SHARES = tuple(f"s{place}" for place in range(1, len(SEATS) + 1))
PERCENT = "0.0%"

_FINISHES_TYPED = "{players.row[p1:p7]}"
_GAMES = "{players.row[games]}"
_EACH_FINISH = [symbol(f"{{players.row[{key}]}}") for key in FINISHES]
_ARE_COUNTS = formula_of(
    lambda finished, games: are_counts(_EACH_FINISH, finished, games),
    f"SUM({_FINISHES_TYPED})",
    _GAMES,
)
TOTALS = [
    Column(
        "games",
        "Games",
        rule=InputRule("whole", "Games played: a whole number; blank when finishes are counts."),
    ),
    Column(
        "points",
        "Points",
        width=10,
        rule=InputRule(
            "decimal", "All points of this player, or blank.", -(10**9), 10**9, halves=False
        ),
    ),
]
LEVELS_TYPED = "{players.row[l0:l5]}"
_TYPED_CELLS = "{players.row[games:l5]}"
_EARLIER_TYPED = "{earlier.row[w1:z7]}"


def whole_of_cells(cells: str) -> str:
    """The whole that shares are parts of: 100 for percentages, 1 for fractions."""
    return formula_of(whole_of, symbol(cells, is_array=True), "PercentAbove", "Whole")


def _is_off(cells: str) -> str:
    """1 where percentages or fractions are not one whole, and 0 where none are given."""
    difference = f"ABS(SUM({cells})/{whole_of_cells(cells)}*Whole-Whole)"
    return f"IF(COUNT({cells})=0,0,IF({difference}>Rounding,1,0))"


def _profile_is_off(cells: str) -> str:
    """1 where an earlier profile is there in part, or is not one whole."""
    return f"IF(COUNT({cells})=0,0,IF(COUNT({cells})<Seats,1,{_is_off(cells)}))"


IDENTITY = [
    computed.centred("no", "No.", "={players.row[no]}", width=6),
    name_of("players", "Player"),
    computed.count("refused", "No numbers", f"={refused('players', TOTALS)}"),
    computed.count(
        "waiting",
        "No games yet",
        f'=IF({{row[name]}}="",0,IF({{row[refused]}}>0,0,IF(COUNT({_TYPED_CELLS})<COUNTA({_TYPED_CELLS}),0,'
        f"IF(SUM({_GAMES},{_FINISHES_TYPED})=0,IF(MIN({_GAMES},{_FINISHES_TYPED})<0,0,1),0))))",
        width=10,
    ),
    Column(
        "incomplete",
        "Not complete",
        '=IF({row[name]}="",'
        f'IF(COUNTA({_TYPED_CELLS})+COUNTA({_EARLIER_TYPED})=0,"",1),'
        "IF({row[waiting]}=1,0,IF({row[refused]}>0,1,"
        f"IF(OR(COUNT({_FINISHES_TYPED})<Seats,COUNT({_TYPED_CELLS})<COUNTA({_TYPED_CELLS}),"
        f"COUNT({_EARLIER_TYPED})<COUNTA({_EARLIER_TYPED})),1,"
        f"IF(OR(MIN({_FINISHES_TYPED})<0,MIN({LEVELS_TYPED})<0,MIN({_EARLIER_TYPED})<0,"
        f"SUM({_FINISHES_TYPED})=0),1,"
        f'IF({_GAMES}="",0,'
        f"IF(OR({_GAMES}<1,INT({_GAMES})<>{_GAMES}),1,"
        f"IF({_ARE_COUNTS},0,IF(SUM({_FINISHES_TYPED})>PercentAbove*Whole,1,0)))))))))",
        width=12,
    ),
    Column(
        "again",
        "Listed before",
        f'=IF({{row[name]}}="","",{is_duplicate("name")})',
        width=10,
    ),
    computed.count(
        "key",
        "No. when it counts",
        "=IF(AND({row[again]}=0,{row[incomplete]}=0,{row[waiting]}=0),{row[no]},0)",
        width=12,
    ),
    computed.count(
        "waits", "Listed without games", "=IF(AND({row[again]}=0,{row[waiting]}=1),1,0)", width=12
    ),
]

RECORD = [
    for_listed.left(
        "reading",
        "Finishes are",
        f'IF({_GAMES}="",Reading_counts,IF({_ARE_COUNTS},Reading_counts,'
        f"IF(SUM({_FINISHES_TYPED})>PercentAbove,Reading_percent,Reading_fractions)))",
        width=13,
    ),
    for_listed(
        "games",
        "Games",
        f"IF({{row[reading]}}=Reading_counts,SUM({_FINISHES_TYPED}),{{players.row[games]}})",
    ),
    for_listed(
        "unit",
        "All is",
        f"IF({{row[reading]}}=Reading_counts,{{row[games]}},{whole_of_cells(_FINISHES_TYPED)})",
    ),
    *(
        for_listed(share, seat, f"{{players.row[{key}]}}/{{row[unit]}}", number_format=PERCENT)
        for share, key, seat in zip(SHARES, FINISHES, SEATS)
    ),
    for_listed(
        "odd", "Do not add up", "IF(ABS(Whole*SUM({row[s1:s7]})-Whole)>Rounding,1,0)", width=12
    ),
    for_listed(
        "unexplained",
        "Without a note",
        'IF({row[odd]}=0,0,IF({players.row[note]}="",1,0))',
        width=10,
    ),
    for_listed("levels_off", "Levels off", _is_off(LEVELS_TYPED), width=10),
    for_listed(
        "earlier_off",
        "Earlier profile off",
        f"MAX({_profile_is_off('{earlier.row[w1:w7]}')},{_profile_is_off('{earlier.row[z1:z7]}')})",
        width=11,
    ),
    *(
        for_listed(f"{key}_unit", f"All is, {key}", whole_of_cells(cells))
        for key, cells in (("worst", "{earlier.row[w1:w7]}"), ("zero", "{earlier.row[z1:z7]}"))
    ),
]
