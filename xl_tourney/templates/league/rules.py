"""The rules of well-known leagues and groups: points, criteria, and where they are written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from ...errors import OptionError
from .criteria import MAX_CRITERIA, OF_SHOOTOUTS, criteria_of

HeadToHead = Literal["once", "again", "at the end"]
HEAD_TO_HEAD: tuple[HeadToHead, ...] = get_args(HeadToHead)

RulesName = Literal[
    "baseball",
    "fifa-2022",
    "fifa-2026",
    "uefa-2024",
    "uefa-2024-qualifying",
    "premier-league-2019",
    "la-liga-2010",
    "serie-a-2022",
    "nhl-2019",
]


@dataclass(frozen=True)
class Points:
    """The points of a game."""

    win: float = 3
    draw: float = 1
    loss: float = 0
    overtime_win: float | None = None
    """The same as a win if it is left out."""
    overtime_loss: float | None = None

    @property
    def has_overtime(self) -> bool:
        """Whether a win in overtime counts differently."""
        return self.overtime_win is not None


@dataclass(frozen=True)
class Rules:
    """The rules by which teams are placed."""

    source: str
    """Where the rules are written."""
    criteria: tuple[str, ...]
    points: Points = Points()
    head_to_head: HeadToHead = "once"
    """Whether a run of head-to-head criteria is repeated, or waits for the end."""
    tells_shootouts: bool = False
    """Whether wins are counted apart by how they came about: RW and ROW."""

    @property
    def is_by_percentage(self) -> bool:
        """Whether it is a league of wins and losses, with games behind."""
        return self.criteria[:1] == ("Pct",)

    @property
    def has_draws(self) -> bool:
        """Whether games may well end in a draw: it is worth a number of its own."""
        points = self.points
        return not (self.is_by_percentage or points.has_overtime or points.draw == points.loss)

    @property
    def is_american(self) -> bool:
        """Whether GP is games played, and clinched places have letters."""
        return self.is_by_percentage or self.tells_shootouts

    @property
    def is_football(self) -> bool:
        """Whether goals are counted as in football; in other games nobody says goal difference."""
        return self.points == Points() and not self.is_by_percentage


_POINTS = "Head-to-head points"
_MINI_TABLE = (_POINTS, "Head-to-head difference", "Head-to-head for")

RULES: Mapping[RulesName, Rules] = {
    "baseball": Rules(
        "As newspapers print league tables: winning percentage, then games behind.",
        ("Pct", "Behind leader"),
        Points(1, 0.5, 0),
    ),
    "fifa-2022": Rules(
        "Regulations of the FIFA World Cup Qatar 2022, Article 12. Fair play: the conduct score, "
        "below 0. Lot: drawing of lots. The World Cups since 1970 had the same order without fair "
        "play, and 2 points for a win before 1994.",
        ("Points", "Difference", "For", *_MINI_TABLE, "Fair play"),
    ),
    "fifa-2026": Rules(
        "Regulations of the FIFA World Cup 26, Article 13. Fair play: the team conduct score, "
        "below 0. Lot: the place in the FIFA ranking.",
        ("Points", *_MINI_TABLE, "Difference", "For", "Fair play"),
        head_to_head="again",
    ),
    "uefa-2024": Rules(
        "Regulations of the UEFA European Football Championship 2022-24, Article 20.01. Fair play: "
        "disciplinary points, typed below 0. Lot: the place in the rankings of the qualifiers, or "
        "drawing of lots. Kicks from the penalty mark (20.02) are settled by Lot too.",
        ("Points", *_MINI_TABLE, "Difference", "For", "Fair play"),
        head_to_head="again",
    ),
    "uefa-2024-qualifying": Rules(
        "Regulations of the UEFA European Football Championship 2022-24, Article 15.01. Fair play: "
        "disciplinary points, typed below 0. Lot: the place in the Nations League rankings.",
        (
            "Points",
            *_MINI_TABLE,
            "Difference",
            "For",
            "Away for",
            "Wins",
            "Away wins",
            "Fair play",
        ),
        head_to_head="again",
    ),
    "premier-league-2019": Rules(
        "Premier League Handbook since 2019/20, rule C.17 and those after it: goal difference, "
        "goals, then, where a title, a relegation or a European place depends on it, points and "
        "away goals in the games between. Lot: the play-off.",
        ("Points", "Difference", "For", _POINTS, "Head-to-head away for"),
    ),
    "la-liga-2010": Rules(
        "Reglamento General of the RFEF, Article 201 (2010): once all games are played, points and "
        "difference in the games between, then difference and goals. Fair play: typed below 0.",
        ("Points", *_MINI_TABLE[:-1], "Difference", "For", "Fair play"),
        head_to_head="at the end",
    ),
    "serie-a-2022": Rules(
        "Lega Serie A, classifica avulsa since 2022/23: points and difference in the games "
        "between, then difference and goals. Lot: drawing of lots, or the play-off for the title "
        "and against relegation.",
        ("Points", *_MINI_TABLE[:-1], "Difference", "For"),
        head_to_head="at the end",
    ),
    "nhl-2019": Rules(
        "NHL, regular season since 2019/20: points, then fewer games played, regulation wins (RW), "
        "regulation and overtime wins (ROW), wins, points in the games between, goal difference, "
        "goals. Not here: of games between two teams at unequal venues the odd one does not count.",
        ("Points", "Points per game", *OF_SHOOTOUTS, "Wins", _POINTS, "Difference", "For"),
        Points(2, 1.5, 0, 2, 1),
        tells_shootouts=True,
    ),
}
"""The rules by name, which carries the year that they are from."""


def chosen_rules(
    name: RulesName | None,
    points: str | None,
    criteria: str | None,
    head_to_head: HeadToHead | None,
) -> Rules:
    """The rules with a name, or those of baseball, with the parts that are to be replaced."""
    rules = RULES[name or "baseball"]
    if points is not None:
        rules = replace(rules, points=_parse_points(points))
    if criteria is not None:
        rules = replace(rules, criteria=_parse_criteria(criteria, rules.tells_shootouts))
    if head_to_head is not None:
        rules = replace(rules, head_to_head=head_to_head)
    return rules


def _parse_points(text: str) -> Points:
    """Points from the best to the worst result: three numbers, or four with overtime."""
    try:
        numbers = [float(number) for number in text.split("-")]
    except ValueError:
        numbers = []
    if len(numbers) not in (3, 4) or sorted(numbers, reverse=True) != numbers:
        raise OptionError(
            f"points is “{text}”; give win-draw-loss such as 3-1-0, or win, overtime win, overtime "
            "loss and loss such as 3-2-1-0."
        )
    if len(numbers) == 3:
        return Points(*numbers)
    win, overtime_win, overtime_loss, loss = numbers
    return Points(win, (overtime_win + overtime_loss) / 2, loss, overtime_win, overtime_loss)


def _parse_criteria(text: str, tells_shootouts: bool) -> tuple[str, ...]:
    there = criteria_of(tells_shootouts)
    known = {name.casefold(): name for name in there}
    asked = [" ".join(name.split()) for name in text.replace(";", ",").split(",")]
    for name in asked:
        if name.casefold() not in known:
            raise OptionError(
                f"criteria has “{name}”; choose among {', '.join(there)}, with commas."
            )
    if len(asked) > MAX_CRITERIA:
        raise OptionError(f"There is room for {MAX_CRITERIA} criteria, not {len(asked)}.")
    return tuple(known[name.casefold()] for name in asked)
