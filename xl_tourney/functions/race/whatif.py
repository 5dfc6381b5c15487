"""What if: who can still finish where, with some results assumed, and the proof in words.

Assumed results become played ones; then each team is asked, in its group, for its best and worst
place and for what it needs.  All rows share one clock, each what its fair part of the time left is.
With 2 places, and A 6, B 3, C 3, D 0 points before B–C and A–D (3 for a win, 1 for a draw)::

    A clinched, place 1 to 2     B and C open, 1 to 4     D out, 3 to 4

Where teams are placed in groups, some also go on as the best of others (wild cards): those places
are asked for among all who compete for them, and added to what the group alone gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from .answers import Answers, BoundsOnlyError, Clock
from .assumptions import AssumptionError, assume, number_of
from .criteria.answers import answers_about
from .least import in_words, least_of
from .methods.solver import UnsettledError
from .proofs import Goal, prove, question
from .race import Target
from .table import Grouping, RaceTable

UNKNOWN = "unknown"


class TeamOutlook(NamedTuple):
    """The places that a team can still reach, and the wins or points that it needs."""

    team: str
    points: float
    left: int
    status: str
    best_place: int | None
    """None, here and below, if it was not settled."""
    worst_place: int | None
    to_clinch: float | str | None
    """Empty if not even winning everything is enough."""
    to_stay_alive: float | str | None
    """Empty if the team is out."""
    group: str = ""
    """The group, division or part that it is placed in."""


class GameResult(NamedTuple):
    """A game with its two results."""

    first: str
    first_points: float
    second: str | None
    second_points: float | None
    score: tuple[int, int] | None = None
    """The score, where it takes more than the result."""
    words: str = ""
    """The result as people say it, where a game has two to four of them."""

    def __str__(self) -> str:
        if self.score:
            own, other = self.score
            return f"{self.first} {own}–{other} {self.second or 'others'}"
        if self.words:
            return self.words
        second = "others" if self.second is None else self.second
        score = f"{self.first_points:g}"
        if self.second_points is not None:
            score += f"–{self.second_points:g}"
        return f"{self.first} {score} {second}"


class WhatIf(NamedTuple):
    """The answers to a question of what if."""

    places: int
    unit: str
    """The unit of the amounts: wins or points."""
    rows: list[TeamOutlook]
    team: str | None = None
    wish: Goal | None = None
    possible: bool | None = None
    """Whether the wish of the team can come true; None where it was not settled."""
    scenario: tuple[GameResult, ...] = ()
    """Results with which the wish comes true, if it can."""
    reason: str = ""
    """Why the wish cannot come true, or was not settled."""
    least: str = ""
    """The least that must happen for it, in a sentence; empty where it takes all the results."""
    further: str = ""
    """What else than the first places of a group is meant by reaching them."""

    @property
    def is_settled(self) -> bool:
        """Whether every question was settled."""
        asked = [cell for row in self.rows for cell in row]
        return (
            None not in asked and UNKNOWN not in asked and not (self.team and self.possible is None)
        )

    def as_json(self) -> dict[str, Any]:
        """The answers as plain data."""
        return self._asdict() | {
            "rows": [row._asdict() for row in self.rows],
            "scenario": [game._asdict() for game in self.scenario],
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The answers as lines for a person."""
        heads = ("team", "points", "left", "status", "best", "worst")
        amounts = (f"{self.unit} to clinch", f"{self.unit} to stay alive")
        cells = [(*heads, *amounts), *(tuple(map(_cell, row[:-1])) for row in self.rows)]
        if any(row.group for row in self.rows):
            groups = ("group", *(row.group for row in self.rows))
            cells = [(group, *row) for group, row in zip(groups, cells)]
        widths = [max(map(len, column)) for column in zip(*cells)]
        for row in cells:
            first, *others = (
                cell.ljust(width) if at <= len(row) - len(heads) - 2 else cell.rjust(width)
                for at, (cell, width) in enumerate(zip(row, widths))
            )
            yield "  ".join((first, *others)).rstrip()
        if self.team:
            yield ""
            yield from self._of_the_wish()

    def _of_the_wish(self) -> Iterator[str]:
        """Whether it can come true, and by which results."""
        if not self.possible:
            settled = "impossible" if self.possible is False else UNKNOWN
            yield f"{self.team}, {self._goal()}: {settled}. {_sentence(self.reason)}"
            return
        yield f"{self.team}, {self._goal()}: {self.least or 'with these results'}"
        if self.least and len(self.scenario) > 1:
            yield "For example:"
        if not self.least or len(self.scenario) > 1:
            yield from (f"  {game}" for game in self.scenario)

    def _goal(self) -> str:
        if self.wish in ("best", "worst"):
            return f"{self.wish} place"
        place = "first place" if self.places == 1 else f"the first {self.places}"
        return f"to {self.wish} {place}{self.further}"


