"""Random leagues with groups and every kind of points, against all results by enumeration."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from xl_tourney.functions.race.race import Scoring
from xl_tourney.functions.race.table import Grouping, RaceTable
from xl_tourney.functions.race.whatif import TeamOutlook, what_if

from .enumeration import Small, reached_in_groups

SCORINGS: dict[str, Sequence[int]] = {
    "football": (3, 1, 0),
    "wins": (1, 0),
    "baseball with ties": (2, 1, 0),
    "basketball": (2, 1),
    "ice hockey": (3, 2, 1, 0),
    "NHL": (2, 2, 1, 0),
    "floorball": (3, 2, 1, 1, 0),
    "draws worth a win": (2, 2, 0),
    "kabaddi": (5, 5, 3, 1, 0),
    # A win with and without tries, against nothing, one or two bonus points of the loser; draws.
    "rugby": (5, 4, 5, 4, 5, 4, 3, 3, 2, 2, 2, 2, 1, 1, 0, 0),
}
"""What a result gives; the opponent has the number at the same place from the end."""
MOST_COMPLETIONS = 3_000
KINDS = ("groups", "thirds", "wild cards", "no leaders", "parts")


class Case(NamedTuple):
    """A league."""

    kind: str
    small: Small
    grouping: Grouping
    unit: str

    @property
    def group(self) -> list[int]:
        """The number of each team's group."""
        return [list(self.grouping.order).index(name) for name in self.grouping.group]

    def rows(self) -> list[TeamOutlook]:
        """What is said of it."""
        small = self.small
        names = [f"T{at}" for at in range(len(small.points))]
        points = [Fraction(own) for own in small.points]
        scoring = Scoring(tuple(map(Fraction, small.scoring)))
        table = RaceTable(names, points, small.games, scoring, small.keys)
        found = what_if(table, 1, unit=self.unit, seconds=60, grouping=self.grouping)
        return sorted(found.rows, key=lambda row: int(row.team[1:]))


def random_case(draw: random.Random) -> Case:
    """Two or three groups of two to four teams, and a few games left, some between two groups."""
    kind = draw.choice(KINDS)
    sizes = [draw.randint(2, 4) for _ in range(draw.choice((2, 2, 3)))]
    group = [at for at, size in enumerate(sizes) for _ in range(size)]
    order = [f"G{at}" for at in range(len(sizes))]
    scoring = SCORINGS[draw.choice(list(SCORINGS))]
    most = 1
    while len(scoring) ** (most + 1) <= MOST_COMPLETIONS and most < 6:
        most += 1
    inside = [
        pair for pair in combinations(range(len(group)), 2) if group[pair[0]] == group[pair[1]]
    ]
    across = [pair for pair in combinations(range(len(group)), 2) if pair not in inside]
    games: list[tuple[int, int | None]] = []
    for _ in range(draw.randint(1, most)):
        pairs = across if draw.random() < 0.3 and kind in KINDS[2:4] else inside
        games.append(
            draw.choice(pairs) if draw.random() < 0.9 else (draw.randrange(len(group)), None)
        )
    points = [draw.randint(0, scoring[0] + 2) for _ in group]
    names = [order[at] for at in group]
    direct = draw.randint(1, 2)
    grouping = Grouping(names, names, order, direct)
    if kind == "thirds":
        extra = draw.randint(1, len(sizes))
        grouping = Grouping(names, [""] * len(names), order, direct, None, extra, direct + 1)
    elif kind in ("wild cards", "no leaders"):
        direct = direct if kind == "wild cards" else 0
        total = direct * len(sizes) + draw.randint(1, 3)
        grouping = Grouping(names, [""] * len(names), order, direct, total)
    elif kind == "parts":
        grouping = grouping._replace(direct=draw.randint(1, len(names)), is_counted_through=True)
    unit = "points" if len(scoring) > 5 or draw.random() < 0.3 else "wins"
    return Case(kind, Small(points, games, scoring, [None] * len(names)), grouping, unit)


def faults(case: Case) -> Iterator[str]:
    """Each figure that another one is true of."""
    completions = list(case.small.completions())
    for team, row in enumerate(case.rows()):
        for key, value in _expected(case, team, [totals for totals, _ in completions]).items():
            found = getattr(row, key)
            if found != ("" if value is None else value):
                yield f"T{team}: {key} is {found}, not {value}; {case}"


def _expected(case: Case, team: int, completions: Sequence[Sequence[int]]) -> dict[str, object]:
    small, grouping, group = case.small, case.grouping, case.group
    name = grouping.group[team]
    above, size = grouping.above(name), len(grouping.members(name))
    extra, direct = grouping.best, grouping.direct
    if grouping.of_pool is not None:
        extra = grouping.of_pool - direct * len(grouping.order)
    if not extra:
        direct = min(direct - above, size)
    reached = reached_in_groups(group, team, direct, extra, case.kind == "thirds")
    hopeful, fearful = (
        [small.ahead(team, totals, is_hopeful) for totals in completions]
        for is_hopeful in (True, False)
    )

    def places(ahead: list[list[int]]) -> list[int]:
        return [1 + above + sum(group[j] == group[team] for j in some) for some in ahead]

    can, sure = any(map(reached, hopeful)), all(map(reached, fearful))
    return {
        "best_place": min(places(hopeful)),
        "worst_place": max(places(fearful)),
        "status": "clinched" if sure else "open" if can else "out",
        "to_clinch": small.to_clinch(team, reached, case.unit),
        "to_stay_alive": small.to_stay_alive(team, reached, case.unit),
    }
