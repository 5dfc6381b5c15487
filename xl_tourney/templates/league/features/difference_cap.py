"""A cap on the difference by which a game counts.

The River City Fall Soccer Series has one: goal difference, four a game at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ...parts.settings import Setting
from ...parts.table import Column
from ..feature import AMOUNT, Feature, Rules
from ..games.formulas import sum_of_side


@dataclass(frozen=True)
class DifferenceCap(Feature):
    """A game counts by no more than so much in the difference."""

    order, since = 102, "2"

    difference_cap: float | None = field(default=None, metadata={"least": 1})

    sums_differences = True
    opens_ties = True

    def settings(self, rules: Rules) -> Iterator[Setting]:
        what = "A game counts by so much at most in the difference. Blank for no limit."
        yield Setting("DifferenceCap", what, self.difference_cap, AMOUNT)

    def of_difference(self, difference: str) -> str:
        capped = f"MAX(0-DifferenceCap,MIN(DifferenceCap,{difference}))"
        return f"IF(ISNUMBER(DifferenceCap),{capped},{difference})"

    def sums(self, side: str, rules: Rules) -> Iterator[Column]:
        yield sum_of_side(side, "ahead", "Difference", f"{side}_ahead")
