"""The tables that the go workbook shows: standings, tied groups, one group in detail."""

from __future__ import annotations

from dataclasses import replace

from openpyxl.utils import get_column_letter

from ..parts.columns import NAME_WIDTH, ORDER_OF_PLAYERS, looked_up
from ..parts.pages import HEADINGS
from ..parts.qualification.terms import race_headings
from ..parts.table import Column, computed
from .placing import MAX_CRITERIA, STEPS, wins_of_key
from .rounds import IN_AN_EXTRACT, SIGNS, per_round, written

SHOWN = 12
"""How many players of a tied group are shown against each other."""

DETAIL = HEADINGS + 3
"""The row of headings of the group in detail; above it is which group, and what it says."""

NUMBERS = DETAIL - 1
"""The row that holds the number of the player in each column of the virtual round robin."""

ORDER = [
    *ORDER_OF_PLAYERS,
    Column(
        "tied",
        "Row of the tied groups",
        '=IF({row[no]}="","",IF(INDEX({score[size]},{row[no]})>1,MAX({before[tied]})+1,""))',
        width=12,
    ),
]
"""The players in the order of their places, and which of them are tied."""


def _step(k: int, rounds: int, width: float) -> Column:
    """The wins of an iteration of direct comparison."""
    column = looked_up("score", f"step_{k}", f"DC {k}", width)
    wins = wins_of_key(f"INDEX({{score[dc_{k}]}},{{row[no]}})", rounds)
    native = f'=IF({{row[no]}}="","",IF(INDEX({{score[nbw]}},{{row[no]}})="","",{wins}))'
    return replace(column, native=native)


def _text(key: str, heading: str, width: float) -> Column:
    """A text of the wall list; blank where it is blank there."""
    formula = f'=IF({{row[no]}}="","",INDEX({{entries[{key}]}},{{row[no]}})&"")'
    return computed.left(key, heading, formula, width=width)


OF_RACE = race_headings("wins", "player")
"""The columns of a round robin with games to come."""


def standings(rounds: int, with_games: bool, with_pairs: bool = False) -> list[Column]:
    """The wall list that is published: by place, opponents by their row in this table.

    The number of an outsider, who has no row, stands in parentheses.
    """
    opera = "INDEX({score[opera_]},{row[no]})"
    return [
        looked_up("score", "place", "Place", 7, "center"),
        computed.centred("row", "No.", '=IF({row[no]}="","",{order.row[row]})', width=6),
        looked_up("score", "name", "Player", NAME_WIDTH, "left"),
        _text("rank", "Rank", 7),
        _text("club", "Club", 9),
        _text("country", "Co.", 6),
        *(_result(k, with_games) for k in range(1, rounds + 1)),
        looked_up("score", "nbw", "Wins", 7),
        *(_criterion(k) for k in range(1, MAX_CRITERIA + 1)),
        looked_up("score", "decided", "Decided by", 12, "center"),
        *(
            replace(
                looked_up("score", key, heading.short, 11, "left" if key == "state" else "right"),
                words=heading.words,
                note=heading.note,
                head=f'=IF(RaceOn=0,"","{heading.short}")',
            )
            for key, heading in (OF_RACE.items() if with_pairs else ())
        ),
        Column(
            "opera",
            "OPERA",
            f'=IF(OR({{row[no]}}="",RatingsKnown=0),"",IF(ISNUMBER({opera}),{opera},'
            f'IF(ISNA({opera}),NA(),"")))',
            width=9,
            may_be_na=IN_AN_EXTRACT,
        ),
        computed.centred("no", "Entry", "={order.row[no]}", width=7),
    ]


def _result(k: int, with_games: bool) -> Column:
    """A cell of the wall list with the opponent's row of this table in place of the entry.

    What cannot be counted stands as it was typed.
    """
    number, result, kind, fault, forfeit = (
        f"N(INDEX({{rounds[{key}_{k}]}},{{row[no]}}))"
        for key in ("opponent", "result", "kind", "fault", "forfeit")
    )
    cell = f"INDEX({{entries[r_{k}]}},{{row[no]}})"
    opponent = f"INDEX({{score[position]}},{number})"
    sign = f'MID("{SIGNS}",{result},1)'
    listed = sign
    if with_games:
        colour, stones = (
            f"INDEX({{rounds[{key}_{k}]}},{{row[no]}})" for key in ("colour", "stones")
        )
        listed = written(result, colour, stones, f"{forfeit}=1")
    typed = f"IFERROR(MID({cell},FIND({sign},{cell}),LEN({cell})),{listed})"
    formula = (
        f'=IF({{row[no]}}="","",IF({kind}>0,{opponent}&{typed},'
        f'IF({fault}=0,IF({result}>0,"0"&MID("{SIGNS}",{result},1),""),{cell}&"")))'
    )
    return computed.left(f"r_{k}", f"R{k}", formula, width=9)


def _criterion(k: int) -> Column:
    key = f"INDEX({{score[key_{k}]}},{{row[no]}})"
    value = f'IF(Criterion{k}="DC place",-{key},{key})'
    formula = f'=IF(OR({{row[no]}}="",Label{k}=""),"",IF({key}=NoFigure,NA(),{value}))'
    return Column(f"key_{k}", "", formula, width=9, may_be_na=IN_AN_EXTRACT, head=f"=Label{k}")


