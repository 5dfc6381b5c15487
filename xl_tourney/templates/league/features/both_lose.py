"""Goals against for both teams where both lose, as when neither appears."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...parts.settings import Setting
from ..feature import AMOUNT, Feature, Rules
from ..games.formulas import LOST_BY_BOTH, flag


@dataclass(frozen=True)
class BothLose(Feature):
    """A game that both teams lose gives so many goals against to each."""

    order, since = 101, "2"

    both_lose: float | None = None

    def settings(self, rules: Rules) -> Iterator[Setting]:
        what = "The goals against that each gets where both teams lose. Blank for none."
        yield Setting("BothLoseAgainst", what, self.both_lose, AMOUNT)

    def of_difference(self, difference: str) -> str:
        return f"{difference}-{flag(LOST_BY_BOTH)}*N(BothLoseAgainst)"

    def conceded(self, lost: str) -> str:
        return f"+N(BothLoseAgainst)*{lost}"
