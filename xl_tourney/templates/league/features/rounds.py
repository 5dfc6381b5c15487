"""What a round may have: two games of the same teams, or points for a bye."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...parts.settings import Setting
from ...parts.table import InputRule
from ..feature import AMOUNT, Feature, Rules
from ..games.formulas import BYES


@dataclass(frozen=True)
class Byes(Feature):
    """A round without an opponent gives points, as in the NRL."""

    order, since = 103, "2"

    bye_points: float | None = None

    def settings(self, rules: Rules) -> Iterator[Setting]:
        yield Setting("ByePoints", "Points for a bye. Blank for none.", self.bye_points, AMOUNT)

    def of_points(self) -> str:
        return f"+N(ByePoints)*({BYES})"


@dataclass(frozen=True)
class Meetings(Feature):
    """Two teams may meet so often at one date, or in one round."""

    order, since = 104, "2"

    games_in_round: int = 1

    most_meetings = "N(GamesInRound)"

    def settings(self, rules: Rules) -> Iterator[Setting]:
        what = "So often two teams may meet at one date, or in one round."
        rule = InputRule("whole", "From 1.", 1, 99)
        yield Setting("GamesInRound", what, self.games_in_round, rule)
