"""All who are ranked together, the criteria in their order, and what separates whom.

An example: A, B and C have 4 points, B and C also the same Buchholz.  What separates A from the
others is Buchholz; B shares 4 points with two others, and the Buchholz with C.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ...catalogue.cells import round_to_15_digits
from ...catalogue.derivation import Argument
from ...catalogue.expression import Term
from ..book import Area, Book
from ..figure.derivations import (
    ValueOrigin,
    follow,
)
from .measures import Measure

_MOST_CELLS = 12
"""Through how many cells the figure behind a sort key is looked for."""


class Criterion(NamedTuple):
    """A criterion, and the column of the sort keys that has its figures."""

    label: Term
    measure: Measure
    column: int


class Separation(NamedTuple):
    """A criterion, and who was level before it and is still level after it."""

    criterion: Criterion
    before: Sequence[int]
    after: Sequence[int]
    """Both without the one it is about."""


@dataclass(frozen=True)
class Ranking:
    """All who are ranked together, by row of the sort keys."""

    book: Book
    keys: Argument
    criteria: Sequence[Criterion]
    area: Area
    """The cells of the sort keys."""
    rows: Sequence[int]
    """The rows that somebody stands in."""
    names: dict[int, Term] = field(default_factory=dict)
    """Who stands in a row, where the tables beside the sort keys do not say it."""

    def name(self, row: int) -> Term:
        """Who stands in a row."""
        if row in self.names:
            return self.names[row]
        return self.book.name_in_row(self.area.cell(row))

    def figure(self, row: int, criterion: Criterion) -> Term:
        """The figure of a criterion as tables show it: a sort key may be its opposite."""
        key = self.keys.at(row, criterion.column)
        if not isinstance(key.value, (int, float)) or key.value >= 0:
            return key
        cell = self.area.cell(row, criterion.column)
        origin = ValueOrigin(cell, self.book.formula(cell))
        for _ in range(_MOST_CELLS):
            following = follow(self.book, origin, signs=True)
            if following is None:
                break
            if following.cell != origin.cell:
                shown = self.book.term(following.cell)
                if shown.value == -key.value:
                    return shown
            origin = following
        return key

    def key(self, row: int, criterion: Criterion) -> float:
        """What is compared."""
        return self._compared[row][criterion.column]

    @cached_property
    def _compared(self) -> list[list[float]]:
        return [
            [
                round_to_15_digits(value) if isinstance(value, (int, float)) else float("-inf")
                for value in row
            ]
            for row in self.keys.block
        ]

    def separations(self, row: int) -> Iterator[Separation]:
        """The first criterion, and each that separates somebody, until nobody else is level."""
        before = [other for other in self.rows if other != row]
        is_first = True
        for criterion in self.criteria:
            if not before:
                return
            own = self.key(row, criterion)
            after = [other for other in before if self.key(other, criterion) == own]
            if criterion.measure.is_partition:
                before = after
                continue
            is_flag = bool(criterion.measure.without)
            separates = len(after) < len(before)
            if (separates and not own) if is_flag else (separates or is_first):
                yield Separation(criterion, before, after)
                is_first = False
            before = after

    def common(self, one: int, other: int) -> tuple[list[Criterion], Criterion | None]:
        """On which criteria two are level, and the first that separates them."""
        level: list[Criterion] = []
        for criterion in self.criteria:
            if self.key(one, criterion) != self.key(other, criterion):
                return level, criterion
            is_nothing = criterion.measure.is_silent and not self.key(one, criterion)
            if not (is_nothing or criterion.measure.without or criterion.measure.is_partition):
                level.append(criterion)
        return level, None


class Ranked(NamedTuple):
    """Somebody's row among all who are ranked together."""

    ranking: Ranking
    row: int
