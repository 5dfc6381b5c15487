"""The tables of the chess workbook that are filled in, and what is calculated of each player."""

from __future__ import annotations

from collections.abc import Iterator

from ..parts import theme
from ..parts.columns import NAME_WIDTH, name_of, typed_rounds
from ..parts.table import (
    Column,
    InputRule,
    computed,
    is_duplicate,
    refused,
    text_column,
)
from . import prizes
from .entrants.kinds import Players
from .placing import place_columns, slot_columns
from .rounds import FAULTS, KIND, MET_AGAIN, OPPONENT, RESULT, WAITING, per_round, sum_of_rounds
from .tie_breaks.families import for_player, if_player
from .tie_breaks.values import Values

KINDS = [
    Column("name", "Code", width=12, align="left", style=theme.VALUE),
    Column("article", "C.07, Article", width=15, align="left", style=theme.VALUE),
    Column("description", "What it is", width=100, align="left", style=theme.VALUE),
]

PRINTED = "Points in the file"


def listed(of: Players) -> list[Column]:
    """The starting rank, as it is typed in."""
    rating = InputRule(
        "whole", "The rating in the tournament's first list; blank: unrated.", 0, 9999
    )
    year = InputRule("whole", "The year of birth, in four figures.", 1850, 2100)
    points = InputRule("decimal", "The points that the tournament's file prints, to compare.", 0)

    return [
        Column("no", "No.", width=6, align="center", style=theme.VALUE),
        text_column("title", "Title", 7, "GM, IM, WFM and so on."),
        text_column(
            "name", of.name, NAME_WIDTH, f"The name of the {of.name.lower()}.", identifies=True
        ),
        text_column("federation", "Fed.", 7, "The federation, in three letters."),
        Column("rating", "Rating", width=9, rule=rating),
        Column("national", "National rating", width=10, rule=rating),
        Column("birth", "Born", width=8, rule=year),
        text_column("sex", "Sex", 6, "m or w."),
        text_column("club", "Club", 18, "The club, where it is known."),
        text_column("fide", "FIDE number", 13, "The FIDE number."),
        Column("printed", PRINTED, width=10, rule=points),
        *of.listed(),
    ]


def wall(rounds: int, of: Players) -> list[Column]:
    """The wall list as it is typed in."""
    return [
        computed.centred("no", "No.", "={listed.row[no]}", width=6),
        name_of("listed", of.name),
        *typed_rounds(rounds, 16 if of.boards else 9, of.result_rule()),
        Column("sum", "Points", "={score.row[points]}", width=9),
        computed.left("problem", "Problem", _problem(rounds), width=46),
    ]


def _problem(rounds: int) -> str:
    """What is wrong with the row, round by round."""
    faults = ",".join(f'"{fault}"' for fault in FAULTS)
    kinds = f"{{rounds.row[{per_round('kind', rounds)}]}}"
    faulty = f'COUNTIFS({kinds},"<0",{kinds},">-100")'
    of_round = f'IF(ABS(N({KIND})+50)<50,"R# "&CHOOSE(-{KIND},{faults})&". ","")'
    wrong = [of_round.replace("#", str(k)) for k in range(1, rounds + 1)]
    of_row = [
        'IF({score.row[again]}=1,"Listed above already. ","")',
        'IF({score.row[nameless]}=1,"Results without a name. ","")',
        'IF({score.row[refused]}>0,"A number on Players is none. ","")',
        f'IF(N({{score.row[rematches]}})>0,"{MET_AGAIN}","")',
        f'IF(N({{score.row[waiting]}})>0,"{WAITING}","")',
    ]
    flags = (
        "{score.row[again]}+{score.row[nameless]}+{score.row[refused]}+N({score.row[rematches]})"
    )
    flags += "+N({score.row[waiting]})"
    return f'=IF({faulty}+{flags}=0,"",{"&".join([*of_row, *wrong])})'


