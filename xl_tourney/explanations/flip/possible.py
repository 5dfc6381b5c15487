"""Which results a game of a league can have: scores, sets, and what is typed beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...readers.tables.teams.scores import count_sets, is_result, points_of_sets
from ...templates.league.rules.rules import PARTS
from .inputs import Inputs, TypedRow

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
Sets = Sequence[tuple[int, int]]
Game = tuple[TypedRow, tuple[int, int]]


def is_late(row: TypedRow) -> bool:
    """Whether a game was decided after regular time."""
    return row.text("overtime").strip().casefold() not in _REGULAR


class Possible(NamedTuple):
    """Which results a game of the league can have, and what they are worth."""

    most: int
    """The highest score that is tried."""
    has_draws: bool
    late_margin: int | None
    """By how much a game after regular time is won; None if by any margin."""
    points: tuple[float, float, float, float, float] | None
    """For a win, a draw, a loss, and a win and a loss after regular time."""
    sets: int | None = None
    """How many sets win a game, where a score counts these."""
    overs: float | None = None
    """The overs of a side, where these count."""
    unit: str = "goal"
    """What a score counts one of."""
    seen: frozenset[tuple[int, ...]] | None = None
    """The scores of other games, lower number first, where only these are known to be possible."""
    adds: tuple[int, ...] = ()
    """What a side can add to its score at once; empty where that is any number."""
    second_adds: tuple[int, ...] = ()
    """What one of the second figure, such as a try, adds to it."""

    @classmethod
    def of(cls, inputs: Inputs, games: Sequence[Game]) -> Possible:
        """The rules as the results so far and the named cells show them."""
        settings = inputs.saved.setting
        scores = [score for _, score in games]
        late = [abs(home - away) for row, (home, away) in games if is_late(row)]
        worth = [settings(name) for name in _POINTS]
        is_known = all(isinstance(value, (int, float)) for value in worth)
        counts_more = any(
            settings(name) is not None
            for name in ("LateMargin", "MostBonus", "LosingBonus", "SecondBonus", "SplitAfter")
        )
        sets, overs = settings("SetsToWin"), settings("FullOvers")
        counted = inputs.saved.text("ScoresCount")
        first = inputs.saved.text("Criterion1")
        points = (worth[0], worth[1], worth[2], worth[3], worth[4])
        has_draws = any(home == away for home, away in scores) or not (late or first == "Pct")
        return cls(
            max(LEAST_HIGHEST, 2 * max((goals for score in scores for goals in score), default=0)),
            has_draws and overs is None and not (is_known and _rules_draws_out(*points)),
            1 if late and set(late) == {1} else None,
            points if is_known and first == "Points" and not counts_more else None,
            int(sets) if isinstance(sets, (int, float)) else None,
            float(overs) if isinstance(overs, (int, float)) else None,
            counted.removesuffix("s") or "goal",
            frozenset(tuple(sorted(score)) for score in scores)
            if counted in PARTS and sets is None
            else None,
            _numbers(inputs.saved.text("ScoreAdds")),
            _numbers(inputs.saved.text("SecondAdds")),
        )

    def allows(self, home: int, away: int, late: bool) -> bool:
        """Whether a game can end so."""
        if self.seen is not None and tuple(sorted((home, away))) not in self.seen:
            return False
        if self.sets is not None and home != away:
            return max(home, away) == self.sets > min(home, away)
        if self.sets is not None and home != self.sets - 1:
            return False
        if home == away:
            return self.has_draws and not late
        return not late or self.late_margin is None or abs(home - away) == self.late_margin

    def fits(self, row: TypedRow, score: tuple[int, int]) -> bool:
        """Whether a score goes with what is typed beside it.

        Of sets, and of bonus points, that is not known; then a game can only be turned round.
        """
        sides = [("home", *score), ("away", *score[::-1])]
        if any(row.values.get(f"{side}_bonus") not in (None, "") for side, *_ in sides):
            return False
        return all(self._fits(row, *side) for side in sides)

    def _fits(self, row: TypedRow, side: str, own: int, other: int) -> bool:
        key = f"{side}_second"
        second = row.number(key) if key in row.values else None
        if self.overs is None or second is None:
            return self._adds_up(own, second)
        # A side that is not out, and has overs left, has won with its last ball.
        balls = _BALLS * int(second) + round(10 * (second % 1))
        out = row.number(f"{side}_wickets") or 0
        is_short = 0 < second < self.overs and out < _ALL_OUT
        return own <= _MOST_OF_A_BALL * balls and (
            not is_short or 0 < own - other <= _MOST_OF_A_BALL
        )

    def _adds_up(self, score: int, second: float | None) -> bool:
        """Whether a score is made of what a side can add, so many of the second figure in it."""
        if second is None:
            return not self.adds or score in _sums(self.adds, score)
        if not self.second_adds:
            return False
        others = tuple(set(self.adds) - set(self.second_adds))
        low, high = (int(second) * n for n in (min(self.second_adds), max(self.second_adds)))
        steps = {
            low + n
            for n in _sums(
                tuple(n - min(self.second_adds) for n in self.second_adds), high - low, int(second)
            )
        }
        return any(score - n in _sums(others, score - n) for n in steps if n <= score)

    def worth(self, own: float, other: float, late: bool) -> float:
        """The points of one side."""
        assert self.points
        win, draw, loss, late_win, late_loss = self.points
        if own == other:
            return draw
        return (late_win if late else win) if own > other else (late_loss if late else loss)


def _rules_draws_out(
    win: float, draw: float, loss: float, late_win: float, late_loss: float
) -> bool:
    """Whether games cannot end in a draw: it is worth no number of its own."""
    has_overtime = (late_win, late_loss) != (win, loss)
    return draw == ((late_win + late_loss) / 2 if has_overtime else loss)


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


def turned_sets(sets: Sets, to_win: int) -> Iterator[tuple[int, Sets]]:
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

    def play(played: Sets, changed: int, home: int, away: int) -> None:
        left = len(sets) - len(played)
        if max(home, away) == to_win:
            if changed + left:
                found.setdefault(tuple(played), changed + left)
        elif left:
            own, other = sets[len(played)]
            play((*played, (own, other)), changed, home + (own > other), away + (own < other))
            play((*played, (other, own)), changed + 1, home + (own < other), away + (own > other))

    play((), 0, 0, 0)
    yield from sorted(((size, played) for played, size in found.items()), key=lambda one: one[0])


def moved_points(
    boards: Sequence[tuple[float, float]], to_home: bool
) -> Iterator[tuple[float, list[tuple[float, float]]]]:
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
