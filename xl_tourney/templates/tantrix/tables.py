"""The tables of the Tantrix workbook: which columns they have, and the formula of each."""

from __future__ import annotations

from openpyxl.utils import get_column_letter

from ..parts import theme
from ..parts.columns import (
    COMPARED_DECIMALS,
    NAME_WIDTH,
    decided_by_column,
    if_listed,
    name_of,
    places,
    qualifying,
    rounded_to,
    sum_of_both_sides,
)
from ..parts.pages import HEADINGS
from ..parts.table import NOT_ZERO, TEXT_FORMAT, Column, InputRule

TPS = "0.0"
BEHIND = "+0.0##;-0.0##;0.0"
NUMBERS = HEADINGS - 1
"""The row of the standings that holds the number of the player in each column of the matrix."""

LISTED = [
    Column("no", "No.", width=6, align="center", style=theme.VALUE),
    Column(
        "name",
        "Player",
        width=NAME_WIDTH,
        number_format=TEXT_FORMAT,
        align="left",
        identifies=True,
    ),
]
LISTED_BY_GROUP = [
    LISTED[0],
    Column("group", "Group", number_format=TEXT_FORMAT, align="left", style=theme.VALUE),
    LISTED[1],
]


def results(by_game: bool, names: str, many: bool) -> list[Column]:
    """The page of results; what is an input in one layout is calculated in the other."""
    player = InputRule("list", "Choose a player; new players are added on the sheet Setup.", names)
    games = InputRule("whole", "How many games the match had: a whole number from 1.", 1, 1000)
    tps = InputRule(
        "decimal", "The tournament points (TPs) of this player in the match.", -999, 9999
    )
    tiles = InputRule(
        "whole", "Tiles of player A less those of player B; below 0 when B won.", -99, 99
    )
    minutes = InputRule("decimal", "Minutes this player took; leave blank where not noted.", 0, 999)

    def name(key: str, heading: str) -> Column:
        return Column(
            key, heading, "", False, TEXT_FORMAT, NAME_WIDTH, "left", player, identifies=True
        )

    who = [name("player_a", "Player A"), name("player_b", "Player B")]
    event = Column(
        "event",
        "Event or note",
        width=28,
        number_format=TEXT_FORMAT,
        align="left",
        identifies=True,
    )
    problem = Column("problem", "Problem", _problem(by_game, many), width=46, align="left")
    if not by_game:
        points = [
            Column("games", "Games", rule=games),
            Column("tps_a", "TPs A", number_format=TPS, rule=tps),
            Column("tps_b", "TPs B", number_format=TPS, rule=tps),
        ]
        return [*who, *points, event, problem]
    game = [
        Column("margin", "Margin A − B", width=14, rule=tiles),
        Column("minutes_a", "Minutes A", width=12, rule=minutes),
        Column("minutes_b", "Minutes B", width=12, rule=minutes),
    ]
    times = "{row[minutes_a:minutes_b]}"
    is_game = f"AND(ISNUMBER({{row[margin]}}),COUNT({times})=COUNTA({times}),MIN({times})>=0)"
    points = [
        Column("games", "Games", f'=IF({is_game},1,"")'),
        _game_tps("a", "b", "{row[margin]}"),
        _game_tps("b", "a", "-{row[margin]}"),
    ]
    return [*who, *game, event, *points, problem]


def _game_tps(own: str, other: str, margin: str) -> Column:
    """The TPs of one side of a game: by the margin, less one's own and plus the other's delay."""
    arguments = f"{margin},{{row[minutes_{own}]}},{{row[minutes_{other}]}},LimitUsed"
    native = (
        f"IF({margin}>=0,{{matches.row[winner_tps]}},GameTPs-{{matches.row[winner_tps]}})"
        f"-{{matches.row[delay_{own}]}}+{{matches.row[delay_{other}]}}"
    )
    return Column(
        f"tps_{own}",
        f"TPs {own.upper()}",
        f'=IF({{row[games]}}="","",TANTRIX_TP({arguments}))',
        number_format=TPS,
        native=f'=IF({{row[games]}}="","",ROUND({native},{COMPARED_DECIMALS}))',
    )