def tied(rounds: int) -> list[Column]:
    """All who are tied before direct comparison, and how it separates them, step by step."""
    return [
        computed.centred(
            "group",
            "Group",
            '=IF({row[no]}="","",MAX({before[group]})+IF(COUNTIF({before[first]},{row[first]})=0,1,0))',
            width=8,
        ),
        computed.centred(
            "first",
            "Tied for place",
            '=IF({row[no]}="","",INDEX({score[group]},{row[no]}))',
            width=9,
        ),
        looked_up("score", "on", "Tied on", 30, "left"),
        looked_up("score", "size", "Players tied", 9, "center"),
        looked_up("score", "name", "Player", NAME_WIDTH, "left"),
        *(_step(k, rounds, 8) for k in range(1, STEPS + 1)),
        looked_up("score", "dc_place", "Place in the group", 11, "center"),
        looked_up("score", "place", "Final place", 8, "center"),
        computed.centred(
            "no",
            "Entry",
            '=IF({order.row[row]}>MAX({order[tied]}),"",'
            "INDEX({order[no]},MATCH({order.row[row]},{order[tied]},0)))",
            width=7,
        ),
    ]


def members(rounds: int) -> list[Column]:
    """The games with a result of the players of a tied group, for its virtual round robin."""

    def of_round(key: str, k: int) -> str:
        kind, result, value = (
            f"INDEX({{rounds[{name}_{k}]}},{{row[no]}})" for name in ("kind", "result", key)
        )
        return f'=IF({{row[no]}}="","",IF({kind}>0,IF({result}<4,{value},0),0))'

    return [
        computed.centred("no", "Entry", "={detail.row[no]}", width=8),
        *(
            Column(f"{key}_{k}", f"R{k} {key}", of_round(key, k), width=9)
            for key in ("opponent", "result")
            for k in range(1, rounds + 1)
        ),
    ]


def detail(room: int, rounds: int) -> list[Column]:
    """One tied group: the virtual round robin of its players, and each iteration."""
    left = [
        computed.centred(
            "nth", "Row", '=IF({score.row[no]}>GroupSize,"",{score.row[no]})', width=6
        ),
        computed.centred(
            "no", "Entry", '=IF({row[nth]}="","",INDEX({tied[no]},GroupRow+{row[nth]}-1))', width=8
        ),
        looked_up("score", "name", "Player", NAME_WIDTH, "left"),
        Column("wins", "Wins", "", width=7),
        *(_step(k, rounds, 7) for k in range(1, STEPS + 1)),
        computed.left("next", "Next", _next(), width=22),
        looked_up("score", "dc_place", "Place in the group", 11, "center"),
        looked_up("score", "place", "Final place", 8, "center"),
    ]
    first = len(left) + 1
    letters = [get_column_letter(first + at) for at in range(room)]
    wins = "+".join(_wins_against(f"N({letter}${NUMBERS})", rounds) for letter in letters)
    at = next(at for at, column in enumerate(left) if column.key == "wins")
    left[at] = replace(left[at], formula=f'=IF({{row[no]}}="","",{wins})')
    return left + [_against(letter, at, rounds) for at, letter in enumerate(letters)]


def _next() -> str:
    """The result of the first comparison: a place, or another comparison for some places."""
    mine = "{row[step_1]}"
    first = f'INDEX({{score[group]}},{{row[no]}})+COUNTIF({{detail[step_1]}},">"&{mine})'
    equal = f"COUNTIF({{detail[step_1]}},{mine})"
    return (
        f'=IF(OR({{row[no]}}="",GroupSize>ROWS({{detail[no]}})),"",'
        f'IF({equal}=GroupSize,"Not separated by DC",IF({equal}=1,"Place "&({first}),'
        f'"DC 2 for places "&({first})&" to "&({first}+{equal}-1))))'
    )


def _count_games(result: int, other: str, rounds: int) -> str:
    """How many games against somebody ended so."""
    opponents, results = (
        f"{{members.row[{per_round(key, rounds)}]}}" for key in ("opponent", "result")
    )
    return f"COUNTIFS({opponents},{other},{results},{result})"


def _wins_against(other: str, rounds: int) -> str:
    won, drawn = (_count_games(result, other, rounds) for result in (1, 3))
    return f"{won}+{drawn}/2"


def _against(letter: str, at: int, rounds: int) -> Column:
    """The game against the player in one row of the group: its round and result.

    Several games are shown as wins and games; blank without one.
    """
    other = f"{letter}${NUMBERS}"
    opponents = f"{{members.row[{per_round('opponent', rounds)}]}}"
    counts = [_count_games(result, other, rounds) for result in (1, 2, 3)]
    games = "+".join(counts)
    shown = f'({_wins_against(other, rounds)})&"/"&({games})'
    for result, count in enumerate(counts, 1):
        shown = (
            f'IF(({games})*{count}=1,MATCH({other},{opponents},0)&"{SIGNS[result - 1]}",{shown})'
        )
    return computed.centred(
        f"against_{at}",
        "",
        f'=IF(OR({{row[no]}}="",{other}=""),"",IF({{row[no]}}={other},"×",'
        f'IF({games}=0,"",{shown})))',
        width=6,
    )
