"""The tables of the kdice workbook: which columns they have, and the formula of each."""

from __future__ import annotations

from dataclasses import replace

from ...readers.kdice import FINISHES, LAST_ZERO, LEVELS, SEATS, WORST
from ..parts import theme
from ..parts.columns import NAME_WIDTH, Heading, for_listed, name_of, places, typed_name
from ..parts.table import TEXT_FORMAT, Column, InputRule, computed
from .record import IDENTITY, RECORD, SHARES, TOTALS
from .statistics import FINE, STATISTICS


def _share(message: str) -> InputRule:
    """A share may have any decimals: whether all shares add up is checked."""
    return InputRule("decimal", message, 0, decimals=None)


_FINISH = _share("How often the player came in this place: a percentage or a count.")
_LEVEL = _share("Percent of the games at this table level, the lowest is 0.")
_BEFORE = _share("Percent of the games in this place, in the earlier profile.")

_NO = Column("no", "No.", width=6, align="center", style=theme.VALUE)

PLAYERS = [
    _NO,
    typed_name("Player"),
    *TOTALS,
    *(Column(key, seat, width=7, rule=_FINISH) for key, seat in zip(FINISHES, SEATS)),
    *(Column(key, f"Level {key[1:]}", width=9, rule=_LEVEL) for key in LEVELS),
    Column("note", "Note", width=30, number_format=TEXT_FORMAT, align="left"),
    computed.left(
        "problem",
        "Problem",
        '=IF({group.row[refused]}>0,"Left out: no such Games or Points; 2:1 is taken for a time",'
        "IF({group.row[incomplete]}=1,"
        '"Left out: not complete, not in numbers from 0, or far over 100%",'
        'IF({group.row[again]}=1,"Left out: this player stands above already",'
        'IF({group.row[unexplained]}=1,"Finishes do not add up, and no note says why",'
        'IF({group.row[levels_off]}=1,"Levels do not add up",'
        'IF({group.row[earlier_off]}=1,"An earlier profile is not complete",""))))))',
        width=56,
    ),
]

EARLIER = [
    _NO,
    name_of("players", "Player"),
    *(Column(key, f"Worst {seat}", width=8, rule=_BEFORE) for key, seat in zip(WORST, SEATS)),
    *(Column(key, f"Zero {seat}", width=8, rule=_BEFORE) for key, seat in zip(LAST_ZERO, SEATS)),
]

SORTED_BY = {"Score": "score", "TAZD": "tazd", "CI": "ci", "PPRG": "pprg", "BSS": "bss"}
"""The figures that the leaderboard can be sorted by, with their columns; less BSS is better."""


def _sort_value() -> str:
    chosen = "{row[score]}"
    for name, key in SORTED_BY.items():
        if key != "score":
            value = "0-{row[bss]}" if key == "bss" else f"{{row[{key}]}}"
            chosen = f'IF(SortBy="{name}",{value},{chosen})'
    return chosen


_ORDER = [
    for_listed("sorted_by", "Sorted by", _sort_value(), number_format=FINE, width=12),
    for_listed(
        "compared",
        "Compared",
        "IF(ISNUMBER({row[sorted_by]}),ROUND({row[sorted_by]},Decimals),NoFigure)",
        number_format=FINE,
        width=12,
    ),
    *places("group", ("compared",), "key"),
    Column(
        "on_board",
        "Row of the leaderboard",
        '=IF({row[key]}>0,{row[position]},IF({row[waits]}=0,"",PlayersListed+SUM({upto[waits]})))',
        width=12,
    ),
    for_listed.centred(
        "mark",
        "Mark",
        'IF({row[sharing]}>1,"=","")&IF({row[ci_compared]}<0,"−","")&IF({row[odd]}=1,"*","")',
    ),
    computed.left(
        "why",
        "Why marked",
        '=IF({row[waits]}=1,"no games yet",'
        'IF({row[key]}=0,"",IF({row[ci_compared]}<0,"worse than luck",'
        'IF({row[odd]}=1,"does not add up",""))))',
        width=18,
    ),
]

