"""The boards of a session: their numbers, how many results they have, and Neuberg's factor."""

from __future__ import annotations

from ...functions.bridge.contracts import DEALERS, VULNERABILITY
from ..parts import theme
from ..parts.table import Column, ColumnKind, InputRule, computed
from . import sessions
from .scores.contracts import repeated
from .scores.match_points import best_percent, full_points
from .scoring import IS_NUMBER, MEAN, PERCENT, SessionScoring

TWICE = "Listed twice"
NO_NUMBER = "No whole number"
_NUMBER = InputRule("whole", "The number of the board: a whole number from 1.", 1, 9999)
NO_SESSION = "No session"


def boards(scoring: SessionScoring) -> list[Column]:
    """Each board: its number, which is typed, and how many results it has."""
    due = scoring.results_due()
    session = sessions.board_columns(scoring)
    counted = [
        Column("no", "Block", width=8, align="center", style=theme.VALUE),
        Column("board", "Board", width=8, align="center", rule=_NUMBER, identifies=True),
        *session[:1],
        Column("results", "Results", f'=IF({_PLAYED}=0,"",{_PLAYED})', width=9),
        _for_played("real", "Compared", _NUMBERS, width=12),
        _for_played("artificial", "Artificial", "{row[results]}-{row[real]}", width=11),
        _for_compared(
            "mean",
            "Mean score",
            "SUMIFS({lines[score]},{lines[block]},{row[no]})/{row[real]}",
            number_format=MEAN,
            width=13,
        ),
    ]
    dealt = [
        computed.centred("dealer", "Dealer", repeated(DEALERS), width=9),
        computed.centred("vulnerable", "Vulnerable", repeated(VULNERABILITY), width=11),
    ]
    return [
        *counted,
        *(_worth(due) if scoring.is_match_points else ()),
        *dealt,
        computed.left("problem", "Problem", _problem(scoring), width=18),
        *session[1:],
    ]


def _problem(scoring: SessionScoring) -> str:
    """The fault of the number of a board, or of its session."""
    twice = "COUNTIF({boards[board]},{row[board]})>1"
    unknown = ""
    if scoring.sessions:
        twice = "COUNTIFS({boards[board]},{row[board]},{boards[session]},{row[session]})>1"
        known = f"COUNTIF({sessions.all_numbers(scoring)},{{row[session]}})"
        unknown = f'IF({{row[session]}}="","{NO_SESSION}",IF({known}=0,"{NO_SESSION}",'
    ends = "))" if unknown else ""
    no_number = _NUMBER.refuses("{row[board]}")
    return (
        f'=IF({{row[board]}}="","",IF({no_number}=1,"{NO_NUMBER}",'
        f'{unknown}IF({twice},"{TWICE}",""){ends}))'
    )


_NUMBERS = f'COUNTIFS({{lines[block]}},{{row[no]}},{{lines[score]}},"{IS_NUMBER}")'
"""How many scores of a board are numbers."""


_PLAYED = "SUMIFS({lines[played]},{lines[block]},{row[no]})"
"""How many results a board has."""
_for_played = ColumnKind('=IF({row[results]}="","",')
"""Columns of boards that were played."""
_for_compared = ColumnKind('=IF(SUM({row[real]})=0,"",')
"""Columns of boards with a result that is no artificial score."""
_if_compared = _for_compared.formula


def _worth(due: str) -> list[Column]:
    """Columns of boards that should have so many results."""
    real = "{row[real]}"

    def best(key: str, heading: str, called: str = "") -> Column:
        native = _if_compared(best_percent(key, real, due))
        formula = _if_compared(called) if called else native
        return Column(
            f"best_{key}",
            f"A top by {heading}, %",
            formula,
            number_format=PERCENT,
            width=14,
            native=native if called else "",
        )

    neuberg = f"NEUBERG(StandardPoints*({real}-1),{real},{due})"
    return [
        _for_played("top", "Top", full_points(real, due), width=8),
        _for_compared.left(
            "factored",
            "Factored (Neuberg)",
            f'IF({real}<{due},{real}&" of "&{due}&" results","no")',
            width=18,
        ),
        best("a", "standard", f"FullPercent*{neuberg}/(StandardPoints*({due}-1))"),
        best("b", "modified"),
    ]
