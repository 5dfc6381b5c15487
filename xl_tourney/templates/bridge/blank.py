"""A blank traveller to print, with the match-points that a result can have listed beside."""

from __future__ import annotations

from openpyxl.worksheet.worksheet import Worksheet

from ...catalogue.expression import formula_of, symbol
from ..parts import pages, theme
from ..parts.table import Column, Table, write
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
    paper = [Column(key, text, width=width, style=theme.VALUE) for key, text, width in _TO_WRITE]
    if not scoring.is_match_points:
        return paper
    lower = "ROWS({upto[for_ew]})-1"
    points = formula_of(lambda lower: CHOSEN.compare(lower, symbol("1")) - CHOSEN.itself, lower)
    return [*paper, Column("points", "Points", f"={points}", width=9, align="center")]


def fill_page(table: Table) -> None:
    """The lines above the table, and rows that are high enough to write in."""
    sheet: Worksheet = table.sheet
    pages.write_header(
        sheet,
        "A traveller to print, one for each board: the scores of who won the points, then the "
        "points of each side.",
        status=True,
    )
    for cell, text in (("A5", "Board"), ("C5", "Dealer"), ("F5", "Vulnerable")):
        write(sheet[cell], f"{text} ______")
        theme.apply_style(sheet[cell], theme.STATUS)
    pages.freeze_headings(table, "A")
    for row in range(table.first, table.last + 1):
        sheet.row_dimensions[row].height = LINE_HEIGHT
    pages.fit_on_one_page(table)
