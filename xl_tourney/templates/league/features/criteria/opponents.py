"""Criteria that look at whom a team has met; :mod:`...rules.opponents` has their arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ....parts.table import Column
from ...feature import Feature, Rules
from ...rules.opponents import OF_OPPONENTS, records, strengths


@dataclass(frozen=True)
class Opponents(Feature):
    """Common games, a sweep, the strength of those whom a team has met."""

    order = 80

    opponents: bool = False

    @property
    def needs_encounters(self) -> bool:
        return True

    def of_game(self, rules: Rules) -> Iterator[Column]:
        return records()

    def compared(self, rules: Rules) -> Iterator[Column]:
        return strengths()

    def criteria(self, rules: Rules) -> Mapping[str, tuple[str, str]]:
        return OF_OPPONENTS
