"""FIDE's two rating tables, which native formulas look up (B.02)."""

from __future__ import annotations

from ....functions.chess.criteria.arithmetic import LARGEST_DIFFERENCE, rating_difference
from ...parts import theme
from ...parts.table import Column

PER_CENT = [
    Column("percent", "Score in %", width=9, style=theme.VALUE),
    Column("dp", "Rating difference (B.02, 8.1.1)", width=12, style=theme.VALUE),
    Column("from", "Expected from a difference of (8.1.2)", width=13, style=theme.VALUE),
]
"""FIDE's tables: the rating difference of a score, and the expected score of a difference."""
_JUST_ABOVE = 0.000001
_NO_DIFFERENCE = -(10**9)


def per_cent() -> list[dict[str, object]]:
    """The rows of :data:`PER_CENT`: each per cent, and from which difference it is expected.

    A difference that is itself a limit belongs to the side of 50 per cent.
    """
    lower = [-limit for limit in reversed(LARGEST_DIFFERENCE)]
    higher = [limit + _JUST_ABOVE for limit in LARGEST_DIFFERENCE]
    return [
        {"percent": percent, "dp": int(rating_difference(percent)), "from": least}
        for percent, least in enumerate([_NO_DIFFERENCE, *lower, *higher])
    ]
