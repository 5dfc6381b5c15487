"""The tables of the go workbook: which columns they have, and the formula of each.

The wall list is typed in as it is published, and our functions take it as it is.
"""

from __future__ import annotations

from ...readers.go.tournament import MAX_ROUNDS
from ..parts import theme
from ..parts.columns import NAME_WIDTH, typed_rounds
from ..parts.table import (
    Column,
    InputRule,
    computed,
    is_duplicate,
    refused,
    text_column,
)
from .criteria import columns, outsider_columns
from .placing import before_columns, comparison_columns, for_player, if_player, place_columns
from .race import race_columns
from .ratings import rating_columns
from .rounds import (
    BALANCE,
    IN_AN_EXTRACT,
    IS_WAITING,
    MET_AGAIN,
    PROBLEMS,
    WAITING,
    per_round,
    row_of_rounds,
    sum_of_rounds,
)
from .settings import level_of, plain_rank

CRITERIA_COLUMNS = [
    Column("name", "Criterion", width=13, align="left", style=theme.VALUE),
    Column("description", "What it is", width=84, align="left", style=theme.VALUE),
]


def entries(rounds: int) -> list[Column]:
    """The wall list as it is typed in."""
    rating = InputRule(
        "decimal",
        "The rating before the tournament (GoR, 2100 is 1 dan).",
        -999,
        9999,
        decimals=3,
        halves=False,
    )
    start = InputRule("decimal", "The McMahon score before the first round.", -99, 999)
    result = InputRule(
        "textLength",
        "The opponent's No. and the result: 14+ won, 10- lost, 5= jigo, 7? not yet played; "
        "14+/b3 with colour and stones, 22+! by forfeit. 0+ bye, 0= half point, 0- absent.",
        0,
        12,
    )

    out = InputRule(
        "whole",
        "The last round of a player who leaves the tournament; 0 for one who never came.",
        0,
        MAX_ROUNDS,
    )

    return [
        Column("no", "No.", width=6, align="center", style=theme.VALUE),
        text_column("name", "Player", NAME_WIDTH, "The name of the player.", identifies=True),
        text_column("club", "Club", 10, "The club, where it is known."),
        text_column("country", "Co.", 6, "The country, in two letters."),
        text_column("rank", "Rank", 7, "The rank: 5k, 3d, 1p."),
        Column("rating", "Rating", width=9, rule=rating),
        Column("start", "Start", width=8, align="center", rule=start),
        *typed_rounds(rounds, 10, result),
        Column("out", "Out after", width=10, align="center", rule=out),
        computed.left("problem", "Problem", _problem(rounds), width=52),
        text_column("pin", "EGD PIN", 10, "The number in the European Go Database, if known."),
    ]


def _problem(rounds: int) -> str:
    """What is wrong with the row, round by round."""
    fault, again = "{rounds.row[fault_#]}", "{rounds.row[again_#]}"

    def text(number: object) -> str:
        return f'"R# "&INDEX({{problems[problem]}},{number})'

    waiting = f'IF({IS_WAITING},{text(PROBLEMS.index(WAITING) + 1)},"")'
    met_again = f"IF({again}=1,{text(PROBLEMS.index(MET_AGAIN) + 1)},{waiting})"
    of_round = f"IF({fault}>0,{text(fault)},{met_again})"
    wrong = [of_round.replace("#", str(k)) for k in range(1, rounds + 1)]
    entered_again = 'IF({score.row[again]}=1,"Listed above already. ","")'
    nameless = 'IF({score.row[nameless]}=1,"Results without a name. ","")'
    no_rank = 'IF({score.row[no_rank]}=1,"The rank is 5k, 3d, 1p or the like. ","")'
    no_number = 'IF({score.row[refused]}>0,"Rating, Start and Out after are numbers. ","")'
    faults, agains = (row_of_rounds(key, rounds) for key in ("fault", "again"))
    faults_found = f'COUNTIF({faults},">0")+SUM({agains})'
    return (
        f'=IF({faults_found}+SUM({{score.row[again:waiting]}})=0,"",'
        + "&".join([entered_again, nameless, no_rank, no_number, *wrong])
        + ")"
    )


