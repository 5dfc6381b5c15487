"""A go workbook as a tournament, and its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..events.cells import format_text, up_to_last
from ..events.event import Event
from ..readers.files import Document
from ..readers.go import wall_list_csv
from ..readers.go.tournament import GoPlayer, GoTournament
from ..readers.go.write_h9 import PlayerResult, format_h9
from ..readers.go.write_opengotha import format_opengotha
from ..templates.go.rounds import SIGNS, TYPED

_MOST_CRITERIA = 6
_CALCULATED = ("nbw", "mms", "sos", "sos_1", "sos_2", "sosos", "sodos", "cuss")


def read_tournament(book: Event) -> GoTournament:
    """The players of the wall list, and how they are placed."""
    criteria = (book.text(f"Criterion{k}") for k in range(1, _MOST_CRITERIA + 1))
    return GoTournament(
        tuple(_read_players(book)),
        name=book.text("Title"),
        system=book.setting("System"),
        criteria=tuple(filter(None, criteria)),
        nbw=book.setting("NBWCounts"),
        score=book.setting("ScoreCounts"),
        sums=book.setting("SumsCount"),
    )


def _read_players(book: Event) -> Iterator[GoPlayer]:
    """The players up to the last: opponents are named by their numbers.

    A blank cell of the wall list is what the page Games says.
    """
    rows = up_to_last(book.inputs("name", "rank", "r_1"), "name")
    keys = [key for key in rows[0] if key.startswith("r_")] if rows else []
    rounds = [key.removeprefix("r_") for key in keys]
    typed = [f"{column}_{k}" for k in rounds for column in TYPED]
    starts = book.column_values("base")
    for row, values, start in zip(rows, book.column_values("gone", *typed), starts):
        entries = (
            row.text(f"r_{k}") or _format_entry(*(values[f"{column}_{k}"] for column in TYPED))
            for k in rounds
        )
        yield GoPlayer(
            **{key: row.text(key) for key in ("name", "club", "country", "rank", "pin")},
            rating=row.number("rating"),
            start=row.number("start") or start.number("base") or 0.0,
            rounds=tuple(entries),
            out=row.integer("out"),
        )


def _format_entry(opponent: Any, result: Any, colour: Any, stones: Any, forfeit: Any) -> str:
    """A cell of the wall list from what the workbook has for it; blank without a result."""
    if not result:
        return ""
    behind = f"{' bw'[int(colour)]}{format_text(stones)}" if colour else ""
    separator = "!" if forfeit else "/" if behind else ""
    return f"{format_text(opponent)}{SIGNS[int(result) - 1]}{separator}{behind}"


def _read_placings(book: Event, count: int) -> list[PlayerResult]:
    """The place and the figures of each player, in the order of the wall list."""
    return [
        PlayerResult(
            row.integer("place") or row.integer("position") or 0,
            {key.upper().replace("_", "-"): row.number(key) or 0.0 for key in _CALCULATED},
        )
        for row in book.column_values("place", "position", *_CALCULATED)[:count]
    ]


def _to_h9(book: Event, head: Mapping[str, str] | None = None) -> Document:
    tournament = read_tournament(book)
    placings = _read_placings(book, len(tournament.players))
    return format_h9(tournament, placings, head or {})


FORMATS = {
    "h9": _to_h9,
    "opengotha": lambda book: format_opengotha(read_tournament(book)),
    "csv": lambda book: wall_list_csv.format_csv(read_tournament(book)),
}
