"""The tables of the kdice workbook: which columns they have, and the formula of each."""

from __future__ import annotations

from ...functions.kdice.profiles import ZERO_SCORE
from ...readers.kdice import FINISHES, LAST_ZERO, LEVELS, SEATS, WORST
from ..parts import theme
from ..parts.columns import NAME_WIDTH, in_order, name_of, places
from ..parts.table import NOT_ZERO, TEXT_FORMAT, Column, Rule, stands_above

SHARES = tuple(f"s{place}" for place in range(1, len(SEATS) + 1))
FIELD = tuple(f"f{place}" for place in range(1, len(SEATS) + 1))
POINTS = "0"
PERCENT = "0.0%"
FINE = "0.000"
SIGNED = "+0.000;-0.000;0.000"
CHANCE = '[<0.0001]"< 0.0001";0.0000'

_COUNT = Rule("whole", "Games played: a whole number from 1; blank when finishes are counts.", 1)
_TOTAL = Rule("decimal", "All points of this player, or blank.", -1e9, 1e9)
_FINISH = Rule("decimal", "How often the player came in this place: a percentage or a count.", 0)
_LEVEL = Rule("decimal", "Percent of the games at this table level, the lowest is 0.", 0)
_BEFORE = Rule("decimal", "Percent of the games in this place, in the earlier profile.", 0)

_NO = Column("no", "No.", width=6, align="center", look=theme.VALUE)

PLAYERS = [
    _NO,
    Column("name", "Player", width=NAME_WIDTH, number_format=TEXT_FORMAT, align="left"),
    Column("games", "Games", rule=_COUNT),
    Column("points", "Points", rule=_TOTAL, width=10),
    *(Column(key, seat, width=7, rule=_FINISH) for key, seat in zip(FINISHES, SEATS)),
    *(Column(key, f"Level {key[1:]}", width=9, rule=_LEVEL) for key in LEVELS),
    Column("note", "Note", width=30, number_format=TEXT_FORMAT, align="left"),
    Column(
        "problem",
        "Problem",
        '=IF({group.row[incomplete]}=1,"Left out: not complete, or not in numbers from 0",'
        'IF({group.row[again]}=1,"Left out: this player stands above already",'
        'IF({group.row[unexplained]}=1,"Finishes do not add up, and no note says why",'
        'IF({group.row[levels_off]}=1,"Levels do not add up",'
        'IF({group.row[earlier_off]}=1,"An earlier profile is not complete","")))))',
        width=46,
        align="left",
    ),
]

EARLIER = [
    _NO,
    name_of("players", "Player"),
    *(Column(key, f"Worst {seat}", width=8, rule=_BEFORE) for key, seat in zip(WORST, SEATS)),
    *(Column(key, f"Zero {seat}", width=8, rule=_BEFORE) for key, seat in zip(LAST_ZERO, SEATS)),
]

_FINISHES = "{players.row[p1:p7]}"
_LEVELS = "{players.row[l0:l5]}"
_TYPED = "{players.row[games:l5]}"
_EARLIER = "{earlier.row[w1:z7]}"
_OWN = "{row[s1:s7]},{row[games]}"


def _of_player(formula: str) -> str:
    """A formula for each player who counts; other rows stay blank."""
    return f'=IF({{row[key]}}=0,"",{formula})'


def _known(what: str, formula: str) -> str:
    """A formula for each player of whom something is known."""
    return _of_player(f'IF({{row[{what}]}}="","",{formula})')


def _unit(cells: str) -> str:
    """What percentages or fractions are of: 100 or 1."""
    return f"IF(SUM({cells})>PercentAbove,Whole,1)"


def _off(cells: str) -> str:
    """1 where percentages or fractions are not one whole, and 0 where none are given."""
    difference = f"ABS(SUM({cells})/{_unit(cells)}*Whole-Whole)"
    return f"IF(COUNT({cells})=0,0,IF({difference}>Rounding,1,0))"


def _profile_off(cells: str) -> str:
    """1 where an earlier profile is there in part, or is not one whole."""
    return f"IF(COUNT({cells})=0,0,IF(COUNT({cells})<Seats,1,{_off(cells)}))"


def _against(function: str, cells: str) -> str:
    """A test against an earlier profile; there is none where it never expects what happened."""
    never = f"SUMPRODUCT(({cells}=0)*({{row[s1:s7]}}>0))>0"
    return _of_player(f'IF(COUNT({cells})<Seats,"",IF({never},"n/a",{function}({_OWN},{cells})))')