def score(values: Values, categories: int, with_games: bool, of: Players) -> list[Column]:
    """The figures of each player: points, tie-breaks, the place; and those of the chosen round."""
    count = values.count
    wall_list = f"{{rounds[{per_round('clean', count)}]}}"
    placing = [*slot_columns(values, wall_list, of.arguments), *place_columns(values.slots)]
    return [
        *_entry_columns(count, of),
        *_points_columns(wall_list, count, of),
        *(_rating_columns(wall_list, values) if of.is_rated else ()),
        *_games_played(count, of.is_rated),
        *values.helpers.values(),
        *values.columns,
        *placing,
        *_pairing_columns(count, with_games, of),
        *prizes.eligible(categories),
    ]


def _entry_columns(count: int, of: Players) -> Iterator[Column]:
    codes = f"{{rounds.row[{per_round('code', count)}]}}"
    held = sum_of_rounds(
        range(1, count + 1), 'IF({rounds.row[code_#]}="",0,{calendar.top[held_#]})'
    )
    yield computed.centred("no", "No.", "={listed.row[no]}", width=6)
    yield name_of("listed", of.name)
    yield computed.count("there", "Has entries", f'=IF({{row[name]}}="",0,IF({held}>0,1,0))')
    yield computed.count(
        "again", "Listed before", f'=IF({{row[name]}}="",0,{is_duplicate("name")})'
    )
    yield computed.count("nameless", "No name", f'=IF({{row[name]}}="",IF(COUNT({codes})>0,1,0),0)')
    numbers = refused("listed", listed(of))
    yield computed.count("refused", "No numbers", f"={numbers}")


def _points_columns(wall_list: str, count: int, of: Players) -> Iterator[Column]:
    kinds = f"{{rounds.row[{per_round('kind', count)}]}}"
    codes = f"{{rounds.row[{per_round('code', count)}]}}"
    numbers = range(1, count + 1)
    for key, heading, _, formula in of.scores:
        own = f"{{rounds.row[{per_round(key, count)}]}}"
        yield Column(
            key,
            "Points" if key == "points" else heading,
            f"={formula.replace('{wall_list}', wall_list)}",
            array=True,
            native=if_player(f"ROUND(SUM({own}),9)"),
        )
    yield for_player(
        "rating", "Rating", "IF(N({listed.row[rating]})>0,{listed.row[rating]},N(Unrated))"
    )
    yield for_player.count("unrated", "Unrated", "IF(N({listed.row[rating]})>0,0,1)")
    yield for_player("gaps", "Rounds not filled in", sum_of_rounds(numbers[1:-1], _GAP) or "0")
    yield for_player.count(
        "missing",
        "Not in the last round",
        f'IF(LastHeld=0,0,IF(INDEX({codes},MAX(1,LastHeld))="",1,0))',
    )
    yield for_player.count("allocated", "Allocated byes", f"COUNTIF({kinds},8)")
    yield for_player.count(
        "open",
        "Games without result",
        sum_of_rounds(numbers, f"IF({KIND}>=100,IF({RESULT}=6,1,0),0)"),
    )
    yield for_player.count("balance", "Wins less losses", sum_of_rounds(numbers, _BALANCE))
    said = f"{{rounds.row[{per_round('said', count)}]}}"
    yield for_player.count(
        "waiting", "Games without their other half", f"COUNT({codes})-COUNT({said})"
    )
    yield computed.count("rematches", "Met again", _rematches(count))
    yield for_player.count(
        "differs",
        "Points not as printed",
        "IF(ISNUMBER({listed.row[printed]}),"
        "IF({row[open]}>0,0,IF(ABS({listed.row[printed]}-{row[points]})>0.001,1,0)),0)",
    )


_GAP = (
    'IF({calendar.top[held_#]}=0,0,IF(#>=LastHeld,0,IF({rounds.row[code_#]}<>"",0,'
    "IF(COUNT({rounds.row[code_1:code_#]})>0,1,0))))"
)
"""1 for a blank cell in a round before the last, but not before the first entry of the player."""
_CODE = "N({rounds.row[code_#]})"
_ITS_CODE = f"IFERROR(N(INDEX({{rounds[code_#]}},INT({_CODE}/100))),0)"
_LOSS = f"IF(MOD({_ITS_CODE},10)=3,0,-1)"
_BALANCE = f"IF({_CODE}<100,0,IF(MOD({_CODE},10)=1,1,IF(MOD({_CODE},10)=3,{_LOSS},0)))"
"""1 for a win over the board, -1 for a loss that the opponent won, as the cells themselves say."""


