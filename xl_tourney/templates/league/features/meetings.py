"""How often two teams may meet at one date, or in one round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...parts.settings import Setting
from ...parts.table import InputRule
from ..feature import Feature, Rules


@dataclass(frozen=True)
class Meetings(Feature):
    """Two teams may meet more than once in a round."""

    order = 104

    games_in_round: int = 1

    most_meetings = "N(GamesInRound)"

    def settings(self, rules: Rules) -> Iterator[Setting]:
        what = "So often two teams may meet at one date, or in one round."
        rule = InputRule("whole", "From 1.", 1, 99)
        yield Setting("GamesInRound", what, self.games_in_round, rule)