_IDENTITY = [
    Column("no", "No.", "={players.row[no]}", width=6, align="center"),
    name_of("players", "Player"),
    Column(
        "incomplete",
        "Not complete",
        f'=IF(AND({{row[name]}}="",COUNTA({_TYPED})+COUNTA({_EARLIER})=0),"",'
        f'IF(OR({{row[name]}}="",COUNT({_FINISHES})<Seats,COUNT({_TYPED})<COUNTA({_TYPED}),'
        f"COUNT({_EARLIER})<COUNTA({_EARLIER})),1,"
        f"IF(OR(MIN({_FINISHES})<0,MIN({_LEVELS})<0,MIN({_EARLIER})<0,SUM({_FINISHES})=0),1,"
        'IF({players.row[games]}="",0,'
        "IF(AND({players.row[games]}>=1,INT({players.row[games]})={players.row[games]}),0,1)))))",
        width=12,
    ),
    Column(
        "again",
        "Listed before",
        f'=IF({{row[name]}}="","",{stands_above("name")})',
        width=10,
    ),
    Column(
        "key",
        "No. when it counts",
        "=IF(AND({row[again]}=0,{row[incomplete]}=0),{row[no]},0)",
        number_format=NOT_ZERO,
        width=12,
    ),
]

_RECORD = [
    Column(
        "reading",
        "Finishes are",
        _of_player(
            f'IF(OR({{players.row[games]}}="",SUM({_FINISHES})={{players.row[games]}}),"counts",'
            f'IF(SUM({_FINISHES})>PercentAbove,"percent","fractions"))'
        ),
        width=13,
        align="left",
    ),
    Column(
        "games",
        "Games",
        _of_player(f'IF({{row[reading]}}="counts",SUM({_FINISHES}),{{players.row[games]}})'),
    ),
    Column(
        "unit",
        "All is",
        _of_player(f'IF({{row[reading]}}="counts",{{row[games]}},{_unit(_FINISHES)})'),
    ),
    *(
        Column(
            share, seat, _of_player(f"{{players.row[{key}]}}/{{row[unit]}}"), number_format=PERCENT
        )
        for share, key, seat in zip(SHARES, FINISHES, SEATS)
    ),
    Column(
        "odd",
        "Do not add up",
        _of_player("IF(ABS(Whole*SUM({row[s1:s7]})-Whole)>Rounding,1,0)"),
        width=12,
    ),
    Column(
        "unexplained",
        "Without a note",
        _of_player('IF({row[odd]}=0,0,IF({players.row[note]}="",1,0))'),
        width=10,
    ),
    Column("levels_off", "Levels off", _of_player(_off(_LEVELS)), width=10),
    Column(
        "earlier_off",
        "Earlier profile off",
        _of_player(
            f"MAX({_profile_off('{earlier.row[w1:w7]}')},{_profile_off('{earlier.row[z1:z7]}')})"
        ),
        width=11,
    ),
    Column("worst_unit", "All is, worst", _of_player(_unit("{earlier.row[w1:w7]}"))),
    Column("zero_unit", "All is, zero", _of_player(_unit("{earlier.row[z1:z7]}"))),
]

_STATISTICS = [
    Column("tapl", "TAPL", _of_player(f"TAPL({_OWN})"), number_format=POINTS),
    Column("yates", "Yates", _of_player(f"YATES_TAPL({_OWN})"), number_format=POINTS),
    Column("pvalue", "p-value", _of_player(f"TAPL_PVALUE({_OWN})"), number_format=CHANCE),
    Column(
        "qooa",
        "QOOA",
        _of_player(f'IF(SUM({_LEVELS})=0,"",QOOA({_LEVELS}))'),
        number_format=FINE,
    ),
    Column(
        "score",
        "Score",
        _of_player(
            'IF({row[games]}<YatesBelow,IF({row[qooa]}="",{row[yates]},{row[qooa]}*{row[yates]}),'
            'IF({row[qooa]}="",{row[tapl]},'
            f"ADJUSTED_TAPL({{row[s1:s7]}},{_LEVELS},{{row[games]}})))"
        ),
        number_format=POINTS,
    ),
    Column(
        "score_is",
        "Score is",
        _of_player('IF({row[qooa]}="","","adjusted ")&IF({row[games]}<YatesBelow,"Yates","TAPL")'),
        width=15,
        align="left",
    ),
    Column("tazd", "TAZD", _of_player(f"TAZD({_OWN})"), number_format=POINTS),
    Column("takbe", "TAKBE", _of_player(f"TAKBE({_OWN})"), number_format=POINTS),
    Column("taowr", "TAOWR", _against("TAOWR", "{earlier.row[w1:w7]}"), number_format=POINTS),
    Column("taolz", "TAOLZ", _against("TAOLZ", "{earlier.row[z1:z7]}"), number_format=POINTS),
    Column("ci", "CI", _of_player("KDICE_CI({row[s1:s7]})"), number_format=SIGNED),
    Column(
        "ppg",
        "Per game",
        _of_player('IF({players.row[points]}="","",{players.row[points]}/{row[games]})'),
        number_format="0.0",
    ),
    Column(
        "gpg",
        "GPG",
        _known(
            "ppg",
            "IF(OR({row[ppg]}*{row[ci]}<0,AND({row[ci]}=0,{row[ppg]}<=0)),"
            '"n/a",GPG({row[ppg]},{row[ci]}))',
        ),
        number_format=POINTS,
    ),
    Column(
        "pprg",
        "PPRG",
        _known("ppg", "PPRG({players.row[points]},{row[games]})"),
        number_format="0.0",
    ),
    Column(
        "bss",
        "BSS",
        "=BSS({group[s1:s7]},{group[games]})",
        whole=True,
        number_format="0.0",
    ),
]

