"""What a director asks for when a round is to be paired, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from ..grammar.references import CellAddress
from ..messages import message
from ..screen import on_one_screen
from .pairing import Pairing

SIDES = "White", "Black"
"""What the sides of a game on a board are called."""


@dataclass(frozen=True)
class Request:
    """What the parameters of the command ``pair`` ask for, which says what each of them means."""

    number: int | None = None
    absent: str = ""
    withdrawn: str = ""
    adjourned: str = ""
    seed: int | None = None
    force: bool = False
    double: bool = False
    first_day: date | None = None
    days: int = 7
    apart: Sequence[str] = ()
    movement: str = ""
    tables: int | None = None
    write: bool = False
    """Whether the pairs are to be written into the workbook, which needs room then."""


@dataclass(frozen=True, repr=False)
class Paired:
    """A pairing, or those of all rounds; the names, and where a workbook holds them."""

    __repr__ = on_one_screen

    pairings: Sequence[Pairing]
    names: Mapping[int, str]
    cells: Mapping[CellAddress, Any] = field(default_factory=dict)
    """What is written where, in a workbook."""
    results: Sequence[str] = ()
    """Games that have a result already, and would be paired anew."""
    days: Sequence[date] = ()
    """The day of each round, where it is known."""
    sides: tuple[str, str] = SIDES
    """What the two sides are called."""

    @property
    def pairing(self) -> Pairing:
        """The pairing of the round, where there is one; else of the first one."""
        return self.pairings[0]

    @property
    def rounds(self) -> Iterator[tuple[str, Pairing]]:
        """Each round with what it is called."""
        for at, pairing in enumerate(self.pairings):
            day = f", {self.days[at].isoformat()}" if self.days else ""
            yield message(f"Round {pairing.round}") + day, pairing

    @property
    def what(self) -> str:
        """What was paired, in words."""
        count = len(self.pairings)
        one, several = (
            message(f"round {self.pairing.round}"),
            message(f"the list of {count} rounds"),
        )
        return one if count == 1 else several

    @property
    def taken(self) -> str:
        """What has results, in words."""
        is_one, several = len(self.pairings) == 1, message("games in its list")
        return message(f"results of round {self.pairing.round}") if is_one else several

    def is_there(self, file: str) -> str:
        """That it has been paired already, with an example; blank where it has not."""
        first = next(iter(self.results), "")
        return message(f"{file}: has {self.taken} already, such as {first}") if first else ""

    def to_json(self) -> dict[str, Any]:
        """What programs take: the object of a round, or a list of them."""
        found = [pairing.to_json(self.names) for pairing in self.pairings]
        for day, one in zip(self.days, found):
            one["day"] = day.isoformat()
        return found[0] if len(found) == 1 else {"rounds": found}
