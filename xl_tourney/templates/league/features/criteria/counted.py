"""Criteria of leagues that add something of each game up: each is one record.

Its arithmetic is a function of a row, as in :mod:`xl_tourney.functions.criteria`::

    @criterion("Big wins", "Games won by three or more.")
    def big_wins(row):
        return row.total(lambda game: where(game.margin >= 3, 1, 0))

Each sum is a column of the games for either side, and the team's sums at home and away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from .....catalogue.expression import formula_of, symbol, to_term
from .....functions.criteria import Each, Game, Row, Traced, asked_by
from ....parts.columns import for_listed
from ....parts.table import Column
from ...feature import SIDES, Entries, Feature, Rules
from ...games.formulas import for_counted, sum_of_side


class Counted(NamedTuple):
    """A criterion that every league of games can name."""

    name: str
    meaning: str
    arithmetic: Callable[[Any], Any]

    @property
    def key(self) -> str:
        """The column of its figures."""
        return self.name.casefold().replace(" ", "_")

    @property
    def sums(self) -> tuple[Mapping[str, Mapping[str, str]], str]:
        """Its sums by their columns, what a game adds to each side, and the formula of them."""
        row = _Row(self.key)
        formula = formula_of(lambda: self.arithmetic(row))
        return row.terms, formula


CRITERIA: dict[str, Counted] = {}
"""The criteria by their names."""


def criterion(name: str, meaning: str) -> Callable[[Each], Each]:
    """Register the arithmetic that it decorates as a criterion of leagues."""

    def decorate(arithmetic: Each) -> Each:
        asked_by(arithmetic, Traced(), name)
        CRITERIA[name] = Counted(name, meaning, arithmetic)
        return arithmetic

    return decorate


class _Game(Game):
    """A game as one of its sides sees it; ``margin`` is the difference as it counts."""

    def __init__(self, side: str) -> None:
        other = next(one for one in SIDES if one != side)
        self.won, self.lost = symbol(f"{{row[{side}_won]}}"), symbol(f"{{row[{other}_won]}}")
        self.drawn, self.is_late = symbol("{row[tied]}"), symbol("{row[late]}")
        self.points, self.margin = (symbol(f"{{row[{side}_{key}]}}") for key in ("points", "ahead"))
        self.scored, self.conceded = (symbol(f"{{row[{one}_scored]}}") for one in (side, other))
        self.is_at_home, self.was_played = int(side == SIDES[0]), 1

    def their(self, figure: str) -> Any:
        raise TypeError("criteria of leagues that look at opponents are those of Opponents")


class _Row(Row):
    """A team; the terms of its sums are kept by the columns that they need."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.terms: dict[str, dict[str, str]] = {}

    def total(self, each: Each, where: Each | None = None, cuts: Any = None) -> Any:
        key = f"{self.key}_{len(self.terms) + 1}" if self.terms else f"sum_{self.key}"
        self.terms[key] = {side: to_term(each(_Game(side))).formula for side in SIDES}
        if where:
            for side, text in [*self.terms[key].items()]:
                condition = to_term(where(_Game(side))).formula
                self.terms[key][side] = f"IF({condition},{text},0)"
        return symbol("(" + "+".join(f"{{row[{side}_{key}]}}" for side in SIDES) + ")")

    def own(self, code: str) -> Any:
        return symbol(f"{{row[{CRITERIA[code].key}]}}")


@dataclass(frozen=True)
class CountedCriteria(Feature):
    """The criteria of this kind that the rules name."""

    order = 85

    @classmethod
    def read(cls, entries: Entries) -> Feature | None:
        return cls() if CRITERIA else None

    def _named(self, rules: Rules) -> list[Counted]:
        names = rules.criteria or CRITERIA
        return [one for name, one in CRITERIA.items() if name in names]

    def of_side(self, side: str, rules: Rules) -> Iterator[Column]:
        for one in self._named(rules):
            for key, texts in one.sums[0].items():
                yield for_counted(f"{side}_{key}", f"{one.name} {side}", texts[side])

    def sums(self, side: str, rules: Rules) -> Iterator[Column]:
        for one in self._named(rules):
            for key in one.sums[0]:
                yield sum_of_side(side, key, one.name, f"{side}_{key}")

    def compared(self, rules: Rules) -> Iterator[Column]:
        for one in self._named(rules):
            terms, formula = one.sums
            first, *more = terms
            said = f"{{home_{first}}} at home and {{away_{first}}} away: {{{one.key}}}."
            yield for_listed(one.key, one.name, formula, said="" if more else said)

    def criteria(self, rules: Rules) -> Mapping[str, tuple[str, str]]:
        return {one.name: (one.key, one.meaning) for one in self._named(rules)}
