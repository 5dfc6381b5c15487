"""The bridge workbook's travellers, lines and boards: their columns, and the formula of each.

Every line of a traveller is scored by two formulas side by side, ``a`` and ``b``: match-points by
the standard and the modified one, in percent, or IMPs against the other results and by Butler.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..parts import theme
from ..parts.table import TEXT_FORMAT, Column, Rule

POINTS, PERCENT, IMPS, MEAN = "0.0", "0.00", "0.00", "0"
SEATS = ("no_ns", "no_ew")
TWICE = "Listed twice"


@dataclass(frozen=True)
class Scoring:
    """The two formulas of a kind of session, and how their figures are called."""

    methods: tuple[str, ...]
    a: str
    b: str
    """The heading of each formula."""
    second: str
    """The method that ranks by the second formula; the others rank by the first."""
    unit: str
    shown: str
    """How a figure of a line is shown."""
    counted: tuple[str, str]
    """Which lines each formula has a figure for."""


MATCH_POINTS = Scoring(
    ("standard", "acbl", "modified"), "Standard", "Modified", "modified", "%", POINTS,
    ("played", "played"),
)  # fmt: skip
BY_IMPS = Scoring(
    ("cross-imps", "butler"), "Cross-IMPs", "Butler", "butler", "IMPs", IMPS,
    ("counts_a", "counts_b"),
)  # fmt: skip


def any_of(*conditions: str) -> str:
    """Whether one of them holds; OR also reads texts, and not every program reads them alike."""
    return f"({')+('.join(conditions)})>0"


def all_of(*conditions: str) -> str:
    """Whether all of them hold."""
    return f"({')*('.join(conditions)})>0"


# Travellers ---------------------------------------------------------------------------------------


def travellers(scoring: Scoring, pairs: str) -> list[Column]:
    """The page of travellers, a block of lines for each board: what is typed, what it is worth."""
    pair = Rule("list", "Choose a pair; new pairs are added on the sheet Setup.", pairs)
    seat = Rule("list", "The declarer: N, E, S or W.", '"N,E,S,W"')
    made = Rule("whole", "How many tricks declarer made, from 0 to 13.", 0, 13)
    score = Rule(
        "textLength",
        "North-South's score, such as 420 or -50, or an artificial one: A+, A, A-, or both sides' "
        "percentages as in A6040.",
        1,
        5,
    )
    board = "INDEX({boards[board]},{lines.row[block]})"
    typed = [
        Column("board", "Board", f'=IF({board}="","",{board})', width=8, align="center"),
        Column("ns", "NS pair", "", False, TEXT_FORMAT, 11, "left", pair),
        Column("ew", "EW pair", "", False, TEXT_FORMAT, 11, "left", pair),
        Column("contract", "Contract", "", False, TEXT_FORMAT, 11, "left"),
        Column("by", "By", "", False, TEXT_FORMAT, 7, "center", seat),
        Column("tricks", "Tricks", width=9, rule=made),
        Column("score", "Score NS", width=12, rule=score),
    ]
    return [
        *typed,
        *(_match_points() if scoring is MATCH_POINTS else _imps()),
        Column("problem", "Problem", _problem(scoring), width=38, align="left"),
    ]


def _match_points() -> list[Column]:
    def of(key: str, heading: str, method: str, show: str, side: str) -> Column:
        formula = f'=MATCHPOINT({{lines.block[score]}},{method},"{show}","{side}",ResultsDue)'
        look = theme.STRONG if show == "points" else None
        return Column(
            key, heading, formula, True, POINTS, 13 if show == "points" else 11, look=look
        )

    return [
        of("ns_points", "Points NS", "Method", "points", "NS"),
        of("ew_points", "Points EW", "Method", "points", "EW"),
        of("a_ns", "Standard NS %", '"standard"', "percent", "NS"),
        of("a_ew", "Standard EW %", '"standard"', "percent", "EW"),
        of("b_ns", "Modified NS %", '"modified"', "percent", "NS"),
        of("b_ew", "Modified EW %", '"modified"', "percent", "EW"),
    ]


def _imps() -> list[Column]:
    def of(key: str, heading: str, side: str, imps: str, number_format: str = "General") -> Column:
        percent = f'MATCHPOINT({{lines.row[score]}},"modified","percent","{side}")'
        awarded = f"({percent}-AveragePercent)/(PlusPercent-AveragePercent)*PlusIMPs"
        worth = imps if side == "NS" else f'IF({imps}="","",0-{imps})'
        formula = (
            f'=IF({{lines.row[score]}}="","",IF(ISNUMBER({{lines.row[score]}}),{worth},{awarded}))'
        )
        return Column(key, heading, formula, False, number_format, 16)

    return [
        of("a_ns", "Cross-IMPs NS", "NS", "{lines.row[cross]}", IMPS),
        of("a_ew", "Cross-IMPs EW", "EW", "{lines.row[cross]}", IMPS),
        of("b_ns", "Butler NS", "NS", "{lines.row[butler]}"),
        of("b_ew", "Butler EW", "EW", "{lines.row[butler]}"),
    ]


PROBLEMS = {
    "incomplete": "Not complete: board, pairs, score",
    "impossible": "No score that a board can have",
    "unknown": "A pair that is not on Setup",
    "itself": "A pair against itself",
    "twice": "A pair has this board twice",
    "unbalanced": "Both sides do not balance",
}
"""What can be wrong with a line; the first that holds is said."""


def _problem(scoring: Scoring) -> str:
    score = "{lines.row[score]}"
    wins = {
        "SUM({row[ns_points:ew_points]})": "INDEX({boards[top]},{lines.row[block]})",
        "SUM({row[a_ns:a_ew]})": "FullPercent",
        "SUM({row[b_ns:b_ew]})": "FullPercent",
    }
    if scoring is BY_IMPS:
        wins = {"SUM({row[a_ns:a_ew]})": "0", "SUM({row[b_ns:b_ew]})": "0"}
    apart = (f"ROUND({both}-{top},Decimals)<>0" for both, top in wins.items())
    too_high = any_of(f"MOD({score},ScoreStep)<>0", f"ABS({score})>HighestScore")
    often = (f"{_often(f'{{lines.row[{seat}]}}')}>1" for seat in SEATS)
    holds = {
        "incomplete": any_of(*(f'{{row[{key}]}}=""' for key in ("board", "ns", "ew", "score"))),
        "impossible": f'IF(ISNUMBER({score}),{too_high},{score}="")',
        "unknown": "COUNTIF({lines.row[no_ns:no_ew]},0)>0",
        "itself": "{lines.row[no_ns]}={lines.row[no_ew]}",
        "twice": any_of(*often),
        "unbalanced": f"IF(ISNUMBER({score}),{any_of(*apart)},0)",
    }
    says = "".join(f'IF({holds[key]},"{text}",' for key, text in PROBLEMS.items())
    return f'=IF(COUNTA({{row[ns:ew]}},{{row[score]}})=0,"",{says}""{")" * len(PROBLEMS)})'


def _often(pair: str) -> str:
    """How often a pair has the board of this line."""
    return "+".join(
        f"COUNTIFS({{lines[block]}},{{lines.row[block]}},{{lines[{seat}]}},{pair})"
        for seat in SEATS
    )


def lines(scoring: Scoring) -> list[Column]:
    """The lines as the sums take them: pairs by number, and only scores that can be scored."""
    raw = "{travellers.row[score]}"
    return [
        Column("block", "Block", look=theme.VALUE),
        Column("no_ns", "No. of NS", _number("{travellers.row[ns]}"), width=13),
        Column("no_ew", "No. of EW", _number("{travellers.row[ew]}"), width=13),
        Column(
            "score",
            "Score",
            f'=IF({raw}="","",IF(ISNUMBER({raw}),{raw},'
            f'IF(ISNUMBER(MATCHPOINT({raw},"modified","percent")),{raw},"")))',
        ),
        Column("played", "Result", '=IF({row[score]}="","",1)'),
        *(() if scoring is MATCH_POINTS else _COMPARED),
    ]


def _number(pair: str) -> str:
    """The number of a pair in the list; 0 for one that is not there."""
    return f'=IF({pair}="","",SUMPRODUCT(({{group[pair]}}={pair}&"")*{{group[key]}}))'


def _compared(key: str, heading: str, too_few: str) -> Column:
    """The scores of boards that have enough of them; one function call takes a board of them."""
    real = "INDEX({boards[real]},{row[block]})"
    formula = f'=IF(ISNUMBER({{row[score]}}),IF({real}{too_few},"",{{row[score]}}),"")'
    return Column(key, heading, formula, width=14)


_COMPARED = [
    _compared("crossed", "Score to compare", "<FewestResults"),
    _compared("datum", "Score for Butler", "<=Drop+Drop"),
    Column("cross", "Cross-IMPs", "=CROSS_IMPS({block[crossed]})", True, IMPS, 12),
    Column("butler", "Butler", '=BUTLER({block[datum]},"NS",Drop)', True),
    Column("counts_a", "In cross-IMPs", '=IF(ISNUMBER({travellers.row[a_ns]}),1,"")', width=16),
    Column("counts_b", "In Butler", '=IF(ISNUMBER({travellers.row[b_ns]}),1,"")', width=12),
]


# Boards -------------------------------------------------------------------------------------------


def boards(scoring: Scoring) -> list[Column]:
    """Each board: its number, which is typed, and how many results it has."""
    number = Rule("whole", "The number of the board: a whole number from 1.", 1, 9999)
    counted = [
        Column("no", "Block", width=8, align="center", look=theme.VALUE),
        Column("board", "Board", width=8, align="center", rule=number),
        Column("results", "Results", _if_any(_of_board("played")), width=9),
        Column("real", "Compared", _of_results(_REAL), width=12),
        Column("artificial", "Artificial", _of_results("{row[results]}-{row[real]}"), width=11),
        Column(
            "mean",
            "Mean score",
            _of_compared("SUMIFS({lines[score]},{lines[block]},{row[no]})/{row[real]}"),
            number_format=MEAN,
            width=13,
        ),
    ]
    problem = Column(
        "problem",
        "Problem",
        f'=IF({{row[board]}}="","",IF(COUNTIF({{boards[board]}},{{row[board]}})>1,"{TWICE}",""))',
        width=18,
        align="left",
    )
    return [*counted, *(_WORTH if scoring is MATCH_POINTS else ()), problem]


_REAL = 'COUNTIFS({lines[block]},{row[no]},{lines[score]},"<="&HighestScore)'
"""How many scores of a board are numbers."""


def _if_any(formula: str) -> str:
    return f'=IF({formula}=0,"",{formula})'


def _of_board(key: str) -> str:
    return f"SUMIFS({{lines[{key}]}},{{lines[block]}},{{row[no]}})"


def _of_results(formula: str) -> str:
    """A formula for boards that were played."""
    return f'=IF({{row[results]}}="","",{formula})'


def _of_compared(formula: str) -> str:
    """A formula for boards with a result that is no artificial score."""
    return f'=IF(SUM({{row[real]}})=0,"",{formula})'


_WORTH = [
    Column(
        "top",
        "Top",
        _of_results(
            'LowerPoints*IF(Method="modified",IF({row[real]}=0,ResultsDue,{row[real]}),'
            "ResultsDue-1)"
        ),
        width=8,
    ),
    Column(
        "factored",
        "Factored (Neuberg)",
        _of_compared('IF({row[real]}<ResultsDue,{row[real]}&" of "&ResultsDue&" results","no")'),
        width=18,
        align="left",
    ),
    Column(
        "best_a",
        "A top by standard, %",
        _of_compared(
            "FullPercent*NEUBERG(StandardPoints*({row[real]}-1),{row[real]},ResultsDue)"
            "/(StandardPoints*(ResultsDue-1))"
        ),
        number_format=PERCENT,
        width=14,
    ),
    Column(
        "best_b",
        "A top by modified, %",
        _of_compared("FullPercent*(1-1/(StandardPoints*{row[real]}))"),
        number_format=PERCENT,
        width=14,
    ),
]
