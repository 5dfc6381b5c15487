"""The results of a Tantrix workbook, as a file."""

from __future__ import annotations

from typing import Any

from ..readers import tantrix
from ..readers.tantrix import Game, Match, Results
from .filled_workbook import FilledWorkbook, Row, format_text, is_blank


def read_results(book: FilledWorkbook) -> Results:
    """The rows of results, each with the group of its players where there are several."""
    groups = {
        format_text(row["name"]).casefold(): format_text(row.get("group"))
        for row in book.inputs("name")
    }
    rows = [row for row in book.inputs("player_a", "event") if not is_blank(row, "player_a")]
    if book.has_inputs("margin"):
        return [
            Game(
                *_players(row),
                int(row["margin"] or 0),
                _number(row["minutes_a"]),
                _number(row["minutes_b"]),
                *_annotations(row, groups),
            )
            for row in rows
        ]
    return [
        Match(
            *_players(row),
            int(row["games"] or 0),
            float(row["tps_a"] or 0),
            float(row["tps_b"] or 0),
            *_annotations(row, groups),
        )
        for row in rows
    ]


def _players(row: Row) -> tuple[str, str]:
    return format_text(row["player_a"]), format_text(row["player_b"])


def _annotations(row: Row, groups: dict[str, str]) -> tuple[str, str]:
    """The event, and the group."""
    return format_text(row["event"]), groups.get(_players(row)[0].casefold(), "")


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) else None


FORMATS = {"csv": lambda book: tantrix.format_csv(read_results(book))}
