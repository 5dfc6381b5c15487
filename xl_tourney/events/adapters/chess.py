"""The results of chess: games over the board."""

from __future__ import annotations

from functools import partial

from ...functions.chess.wall_list import parse_round
from ..event import Event
from .results import DecidingFigure, Rivals, Slip, TypedResult
from .wall_lists import DRAW, LOSS, WIN, Notation, Seat, list_games, read_games

FIGURES = {"": DecidingFigure("points")}
_BUTTONS = {"1-0": "1-0", "1/2": "½-½", "0-1": "0-1", "+--": "+--", "--+": "--+"}


def _parse(text: str) -> Seat | None:
    found = parse_round(text) if text else None
    if found is None or found.opponent < 0:
        return None
    number, colour = found.opponent + 1, found.colour
    sign = found.result.strip("?")
    return Seat(number, colour, sign, lambda sign: f"{number}{colour or '-'}{sign}")


_SIGNS = {WIN: "1", DRAW: "=", LOSS: "0"}


def read_results(event: Event, rivals: Rivals) -> list[TypedResult]:
    """The games over the board."""
    del rivals
    return read_games(event, _NOTATION, event.rows("name", "fide"), _SIGNS)


def _parse_result(text: str) -> float | None:
    plain = text.replace(" ", "").replace("\N{EN DASH}", "-").replace("½", "=").replace("1/2", "=")
    for points, written in {WIN: ("1-0", "1"), DRAW: ("=-=", "="), LOSS: ("0-1", "0")}.items():
        if plain in written:
            return points
    return None


_WRITTEN = {WIN: "1-0", DRAW: "½-½", LOSS: "0-1"}
_FORFEITS = {"+--": ("+", "-"), "--+": ("-", "+"), "": ("", "")}
_NOTATION = Notation(_parse, _SIGNS, ("white", "black"), _parse_result, _WRITTEN)
_GAMES = partial(list_games, notation=_NOTATION, others=_FORFEITS)
_BYES = {"½": "H", "0": "Z"}
SLIPS = (Slip(("white", "black"), ("result",), _BUTTONS, games=_GAMES, byes=_BYES),)