def what_if(
    table: RaceTable,
    places: int,
    team: str | None = None,
    wish: Goal = "reach",
    assumptions: Sequence[str] = (),
    seconds: float = 10.0,
    unit: str = "",
    grouping: Grouping | None = None,
) -> WhatIf:
    """Who can still finish where, with some results assumed; for a team, the proof of a wish.

    With a grouping a place is one within the group, by all criteria; who goes on besides, such as
    the best thirds, is told by points alone: then a tie is open.

    An assumption is written as ``Reds 2-1 Blues``.  Who wins by it gets the best result; where a
    game has more than three results, the two numbers are the points themselves.
    """
    table = assume(table, assumptions)
    if not 1 <= places <= len(table.names):
        raise AssumptionError(
            f"places must be from 1 to {len(table.names)}, the number of teams; {places} is not"
        )
    unit = unit or ("wins" if len(table.scoring.values) <= 4 else "points")
    clock, count = Clock(seconds), len(table.names)
    # Without groups all teams are one.
    grouping = grouping or Grouping([""] * count, [""] * count, [""], places)
    rows: list[TeamOutlook] = []
    shares = count + bool(team)
    parts = {name: grouping.members(name) for name in grouping.order}
    answers = {name: answers_about(table.within(members)) for name, members in parts.items()}
    others = _Others(table, grouping)
    for name, members in parts.items():
        part = table.within(members)
        places = grouping.direct - grouping.above(name)
        target = Target.top(min(max(places, 1), len(members)), len(members))
        for number, member in enumerate(members):
            clock.share(1 / (shares - len(rows)))
            row = row_of(part, answers[name], number, target, unit, clock)
            row = row._replace(status="out", to_clinch="", to_stay_alive="") if places < 1 else row
            row = others.added(row, member, unit, clock)
            rows.append(_counted_on(row, grouping.above(name))._replace(group=name))
    found = WhatIf(grouping.direct, unit, rows)
    if team is None:
        return found
    number = number_of(table, team)
    name = grouping.group[number]
    clock.share(1)
    asked = grouping.of_others(number) if wish in ("reach", "miss") else None
    if asked:
        pool, target = asked
        found = found._replace(places=grouping.direct or target.extra, further=others.words)
        part = others.table(pool)
        return _with_wish(
            found, part, others.answers(pool), pool.index(number), target, wish, clock, False
        )
    members, above = parts[name], grouping.above(name)
    target = Target.top(min(max(grouping.direct - above, 1), len(members)), len(members))
    part, at = table.within(members), members.index(number)
    return _with_wish(found, part, answers[name], at, target, wish, clock)


def row_of(
    table: RaceTable,
    answers: Answers,
    team: int,
    target: Target,
    unit: str,
    clock: Clock,
    has_places: bool = True,
) -> TeamOutlook:
    """The places that a team can still reach, and the wins or points that it needs.

    Without ``has_places`` the best and the worst place are not asked for.
    """

    def amount(find: Any) -> float | str | None:
        try:
            units = find(team, target, unit, clock)
        except UnsettledError:
            return None
        if units is None:
            return ""
        return float(units) if unit == "wins" else answers.race.gained(team, units)

    def place(find: Any) -> int | None:
        if not has_places:
            return None
        try:
            return int(find(team, clock))
        except UnsettledError:
            return None

    try:
        status = answers.status(team, target, clock)
    except UnsettledError:
        status = UNKNOWN
    return TeamOutlook(
        table.names[team],
        float(table.points[team]),
        answers.race.left[team],
        status,
        place(answers.best_place),
        place(answers.worst_place),
        amount(answers.to_clinch),
        amount(answers.to_stay_alive),
    )


