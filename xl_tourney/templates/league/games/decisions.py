"""Games that somebody decided upon, and what a rule takes off or allows: one object a rule.

A game may be lost by both teams, as when neither appears, or annulled: the column Overtime says so
in a word.  A rule may cap the difference by which a game counts, as that of the River City Fall
Soccer Series does (goal difference, four a game at most), give goals against to both who lose, and
let two teams meet more than once in a round.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ....readers.values import ANNULLED, BOTH_LOST, NO_RESULT
from ...parts.columns import for_listed
from ...parts.settings import Setting
from ...parts.table import Column, InputRule
from ..rules.rules import Rules
from .venues import SIDES

_AMOUNT = InputRule("decimal", "A number from 0, or blank.", 0, 9999)


class Decision(NamedTuple):
    """A word that stands in the column Overtime, and the named cell with its forms."""

    words: str
    meaning: str
    description: str


DECISIONS = (
    Decision("BothLostWords", BOTH_LOST, "those of a game that both teams lose."),
    Decision("NoResultWords", NO_RESULT, "those of a game without a result: it counts as a draw."),
    Decision("AnnulledWords", ANNULLED, "those of a game that is annulled: it does not count."),
)


class Cap(NamedTuple):
    """The most by which a game counts in the difference."""

    most: float | None

    def settings(self) -> Iterator[Setting]:
        """The named cell."""
        if self.most is not None:
            what = "A game counts by so much at most in the difference. Blank for no limit."
            yield Setting("DifferenceCap", what, self.most, _AMOUNT)

    def of_game(self, difference: str) -> str:
        """The difference of a game as it counts."""
        if self.most is None:
            return difference
        capped = f"MAX(0-DifferenceCap,MIN(DifferenceCap,{difference}))"
        return f"IF(ISNUMBER(DifferenceCap),{capped},{difference})"

    def of_team(self) -> Column:
        """The difference of a team: of its scores, or of its games as they count."""
        if self.most is None:
            return for_listed("difference", "Difference", "{row[scored]}-{row[conceded]}")
        games = "+".join(f"{{row[{side}_ahead]}}" for side in SIDES)
        said = "{home_ahead:signed} at home and {away_ahead:signed} away: {difference:signed}."
        said = f"Games count by no more than the cap: {said}"
        return for_listed("difference", "Difference", games, said=said)


class BothLose(NamedTuple):
    """A game that both teams lose: it is a defeat of each, with so many goals against."""

    against: float | None

    def settings(self) -> Iterator[Setting]:
        """The named cell."""
        if self.against is not None:
            what = "The goals against that each gets where both teams lose. Blank for none."
            yield Setting("BothLoseAgainst", what, self.against, _AMOUNT)

    def difference(self, of_scores: str) -> str:
        """The difference of a game, as a side sees it."""
        taken = "-{row[both_lost]}*N(BothLoseAgainst)" if self.against is not None else ""
        return f"{of_scores}{taken}"

    def conceded(self, lost: str) -> str:
        """What is added to the goals against of a team that has lost so many of these games."""
        return f"+N(BothLoseAgainst)*{lost}" if self.against is not None else ""


class Meetings(NamedTuple):
    """How often two teams may meet at one date, or in one round."""

    most: int

    def settings(self) -> Iterator[Setting]:
        """The named cell."""
        if self.most > 1:
            what = "So often two teams may meet at one date, or in one round."
            yield Setting("GamesInRound", what, self.most, InputRule("whole", "From 1.", 1, 99))

    def too_many(self, count: str) -> str:
        """Whether a game is one too many of those that two teams have in a round."""
        return f"{count}>{'N(GamesInRound)' if self.most > 1 else '1'}"


class Byes(NamedTuple):
    """Points for a round without an opponent, as the NRL gives them."""

    points: float | None

    def settings(self) -> Iterator[Setting]:
        """The named cell."""
        if self.points is not None:
            yield Setting("ByePoints", "Points for a bye. Blank for none.", self.points, _AMOUNT)

    def of_team(self) -> str:
        """What is added to the points of a team."""
        return f"+N(ByePoints)*({BYES})" if self.points is not None else ""


BYES = "+".join(
    f"COUNTIFS({{matches[no_{side}]}},{{row[no]}},{{matches[entry]}},Entry_bye)" for side in SIDES
)
"""The byes of a team: rows of Results with a word such as bye for the opponent."""


class Decided(NamedTuple):
    """All of these rules of a league."""

    cap: Cap
    both_lose: BothLose
    meetings: Meetings
    byes: Byes

    @classmethod
    def of(cls, rules: Rules) -> Decided:
        """Those that a file of rules says."""
        return cls(
            Cap(rules.difference_cap),
            BothLose(rules.both_lose),
            Meetings(rules.games_in_round),
            Byes(rules.bye_points),
        )

    def settings(self) -> Iterator[Setting]:
        """The named cells of all."""
        for rule in self:
            yield from rule.settings()
