"""The tables of the kdice workbook: which columns they have, and the formula of each."""

from __future__ import annotations

from ...functions.kdice.luck import LEVEL_RARITIES
from ...functions.kdice.profiles import BAD_EXAMPLE, ZERO_SCORE
from ...readers.kdice import FINISHES, LAST_ZERO, LEVELS, SEATS, WORST
from ..parts import theme
from ..parts.columns import NAME_WIDTH, in_order, name_of, places
from ..parts.table import NOT_ZERO, TEXT_FORMAT, Column, InputRule, is_duplicate

SHARES = tuple(f"s{place}" for place in range(1, len(SEATS) + 1))
FIELD_KEYS = tuple(f"f{place}" for place in range(1, len(SEATS) + 1))
POINTS = "0"
PERCENT = "0.0%"
FINE = "0.000"
SIGNED = "+0.000;-0.000;0.000"
CHANCE = '[<0.0001]"< 0.0001";0.0000'

_COUNT = InputRule(
    "whole", "Games played: a whole number from 1; blank when finishes are counts.", 1
)
_TOTAL = InputRule("decimal", "All points of this player, or blank.", -1e9, 1e9)
_FINISH = InputRule(
    "decimal", "How often the player came in this place: a percentage or a count.", 0
)
_LEVEL = InputRule("decimal", "Percent of the games at this table level, the lowest is 0.", 0)
_BEFORE = InputRule("decimal", "Percent of the games in this place, in the earlier profile.", 0)

_NO = Column("no", "No.", width=6, align="center", style=theme.VALUE)

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
_WHOLE_PARTS = "+".join(f"INT({{players.row[{key}]}})" for key in FINISHES)
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


def _native_test(expected: str) -> str:
    """TAPL of the player's shares against expected ones, which stand in as many cells."""
    return f"Scale*SQRT({{row[games]}})*SUMPRODUCT(({{row[s1:s7]}}-{expected})^2/{expected})"


def _against_own(function: str, cells: str, unit: str) -> Column:
    """A test against an earlier profile; there is none where it never expects what happened.

    A place that was neither expected nor taken adds nothing.
    """
    never = f"SUMPRODUCT(({cells}=0)*({{row[s1:s7]}}>0))>0"
    expected = f"{cells}/{{row[{unit}]}}"
    sum_ = f"SUMPRODUCT(({cells}>0)*({{row[s1:s7]}}-{expected})^2/({expected}+({cells}=0)))"
    native = f"Scale*SQRT({{row[games]}})*{sum_}"

    def where_known(test: str) -> str:
        return _of_player(f'IF(COUNT({cells})<Seats,"",IF({never},"n/a",{test}))')

    return Column(
        function.lower(),
        function,
        where_known(f"{function}({_OWN},{cells})"),
        number_format=POINTS,
        native=where_known(native),
    )


def _score(adjusted: str) -> str:
    """The score: TAPL, or Yates' below so many games, adjusted where the levels are known."""
    return _of_player(
        'IF({row[games]}<YatesBelow,IF({row[qooa]}="",{row[yates]},{row[qooa]}*{row[yates]}),'
        f'IF({{row[qooa]}}="",{{row[tapl]}},{adjusted}))'
    )


def _guts(ratio: str) -> str:
    """The guts of a player whose points and CI are not of opposite signs."""
    opposite = "{row[ppg]}*{row[ci_compared]}<0"
    unknown = "AND({row[ci_compared]}=0,{row[ppg]}<=0)"
    return _known("ppg", f'IF(OR({opposite},{unknown}),"n/a",{ratio})')


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
        f'=IF({{row[name]}}="","",{is_duplicate("name")})',
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
            f'IF({{players.row[games]}}="","counts",'
            f"IF(AND(SUM({_FINISHES})={{players.row[games]}},"
            f'{_WHOLE_PARTS}=SUM({_FINISHES})),"counts",'
            f'IF(SUM({_FINISHES})>PercentAbove,"percent","fractions")))'
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

