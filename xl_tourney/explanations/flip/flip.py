"""A flip: the changed result, and the places that follow from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...catalogue.expression.terms import ORDINAL, format_value
from ...events.adapters.results import Alternative
from ...grammar.references import CellAddress


@dataclass(frozen=True)
class ChangedCell:
    """A cell with another value."""

    cell: CellAddress
    old: Any
    new: Any


@dataclass(frozen=True)
class PairOfPlaces:
    """The places of two entrants."""

    above: float
    below: float
    sharing: tuple[Sequence[str], Sequence[str]] = (), ()
    """Who else has these places, looked up for those that are shown."""

    @property
    def is_flipped(self) -> bool:
        """Whether the second is above the first."""
        return self.below < self.above


@dataclass(frozen=True)
class Flip:
    """The smallest change that puts one of two neighbours above the other, proved."""

    above: str
    """The entrant who is above now."""
    below: str
    """The entrant who would be above."""
    old_result: str
    """The result as it is; blank where the text of the other has it."""
    alternative: Alternative
    """The same result as it would be."""
    cells: tuple[ChangedCell, ...]
    old_places: PairOfPlaces
    new_places: PairOfPlaces
    """The places after recalculation of the workbook with the new results."""
    is_complete: bool
    """Whether every smaller change was tried; else some were passed over, as larger ones of the
    same kind did nothing, or the time was over."""
    trials: int
    """How many changes were tried."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What sentences call entrants who are known otherwise, such as a pair with a number."""

    def sentences(self) -> list[str]:
        """Sentences on the change, the places that follow, and how it was found."""
        return list(self._sentences())

    def _sentences(self) -> Iterator[str]:
        other = self.alternative
        instead = f" instead of {self.old_result}" if self.old_result else ""
        how = other.condition or f"with {other.text}{instead}: {other.change}"
        above, below = self._called(self.above), self._called(self.below)
        yield f"{below} would be above {above} {how}."
        old, new = self.old_places, self.new_places
        placed = []
        for name, place, others in zip((above, below), (new.above, new.below), new.sharing):
            verbs = ("share", "are") if " & " in name else ("shares", "is")
            with_others = f" with {self._listed(others)}" if others else ""
            placed.append(f"{verbs[not others]} {format_ordinal(place)}{with_others}")
        of_above, of_below = placed
        if any(new.sharing):
            then = f"{below} {of_below}, and {above} {of_above}"
        else:
            then = f"{below} {of_below} and {above} {format_ordinal(new.above)}"
        before = " and ".join(
            f"{'a shared ' if others else ''}{format_ordinal(place)}"
            for place, others in zip((old.below, old.above), reversed(old.sharing))
        )
        yield f"Then {then}, instead of {before}; the workbook was calculated anew with it."
        if self.is_complete:
            yield "No smaller change of one result is enough."
        else:
            yield (
                "Not every smaller change was tried: some were passed over, as larger ones of the "
                "same kind are not enough, or as the time was over."
            )

    def _called(self, entrant: str) -> str:
        return self.names.get(entrant, entrant)

    def _listed(self, names: Sequence[str]) -> str:
        *others, last = map(self._called, names)
        return f"{', '.join(others)} and {last}" if others else last

    def as_json(self) -> dict[str, Any]:
        """The flip as JSON takes it."""
        return {
            "above": self.above,
            "below": self.below,
            "sentences": self.sentences(),
            "change": self.alternative.change,
            "cells": [{"cell": str(c.cell), "old": c.old, "new": c.new} for c in self.cells],
            "places": {
                "old": [self.old_places.above, self.old_places.below],
                "new": [self.new_places.above, self.new_places.below],
            },
            "complete": self.is_complete,
            "trials": self.trials,
        }


def format_ordinal(place: float) -> str:
    """A place in words.

    >>> format_ordinal(1), format_ordinal(12), format_ordinal(23)
    ('1st', '12th', '23rd')
    """
    return format_value(place, ORDINAL)
