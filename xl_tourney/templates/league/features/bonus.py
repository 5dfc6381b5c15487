"""Bonus points: for losing by little, for many tries, or as they are typed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...parts.columns import Heading
from ...parts.settings import Setting
from ...parts.table import Column, InputRule
from ..feature import AMOUNT, OTHER, SIDES, Brought, Extra, Feature, Refuse, Rules

_TYPED = InputRule("decimal", "Bonus points of this team; blank: as the rules give them.", 0, 99)
_MOST_TYPED = 9


@dataclass(frozen=True)
class Bonus(Feature):
    """A point more in a game, each where it is a number: that is what it takes."""

    part, order = "bonus", 30

    typed: float | None = None
    """Bonus points are typed in, so many at most."""
    lost_by: float | None = None
    """For losing by so much or less."""
    second: float | None = None
    """For so many or more of the second figure, such as four tries."""
    second_ahead: float | None = None
    """For winning with so many or more of it than the opponent."""
    all_won: float | None = None
    """So many points more for who wins all its games; they are typed when it has."""

    def completed(self, rules: Rules, refuse: Refuse) -> Bonus:
        if (self.second, self.second_ahead) != (None, None) and not rules.second:
            raise refuse("bonus", 'counts a second figure; add a line such as second = "tries"')
        return self

    @classmethod
    def brought(cls, own: Feature | None, rules: Rules, by: Brought) -> Feature | None:
        if "bonus" not in by.figures or (own and own.extra):
            return own
        return replace(own if isinstance(own, Bonus) else cls(), typed=_MOST_TYPED)

    @property
    def extra(self) -> Extra | None:  # type: ignore[override]
        """Whether a game may give more points than its result."""
        of_games = self.typed, self.lost_by, self.second, self.second_ahead
        if of_games == (None,) * len(of_games):
            return None
        return Extra("bonus", "Bonus", Heading("BP", "Bonus points"))

    def typed_of_game(self, rules: Rules) -> Iterator[Column]:
        if self.extra:
            for side in SIDES:
                yield Column(f"{side}_bonus", f"Bonus {side}", rule=_TYPED, width=10)

    def settings(self, rules: Rules) -> Iterator[Setting]:
        ahead, all_won = self.second_ahead, self.all_won
        for name, what, value in (
            ("MostBonus", "How many bonus points a team can get in a game.", self.typed),
            ("LosingBonus", "A bonus point for losing by so much or less.", self.lost_by),
            ("SecondBonus", f"A bonus point for so many {rules.second} or more.", self.second),
            ("AheadBonus", f"A bonus point for winning by so many {rules.second}.", ahead),
            ("AllWonBonus", "More points for winning all games, typed when it is so.", all_won),
        ):
            if value is not None:
                yield Setting(name, f"{what} Blank for none.", value, AMOUNT)

    def extra_points(self, side: str, own: str, other: str, rules: Rules) -> str:
        mine, theirs = f"{{row[{side}_second]}}", f"N({{results.row[{OTHER[side]}_second]}})"
        lost = f"AND({own}<{other},{other}-{own}<=LosingBonus)"
        ahead = f"AND({own}>{other},{mine}-{theirs}>=AheadBonus)"
        terms = [
            f"IF(ISNUMBER({name}),IF({condition},1,0),0)"
            for name, condition, value in (
                ("LosingBonus", lost, self.lost_by),
                ("SecondBonus", f"{mine}>=SecondBonus", self.second),
                ("AheadBonus", ahead, self.second_ahead),
            )
            if value is not None
        ]
        typed = f"{{results.row[{side}_bonus]}}"
        return f"IF(ISNUMBER({typed}),{typed},{'+'.join(terms) or '0'})"

    @property
    def most_extra(self) -> str:  # type: ignore[override]
        """Those for losing are not for a team that wins."""
        if self.typed is not None:
            return "N(MostBonus)"
        names = {"SecondBonus": self.second, "AheadBonus": self.second_ahead}
        there = [name for name, value in names.items() if value is not None]
        return "+".join(f"IF(ISNUMBER({name}),1,0)" for name in there) or "0"

    @property
    def if_all_won(self) -> str:
        if self.all_won is None:
            return ""
        return "IF({row[race_left]}*({row[tied]}+{row[lost]}=0)>0,N(AllWonBonus),0)"
