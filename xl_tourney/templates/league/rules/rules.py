"""What the rules of a league say: points, criteria, groups, lines, names of its figures."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from ....errors import OptionError

HeadToHead = Literal["once", "again", "at the end"]
HEAD_TO_HEAD: tuple[HeadToHead, ...] = get_args(HeadToHead)
Carried = Literal["all", "half", "none"]
CARRIED: tuple[Carried, ...] = get_args(Carried)
PARTS = frozenset(("sets", "legs", "games", "board points"))
"""What a game is made of, where a score counts these: how many there are is not free."""


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

    @property
    def has_draws(self) -> bool:
        """Whether a draw is worth a number of its own."""
        if self.overtime_win is None or self.overtime_loss is None:
            return self.draw != self.loss
        return self.draw != (self.overtime_win + self.overtime_loss) / 2

    @property
    def read_both_ways(self) -> bool:
        """Whether the worth of a result says what the opponent gets: the r-th from the other end.

        So it is of 3-2-1-0. Of 2-2-1-0 it is not: who loses against the 2 of a win has 0 or 1.
        """
        if self.overtime_win is None or self.overtime_loss is None:
            return self.win > self.draw >= self.loss
        late = (self.overtime_win, self.draw, self.overtime_loss)
        return self.win > late[0] > late[1] > late[2] > self.loss


@dataclass(frozen=True)
class Bonus:
    """A point more in a game, each where it is a number: that is what it takes."""

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

    @property
    def looks_at_second(self) -> bool:
        """Whether it needs the second figure of a game."""
        return self.second is not None or self.second_ahead is not None

    @property
    def exists(self) -> bool:
        """Whether a game may give more points than its result."""
        return self.typed is not None or self.lost_by is not None or self.looks_at_second


@dataclass(frozen=True)
class Line:
    """Places with a name of their own: promotion, a play-off, relegation."""

    name: str
    first: int
    """Places are counted from 1; below 0 from the last, which is -1."""
    last: int


@dataclass(frozen=True)
class NextPlaced:
    """How teams in the same place of their groups are ranked, such as the best thirds."""

    place: int
    best: int
    """How many of them go on."""
    criteria: tuple[str, ...]
    equal_games: bool = False
    """Whether games against the last of larger groups are left out."""


@dataclass(frozen=True)
class Split:
    """A table that divides: from then on teams play in their part, and nobody leaves it."""

    after: int
    """After so many games of each team."""
    parts: tuple[str, ...]
    """The names of the parts, the upper one first."""
    carried: Carried = "all"
    """How many of the points go with a team; half of them is rounded down."""


@dataclass(frozen=True)
class Conferences:
    """Conferences of divisions: the leaders of these go on, and the best of the others."""

    divisions: tuple[tuple[str, str], ...]
    """The name of each division, and of its conference."""
    leaders: int
    """So many of each division stand first in the conference."""
    places: int
    """So many of each conference go on."""
    criteria: tuple[str, ...]
    """What places teams of different divisions."""


@dataclass(frozen=True)
class Slot:
    """Who plays in a series: the one in a place, or who won or lost an earlier series."""

    kind: Literal["place", "W", "L"]
    number: int
    """The place, or the number of the series, which are counted through from 1."""
    of: str = ""
    """The group, division or conference of the place; blank for that of the whole table."""
    otherwise: int = 0
    """The place where the opponent is not the first of that conference; 0 if it does not matter."""


@dataclass(frozen=True)
class Series:
    """A series of a play-off."""

    name: str
    """What the round is called."""
    best_of: int
    slots: tuple[Slot, ...]
    """Who may play in it: two, or all that are placed anew."""
    nth: int = 1
    """Of these the so manyth plays the one who is so many from the end."""
    home_games: str = ""
    """Where each game is: H at the better placed, A at the other; blank where nobody says it."""
    by_record: bool = False
    """Whether the better record has the home advantage, and not the better place."""


@dataclass(frozen=True)
class Rules:
    """The rules by which teams are placed."""

    source: str
    """Where the rules are written."""
    criteria: tuple[str, ...]
    points: Points = Points()
    head_to_head: HeadToHead = "once"
    """Whether a run of head-to-head criteria is repeated, or waits for the end."""
    restart: bool = False
    """Whether teams are placed one at a time, and the criteria begin again for the others."""
    met_equally: bool = False
    """Whether head-to-head counts only where all who are tied have met equally often."""
    only_two: bool = False
    """Whether head-to-head counts only where two are tied."""
    looks_at_opponents: bool = False
    """Whether criteria may look at whom a team has met: common games, strength of victory."""
    overtime_within: bool = False
    """Whether games won and lost are shown with those after overtime among them."""
    tells_shootouts: bool = False
    """Whether wins are counted apart by how they came about: RW and ROW."""
    name: str = ""
    scores: str = ""
    """What a score counts: goals, sets, runs; blank where the points tell whether it is goals."""
    second: str = ""
    """What a second figure of each side counts: tries, points, overs; blank for none."""
    late_margin: float | None = None
    """A game won by no more than this counts as one after overtime, such as 3-2 in sets."""
    difference_cap: float | None = None
    """A game counts by no more than this in the difference."""
    both_lose: float | None = None
    """The goals against that each gets where both teams lose."""
    bye_points: float | None = None
    """The points for a round without an opponent."""
    columns: tuple[str, ...] = ()
    """What the table prints beside its usual columns."""
    games_in_round: int = 1
    """How often two teams may meet at one date, or in one round."""
    overs: float | None = None
    """The second figure is overs such as 19.3, and a side has so many when all are out."""
    adds: tuple[int, ...] = ()
    """What a side can add to its score at once; empty where any score can be."""
    second_adds: tuple[int, ...] = ()
    """What one of the second figure, such as a try, adds to it."""
    sets: int | None = None
    """A score counts sets won, and so many are enough."""
    boards: int | None = None
    """A match is made of so many single games, and their scores are added."""
    bonus: Bonus = Bonus()
    adjusts: bool = False
    """Whether points given or taken have a reason and a date."""
    has_groups: bool = False
    next_placed: NextPlaced | None = None
    split: Split | None = None
    conferences: Conferences | None = None
    playoffs: tuple[Series, ...] = ()
    lines: tuple[Line, ...] = ()
    places: int | None = None
    """How many places qualify."""
    headings: Mapping[str, str] = field(default_factory=dict)
    """What columns of the table are called, by key."""
    text: str = ""
    """The file, without which a workbook of rules that are not shipped cannot be made again."""

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
        is_made_of = self.scores in PARTS or self.parts is not None or bool(self.adds)
        return is_made_of or self.late_margin is not None

    @property
    def parts(self) -> int | None:
        """How many sets, or single games, a game has at most; None where it has no such parts."""
        if self.sets is None:
            return self.boards
        return 2 * (self.sets - 1) + (0 if self.has_draws else 1)

    @property
    def is_bounded(self) -> bool:
        """Whether who can still finish where is told by arithmetic, with no search behind it.

        Bonus points split a game in ways that no result tells, as do losses that are worth a point
        though the win is worth no less for it; groups have places of their own.
        """
        return self.has_groups or self.bonus.exists or not self.points.read_both_ways

    @property
    def is_american(self) -> bool:
        """Whether GP is games played, and clinched places have letters."""
        return self.is_by_percentage or self.tells_shootouts

    @property
    def is_football(self) -> bool:
        """Whether goals are counted as in football; in other games nobody says goal difference."""
        if self.scores:
            return self.scores == "goals"
        return self.points == Points() and not self.is_by_percentage


# The series of play-offs as a file of rules writes them: pairs, teams placed anew, home games.

Refuse = Callable[[str], OptionError]
_SLOT = re.compile(
    r"W(?P<won>\d+)|L(?P<lost>\d+)|(?:(?P<of>.*\S)\s+)?(?P<place>\d+)(?:/(?P<other>\d+))?"
)
"""W2, 3, A 1 or A 8/7."""
_MOST_ANEW = 8


def meetings(text: str, before: int, refuse: Refuse) -> list[tuple[tuple[Slot, ...], int]]:
    """The series of a text: who may play in it, and which of their pairs it is.

    ``1-8`` is one series.  Of four with commas the best meets the last, and the second the third.
    So many series stand ``before`` them.

    >>> [(len(slots), nth) for slots, nth in meetings("A 1, W1, W2, W3", 3, OptionError)]
    [(4, 1), (4, 2)]
    """
    is_anew = "," in text
    found = [_SLOT.fullmatch(side.strip()) for side in text.split("," if is_anew else "-")]
    slots = tuple(_slot(one) for one in found if one)
    fits = len(slots) in range(2, _MOST_ANEW + 1, 2) if is_anew else len(slots) == 2
    if not fits or len(slots) < len(found):
        raise refuse(
            f"has “{text}”; a pair is such as 1-8, A 1-B 2, or W1-W2 of series above, and teams "
            "that are placed anew are such as 1, W1, W2, W3: up to 8 with commas"
        )
    for slot in slots:
        if slot.number < 1 or (slot.kind != "place" and slot.number > before):
            raise refuse(f"has “{text}”; places and series above count from 1")
    if any(slot.otherwise for slot in (slots if is_anew else slots[:1])):
        raise refuse(f"has “{text}”; 8/7 stands behind the hyphen: North 1-East 8/7")
    return [(slots, nth) for nth in range(1, len(slots) // 2 + 1)]


def _slot(found: re.Match[str]) -> Slot:
    if found["won"] or found["lost"]:
        return Slot("W" if found["won"] else "L", int(found["won"] or found["lost"]))
    return Slot("place", int(found["place"]), found["of"] or "", int(found["other"] or 0))


def home_games(text: str, best_of: int, refuse: Refuse) -> str:
    """Where each game of a series is: H at the better placed, A at the other.

    >>> home_games("2-2-1-1-1", 7, OptionError)
    'HHAAHAH'
    """
    turns = text.split("-") if text else []
    if not all(turn.isdecimal() and 0 < int(turn) <= best_of for turn in turns):
        raise refuse(f"is “{text}”; it is such as 2-2-1-1-1, in turn at the better placed")
    if turns and sum(map(int, turns)) != best_of:
        raise refuse(f"is “{text}”; together these must be {best_of}, the games of the series")
    return "".join("HA"[at % 2] * int(turn) for at, turn in enumerate(turns))
