"""What a director asks for when a round is to be paired, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from ..grammar.references import CellAddress
from .pairing import Pairing

SIDES = "White", "Black"
"""What the sides of a game on a board are called."""


@dataclass(frozen=True)
class Request:
    """The options of the command."""

    number: int | None = None
    """The round; the first that is not paired when left out."""
    absent: str = ""
    """Names or numbers of those who miss this round, with ``;`` between them."""
    withdrawn: str = ""
    """The same of those who play no more."""
    adjourned: str = ""
    """The same of those whose games without a result count as drawn for the pairing."""
    seed: int | None = None
    """What is drawn is drawn with it."""
    force: bool = False
    """Pair a round anew although it has results."""
    double: bool = False
    """In a round robin: everybody meets everybody twice."""
    first_day: date | None = None
    """In a league: the day of the first round."""
    days: int = 7
    """The days from one round to the next."""
    apart: Sequence[str] = ()
    """In a league: teams who are not at home on the same day, each group with ``;`` between."""
    movement: str = ""
    """In bridge: one of :data:`~.movements.MOVEMENTS`; blank for what fits."""
    tables: int | None = None
    """In bridge: how many tables; as many as the listed pairs need when left out."""
    write: bool = False
    """Whether the pairs are to be written into the workbook, which needs room then."""


@dataclass(frozen=True)
class Paired:
    """A pairing, or those of all rounds; the names, and where a workbook holds them."""

    pairings: Sequence[Pairing]
    names: Mapping[int, str]
    cells: Mapping[CellAddress, Any] = field(default_factory=dict)
    """What is written where, in a workbook."""
    results: Sequence[str] = ()
    """Games that have a result already, and would be paired anew."""
    days: Sequence[date] = ()
    """The day of each round, where it is known."""

    sides: tuple[str, str] | None = None
    """What the two sides are called, where the system does not say it."""

    @property
    def pairing(self) -> Pairing:
        """The pairing of the round, where there is one; else of the first one."""
        return self.pairings[0]

    @property
    def what(self) -> str:
        """What was paired, in words."""
        one = len(self.pairings) == 1
        return f"round {self.pairing.round}" if one else f"the list of {len(self.pairings)} rounds"

    @property
    def taken(self) -> str:
        """What has results, in words."""
        one = len(self.pairings) == 1
        return f"results of round {self.pairing.round}" if one else "games in its list"

    def is_there(self, file: str) -> str:
        """That it has been paired already, with an example; blank where it has not."""
        return (
            f"{file}: has {self.taken} already, such as {self.results[0]}" if self.results else ""
        )

    def to_json(self) -> dict[str, Any]:
        """What programs take: the object of a round, or a list of them."""
        found = [pairing.to_json(self.names) for pairing in self.pairings]
        for day, one in zip(self.days, found):
            one["day"] = day.isoformat()
        return found[0] if len(found) == 1 else {"rounds": found}
