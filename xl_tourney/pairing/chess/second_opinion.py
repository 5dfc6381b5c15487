"""A second opinion on a round of the Dutch system: caissify-pairings, for small fields."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from ...functions.chess.event import WORTH
from ...functions.chess.wall_list import INDIVIDUAL, PLAYED, Round
from ...messages import message
from ..pairing import Pair, Pairing
from .criteria import why_not
from .rounds import ChessRound

MOST_PLAYERS = 40
"""It takes ten times as long as the first one, and more in large fields."""


def second_opinion(round_: ChessRound) -> set[frozenset[int]] | None:
    """Who plays whom by caissify-pairings; the bye is a set of one player.

    Its colours are not asked: of two with the same preference it takes the lower number for the
    higher ranked player (C.04.3, 5.2.4), where 1.2 ranks by points first.

    None where it is not installed, or not asked: of large fields, of accelerated rounds, and where
    points are not 1, ½ and 0.
    """
    try:
        from caissify_pairings import generate_pairings
    except ImportError:
        return None
    if len(round_.present) > MOST_PLAYERS or round_.acceleration or round_.scoring != INDIVIDUAL:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = generate_pairings(
            "dutch",
            list(_players(round_)),
            set(_kept_apart(round_)),
            round_.number,
            round_.rounds,
            initial_color="white" if round_.first_colour == "w" else "black",
        )
    return {frozenset(filter(None, (pair["white_id"], pair.get("black_id")))) for pair in found}


def note_on(round_: ChessRound, pairing: Pairing) -> str:
    """A sentence where the second opinion is another one, with the rule that it fails; or none."""
    other = second_opinion(round_)
    if other is None or other == {pair.players for pair in pairing.pairs}:
        return ""
    pairs = [Pair(min(rows), max(rows) if len(rows) > 1 else None) for rows in other]
    reasons = why_not(round_, pairs)
    article = next((one.article for one in reasons if not one.article.startswith("5.")), "3.8.1")
    return message(
        "A second program (caissify-pairings) pairs this round otherwise; gacrux is followed, "
        f"which finds that the other pairing fails C.04.3, {article}."
    )


def _players(round_: ChessRound) -> Iterator[dict[str, Any]]:
    points = [_points(own) for own in round_.before]
    for row in sorted(round_.present):
        own = round_.before[row - 1]
        yield {
            "id": row,
            "name": str(row),
            "score": points[row - 1][-1],
            "rating": 0,
            "starting_number": row,
            "pairing_number": row,
            "title": "",
            "color_hist": [
                "white" if cell.colour == "w" else "black" for cell in own if cell.result in PLAYED
            ],
            "float_history": [
                _float(cell, n, points[row - 1], points) for n, cell in enumerate(own)
            ],
            "bye_count": sum(cell.result in "UF" for cell in own),
            "forfeit_win_count": sum(cell.result == "+" for cell in own),
        }


def _points(own: Sequence[Round]) -> list[float]:
    """The points before each round, and after all."""
    found = [0.0]
    for cell in own:
        found.append(found[-1] + getattr(INDIVIDUAL, WORTH.get(cell.result, "loss")))
    return found


def _float(cell: Round, n: int, own: list[float], points: list[list[float]]) -> str:
    """Down, up or none: who meets somebody of another score floats (C.04.3, 1.4.2 to 1.4.4)."""
    if cell.result not in PLAYED:
        return "down" if own[n + 1] > own[n] else "none"
    other = points[cell.opponent][n]
    return "down" if own[n] > other else "up" if own[n] < other else "none"


def _kept_apart(round_: ChessRound) -> Iterator[tuple[int, int]]:
    """Pairs that must not meet: they have played, or are forbidden."""
    for row, own in enumerate(round_.before, 1):
        for cell in own:
            if cell.result in PLAYED:
                yield min(row, cell.opponent + 1), max(row, cell.opponent + 1)
    for ban in round_.forbidden:
        if ban.first_round <= round_.number <= ban.last_round:
            yield from ((a, b) for a in ban.players for b in ban.players if a < b)
