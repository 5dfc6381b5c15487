"""The alternatives of a result, by size, in ladders.

A ladder is a row of alternatives in one direction: of the score 2-1 one ladder is 2-2, 2-3, 2-4 …
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...grammar.references import CellAddress

Size = tuple[float, ...]
"""How large a change is; the first figure that differs decides which of two is larger."""


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


Ladder = Sequence[Alternative]
"""Alternatives in one direction, smaller ones first: what one of them does to a player of the game,
a larger one does all the more."""


class SavedResult(NamedTuple):
    """A result that a workbook holds."""

    sides: frozenset[str]
    """Whose result it is, as :func:`normalize` writes names."""
    text: str
    """The result, for a person; blank where the texts of the alternatives have it."""
    ladders: Sequence[Ladder]

    def alternatives(self) -> list[Alternative]:
        """All of them, smaller ones first."""
        return sorted((a for ladder in self.ladders for a in ladder), key=lambda a: a.size)


def normalize(name: object) -> str:
    """A name as it is compared.

    >>> normalize(" Ada  Lovelace "), normalize(7.0)
    ('ada lovelace', '7')
    """
    if isinstance(name, float) and name.is_integer():
        name = int(name)
    return " ".join(str(name).split()).casefold()


def format_size(amount: float, unit: str) -> str:
    """A size with its unit.

    >>> format_size(1, "goal"), format_size(2, "goal"), format_size(0.5, "point")
    ('1 goal', '2 goals', '½ point')
    """
    figure = "½" if amount == 0.5 else f"{amount:.15g}"
    return f"{figure} {unit}{'' if amount in (0.5, 1) else 's'}"
