"""Duplicate bridge: what a contract scores (Law 77), and who is vulnerable on a board (Law 2).

Scores are those of declarer's side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Literal, NamedTuple

from ...catalogue.expression import where

TRICKS = 13
BOOK = 6
"""The tricks that a contract needs beside its level."""

SCORE_STEP = 10
"""Every score is a multiple of this."""

STRAINS = "CDHSN"
DOUBLED = ("", "X", "XX")
PASSED_OUT = "PASS"
Vulnerable = Literal["None", "NS", "EW", "All"]

VULNERABILITY: tuple[Vulnerable, ...] = (
    *("None", "NS", "EW", "All"),
    *("NS", "EW", "All", "None"),
    *("EW", "All", "None", "NS"),
    *("All", "None", "NS", "EW"),
)
"""Who is vulnerable on boards 1 to 16; the others repeat them."""

DEALERS = "NESW"
"""Who deals boards 1 to 4; the others repeat them."""

_TRICK_VALUES = {"C": 20, "D": 20, "H": 30, "S": 30, "N": 30}
_FIRST_NO_TRUMP = 10
_GAME = 100
_PART_SCORE_BONUS, _GAME_BONUS = 50, (300, 500)
_SLAM_BONUS = {6: (500, 750), 7: (1000, 1500)}
_DOUBLED_BONUS = 50
_DOUBLED_OVERTRICK = (100, 200)
_UNDERTRICK = (50, 100)
_DOUBLED_UNDERTRICKS = ((100, 200, 200, 300), (200, 300, 300, 300))
"""For the first, second, third and each further one, by vulnerability."""


class Contract(NamedTuple):
    """A contract: its level, its strain (one of CDHSN), and 0, 1 or 2 for doubled and redoubled."""

    level: int
    strain: str
    doubled: int = 0

    @property
    def code(self) -> str:
        """The contract in letters, such as 3N or 4SX."""
        return f"{self.level}{self.strain}{DOUBLED[self.doubled]}"

    @property
    def tricks_due(self) -> int:
        """The tricks that make it."""
        return self.level + BOOK

    def made(self, vulnerable: bool) -> int:
        """The score with just the tricks that make it.

        >>> [Contract(4, "S").made(True), Contract(3, "N").made(True)]
        [620, 600]
        """
        tricks = _TRICK_VALUES[self.strain] * self.level
        tricks += _FIRST_NO_TRUMP if self.strain == "N" else 0
        tricks <<= self.doubled
        bonus = _GAME_BONUS[vulnerable] if tricks >= _GAME else _PART_SCORE_BONUS
        slam = _SLAM_BONUS.get(self.level, (0, 0))[vulnerable]
        return tricks + bonus + slam + _DOUBLED_BONUS * self.doubled

    def overtrick(self, vulnerable: bool) -> int:
        """What each trick more is worth."""
        if self.doubled:
            return _DOUBLED_OVERTRICK[vulnerable] * self.doubled
        return _TRICK_VALUES[self.strain]

    def score(self, tricks: int, vulnerable: bool) -> int:
        """The score with so many tricks.

        >>> [Contract(4, "S").made(True), Contract(3, "N").made(True)]
        [620, 600]
        """
        penalty_of = partial(penalty, doubled=self.doubled, vulnerable=vulnerable)
        made, overtrick = self.made(vulnerable), self.overtrick(vulnerable)
        return int(score_beyond(tricks - self.tricks_due, made, overtrick, penalty_of))


def score_beyond(beyond: Any, made: Any, overtrick: Any, penalty_of: Callable[[Any], Any]) -> Any:
    """The score with so many tricks more than the contract needs; with fewer, the penalty."""
    return where(beyond < 0, lambda: 0 - penalty_of(0 - beyond), lambda: made + beyond * overtrick)


def penalty(down: int, doubled: int, vulnerable: bool) -> int:
    """What so many tricks too few cost.

    >>> [penalty(4, doubled, False) for doubled in (0, 1, 2)]
    [200, 800, 1600]
    """
    if not doubled:
        return _UNDERTRICK[vulnerable] * down
    steps = _DOUBLED_UNDERTRICKS[vulnerable]
    return doubled * sum(steps[min(trick, len(steps) - 1)] for trick in range(down))


HIGHEST_SCORE = penalty(TRICKS, doubled=2, vulnerable=True)
"""No board scores more than thirteen tricks down, redoubled and vulnerable."""


def all_contracts() -> Iterator[Contract]:
    """Every contract, by level, strain and doubling."""
    for level in range(1, TRICKS - BOOK + 1):
        for strain in STRAINS:
            for doubled in range(len(DOUBLED)):
                yield Contract(level, strain, doubled)
