"""The results of Tantrix: the margin of a game tile by tile, or the TPs of a match in tenths."""

from __future__ import annotations

from ...functions.tantrix.points import FULL_PERCENT, GAME_TPS
from ..cells import Row
from ..event import Event
from .results import (
    Alternative,
    DecidingFigure,
    Ladder,
    Rivals,
    Slip,
    TypedResult,
    both_ways,
    format_size,
    normalize,
)

FIGURES = {"": DecidingFigure("percent", rounding=0.01)}
_LARGEST_MARGIN = 40
"""The margin up to which is tried; where there is a larger one, up to that."""
_STEPS_OF_A_TP = 10
_PLAYERS = ("player_a", "player_b")
LIST_SLIP = None
SLIPS = (
    Slip(_PLAYERS, ("margin",)),
    Slip(_PLAYERS, ("tps_a", "tps_b"), shared={"games": GAME_TPS}),
)


def read_results(event: Event, rivals: Rivals) -> list[TypedResult]:
    """The games or matches that were played, by whoever."""
    rows = event.rows("player_a", "event")
    if event.has_inputs("margin"):
        games = [(row, margin) for row in rows if (margin := row.whole("margin")) is not None]
        most = max(_LARGEST_MARGIN, *(abs(margin) for _, margin in games), 0)
        return [
            TypedResult(row.sides(*_PLAYERS), _text_of_game(row, old), _margins(row, old, most))
            for row, old in games
            if event.can_change(row.cell("margin"))
        ]
    return [
        TypedResult(row.sides(*_PLAYERS), _text_of_match(row, a, b), _shares(row, rivals, a, b))
        for row in rows
        for a, b in [(row.number("tps_a"), row.number("tps_b"))]
        if not (a is None or b is None or row.whole("games") is None)  # a bye has none
        and event.can_change(row.cell("tps_a"), row.cell("tps_b"))
    ]


def _text_of_game(row: Row, margin: int) -> str:
    sign = "+" if margin > 0 else "\N{MINUS SIGN}" if margin < 0 else ""
    game = f"{row.text('player_a')} \N{EN DASH} {row.text('player_b')}"
    return f"{game} {sign}{format_size(abs(margin), 'tile')}"


def _margins(row: Row, old: int, most: int) -> list[Ladder]:
    def other(margin: int) -> Alternative:
        values = {row.cell("margin"): margin}
        return Alternative.by(abs(margin - old), "tile", values, _text_of_game(row, margin))

    return both_ways(old, range(-most, most + 1), other)


def _text_of_match(row: Row, a: float, b: float) -> str:
    return f"{row.text('player_a')} {a:g}\N{EN DASH}{b:g} {row.text('player_b')}"


def _shares(row: Row, rivals: Rivals, a: float, b: float) -> list[Ladder]:
    """TPs that go from one side to the other, as far as that side has some."""
    cells = row.cell("tps_a"), row.cell("tps_b")
    names = [normalize(row.text(key)) for key in _PLAYERS]
    games = {name: rivals.number("games", name) for name in names}

    def other(steps: int) -> Alternative:
        moved = steps / _STEPS_OF_A_TP
        scores = round(a + moved, 9), round(b - moved, 9)
        gains = {
            name: FULL_PERCENT * tps / (GAME_TPS * played)
            for name, tps in zip(names, (moved, -moved))
            if (played := games[name])
        }
        values = dict(zip(cells, scores))
        return Alternative.by(abs(moved), "TP", values, _text_of_match(row, *scores), gains)

    most, least = (int(round(tps * _STEPS_OF_A_TP, 6)) for tps in (b, -a))
    return both_ways(0, range(least, most + 1), other)
