"""The looks of the chess workbook: its sheets, marks, and what is not shown."""

from __future__ import annotations

from collections.abc import Sequence

from ...readers.chess.tournament import MAX_ROUNDS, ChessPlayer
from ..parts import games, theme
from ..parts.pages import HEADINGS
from ..parts.plan import Cell, EmptyColumns, Look, Mark, SheetPlan, read_sheets
from ..parts.table import Column, InputRule

PAIRINGS_TOP = HEADINGS + 2
"""The row of headings of the pairings; above it is which round."""


def sheets(rounds: int, shown: int, with_games: bool) -> dict[str, SheetPlan]:
    """The sheets; the pairings are those of a round, which can be chosen."""
    by_points = (
        '="By points, then by the tie-breaks of the regulations in their order."'
        '&IF(SUM({score[open]})>0," Sums over opponents, such as Buchholz, already have those '
        'of the games that are still open.","")'
    )
    noted = {"shows_note": True}
    return read_sheets(
        "chess",
        {"games": {games.SHEET: games.SHEET_PLAN} if with_games else {}},
        {
            "Pairings": {**noted, "cells": _choice_of_round(rounds, shown)},
            "Crosstable": noted,
            "Standings": {"purpose": by_points, "computes_purpose": True},
            "Prizes": noted,
        },
    )


def _choice_of_round(rounds: int, shown: int) -> dict[str, Cell]:
    """Which round is shown, and what can be said of it."""
    found = (
        f'=IF(OR(N(RoundShown)<1,N(RoundShown)>{rounds}),"Choose a round from 1 to {rounds}.",'
        'IF(COUNT({score[board]})=0,"This round has not been held.",'
        'COUNTIF({score[paired]},">=100")/2&" boards"&IF(COUNT({score[board]})>'
        'ROWS({pairings[board]}),", and "&COUNT({score[board]})-ROWS({pairings[board]})&'
        '" more without opponent","")))'
    )
    rule = InputRule("whole", "The number of a round.", 1, MAX_ROUNDS)
    return {
        f"A{HEADINGS}": Cell("Round", style=theme.STRONG),
        f"B{HEADINGS}": Cell(
            max(1, shown), style=theme.INPUT, align="center", name="RoundShown", rule=rule
        ),
        f"C{HEADINGS}": Cell(formula=found),
    }


def of_ranking(table: str, slots: int, marked: Sequence[str] = ()) -> list[Look]:
    """Marks of shared places, and one page where the table fits on it.

    Points are never empty; but LibreOffice indents right-aligned numbers beside each other only
    where they have the same conditional formats.
    """
    place = "{row[place]}"
    shared = f'AND({place}<>"",COUNTIF({{{table}[place]}},{place})>1)'
    marks = [Mark(key, [(shared, theme.TIED)]) for key in ("place", *marked)]
    return [EmptyColumns(f"points:value_{slots}"), *marks]


_FIELDS = {"national": "national_rating", "fide": "fide_number", "printed": "points"}
_OPTIONAL = ("title", "federation", "rating", "national", "birth", "sex", "club", "fide", "printed")
"""The columns of the starting rank that a file need not have."""


def empty(
    columns: Sequence[Column], players: Sequence[ChessPlayer], codes: Sequence[str], slots: int
) -> dict[str, str]:
    """The columns of a table that would be empty, and when each would hold something."""
    found = {f"value_{k}": f'TieBreak{k}<>""' for k in range(len(codes) + 1, slots + 1)}
    if players:
        for key in _OPTIONAL:
            if not any(getattr(player, _FIELDS.get(key, key)) for player in players):
                found[key] = f"COUNTA({{listed[{key}]}})>0"
        if not all(player.rating for player in players):
            found["tpr"] = "COUNT({score[tpr]})>0"
    there = {column.key for column in columns}
    return {key: condition for key, condition in found.items() if key in there}
