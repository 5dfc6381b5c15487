"""Bar and floor of a McMahon tournament, worked out from the ranks of a list of players.

The British Go Association recommends 4 to 8 players above the bar for 3 rounds, 5 to 10 for 4,
6 to 12 for 5 … 10 to 26 for 9: the bar here is the highest rank with more players than rounds at it
or above; where that are more than twice as many, the one that comes nearest.  The floor is the
lowest rank at which four begin alike, so that the weakest have games among themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

_LETTERS = "kdp"
_AT_FLOOR = 4


class Start(NamedTuple):
    """From which rank on all begin alike, and up to which all begin with 0."""

    bar: str | None = None
    floor: str | None = None

    @property
    def sentence(self) -> str:
        """What is said of it."""
        floor = f"who is {self.floor} or weaker begins with 0" if self.floor else ""
        bar = f"McMahon, as there are ranks: from {self.bar} on all begin alike (the bar)"
        return f"{', '.join(filter(None, (bar, floor)))}; Setup has {'both' if floor else 'it'}"


def work_out(ranks: Iterable[str], rounds: int) -> Start:
    """Bar and floor for the ranks of all players, for so many rounds; blank ranks do not count.

    >>> work_out(["3d", "2d", "1d", "1k", "1k", "2k", "3k", "5k", "9k", "12k", "20k"], 3)
    Start(bar='1k', floor='5k')
    >>> work_out(["1k", "2k"], 5)
    Start(bar='2k', floor=None)
    """
    counts = Counter(rank.lower() for rank in ranks if rank)
    order = sorted(counts, key=_strength, reverse=True)
    above = {rank: sum(counts[one] for one in order[: at + 1]) for at, rank in enumerate(order)}
    if not above:
        return Start()
    least = rounds + 1

    def misses(rank: str) -> tuple[int, int]:
        return max(least - above[rank], above[rank] - 2 * least, 0), above[rank]

    bar = min(order, key=misses)
    below = order[order.index(bar) + 1 :]
    floors = [rank for rank in below if above[order[-1]] - above[rank] + counts[rank] >= _AT_FLOOR]
    return Start(bar, floors[-1] if floors else None)


def _strength(rank: str) -> tuple[int, int]:
    """What ranks are ordered by: 20k, 1k, 1d, 9d, 1p."""
    number, letter = int(rank[:-1]), rank[-1]
    return _LETTERS.index(letter), -number if letter == "k" else number
