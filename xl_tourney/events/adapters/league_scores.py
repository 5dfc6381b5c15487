"""Which results a game of a league can have: scores, sets, and what is typed beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ...readers.tables.teams.scores import count_sets, is_result, points_of_sets
from ...templates.league.rules.rules import PARTS, Points
from ..cells import Row
from ..event import Event
from .results import normalize

_HALF = 0.5
_ALL_OUT = 10
"""The wickets after which nobody bats."""
_BALLS = 6
_MOST_OF_A_BALL = 6
LEAST_HIGHEST = 10
"""The highest score that is tried at least; where there are higher ones, up to twice those."""
_REGULAR = frozenset(("", "0", "no", "false", "reg", "n/a", "-"))
"""What the column Overtime says of a game that was decided in regular time, in small letters."""
_POINTS = ("WinPoints", "DrawPoints", "LossPoints", "OvertimeWinPoints", "OvertimeLossPoints")
_MORE_POINTS = ("LateMargin", "MostBonus", "LosingBonus", "SecondBonus", "SplitAfter")
"""With one of these, more than the score gives points."""
Score = tuple[float, float]
Sets = Sequence[tuple[int, int]]


def is_late(row: Row) -> bool:
    """Whether a game was decided after regular time."""
    return row.text("overtime").strip().casefold() not in _REGULAR


class PossibleScores(NamedTuple):
    """Which results a game of the league can have, and what they are worth."""

    most: int
    """The highest score that is tried."""
    has_draws: bool
    late_margin: int | None
    """By how much a game after regular time is won; None if by any margin."""
    points: Points | None
    """What results are worth; None where that is not known."""
    sets: int | None = None
    """How many sets win a game, where a score counts these."""
    overs: float | None = None
    """The overs of a side, where these count."""
    unit: str = "goal"
    """What a score counts one of."""
    seen: frozenset[Score] | None = None
    """The scores of other games, lower number first, where only these are known to be possible."""
    adds: tuple[int, ...] = ()
    """What a side can add to its score at once; empty where that is any number."""
    second_adds: tuple[int, ...] = ()
    """What one of the second figure, such as a try, adds to it."""

    @classmethod
    def of(cls, event: Event, games: Sequence[tuple[Row, tuple[int, int]]]) -> PossibleScores:
        """The rules as the results so far and the named cells show them."""
        scores = [score for _, score in games]
        late = {abs(home - away) for row, (home, away) in games if is_late(row)}
        worth = [event.setting(name) for name in _POINTS]
        is_known = all(isinstance(value, (int, float)) for value in worth)
        has_overtime = worth[3:] != [worth[0], worth[2]]
        points = Points(*(worth if has_overtime else worth[:3])) if is_known else None
        sets, overs = event.setting("SetsToWin"), event.setting("FullOvers")
        counted, first = event.text("ScoresCount"), event.text("Criterion1")
        has_level = any(home == away for home, away in scores) or not (late or first == "Pct")
        counts_more = any(event.setting(name) is not None for name in _MORE_POINTS)
        return cls(
            max(LEAST_HIGHEST, 2 * max((goals for score in scores for goals in score), default=0)),
            has_level and overs is None and (points is None or points.has_draws),
            1 if late == {1} else None,
            None if first != "Points" or counts_more else points,
            int(sets) if isinstance(sets, (int, float)) else None,
            float(overs) if isinstance(overs, (int, float)) else None,
            counted.removesuffix("s") or "goal",
            frozenset((min(score), max(score)) for score in scores)
            if counted in PARTS and sets is None
            else None,
            _numbers(event.text("ScoreAdds")),
            _numbers(event.text("SecondAdds")),
        )

    def allows(self, row: Row, late: bool, home: int, away: int) -> bool:
        """Whether a game can end so, with what is typed beside its score."""
        low, high = sorted((home, away))
        is_level = low == high
        if self.seen is not None and (low, high) not in self.seen:
            return False
        if self.sets is not None and high != (self.sets - 1 if is_level else self.sets):
            return False
        if is_level and (late or not self.has_draws):
            return False
        is_by_margin = is_level or self.sets is not None or not late
        if not is_by_margin and self.late_margin not in (None, high - low):
            return False
        return self._fits(row, "home", home, away) and self._fits(row, "away", away, home)

    def _fits(self, row: Row, side: str, score: int, other: int) -> bool:
        """Whether the score of a side goes with the second figure that is typed beside it."""
        key = f"{side}_second"
        second = row.number(key) if key in row else None
        if self.overs is None or second is None:
            return self._adds_up(score, second)
        # A side that is not out, and has overs left, has won with its last ball.
        balls = _BALLS * int(second) + round(10 * (second % 1))
        out = row.number(f"{side}_wickets") or 0
        is_short = 0 < second < self.overs and out < _ALL_OUT
        return score <= _MOST_OF_A_BALL * balls and (
            not is_short or 0 < score - other <= _MOST_OF_A_BALL
        )

    def _adds_up(self, score: int, second: float | None) -> bool:
        """Whether a score is made of what a side can add, so many of the second figure in it."""
        if second is None:
            return not self.adds or score in _sums(self.adds, score)
        others = tuple(set(self.adds) - set(self.second_adds))
        of_second = _sums(self.second_adds, score, int(second)) if self.second_adds else ()
        return any(score - n in _sums(others, score - n) for n in of_second)

    def gains(self, row: Row, old: Score, new: Score) -> dict[str, float] | None:
        """The points that each side gains by another score; None where that is not known."""
        if self.points is None:
            return None
        late = is_late(row)
        return {
            normalize(row.text(side)): self._worth(*changed, late) - self._worth(*typed, late)
            for side, changed, typed in (("home", new, old), ("away", new[::-1], old[::-1]))
        }

    def _worth(self, own: float, other: float, late: bool) -> float:
        """The points of one side."""
        assert self.points
        if own == other:
            return self.points.draw
        worth = self.points.win if own > other else self.points.loss
        after = self.points.overtime_win if own > other else self.points.overtime_loss
        return worth if after is None or not late else after


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()


@lru_cache(maxsize=256)
def _sums(parts: tuple[int, ...], most: int, count: int | None = None) -> frozenset[int]:
    """All sums up to a number, of so many parts or of any number of them.

    >>> sorted(_sums((3, 5, 7), 9)), sorted(_sums((0, 2), 9, 2))
    ([0, 3, 5, 6, 7, 8, 9], [0, 2, 4])
    """
    found, last = {0}, {0}
    while last and count != 0:
        last = {n + part for n in last for part in parts if n + part <= most}
        if count is None:
            last -= found
            found |= last
        else:
            found, count = last, count - 1
    return frozenset(found)


def won_sets(text: str, to_win: int) -> tuple[int, int] | None:
    """The score that a text gives, a result or the points of each set; None while it is open.

    >>> won_sets("3:1", 3), won_sets("11-7 8-11 11-9 11-4", 3), won_sets("11-7 8-11", 3)
    ((3, 1), (3, 1), None)
    """
    sets = points_of_sets(text)
    if is_result(sets, to_win):
        return sets[0]
    home, away = map(int, count_sets(sets))
    return (home, away) if max(home, away) == to_win else None


def turned_sets(sets: Sets, to_win: int) -> list[tuple[int, Sets]]:
    """Other sets, some of them won by the other side, with how many are different.

    Sets behind the one that decides are not played.

    >>> for size, others in turned_sets([(11, 7), (8, 11), (11, 9)], 2):
    ...     print(size, *others)
    1 (11, 7) (8, 11) (9, 11)
    2 (11, 7) (11, 8)
    2 (7, 11) (8, 11)
    2 (7, 11) (11, 8) (11, 9)
    3 (7, 11) (11, 8) (9, 11)
    """
    found: dict[Sets, int] = {}
    for is_turned in product((False, True), repeat=len(sets)):
        turned = tuple(one[::-1] if turn else one for one, turn in zip(sets, is_turned))
        for last in range(1, len(sets) + 1):
            if max(count_sets(turned[:last])) == to_win:
                size = sum(is_turned[:last]) + len(sets) - last
                found.setdefault(turned[:last], size)
                break
    return sorted(
        ((size, played) for played, size in found.items() if size), key=lambda one: one[0]
    )


def moved_points(boards: Sequence[Score], to_home: bool) -> Iterator[tuple[float, list[Score]]]:
    """Half a point after the other goes to one side, board by board, with how much has gone.

    >>> [*moved_points([(1, 0), (0.5, 0.5)], to_home=True)]
    [(0.5, [(1, 0), (1.0, 0.0)])]
    """
    found, size = [*boards], 0.0
    for at, (own, other) in enumerate(found):
        while (other if to_home else own) >= _HALF:
            step = _HALF if to_home else -_HALF
            own, other, size = own + step, other - step, size + _HALF
            found[at] = own, other
            yield size, [*found]
