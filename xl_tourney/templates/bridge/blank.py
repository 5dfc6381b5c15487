"""A blank traveller to print, with the match-points that a result can have listed beside."""

from __future__ import annotations

from ...catalogue.expression import formula_of, symbol
from ..parts import theme
from ..parts.plan import Cell, Look, RowHeights, SheetPlan, TablePlan
from ..parts.table import Column, computed
from .scores.match_points import CHOSEN
from .scoring import SessionScoring

SHEET = "Blank traveller"
TOP = 7
"""The row of headings; the board is written above them."""

_TO_WRITE = (("ns", "NS pair", 9), ("ew", "EW pair", 9), ("contract", "Contract", 10),
             ("by", "By", 6), ("tricks", "Tricks", 8), ("plus_ns", "NS +", 10),
             ("plus_ew", "EW +", 10), ("for_ns", "NS for", 9), ("for_ew", "EW for", 9))  # fmt: skip
LINE_HEIGHT = 22


def columns(scoring: SessionScoring) -> list[Column]:
    """Empty cells for a line of each table, and the points from the bottom to the top.

    By the standard formula these are the even numbers from 0, by the modified one the odd ones.
    """
    paper = [Column(key, text, width=width, style=theme.FORM) for key, text, width in _TO_WRITE]
    if not scoring.is_match_points:
        return paper
    lower = "ROWS({upto[for_ew]})-1"
    points = formula_of(lambda lower: CHOSEN.compare(lower, symbol("1")) - CHOSEN.itself, lower)
    return [*paper, computed.centred("points", "Points", f"={points}", width=9)]


SHEET_PLAN = SheetPlan(
    "A traveller to print, with the points that a result can have.",
    "A traveller to print, one for each board: the scores of who won the points, then the points "
    "of each side.",
    cells={
        place: Cell(f"{text} ______", style=theme.STATUS)
        for place, text in (("A5", "Board"), ("C5", "Dealer"), ("F5", "Vulnerable"))
    },
)


def table_plan(scoring: SessionScoring, lines: int) -> TablePlan:
    """The table, in rows that are high enough to write in."""
    looks: list[Look] = [RowHeights(LINE_HEIGHT)]
    return TablePlan(SHEET, columns(scoring), lines, top=TOP, upto="", looks=looks)
