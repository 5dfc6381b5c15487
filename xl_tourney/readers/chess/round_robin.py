"""A round robin as a square of results: a row and a column for each player.

The square does not say who met when, and no figure of a round robin depends on it; so the rounds
are those of Berger's tables, without their colours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...functions.chess.wall_list import results_agree

Cells = Sequence[Sequence[str]]
_RESULTS = {"1": "1", "½": "=", "=": "=", "0.5": "=", "0,5": "=", "1/2": "=", "0": "0"}
_TOKEN = re.compile(r"1/2|0[.,]5|½|[10=+-]")
_OWN = ("", "x", "×", "*", "#", "\\", "■", "█", "—", "-", "**", "xx", "xxx", "***")


def round_of(one: int, other: int, players: int) -> int:
    """The round, from 0, in which two places meet in a single round robin.

    >>> [round_of(0, other, 4) for other in (1, 2, 3)]
    [1, 2, 0]
    """
    places = players + players % 2
    one, other = sorted((one, other))
    return (2 * one if other == places - 1 else one + other) % (places - 1)


def _results(cell: str) -> list[str] | None:
    """The results in a cell, one a cycle; None where it holds something else."""
    text = "".join(cell.split()).casefold().replace("\N{MINUS SIGN}", "-")
    if text in ("", "*", "?", "…"):
        return []
    found = _TOKEN.findall(text)
    if not found or "".join(found) != re.sub(r"[|;]", "", text):
        return None
    return [{**_RESULTS, "+": "+", "-": "-"}[token] for token in found]


def find_disagreement(cells: Cells) -> tuple[int, int] | None:
    """The row and the column of a result that the opposite cell does not confirm, if any.

    >>> find_disagreement([["x", "1", "½"], ["1", "x", "1"], ["½", "0", "x"]])
    (0, 1)
    """
    for one, row in enumerate(cells):
        for other in range(one):
            own, theirs = _results(row[other]) or [], _results(cells[other][one]) or []
            if len(own) != len(theirs) or not all(map(results_agree, own, theirs)):
                return other, one
    return None


def wall_list(cells: Cells) -> list[list[str]] | None:
    """The square as a wall list; None if the cells are no square of results.

    >>> wall_list([["x", "1", "½"], ["0", "x", "1"], ["½", "0", "x"]])
    [['', '2-1', '3-='], ['3-1', '1-0', ''], ['2-0', '', '1-=']]
    """
    size = len(cells)
    if size < 3 or any(len(row) != size for row in cells):
        return None
    if any(row[at].strip().casefold() not in _OWN for at, row in enumerate(cells)):
        return None
    results = {
        (one, other): _results(cells[one][other])
        for one in range(size)
        for other in range(size)
        if one != other
    }
    if None in results.values() or not any(results.values()):
        return None
    cycles = max(len(found or []) for found in results.values())
    rounds = size - 1 + size % 2
    rows = [[""] * (rounds * cycles) for _ in cells]
    for (one, other), found in results.items():
        for cycle, result in enumerate(found or []):
            at = cycle * rounds + round_of(one, other, size)
            rows[one][at] = f"{other + 1}-{result}"
    return rows
