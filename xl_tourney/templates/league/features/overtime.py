"""Overtime and shootouts, where leagues count the games that they decide apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ....readers.values import SHOOTOUT
from ...parts.columns import Heading, for_listed
from ...parts.settings import Setting
from ...parts.table import Column
from ..feature import AMOUNT, Feature, Refuse, Rules
from ..games.formulas import flag, for_counted, is_word_of_overtime, sum_of_side
from ..settings import words_of
from ..standings import GOALS, headings_of_late


@dataclass(frozen=True)
class Overtime(Feature):
    """When a game counts as one after overtime, and how these are shown."""

    order = 10

    overtime_within: bool = False
    """Whether games won and lost are shown with those after overtime among them."""
    late_margin: float | None = field(default=None, metadata={"least": 0.5})
    """A game won by no more than this counts as one after overtime, such as 3-2 in sets."""

    def completed(self, rules: Rules, refuse: Refuse) -> Overtime:
        if self.late_margin is not None and not rules.points.has_overtime:
            raise refuse(
                "late_margin", 'needs points for a close win and loss, such as points = "3-2-1-0"'
            )
        return self

    @property
    def binds_scores(self) -> bool:
        return self.late_margin is not None

    @property
    def is_late_within(self) -> bool:
        return self.overtime_within

    def settings(self, rules: Rules) -> Iterator[Setting]:
        if self.late_margin is not None:
            text = "A win by so much or less counts as one after overtime. Blank for none."
            yield Setting("LateMargin", text, self.late_margin, AMOUNT)

    def late(self, late: str, home: str, away: str) -> str:
        """Whether a game counts as one after overtime, by its scores."""
        if self.late_margin is None:
            return late
        return f"IF(ISNUMBER(LateMargin),IF(ABS({home}-{away})<=LateMargin,1,{late}),{late})"

    def headings(self, rules: Rules) -> Mapping[str, Heading]:
        return headings_of_late(rules, self.overtime_within, self.late_margin is not None)


@dataclass(frozen=True)
class Shootouts(Feature):
    """Wins are counted apart by how they came about: RW and ROW."""

    order = 25

    shootouts: bool = False

    def words(self) -> Iterator[Setting]:
        yield words_of("ShootoutWords", "those of a shootout.", SHOOTOUT)

    def of_result(self, rules: Rules) -> Iterator[Column]:
        is_one = is_word_of_overtime("ShootoutWords")
        yield for_counted("shootout", "After a shootout", flag(is_one))

    def sums(self, side: str, rules: Rules) -> Iterator[Column]:
        after = ("{matches[shootout]}", "1")
        yield sum_of_side(side, "shootout_won", "Won in a shootout", f"{side}_won", *after)

    def compared(self, rules: Rules) -> Iterator[Column]:
        late, shootouts = "{row[late_won]}", "{row[home_shootout_won]}-{row[away_shootout_won]}"
        yield for_listed("regulation_wins", "RW", f"{{row[won]}}-{late}")
        yield for_listed("wins_before_shootouts", "ROW", f"{{row[won]}}-{shootouts}")

    def criteria(self, rules: Rules) -> Mapping[str, tuple[str, str]]:
        return {
            "Regulation wins": ("regulation_wins", "Games won in regular time (RW)."),
            "Regulation and overtime wins": (
                "wins_before_shootouts",
                "Games won, without those of a shootout (ROW).",
            ),
        }

    def headings(self, rules: Rules) -> Mapping[str, Heading]:
        return {
            "regulation_wins": Heading("RW", "Regulation wins", note="Games won in regular time."),
            "wins_before_shootouts": Heading(
                "ROW", "Regulation and overtime wins", note="Games won without a shootout."
            ),
            **GOALS,
            "difference": GOALS["difference"]._replace(short="GD" if rules.is_football else "Diff"),
        }

    @property
    def record(self) -> tuple[str, ...]:
        return "won", "lost", "late_lost", "points", "regulation_wins", "wins_before_shootouts"