def _rematches(count: int) -> str:
    """Games after which the same two met again; a forfeit may be followed by a game."""
    later = f"{{rounds.row[kind_@:kind_{count}]}}"
    met = f'COUNTIFS({later},">="&100*{OPPONENT},{later},"<"&100*{OPPONENT}+100)'
    found = f"IF({KIND}<100,0,IF(OR({RESULT}=4,{RESULT}=5),0,IF({met}>0,1,0)))"
    terms = [found.replace("@", str(k + 1)).replace("#", str(k)) for k in range(1, count)]
    return if_player(f'IF(System="swiss",{"+".join(terms) or "0"},0)')


def _rating_columns(wall_list: str, values: Values) -> Iterator[Column]:
    """Performances; ``tpr`` is shown, and blank where an unrated player takes it out."""
    yield from values.of_performance
    yield Column(
        "performance",
        "TPR",
        f'=RATING_TIEBREAK({wall_list},{{listed[rating]}},"TPR",0,0,Unrated,Rules,System)',
        array=True,
        only="functions",
        may_be_error=True,
    )
    yield for_player("tpr", "TPR shown", 'IF(ISNUMBER({row[performance]}),{row[performance]},"")')


def _games_played(count: int, is_rated: bool) -> Iterator[Column]:
    games = sum_of_rounds(range(1, count + 1), f"IF({KIND}>=100,IF({RESULT}<4,1,0),0)")
    native = "{row[games]}" if is_rated else ""
    yield for_player("played", "Games played", games, native=native)


def _pairing_columns(count: int, with_games: bool, of: Players) -> Iterator[Column]:
    """The round that the sheet Pairings shows: points before it, and the board."""
    kinds, points, numbers = (
        f"{{rounds.row[{per_round('kind', count)}]}}",
        f"{{rounds.row[{per_round('points', count)}]}}",
        f"{{calendar[{per_round('number', count)}]}}",
    )
    shown = "{row[paired]}"
    other = f"INT({shown}/100)"
    yield for_player(
        "paired",
        "Kind in the round",
        f"IF(OR(N(RoundShown)<1,N(RoundShown)>{count}),-1000,INDEX({kinds},RoundShown))",
    )
    yield for_player(
        "before", "Points before", f'ROUND(SUMIFS({points},{numbers},"<"&N(RoundShown)),9)'
    )
    if of.boards:
        results = f"{{rounds.row[{per_round('shown', count)}]}}"
        on_board = f'IF({shown}<100,"",INDEX({results},RoundShown))'
        yield for_player.left("shown", "Result of the round", on_board)
    black = f"INT(MOD({shown},100)/10)=2"
    second = f"OR({black},AND(INT(MOD({shown},100)/10)=0,{other}<{{row[no]}}))"
    theirs = f"N(INDEX({{score[before]}},{other}))"
    strength = (
        f"1000000*MAX({{row[before]}},{theirs})+1000*({{row[before]}}+{theirs})"
        f"+1-MIN({{row[no]}},{other})/10000"
    )
    if with_games:
        row = f"INDEX({{rounds.row[{per_round('on_page', count)}]}},RoundShown)"
        board = f'IF({{row[paired]}}<100,0,IF({row}="",0,N(INDEX({{games[board]}},{row}))))'
        yield for_player.count("on_board", "Board on Games", board)
        strength = f"IF({{row[on_board]}}>0,1000000000-{{row[on_board]}},{strength})"
    alone = (
        f"-1000000+CHOOSE({shown}+1,0,0,0,0,0,0,0,500,1000,250)+{{row[before]}}-{{row[no]}}/10000"
    )
    yield for_player(
        "strength",
        "Order of the boards",
        f'IF({shown}<0,"",IF({shown}>=100,IF({second},"",ROUND({strength},6)),ROUND({alone},6)))',
    )
    yield for_player(
        "board",
        "Board",
        'IF({row[strength]}="","",1+COUNTIF({score[strength]},">"&{row[strength]}))',
    )
