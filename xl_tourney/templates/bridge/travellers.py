"""The bridge workbook's travellers: what is typed into a line, and what it is worth."""

from __future__ import annotations

from ..parts.table import TEXT_FORMAT, Column, InputRule, computed
from .scores import match_points
from .scores.match_points import SCORES
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
