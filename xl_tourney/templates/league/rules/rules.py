"""What a game is worth by the rules of a league, and how its criteria are followed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

HeadToHead = Literal["once", "again", "at the end"]
HEAD_TO_HEAD: tuple[HeadToHead, ...] = get_args(HeadToHead)
EDITIONS = "2", "1"
"""The editions of the tables, the newest first.  A feature says in which it came, and where it has
other columns than before asks for the edition: workbooks stay as they were made, also those that
know their rules by name.  These do not keep the text of shipped rules, since some programs cut the
properties of a document at 255 characters."""
PARTS = frozenset(("sets", "legs", "games", "board points"))
"""What a game is made of, where a score counts these: how many there are is not free."""


@dataclass(frozen=True)
class Points:
    """The points of a game."""

    win: float = 3
    draw: float = 1
    loss: float = 0
    overtime_win: float | None = None
    """The same as a win if it is left out."""
    overtime_loss: float | None = None

    @property
    def has_overtime(self) -> bool:
        """Whether a win in overtime counts differently."""
        return self.overtime_win is not None

    @property
    def has_draws(self) -> bool:
        """Whether a draw is worth a number of its own."""
        if self.overtime_win is None or self.overtime_loss is None:
            return self.draw != self.loss
        return self.draw != (self.overtime_win + self.overtime_loss) / 2

    @property
    def read_both_ways(self) -> bool:
        """Whether the worth of a result says what the opponent gets: the r-th from the other end.

        So it is of 3-2-1-0. Of 2-2-1-0 it is not: who loses against the 2 of a win has 0 or 1.
        """
        if self.overtime_win is None or self.overtime_loss is None:
            return self.win > self.draw >= self.loss
        late = (self.overtime_win, self.draw, self.overtime_loss)
        return self.win > late[0] > late[1] > late[2] > self.loss