_AWAY = "{row[s1:s7]}-1/Seats"
_CORRECTION = "YatesCorrection/{row[games]}"
_PLACES_LOST = "+".join(f"SUM({{row[s{place}:s7]}})" for place in range(2, len(SEATS) + 1))

_STATISTICS = [
    Column(
        "tapl",
        "TAPL",
        _of_player(f"TAPL({_OWN})"),
        number_format=POINTS,
        native=_of_player("Scale*SQRT({row[games]})*Seats*SUMPRODUCT(({row[s1:s7]}-1/Seats)^2)"),
    ),
    Column(
        "yates",
        "Yates",
        _of_player(f"YATES_TAPL({_OWN})"),
        number_format=POINTS,
        native=_of_player(
            "Scale*SQRT({row[games]})*Seats"
            f"*SUMPRODUCT(({_AWAY}>{_CORRECTION})*({_AWAY}-{_CORRECTION})^2"
            f"+({_AWAY}<0-{_CORRECTION})*({_AWAY}+{_CORRECTION})^2)"
        ),
    ),
    Column(
        "half_chi_square",
        "Half of χ²",
        _of_player("{row[tapl]}*SQRT({row[games]})/Scale/2"),
        number_format=FINE,
        only="native",
    ),
    Column(
        "pvalue",
        "p-value",
        _of_player(f"TAPL_PVALUE({_OWN})"),
        number_format=CHANCE,
        native=_of_player(
            "EXP(0-{row[half_chi_square]})"
            "*(1+{row[half_chi_square]}+{row[half_chi_square]}*{row[half_chi_square]}/2)"
        ),
    ),
    Column(
        "qooa",
        "QOOA",
        _of_player(f'IF(SUM({_LEVELS})=0,"",QOOA({_LEVELS}))'),
        number_format=FINE,
        native=_of_player(
            f'IF(SUM({_LEVELS})=0,"",'
            f"Whole/{_unit(_LEVELS)}*SUMPRODUCT({_LEVELS}/{{standards[rarity0:rarity5]}}))"
        ),
    ),
    Column(
        "score",
        "Score",
        _score(f"ADJUSTED_TAPL({{row[s1:s7]}},{_LEVELS},{{row[games]}})"),
        number_format=POINTS,
        native=_score("{row[qooa]}*{row[tapl]}"),
    ),
    Column(
        "score_is",
        "Score is",
        _of_player('IF({row[qooa]}="","","adjusted ")&IF({row[games]}<YatesBelow,"Yates","TAPL")'),
        width=15,
        align="left",
    ),
    Column(
        "tazd",
        "TAZD",
        _of_player(f"TAZD({_OWN})"),
        number_format=POINTS,
        native=_of_player(_native_test("{standards[zero1:zero7]}")),
    ),
    Column(
        "takbe",
        "TAKBE",
        _of_player(f"TAKBE({_OWN})"),
        number_format=POINTS,
        native=_of_player(_native_test("{standards[bad1:bad7]}")),
    ),
    _against_own("TAOWR", "{earlier.row[w1:w7]}", "worst_unit"),
    _against_own("TAOLZ", "{earlier.row[z1:z7]}", "zero_unit"),
    Column(
        "ci",
        "CI",
        _of_player("KDICE_CI({row[s1:s7]})"),
        number_format=SIGNED,
        native=_of_player(
            "(Payoff1st*({row[s1]}-{row[s7]})+Payoff2nd*({row[s2]}-{row[s6]})"
            "+Payoff3rd*({row[s3]}-{row[s5]}))/Payoff1st"
        ),
    ),
    Column("ci_compared", "CI compared", _of_player("ROUND({row[ci]},Decimals)"), width=12),
    Column(
        "ppg",
        "Per game",
        _of_player('IF({players.row[points]}="","",{players.row[points]}/{row[games]})'),
        number_format="0.0",
    ),
    Column(
        "gpg",
        "GPG",
        _guts("GPG({row[ppg]},IF({row[ci_compared]}=0,0,{row[ci]}))"),
        number_format=POINTS,
        native=_guts("IF({row[ci_compared]}=0,MostGuts,MIN({row[ppg]}/{row[ci]},MostGuts))"),
    ),
    Column(
        "pprg",
        "PPRG",
        _known("ppg", "PPRG({players.row[points]},{row[games]})"),
        number_format="0.0",
        native=_known("ppg", "{players.row[points]}/SQRT({row[games]})"),
    ),
    Column(
        "lost",
        "Games lost",
        _of_player(
            f"ROUND({{row[games]}}*({_PLACES_LOST})/(Seats-1)"
            "+MissedGame*(INDEX({field[most_games]},1)-{row[games]}),Decimals)"
        ),
        number_format="0.0",
        only="native",
    ),
    Column(
        "bss",
        "BSS",
        "=BSS({group[s1:s7]},{group[games]})",
        array=True,
        number_format="0.0",
        native=_of_player("{row[lost]}-INDEX({field[least_lost]},1)"),
    ),
]

