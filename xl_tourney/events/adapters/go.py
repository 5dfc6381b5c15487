"""The results of go: games that were played; a jigo is possible where there is one."""

from __future__ import annotations

from functools import partial

from ...functions.wall_lists import MINUS_TO_HYPHEN
from ...readers.go.tournament import parse_entry
from ..event import Event
from .results import DecidingFigure, Rivals, Slip, TypedResult
from .wall_lists import DRAW, LOSS, WIN, Notation, Seat, list_games, read_games, rounds_of

FIGURES = {"NBW": DecidingFigure("key_1"), "MMS": DecidingFigure("key_1")}
_BUTTONS = {"W": "W+", "jigo": "=", "B": "B+", "W!": "W+!", "B!": "B+!"}


def _parse(text: str) -> Seat | None:
    game = parse_entry(text.strip().translate(MINUS_TO_HYPHEN))
    if game is None:
        return None
    behind = f"{game.colour}{game.stones}" if game.colour else ""

    def write(sign: str) -> str:
        apart = "/" if behind and not sign.endswith("!") else ""
        return f"{game.opponent}{sign}{apart}{behind}"

    return Seat(game.opponent, game.colour, game.result + "!" * game.is_forfeit, write)


_SIGNS = {WIN: "+", DRAW: "=", LOSS: "-"}
_JIGO = "="
_WRITTEN = {WIN: "B+", DRAW: _JIGO, LOSS: "W+"}


def read_results(event: Event, rivals: Rivals) -> list[TypedResult]:
    """The games that were played."""
    del rivals
    rows = event.rows("name", "r_1")
    entries = [_parse(row.text(key)) for row in rows for key in rounds_of(row)]
    has_jigo = any(entry and entry.sign == _JIGO for entry in entries) or any(
        row.text("result") == _JIGO for row in event.rows(*_NOTATION.players, "result")
    )
    return read_games(event, _NOTATION, rows, _SIGNS if has_jigo else (WIN, LOSS))


def _parse_result(text: str) -> float | None:
    is_forfeit = "!" in text or text.upper().endswith("+F")
    points = {written: points for points, written in _WRITTEN.items()}
    return None if is_forfeit else points.get(text.upper()[:2])


_FORFEITS = {"W+!": ("-!", "+!"), "B+!": ("+!", "-!"), "": ("?", "?")}
_NOTATION = Notation(_parse, _SIGNS, ("black", "white"), _parse_result, _WRITTEN)
_GAMES = partial(list_games, notation=_NOTATION, others=_FORFEITS)
_BYES = {"½": "0=", "0": "0-"}
SLIPS = (Slip(("white", "black"), ("result",), _BUTTONS, games=_GAMES, byes=_BYES),)
