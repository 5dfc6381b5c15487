"""What a criterion of any game is made of: a row, whose games its arithmetic adds up.

The arithmetic is a function of a :class:`Row`, which adds something of each :class:`Game`::

    def kashdan(row):
        return row.total(lambda game: 4 * game.won + 2 * game.drawn + game.lost)

What it gives depends on the row that it is called with:

=====================  ====================================================================
row of                 gives
=====================  ====================================================================
numbers                the value, in Python (:class:`Numbers`)
accounts               the value, and a sentence for each game that adds to it, or does not
columns                native formulas, with the helper columns that they need
names                  the body of a LAMBDA
=====================  ====================================================================

So its arithmetic is traced as in :mod:`~xl_tourney.catalogue.expression`: ``where`` in place of
``if``; conditions are numbers, 1 or 0, and ``*`` says that both hold.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...catalogue.cells import na_error
from ...catalogue.expression import formula_of, named, refuse, symbol

Each = Callable[[Any], Any]
"""Something of a game."""


class Game(ABC):
    """A round of a row, as arithmetic sees it; conditions are 1 or 0."""

    row: Any
    points: Any
    """The points of the round."""
    score: Any
    """The score of the opponent, or what stands for it in a round without one."""
    won: Any
    drawn: Any
    lost: Any
    was_played: Any

    @abstractmethod
    def their(self, figure: str) -> Any:
        """A figure of the opponent, or another criterion by its code."""


class Row(ABC):
    """Whose games the arithmetic adds up, and the tournament."""

    number: Any
    rating: Any
    rounds: Any
    """How many rounds were held."""

    @abstractmethod
    def total(self, each: Each, where: Each | None = None, cuts: Any = None) -> Any:
        """The sum of something of each game, without the lowest and highest values.

        ``cuts`` is how many of the lowest and of the highest.
        """

    def count(self, where: Each) -> Any:
        """How many games there are of which something is true."""
        return self.total(lambda game: 1, where)

    @abstractmethod
    def own(self, code: str) -> Any:
        """The own value of another criterion."""

    def mean(self, each: Each, where: Each, cuts: Any = None) -> Any:
        """The mean of something of the games that count; ``#N/A`` where none is left."""
        added = self.total(each, where, cuts)
        low, high = cuts or (0, 0)
        left = named("remaining", self.count(where) - low - high)
        refuse(left < 1, lambda: na_error(f"row {self.number} has played no game"))
        return added / left

    def apply(self, rule: Callable[..., Any], *values: Any) -> Any:
        """A rule for single numbers, such as a rounding, of values of the row."""
        return rule(*values)

    def say(self, sentence: str, **terms: Any) -> None:  # noqa: B027
        """Say something before the games, in an account; nothing where one of its terms is 0."""


class Numbers(Row):
    """A row in numbers."""

    games: Sequence[Any]

    def total(self, each: Each, where: Each | None = None, cuts: Any = None) -> Any:
        """The sum of something of each game, without the lowest and highest values."""
        values = [each(game) for game in self.games if where is None or where(game)]
        if cuts:
            values = sorted(values)[cuts[0] : max(cuts[0], len(values) - cuts[1])]
        return math.fsum(values)

    def count(self, where: Each) -> Any:
        """How many games there are of which something is true."""
        return sum(map(bool, map(where, self.games)))


class Helper(NamedTuple):
    """A helper column of a native workbook: one a player, or one for each round, ``#``."""

    key: str
    heading: str
    formula: str
    of_rounds: bool = False


class Traced(Game, Row):
    """A row, and each of its games, without values; it notes what opponents are asked for."""

    def __init__(self) -> None:
        self.row = self
        self.asked: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        if name == "score":
            self.asked.add(name)
        return symbol(name)

    def their(self, figure: str) -> Any:
        """A figure of the opponent."""
        self.asked.add(figure)
        return symbol(figure)

    def total(self, each: Each, where: Each | None = None, cuts: Any = None) -> Any:
        """The sum of something of each game."""
        return 1 * each(self) * (1 if where is None else where(self))

    def own(self, code: str) -> Any:
        """The own value of another criterion."""
        return symbol(code)


def asked_by(arithmetic: Each | None, traced: Traced, code: str) -> set[str]:
    """What arithmetic asks of opponents; it is held to what formulas can say.

    Raises
    ------
    TypeError
        There is none, or it cannot be traced.
    """
    if arithmetic is None:
        raise TypeError(f"{code} has neither arithmetic nor a search")
    formula_of(lambda: arithmetic(traced))
    return traced.asked