def _game_columns() -> list[Column]:
    """Native helper columns of a game: the winner's TPs, and what the time of each side costs."""

    def of_game(formula: str) -> str:
        return f'=IF({{results.row[games]}}="","",{formula})'

    def delay(side: str) -> Column:
        time = f"{{results.row[minutes_{side}]}}"
        over = f"ROUND({time}-LimitUsed,{COMPARED_DECIMALS})"
        cost = f"IF({over}>=0,1+INT({over}),0)"
        return Column(
            f"delay_{side}",
            f"Delay of {side.upper()} in TPs",
            of_game(f'IF({time}="",0,{cost})'),
            width=12,
            only="native",
        )

    margin = "{results.row[margin]}"
    won = rounded_to(f"WinnerTPs+MarginTPs*SQRT(ABS({margin}))", "GameDecimals")
    return [
        Column(
            "winner_tps",
            "TPs of the winner",
            of_game(f"IF({margin}=0,DrawTPs,MIN(GameTPs,{won}))"),
            number_format=TPS,
            width=12,
            only="native",
        ),
        delay("a"),
        delay("b"),
    ]


def _problem(by_game: bool, many: bool) -> str:
    """What is wrong with a row of results, the first that is."""
    incomplete = "a time is no number from 0" if by_game else "no whole number of games"
    faults = [
        ("incomplete", f'"Not complete, or {incomplete}"'),
        ("itself", '"A player against himself"'),
        ("unknown", '"A player who is not listed on Setup"'),
        *([("apart", '"Players of different groups"')] if many else []),
        ("unbalanced", '"TPs do not add up to "&GameTPs&" a game"'),
        ("again", '"These two have met before"'),
    ]
    parts = "".join(f"IF({{matches.row[{key}]}}=1,{text}," for key, text in faults)
    return f'={parts}""{")" * len(faults)}'


def inputs(by_game: bool) -> str:
    """The cells of a row of results that somebody types into, without the note."""
    return "player_a:minutes_b" if by_game else "player_a:tps_b"


def matches(by_game: bool, many: bool) -> list[Column]:
    """The results as the sums take them: players by number, and only rows that are complete."""
    number = (
        '=IF({{results.row[{0}]}}="","",'
        "SUMPRODUCT(({{all[name]}}={{results.row[{0}]}})*{{all[key]}}))"
    )
    points = '=IF({{row[games]}}="","",{{results.row[{0}]}})'
    numbers = "{results.row[games:tps_b]}"
    flag = '=IF({{row[games]}}="","",{0})'
    return [
        Column("no_a", "No. of A", number.format("player_a")),
        Column("no_b", "No. of B", number.format("player_b")),
        Column(
            "incomplete",
            "Not complete",
            f'=IF(COUNTA({{results.row[{inputs(by_game)}]}})=0,"",'
            'IF(OR({results.row[player_a]}="",{results.row[player_b]}="",'
            f"COUNT({numbers})<COLUMNS({numbers})),1,"
            "IF(AND({results.row[games]}>0,INT({results.row[games]})={results.row[games]}),0,1)))",
            width=12,
        ),
        Column("games", "Games", '=IF({row[incomplete]}=0,{results.row[games]},"")'),
        Column("tps_a", "TPs A", points.format("tps_a"), number_format=TPS),
        Column("tps_b", "TPs B", points.format("tps_b"), number_format=TPS),
        Column("low", "Lower No.", flag.format("MIN({row[no_a:no_b]})")),
        Column("high", "Higher No.", flag.format("MAX({row[no_a:no_b]})")),
        Column(
            "itself",
            "Against himself",
            flag.format("IF({results.row[player_a]}={results.row[player_b]},1,0)"),
        ),
        Column(
            "unknown",
            "Not listed",
            '=IF({row[incomplete]}="","",IF(COUNTIF({row[no_a:no_b]},0)>0,1,0))',
        ),
        *([_APART] if many else []),
        Column(
            "unbalanced",
            "TPs wrong",
            flag.format("IF(ROUND({row[tps_a]}+{row[tps_b]}-GameTPs*{row[games]},Decimals)=0,0,1)"),
        ),
        Column(
            "again",
            "Met before",
            flag.format(
                "IF(AND({row[low]}>0,ISNUMBER(Meetings)),IF(COUNTIFS("
                "{upto[low]},{row[low]},{upto[high]},{row[high]})>Meetings,1,0),0)"
            ),
        ),
        *(_game_columns() if by_game else []),
    ]


_APART = Column(
    "apart",
    "Different groups",
    '=IF({row[low]}="","",IF({row[low]}>0,'
    "IF(INDEX({all[group]},{row[low]})=INDEX({all[group]},{row[high]}),0,1),0))",
)


