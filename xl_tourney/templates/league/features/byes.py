"""Points for a round without an opponent, as the NRL gives them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...parts.settings import Setting
from ..feature import AMOUNT, Feature, Rules
from ..games.formulas import BYES


@dataclass(frozen=True)
class Byes(Feature):
    """A bye gives so many points."""

    order = 103

    bye_points: float | None = None

    def settings(self, rules: Rules) -> Iterator[Setting]:
        yield Setting("ByePoints", "Points for a bye. Blank for none.", self.bye_points, AMOUNT)

    def of_points(self) -> str:
        return f"+N(ByePoints)*({BYES})"
