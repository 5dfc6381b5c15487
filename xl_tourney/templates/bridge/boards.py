"""The boards of a session: their numbers, how many results they have, and Neuberg's factor."""

from __future__ import annotations

from dataclasses import replace

from ..parts import theme
from ..parts.table import Column, InputRule
from . import sessions
from .scores.contracts import cycle_value
from .scoring import IS_NUMBER, MEAN, PERCENT, SessionScoring

TWICE = "Listed twice"
NO_SESSION = "No session"


def boards(scoring: SessionScoring) -> list[Column]:
    """Each board: its number, which is typed, and how many results it has."""
    number = InputRule("whole", "The number of the board: a whole number from 1.", 1, 9999)
    due = scoring.results_due()
    session = sessions.board_columns(scoring)
    counted = [
        Column("no", "Block", width=8, align="center", style=theme.VALUE),
        Column("board", "Board", width=8, align="center", rule=number, identifies=True),
        *session[:1],
        Column("results", "Results", _if_any(_board_sum("played")), width=9),
        Column("real", "Compared", _if_played(_NUMBERS), width=12),
        Column("artificial", "Artificial", _if_played("{row[results]}-{row[real]}"), width=11),
        Column(
            "mean",
            "Mean score",
            _if_compared("SUMIFS({lines[score]},{lines[block]},{row[no]})/{row[real]}"),
            number_format=MEAN,
            width=13,
        ),
    ]
    dealt = [
        Column("dealer", "Dealer", cycle_value("dealer"), width=9, align="center"),
        Column("vulnerable", "Vulnerable", cycle_value("vulnerable"), width=11, align="center"),
    ]
    problem = Column(
        "problem",
        "Problem",
        _problem(scoring),
        width=18,
        align="left",
    )
    return [
        *counted,
        *(_by_due_results(_WORTH, due) if scoring.is_match_points else ()),
        *dealt,
        problem,
        *session[1:],
    ]


def _problem(scoring: SessionScoring) -> str:
    """What is wrong with the number of a board, or its session."""
    twice = "COUNTIF({boards[board]},{row[board]})>1"
    unknown = ""
    if scoring.sessions:
        twice = "COUNTIFS({boards[board]},{row[board]},{boards[session]},{row[session]})>1"
        known = f"COUNTIF({sessions.all_numbers(scoring)},{{row[session]}})"
        unknown = f'IF({{row[session]}}="","{NO_SESSION}",IF({known}=0,"{NO_SESSION}",'
    ends = "))" if unknown else ""
    return f'=IF({{row[board]}}="","",{unknown}IF({twice},"{TWICE}",""){ends})'


def _by_due_results(columns: list[Column], due: str) -> list[Column]:
    """Columns whose boards should have so many results."""
    return [
        replace(
            column,
            formula=column.formula.replace("ResultsDue", due),
            native=column.native.replace("ResultsDue", due),
        )
        for column in columns
    ]


_NUMBERS = f'COUNTIFS({{lines[block]}},{{row[no]}},{{lines[score]}},"{IS_NUMBER}")'
"""How many scores of a board are numbers."""


def _if_any(formula: str) -> str:
    return f'=IF({formula}=0,"",{formula})'


def _board_sum(key: str) -> str:
    return f"SUMIFS({{lines[{key}]}},{{lines[block]}},{{row[no]}})"


def _if_played(formula: str) -> str:
    """A formula for boards that were played."""
    return f'=IF({{row[results]}}="","",{formula})'


def _if_compared(formula: str) -> str:
    """A formula for boards with a result that is no artificial score."""
    return f'=IF(SUM({{row[real]}})=0,"",{formula})'


_WORTH = [
    Column(
        "top",
        "Top",
        _if_played(
            'LowerPoints*IF(Method="modified",IF({row[real]}=0,ResultsDue,{row[real]}),'
            "ResultsDue-1)"
        ),
        width=8,
    ),
    Column(
        "factored",
        "Factored (Neuberg)",
        _if_compared('IF({row[real]}<ResultsDue,{row[real]}&" of "&ResultsDue&" results","no")'),
        width=18,
        align="left",
    ),
    Column(
        "best_a",
        "A top by standard, %",
        _if_compared(
            "FullPercent*NEUBERG(StandardPoints*({row[real]}-1),{row[real]},ResultsDue)"
            "/(StandardPoints*(ResultsDue-1))"
        ),
        number_format=PERCENT,
        width=14,
        native=_if_compared(
            "FullPercent*((StandardPoints*({row[real]}-1)+1)*ResultsDue/{row[real]}-1)"
            "/(StandardPoints*(ResultsDue-1))"
        ),
    ),
    Column(
        "best_b",
        "A top by modified, %",
        _if_compared("FullPercent*(1-1/(StandardPoints*{row[real]}))"),
        number_format=PERCENT,
        width=14,
    ),
]
