"""The results of go: games that were played; a jigo is possible where there is one."""

from __future__ import annotations

import re

from ..event import Event
from .results import DecidingFigure, ListSlip, Rivals, Slip, TypedResult
from .wall_lists import DRAW, LOSS, WIN, Entry, Notation, read_games, rounds_of

FIGURES = {"NBW": DecidingFigure("key_1"), "MMS": DecidingFigure("key_1")}
_BUTTONS = {"W": "W+", "jigo": "=", "B": "B+", "W!": "W+!", "B!": "B+!"}
SLIPS = (Slip(("white", "black"), ("result",), _BUTTONS),)
LIST_SLIP = ListSlip(
    "?",
    {
        "W": ("+", "-"),
        "jigo": ("=", "="),
        "B": ("-", "+"),
        "W!": ("+!", "-!"),
        "B!": ("-!", "+!"),
    },
)
_ENTRY = re.compile(r"\s*(?P<opponent>[1-9]\d*)(?P<sign>[-+=\N{MINUS SIGN}])(?P<behind>.*)")
_SIGNS = {WIN: "+", DRAW: "=", LOSS: "-"}
_POINTS = {sign: points for points, sign in _SIGNS.items()}
_JIGO = "="
_WRITTEN = {WIN: "B+", DRAW: _JIGO, LOSS: "W+"}


def read_results(event: Event, rivals: Rivals) -> list[TypedResult]:
    """The games that were played."""
    del rivals
    rows = event.rows("name", "r_1")
    entries = [_parse(row.text(key)) for row in rows for key in rounds_of(row)]
    has_jigo = any(entry and entry.points == DRAW for entry in entries) or any(
        row.text("result") == _JIGO for row in event.rows(*_NOTATION.players, "result")
    )
    return read_games(event, _NOTATION, rows, _SIGNS if has_jigo else (WIN, LOSS))


def _parse(text: str) -> Entry | None:
    found = _ENTRY.fullmatch(text)
    if not found or found["behind"].startswith("!"):
        return None
    number, behind = int(found["opponent"]), found["behind"]
    points = _POINTS[found["sign"].replace("\N{MINUS SIGN}", "-")]
    return Entry(number, points, lambda points: f"{number}{_SIGNS[points]}{behind}")


def _parse_result(text: str) -> float | None:
    is_forfeit = "!" in text or text.upper().endswith("+F")
    points = {written: points for points, written in _WRITTEN.items()}
    return None if is_forfeit else points.get(text.upper()[:2])


_NOTATION = Notation(_parse, ("black", "white"), _parse_result, _WRITTEN)