def _with_wish(
    found: WhatIf,
    table: RaceTable,
    answers: Answers,
    team: int,
    target: Target,
    wish: Goal,
    clock: Clock,
    is_in_words: bool = True,
) -> WhatIf:
    found = found._replace(team=table.names[team], wish=wish)
    try:
        proof = prove(table, answers, team, target, wish, clock)
    except BoundsOnlyError as error:
        return found._replace(reason=f"the place is between {error.low} and {error.high}: {error}")
    except UnsettledError as error:
        return found._replace(reason=str(error))
    games = tuple(
        GameResult(
            table.names[first],
            float(own),
            None if second is None else table.names[second],
            None if other is None else float(other),
            None if score is None else (score.own, score.other),
            _in_words(table, first, second, own),
        )
        for (first, second), (own, other), score in zip(
            table.games, proof.results, proof.scores or [None] * len(proof.results)
        )
    )
    found = found._replace(possible=proof.possible, scenario=games, reason=proof.why)
    values = table.scoring.values
    if not proof.possible or not is_in_words or len(set(values)) < len(values):
        return found
    results = [values.index(own) for own, _ in proof.results]
    side, target = question(table, answers, team, target, wish, clock)
    least = least_of(table, team, side, target, results, clock)
    return found._replace(least=in_words(table, team, least) if least else "")


def _in_words(table: RaceTable, first: int, second: int | None, own: Fraction) -> str:
    """The result of a game as people say it; empty where it can have more than four."""
    values = table.scoring.values
    if len(values) > 4 or len(set(values)) < len(values):
        return ""
    one, other = table.names[first], "others" if second is None else table.names[second]
    result = values.index(own)
    if len(values) == 3 and result == 1:
        return f"{one} and {other} draw"
    after = f" {table.late.after}" if len(values) == 4 and result in (1, 2) else ""
    if 2 * result < len(values):
        return f"{one} beats {other}{after}"
    return f"{other} beats {one}{after}" if second is not None else f"{one} loses to others{after}"


class _Others:
    """Who goes on beside the first of each group, by points alone."""

    def __init__(self, table: RaceTable, grouping: Grouping) -> None:
        self.whole, self.grouping = table, grouping
        self._answers: dict[tuple[int, ...], Answers] = {}

    def table(self, pool: Sequence[int]) -> RaceTable:
        """The table of all who compete for these places, without criteria."""
        return self.whole.within(pool)._replace(criteria=(), keys=[None] * len(pool))

    def answers(self, pool: Sequence[int]) -> Answers:
        """The answers about them; they are remembered."""
        key = tuple(pool)
        if key not in self._answers:
            self._answers[key] = answers_about(self.table(pool))
        return self._answers[key]

    @property
    def words(self) -> str:
        """What these places are."""
        grouping = self.grouping
        if grouping.of_pool is not None:
            of_division = f" of its division, or the {grouping.of_pool}" if grouping.direct else ""
            return f"{of_division} of its conference"
        return f" of its group, or the {grouping.best} best of those in place {grouping.next_place}"

    def added(self, row: TeamOutlook, team: int, unit: str, clock: Clock) -> TeamOutlook:
        """The outlook of a team in its group, with what these places add to it."""
        asked = self.grouping.of_others(team)
        if asked is None or row.status == "clinched":
            return row
        next_place = self.grouping.next_place
        if next_place and row.best_place is not None and row.best_place > next_place:
            return row  # it is out
        if not self.grouping.best_by_points:
            return row._replace(status=UNKNOWN, to_clinch=None, to_stay_alive=None)
        pool, target = asked
        part = self.table(pool)
        more = row_of(part, self.answers(pool), pool.index(team), target, unit, clock, False)
        least = [n for n in (row.to_clinch, more.to_clinch) if isinstance(n, float)]
        is_known = None not in (row.to_clinch, more.to_clinch)
        to_clinch = min(least) if least else "" if is_known else None
        return row._replace(
            status=more.status, to_clinch=to_clinch, to_stay_alive=more.to_stay_alive
        )


def _counted_on(row: TeamOutlook, above: int) -> TeamOutlook:
    """The places of a team, counted on from those of other groups."""
    best, worst = row.best_place, row.worst_place
    return row._replace(
        best_place=None if best is None else best + above,
        worst_place=None if worst is None else worst + above,
    )


def _cell(value: object) -> str:
    if value is None:
        return UNKNOWN
    return f"{value:.15g}" if isinstance(value, float) else str(value) or "–"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