def _both_sides(as_a: str, as_b: str) -> str:
    """What a player has as player A and as player B."""
    return sum_of_both_sides(as_a, as_b, ("no_a", "no_b"))


_SUMS = [
    Column("no", "No.", "={listed.row[no]}", width=6, align="center"),
    name_of("listed", "Player"),
    Column(
        "key",
        "Counts as No.",
        '=IF({row[name]}="",0,IF(SUMPRODUCT(({all.upto[name]}={row[name]})*{all.upto[no]})={row[no]},'
        "{row[no]},0))",
        number_format=NOT_ZERO,
    ),
    Column("games", "Games", if_listed(_both_sides("games", "games"))),
    Column(
        "tps",
        "TPs",
        if_listed(f"ROUND({_both_sides('tps_a', 'tps_b')},Decimals)"),
        number_format=TPS,
    ),
    Column(
        "percent",
        "TP%",
        if_listed("TP_PERCENT({row[tps]},{row[games]})"),
        number_format=TPS,
        native=if_listed('IF({row[games]}=0,"",FullPercent*{row[tps]}/(GameTPs*{row[games]}))'),
    ),
    Column(
        "share",
        "TP% to sort by",
        if_listed("IF({row[games]}=0,EvenShare,{row[percent]})"),
        number_format=TPS,
    ),
    Column(
        "lead",
        "Standard wins",
        if_listed("IF(WinLessLoss=0,0,({row[tps]}-AVERAGE(Win,Loss)*{row[games]})/WinLessLoss)"),
        number_format="0.00",
        width=10,
    ),
]


def group(many: bool, wbq: bool) -> list[Column]:
    """The sums of each player, and what follows from them within a group."""
    last = 'MIN(PlacesUsed,COUNTIF({group[key]},">0"))' if many else "LastPlace"
    label = Column("group", "Group", "={listed.row[group]}", align="left")
    return [
        *([label] if many else []),
        *_SUMS,
        *places("group", ("share", "lead"), "key"),
        qualifying("key", "PlacesUsed"),
        *_gbq(last),
        *(_wbq(last) if wbq else []),
        decided_by_column("group", ("share", "lead"), "{standings.heads[percent:gbq]}", "key"),
    ]


def _gbq(last: str) -> list[Column]:
    """Games behind the player in the last qualifying place, counted by TP% or by games behind."""
    by_percent = f"INDEX({{group[lead]}},MATCH({last},{{group[position]}},0))"
    reference = f'IF(BasisUsed="gbq",LARGE({{group[lead]}},{last}),{by_percent})'
    behind = "{row[reference]}-{row[lead]}"
    return [
        Column(
            "reference",
            "Standard wins of the last place",
            if_listed(reference),
            number_format="0.00",
            width=12,
            only="native",
        ),
        Column(
            "gbq",
            "GBQ",
            f"=GBQ({{group[tps]}},{{group[games]}},{last},BasisUsed,StepUsed,Win,Loss)",
            True,
            BEHIND,
            native=if_listed(
                f"IF(StepUsed=0,{behind},{rounded_to(f'({behind})/StepUsed', '0')}*StepUsed)"
            ),
        ),
    ]


def _wbq(last: str) -> list[Column]:
    """The 2003 WTTC's games behind: by the mean number of games, and by TP%."""
    reference = f"INDEX({{group[share]}},MATCH({last},{{group[position]}},0))"
    behind = "AVERAGE({group[games]})*({row[reference_share]}-{row[share]})/EvenShare"
    return [
        Column(
            "reference_share",
            "TP% of the last place",
            if_listed(reference),
            number_format=TPS,
            width=12,
            only="native",
        ),
        Column(
            "wbq",
            "WBQ",
            f"=WBQ({{group[tps]}},{{group[games]}},{last})",
            True,
            BEHIND,
            native=if_listed(f"{rounded_to(f'{behind}/HalfGame', '0')}*HalfGame"),
        ),
    ]


_ALIGN = {"name": "left", "group": "left", "decided": "left", "place": "center", "mark": "center"}
"""How a published column is aligned that holds no figures."""


