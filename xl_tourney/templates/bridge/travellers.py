"""The bridge workbook's travellers, lines and boards: their columns, and the formula of each.

Every line of a traveller is scored by two formulas side by side, ``a`` and ``b``: match-points by
the standard and the modified one, in percent, or IMPs against the other results and by Butler.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...functions.bridge.imps import IMP_SCALE
from ..parts import theme
from ..parts.table import TEXT_FORMAT, Column, InputRule

POINTS, PERCENT, IMPS, MEAN = "0.0", "0.00", "0.00", "0"
SIDES = ("NS", "EW")
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
    pair = InputRule("list", "Choose a pair; new pairs are added on the sheet Setup.", pairs)
    seat = InputRule("list", "The declarer: N, E, S or W.", '"N,E,S,W"')
    made = InputRule("whole", "How many tricks declarer made, from 0 to 13.", 0, 13)
    score = InputRule(
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
    methods = (("a", "Standard", _STANDARD_PERCENT), ("b", "Modified", _MODIFIED_PERCENT))
    return [
        *(
            _match_points_column(
                f"{side.lower()}_points", f"Points {side}", "Method", "points", side, _POINTS
            )
            for side in SIDES
        ),
        *(
            _match_points_column(
                f"{key}_{side.lower()}",
                f"{heading} {side} %",
                f'"{heading.lower()}"',
                "percent",
                side,
                native,
            )
            for key, heading, native in methods
            for side in SIDES
        ),
    ]


def _match_points_column(
    key: str, heading: str, method: str, show: str, side: str, native: str
) -> Column:
    """Match-points of a side; ``native`` is of a score that is a number."""
    percent = show == "percent"
    artificial = f"{{lines.row[percent_{side.lower()}]}}"
    if not percent:
        artificial = f"{artificial}/FullPercent*INDEX({{boards[top]}},{{lines.row[block]}})"
    native = native.replace("{own}", f"{{lines.row[modified_{side.lower()}]}}")
    return Column(
        key,
        heading,
        f'=MATCHPOINT({{lines.block[score]}},{method},"{show}","{side}",ResultsDue)',
        True,
        POINTS,
        11 if percent else 13,
        style=None if percent else theme.STRONG,
        native=f'=IF({{lines.row[score]}}="","",IF(ISNUMBER({{lines.row[score]}}),{native},'
        f"{artificial}))",
    )


_OF_RESULTS = "{own}*ResultsDue/{lines.row[compared]}-1"
"""Standard points, factored by Neuberg: 1 is what the comparison with itself would add."""
_POINTS = 'LowerPoints/StandardPoints*IF(Method="modified",{own},' + _OF_RESULTS + ")"
_STANDARD_PERCENT = f"FullPercent*({_OF_RESULTS})/(StandardPoints*(ResultsDue-1))"
_MODIFIED_PERCENT = "FullPercent*{own}/(StandardPoints*{lines.row[compared]})"


def _imps() -> list[Column]:
    return [
        _imps_column("a", "Cross-IMPs", "NS", "cross", IMPS),
        _imps_column("a", "Cross-IMPs", "EW", "cross", IMPS),
        _imps_column("b", "Butler", "NS", "butler"),
        _imps_column("b", "Butler", "EW", "butler"),
    ]


def _imps_column(
    key: str, heading: str, side: str, source: str, number_format: str = "General"
) -> Column:
    """IMPs of a side: of a score that is a number from Lines, of an artificial one by PlusIMPs."""
    score, imps = "{lines.row[score]}", f"{{lines.row[{source}]}}"
    worth = imps if side == "NS" else f'IF({imps}="","",0-{imps})'

    def formula(percent: str) -> str:
        awarded = f"({percent}-AveragePercent)/(PlusPercent-AveragePercent)*PlusIMPs"
        return f'=IF({score}="","",IF(ISNUMBER({score}),{worth},{awarded}))'

    return Column(
        f"{key}_{side.lower()}",
        f"{heading} {side}",
        formula(f'MATCHPOINT({score},"modified","percent","{side}")'),
        False,
        number_format,
        16,
        native=formula(f"{{lines.row[percent_{side.lower()}]}}"),
    )


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
    typed = "{travellers.row[score]}"

    def score(is_artificial: str) -> str:
        return f'=IF({typed}="","",IF(ISNUMBER({typed}),{typed},IF({is_artificial},{typed},"")))'

    return [
        Column("block", "Block", style=theme.VALUE),
        Column("no_ns", "No. of NS", _number("{travellers.row[ns]}"), width=13),
        Column("no_ew", "No. of EW", _number("{travellers.row[ew]}"), width=13),
        *_ARTIFICIAL,
        Column(
            "score",
            "Score",
            score(f'ISNUMBER(MATCHPOINT({typed},"modified","percent"))'),
            native=score("ISNUMBER({row[percent_ns]})"),
        ),
        Column("played", "Result", '=IF({row[score]}="","",1)'),
        Column("real", "Number", '=IF(ISNUMBER({row[score]}),1,"")'),
        *(_BEATEN if scoring is MATCH_POINTS else _COMPARED),
    ]


def _percent_of(side: str, code: str, plus: str, minus: str, digits: tuple[int, int]) -> Column:
    """The percentage that an artificial score gives a side; blank for any other text."""
    first, second = (f'FIND(MID({code},{digit},1),"0123456789")' for digit in digits)
    known = {f'{code}="A+"': plus, f'{code}="A"': "AveragePercent", f'{code}="A-"': minus}
    listed = "".join(f"IF({condition},{percent}," for condition, percent in known.items())
    return Column(
        f"percent_{side.lower()}",
        f"Percent {side}",
        f'=IF({code}="","",{listed}IF(AND(LEN({code})=5,LEFT({code},1)="A"),'
        f'IFERROR(10*{first}+{second}-11,""),"")' + ")" * (1 + len(known)),
        width=12,
        only="native",
    )


_TYPED = "{travellers.row[score]}"
_OPPOSITE = "FullPercent-PlusPercent"
_ARTIFICIAL = [
    Column(
        "code",
        "Code",
        f'=IF({_TYPED}="","",IF(ISNUMBER({_TYPED}),"",UPPER(TRIM({_TYPED}))))',
        width=11,
        align="left",
        only="native",
    ),
    _percent_of("NS", "{row[code]}", "PlusPercent", _OPPOSITE, (2, 3)),
    _percent_of("EW", "{row[code]}", _OPPOSITE, "PlusPercent", (4, 5)),
]
"""What an artificial score gives each side: A+ 60 and 40, A6040 the same."""


def _helper(key: str, heading: str, formula: str) -> Column:
    return Column(key, heading, formula, width=12, only="native")


def _of_number(formula: str) -> str:
    """A formula for lines with a score that is a number."""
    return f'=IF(ISNUMBER({{row[score]}}),{formula},"")'


_BEATEN = [
    _helper("compared", "Compared", _of_number("COUNT({block[score]})")),
    *(
        _helper(
            f"modified_{side.lower()}",
            f"Modified {side}",
            _of_number(
                f'StandardPoints*COUNTIF({{block[score]}},"{worse}"&{{row[score]}})'
                "+COUNTIF({block[score]},{row[score]})"
            ),
        )
        for side, worse in zip(SIDES, "<>")
    ),
]
"""Modified points: 2 for each score that a score beats, 1 for each equal one and for itself."""


def _number(pair: str) -> str:
    """The number of a pair in the list; 0 for one that is not there."""
    return f'=IF({pair}="","",SUMPRODUCT(({{group[pair]}}={pair}&"")*{{group[key]}}))'


def _compared(key: str, heading: str, too_few: str) -> Column:
    """The scores of boards that have enough of them; one function call takes a board of them."""
    real = "INDEX({boards[real]},{row[block]})"
    formula = f'=IF(ISNUMBER({{row[score]}}),IF({real}{too_few},"",{{row[score]}}),"")'
    return Column(key, heading, formula, width=14)


def _if_score(key: str, formula: str) -> str:
    """A formula for lines whose score is compared."""
    return f'=IF({{row[{key}]}}="","",{formula})'


_DIFFERENCE = "({row[datum]}-{row[datum_score]})"
_COMPARED = [
    _compared("crossed", "Score to compare", "<FewestResults"),
    _compared("datum", "Score for Butler", "<=Drop+Drop"),
    _helper("is_crossed", "Compared", "=IF(ISNUMBER({row[crossed]}),1,0)"),
    _helper("number", "Its number", "=IF(ISNUMBER({row[crossed]}),{row[crossed]},0)"),
    Column(
        "cross",
        "Cross-IMPs",
        "=CROSS_IMPS({block[crossed]})",
        True,
        IMPS,
        12,
        native=_if_score(
            "crossed",
            "SUMPRODUCT({block[is_crossed]}"
            "*(({block[number]}<={row[crossed]}-{scale[imp1:imp24]})*1"
            "-({block[number]}>={row[crossed]}+{scale[imp1:imp24]})*1))"
            "/(SUM({block[is_crossed]})-1)",
        ),
    ),
    _helper("below", "Lower", _if_score("datum", 'COUNTIF({block[datum]},"<"&{row[datum]})')),
    _helper(
        "not_above", "Not higher", _if_score("datum", 'COUNTIF({block[datum]},"<="&{row[datum]})')
    ),
    _helper(
        "in_datum",
        "In the datum",
        _if_score(
            "datum",
            "{row[datum]}*MAX(0,MIN({row[not_above]},COUNT({block[datum]})-Drop)"
            "-MAX({row[below]},Drop))/({row[not_above]}-{row[below]})",
        ),
    ),
    _helper(
        "datum_score",
        "Datum",
        _if_score(
            "datum",
            "ROUND(ROUND(SUM({block[in_datum]})/(COUNT({block[datum]})-Drop-Drop),Decimals)"
            "/ScoreStep,0)*ScoreStep",
        ),
    ),
    Column(
        "butler",
        "Butler",
        '=BUTLER({block[datum]},"NS",Drop)',
        True,
        native=_if_score(
            "datum",
            f'SIGN{_DIFFERENCE}*COUNTIF({{scale[imp1:imp24]}},"<="&ABS{_DIFFERENCE})',
        ),
    ),
    Column("counts_a", "In cross-IMPs", '=IF(ISNUMBER({travellers.row[a_ns]}),1,"")', width=16),
    Column("counts_b", "In Butler", '=IF(ISNUMBER({travellers.row[b_ns]}),1,"")', width=12),
]
"""Each score against the others, and against the datum.