_ORDER = [
    Column(
        "compared",
        "Score compared",
        _of_player("ROUND({row[score]},Decimals)"),
        number_format=FINE,
        width=12,
    ),
    *places("group", ("compared",), "key"),
    Column(
        "mark",
        "Mark",
        _of_player(
            'IF({row[sharing]}>1,"=","")&IF({row[ci_compared]}<0,"−","")&IF({row[odd]}=1,"*","")'
        ),
        align="center",
    ),
]

GROUP = [*_IDENTITY, *_RECORD, *_STATISTICS, *_ORDER]

_FIELD_SHARES = [
    Column(
        key,
        f"Field {seat}",
        f'=IF(SUM({{group[games]}})=0,"",'
        f"SUMPRODUCT({{group[games]}},{{group[{share}]}})/SUM({{group[games]}}))",
        number_format=PERCENT,
    )
    for key, share, seat in zip(FIELD_KEYS, SHARES, SEATS)
]
"""One row: how often each place was taken in all games of all players."""

FIELD = [
    *_FIELD_SHARES,
    Column("most_games", "Most games", "=MAX({group[games]})", width=8, only="native"),
    Column("least_lost", "Least lost", "=MIN({group[lost]})", width=8, only="native"),
]
"""One row: the whole field."""


def _standard(key: str, heading: str, number_format: str = "General") -> Column:
    return Column(
        key, heading, number_format=number_format, width=9, style=theme.FIXED, only="native"
    )


STANDARDS = [
    *(_standard(f"zero{k}", f"Zero score {seat}", PERCENT) for k, seat in enumerate(SEATS, 1)),
    *(_standard(f"bad{k}", f"Bad example {seat}", PERCENT) for k, seat in enumerate(SEATS, 1)),
    *(_standard(f"rarity{k}", f"Rarity, level {k}") for k in range(len(LEVEL_RARITIES))),
]
"""One row of figures that the texts fix: two profiles, and how rare each table level is by luck."""

STANDARDS_INPUTS = [
    {f"zero{k}": percent / 100 for k, percent in enumerate(ZERO_SCORE, 1)}
    | {f"bad{k}": percent / 100 for k, percent in enumerate(BAD_EXAMPLE, 1)}
    | {f"rarity{k}": rarity for k, rarity in enumerate(LEVEL_RARITIES)}
]


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
        style=theme.STRONG if key in ("place", "name", "score") else None,
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
    Column("seat", "Place", width=22, align="left", style=theme.STRONG),
    Column(
        "share",
        "Player",
        _chosen(f"INDEX({{group[s1:s7]}},ChosenNo,{_NTH})"),
        number_format=PERCENT,
        style=theme.STRONG,
    ),
    Column("even", "1/7", "=1/Seats", number_format=PERCENT),
    Column(
        "field",
        "Field",
        f'=IF(PlayersListed=0,"",INDEX({{field[f1:f7]}},1,{_NTH}))',
        number_format=PERCENT,
    ),
    Column("zero", "Zero score", number_format=PERCENT, style=theme.FIXED),
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
