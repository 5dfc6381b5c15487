"""The results of chess: games over the board."""

from __future__ import annotations

from ...functions.chess.wall_list import parse_round
from ..event import Event
from .results import DecidingFigure, ListSlip, Rivals, Slip, TypedResult
from .wall_lists import DRAW, LOSS, WIN, Entry, Notation, read_games

FIGURES = {"": DecidingFigure("points")}
_BUTTONS = {"1-0": "1-0", "1/2": "½-½", "0-1": "0-1", "+--": "+--", "--+": "--+"}
SLIPS = (Slip(("white", "black"), ("result",), _BUTTONS),)
LIST_SLIP = ListSlip(
    "",
    {
        "1-0": ("1", "0"),
        "1/2": ("=", "="),
        "0-1": ("0", "1"),
        "+--": ("+", "-"),
        "--+": ("-", "+"),
    },
)
_SIGNS = {WIN: "1", DRAW: "=", LOSS: "0"}
_POINTS = {sign: points for points, sign in _SIGNS.items()}


def read_results(event: Event, rivals: Rivals) -> list[TypedResult]:
    """The games over the board."""
    del rivals
    return read_games(event, _NOTATION, event.rows("name", "fide"), _SIGNS)


def _parse(text: str) -> Entry | None:
    found = parse_round(text) if text else None
    if found is None or found.opponent < 0 or found.result not in _POINTS:
        return None
    number, colour = found.opponent + 1, found.colour or "-"
    points = _POINTS[found.result]
    return Entry(number, points, lambda points: f"{number}{colour}{_SIGNS[points]}")


def _parse_result(text: str) -> float | None:
    plain = text.replace(" ", "").replace("\N{EN DASH}", "-").replace("½", "=").replace("1/2", "=")
    for points, written in {WIN: ("1-0", "1"), DRAW: ("=-=", "="), LOSS: ("0-1", "0")}.items():
        if plain in written:
            return points
    return None


_WRITTEN = {WIN: "1-0", DRAW: "½-½", LOSS: "0-1"}
_NOTATION = Notation(_parse, ("white", "black"), _parse_result, _WRITTEN)
