"""A reason for a pairing, or against one."""

from __future__ import annotations

from typing import NamedTuple


def count_points(points: float) -> str:
    """Points in words.

    >>> count_points(1), count_points(0.5), count_points(2.0)
    ('1 point', '0.5 points', '2 points')
    """
    return f"{float(points):g} point{'s' * (points != 1)}"


class Reason(NamedTuple):
    """Why a round is as it is, or why it is not as it should be."""

    article: str
    """Of C.04.3; blank where there is no text of law."""
    players: tuple[int, ...]
    """Rows of the wall list."""
    text: str
    """A clause in which ``{0}``, ``{1}`` … stand for the players."""
