"""The bridge workbook's travellers: what is typed into a line, and what it is worth."""

from __future__ import annotations

from ...catalogue.expression import Term, formula_of, symbol
from ...functions.bridge.contracts import SCORE_STEP
from ...functions.bridge.imps import IMP_SCALE, cross_imps, imps, round_datum
from ..parts import theme
from ..parts.table import TEXT_FORMAT, Column, InputRule, computed, word_cell
from . import sessions
from .scores import match_points, within_sections
from .scores.match_points import SCORES
from .scores.typed_scores import typed_scores
from .scoring import (
    IMPS,
    SessionScoring,
    all_of,
    any_of,
    choose,
)

SEATS = ("no_ns", "no_ew")


def travellers(scoring: SessionScoring) -> list[Column]:
    """The page of travellers, a block of lines for each board: what is typed, what it is worth."""
    pair = InputRule(
        "list", "Choose a pair; new pairs are added on the sheet Setup.", "{listed[pair]}"
    )
    seat = InputRule("list", "The declarer: N, E, S or W.", '"N,E,S,W"')
    made = InputRule(
        "textLength",
        "How many tricks declarer took, from 0 to 13, or how many more or fewer than the contract: "
        "=, +1, -2.",
        1,
        3,
    )
    score = InputRule(
        "textLength",
        "North-South's score, such as 420 or -50; blank where contract, declarer and tricks say "
        "it. An artificial one: A+, A, A-, both sides' percentages as in 60/40 or A6040. NP: not "
        "played.",
        1,
        10,
    )
    score_ew = InputRule(
        "textLength",
        "Only where it is not the opposite of North-South's: what East-West are given, a "
        "percentage or a score of theirs; or where East-West scored, as on a paper traveller.",
        1,
        10,
    )
    board = "INDEX({boards[board]},{lines.row[block]})"
    typed = [
        computed.centred("board", "Board", f'=IF({board}="","",{board})', width=8),
        *(
            Column(key, heading, "", False, TEXT_FORMAT, 11, "left", pair, identifies=True)
            for key, heading in (("ns", "NS pair"), ("ew", "EW pair"))
        ),
        Column("contract", "Contract", "", False, TEXT_FORMAT, 11, "left"),
        Column("by", "By", "", False, TEXT_FORMAT, 7, "center", seat),
        Column("tricks", "Tricks", "", False, TEXT_FORMAT, 9, "center", made),
        Column("score", "Score NS", width=12, rule=score),
        Column("score_ew", "Score EW", width=12, rule=score_ew),
        Column("by_contract", "By contract", "={lines.row[by_contract]}", width=11),
    ]
    return [
        *typed,
        *(match_points.figures(scoring) if scoring.is_match_points else _imps()),
        computed.left("problem", "Problem", _problem(scoring), width=27),
    ]


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

    percent = f"{{lines.row[percent_{side.lower()}]}}"
    awarded = f"({percent}-AveragePercent)/(PlusPercent-AveragePercent)*PlusIMPs"
    formula = f'=IF({score}="","",IF(ISNUMBER({score}),{worth},{awarded}))'
    return Column(f"{key}_{side.lower()}", f"{heading} {side}", formula, False, number_format, 16)


PROBLEMS = {
    "unscored": "Left out: no score yet",
    "incomplete": "Not complete: board, pairs, score",
    "impossible": "No score that a board can have",
    "unread": "Contract, By or Tricks cannot be read",
    "differs": "The score is not that of the contract",
    "unknown": "A pair that is not on Setup",
    "itself": "A pair against itself",
    "twice": "A pair has this board twice",
    "unbalanced": "Both sides do not balance",
}
"""What can be wrong with a line; the first that applies is shown."""


def _problem(scoring: SessionScoring) -> str:
    score = "{lines.row[score]}"
    totals = {
        "SUM({row[ns_points:ew_points]})": _top(scoring),
        "SUM({row[a_ns:a_ew]})": "FullPercent",
        "SUM({row[b_ns:b_ew]})": "FullPercent",
    }
    if not scoring.is_match_points:
        totals = {"SUM({row[a_ns:a_ew]})": "0", "SUM({row[b_ns:b_ew]})": "0"}
    apart = any_of(*(f"ROUND({both}-{total},Decimals)<>0" for both, total in totals.items()))
    numbers = [f"{{lines.row[number_{side}]}}" for side in SCORES]
    not_possible = any_of(*map(_is_impossible, numbers))
    repeated = (f"{_count_on_board(f'{{lines.row[{seat}]}}')}>1" for seat in SEATS)
    unscored = all_of(f'{score}=""', "COUNTA({row[score:score_ew]})=0", "{lines.row[unread]}=0")
    conditions = {
        "unscored": all_of(unscored, '{row[ns]}<>""', '{row[ew]}<>""'),
        "incomplete": any_of(*(f'{{row[{key}]}}=""' for key in ("board", "ns", "ew")), unscored),
        "impossible": f'IF({score}="",{{lines.row[unread]}}=0,{not_possible})',
        "unread": "{lines.row[unread]}=1",
        "differs": "{lines.row[differs]}=1",
        "unknown": "COUNTIF({lines.row[no_ns:no_ew]},0)>0",
        "itself": "{lines.row[no_ns]}={lines.row[no_ew]}",
        "twice": any_of(*repeated),
        "unbalanced": f"IF(COUNTIF({{lines.block[split]}},1)=0,IF(ISNUMBER({score}),{apart},0),0)",
    }
    messages = choose(*((conditions[key], f'"{text}"') for key, text in PROBLEMS.items()))
    blank = "COUNTA({row[ns:ew]},{row[contract]},{row[score:score_ew]})=0"
    return "=" + choose((blank, '""'), ("{lines.row[np]}=1", '""'), otherwise=messages)