def standings(room: int, many: bool, wbq: bool) -> list[Column]:
    """The table that is published: the group in its order, and the matrix of scores."""

    def shown(key: str, heading: str, width: float = 8, number_format: str = "General") -> Column:
        found = f'=IF({{row[no]}}="","",INDEX({{all[{key}]}},{{row[no]}}))'
        style = theme.STRONG if key in ("place", "name", "gbq") else None
        align = _ALIGN.get(key, "right")
        return Column(key, heading, found, False, number_format, width, align, style=style)

    listed = 'COUNTIF({group[key]},">0")' if many else "PlayersListed"
    at = (
        f'=IF(ROWS({{before[no]}})>{listed},"",'
        "SUMPRODUCT(({group[position]}=ROWS({before[no]}))*{group[no]}))"
    )
    table = [
        shown("place", "Place", 7),
        shown("mark", "Mark", 7),
        Column("no", "No.", at, width=6, align="center"),
        shown("name", "Player", NAME_WIDTH),
        shown("games", "Games"),
        shown("tps", "TPs", 9, TPS),
        shown("percent", "TP%", 8, TPS),
        shown("gbq", "GBQ", 8, BEHIND),
        *([_shown_wbq()] if wbq else []),
        shown("decided", "Decided by", 12),
    ]
    first = len(table) + 1
    return table + [
        _against(get_column_letter(first + place), place, first) for place in range(room)
    ]


def _shown_wbq() -> Column:
    asked = '=IF(OR({row[no]}="",ShowWBQ<>"yes"),"",INDEX({all[wbq]},{row[no]}))'
    return Column("wbq", "WBQ", asked, False, BEHIND, 8)


def _against(letter: str, place: int, first: int) -> Column:
    """One column of the matrix: everybody's TPs against the player in one row of the table."""
    other = f"{letter}${NUMBERS}"
    pair = f"MIN({{row[no]}},{other}),{{matches[high]}},MAX({{row[no]}},{other})"
    score = (
        f"SUMIFS({{matches[tps_a]}},{{matches[no_a]}},{{row[no]}},{{matches[no_b]}},{other})"
        f"+SUMIFS({{matches[tps_b]}},{{matches[no_b]}},{{row[no]}},{{matches[no_a]}},{other})"
    )
    return Column(
        f"against_{place}",
        "",
        f'=IF(OR({{row[no]}}="",{other}=""),"",IF({{row[no]}}={other},"×",'
        f'IF(COUNTIFS({{matches[low]}},{pair})=0,"",{score})))',
        number_format=TPS,
        width=7,
        align="center",
    )


def _of_next(key: str) -> str:
    return f'=IF({{row[no]}}=0,"",INDEX({{all[{key}]}},{{row[no]}}))'


NEXT = [
    Column("row", "Group No.", style=theme.VALUE),
    Column("group", "Group", number_format=TEXT_FORMAT, align="left", style=theme.VALUE),
    Column(
        "no",
        "No. of the next placed",
        "=SUMPRODUCT(({all[group]}={row[group]})*({all[position]}=PlacesUsed+1)*{all[no]})",
    ),
    Column("name", "Player", _of_next("name"), width=NAME_WIDTH, align="left"),
    Column("games", "Games", _of_next("games")),
    Column("tps", "TPs", _of_next("tps"), number_format=TPS),
    Column("percent", "TP%", _of_next("percent"), number_format=TPS),
    Column("share", "TP% to sort by", _of_next("share"), number_format=TPS),
    Column("lead", "Standard wins", _of_next("lead"), number_format="0.00"),
    Column("gbq", "GBQ", _of_next("gbq"), number_format=BEHIND),
    *places("next", ("share", "lead"), "no"),
    qualifying("no", "N(NextPlaces)"),
    Column(
        "sorted",
        "Group in this row",
        "=SUMPRODUCT(({next[position]}=ROWS({before[row]}))*{next[row]})",
    ),
]
"""The first player of each group who has not qualified for certain."""


def next_placed() -> list[Column]:
    """The table of those players, the best on top."""

    def shown(key: str, heading: str, width: float = 8, number_format: str = "General") -> Column:
        at = "{next.row[sorted]}"
        found = f'=IF({at}=0,"",INDEX({{next[{key}]}},{at}))'
        style = theme.STRONG if key in ("place", "name") else None
        return Column(
            key, heading, found, False, number_format, width, _ALIGN.get(key, "right"), style=style
        )

    return [
        shown("place", "Place", 7),
        shown("mark", "Mark", 7),
        shown("name", "Player", NAME_WIDTH),
        shown("group", "Group", 16),
        shown("games", "Games"),
        shown("tps", "TPs", 9, TPS),
        shown("percent", "TP%", 8, TPS),
        shown("gbq", "GBQ", 8, BEHIND),
    ]
