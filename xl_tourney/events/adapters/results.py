"""Results as they are typed into a workbook, and what else each could have been.

The alternatives of a result are in ladders, by size.  A ladder is a row of alternatives in one
direction: of the score 2-1 one ladder is 2-2, 2-3, 2-4 …
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from ...grammar.references import CellAddress

Size = tuple[float, ...]
"""How large a change is; the first figure that differs decides which of two is larger."""
_Number = TypeVar("_Number", int, float)


class Alternative(NamedTuple):
    """Another outcome of a result."""

    size: Size
    values: Mapping[CellAddress, Any]
    """The values that its cells would hold."""
    text: str
    """The other result, for a person."""
    change: str
    """How large the change is, for a person."""
    gains: Mapping[str, float] | None = None
    """The points, or wins, that each side gains by it, by normalized name; None if not known."""
    condition: str = ""
    """The change as a condition: “if Ann had beaten Bob in round 3”."""

    @classmethod
    def by(
        cls,
        amount: float,
        unit: str,
        values: Mapping[CellAddress, Any],
        text: str,
        gains: Mapping[str, float] | None = None,
        condition: str = "",
    ) -> Alternative:
        """An outcome that is another by so many goals, points or games."""
        size = (float(amount),)
        return cls(size, values, text, format_size(amount, unit), gains, condition)


Ladder = Sequence[Alternative]
"""Alternatives in one direction, smaller ones first: what one of them does to a player of the game,
a larger one does all the more."""


def both_ways(
    old: _Number, numbers: Iterable[_Number], alternative: Callable[[_Number], Alternative]
) -> list[Ladder]:
    """The alternatives to a number: those above it, and those below it."""
    order = sorted(numbers)
    above = [number for number in order if number > old]
    below = [number for number in reversed(order) if number < old]
    return [list(map(alternative, above)), list(map(alternative, below))]


class TypedResult(NamedTuple):
    """A result that a workbook holds."""

    sides: frozenset[str]
    """Whose result it is, as :func:`normalize` writes names."""
    text: str
    """The result, for a person; blank where the texts of the alternatives have it."""
    ladders: Sequence[Ladder]

    def alternatives(self) -> list[Alternative]:
        """All of them, smaller ones first."""
        return sorted((a for ladder in self.ladders for a in ladder), key=lambda a: a.size)


class Rivals(NamedTuple):
    """Two entrants of a table of standings, whose order a result may turn round."""

    above: str
    below: str
    figures: Callable[[str], Mapping[str, Any]]
    """The figures of everybody in a column of the table, by normalized name."""

    @property
    def names(self) -> frozenset[str]:
        """Both, as :func:`normalize` writes names."""
        return sides(self.above, self.below)

    def number(self, column: str, name: str) -> float | None:
        """The number of an entrant in a column; None if there is none."""
        figure = self.figures(column).get(name)
        return float(figure) if isinstance(figure, (int, float)) else None


class Slip(NamedTuple):
    """How the result of a game is typed into a row of its own."""

    sides: tuple[str, str]
    """The columns of both sides."""
    results: Sequence[str]
    """The columns of the result; of two, each has the score of a side."""
    buttons: Mapping[str, str] = {}
    """What may be typed, by what a button says; anything where there is none."""
    texts: str = ""
    """What may be typed in place of a number, in capitals, as a pattern."""
    shared: Mapping[str, float] = {}
    """Columns that follow from the scores, with how much of both is one there: a game is 20 TPs."""
    parts: str = ""
    """The column of what the scores follow from, where a table has it: sets, or single games."""
    parts_in: Callable[[str], str] = lambda _: ""
    """Gives them as they are written there; blank where a text has a score alone."""
    games: Callable[[Any], Iterable[Any]] | None = None
    """Gives the rows of an event's games, where they are not the rows of one table alone."""
    when: str = "Round"
    """What a game is in."""
    byes: Mapping[str, str] = {}
    """What a wall list has for a round that somebody misses, by the points of it."""


class DecidingFigure(NamedTuple):
    """The figure that decides before all others."""

    column: str
    """Its column of the standings."""
    is_own: bool = True
    """Whether it is of one's own results alone."""
    rounding: float = 1e-9
    """By how much it may be another than gains say, as tables round it."""
    is_only: bool = False
    """Whether nothing else decides: who is level in it shares a place."""


def sides(*names: object) -> frozenset[str]:
    """Entrants as they are compared."""
    return frozenset(map(normalize, names))


def normalize(name: object) -> str:
    """A name as it is compared.

    >>> normalize(" Ada  Lovelace "), normalize(7.0), normalize(None)
    ('ada lovelace', '7', '')
    """
    if isinstance(name, float) and name.is_integer():
        name = int(name)
    return "" if name is None else " ".join(str(name).split()).casefold()


def format_size(amount: float, unit: str) -> str:
    """A size with its unit.

    >>> format_size(1, "goal"), format_size(2, "goal"), format_size(0.5, "point")
    ('1 goal', '2 goals', '½ point')
    """
    figure = "½" if amount == 0.5 else f"{amount:.15g}"
    return f"{figure} {unit}{'' if amount in (0.5, 1) else 's'}"
