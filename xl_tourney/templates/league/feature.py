"""What a league is: its rules, and the features that it has beside them.

A feature is a frozen dataclass, in one file of :mod:`features`.  Its fields are what a file of
rules says of it, and its methods are what it brings to a workbook, each to one place.  Whoever
builds that place asks all features of the rules, in their order::

    *rules.all(lambda feature: feature.typed_of_game(rules))

An example is :class:`~.features.clean_sheet.CleanSheet`.  What a feature does not say it does not
bring.  ``docs/reference/rules.md`` says what files of rules may have, and CONTRIBUTING how one
more feature is added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple, TypeVar

from ...errors import OptionError
from ..parts.checks import Check
from ..parts.columns import Heading
from ..parts.plan import SheetPlan, TablePlan
from ..parts.settings import Setting
from ..parts.table import Column, InputRule
from .rules.entries import Entries as Entries
from .rules.entries import derived as derived
from .rules.rules import EDITIONS, PARTS, HeadToHead, Points

AMOUNT = InputRule("decimal", "A number from 0, or blank.", 0, 9999)
SIDES = ("home", "away")
OTHER = {"home": "away", "away": "home"}
"""The other side of a game."""

RESTART_SINCE = "2"
"""The edition in which rules may begin again."""

T = TypeVar("T")
F = TypeVar("F", bound="Feature")
Refuse = Callable[[str, str], OptionError]
"""The mistake of an entry of a file, by its key, and a message without full stop."""


class Extra(NamedTuple):
    """Points that a game gives beside those of its result."""

    key: str
    name: str
    heading: Heading
    said: str = ""
    """The sum of a team in a sentence, as a column has it."""


class Brought(NamedTuple):
    """What the results and the options of a workbook ask for beside points."""

    figures: frozenset[str] = frozenset()
    """Of a side beside its score: bonus, second, wickets."""
    has_groups: bool = False
    is_adjusted: bool = False
    boards: int | None = None
    """How many single games a match has, as asked for."""
    boards_of_games: int | None = None
    """The same as the results have them."""


class Size(NamedTuple):
    """How many rows the tables have."""

    teams: int
    games: int
    groups: int


class Feature:
    """Something that a league may have; subclasses are frozen dataclasses."""

    part: ClassVar[str] = ""
    """The part of a file of rules with its entries, ``[bonus]``; blank where they stand alone."""
    order: ClassVar[int] = 100
    """Features come in this order, and those of one number by their names."""
    since: ClassVar[str] = EDITIONS[-1]
    """The edition in which it came: workbooks of earlier ones are without it."""
    of_scores: ClassVar[bool] = False
    """Whether its criteria are made of scores: these stand behind the others."""
    grouped_by: ClassVar[str] = ""
    """The column of the standings with the group of a team, if it makes groups of them."""
    group_width: ClassVar[float] = 14
    is_of_parts: ClassVar[bool] = False
    """Whether it is what games are made of, from which their scores follow."""
    has_met: ClassVar[str] = ""
    """Whether all have met equally often, where that is not so of all teams: a formula."""
    extra: Extra | None = None
    """What the points are called that games give beside those of their results."""
    most_extra: str = "0"
    """How many of these a team can get in a game that it wins: a formula."""
    sums_differences: ClassVar[bool] = False
    """Whether the difference of a team is the sum of those of its games as they count."""
    most_meetings: ClassVar[str] = ""
    """How often two teams may meet in a round, where that is not once: a formula."""
    counts: str = ""
    """What a second figure of each side counts, if it is one."""
    kinds: ClassVar[list[type[Feature]]] = []
    """All features that there are, in their order."""

    def __init_subclass__(cls) -> None:
        cls.kinds.append(cls)
        cls.kinds.sort(key=lambda kind: (kind.order, kind.__name__))

    # Where it comes from -------------------------------------------------------------------------

    @classmethod
    def read(cls, entries: Entries) -> Feature | None:
        """The feature of a file of rules, if it is there: its fields are the entries."""
        if not cls.part:
            return entries.record(cls)
        part = entries.table(cls.part)
        found = part.record(cls, is_there=True) if part else None
        if part:
            part.done()
        return found

    def completed(self, rules: Rules, refuse: Refuse) -> Feature | None:
        """The same when all rules of the file are known; what cannot be is refused."""
        return self

    @classmethod
    def brought(cls, own: Feature | None, rules: Rules, by: Brought) -> Feature | None:
        """What there is of it in a workbook: as the rules have it, or as results ask for it."""
        return own

    # What is typed -------------------------------------------------------------------------------

    def typed_of_team(self, rules: Rules) -> Iterable[Column]:
        """Columns of the teams on Setup."""
        return ()

    def typed_of_game(self, rules: Rules) -> Iterable[Column]:
        """Columns of Results, behind the scores."""
        return ()

    def settings(self, rules: Rules) -> Iterable[Setting]:
        """Options on Setup."""
        return ()

    def words(self) -> Iterable[Setting]:
        """Named cells with the words that may be typed."""
        return ()

    def constants(self, rules: Rules) -> Iterable[Setting]:
        """Named cells that only calculate."""
        return ()

    # The games -----------------------------------------------------------------------------------

    def of_result(self, rules: Rules) -> Iterable[Column]:
        """Columns of how a game came to its result."""
        return ()

    def of_side(self, side: str, rules: Rules) -> Iterable[Column]:
        """Columns of a side of a game, which stand before its points."""
        return ()

    def extra_points(self, side: str, own: str, other: str, rules: Rules) -> str:
        """The points that a side of a game gets beside those of its result: a formula.

        ``own`` and ``other`` are the scores.  They are summed under the name of :attr:`extra`.
        """
        return ""

    def of_difference(self, difference: str) -> str:
        """The difference of a game as a side sees it, and as it counts: a formula."""
        return difference

    def conceded(self, lost: str) -> str:
        """What a team concedes beside scores; ``lost`` counts the games that both teams lose."""
        return ""

    def of_game(self, rules: Rules) -> Iterable[Column]:
        """Columns of games that count, behind those of both sides."""
        return ()

    # The teams -----------------------------------------------------------------------------------

    def sums(self, side: str, rules: Rules) -> Iterable[Column]:
        """Sums over the games at home, or away."""
        return ()

    def figures(self, rules: Rules) -> Iterable[Column]:
        """Figures of each team, which stand before its points."""
        return ()

    def lost_points(self, rules: Rules) -> Iterable[Column]:
        """Figures of which the last is taken from the points of a team."""
        return ()

    def of_points(self) -> str:
        """What is added to the points of a team beside those of its games: a formula."""
        return ""

    def compared(self, rules: Rules) -> Iterable[Column]:
        """The figures that its criteria look at, in the order of these."""
        return ()

    def criteria(self, rules: Rules) -> Mapping[str, tuple[str, str]]:
        """Criteria that look at all games: the column that each reads, and what it is."""
        return {}

    @property
    def needs_encounters(self) -> bool:
        """Whether its criteria look at whom a team has met."""
        return False

    def among_tied(self, rules: Rules) -> Iterable[tuple[str, tuple[str, ...], Callable[..., str]]]:
        """Criteria of the games among the tied: columns of a side, and what is made of the sums.

        It is given of each column the sum of a team and that of its opponents.
        """
        return ()

    def of_places(self, rules: Rules) -> Iterable[Column]:
        """Figures that need the place of a team."""
        return ()

    # What is shown -------------------------------------------------------------------------------

    def headings(self, rules: Rules) -> Mapping[str, Heading]:
        """How columns are headed, and what they mean."""
        return {self.extra.key: self.extra.heading} if self.extra else {}

    def shown(self, rules: Rules) -> Iterable[tuple[str, float, str]]:
        """Columns of the standings beside the score: the key, the width, the format."""
        return [(self.extra.key, 6, "General")] if self.extra else ()

    @property
    def record(self) -> tuple[str, ...]:
        """The columns of the record, where it has another order than usual."""
        return ()

    @property
    def is_late_within(self) -> bool:
        """Whether games won and lost are shown with those after overtime among them."""
        return False

    @property
    def always_shown(self) -> frozenset[str]:
        """Columns of the standings that are not hidden, as this league prints them."""
        return frozenset()

    def in_table(self, columns: list[Column], rules: Rules) -> list[Column]:
        """The columns of the standings, with those that are to stand among them."""
        return columns

    def tables(self, rules: Rules, size: Size, beside: str) -> Mapping[str, TablePlan]:
        """Tables of its own; the first on Calculation stands ``beside`` another one."""
        return {}

    def sheets(self) -> Mapping[str, SheetPlan]:
        """Pages of its own."""
        return {}

    def checks(self) -> Iterable[Check]:
        """What must hold."""
        return ()

    # Who can still finish where ------------------------------------------------------------------

    @property
    def bounds_race(self) -> bool:
        """Whether results of games do not say all that places need, so that there are bounds."""
        return self.extra is not None

    @property
    def binds_scores(self) -> bool:
        """Whether a game cannot end with any score."""
        return False

    @property
    def opens_ties(self) -> bool:
        """Whether criteria look at more than the scores of games to come tell."""
        return False

    last_in_reach: ClassVar[str] = ""
    """The last place that qualifies for something, if it is not that of Setup: a formula."""

    @property
    def if_all_won(self) -> str:
        """What a team gets more for winning all its games: a formula."""
        return ""


@dataclass(frozen=True)
class Rules:
    """The rules by which teams are placed, and the features of the league."""

    source: str
    """Where the rules are written."""
    criteria: tuple[str, ...]
    points: Points = field(default_factory=Points)
    head_to_head: HeadToHead = "once"
    """Whether a run of head-to-head criteria is repeated, or waits for the end."""
    restart: bool = False
    """Whether teams are placed one at a time, and the criteria begin again for the others."""
    met_equally: bool = False
    """Whether head-to-head counts only where all who are tied have met equally often."""
    only_two: bool = False
    """Whether head-to-head counts only where two are tied."""
    name: str = ""
    scores: str = ""
    """What a score counts: goals, sets, runs; blank where the points tell whether it is goals."""
    adds: tuple[int, ...] = ()
    """What a side can add to its score at once; empty where any score can be."""
    places: int | None = None
    """How many places qualify."""
    headings: Mapping[str, str] = field(default_factory=dict)
    """What columns of the table are called, by key."""
    text: str = ""
    """The file, without which a workbook of rules that are not shipped cannot be made again."""
    features: tuple[Feature, ...] = ()
    edition: str = EDITIONS[0]
    """Which columns the tables have."""

    def of_edition(self, edition: str) -> Rules:
        """The rules as a workbook of an edition has them."""
        features = tuple(one for one in self.features if one.since <= edition)
        restart = self.restart and edition >= RESTART_SINCE
        return replace(self, features=features, restart=restart, edition=edition)

    def of(self, kind: type[F]) -> F | None:
        """The feature of a kind, if the league has it."""
        return next((one for one in self.features if isinstance(one, kind)), None)

    def having(self, features: Iterable[Feature | None]) -> Rules:
        """The rules with these features, in the order of their kinds."""
        there = {type(one): one for one in features if one}
        return replace(self, features=tuple(there[kind] for kind in Feature.kinds if kind in there))

    def all(self, of: Callable[[Feature], Iterable[T]]) -> Iterator[T]:
        """What all features bring to a place, in their order."""
        for feature in self.features:
            yield from of(feature)

    def any(self, of: Callable[[Feature], object]) -> bool:
        """Whether one of the features has something."""
        return any(map(of, self.features))

    def first(self, of: Callable[[Feature], T]) -> T | None:
        """What the first feature says that says something."""
        return next((said for feature in self.features if (said := of(feature))), None)

    def by_criteria(self, of: Callable[[Feature], Iterable[T]], of_scores: bool) -> Iterator[T]:
        """The same of what criteria look at: of features of scores, or of the others."""
        for feature in self.features:
            if feature.of_scores is of_scores:
                yield from of(feature)

    @property
    def sums_differences(self) -> bool:
        """Whether the difference of a team is the sum of those of its games as they count."""
        return self.any(lambda feature: feature.sums_differences)

    @property
    def is_in_parts(self) -> bool:
        """Whether games are made of sets, or boards, from which scores follow."""
        return self.any(lambda feature: feature.is_of_parts)

    @property
    def extras(self) -> list[Extra]:
        """The extra points that games may give."""
        return [feature.extra for feature in self.features if feature.extra]

    @property
    def second(self) -> str:
        """What a second figure of each side counts: tries, points, overs; blank for none."""
        return self.first(lambda feature: feature.counts) or ""

    @property
    def group_key(self) -> str:
        """The column of the standings with the group of a team; blank where there are none."""
        return self.first(lambda feature: feature.grouped_by) or ""

    @property
    def group_width(self) -> float:
        """How wide that column is."""
        return self.first(lambda feature: feature.grouped_by and feature.group_width) or 0

    @property
    def has_groups(self) -> bool:
        """Whether a team has its place in a group, or a part of the table."""
        return bool(self.group_key)

    @property
    def looks_at_opponents(self) -> bool:
        """Whether criteria may look at whom a team has met."""
        return self.any(lambda feature: feature.needs_encounters)

    @property
    def is_by_percentage(self) -> bool:
        """Whether it is a league of wins and losses, with games behind."""
        return self.criteria[:1] == ("Pct",)

    @property
    def counts_some_ties(self) -> bool:
        """Whether head-to-head counts in some ties, and in others not."""
        return self.met_equally or self.only_two

    @property
    def has_draws(self) -> bool:
        """Whether games may well end in a draw: it is worth a number of its own."""
        return self.points.has_draws and not self.is_by_percentage

    @property
    def are_scores_bound(self) -> bool:
        """Whether a game cannot end with any score: so many sets are won, or games played."""
        is_made_of = self.scores in PARTS or bool(self.adds)
        return is_made_of or self.any(lambda feature: feature.binds_scores)

    @property
    def is_bounded(self) -> bool:
        """Whether who can still finish where is told by arithmetic, with no search behind it.

        Bonus points split a game in ways that no result tells, as do losses that are worth a point
        though the win is worth no less for it; groups have places of their own.
        """
        return self.any(lambda feature: feature.bounds_race) or not self.points.read_both_ways

    @property
    def is_american(self) -> bool:
        """Whether GP is games played, and clinched places have letters."""
        return self.is_by_percentage or self.any(lambda feature: feature.record)

    @property
    def is_football(self) -> bool:
        """Whether goals are counted as in football; in other games nobody says goal difference."""
        if self.scores:
            return self.scores == "goals"
        return self.points == Points() and not self.is_by_percentage
