"""Places from sort keys, for every game."""

from __future__ import annotations

from collections.abc import Sequence

from .catalogue import function
from .cells import comparable, outside, wrong
from .kinds import Line, Table

CATEGORY = "Ranking"


def _best_first(
    keys: Sequence[Sequence[float]], order: Sequence[float] | None
) -> list[tuple[float, ...]]:
    """Each row's keys, turned so that a higher tuple is a better row."""
    width = len(keys[0])
    directions = [1.0] * width if order is None else order
    if len(directions) != width:
        raise wrong(f"order has {len(directions)} cells, but keys have {width} columns")
    if any(direction not in (1, -1) for direction in directions):
        raise outside("order must hold 1 (higher is better) or −1 (lower is better)")
    return [
        tuple(comparable(key) * direction for key, direction in zip(row, directions))
        for row in keys
    ]


@function(CATEGORY)
def PLACE(keys: Table, order: Line | None = None) -> list[float]:
    """Each row's place by several sort keys; equal rows share the better place (1-2-2-4).

    Parameters
    ----------
    keys
        The sort keys, most important first, one player a row; blank rows stay blank.
    order
        One cell a key: 1 where higher is better (also when left out), -1 where lower is.

    Errors
    ------
    #VALUE!
        A key is no number, or `order` has another width than `keys`.
    #NUM!
        `order` holds something other than 1 and -1.

    Notes
    -----
    Keys are compared as a spreadsheet compares numbers, to 15 significant digits.

    Source
    ------
    Standard competition ranking.

    Examples
    --------
    >>> PLACE([[8, 30], [7, 31], [7, 31], [7, 25]])
    [[1.0], [2.0], [2.0], [4.0]]
    >>> PLACE([[8, 30], [8, 31], [None, None]], [[1, -1]])
    [[1.0], [2.0], ['']]
    """
    rows = _best_first(keys, order)
    place: dict[tuple[float, ...], float] = {}
    for at, row in enumerate(sorted(rows, reverse=True), 1):
        place.setdefault(row, float(at))
    return [place[row] for row in rows]