Of scores that are equal as many count for the datum as are left without the ``Drop`` lowest and the
``Drop`` highest; each of them has its part.
"""

SCALE = [
    Column(f"imp{imps}", f"{imps} IMPs from", width=8, style=theme.FIXED, only="native")
    for imps in range(1, len(IMP_SCALE) + 1)
]
"""One row, the table of Law 78B: the least difference for 1, 2 … 24 IMPs."""

SCALE_INPUTS = [{column.key: least for column, least in zip(SCALE, IMP_SCALE)}]


# Boards -------------------------------------------------------------------------------------------


def boards(scoring: Scoring) -> list[Column]:
    """Each board: its number, which is typed, and how many results it has."""
    number = InputRule("whole", "The number of the board: a whole number from 1.", 1, 9999)
    counted = [
        Column("no", "Block", width=8, align="center", style=theme.VALUE),
        Column("board", "Board", width=8, align="center", rule=number),
        Column("results", "Results", _if_any(_of_board("played")), width=9),
        Column("real", "Compared", _of_results(_of_board("real")), width=12),
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
        native=_of_compared(
            "FullPercent*((StandardPoints*({row[real]}-1)+1)*ResultsDue/{row[real]}-1)"
            "/(StandardPoints*(ResultsDue-1))"
        ),
    ),
    Column(
        "best_b",
        "A top by modified, %",
        _of_compared("FullPercent*(1-1/(StandardPoints*{row[real]}))"),
        number_format=PERCENT,
        width=14,
    ),
]