GROUP = [*IDENTITY, *RECORD, *STATISTICS, *_ORDER]
"""The figures of each player, in the order of the list."""


MEANINGS = {
    "score": Heading("Score", note="What the leaderboard is sorted by"),
    "tapl": Heading(
        "TAPL",
        "Test against pure luck",
        note="Test against pure luck, for better or for worse",
    ),
    "yates": Heading(
        "Yates",
        "TAPL with Yates' correction",
        note="The same with Yates' correction, for few games",
    ),
    "pvalue": Heading(
        "p-value",
        "Chance of it by luck alone",
        note="The chance that luck alone does at least this",
    ),
    "qooa": Heading(
        "QOOA",
        "Quality of opponents",
        note="Quality of opponents: how rare such tables are",
    ),
    "tazd": Heading(
        "TAZD",
        "Test against a score of 0",
        note="Test against a typical player whose score is 0",
    ),
    "takbe": Heading("TAKBE", note="Test against a known bad example"),
    "taowr": Heading("TAOWR", note="Test against one's own worst rating"),
    "taolz": Heading("TAOLZ", note="Test against one's own last zero"),
    "ci": Heading(
        "CI",
        "Convolution integral",
        note="Convolution integral: payoff per point of buy-in",
    ),
    "ppg": Heading("Points per game", note="Points per game"),
    "gpg": Heading("GPG", "Guts per game", note="Guts per game: the average buy-in, estimated"),
    "pprg": Heading("PPRG", "Points per root of games", note="Points per root of games"),
    "bss": Heading(
        "BSS", "Baseball-style standings", note="Baseball-style standings: games behind"
    ),
}
"""What the statistics are called, and what they mean."""


def _statistic(key: str, width: float = 9) -> Column:
    meant = MEANINGS[key]
    return replace(_board_column(key, meant.short, width), words=meant.words, note=f"{meant.note}.")


def _board_column(key: str, heading: str, width: float = 9) -> Column:
    """A figure of the player in this row, as Calculation has it."""
    source = next((column for column in GROUP if column.key == key), None)
    centred = key in ("place", "mark")
    found = f"INDEX({{group[{key}]}},{{row[no]}})"
    return Column(
        key,
        heading,
        f'=IF({{row[no]}}="","",{found})',
        number_format=source.number_format if source else "General",
        width=width,
        align="center" if centred else source.align if source else "left",
        style=theme.STRONG if key in ("place", "name", "score") else None,
    )


LEADERBOARD = [
    computed.centred(
        "place",
        "Place",
        '=IF({row[no]}="","",IF(INDEX({group[compared]},{row[no]})=NoFigure,"",'
        "INDEX({group[place]},{row[no]})))",
        width=7,
        style=theme.STRONG,
    ),
    _board_column("mark", "Mark", 7),
    computed.centred(
        "no",
        "No.",
        '=IF({group.row[no]}>PlayersListed+SUM({group[waits]}),"",'
        "MATCH({group.row[no]},{group[on_board]},0))",
        width=6,
    ),
    _board_column("name", "Player", NAME_WIDTH),
    Column(
        "games",
        "Games",
        '=IF({row[no]}="","",IF(INDEX({group[waits]},{row[no]})=1,0,'
        "INDEX({group[games]},{row[no]})))",
        width=9,
    ),
    _statistic("score"),
    _board_column("score_is", "Score is", 15),
    *(_board_column(share, seat, 7) for share, seat in zip(SHARES, SEATS)),
    *map(_statistic, ("tapl", "yates", "pvalue", "qooa", "tazd", "ci")),
    _statistic("ppg", 11),
    *map(_statistic, ("gpg", "pprg", "bss")),
    _board_column("why", "Why marked", 18),
    computed.left(
        "note", "Note", '=IF({row[no]}="","",INDEX({players[note]},{row[no]})&"")', width=30
    ),
]