_RANK = "{row[rank]}"
_RANK_NUMBER = f"IFERROR(VALUE(LEFT({_RANK},LEN({_RANK})-1)),0)"
_NO_RANK = f'IF({_RANK}="",0,IFERROR(IF(FIND(RIGHT({_RANK}),"dkp")*{_RANK_NUMBER}>0,0,1),1))'
_RATING = (
    "IF(ISNUMBER({entries.row[rating]}),{entries.row[rating]},"
    'IF(RIGHT({row[rank]})="d",FirstDan+RankStep*({row[grade]}-1),'
    'IF(RIGHT({row[rank]})="k",FirstDan-RankStep*{row[grade]},'
    'IF(RIGHT({row[rank]})="p",FirstPro+ProStep*({row[grade]}-1),0))))'
)


def score(count: int, rows: int, also: str | None, with_pairs: bool = False) -> list[Column]:
    """The figures of each player: every criterion, the chosen ones in their order, the place."""
    wall_list = f"{{rounds[{per_round('clean', count)}]}}"
    return [
        *_entry_columns(count),
        *outsider_columns(count),
        *rating_columns(count),
        *columns(wall_list, count, also),
        *before_columns(),
        *comparison_columns(wall_list, rows, count),
        *place_columns(count),
        *(race_columns(count) if with_pairs else ()),
    ]


_GAP = (
    'IF({progress.top[entered_#]}=0,0,IF(#>=LastEntered,0,IF({rounds.row[opponent_#]}<>"",0,'
    "IF(COUNT({rounds.row[opponent_1:opponent_#]})>0,1,0))))"
)
"""1 for a blank cell in a round before the last, but not before the first entry of the player."""


def _entry_columns(count: int) -> list[Column]:
    """The columns of the wall list beside the games."""
    opponents, results, typed = (
        row_of_rounds(key, count) for key in ("opponent", "result", "typed_result")
    )
    cells = f"{{entries.row[{per_round('r', count)}]}}"
    mcmahon, start = 'System="mcmahon"', "{entries.row[start]}"
    no_rank = 'OR(BarLevel="",AND(McMahonBar="",{row[level]}<-29))'
    name = "{entries.row[name]}"
    numbers = refused("entries", entries(0))
    return [
        computed.centred("no", "No.", "={entries.row[no]}", width=6),
        computed.left(
            "name",
            "Player",
            f'=IF(OR({name}="",{{row[no]}}=ByeRow),"",TRIM({name}))',
            width=NAME_WIDTH,
        ),
        computed.left("rank", "Rank as it counts", f"={plain_rank('{entries.row[rank]}')}"),
        computed.count("again", "Listed before", f'=IF({{row[name]}}="",0,{is_duplicate("name")})'),
        computed.count(
            "nameless",
            "No name",
            f'=IF({name}="",IF(AND(COUNTA({cells})>0,Outsiders<>"yes"),1,0),0)',
        ),
        computed.count("no_rank", "No rank", f"={_NO_RANK}"),
        computed.count("refused", "No numbers", f"={numbers}"),
        for_player.count(
            "waiting",
            "Games without their other half",
            f'COUNTIF({results},">0")-COUNTIF({typed},">0")',
            width=12,
        ),
        for_player("gaps", "Rounds not filled in", sum_of_rounds(range(2, count), _GAP)),
        for_player(
            "missing",
            "Not in the last round",
            f'IF(LastEntered=0,1,IF(INDEX({opponents},LastEntered)="",1,0))',
        ),
        for_player("level", "Rank as level", level_of(_RANK)),
        for_player(
            "base",
            "Start score",
            f'IF({mcmahon},IF(ISNUMBER({start}),{start},IF(BarLevel="",0,'
            "MAX(FloorLevel,MIN(BarLevel,{row[level]}))-FloorLevel)),0)",
        ),
        for_player(
            "no_start", "No start score", f"IF(AND({mcmahon},NOT(ISNUMBER({start})),{no_rank}),1,0)"
        ),
        computed.count(
            "balance", "Wins less losses", f"={sum_of_rounds(range(1, count + 1), BALANCE)}"
        ),
        computed.count("grade", "Rank as number", f"={_RANK_NUMBER}"),
        Column(
            "entry",
            "Entry rating",
            if_player(_RATING),
            native=f'=IF({{row[name]}}="",{{row[outsider]}},{_RATING})',
            may_be_na=IN_AN_EXTRACT,
        ),
        for_player(
            "unplayed", "A round without opponent", 'IF(Unplayed="start",{row[base]},0)', width=12
        ),
    ]
