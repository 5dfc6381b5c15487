"""Several sessions: the figures of each pair in each of them, and the totals.

A board belongs to a session, which is typed beside its number.  Scores are compared across the
field of their session.
"""

from __future__ import annotations

from collections.abc import Callable

from ..parts import theme
from ..parts.table import Column, InputRule, computed
from .scores.match_points import percent_worth
from .scoring import PERCENT, SessionScoring, both_seats

MOST_SESSIONS = 12

_BOARD_COLUMNS = (
    Column(
        "session",
        "Session",
        width=9,
        align="center",
        rule=InputRule("whole", "The number of the session, from 1.", 1, MOST_SESSIONS),
        identifies=True,
    ),
    computed.count(
        "counted", "Results counted", "=SUMIFS({lines[played]},{lines[block]},{row[no]})", width=10
    ),
)
"""Columns of Boards: the session, and how many results each board has."""


def board_columns(scoring: SessionScoring) -> list[Column]:
    """Columns of Boards; with match-points also how many results a board should have."""
    if not scoring.sessions:
        return []
    if not scoring.is_match_points:
        return [*_BOARD_COLUMNS]
    numbers, due = _all(scoring, "n"), _all(scoring, "due_")
    found = f"INDEX({due},1,MATCH({{row[session]}},{numbers},0))"
    due_column = Column("due", "Results due", f"=IFERROR({found},ResultsDue)", width=10)
    return [*_BOARD_COLUMNS, due_column]


def line_columns(scoring: SessionScoring) -> list[Column]:
    """Columns of Lines: the session, and how many results the board should have."""
    if not scoring.sessions:
        return []
    session = "INDEX({boards[session]},{row[block]})"
    number = f'=IF({session}="",0,{session})'
    due = Column("due", "Results due", "=INDEX({boards[due]},{row[block]})", width=10)
    return [
        computed.count("session", "Session", number),
        *([due] if scoring.is_match_points else ()),
    ]


def _sessions(scoring: SessionScoring) -> range:
    return range(1, scoring.sessions + 1)


def all_numbers(scoring: SessionScoring) -> str:
    """The cells with the numbers of the sessions."""
    return _all(scoring, "n")


def _all(scoring: SessionScoring, key: str) -> str:
    return f"{{sessions[{key}1:{key}{scoring.sessions}]}}"


def numbers(scoring: SessionScoring) -> list[Column]:
    """One row: the numbers of the sessions, and how many results their boards should have."""
    return [
        *(Column(f"n{n}", f"Session {n}", width=9, style=theme.FIXED) for n in _sessions(scoring)),
        *(
            Column(
                f"due_{n}",
                f"Results due in {n}",
                "=MAX(Results,FewestResults,SUMPRODUCT(MAX("
                f"({{boards[session]}}={{sessions.top[n{n}]}})*{{boards[counted]}})))"
                if scoring.is_match_points
                else "=FewestResults",
                width=10,
            )
            for n in _sessions(scoring)
        ),
    ]


def number_rows(scoring: SessionScoring) -> list[dict[str, object]]:
    """The numbers of the sessions."""
    return [{f"n{n}": n for n in _sessions(scoring)}]


def _in_session(cells: str, n: int) -> str:
    """The sum of a pair in a session over both sides."""
    return both_seats(cells, f",{{lines[session]}},{{sessions.top[n{n}]}}")


def pair_columns(scoring: SessionScoring) -> list[Column]:
    """Columns of Pairs: the boards of each session, and what the pair has there."""

    def chosen(a: str, b: str) -> str:
        return a if a == b else f'IF(Method="{scoring.second}",{b},{a})'

    boards = [
        computed.count(
            f"boards_{n}",
            f"Boards in {n}",
            "=IF({row[key]}=0,0,"
            + chosen(*(_in_session(f"{{lines[{key}]}}", n) for key in scoring.counted))
            + ")",
        )
        for n in _sessions(scoring)
    ]
    return [*boards, *(_session_column(scoring, n, chosen) for n in _sessions(scoring))]


def _session_column(scoring: SessionScoring, n: int, chosen: Callable[[str, str], str]) -> Column:
    total = chosen(*(f"({_in_session(f'{{travellers[{key}_#]}}', n)})" for key in "ab"))
    if scoring.is_match_points:
        full = f"SUMPRODUCT(MAX(({{group[side]}}={{row[side]}})*{{group[boards_{n}]}}))"
        worth = percent_worth(f"{{sessions.top[due_{n}]}}")
        total = f'{total}/{{row[boards_{n}]}}*IF(SessionTotals="points",{full}*{worth},1)'
    return Column(
        f"in_{n}",
        f"Session {n}",
        f'=IF({{row[boards_{n}]}}=0,"",{total})',
        number_format=PERCENT,
        width=11,
    )


def total(scoring: SessionScoring) -> str:
    """The total of a pair over all sessions."""
    return f"ROUND(SUM({{row[in_1:in_{scoring.sessions}]}}),Decimals)"