def _top(scoring: SessionScoring) -> str:
    """The points of both sides of a line together."""
    top = "INDEX({boards[top]},{lines.row[block]})"
    if not scoring.within_sections:
        return top
    return f'IF(ComparedWith="section",{{lines.row[apart_full_ns]}},{top})'


def _is_impossible(number: str) -> str:
    wrong = any_of(f"MOD({number},ScoreStep)<>0", f"ABS({number})>HighestScore")
    return f"IF(ISNUMBER({number}),IF({wrong},1,0),0)=1"


def _count_on_board(pair: str) -> str:
    """How often a pair has the board of this line."""
    return "+".join(
        f"COUNTIFS({{lines[block]}},{{lines.row[block]}},{{lines[{seat}]}},{pair})"
        for seat in SEATS
    )


_UNSCORED = word_cell("Line", PROBLEMS["unscored"])


def lines(scoring: SessionScoring) -> list[Column]:
    """The lines as the sums take them: pairs by number, and only scores that can be scored."""
    return [
        Column("block", "Block", style=theme.VALUE),
        Column("no_ns", "No. of NS", _number_of("{travellers.row[ns]}"), width=13),
        Column("no_ew", "No. of EW", _number_of("{travellers.row[ew]}"), width=13),
        computed.count("open", "To be played", f"=IF({{travellers.row[problem]}}={_UNSCORED},1,0)"),
        *typed_scores(scoring),
        *sessions.line_columns(scoring),
        *(match_points.helpers() if scoring.is_match_points else _IN_IMPS),
        *(within_sections.lines(scoring) if scoring.within_sections else ()),
    ]


def _number_of(pair: str) -> str:
    """The number of a pair in the list; 0 for one that is not there."""
    return f'=IF({pair}="","",SUMPRODUCT(({{group[pair]}}={pair}&"")*{{group[key]}}))'


def _helper(key: str, heading: str, formula: str) -> Column:
    return Column(key, heading, formula, width=12, only="native")


# IMPs ---------------------------------------------------------------------------------------------


def _score_to_compare(key: str, heading: str, too_few: str) -> Column:
    """The scores of boards that have enough of them; one function call takes a board of them."""
    real = "INDEX({boards[real]},{row[block]})"
    formula = f'=IF(ISNUMBER({{row[score]}}),IF({real}{too_few},"",{{row[score]}}),"")'
    return Column(key, heading, formula, width=14)


def _if_score(key: str, formula: str) -> str:
    """A formula for lines whose score is compared."""
    return f'=IF({{row[{key}]}}="","",{formula})'


_SCALE, _STEP = symbol("{scale[imp1:imp24]}", is_array=True), Term(SCORE_STEP, "ScoreStep")
_NUMBERS, _COUNTS = (symbol(f"{{block[{key}]}}", is_array=True) for key in ("number", "is_crossed"))
_RESULTS = "SUM({block[is_crossed]})"
_CROSS = formula_of(cross_imps, "{row[crossed]}", _NUMBERS, _COUNTS, _RESULTS, _SCALE)
_MEAN = "SUM({block[in_datum]})/(COUNT({block[datum]})-Dropped-Dropped)"
_FROM_DATUM = symbol("{row[datum]}") - symbol("{row[datum_score]}")
_IN_DATUM = (
    "{row[datum]}*MAX(0,MIN({row[not_above]},COUNT({block[datum]})-Dropped)"
    "-MAX({row[below]},Dropped))/({row[not_above]}-{row[below]})"
)


def _of_datum(key: str, heading: str, formula: str) -> Column:
    return _helper(key, heading, _if_score("datum", formula))


_IN_IMPS = [
    _score_to_compare("crossed", "Score to compare", "<FewestResults"),
    _score_to_compare("datum", "Score for Butler", "<=Dropped+Dropped"),
    _helper("is_crossed", "Compared", "=IF(ISNUMBER({row[crossed]}),1,0)"),
    _helper("number", "Its number", "=IF(ISNUMBER({row[crossed]}),{row[crossed]},0)"),
    Column(
        "cross",
        "Cross-IMPs",
        "=CROSS_IMPS({block[crossed]})",
        True,
        IMPS,
        12,
        native=_if_score("crossed", _CROSS),
    ),
    _of_datum("below", "Lower", 'COUNTIF({block[datum]},"<"&{row[datum]})'),
    _of_datum("not_above", "Not higher", 'COUNTIF({block[datum]},"<="&{row[datum]})'),
    _of_datum("in_datum", "In the datum", _IN_DATUM),
    _of_datum("datum_score", "Datum", formula_of(round_datum, _MEAN, _STEP)),
    Column(
        "butler",
        "Butler",
        '=BUTLER({block[datum]},"NS",Dropped)',
        True,
        native=_if_score("datum", formula_of(imps, _FROM_DATUM, _SCALE)),
    ),
    Column("counts_a", "In cross-IMPs", '=IF(ISNUMBER({travellers.row[a_ns]}),1,"")', width=16),
    Column("counts_b", "In Butler", '=IF(ISNUMBER({travellers.row[b_ns]}),1,"")', width=12),
]
"""Each score against the others, and against the datum.

The lowest and highest scores are dropped from the datum.  If some of several equal scores are
dropped, each of these counts in part: with two of three dropped, each counts one third.
"""

SCALE = [
    Column(f"imp{imps}", f"{imps} IMPs from", width=8, style=theme.FIXED, only="native")
    for imps in range(1, len(IMP_SCALE) + 1)
]
"""One row, the table of Law 78B: the least difference for 1, 2 … 24 IMPs."""

SCALE_INPUTS: list[dict[str, object]] = [
    {column.key: least for column, least in zip(SCALE, IMP_SCALE)}
]