_ORDER = [
    *places("group", "score", "key"),
    Column(
        "mark",
        "Mark",
        _of_player('IF({row[sharing]}>1,"=","")&IF({row[ci]}<0,"−","")&IF({row[odd]}=1,"*","")'),
        align="center",
    ),
]

GROUP = [*_IDENTITY, *_RECORD, *_STATISTICS, *_ORDER]

FIELD_SHARES = [
    Column(
        key,
        f"Field {seat}",
        f'=IF(SUM({{group[games]}})=0,"",'
        f"SUMPRODUCT({{group[games]}},{{group[{share}]}})/SUM({{group[games]}}))",
        number_format=PERCENT,
    )
    for key, share, seat in zip(FIELD, SHARES, SEATS)
]
"""One row: how often each place was taken in all games of all players."""


def _shown(key: str, heading: str, width: float = 9) -> Column:
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
        look=theme.STRONG if key in ("place", "name", "score") else None,
    )


LEADERBOARD = [
    _shown("place", "Place", 7),
    _shown("mark", "Mark", 7),
    in_order("PlayersListed"),
    _shown("name", "Player", NAME_WIDTH),
    _shown("games", "Games"),
    _shown("score", "Score"),
    _shown("score_is", "Score is", 15),
    _shown("tapl", "TAPL"),
    _shown("yates", "Yates"),
    _shown("pvalue", "p-value"),
    _shown("qooa", "QOOA"),
    _shown("tazd", "TAZD"),
    _shown("ci", "CI"),
    _shown("ppg", "Points per game", 11),
    _shown("gpg", "GPG"),
    _shown("pprg", "PPRG"),
    _shown("bss", "BSS"),
    Column(
        "note",
        "Note",
        '=IF({row[no]}="","",INDEX({players[note]},{row[no]})&"")',
        width=30,
        align="left",
    ),
]


def _chosen(formula: str) -> str:
    return f'=IF(ChosenNo=0,"",{formula})'


_NTH = "ROWS({upto[seat]})"


def _earlier(cells: str, unit: str) -> str:
    """The share of a place in an earlier profile of the chosen player, where there is one."""
    typed = f"INDEX({{earlier[{cells}]}},ChosenNo,{_NTH})"
    return _chosen(f'IF({typed}="","",{typed}/INDEX({{group[{unit}]}},ChosenNo))')


PROFILE = [
    Column("seat", "Place", width=22, align="left", look=theme.STRONG),
    Column(
        "share",
        "Player",
        _chosen(f"INDEX({{group[s1:s7]}},ChosenNo,{_NTH})"),
        number_format=PERCENT,
        look=theme.STRONG,
    ),
    Column("even", "1/7", "=1/Seats", number_format=PERCENT),
    Column(
        "field",
        "Field",
        f'=IF(PlayersListed=0,"",INDEX({{field[f1:f7]}},1,{_NTH}))',
        number_format=PERCENT,
    ),
    Column("zero", "Zero score", number_format=PERCENT, look=theme.FIXED),
    Column(
        "worst",
        "At the worst rating",
        _earlier("w1:w7", "worst_unit"),
        number_format=PERCENT,
        width=10,
    ),
    Column(
        "last_zero",
        "At the last zero",
        _earlier("z1:z7", "zero_unit"),
        number_format=PERCENT,
        width=10,
    ),
    Column(
        "times",
        "Games",
        _chosen("{row[share]}*INDEX({group[games]},ChosenNo)"),
        number_format="0.0",
    ),
    Column(
        "part",
        "Part of TAPL",
        _chosen(
            "Scale*SQRT(INDEX({group[games]},ChosenNo))"
            "*({row[share]}-{row[even]})*({row[share]}-{row[even]})/{row[even]}"
        ),
        number_format=POINTS,
    ),
]
"""The finishes of one player, place by place, against what may be expected."""

PROFILE_INPUTS = [{"seat": seat, "zero": percent / 100} for seat, percent in zip(SEATS, ZERO_SCORE)]
